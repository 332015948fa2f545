package lower

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
)

func (l *lowering) filter(n *logical.Filter) (exec.Node, error) {
	if err := check(n.Condition); err != nil {
		return nil, err
	}
	if w, ok := n.Input.(*logical.Window); ok {
		if top, err := l.firstOfGroup(n, w); top != nil || err != nil {
			return top, err
		}
	}
	return withInput(l, n.Input, func(in exec.Node) exec.Node { return &exec.Filter{Input: in, Condition: n.Condition} })
}

// firstOfGroup makes row_number() OVER (…) = 1 a group-wise first row, which needs no sort; nil when the filter is another one.
func (l *lowering) firstOfGroup(n *logical.Filter, w *logical.Window) (exec.Node, error) {
	if len(w.List) != 1 || !isRowNumber(w.List[0].Func) {
		return nil, nil
	}
	number := w.List[0].Attr
	found := false
	var rest []expr.Expr
	for _, c := range expr.Conjuncts(n.Condition) {
		if isFirst(c, number.ID) {
			found = true
		} else {
			rest = append(rest, c)
		}
	}
	if !found {
		return nil, nil
	}
	in, err := l.plan(w.Input)
	if err != nil {
		return nil, err
	}
	var list []expr.Expr
	for _, a := range in.Columns() {
		list = append(list, a)
	}
	one := &expr.Alias{Child: &expr.Literal{DataType: types.Integer, Value: int32(1)}, Name: number.Name, ID: number.ID}
	var out exec.Node = &exec.Project{
		Input: &exec.GroupTop{Input: in, By: w.PartitionBy, OrderBy: w.OrderBy},
		List:  append(list, one),
	}
	if c := expr.AndAll(rest); c != nil {
		out = &exec.Filter{Input: out, Condition: c}
	}
	return out, nil
}

func isRowNumber(e expr.Expr) bool {
	w, ok := e.(*expr.WindowFunction)
	if !ok {
		return false
	}
	b, ok := w.Fn.(*fn.Bound)
	return ok && b.Rank == "row_number"
}

// isFirst tells whether a condition holds for number 1 only: n = 1, n <= 1, n < 2, and turned around.
func isFirst(c expr.Expr, number expr.AttributeID) bool {
	cmp, ok := c.(*expr.Compare)
	if !ok {
		return false
	}
	op, l, r := cmp.Op, cmp.Left, cmp.Right
	if _, isLiteral := l.(*expr.Literal); isLiteral {
		l, r, op = r, l, op.Flip()
	}
	lit, ok := r.(*expr.Literal)
	if !ok || !isWide(l, number) {
		return false
	}
	var n int64
	switch v := lit.Value.(type) {
	case int32:
		n = int64(v)
	case int64:
		n = v
	default:
		return false
	}
	switch op {
	case expr.Eq, expr.EqNullSafe, expr.Le:
		return n == 1
	case expr.Lt:
		return n == 2
	}
	return false
}

// isWide tells whether e is the attribute, or a widening cast of it.
func isWide(e expr.Expr, id expr.AttributeID) bool {
	if c, ok := e.(*expr.Cast); ok && types.IsIntegral(c.DataType) {
		e = c.Child
	}
	a, ok := e.(*expr.Attribute)
	return ok && a.ID == id
}
