package lower

import (
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
)

// topRowsMax is the largest limit for which a sort keeps candidates only.
const topRowsMax = 1 << 20

// sort makes one order of all rows. A sort within partitions is a sort of everything too: there is one partition.
func (l *lowering) sort(n *logical.Sort) (exec.Node, error) {
	order := foldedOrder(n.Order)
	for _, o := range order {
		if err := check(o.Child); err != nil {
			return nil, err
		}
	}
	if len(order) == 0 {
		return l.plan(n.Input)
	}
	return withInput(l, n.Input, func(in exec.Node) exec.Node { return &exec.Sort{Input: in, Order: order} })
}

// foldedOrder leaves out keys that are constants or that stand there before.
func foldedOrder(order []expr.SortOrder) []expr.SortOrder {
	var out []expr.SortOrder
	seen := map[expr.AttributeID]bool{}
	for _, o := range order {
		if _, ok := o.Child.(*expr.Literal); ok {
			continue
		}
		if a, ok := o.Child.(*expr.Attribute); ok {
			if seen[a.ID] {
				continue
			}
			seen[a.ID] = true
		}
		out = append(out, o)
	}
	return out
}

// limit becomes part of a sort below it, through projections, when few rows are wanted.
func (l *lowering) limit(n *logical.Limit) (exec.Node, error) {
	if n.Count >= 0 && n.Count+n.Offset <= topRowsMax {
		if top, err := l.top(n.Input, n); top != nil || err != nil {
			return top, err
		}
	}
	return withInput(l, n.Input, func(in exec.Node) exec.Node {
		return &exec.Limit{Input: in, Count: n.Count, Offset: n.Offset}
	})
}

// top lowers a sort, or projections above a sort, with a limit; nil when there is no sort.
func (l *lowering) top(n logical.Node, limit *logical.Limit) (exec.Node, error) {
	switch n := n.(type) {
	case *logical.Sort:
		s, err := l.sort(n)
		if err != nil {
			return nil, err
		}
		sort, ok := s.(*exec.Sort)
		if !ok || !n.Global || limit.Count == 0 {
			return &exec.Limit{Input: s, Count: limit.Count, Offset: limit.Offset}, nil
		}
		return &exec.Sort{Input: sort.Input, Order: sort.Order, Limit: limit.Count, Offset: limit.Offset}, nil
	case *logical.Project:
		in, err := l.top(n.Input, limit)
		if in == nil || err != nil {
			return nil, err
		}
		if err := check(n.List...); err != nil {
			return nil, err
		}
		return &exec.Project{Input: in, List: n.List}, nil
	}
	return nil, nil
}
