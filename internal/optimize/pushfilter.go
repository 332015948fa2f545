package optimize

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// pushFilter moves the conjuncts of a filter below its input, where they read only what is there and leave out the same rows.
//
//	below a projection       with definitions in place of names
//	below a join             on the side they read, unless that side's rows are kept without a match
//	below an aggregation     those on keys (there must be keys: without, the one row of no input would be lost)
//	below a window           those on partition keys only: others would change what the functions see
//	below a union, set operation, sort, generator, repartitioning
func pushFilter(_ *optimizer, n logical.Node) logical.Node {
	f, ok := n.(*logical.Filter)
	if !ok {
		return nil
	}
	conjuncts := expr.Conjuncts(f.Condition)
	switch in := f.Input.(type) {
	case *logical.Project:
		return pushBelowProject(in, conjuncts)
	case *logical.Join:
		return pushBelowJoin(in, conjuncts)
	case *logical.Aggregate:
		return pushBelowAggregate(in, conjuncts)
	case *logical.Window:
		return pushBelowWindow(in, conjuncts)
	case *logical.Union:
		return pushBelowUnion(in, conjuncts)
	case *logical.SetOp:
		return pushBelowSetOp(in, conjuncts)
	case *logical.Generate:
		keep := map[expr.AttributeID]bool{}
		for _, a := range in.Required {
			keep[a.ID] = true
		}
		return pushBelowOne(in, in.Input, conjuncts, keep)
	case *logical.Sort, *logical.Repartition:
		return pushBelowOne(f.Input, f.Input.Children()[0], conjuncts, idsOf(f.Input))
	}
	return nil
}

// split divides conjuncts into those that read only columns in set and may move, and the others.
func split(conjuncts []expr.Expr, set map[expr.AttributeID]bool) (inside, outside []expr.Expr) {
	for _, c := range conjuncts {
		if movable(c) && within(c, set) {
			inside = append(inside, c)
		} else {
			outside = append(outside, c)
		}
	}
	return inside, outside
}

func pushBelowOne(n, input logical.Node, conjuncts []expr.Expr, set map[expr.AttributeID]bool) logical.Node {
	down, stay := split(conjuncts, set)
	if len(down) == 0 {
		return nil
	}
	return filtered(n.WithChildren([]logical.Node{filtered(input, down)}), stay)
}

func pushBelowProject(p *logical.Project, conjuncts []expr.Expr) logical.Node {
	defs := definitions(p.List)
	var down, stay []expr.Expr
	for _, c := range conjuncts {
		if d := expr.Replace(c, defs); movable(d) && movable(c) {
			down = append(down, d)
		} else {
			stay = append(stay, c)
		}
	}
	if len(down) == 0 {
		return nil
	}
	return filtered(&logical.Project{Input: filtered(p.Input, down), List: p.List}, stay)
}

func pushBelowJoin(j *logical.Join, conjuncts []expr.Expr) logical.Node {
	left, right := idsOf(j.Left), idsOf(j.Right)
	intoLeft, intoRight, intoCondition := false, false, false
	switch j.Type {
	case plan.InnerJoin, plan.CrossJoin:
		intoLeft, intoRight, intoCondition = true, true, true
	case plan.LeftOuterJoin, plan.LeftSemiJoin, plan.LeftAntiJoin:
		intoLeft = true
	case plan.RightOuterJoin:
		intoRight = true
	}
	if j.Mark != nil || j.Single { // these keep every left row
		intoLeft, intoRight, intoCondition = true, false, false
	}
	if j.NullAware { // a left row passes or not by itself
		intoLeft = true
	}
	var l, r, on, stay []expr.Expr
	for _, c := range conjuncts {
		switch {
		case !movable(c):
			stay = append(stay, c)
		case intoLeft && within(c, left):
			l = append(l, c)
		case intoRight && within(c, right):
			r = append(r, c)
		case intoCondition:
			on = append(on, c)
		default:
			stay = append(stay, c)
		}
	}
	if len(l)+len(r)+len(on) == 0 {
		return nil
	}
	out := *j
	out.Left, out.Right = filtered(j.Left, l), filtered(j.Right, r)
	if len(on) > 0 {
		out.Condition = expr.AndAll(append(expr.Conjuncts(j.Condition), on...))
		if out.Type == plan.CrossJoin {
			out.Type = plan.InnerJoin
		}
	}
	return filtered(&out, stay)
}

