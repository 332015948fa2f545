package analyze

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// inner binds a query whose names may be those of the scope around it.
func (x *exprBinder) inner(q plan.Relation) logical.Node {
	saved, windows := x.binder.outer, x.binder.windows
	x.binder.outer, x.binder.windows = x.scope, nil
	defer func() { x.binder.outer, x.binder.windows = saved, windows }()
	return x.relation(q).exact()
}

// apart binds a relation that must not see the current outer scope or named windows.
func (b *binder) apart(f func() *rel) *rel {
	saved, windows := b.outer, b.windows
	b.outer, b.windows = nil, nil
	defer func() { b.outer, b.windows = saved, windows }()
	return f()
}

// queryOf is a subquery's plan: the one it holds, or the one that plan.WithRelations brought along under an id.
func (x *exprBinder) queryOf(q plan.Relation, id int64) plan.Relation {
	if q != nil {
		return q
	}
	q, ok := x.refs[id]
	if !ok {
		unsupported("a subquery without its plan")
	}
	return q
}

func (x *exprBinder) scalarSubquery(e *plan.ScalarSubquery) expr.Expr {
	n := x.inner(x.queryOf(e.Plan, e.PlanID))
	out := n.Output()
	if len(out) != 1 {
		failAt(e.Origin, "INVALID_SUBQUERY_EXPRESSION.SCALAR_SUBQUERY_RETURN_MORE_THAN_ONE_OUTPUT_COLUMN", "number", itoa(len(out)))
	}
	return &expr.Subquery{Kind: expr.ScalarSubquery, Plan: n, DataType: out[0].DataType, IsNull: true}
}

func (x *exprBinder) exists(e *plan.Exists) expr.Expr {
	return &expr.Subquery{Kind: expr.ExistsSubquery, Plan: x.inner(x.queryOf(e.Plan, e.PlanID)), DataType: types.Boolean}
}

// inSubquery compares values with the columns of a query, after bringing both to common types.
func (x *exprBinder) inSubquery(e *plan.InSubquery) expr.Expr {
	var values []expr.Expr
	for _, v := range e.Values {
		if r, ok := v.(*plan.RowValue); ok && len(e.Values) == 1 {
			values = x.binds(r.Fields)
			break
		}
		values = append(values, x.value(v))
	}
	for i := range values {
		values[i] = stripAlias(values[i])
	}
	if m, ok := values[0].(*expr.MakeStruct); ok && len(values) == 1 {
		values = m.Fields
	}
	n := x.inner(x.queryOf(e.Plan, e.PlanID))
	out := n.Output()
	if len(out) != len(values) {
		failAt(e.Origin, "DATATYPE_MISMATCH.IN_SUBQUERY_LENGTH_MISMATCH", "sqlExpr", x.quoted(&expr.Subquery{Kind: expr.InSubquery, Values: values, Plan: n}),
			"leftColumns", x.quotedColumns(values), "leftLength", itoa(len(values)), "rightColumns", quotedNames(out), "rightLength", itoa(len(out)))
	}
	nullable := false
	list := make([]expr.Expr, len(out))
	changed := false
	cast := append([]expr.Expr(nil), values...)
	for i, a := range out {
		same, ok := x.unify([]expr.Expr{values[i], a})
		if !ok {
			failAt(e.Origin, "DATATYPE_MISMATCH.IN_SUBQUERY_DATA_TYPE_MISMATCH", "sqlExpr", x.quoted(&expr.Subquery{Kind: expr.InSubquery, Values: values, Plan: n}),
				"mismatchedColumns", "("+x.sql(values[i])+":"+values[i].Type().SimpleString()+", "+a.Name+":"+a.DataType.SimpleString()+")",
				"leftType", typeList(values), "rightType", "["+quotedTypes(out)+"]")
		}
		cast[i] = same[0]
		list[i] = same[1]
		if same[1] != expr.Expr(a) {
			list[i] = expr.NewAlias(same[1], a.Name)
			changed = true
		}
		nullable = nullable || cast[i].Nullable() || list[i].Nullable()
	}
	if changed {
		n = &logical.Project{Input: n, List: list}
	}
	return &expr.Subquery{Kind: expr.InSubquery, Plan: n, Values: cast, DataType: types.Boolean, IsNull: nullable}
}

func (x *exprBinder) quotedColumns(list []expr.Expr) string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = x.quoted(e)
	}
	return strings.Join(out, ", ")
}

func quotedNames(attrs []*expr.Attribute) string {
	out := make([]string, len(attrs))
	for i, a := range attrs {
		out[i] = "\"" + a.Name + "\""
	}
	return strings.Join(out, ", ")
}

func quotedTypes(attrs []*expr.Attribute) string {
	out := make([]string, len(attrs))
	for i, a := range attrs {
		out[i] = quotedType(a.DataType)
	}
	return strings.Join(out, ", ")
}

// outerAttributes are the columns of enclosing queries that a plan refers to, each once, in order of appearance.
func outerAttributes(n logical.Node) []*expr.Attribute {
	var out []*expr.Attribute
	seen, defined := map[expr.AttributeID]bool{}, map[expr.AttributeID]bool{}
	var walk func(n logical.Node)
	visit := func(e expr.Expr) {
		expr.Walk(e, func(x expr.Expr) bool {
			switch x := x.(type) {
			case *expr.Outer:
				if !seen[x.Attr.ID] {
					seen[x.Attr.ID] = true
					out = append(out, x.Attr)
				}
			case *expr.Subquery:
				if p, ok := x.Plan.(logical.Node); ok {
					walk(p)
				}
			}
			return true
		})
	}
	walk = func(n logical.Node) {
		for _, k := range n.Children() {
			walk(k)
		}
		for _, a := range n.Output() {
			defined[a.ID] = true
		}
		for _, e := range logical.Expressions(n) {
			visit(e)
		}
	}
	walk(n)
	// What a nested subquery takes from this plan itself is not outer to it.
	kept := out[:0]
	for _, a := range out {
		if !defined[a.ID] {
			kept = append(kept, a)
		}
	}
	return kept
}

// mapSubquery rewrites the outer references in a subquery's plan.
func mapSubquery(s *expr.Subquery, f func(*expr.Outer) expr.Expr) *expr.Subquery {
	p, ok := s.Plan.(logical.Node)
	if !ok {
		return s
	}
	c := *s
	c.Plan = mapOuter(p, f)
	return &c
}

func mapOuter(n logical.Node, f func(*expr.Outer) expr.Expr) logical.Node {
	return logical.Transform(n, func(n logical.Node) logical.Node {
		touched := false
		for _, e := range logical.Expressions(n) {
			touched = touched || has[*expr.Outer](e) || has[*expr.Subquery](e)
		}
		if !touched {
			return n
		}
		return logical.MapExpressions(n, func(e expr.Expr) expr.Expr {
			return expr.Transform(e, func(x expr.Expr) expr.Expr {
				switch x := x.(type) {
				case *expr.Outer:
					return f(x)
				case *expr.Subquery:
					return mapSubquery(x, f)
				}
				return x
			})
		})
	})
}
