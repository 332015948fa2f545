package generator

import (
	"strconv"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Stack divides its arguments into rows.
var Stack = fn.Function{Name: "stack", Group: "generator_funcs", Kind: fn.Generator,
	Doc: fn.Describe("Divides the arguments after the first into `n` rows.", fn.Params("n:int", "cols..."), "SELECT stack(2, 1, 2, 3)", "1\t2\n3\tNULL"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, -1); err != nil {
			return nil, err
		}
		e, ok := fn.ImplicitCast(c.Env, c.Args[0], fn.Exact(types.Integer))
		if !ok {
			return nil, c.Unexpected(0, fn.Exact(types.Integer))
		}
		v, ok := c.Literal(e)
		rows, isInt := v.(int32)
		switch {
		case !ok:
			return nil, c.Mismatch("NON_FOLDABLE_INPUT", "inputName", "`n`", "inputType", `"INT"`, "inputExpr", `"`+c.ArgText(c.Args[0])+`"`)
		case !isInt:
			return nil, c.Mismatch("UNEXPECTED_NULL", "exprName", "n")
		case rows <= 0:
			return nil, c.Mismatch("VALUE_OUT_OF_RANGE", "exprName", "`n`", "valueRange", "(0, 2147483647]", "currentValue", strconv.Itoa(int(rows)))
		}
		values := c.Args[1:]
		width := (len(values) + int(rows) - 1) / int(rows)
		cols := types.StructType{}
		args := append([]expr.Expr(nil), values...)
		for k := range width {
			var t types.DataType = types.Null
			for i := k; i < len(values); i += width {
				u, ok := fn.TightestCommon(c.Env, t, values[i].Type())
				if !ok {
					return nil, c.Mismatch("STACK_COLUMN_DIFF_TYPES", "columnIndex", strconv.Itoa(k), "leftParamIndex", strconv.Itoa(k+1), "leftType", `"`+t.SQL()+`"`,
						"rightParamIndex", strconv.Itoa(i+1), "rightType", `"`+values[i].Type().SQL()+`"`)
				}
				t = u
			}
			for i := k; i < len(values); i += width {
				args[i] = c.Cast(values[i], t)
			}
			cols.Fields = append(cols.Fields, types.StructField{Name: "col" + strconv.Itoa(k), Type: t, Nullable: true})
		}
		return &fn.Bound{Args: args, Type: cols, Columns: cols, Generate: func(k *fn.Context, args []*vec.Vector, sel vec.Sel, n int) ([]int32, []*vec.Vector, error) {
			made := make([]*vec.Builder, width)
			for i := range made {
				made[i] = vec.NewBuilder(k.Arena, cols.Fields[i].Type).ShareText()
			}
			var counts []int32
			for _, i := range vec.SelOrAll(sel, n) {
				counts = append(counts, rows)
				for j := range int(rows) * width {
					if j < len(args) {
						made[j%width].From(args[j], int(i))
					} else {
						made[j%width].Null()
					}
				}
			}
			out := make([]*vec.Vector, width)
			for i, b := range made {
				out[i] = b.Finish()
			}
			return counts, out, nil
		}}, nil
	}}
