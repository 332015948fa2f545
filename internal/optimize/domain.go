package optimize

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// overDomain evaluates a correlated plan once for every distinct combination of the outer columns that it reads (its domain), for the
// forms that pulling up does not handle: conditions that are no equalities below aggregates, outer columns in select lists, below outer
// joins, in unions.
//
//	q(outer.a)   →   q(d.a) with d carried along, d = SELECT DISTINCT a FROM left;   joined on left.a <=> d.a
//
// The left side is evaluated twice; therefore this is the last resort (after Neumann and Kemper, "Unnesting Arbitrary Queries", 2015).
func (o *optimizer) overDomain(left, n logical.Node) (*pulled, error) {
	c := &carrying{o: o, left: left}
	have := idsOf(left)
	seen := map[expr.AttributeID]bool{}
	missing := false
	walkExpressions(n, func(e expr.Expr) {
		if x, ok := e.(*expr.Outer); ok && !seen[x.Attr.ID] {
			seen[x.Attr.ID] = true
			c.outer = append(c.outer, x.Attr)
			missing = missing || !have[x.Attr.ID]
		}
	})
	if missing || !deterministicPlan(left) {
		return nil, sparkerr.Unsupported("a correlated subquery of this form")
	}
	node, d, err := c.node(n)
	if err != nil {
		return nil, err
	}
	p := &pulled{node: node, columns: n.Output(), atMostOne: givesOneRow(n), overDomain: true}
	for i, a := range c.outer {
		p.conditions = append(p.conditions, &expr.Compare{Op: expr.EqNullSafe, Left: a, Right: d[i]})
	}
	return p, nil
}

// walkExpressions visits every expression of a plan, with all its operands.
func walkExpressions(n logical.Node, visit func(expr.Expr)) {
	for _, e := range logical.Expressions(n) {
		expr.Walk(e, func(x expr.Expr) bool { visit(x); return true })
	}
	for _, k := range n.Children() {
		walkExpressions(k, visit)
	}
}

func deterministicPlan(n logical.Node) bool {
	ok := true
	walkExpressions(n, func(e expr.Expr) {
		if c, is := e.(*expr.Call); is && !c.Fn.Deterministic() {
			ok = false
		}
	})
	return ok
}

// carrying rebuilds a plan with the columns of the domain among its output. Each call of node gives them, in the order of outer.
type carrying struct {
	o     *optimizer
	left  logical.Node
	outer []*expr.Attribute
}

// domain is a new instance of the distinct outer values.
func (c *carrying) domain() (logical.Node, []*expr.Attribute) {
	left := logical.Renew(c.left)
	a := &logical.Aggregate{Input: left}
	for _, x := range c.outer {
		for i, k := range c.left.Output() {
			if k.ID == x.ID {
				a.Grouping = append(a.Grouping, expr.NewAlias(left.Output()[i], x.Name))
				break
			}
		}
	}
	return a, a.Output()
}

// bound puts the domain's columns in place of outer ones.
func (c *carrying) bound(e expr.Expr, d []*expr.Attribute) expr.Expr {
	if e == nil {
		return nil
	}
	return expr.Transform(e, func(x expr.Expr) expr.Expr {
		if out, ok := x.(*expr.Outer); ok {
			for i, a := range c.outer {
				if a.ID == out.Attr.ID {
					return d[i]
				}
			}
		}
		return x
	})
}

func (c *carrying) node(n logical.Node) (logical.Node, []*expr.Attribute, error) {
	if !correlated(n) {
		dom, d := c.domain()
		return &logical.Join{Left: dom, Right: n, Type: plan.CrossJoin}, d, nil
	}
	switch n := n.(type) {
	case *logical.Join:
		return c.join(n)
	case *logical.Union:
		return c.union(n)
	case *logical.Values:
		return nil, nil, sparkerr.Unsupported("outer columns in VALUES")
	}
	kids := n.Children()
	if len(kids) != 1 {
		return nil, nil, sparkerr.Unsupported("a correlated subquery of this form")
	}
	in, d, err := c.node(kids[0])
	if err != nil {
		return nil, nil, err
	}
	switch n := n.(type) {
	case *logical.Limit:
		return c.limit(n, in, d)
	case *logical.Aggregate:
		return c.aggregate(n, in, d)
	}
	out := logical.MapExpressions(n.WithChildren([]logical.Node{in}), func(e expr.Expr) expr.Expr { return c.bound(e, d) })
	switch x := out.(type) {
	case *logical.Filter, *logical.Sort:
		return out, d, nil
	case *logical.Project:
		for _, a := range d {
			x.List = append(x.List, a)
		}
		return x, d, nil
	case *logical.Window:
		for _, a := range d {
			x.PartitionBy = append(x.PartitionBy, a)
		}
		return x, d, nil
	case *logical.Generate:
		x.Required = append(x.Required[:len(x.Required):len(x.Required)], d...)
		return x, d, nil
	}
	return nil, nil, sparkerr.Unsupported("a correlated subquery of this form")
}

