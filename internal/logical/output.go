package logical

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/plan"
)

// Schema attributes of list items.
func attrs(list []expr.Expr) []*expr.Attribute {
	out := make([]*expr.Attribute, len(list))
	for i, e := range list {
		switch e := e.(type) {
		case *expr.Attribute:
			out[i] = e
		case *expr.Alias:
			out[i] = e.Attr()
		default:
			panic("logical: a list item is neither attribute nor alias")
		}
	}
	return out
}

func nullable(as []*expr.Attribute) []*expr.Attribute {
	out := make([]*expr.Attribute, len(as))
	for i, a := range as {
		c := *a
		c.IsNull = true
		out[i] = &c
	}
	return out
}

func join(a, b []*expr.Attribute) []*expr.Attribute {
	return append(append(make([]*expr.Attribute, 0, len(a)+len(b)), a...), b...)
}

func joinOutput(l, r Node, t plan.JoinType) []*expr.Attribute {
	switch t {
	case plan.LeftSemiJoin, plan.LeftAntiJoin:
		return l.Output()
	case plan.LeftOuterJoin:
		return join(l.Output(), nullable(r.Output()))
	case plan.RightOuterJoin:
		return join(nullable(l.Output()), r.Output())
	case plan.FullOuterJoin:
		return join(nullable(l.Output()), nullable(r.Output()))
	}
	return join(l.Output(), r.Output())
}

func (n *Scan) Output() []*expr.Attribute    { return n.Columns }
func (n *Local) Output() []*expr.Attribute   { return n.Columns }
func (n *Values) Output() []*expr.Attribute  { return n.Columns }
func (n *Range) Output() []*expr.Attribute   { return []*expr.Attribute{n.Column} }
func (n *Project) Output() []*expr.Attribute { return attrs(n.List) }
func (n *Filter) Output() []*expr.Attribute  { return n.Input.Output() }
func (n *Join) Output() []*expr.Attribute {
	if n.Mark != nil {
		return join(n.Left.Output(), []*expr.Attribute{n.Mark})
	}
	return joinOutput(n.Left, n.Right, n.Type)
}
func (n *Aggregate) Output() []*expr.Attribute {
	out := make([]*expr.Attribute, 0, len(n.Grouping)+len(n.List))
	for _, g := range n.Grouping {
		out = append(out, g.Attr())
	}
	for _, a := range n.List {
		out = append(out, a.Attr())
	}
	return out
}
func (n *Expand) Output() []*expr.Attribute { return n.Columns }
func (n *Sort) Output() []*expr.Attribute   { return n.Input.Output() }
func (n *Limit) Output() []*expr.Attribute  { return n.Input.Output() }
func (n *Tail) Output() []*expr.Attribute   { return n.Input.Output() }
func (n *Union) Output() []*expr.Attribute  { return n.Columns }
func (n *SetOp) Output() []*expr.Attribute  { return n.Columns }
func (n *Window) Output() []*expr.Attribute {
	out := append([]*expr.Attribute(nil), n.Input.Output()...)
	for _, c := range n.List {
		out = append(out, c.Attr)
	}
	return out
}
func (n *Generate) Output() []*expr.Attribute       { return join(n.Required, n.Columns) }
func (n *Apply) Output() []*expr.Attribute          { return joinOutput(n.Left, n.Right, n.Type) }
func (n *Sample) Output() []*expr.Attribute         { return n.Input.Output() }
func (n *Repartition) Output() []*expr.Attribute    { return n.Input.Output() }
func (n *CTERef) Output() []*expr.Attribute         { return n.Columns }
func (n *WithCTE) Output() []*expr.Attribute        { return n.Input.Output() }
func (n *CollectMetrics) Output() []*expr.Attribute { return n.Input.Output() }