func pushBelowAggregate(a *logical.Aggregate, conjuncts []expr.Expr) logical.Node {
	if len(a.Grouping) == 0 {
		return nil
	}
	keys, defs := map[expr.AttributeID]bool{}, map[expr.AttributeID]expr.Expr{}
	for _, g := range a.Grouping {
		if expr.Deterministic(g.Child) {
			keys[g.ID], defs[g.ID] = true, g.Child
		}
	}
	down, stay := split(conjuncts, keys)
	if len(down) == 0 {
		return nil
	}
	for i := range down {
		down[i] = expr.Replace(down[i], defs)
	}
	return filtered(a.WithChildren([]logical.Node{filtered(a.Input, down)}), stay)
}

func pushBelowWindow(w *logical.Window, conjuncts []expr.Expr) logical.Node {
	keys := map[expr.AttributeID]bool{}
	for _, e := range w.PartitionBy {
		if a, ok := e.(*expr.Attribute); ok {
			keys[a.ID] = true
		}
	}
	var down, stay []expr.Expr
	for _, c := range conjuncts {
		if movable(c) && within(c, keys) && len(expr.References(c)) > 0 {
			down = append(down, c)
		} else {
			stay = append(stay, c)
		}
	}
	if len(down) == 0 {
		return nil
	}
	return filtered(w.WithChildren([]logical.Node{filtered(w.Input, down)}), stay)
}

// renamed gives conditions over the columns of one input of a union.
func renamed(conjuncts []expr.Expr, from []*expr.Attribute, to []*expr.Attribute) []expr.Expr {
	names := map[expr.AttributeID]expr.Expr{}
	for i, a := range from {
		names[a.ID] = to[i]
	}
	out := make([]expr.Expr, len(conjuncts))
	for i, c := range conjuncts {
		out[i] = expr.Replace(c, names)
	}
	return out
}

func pushBelowUnion(u *logical.Union, conjuncts []expr.Expr) logical.Node {
	down, stay := split(conjuncts, idsOf(u))
	if len(down) == 0 {
		return nil
	}
	inputs := make([]logical.Node, len(u.Inputs))
	for i, in := range u.Inputs {
		inputs[i] = filtered(in, renamed(down, u.Columns, in.Output()))
	}
	return filtered(&logical.Union{Inputs: inputs, Columns: u.Columns}, stay)
}

func pushBelowSetOp(s *logical.SetOp, conjuncts []expr.Expr) logical.Node {
	down, stay := split(conjuncts, idsOf(s))
	if len(down) == 0 {
		return nil
	}
	out := *s
	out.Left = filtered(s.Left, renamed(down, s.Columns, s.Left.Output()))
	out.Right = filtered(s.Right, renamed(down, s.Columns, s.Right.Output()))
	return filtered(&out, stay)
}

// pushJoinCondition moves the conjuncts of a join condition that read one side only below the join, where rows that fail them need not
// meet anything: not on a side whose rows are kept without a match.
func pushJoinCondition(_ *optimizer, n logical.Node) logical.Node {
	j, ok := n.(*logical.Join)
	if !ok || j.Condition == nil || j.NullAware {
		return nil
	}
	intoLeft, intoRight := false, false
	switch j.Type {
	case plan.InnerJoin, plan.CrossJoin, plan.LeftSemiJoin:
		intoLeft, intoRight = true, true
	case plan.LeftOuterJoin, plan.LeftAntiJoin:
		intoRight = true
	case plan.RightOuterJoin:
		intoLeft = true
	}
	if j.Mark != nil || j.Single {
		intoLeft, intoRight = false, true
	}
	left, right := idsOf(j.Left), idsOf(j.Right)
	var l, r, stay []expr.Expr
	for _, c := range expr.Conjuncts(j.Condition) {
		refs := len(expr.References(c))
		switch {
		case !movable(c) || refs == 0:
			stay = append(stay, c)
		case intoLeft && within(c, left):
			l = append(l, c)
		case intoRight && within(c, right):
			r = append(r, c)
		default:
			stay = append(stay, c)
		}
	}
	if len(l)+len(r) == 0 {
		return nil
	}
	out := *j
	out.Left, out.Right, out.Condition = filtered(j.Left, l), filtered(j.Right, r), expr.AndAll(stay)
	return &out
}
