package collection

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// elementExtreme binds array_max and array_min.
func elementExtreme(sign int) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 1); err != nil {
			return nil, err
		}
		e, err := arrayArgument(c, 0)
		if err != nil {
			return nil, err
		}
		t := elementOf(e).Element
		if !types.IsOrderable(t) {
			return nil, c.Mismatch("INVALID_ORDERING_TYPE", "functionName", c.ID(), "dataType", `"`+t.SQL()+`"`)
		}
		order := vec.NewComparer(t)
		return &fn.Bound{Args: []expr.Expr{e}, Type: t, Nullable: true, Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			children, span := r.List(0)
			best := -1
			for j := int(span.Offset); j < int(span.Offset+span.Size); j++ {
				if !children[0].IsNull(j) && (best < 0 || order(children[0], j, children[0], best)*sign > 0) {
					best = j
				}
			}
			if best < 0 {
				out.Null()
			} else {
				out.From(children[0], best)
			}
			return nil
		})}, nil
	}
}
