package lower

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
)

// Plan lowers a plan. env is the environment that constants (window offsets) are evaluated in.
func Plan(n logical.Node, env *fn.Env) (exec.Node, error) {
	l := &lowering{env: env, ctes: map[int64]*exec.Shared{}}
	return l.plan(n)
}

// lowering is one call of Plan.
type lowering struct {
	env  *fn.Env
	ctes map[int64]*exec.Shared
	// steps are the recursive CTEs whose recursive term is being lowered.
	steps map[int64]bool
}

func (l *lowering) plan(n logical.Node) (exec.Node, error) {
	switch n := n.(type) {
	case *logical.Scan:
		return l.scan(n)
	case *logical.Local:
		return l.local(n)
	case *logical.Values:
		return &exec.Values{Outputs: n.Columns, Rows: n.Rows}, nil
	case *logical.Range:
		return &exec.Range{Column: n.Column, From: n.Start, To: n.End, Step: n.Step}, nil
	case *logical.Project:
		return l.project(n)
	case *logical.Filter:
		return l.filter(n)
	case *logical.Join:
		return l.join(n)
	case *logical.Aggregate:
		return l.aggregate(n)
	case *logical.Expand:
		return withInput(l, n.Input, func(in exec.Node) exec.Node {
			return &exec.Expand{Input: in, Projections: n.Projections, Outputs: n.Columns}
		})
	case *logical.Sort:
		return l.sort(n)
	case *logical.Limit:
		return l.limit(n)
	case *logical.Tail:
		return withInput(l, n.Input, func(in exec.Node) exec.Node { return &exec.Tail{Input: in, Count: n.Count} })
	case *logical.Union:
		return l.union(n)
	case *logical.SetOp:
		return l.setOp(n)
	case *logical.Window:
		return l.window(n)
	case *logical.Generate:
		return withInput(l, n.Input, func(in exec.Node) exec.Node {
			return &exec.Generate{Input: in, Generator: n.Generator, Required: n.Required, Generated: n.Columns, Outer: n.Outer}
		})
	case *logical.Sample:
		return withInput(l, n.Input, func(in exec.Node) exec.Node {
			return &exec.Sample{Input: in, Lower: n.Lower, Upper: n.Upper, WithReplacement: n.WithReplacement, Seed: n.Seed}
		})
	case *logical.Repartition: // rows are spread over workers anyway
		return l.plan(n.Input)
	case *logical.CollectMetrics:
		return withInput(l, n.Input, func(in exec.Node) exec.Node { return &exec.Observe{Input: in, Name: n.Name, Metrics: n.Metrics} })
	case *logical.WithCTE:
		return l.withCTE(n)
	case *logical.CTERef:
		return l.cteRef(n)
	case *logical.Apply:
		return nil, sparkerr.Unsupported("this form of correlated subquery or lateral join")
	}
	return nil, sparkerr.Internal("%T has no physical operator", n)
}

func withInput(l *lowering, input logical.Node, make func(exec.Node) exec.Node) (exec.Node, error) {
	in, err := l.plan(input)
	if err != nil {
		return nil, err
	}
	return make(in), nil
}

// check refuses expressions that the optimizer should have turned into joins.
func check(es ...expr.Expr) error {
	var err error
	for _, e := range es {
		if e == nil {
			continue
		}
		expr.Walk(e, func(x expr.Expr) bool {
			switch x.(type) {
			case *expr.Subquery, *expr.Outer:
				err = sparkerr.Unsupported("this form of subquery: " + expr.String(e))
			}
			return err == nil
		})
	}
	return err
}
