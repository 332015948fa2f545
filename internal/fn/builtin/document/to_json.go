package document

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// ToJSON writes a value as JSON.
var ToJSON = fn.Function{Name: "to_json", Group: "json_funcs",
	Doc: fn.Describe("Writes a struct, map or array as JSON text; fields that are NULL are left out.", fn.Params("col", "options:literal?"), "SELECT to_json(named_struct('a', 1, 'b', 2))", `{"a":1,"b":2}`),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 2); err != nil {
			return nil, err
		}
		t := c.Args[0].Type()
		if !types.IsNested(t) && t.ID() != types.IDNull && t.ID() != types.IDVariant {
			return nil, c.Unexpected(0, fn.Either(fn.AnyStruct, fn.AnyArray, fn.AnyMap))
		}
		w := writer{dropNulls: true}
		if len(c.Args) == 2 {
			o, err := options(c, c.Args[1])
			if err != nil {
				return nil, err
			}
			w.dropNulls = !strings.EqualFold(o["ignorenullfields"], "false")
			if err := w.formats(o); err != nil {
				return nil, err
			}
		}
		zone, err := c.Zone()
		if err != nil {
			return nil, err
		}
		w.zone = zone
		return &fn.Bound{Args: c.Args[:1], Type: types.String, Nullable: true, Kernel: fn.Rows(types.String, func(r fn.Row, out *vec.Builder) error {
			v, i := r.At(0)
			b, err := w.value(nil, v, i)
			if err != nil {
				return err
			}
			out.Text(b)
			return nil
		})}, nil
	}}
