package sqlparse

import "github.com/flintlake/flintlake/internal/plan"

// merge reads MERGE INTO with all its clauses.
func (p *parser) merge() *plan.Merge {
	from := p.i
	p.expect("MERGE")
	m := &plan.Merge{SchemaEvolution: p.accept("WITH", "SCHEMA", "EVOLUTION")}
	p.demand("INTO")
	m.Target = p.aliasedTarget("MERGE")
	p.expect("USING")
	m.Source = p.mergeSource()
	p.demand("ON")
	m.Condition = p.expression()
	for p.is("WHEN") {
		p.mergeClause(m)
	}
	if p.tok().kind == kindEOF || p.is(";") {
		p.checkMerge(m, from)
	}
	return m
}

// mergeSource reads a table or a query in parentheses, with its alias.
func (p *parser) mergeSource() plan.Relation {
	from := p.i
	var source plan.Relation
	switch {
	case p.is("("):
		p.i++
		source = p.query()
		p.close()
	default:
		r := p.tableOrFunction()
		if p.isSeq("WHEN") { // read as the alias, so that ON is missing behind it
			p.i++
		}
		return r
	}
	at := p.i
	alias, columns := p.tableAlias()
	if alias == "" {
		return source
	}
	if columns != nil {
		p.raise(at, "COLUMN_ALIASES_NOT_ALLOWED", "op", "MERGE")
	}
	return &plan.SubqueryAlias{Node: p.node(from), Input: source, Name: alias}
}

// mergeClause reads one WHEN clause into its list. Clauses come in the order matched, not matched, by source.
func (p *parser) mergeClause(m *plan.Merge) {
	from := p.i
	p.expect("WHEN")
	not := p.accept("NOT") || p.accept("!")
	p.expect("MATCHED")
	bySource := false
	if not && p.accept("BY") {
		switch p.acceptOne("TARGET", "SOURCE") {
		case "SOURCE":
			bySource = true
		case "":
			p.unexpected()
		}
	}
	late := !not && (m.NotMatched != nil || m.BySource != nil) || not && !bySource && m.BySource != nil
	if late {
		p.i = from
		if !not {
			p.i = from + 1
		}
		p.unexpected()
	}
	var c plan.MergeClause
	if p.accept("AND") {
		c.Condition = p.expression()
	}
	p.expect("THEN")
	p.mergeAction(&c, not && !bySource, !not)
	c.Origin = p.origin(from)
	switch {
	case !not:
		m.Matched = append(m.Matched, c)
	case bySource:
		m.BySource = append(m.BySource, c)
	default:
		m.NotMatched = append(m.NotMatched, c)
	}
}

// mergeAction reads DELETE, UPDATE SET … or INSERT …; star tells whether UPDATE SET * is allowed.
func (p *parser) mergeAction(c *plan.MergeClause, insert, star bool) {
	switch {
	case insert && p.accept("INSERT"):
		c.Action = plan.MergeInsert
		if p.accept("*") {
			c.All = true
			return
		}
		p.mergeInsert(c)
	case !insert && p.accept("DELETE"):
		c.Action = plan.MergeDelete
	case !insert && p.accept("UPDATE"):
		c.Action = plan.MergeUpdate
		p.expect("SET")
		if star && p.accept("*") {
			c.All = true
			return
		}
		c.Assignments = p.assignments()
	default:
		p.unexpected()
	}
}

func (p *parser) mergeInsert(c *plan.MergeClause) {
	from := p.i
	columns := parens(p, func() plan.Expr {
		at := p.i
		return &plan.Attribute{Parts: p.multipartName(), Origin: p.origin(at)}
	})
	p.expect("VALUES")
	values := parens(p, p.expression)
	if len(columns) != len(values) {
		p.raise(from, "MERGE_INSERT_VALUE_COUNT_MISMATCH", "actualColumns", itoa(len(values)), "expectedColumns", itoa(len(columns)))
	}
	for i := range columns {
		c.Assignments = append(c.Assignments, plan.Assignment{Column: columns[i], Value: values[i]})
	}
}

// checkMerge refuses a MERGE without clauses, and clauses behind one without a condition.
func (p *parser) checkMerge(m *plan.Merge, from int) {
	if m.Matched == nil && m.NotMatched == nil && m.BySource == nil {
		p.raise(from, "MERGE_WITHOUT_WHEN")
	}
	for _, kind := range []struct {
		clauses   []plan.MergeClause
		condition string
	}{
		{m.Matched, "NON_LAST_MATCHED_CLAUSE_OMIT_CONDITION"},
		{m.NotMatched, "NON_LAST_NOT_MATCHED_BY_TARGET_CLAUSE_OMIT_CONDITION"},
		{m.BySource, "NON_LAST_NOT_MATCHED_BY_SOURCE_CLAUSE_OMIT_CONDITION"},
	} {
		for i, c := range kind.clauses {
			if c.Condition == nil && i < len(kind.clauses)-1 {
				p.raise(from, kind.condition)
			}
		}
	}
}
