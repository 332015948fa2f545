package optimize

import (
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// pushLimit makes nodes below a limit stop earlier. The limit itself stays above, except above a projection, which it changes places with.
func pushLimit(_ *optimizer, n logical.Node) logical.Node {
	l, ok := n.(*logical.Limit)
	if !ok || l.Count < 0 {
		return nil
	}
	rows := l.Count + l.Offset
	switch in := l.Input.(type) {
	case *logical.Project:
		return &logical.Project{Input: &logical.Limit{Input: in.Input, Count: l.Count, Offset: l.Offset}, List: in.List}
	case *logical.Limit:
		if in.Count >= 0 && in.Offset == 0 && l.Offset == 0 {
			return &logical.Limit{Input: in.Input, Count: min(l.Count, in.Count)}
		}
	case *logical.Union:
		changed := false
		inputs := make([]logical.Node, len(in.Inputs))
		for i, k := range in.Inputs {
			inputs[i] = k
			if !stopsBy(k, rows) {
				inputs[i], changed = &logical.Limit{Input: k, Count: rows}, true
			}
		}
		if changed {
			return l.WithChildren([]logical.Node{&logical.Union{Inputs: inputs, Columns: in.Columns}})
		}
	case *logical.Join:
		if in.Type == plan.LeftOuterJoin && in.Mark == nil && !in.Single && !stopsBy(in.Left, rows) {
			j := *in
			j.Left = &logical.Limit{Input: in.Left, Count: rows}
			return l.WithChildren([]logical.Node{&j})
		}
	case *logical.Scan:
		if in.Limit == 0 || in.Limit > rows {
			s := *in
			s.Limit = max(rows, 1)
			return l.WithChildren([]logical.Node{&s})
		}
	}
	return nil
}

// stopsBy tells whether a node surely gives no more than so many rows.
func stopsBy(n logical.Node, rows int64) bool {
	switch n := n.(type) {
	case *logical.Limit:
		return n.Count >= 0 && n.Count <= rows
	case *logical.Scan:
		return n.Limit > 0 && n.Limit <= rows
	case *logical.Local:
		return n.Rows.RowCount() <= rows
	case *logical.Values:
		return int64(len(n.Rows)) <= rows
	case *logical.Aggregate:
		return len(n.Grouping) == 0
	case *logical.Project:
		return stopsBy(n.Input, rows)
	}
	return false
}
