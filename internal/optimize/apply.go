package optimize

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// unnestApply turns a lateral join into a join, or into projections and generators over the left side where the right side only computes
// from it.
func (o *optimizer) unnestApply(a *logical.Apply) (logical.Node, error) {
	if !correlated(a.Right) {
		return &logical.Join{Left: a.Left, Right: a.Right, Type: a.Type, Condition: a.Condition}, nil
	}
	if n, ok := overLeft(a, a.Right); ok {
		return exactly(filtered(n, expr.Conjuncts(a.Condition)), a.Output()), nil
	}
	if p, ok := a.Right.(*logical.Project); ok && anyOuter(p) {
		return o.applyProject(a, p)
	}
	q, err := o.pullUp(a.Left, a.Right)
	if err != nil {
		return nil, err
	}
	if q.empty != nil {
		return o.applyAggregate(a, q)
	}
	if _, isGlobal, err := o.emptyRow(a.Right); err != nil {
		return nil, err
	} else if isGlobal && !alwaysMatched(q) { // the one row of nulls stays
		j := &logical.Join{Left: a.Left, Right: q.node, Type: plan.LeftOuterJoin, Condition: expr.AndAll(q.conditions)}
		return exactly(filtered(j, expr.Conjuncts(a.Condition)), a.Output()), nil
	}
	on := append(expr.Conjuncts(a.Condition), q.conditions...)
	j := &logical.Join{Left: a.Left, Right: q.node, Type: a.Type, Condition: expr.AndAll(on)}
	return exactly(j, a.Output()), nil
}

// overLeft rebuilds the right side over the left one, when it is a tower of projections, filters and generators over a single row.
func overLeft(a *logical.Apply, n logical.Node) (logical.Node, bool) {
	if a.Type != plan.InnerJoin && (a.Type != plan.LeftOuterJoin || a.Condition != nil || !isGenerator(n)) {
		return nil, false
	}
	left := a.Left.Output()
	switch n := n.(type) {
	case *logical.Values:
		return a.Left, isOneRow(n)
	case *logical.Project:
		in, ok := overLeft(a, n.Input)
		if !ok {
			return nil, false
		}
		list := make([]expr.Expr, 0, len(left)+len(n.List))
		for _, c := range left {
			list = append(list, c)
		}
		for _, e := range n.List {
			list = append(list, bare(e))
		}
		return &logical.Project{Input: in, List: list}, true
	case *logical.Filter:
		in, ok := overLeft(a, n.Input)
		if !ok {
			return nil, false
		}
		return &logical.Filter{Input: in, Condition: bare(n.Condition)}, true
	case *logical.Generate:
		in, ok := overLeft(&logical.Apply{Left: a.Left, Type: plan.InnerJoin}, n.Input)
		if !ok {
			return nil, false
		}
		g := *n
		g.Input = in
		g.Required = append(left[:len(left):len(left)], n.Required...)
		g.Generator = bare(n.Generator).(*expr.Generator)
		return &g, true
	}
	return nil, false
}

// isGenerator tells whether a plan is a generator over a single row, whose columns may be named anew. Under LEFT JOIN LATERAL Spark puts it
// over the left side as it is, so that left rows for which nothing is generated are lost (rule OptimizeOneRowRelationSubquery, Spark 4.2).
func isGenerator(n logical.Node) bool {
	switch n := n.(type) {
	case *logical.Generate:
		return isOneRow(n.Input)
	case *logical.Project:
		for _, e := range n.List {
			if a, ok := e.(*expr.Alias); ok {
				e = a.Child
			}
			if _, ok := e.(*expr.Attribute); !ok {
				return false
			}
		}
		return isGenerator(n.Input)
	}
	return false
}

// alwaysMatched tells whether every left row has a row of q, as over a domain.
func alwaysMatched(q *pulled) bool { return q.overDomain }

func isOneRow(n logical.Node) bool {
	v, ok := n.(*logical.Values)
	return ok && len(v.Rows) == 1 && len(v.Columns) == 0
}

// applyProject evaluates the list of the right side above the join, where the outer columns are.
func (o *optimizer) applyProject(a *logical.Apply, p *logical.Project) (logical.Node, error) {
	if a.Type != plan.InnerJoin {
		q, err := o.overDomain(a.Left, p)
		if err != nil {
			return nil, err
		}
		on := append(expr.Conjuncts(a.Condition), q.conditions...)
		return exactly(&logical.Join{Left: a.Left, Right: q.node, Type: a.Type, Condition: expr.AndAll(on)}, a.Output()), nil
	}
	in, err := o.unnestApply(&logical.Apply{Left: a.Left, Right: p.Input, Type: plan.InnerJoin})
	if err != nil {
		return nil, err
	}
	var list []expr.Expr
	for _, c := range a.Left.Output() {
		list = append(list, c)
	}
	for _, e := range p.List {
		list = append(list, bare(e))
	}
	n := filtered(&logical.Project{Input: in, List: list}, expr.Conjuncts(a.Condition))
	return exactly(n, a.Output()), nil
}

// applyAggregate joins a global aggregate, with its values for no rows where nothing matches.
func (o *optimizer) applyAggregate(a *logical.Apply, q *pulled) (logical.Node, error) {
	values, _, err := o.emptyRow(a.Right)
	if err != nil {
		return nil, err
	}
	there := expr.NewAlias(boolean(true), "there")
	right := []expr.Expr{there}
	for _, c := range q.node.Output() {
		right = append(right, c)
	}
	j := &logical.Join{Left: a.Left, Right: &logical.Project{Input: q.node, List: right}, Type: plan.LeftOuterJoin, Condition: expr.AndAll(q.conditions)}
	var list []expr.Expr
	for _, c := range a.Left.Output() {
		list = append(list, c)
	}
	for _, c := range a.Right.Output() {
		e := &expr.Case{When: []expr.Expr{&expr.IsNull{Child: nullableAttribute(there.Attr())}}, Then: []expr.Expr{values[c.ID]}, Else: nullableAttribute(c)}
		renewed := expr.NewAlias(e, c.Name)
		list = append(list, renewed)
	}
	// The computed columns take the ids of the aggregate's in a projection of their own: a list cannot define an id that its input has.
	inner := &logical.Project{Input: j, List: list}
	var outer []expr.Expr
	for i, c := range a.Output() {
		if i < len(a.Left.Output()) {
			outer = append(outer, c)
			continue
		}
		from := inner.Output()[i]
		outer = append(outer, &expr.Alias{Child: from, Name: c.Name, ID: c.ID, Metadata: c.Metadata, Qualifier: c.Qualifier})
	}
	return filtered(&logical.Project{Input: inner, List: outer}, expr.Conjuncts(a.Condition)), nil
}
