package lower

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// counted is a table that knows about how many rows it has.
type counted interface{ RowCount() (int64, bool) }

const unknownRows = 1e9

// estimate guesses the rows of a plan, from the counts of scans and rough factors. Only comparisons of estimates matter.
func estimate(n logical.Node) float64 {
	switch n := n.(type) {
	case *logical.Scan:
		rows := float64(unknownRows)
		if t, ok := n.Table.(counted); ok {
			if r, known := t.RowCount(); known {
				rows = float64(r)
			}
		}
		return rows * selectivity(expr.AndAll(n.Filters))
	case *logical.Local:
		return float64(n.Rows.RowCount())
	case *logical.Values:
		return float64(len(n.Rows))
	case *logical.Range:
		if n.Step == 0 {
			return 0
		}
		return max(0, (float64(n.End)-float64(n.Start))/float64(n.Step))
	case *logical.Filter:
		return estimate(n.Input) * selectivity(n.Condition)
	case *logical.Limit:
		if n.Count >= 0 {
			return min(float64(n.Count), estimate(n.Input))
		}
	case *logical.Tail:
		return min(float64(n.Count), estimate(n.Input))
	case *logical.Aggregate:
		if len(n.Grouping) == 0 {
			return 1
		}
		return estimate(n.Input) / 4
	case *logical.Join:
		return estimateJoin(n)
	case *logical.Union:
		sum := 0.0
		for _, in := range n.Inputs {
			sum += estimate(in)
		}
		return sum
	case *logical.SetOp:
		return estimate(n.Left)
	case *logical.Generate:
		return 4 * estimate(n.Input)
	case *logical.Expand:
		return float64(len(n.Projections)) * estimate(n.Input)
	case *logical.CTERef:
		return 1e6
	}
	if kids := n.Children(); len(kids) > 0 {
		return estimate(kids[len(kids)-1])
	}
	return unknownRows
}

func estimateJoin(n *logical.Join) float64 {
	l, r := estimate(n.Left), estimate(n.Right)
	switch {
	case n.Mark != nil, n.Single:
		return l
	case n.Type == plan.LeftSemiJoin, n.Type == plan.LeftAntiJoin:
		return l / 2
	case n.Condition == nil:
		return l * r
	}
	return max(l, r)
}

// selectivity is the part of the rows that a condition passes: a tenth for an equality, a third for anything else.
func selectivity(e expr.Expr) float64 {
	s := 1.0
	for _, c := range expr.Conjuncts(e) {
		switch x := c.(type) {
		case *expr.Compare:
			if x.Op == expr.Eq || x.Op == expr.EqNullSafe {
				s *= 0.1
			} else {
				s *= 0.35
			}
		case *expr.IsNull:
			if x.Negated {
				s *= 0.95
			} else {
				s *= 0.1
			}
		default:
			s *= 0.35
		}
	}
	return max(s, 1e-4)
}
