package ranking

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// rank binds a ranking function without arguments.
func rank(name string, t types.DataType) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(0, 0); err != nil {
			return nil, err
		}
		return &fn.Bound{Type: t, Rank: name}, nil
	}
}

// offset binds lag and lead: value, distance, default.
func offset(name string) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 3); err != nil {
			return nil, err
		}
		args := append([]expr.Expr(nil), c.Args...)
		t := args[0].Type()
		distance := fn.Constant(types.Integer, int32(1))
		if len(args) > 1 {
			d, ok := fn.ImplicitCast(c.Env, args[1], fn.Exact(types.Integer))
			if !ok {
				return nil, c.Unexpected(1, fn.Exact(types.Integer))
			}
			distance = d
		}
		if _, ok := c.Literal(distance); !ok {
			return nil, c.Mismatch("NON_FOLDABLE_INPUT", "inputName", "`offset`", "inputType", `"INT"`, "inputExpr", `"`+c.ArgText(distance)+`"`)
		}
		otherwise := fn.Constant(t, nil)
		if len(args) > 2 {
			common, ok := fn.CommonType(c.Env, t, args[2].Type())
			if !ok {
				return nil, c.Mismatch("UNEXPECTED_INPUT_TYPE", "paramIndex", "third", "requiredType", `"`+t.SQL()+`"`, "inputSql", `"`+c.ArgText(args[2])+`"`, "inputType", `"`+args[2].Type().SQL()+`"`)
			}
			t = common
			args[0], otherwise = c.Cast(args[0], t), c.Cast(args[2], t)
		}
		return &fn.Bound{Args: []expr.Expr{args[0], distance, otherwise}, Type: t, Nullable: otherwise.Nullable() || args[0].Nullable(), Rank: name}, nil
	}
}
