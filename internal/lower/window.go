package lower

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/eval"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

func (l *lowering) window(n *logical.Window) (exec.Node, error) {
	for _, e := range logical.Expressions(n) {
		if err := check(e); err != nil {
			return nil, err
		}
	}
	in, err := l.plan(n.Input)
	if err != nil {
		return nil, err
	}
	out := &exec.Window{Input: in, PartitionBy: n.PartitionBy, OrderBy: n.OrderBy}
	for _, c := range n.List {
		f := exec.Frame{Rows: c.Frame.Rows}
		if f.Lower, err = l.bound(c.Frame.Lower); err != nil {
			return nil, err
		}
		if f.Upper, err = l.bound(c.Frame.Upper); err != nil {
			return nil, err
		}
		out.List = append(out.List, exec.WindowColumn{Func: c.Func, Frame: f, Attr: c.Attr})
	}
	return out, nil
}

func (l *lowering) bound(b logical.FrameBound) (exec.Bound, error) {
	kinds := map[plan.BoundKind]exec.BoundKind{
		plan.UnboundedPreceding: exec.UnboundedPreceding, plan.Preceding: exec.Preceding, plan.CurrentRow: exec.CurrentRow,
		plan.Following: exec.Following, plan.UnboundedFollowing: exec.UnboundedFollowing,
	}
	kind, ok := kinds[b.Kind]
	if !ok {
		return exec.Bound{}, sparkerr.Internal("a window frame has a bound of kind %d", b.Kind)
	}
	out := exec.Bound{Kind: kind}
	if b.Offset == nil {
		return out, nil
	}
	if lit, ok := b.Offset.(*expr.Literal); ok {
		out.Offset = lit
		return out, nil
	}
	lit, err := eval.Fold(b.Offset, l.env)
	out.Offset = lit
	return out, err
}