// same compares two instances of the domain.
func same(a, b []*expr.Attribute) []expr.Expr {
	out := make([]expr.Expr, len(a))
	for i := range a {
		out[i] = &expr.Compare{Op: expr.EqNullSafe, Left: a[i], Right: b[i]}
	}
	return out
}

// join carries the domain on the side that is kept, or on both.
func (c *carrying) join(n *logical.Join) (logical.Node, []*expr.Attribute, error) {
	if n.Type == plan.FullOuterJoin || n.NullAware {
		return nil, nil, sparkerr.Unsupported("a correlated subquery below a full outer join")
	}
	out := *n
	one := n.Type == plan.InnerJoin || n.Type == plan.CrossJoin
	if !correlated(n.Right) && n.Type != plan.RightOuterJoin || one && correlated(n.Left) && !correlated(n.Right) {
		in, d, err := c.node(n.Left)
		out.Left, out.Condition = in, c.bound(n.Condition, d)
		return joinedBy(&out, nil), d, err
	}
	if !correlated(n.Left) && (one || n.Type == plan.RightOuterJoin) {
		in, d, err := c.node(n.Right)
		out.Right, out.Condition = in, c.bound(n.Condition, d)
		return joinedBy(&out, nil), d, err
	}
	l, dl, err := c.node(n.Left)
	if err != nil {
		return nil, nil, err
	}
	r, dr, err := c.node(n.Right)
	if err != nil {
		return nil, nil, err
	}
	d := dl
	if n.Type == plan.RightOuterJoin {
		d = dr
	}
	out.Left, out.Right, out.Condition = l, r, c.bound(n.Condition, d)
	return joinedBy(&out, same(dl, dr)), d, nil
}

func joinedBy(j *logical.Join, more []expr.Expr) logical.Node {
	j.Condition = expr.AndAll(append(expr.Conjuncts(j.Condition), more...))
	if j.Condition != nil && j.Type == plan.CrossJoin {
		j.Type = plan.InnerJoin
	}
	return j
}

func (c *carrying) union(n *logical.Union) (logical.Node, []*expr.Attribute, error) {
	out := &logical.Union{Columns: n.Columns[:len(n.Columns):len(n.Columns)]}
	var d []*expr.Attribute
	for _, a := range c.outer {
		d = append(d, expr.NewAttribute(a.Name, a.DataType, true))
	}
	out.Columns = append(out.Columns, d...)
	for _, in := range n.Inputs {
		k, dk, err := c.node(in)
		if err != nil {
			return nil, nil, err
		}
		columns := in.Output()
		out.Inputs = append(out.Inputs, exactly(k, append(columns[:len(columns):len(columns)], dk...)))
	}
	return out, d, nil
}

// limit numbers the rows of each value of the domain.
func (c *carrying) limit(n *logical.Limit, in logical.Node, d []*expr.Attribute) (logical.Node, []*expr.Attribute, error) {
	if n.Count < 0 {
		return nil, nil, sparkerr.Unsupported("OFFSET in a correlated subquery")
	}
	return numbered(n, in, attributeExprs(d), in.Output()), d, nil
}

func attributeExprs(as []*expr.Attribute) []expr.Expr {
	out := make([]expr.Expr, len(as))
	for i, a := range as {
		out[i] = a
	}
	return out
}

// aggregate groups by the domain too. Without keys of its own there is a row for every value, also for those without rows below.
func (c *carrying) aggregate(n *logical.Aggregate, in logical.Node, d []*expr.Attribute) (logical.Node, []*expr.Attribute, error) {
	out := logical.MapExpressions(n, func(e expr.Expr) expr.Expr { return c.bound(e, d) }).(*logical.Aggregate)
	out.Input = in
	for _, a := range d {
		out.Grouping = append(out.Grouping, &expr.Alias{Child: a, Name: a.Name, ID: a.ID})
	}
	if len(n.Grouping) > 0 {
		return out, d, nil
	}
	there := expr.NewAlias(boolean(true), "there")
	right := &logical.Project{Input: out, List: append(attributeExprs(out.Output()), there)}
	dom, all := c.domain()
	j := &logical.Join{Left: dom, Right: right, Type: plan.LeftOuterJoin, Condition: expr.AndAll(same(all, d))}
	list, outer := attributeExprs(all), attributeExprs(all)
	for _, a := range n.List {
		empty, err := c.o.ofNoRows(a.Child)
		if err != nil {
			return nil, nil, err
		}
		value := expr.NewAlias(&expr.Case{When: []expr.Expr{&expr.IsNull{Child: nullableAttribute(there.Attr())}}, Then: []expr.Expr{empty}, Else: nullableAttribute(a.Attr())}, a.Name)
		list = append(list, value)
		outer = append(outer, &expr.Alias{Child: value.Attr(), Name: a.Name, ID: a.ID})
	}
	return &logical.Project{Input: &logical.Project{Input: j, List: list}, List: outer}, all, nil
}
