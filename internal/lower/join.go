package lower

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// join splits the condition into keys and the rest, and builds the smaller side where the kind allows it.
func (l *lowering) join(n *logical.Join) (exec.Node, error) {
	if n.Condition != nil {
		if err := check(n.Condition); err != nil {
			return nil, err
		}
	}
	left, err := l.plan(n.Left)
	if err != nil {
		return nil, err
	}
	right, err := l.plan(n.Right)
	if err != nil {
		return nil, err
	}
	j := &exec.Join{Left: left, Right: right, NullAware: n.NullAware, Single: n.Single, Mark: n.Mark}
	if j.Kind, err = joinKind(n); err != nil {
		return nil, err
	}
	l.splitCondition(j, n)
	if n.NullAware && (len(j.LeftKeys) != 1 || j.Residual != nil) {
		return nil, sparkerr.Internal("a null-aware join has %d keys", len(j.LeftKeys))
	}
	if buildsLeft(n, j.Kind) {
		return exchanged(j), nil
	}
	return j, nil
}

func joinKind(n *logical.Join) (exec.JoinKind, error) {
	if n.Mark != nil {
		return exec.MarkJoin, nil
	}
	switch n.Type {
	case plan.InnerJoin, plan.CrossJoin:
		return exec.InnerJoin, nil
	case plan.LeftOuterJoin:
		return exec.LeftOuterJoin, nil
	case plan.RightOuterJoin:
		return exec.RightOuterJoin, nil
	case plan.FullOuterJoin:
		return exec.FullOuterJoin, nil
	case plan.LeftSemiJoin:
		return exec.LeftSemiJoin, nil
	case plan.LeftAntiJoin:
		return exec.LeftAntiJoin, nil
	}
	return 0, sparkerr.Internal("join type %d is unknown", n.Type)
}

// splitCondition finds conjuncts l = r and l <=> r whose sides read one input each.
func (l *lowering) splitCondition(j *exec.Join, n *logical.Join) {
	leftIDs, rightIDs := ids(n.Left), ids(n.Right)
	var rest []expr.Expr
	for _, c := range expr.Conjuncts(n.Condition) {
		a, b, nullSafe, ok := equality(c)
		switch {
		case ok && reads(a, leftIDs) && reads(b, rightIDs):
		case ok && reads(b, leftIDs) && reads(a, rightIDs):
			a, b = b, a
		default:
			rest = append(rest, c)
			continue
		}
		j.LeftKeys, j.RightKeys, j.NullSafe = append(j.LeftKeys, a), append(j.RightKeys, b), append(j.NullSafe, nullSafe)
	}
	j.Residual = expr.AndAll(rest)
}

// equality takes a = b, a <=> b, and a = b OR (a IS NULL AND b IS NULL), which is the second spelled out.
func equality(c expr.Expr) (a, b expr.Expr, nullSafe, ok bool) {
	switch c := c.(type) {
	case *expr.Compare:
		switch c.Op {
		case expr.Eq:
			return c.Left, c.Right, false, true
		case expr.EqNullSafe:
			return c.Left, c.Right, true, true
		}
	case *expr.Or:
		if a, b, ok := spelledOut(c.Left, c.Right); ok {
			return a, b, true, true
		}
		if a, b, ok := spelledOut(c.Right, c.Left); ok {
			return a, b, true, true
		}
	}
	return nil, nil, false, false
}

func spelledOut(equal, bothNull expr.Expr) (a, b expr.Expr, ok bool) {
	cmp, ok := equal.(*expr.Compare)
	and, isAnd := bothNull.(*expr.And)
	if !ok || !isAnd || cmp.Op != expr.Eq {
		return nil, nil, false
	}
	x, y := nullTested(and.Left), nullTested(and.Right)
	if x == nil || y == nil {
		return nil, nil, false
	}
	same := func(p, q *expr.Attribute) bool { return p != nil && q != nil && p.ID == q.ID }
	l, _ := cmp.Left.(*expr.Attribute)
	r, _ := cmp.Right.(*expr.Attribute)
	if same(l, x) && same(r, y) || same(l, y) && same(r, x) {
		return cmp.Left, cmp.Right, true
	}
	return nil, nil, false
}

func nullTested(e expr.Expr) *expr.Attribute {
	n, ok := e.(*expr.IsNull)
	if !ok || n.Negated {
		return nil
	}
	a, _ := n.Child.(*expr.Attribute)
	return a
}

func ids(n logical.Node) map[expr.AttributeID]bool {
	out := map[expr.AttributeID]bool{}
	for _, a := range n.Output() {
		out[a.ID] = true
	}
	return out
}

// reads tells whether e reads at least one column, and only columns of one side.
func reads(e expr.Expr, side map[expr.AttributeID]bool) bool {
	refs := expr.References(e)
	for id := range refs {
		if !side[id] {
			return false
		}
	}
	return len(refs) > 0 && expr.Deterministic(e)
}

// buildsLeft decides whether the left side is the one to hold in memory. The operator builds its right side.
func buildsLeft(n *logical.Join, kind exec.JoinKind) bool {
	if n.NullAware || n.Single || n.Mark != nil {
		return false
	}
	switch n.Hint {
	case "broadcast-left", "left":
		return true
	case "broadcast-right", "right":
		return false
	}
	l, r := estimate(n.Left), estimate(n.Right)
	switch kind {
	case exec.InnerJoin:
		return l < r
	case exec.LeftOuterJoin, exec.FullOuterJoin, exec.LeftSemiJoin, exec.LeftAntiJoin, exec.RightOuterJoin:
		return 2*l < r // marking build rows costs a little
	}
	return false
}

// exchanged builds the other side and restores the order of the columns.
func exchanged(j *exec.Join) exec.Node {
	kinds := map[exec.JoinKind]exec.JoinKind{
		exec.InnerJoin: exec.InnerJoin, exec.LeftOuterJoin: exec.RightOuterJoin, exec.RightOuterJoin: exec.LeftOuterJoin,
		exec.FullOuterJoin: exec.FullOuterJoin, exec.LeftSemiJoin: exec.RightSemiJoin, exec.LeftAntiJoin: exec.RightAntiJoin,
	}
	out := &exec.Join{
		Left: j.Right, Right: j.Left, Kind: kinds[j.Kind], LeftKeys: j.RightKeys, RightKeys: j.LeftKeys, NullSafe: j.NullSafe, Residual: j.Residual,
	}
	if !j.Kind.EmitsPairs() {
		return out
	}
	var list []expr.Expr
	for _, a := range j.Columns() {
		list = append(list, a)
	}
	return &exec.Project{Input: out, List: list}
}
