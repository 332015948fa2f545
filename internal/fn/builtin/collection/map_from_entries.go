package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// MapFromEntries makes a map of an array of pairs.
var MapFromEntries = fn.Function{Name: "map_from_entries", Group: "map_funcs",
	Doc: fn.Describe("Returns a map of an array of structs of two fields.", fn.Params("col"), "SELECT map_from_entries(array(struct(1, 'a')))", `{1:"a"}`),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 1); err != nil {
			return nil, err
		}
		s, ok := elementOf(c.Args[0]).Element.(types.StructType)
		if !ok || len(s.Fields) != 2 {
			return nil, c.Mismatch("UNEXPECTED_INPUT_TYPE", "paramIndex", "first", "requiredType", `"ARRAY" of pair "STRUCT"`, "inputSql", `"`+c.ArgText(c.Args[0])+`"`, "inputType", `"`+c.Args[0].Type().SQL()+`"`)
		}
		t := types.MapType{Key: s.Fields[0].Type, Value: s.Fields[1].Type, ValueContainsNull: s.Fields[1].Nullable}
		if err := checkKeyType(c, t.Key); err != nil {
			return nil, err
		}
		policy := dedup(c)
		return &fn.Bound{Args: c.Args, Type: t, Nullable: c.Args[0].Nullable() || elementOf(c.Args[0]).ContainsNull, Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			children, span := r.List(0)
			pairs := children[0]
			for j := span.Offset; j < span.Offset+span.Size; j++ {
				if pairs.IsNull(int(j)) {
					out.Null()
					return nil
				}
			}
			m := newMapBuilder(out, policy)
			for j := span.Offset; j < span.Offset+span.Size; j++ {
				b, i := pairs.Base(), pairs.Slot(int(j))
				if err := m.put(b.Children[0], i, b.Children[1], i); err != nil {
					return err
				}
			}
			m.end()
			return nil
		})}, nil
	}}