func (n *Scan) Children() []Node           { return nil }
func (n *Local) Children() []Node          { return nil }
func (n *Values) Children() []Node         { return nil }
func (n *Range) Children() []Node          { return nil }
func (n *CTERef) Children() []Node         { return nil }
func (n *Project) Children() []Node        { return []Node{n.Input} }
func (n *Filter) Children() []Node         { return []Node{n.Input} }
func (n *Join) Children() []Node           { return []Node{n.Left, n.Right} }
func (n *Aggregate) Children() []Node      { return []Node{n.Input} }
func (n *Expand) Children() []Node         { return []Node{n.Input} }
func (n *Sort) Children() []Node           { return []Node{n.Input} }
func (n *Limit) Children() []Node          { return []Node{n.Input} }
func (n *Tail) Children() []Node           { return []Node{n.Input} }
func (n *Union) Children() []Node          { return n.Inputs }
func (n *SetOp) Children() []Node          { return []Node{n.Left, n.Right} }
func (n *Window) Children() []Node         { return []Node{n.Input} }
func (n *Generate) Children() []Node       { return []Node{n.Input} }
func (n *Apply) Children() []Node          { return []Node{n.Left, n.Right} }
func (n *Sample) Children() []Node         { return []Node{n.Input} }
func (n *Repartition) Children() []Node    { return []Node{n.Input} }
func (n *CollectMetrics) Children() []Node { return []Node{n.Input} }

// Children of a WithCTE are its definitions (plan, then recursive term when there is one), then the input.
func (n *WithCTE) Children() []Node {
	var out []Node
	for _, d := range n.Defs {
		out = append(out, d.Plan)
		if d.Recursive != nil {
			out = append(out, d.Recursive)
		}
	}
	return append(out, n.Input)
}

func (n *Scan) WithChildren([]Node) Node             { return n }
func (n *Local) WithChildren([]Node) Node            { return n }
func (n *Values) WithChildren([]Node) Node           { return n }
func (n *Range) WithChildren([]Node) Node            { return n }
func (n *CTERef) WithChildren([]Node) Node           { return n }
func (n *Project) WithChildren(c []Node) Node        { m := *n; m.Input = c[0]; return &m }
func (n *Filter) WithChildren(c []Node) Node         { m := *n; m.Input = c[0]; return &m }
func (n *Join) WithChildren(c []Node) Node           { m := *n; m.Left, m.Right = c[0], c[1]; return &m }
func (n *Aggregate) WithChildren(c []Node) Node      { m := *n; m.Input = c[0]; return &m }
func (n *Expand) WithChildren(c []Node) Node         { m := *n; m.Input = c[0]; return &m }
func (n *Sort) WithChildren(c []Node) Node           { m := *n; m.Input = c[0]; return &m }
func (n *Limit) WithChildren(c []Node) Node          { m := *n; m.Input = c[0]; return &m }
func (n *Tail) WithChildren(c []Node) Node           { m := *n; m.Input = c[0]; return &m }
func (n *Union) WithChildren(c []Node) Node          { m := *n; m.Inputs = c; return &m }
func (n *SetOp) WithChildren(c []Node) Node          { m := *n; m.Left, m.Right = c[0], c[1]; return &m }
func (n *Window) WithChildren(c []Node) Node         { m := *n; m.Input = c[0]; return &m }
func (n *Generate) WithChildren(c []Node) Node       { m := *n; m.Input = c[0]; return &m }
func (n *Apply) WithChildren(c []Node) Node          { m := *n; m.Left, m.Right = c[0], c[1]; return &m }
func (n *Sample) WithChildren(c []Node) Node         { m := *n; m.Input = c[0]; return &m }
func (n *Repartition) WithChildren(c []Node) Node    { m := *n; m.Input = c[0]; return &m }
func (n *CollectMetrics) WithChildren(c []Node) Node { m := *n; m.Input = c[0]; return &m }

// WithChildren takes the nodes in the order Children gives them.
func (n *WithCTE) WithChildren(c []Node) Node {
	m := *n
	m.Defs = append([]CTEDef(nil), n.Defs...)
	for i := range m.Defs {
		m.Defs[i].Plan, c = c[0], c[1:]
		if m.Defs[i].Recursive != nil {
			m.Defs[i].Recursive, c = c[0], c[1:]
		}
	}
	m.Input = c[0]
	return &m
}

// Transform rewrites bottom-up.
func Transform(n Node, f func(Node) Node) Node {
	kids := n.Children()
	var out []Node
	for i, k := range kids {
		m := Transform(k, f)
		if m != k && out == nil {
			out = append(make([]Node, 0, len(kids)), kids[:i]...)
		}
		if out != nil {
			out = append(out, m)
		}
	}
	if out != nil {
		n = n.WithChildren(out)
	}
	return f(n)
}
