package document

import (
	"strconv"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// JSONTuple puts out the values of several keys.
var JSONTuple = fn.Function{Name: "json_tuple", Group: "json_funcs", Kind: fn.Generator,
	Doc: fn.Describe("Puts out a row of the values of the given keys of a JSON object, as text.", fn.Params("col", "fields:string..."), `SELECT json_tuple('{"a":1, "b":2}', 'a', 'b')`, "1\t2"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, -1); err != nil {
			return nil, err
		}
		for _, a := range c.Args {
			if !types.IsString(a.Type()) && a.Type().ID() != types.IDNull {
				return nil, c.Mismatch("NON_STRING_TYPE", "funcName", c.ID())
			}
		}
		args := make([]expr.Expr, len(c.Args))
		cols := types.StructType{}
		for i, a := range c.Args {
			args[i] = c.Cast(a, types.String)
			if i > 0 {
				cols.Fields = append(cols.Fields, types.StructField{Name: "c" + strconv.Itoa(i-1), Type: types.String, Nullable: true})
			}
		}
		return &fn.Bound{Args: args, Type: cols, Columns: cols, Generate: func(k *fn.Context, args []*vec.Vector, sel vec.Sel, n int) ([]int32, []*vec.Vector, error) {
			made := make([]*vec.Builder, len(args)-1)
			for i := range made {
				made[i] = vec.NewBuilder(k.Arena, types.String)
			}
			var counts []int32
			for _, i := range vec.SelOrAll(sel, n) {
				counts = append(counts, 1)
				var o *object
				if !args[0].IsNull(int(i)) {
					b := args[0].Base()
					v, _ := decode(vec.Values[vec.View](b)[args[0].Slot(int(i))].Str())
					o, _ = v.(*object)
				}
				for j, b := range made {
					key, ok := vec.ValueAt(args[j+1], int(i)).(string)
					var v any
					if ok && o != nil {
						v, _ = o.last(key)
					}
					if text, ok := appendFound(nil, []any{v}, false); ok {
						b.Text(text)
					} else {
						b.Null()
					}
				}
			}
			out := make([]*vec.Vector, len(made))
			for i, b := range made {
				out[i] = b.Finish()
			}
			return counts, out, nil
		}}, nil
	}}
