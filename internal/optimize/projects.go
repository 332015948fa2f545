package optimize

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
)

// combineProjects makes one list of two, and drops a projection that gives its input's columns as they are.
//
//	Project [b + 1 AS c] (Project [a * 2 AS b] x)  →  Project [a * 2 + 1 AS c] x
//
// It does not when an inner expression would be evaluated more than once and costs something, or is not deterministic.
func combineProjects(_ *optimizer, n logical.Node) logical.Node {
	p, ok := n.(*logical.Project)
	if !ok {
		return nil
	}
	if sameColumns(p.List, p.Input.Output()) {
		return p.Input
	}
	in, ok := p.Input.(*logical.Project)
	if !ok {
		return nil
	}
	defs, ok := substitutable(in.List, p.List)
	if !ok {
		return nil
	}
	list := make([]expr.Expr, len(p.List))
	for i, e := range p.List {
		list[i] = substituteItem(e, defs)
	}
	return &logical.Project{Input: in.Input, List: list}
}

// sameColumns tells whether a list is exactly the input's columns.
func sameColumns(list []expr.Expr, columns []*expr.Attribute) bool {
	if len(list) != len(columns) {
		return false
	}
	for i, e := range list {
		a, ok := e.(*expr.Attribute)
		if !ok || a.ID != columns[i].ID || a.Name != columns[i].Name {
			return false
		}
	}
	return true
}

// substitutable gives the definitions of a list, if each may take the place of its uses in others.
func substitutable(list, users []expr.Expr) (map[expr.AttributeID]expr.Expr, bool) {
	uses := map[expr.AttributeID]int{}
	for _, u := range users {
		expr.Walk(u, func(x expr.Expr) bool {
			if a, ok := x.(*expr.Attribute); ok {
				uses[a.ID]++
			}
			return true
		})
	}
	defs := map[expr.AttributeID]expr.Expr{}
	for _, e := range list {
		a, ok := e.(*expr.Alias)
		if !ok {
			continue
		}
		if !expr.Deterministic(a.Child) || uses[a.ID] > 1 && !cheap(a.Child) {
			return nil, false
		}
		defs[a.ID] = a.Child
	}
	return defs, true
}

// substituteItem replaces attributes by their definitions in an item of a list; an item that is a replaced attribute keeps name and id.
func substituteItem(e expr.Expr, defs map[expr.AttributeID]expr.Expr) expr.Expr {
	if a, ok := e.(*expr.Attribute); ok {
		d, ok := defs[a.ID]
		if !ok {
			return a
		}
		return &expr.Alias{Child: d, Name: a.Name, ID: a.ID, Metadata: a.Metadata, Qualifier: a.Qualifier}
	}
	return expr.Replace(e, defs)
}

// definitions are the expressions behind the aliases of a list.
func definitions(list []expr.Expr) map[expr.AttributeID]expr.Expr {
	defs := map[expr.AttributeID]expr.Expr{}
	for _, e := range list {
		if a, ok := e.(*expr.Alias); ok {
			defs[a.ID] = a.Child
		}
	}
	return defs
}

// combineUnions flattens a union of unions, in one step for a chain of any length.
func combineUnions(_ *optimizer, n logical.Node) logical.Node {
	u, ok := n.(*logical.Union)
	if !ok {
		return nil
	}
	var inputs []logical.Node
	changed := false
	for _, in := range u.Inputs {
		if k, ok := in.(*logical.Union); ok {
			inputs, changed = append(inputs, k.Inputs...), true
			continue
		}
		inputs = append(inputs, in)
	}
	if !changed {
		return nil
	}
	return &logical.Union{Inputs: inputs, Columns: u.Columns}
}
