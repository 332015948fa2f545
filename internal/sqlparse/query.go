package sqlparse

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
)

// query reads [WITH …] term [ORDER BY …] [LIMIT …] [|> …].
func (p *parser) query() plan.Relation {
	p.enter()
	defer p.leave()
	from := p.i
	if p.is("WITH") {
		w := p.with()
		w.Input = p.queryBody()
		w.Node = p.node(from)
		return w
	}
	return p.queryBody()
}

func (p *parser) queryBody() plan.Relation {
	return p.pipes(p.organization(p.queryTerm()))
}

// with reads the common table expressions.
func (p *parser) with() *plan.With {
	from := p.i
	p.expect("WITH")
	w := &plan.With{}
	if p.is("RECURSIVE") && isName(p.ahead(1)) && p.ahead(1).upper != "AS" {
		p.i++
		w.Recursive = true
	}
	w.CTEs = list(p, p.cte)
	seen := map[string]int{}
	var twice []string
	for _, c := range w.CTEs {
		key := lower(c.Name)
		if seen[key]++; seen[key] == 2 {
			twice = append(twice, quoteName(c.Name))
		}
	}
	if twice != nil {
		p.raise(from, "DUPLICATED_CTE_NAMES", "duplicateNames", strings.Join(twice, ", "))
	}
	return w
}

func (p *parser) cte() plan.CTE {
	c := plan.CTE{Name: p.name()}
	if p.is("(") && !p.queryAt(p.i+1) {
		c.Columns = p.nameList()
	}
	if p.isSeq("MAX", "RECURSION", "LEVEL") {
		p.i += 3
		c.MaxDepth = p.primary()
	}
	p.accept("AS")
	if p.tok().upper != "(" {
		p.unexpected()
	}
	p.expect("(")
	c.Query = p.query()
	p.close()
	return c
}

// queryTerm reads set operations; INTERSECT binds tighter than UNION, EXCEPT and MINUS.
func (p *parser) queryTerm() plan.Relation {
	from := p.i
	left := p.intersection()
	for p.is("UNION", "EXCEPT", "MINUS") {
		op := plan.Except
		if p.advance().upper == "UNION" {
			op = plan.Union
		}
		left = p.setOperation(left, op, from, p.intersection)
	}
	return left
}

func (p *parser) intersection() plan.Relation {
	from := p.i
	left := p.queryPrimary()
	for p.accept("INTERSECT") {
		left = p.setOperation(left, plan.Intersect, from, p.queryPrimary)
	}
	return left
}

func (p *parser) setOperation(left plan.Relation, op plan.SetOp, from int, right func() plan.Relation) plan.Relation {
	s := &plan.SetOperation{Left: left, Op: op}
	s.All = p.acceptOne("ALL", "DISTINCT") == "ALL"
	s.Right = right()
	s.Node = p.node(from)
	return s
}

func (p *parser) queryPrimary() plan.Relation {
	switch p.tok().upper {
	case "SELECT":
		return p.selectBlock(nil)
	case "FROM":
		return p.fromStatement()
	case "TABLE":
		from := p.i
		p.i++
		return &plan.NamedTable{Name: p.nameRef(), Node: p.node(from)}
	case "VALUES":
		return p.inlineTable()
	case "(":
		p.enter()
		defer p.leave()
		p.i++
		q := p.query()
		p.close()
		return q
	case "MAP", "REDUCE":
		p.unsupported("TRANSFORM")
	}
	p.unexpected()
	return nil
}

// organization reads ORDER BY, SORT BY, CLUSTER BY, DISTRIBUTE BY, WINDOW, LIMIT and OFFSET behind a query.
func (p *parser) organization(r plan.Relation) plan.Relation {
	from := p.i
	var sort, order []plan.SortOrder
	var spread []plan.Expr
	all := false
	cluster := false
	if p.accept("ORDER", "BY") {
		order, all = p.orderBy()
	}
	if p.accept("CLUSTER", "BY") {
		cluster = true
		spread = list(p, p.expression)
		for _, e := range spread {
			sort = append(sort, plan.SortOrder{Child: e})
		}
	}
	if p.accept("DISTRIBUTE", "BY") {
		spread = append(spread, list(p, p.expression)...)
	}
	if p.accept("SORT", "BY") {
		if cluster {
			p.raise(from, "UNSUPPORTED_FEATURE.COMBINATION_QUERY_RESULT_CLAUSES")
		}
		sort = list(p, p.sortItem)
	}
	if order != nil && (spread != nil || sort != nil) {
		p.raise(from, "UNSUPPORTED_FEATURE.COMBINATION_QUERY_RESULT_CLAUSES")
	}
	if spread != nil {
		r = &plan.Repartition{Node: p.node(from), Input: r, By: spread, Shuffle: true}
	}
	if order != nil {
		r = &plan.Sort{Node: p.node(from), Input: r, Order: order, Global: true, All: all}
	} else if sort != nil {
		r = &plan.Sort{Node: p.node(from), Input: r, Order: sort}
	}
	r = p.windows(r)
	return p.limits(r)
}

// orderBy reads the sort keys; ALL alone means every column.
func (p *parser) orderBy() ([]plan.SortOrder, bool) {
	keys := list(p, p.sortItem)
	if len(keys) == 1 && isWord(keys[0].Child, "all") {
		return keys, true
	}
	return keys, false
}

// isWord tells whether e is the unquoted-looking single name.
func isWord(e plan.Expr, name string) bool {
	a, ok := e.(*plan.Attribute)
	return ok && len(a.Parts) == 1 && strings.EqualFold(a.Parts[0], name)
}

func (p *parser) windows(r plan.Relation) plan.Relation {
	if !p.is("WINDOW") || !isName(p.ahead(1)) || p.ahead(2).upper != "AS" {
		return r
	}
	from := p.i
	p.i++
	specs := p.windowClause()
	return &plan.WindowDefinitions{Node: p.node(from), Input: r, Specs: specs}
}

func (p *parser) limits(r plan.Relation) plan.Relation {
	from := p.i
	var limit, offset plan.Expr
	for limit == nil && p.is("LIMIT") || offset == nil && p.is("OFFSET") {
		if p.advance().upper == "OFFSET" {
			offset = p.expression()
			continue
		}
		if p.is("ALL") && !oneOf(p.ahead(1), []string{"(", ".", "+"}) {
			p.i++
			limit = &plan.Literal{Type: types.Null}
			continue
		}
		limit = p.expression()
	}
	if offset != nil {
		r = &plan.Offset{Node: p.node(from), Input: r, Count: offset}
	}
	if l, isNull := limit.(*plan.Literal); limit != nil && !(isNull && l.Type == types.Null && l.Origin == (plan.Origin{})) {
		r = &plan.Limit{Node: p.node(from), Input: r, Count: limit}
	}
	return r
}
