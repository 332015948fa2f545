package optimize

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
)

// offerToScans gives the conjuncts of a filter over a scan to the scan, which may skip files and row groups by them; the filter stays.
func offerToScans(n logical.Node) logical.Node {
	return logical.Transform(n, func(x logical.Node) logical.Node {
		f, ok := x.(*logical.Filter)
		if !ok {
			return x
		}
		s, ok := f.Input.(*logical.Scan)
		if !ok {
			return x
		}
		out := *s
		out.Filters = append([]expr.Expr(nil), s.Filters...)
		for _, c := range expr.Conjuncts(f.Condition) {
			if movable(c) {
				out.Filters = append(out.Filters, c)
			}
		}
		return &logical.Filter{Input: &out, Condition: f.Condition}
	})
}
