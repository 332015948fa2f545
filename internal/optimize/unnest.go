package optimize

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// unnest turns subqueries in expressions and Apply nodes into joins, the innermost ones first.
//
//	WHERE EXISTS (q), WHERE x IN (q)            semi join
//	WHERE NOT EXISTS (q), WHERE x NOT IN (q)    anti join; NOT IN minds nulls
//	the same anywhere else                      join that adds a mark, which takes the subquery's place
//	(q) as a value                              left outer join that allows one match a row
//	l, LATERAL q                                join
//
// Conditions of a correlated q that read outer columns are pulled up into the join condition (pullup.go).
func (o *optimizer) unnest(n logical.Node) (logical.Node, error) {
	kids := n.Children()
	if len(kids) > 0 {
		out := make([]logical.Node, len(kids))
		for i, k := range kids {
			var err error
			if out[i], err = o.unnest(k); err != nil {
				return nil, err
			}
		}
		n = n.WithChildren(out)
	}
	if a, ok := n.(*logical.Apply); ok {
		return o.unnestApply(a)
	}
	u := &unnesting{o: o}
	if f, ok := n.(*logical.Filter); ok {
		return u.filter(f)
	}
	return u.other(n)
}

// unnesting replaces the subqueries of one node by columns that joins below it add.
type unnesting struct {
	o     *optimizer
	input logical.Node
}

// filter makes semi and anti joins of conjuncts, and marks of what is deeper.
func (u *unnesting) filter(f *logical.Filter) (logical.Node, error) {
	if !hasSubqueryIn(f.Condition) {
		return f, nil
	}
	u.input = f.Input
	var rest []expr.Expr
	var subqueries []expr.Expr
	for _, c := range expr.Conjuncts(f.Condition) {
		if hasSubqueryIn(c) {
			subqueries = append(subqueries, c)
		} else {
			rest = append(rest, c)
		}
	}
	u.input = filtered(u.input, rest)
	rest = nil
	for _, c := range subqueries {
		done, err := u.conjunct(c)
		if err != nil {
			return nil, err
		}
		if done {
			continue
		}
		e, err := u.replace(c)
		if err != nil {
			return nil, err
		}
		rest = append(rest, e)
	}
	return exactly(filtered(u.input, rest), f.Output()), nil
}

// conjunct turns a whole conjunct into a join; false when it is not of the form.
func (u *unnesting) conjunct(c expr.Expr) (bool, error) {
	negated := false
	if n, ok := c.(*expr.Not); ok {
		c, negated = n.Child, true
	}
	s, ok := c.(*expr.Subquery)
	if !ok || s.Kind == expr.ScalarSubquery {
		return false, nil
	}
	for _, v := range s.Values {
		if hasSubqueryIn(v) {
			return false, nil
		}
	}
	q, err := u.o.pulledUp(u.input, s)
	if err != nil {
		return false, err
	}
	j := &logical.Join{Left: u.input, Right: q.node, Type: plan.LeftSemiJoin}
	on := q.conditions
	if negated {
		j.Type = plan.LeftAntiJoin
	}
	if s.Kind == expr.InSubquery {
		equal := equalities(s.Values, q.columns)
		nullable := anyNullable(s.Values, q.columns)
		switch {
		case negated && nullable && len(equal) == 1 && len(on) == 0:
			j.NullAware = true
		case negated && nullable:
			for i, e := range equal {
				equal[i] = &expr.Or{Left: e, Right: &expr.IsNull{Child: e}}
			}
			if len(equal) > 1 { // (a, b) <> (x, y) is decided by any pair that differs, nulls elsewhere or not
				all := expr.AndAll(equalities(s.Values, q.columns))
				equal = []expr.Expr{&expr.Or{Left: all, Right: &expr.IsNull{Child: all}}}
			}
		}
		on = append(equal, on...)
	}
	j.Condition = expr.AndAll(on)
	u.input = j
	return true, nil
}

func equalities(values []expr.Expr, columns []*expr.Attribute) []expr.Expr {
	out := make([]expr.Expr, len(values))
	for i, v := range values {
		out[i] = &expr.Compare{Op: expr.Eq, Left: v, Right: columns[i]}
	}
	return out
}

func anyNullable(values []expr.Expr, columns []*expr.Attribute) bool {
	for i, v := range values {
		if v.Nullable() || columns[i].IsNull {
			return true
		}
	}
	return false
}

// other replaces the subqueries in the expressions of a node with one input.
func (u *unnesting) other(n logical.Node) (logical.Node, error) {
	found := false
	for _, e := range logical.Expressions(n) {
		found = found || hasSubqueryIn(e)
	}
	if !found {
		return n, nil
	}
	kids := n.Children()
	if len(kids) != 1 {
		if j, ok := n.(*logical.Join); ok && j.Type == plan.InnerJoin && j.Mark == nil && !j.Single {
			bare := *j
			bare.Condition = nil
			return u.filter(&logical.Filter{Input: &bare, Condition: j.Condition})
		}
		if v, ok := n.(*logical.Values); ok {
			return u.values(v)
		}
		return nil, sparkerr.Unsupported("a subquery in this place")
	}
	u.input = kids[0]
	var err error
	out := logical.MapExpressions(n, func(e expr.Expr) expr.Expr {
		if err != nil || !hasSubqueryIn(e) {
			return e
		}
		var r expr.Expr
		if r, err = u.replace(e); err != nil {
			return e
		}
		return r
	})
	if err != nil {
		return nil, err
	}
	return exactly(out.WithChildren([]logical.Node{u.input}), n.Output()), nil
}

