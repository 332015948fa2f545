package sqlparse

import (
	"github.com/flintlake/flintlake/internal/plan"
)

// pipes reads the |> operators behind a query.
func (p *parser) pipes(r plan.Relation) plan.Relation {
	for p.accept("|>") {
		r = p.pipe(r)
	}
	return r
}

func (p *parser) pipe(r plan.Relation) plan.Relation {
	from := p.i
	switch p.tok().upper {
	case "SELECT":
		return p.pipeSelect(r)
	case "EXTEND":
		p.i++
		items := append([]plan.Expr{&plan.Star{}}, list(p, p.namedExpression)...)
		return &plan.Project{Node: p.node(from), Input: r, List: items, Pipe: "EXTEND"}
	case "SET":
		return p.pipeSet(r)
	case "DROP":
		p.i++
		names := list(p, p.name)
		s := &plan.Star{Origin: p.origin(from)}
		for _, n := range names {
			s.Except = append(s.Except, []string{n})
		}
		return &plan.Project{Node: p.node(from), Input: r, List: []plan.Expr{s}, Pipe: "DROP"}
	case "AS":
		p.i++
		name := p.name()
		return &plan.SubqueryAlias{Node: p.node(from), Input: r, Name: name}
	case "WHERE":
		p.i++
		c := p.expression()
		return &plan.Filter{Node: p.node(from), Input: r, Condition: c}
	case "AGGREGATE":
		return p.pipeAggregate(r)
	case "PIVOT":
		return p.pivot(r)
	case "UNPIVOT":
		return p.unpivot(r)
	case "TABLESAMPLE":
		return p.sample(r)
	case "WINDOW":
		p.raise(from, "UNSUPPORTED_FEATURE.CLAUSE_WITH_PIPE_OPERATORS", "clauses", "the WINDOW clause")
	case "UNION", "EXCEPT", "MINUS", "INTERSECT":
		return p.pipeSetOperation(r)
	case "ORDER", "SORT", "CLUSTER", "DISTRIBUTE", "LIMIT", "OFFSET":
		return p.organization(r)
	}
	if p.joinAhead() {
		return p.join(r, from)
	}
	if p.isSeq("LATERAL", "VIEW") {
		return p.lateralView(r)
	}
	p.unexpected()
	return nil
}

func (p *parser) pipeSelect(r plan.Relation) plan.Relation {
	from := p.i
	p.i++
	hints := p.hints()
	distinct := false
	if p.is("DISTINCT", "ALL") && !p.quantifierIsName() {
		distinct = p.advance().upper == "DISTINCT"
	}
	var out plan.Relation = &plan.Project{Input: r, List: list(p, p.namedExpression), Pipe: "SELECT", Node: p.node(from)}
	if distinct {
		out = &plan.Distinct{Node: p.node(from), Input: out}
	}
	if p.is("WINDOW") {
		p.raise(from, "UNSUPPORTED_FEATURE.CLAUSE_WITH_PIPE_OPERATORS", "clauses", "the WINDOW clause")
	}
	for i := len(hints) - 1; i >= 0; i-- {
		hints[i].Input = out
		out = hints[i]
	}
	return out
}

func (p *parser) pipeSet(r plan.Relation) plan.Relation {
	from := p.i
	p.i++
	s := &plan.PipeSet{Input: r}
	for again := true; again; again = p.accept(",") {
		at := p.i
		name := p.multipartName()
		if len(name) > 1 {
			p.raise(at, "UNSUPPORTED_FEATURE.SET_PIPE_OPERATOR_WITH_MULTIPART_ASSIGNMENT_KEY")
		}
		p.expect("=")
		e := p.expression()
		s.Columns = append(s.Columns, &plan.Alias{Child: e, Names: name, Origin: p.origin(at)})
	}
	s.Node = p.node(from)
	return s
}

func (p *parser) pipeAggregate(r plan.Relation) plan.Relation {
	from := p.i
	p.i++
	a := &plan.Aggregate{Input: r, IncludeGrouping: true, Pipe: true}
	if !p.isSeq("GROUP", "BY") {
		a.List = list(p, p.namedExpression)
	}
	if p.accept("GROUP", "BY") {
		unsupported := ""
		switch {
		case p.is("ROLLUP", "CUBE") && p.ahead(1).upper == "(":
			unsupported = "GROUP BY " + p.tok().upper
		case p.isSeq("GROUPING", "SETS"):
			unsupported = "GROUPING SETS"
		}
		if unsupported != "" {
			p.raise(p.i, "UNSUPPORTED_FEATURE.PIPE_OPERATOR_AGGREGATE_UNSUPPORTED_CASE", "case", unsupported)
		}
		if p.is("ALL") && !oneOf(p.ahead(1), []string{"(", ".", "+", "-", "*", "/"}) {
			p.i++
			a.All = true
		} else {
			a.Grouping = list(p, p.namedExpression)
		}
	}
	a.Node = p.node(from)
	return a
}

func (p *parser) pipeSetOperation(r plan.Relation) plan.Relation {
	from := p.i
	op := plan.Except
	switch p.advance().upper {
	case "UNION":
		op = plan.Union
	case "INTERSECT":
		op = plan.Intersect
	}
	return p.setOperation(r, op, from, p.queryPrimary)
}
