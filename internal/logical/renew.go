package logical

import "github.com/flintlake/flintlake/internal/expr"

// Renew is a copy of a tree in which every attribute that the tree itself defines has a fresh id: another instance of the same relation.
// Attributes of enclosing queries (Outer) stay.
func Renew(n Node) Node {
	r := renewer{map[expr.AttributeID]expr.AttributeID{}}
	return r.node(n)
}

type renewer struct {
	ids map[expr.AttributeID]expr.AttributeID
}

func (r renewer) node(n Node) Node {
	kids := n.Children()
	if len(kids) > 0 {
		out := make([]Node, len(kids))
		for i, k := range kids {
			out[i] = r.node(k)
		}
		n = n.WithChildren(out)
	}
	return r.definitions(n)
}

func (r renewer) fresh(id expr.AttributeID) expr.AttributeID {
	if _, ok := r.ids[id]; !ok {
		r.ids[id] = expr.NewID()
	}
	return r.ids[id]
}

func (r renewer) define(list []*expr.Attribute) []*expr.Attribute {
	out := make([]*expr.Attribute, len(list))
	for i, a := range list {
		c := *a
		c.ID = r.fresh(a.ID)
		out[i] = &c
	}
	return out
}

// uses rewrites references and, for aliases, definitions.
func (r renewer) uses(e expr.Expr) expr.Expr {
	return expr.Transform(e, func(x expr.Expr) expr.Expr {
		switch x := x.(type) {
		case *expr.Attribute:
			if id, ok := r.ids[x.ID]; ok {
				c := *x
				c.ID = id
				return &c
			}
		case *expr.Outer:
			if id, ok := r.ids[x.Attr.ID]; ok {
				c := *x.Attr
				c.ID = id
				return &expr.Outer{Attr: &c}
			}
		case *expr.Alias:
			c := *x
			c.ID = r.fresh(x.ID)
			return &c
		case *expr.Subquery:
			if p, ok := x.Plan.(Node); ok {
				c := *x
				c.Plan = r.node(p)
				return &c
			}
		}
		return x
	})
}

// definitions rewrites one node whose children are done.
func (r renewer) definitions(n Node) Node {
	switch x := n.(type) {
	case *Scan:
		c := *x
		c.Columns = r.define(x.Columns)
		n = &c
	case *Local:
		c := *x
		c.Columns = r.define(x.Columns)
		n = &c
	case *Values:
		c := *x
		c.Columns = r.define(x.Columns)
		n = &c
	case *Range:
		c := *x
		c.Column = r.define([]*expr.Attribute{x.Column})[0]
		n = &c
	case *CTERef:
		c := *x
		c.Columns = r.define(x.Columns)
		n = &c
	case *Expand:
		c := *x
		c.Columns = r.define(x.Columns)
		n = &c
	case *Union:
		c := *x
		c.Columns = r.define(x.Columns)
		n = &c
	case *SetOp:
		c := *x
		c.Columns = r.define(x.Columns)
		n = &c
	case *Generate:
		c := *x
		c.Columns = r.define(x.Columns)
		c.Required = r.define(x.Required)
		n = &c
	case *Window:
		c := *x
		c.List = append([]WindowColumn(nil), x.List...)
		for i := range c.List {
			c.List[i].Attr = r.define([]*expr.Attribute{c.List[i].Attr})[0]
		}
		n = &c
	case *Join:
		if x.Mark != nil {
			c := *x
			c.Mark = r.define([]*expr.Attribute{x.Mark})[0]
			n = &c
		}
	}
	return MapExpressions(n, r.uses)
}