// values makes a row with subqueries a projection over an empty row.
func (u *unnesting) values(v *logical.Values) (logical.Node, error) {
	union := &logical.Union{Columns: v.Columns}
	for _, row := range v.Rows {
		list := make([]expr.Expr, len(row))
		for i, e := range row {
			list[i] = expr.NewAlias(e, v.Columns[i].Name)
		}
		one := &unnesting{o: u.o}
		p, err := one.other(&logical.Project{Input: &logical.Values{Rows: [][]expr.Expr{{}}}, List: list})
		if err != nil {
			return nil, err
		}
		union.Inputs = append(union.Inputs, p)
	}
	return union, nil
}

// replace puts the columns of joins in place of the subqueries in e.
func (u *unnesting) replace(e expr.Expr) (expr.Expr, error) {
	if n, ok := e.(*expr.Not); ok {
		if s, ok := n.Child.(*expr.Subquery); ok && s.Kind == expr.InSubquery {
			m, err := u.subquery(s, true)
			return &expr.Not{Child: m}, err
		}
	}
	if s, ok := e.(*expr.Subquery); ok {
		return u.subquery(s, false)
	}
	return u.operands(e)
}

// operands replaces the subqueries in the operands of e.
func (u *unnesting) operands(e expr.Expr) (expr.Expr, error) {
	kids := e.Children()
	if len(kids) == 0 || !hasSubqueryIn(e) {
		return e, nil
	}
	out := make([]expr.Expr, len(kids))
	for i, k := range kids {
		var err error
		if out[i], err = u.replace(k); err != nil {
			return nil, err
		}
	}
	return e.WithChildren(out), nil
}

func (u *unnesting) subquery(s *expr.Subquery, negated bool) (expr.Expr, error) {
	values := *s
	values.Values = make([]expr.Expr, len(s.Values))
	for i, v := range s.Values {
		var err error
		if values.Values[i], err = u.replace(v); err != nil {
			return nil, err
		}
	}
	switch s.Kind {
	case expr.ScalarSubquery:
		return u.scalar(&values)
	case expr.ExistsSubquery:
		return u.exists(&values)
	}
	return u.in(&values, negated)
}

// mark adds a column that tells for each row whether the condition holds with some row of q.
func (u *unnesting) mark(q *pulled, on []expr.Expr) *expr.Attribute {
	m := expr.NewAttribute("exists", types.Boolean, false)
	u.input = &logical.Join{Left: u.input, Right: q.node, Type: plan.LeftOuterJoin, Condition: expr.AndAll(on), Mark: m}
	return m
}

func (u *unnesting) exists(s *expr.Subquery) (expr.Expr, error) {
	q, err := u.o.pulledUp(u.input, s)
	if err != nil {
		return nil, err
	}
	return u.mark(q, q.conditions), nil
}

// in is a mark of an equal row. As in Spark (existence joins, RewritePredicateSubquery) a value that cannot be decided for nulls counts as
// not in, and negated as not not in: the mark is never null.
func (u *unnesting) in(s *expr.Subquery, negated bool) (expr.Expr, error) {
	q, err := u.o.pulledUp(u.input, s)
	if err != nil {
		return nil, err
	}
	equal := expr.AndAll(equalities(s.Values, q.columns))
	if negated && anyNullable(s.Values, q.columns) {
		equal = &expr.Or{Left: equal, Right: &expr.IsNull{Child: equal}}
	}
	return u.mark(q, append([]expr.Expr{equal}, q.conditions...)), nil
}

// scalar joins the one row of a subquery; without one the value is null, or what its aggregates give for no rows.
func (u *unnesting) scalar(s *expr.Subquery) (expr.Expr, error) {
	q, err := u.o.pulledUp(u.input, s)
	if err != nil {
		return nil, err
	}
	value := q.columns[0]
	single := !q.atMostOne
	if q.empty == nil || isNullLiteral(q.empty) {
		u.input = &logical.Join{Left: u.input, Right: q.node, Type: plan.LeftOuterJoin, Condition: expr.AndAll(q.conditions), Single: single}
		return nullableAttribute(value), nil
	}
	there := expr.NewAlias(boolean(true), "there")
	list := []expr.Expr{there}
	for _, a := range q.node.Output() {
		list = append(list, a)
	}
	right := &logical.Project{Input: q.node, List: list}
	u.input = &logical.Join{Left: u.input, Right: right, Type: plan.LeftOuterJoin, Condition: expr.AndAll(q.conditions), Single: single}
	return &expr.Case{
		When: []expr.Expr{&expr.IsNull{Child: nullableAttribute(there.Attr())}},
		Then: []expr.Expr{q.empty},
		Else: nullableAttribute(value),
	}, nil
}

func nullableAttribute(a *expr.Attribute) *expr.Attribute {
	c := *a
	c.IsNull = true
	return &c
}

func hasSubqueryIn(e expr.Expr) bool {
	found := false
	expr.Walk(e, func(x expr.Expr) bool {
		_, is := x.(*expr.Subquery)
		found = found || is
		return !found
	})
	return found
}
