package collection

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// MapFromArrays pairs keys with values.
var MapFromArrays = fn.Function{Name: "map_from_arrays", Group: "map_funcs",
	Doc: fn.Describe("Returns a map of an array of keys and an array of values.", fn.Params("col1", "col2"), "SELECT map_from_arrays(array(1.0, 3.0), array('2', '4'))", `{1.0:"2",3.0:"4"}`),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 2, fn.AnyArray)
		if err != nil {
			return nil, err
		}
		k, v := elementOf(args[0]), elementOf(args[1])
		if err := checkKeyType(c, k.Element); err != nil {
			return nil, err
		}
		t := types.MapType{Key: k.Element, Value: v.Element, ValueContainsNull: v.ContainsNull}
		policy := dedup(c)
		return &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args), Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			keys, a := r.List(0)
			values, b := r.List(1)
			if a.Size != b.Size {
				return sparkerr.New("_LEGACY_ERROR_TEMP_2128")
			}
			m := newMapBuilder(out, policy)
			for j := range a.Size {
				if err := m.put(keys[0], int(a.Offset+j), values[0], int(b.Offset+j)); err != nil {
					return err
				}
			}
			m.end()
			return nil
		})}, nil
	}}
