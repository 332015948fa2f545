package sqlparse

import (
	"strings"

	"github.com/flintlake/flintlake/internal/plan"
)

// fromClause reads FROM a, b LATERAL VIEW … PIVOT ….
func (p *parser) fromClause() plan.Relation {
	from := p.i
	p.expect("FROM")
	lateral := p.accept("LATERAL")
	r := p.relation()
	if lateral {
		r = &plan.Join{Node: p.node(from), Left: &plan.OneRow{Node: p.node(from)}, Right: r, Lateral: true}
	}
	for p.accept(",") {
		lateral := p.accept("LATERAL")
		right := p.relation()
		r = &plan.Join{Node: p.node(from), Left: r, Right: right, Lateral: lateral}
	}
	for p.isSeq("LATERAL", "VIEW") {
		r = p.lateralView(r)
	}
	for {
		switch {
		case p.is("PIVOT"):
			r = p.pivot(r)
		case p.is("UNPIVOT"):
			r = p.unpivot(r)
		default:
			return r
		}
	}
}

// relation reads a table and what is joined to it.
func (p *parser) relation() plan.Relation {
	p.enter()
	defer p.leave()
	from := p.i
	r := p.relationPrimary()
	for {
		switch {
		case p.is("PIVOT") && p.ahead(1).upper == "(":
			r = p.pivot(r)
		case p.is("UNPIVOT"):
			r = p.unpivot(r)
		case p.joinAhead():
			r = p.join(r, from)
		default:
			return r
		}
	}
}

func (p *parser) joinAhead() bool {
	switch p.tok().upper {
	case "JOIN", "INNER", "CROSS", "NATURAL", "SEMI", "ANTI", "RIGHT", "FULL", "LEFT":
		return true
	}
	return false
}

// joinType reads the words before JOIN.
func (p *parser) joinType() (plan.JoinType, string) {
	switch p.acceptOne("INNER", "CROSS", "LEFT", "RIGHT", "FULL", "SEMI", "ANTI") {
	case "CROSS":
		return plan.CrossJoin, "CROSS"
	case "RIGHT":
		p.accept("OUTER")
		return plan.RightOuterJoin, "RIGHT OUTER"
	case "FULL":
		p.accept("OUTER")
		return plan.FullOuterJoin, "FULL OUTER"
	case "SEMI":
		return plan.LeftSemiJoin, "LEFT SEMI"
	case "ANTI":
		return plan.LeftAntiJoin, "LEFT ANTI"
	case "LEFT":
		switch p.acceptOne("OUTER", "SEMI", "ANTI") {
		case "SEMI":
			return plan.LeftSemiJoin, "LEFT SEMI"
		case "ANTI":
			return plan.LeftAntiJoin, "LEFT ANTI"
		}
		return plan.LeftOuterJoin, "LEFT OUTER"
	}
	return plan.InnerJoin, "INNER"
}

func (p *parser) join(left plan.Relation, from int) plan.Relation {
	j := &plan.Join{Left: left}
	j.Natural = p.accept("NATURAL")
	var word string
	at := p.i
	j.Type, word = p.joinType()
	p.expect("JOIN")
	j.Lateral = p.accept("LATERAL")
	j.Right = p.relationPrimary()
	if j.Lateral && j.Type != plan.InnerJoin && j.Type != plan.CrossJoin && j.Type != plan.LeftOuterJoin {
		p.raise(at, "INVALID_LATERAL_JOIN_TYPE", "joinType", word)
	}
	if !j.Natural {
		switch {
		case p.accept("ON"):
			j.Condition = p.expression()
		case p.accept("USING"):
			j.Using = p.nameList()
			if j.Lateral {
				p.raise(at, "UNSUPPORTED_FEATURE.LATERAL_JOIN_USING")
			}
		}
	}
	j.Node = p.node(from)
	return j
}

func (p *parser) relationPrimary() plan.Relation {
	from := p.i
	switch {
	case p.is("(") && p.queryAt(p.i+1):
		p.i++
		q := p.query()
		p.close()
		return p.aliased(p.sample(q), from)
	case p.is("("):
		p.enter()
		defer p.leave()
		p.i++
		lateral := p.accept("LATERAL")
		r := p.relation()
		if lateral {
			r = &plan.Join{Node: p.node(from), Left: &plan.OneRow{Node: p.node(from)}, Right: r, Lateral: true}
		}
		p.close()
		return p.aliased(p.sample(r), from)
	case p.is("VALUES") && (p.ahead(1).kind != kindSymbol && !isName(p.ahead(1)) || p.ahead(1).upper == "(" || p.ahead(1).upper == "NULL"):
		return p.inlineTable()
	}
	return p.tableOrFunction()
}

// tableOrFunction reads a table name with time travel and sample, or a table function.
func (p *parser) tableOrFunction() plan.Relation {
	from := p.i
	name := p.nameRef()
	if p.is("(") {
		c := &plan.Call{Name: name}
		p.arguments(c)
		c.Origin = p.origin(from)
		f := &plan.TableFunction{Node: p.node(from), Call: c}
		if p.isSeq("WITH", "WATERMARK") {
			p.unsupported("WITH WATERMARK")
		}
		if p.isSeq("TABLESAMPLE", "(") { // reads as an alias with columns, because functions cannot be sampled
			p.i += 2
			p.unexpected()
		}
		return p.aliased(f, from)
	}
	t := &plan.NamedTable{Name: name}
	if p.isSeq("WITH", "(") {
		p.i++
		t.Options = p.properties()
	}
	t.TimeTravel = p.timeTravel()
	t.Node = p.node(from)
	return p.aliased(p.sample(t), from)
}

// timeTravel reads [FOR] VERSION|TIMESTAMP AS OF x, SYSTEM_VERSION, SYSTEM_TIME. A version in the
// name (delta.`/path@v1`) is part of the name.
func (p *parser) timeTravel() *plan.TimeTravel {
	at := 0
	if p.is("FOR") {
		at = 1
	}
	if p.ahead(at+1).upper != "AS" || p.ahead(at+2).upper != "OF" {
		return nil
	}
	switch p.ahead(at).upper {
	case "VERSION", "SYSTEM_VERSION":
		p.i += at + 3
		from := p.i
		if p.tok().kind == kindString {
			return &plan.TimeTravel{Version: p.stringAt(p.stringLiteral(), from)}
		}
		if p.tok().kind != kindInteger && !p.is("?", ":") {
			p.unexpected()
		}
		return &plan.TimeTravel{Version: p.primary()}
	case "TIMESTAMP", "SYSTEM_TIME":
		p.i += at + 3
		return &plan.TimeTravel{Timestamp: p.value(0)}
	}
	return nil
}

// aliased puts the alias that follows over r.
func (p *parser) aliased(r plan.Relation, from int) plan.Relation {
	name, columns := p.tableAlias()
	if name == "" {
		return r
	}
	return &plan.SubqueryAlias{Node: p.node(from), Input: r, Name: name, Columns: columns}
}

// tableAlias reads [AS] name [(a, b)].
func (p *parser) tableAlias() (string, []string) {
	switch {
	case p.is("AS"):
		p.i++
		if !isName(p.tok()) || strictNonReserved(p.tok().upper) {
			p.unexpected()
		}
	case !p.tableAliasAhead():
		return "", nil
	}
	name := p.name()
	if p.is("(") && (isName(p.ahead(1)) || p.ahead(1).upper == ")") {
		return name, p.nameList()
	}
	return name, nil
}

func (p *parser) tableAliasAhead() bool {
	t := p.tok()
	if t.kind == kindQuoted {
		return true
	}
	if t.kind != kindWord || strictNonReserved(t.upper) || p.clauseStarts() {
		return false
	}
	switch t.upper {
	case "SET", "VALUES", "TABLE", "WITH", "TBLPROPERTIES", "LOCATION", "REPLACE":
		return p.ahead(1).kind == kindEOF || oneOf(p.ahead(1), []string{",", ")"})
	}
	return true
}

// sample reads TABLESAMPLE (…) [REPEATABLE (seed)].
func (p *parser) sample(r plan.Relation) plan.Relation {
	if !p.isSeq("TABLESAMPLE", "(") {
		return r
	}
	from := p.i
	p.i += 2
	s := &plan.Sample{Input: r}
	if p.is(")") {
		p.raise(from, "_LEGACY_ERROR_TEMP_0014")
	}
	p.sampleMethod(s, from)
	if p.accept("REPEATABLE") {
		p.expect("(")
		if p.tok().kind != kindInteger {
			p.unexpected()
		}
		_, v := p.integer(p.textOf(p.advance()), p.i)
		var seed int64
		switch v := v.(type) {
		case int32:
			seed = int64(v)
		case int64:
			seed = v
		}
		s.Seed = &seed
		p.close()
	}
	s.Node = p.node(from)
	return s
}

func (p *parser) sampleMethod(s *plan.Sample, from int) {
	sign := 0
	if p.is("-") && p.ahead(2).upper == "PERCENT" {
		sign = 1
	}
	t := p.ahead(sign)
	switch {
	case isNumber(t) && p.ahead(sign+1).upper == "PERCENT":
		text := strings.TrimSuffix(p.textOf(t), "BD")
		f := p.float(text, 64, p.i)
		if sign == 1 {
			f = -f
		}
		p.i += sign + 2
		p.sampleFraction(s, f/100, from)
		p.close()
	case p.is("BUCKET") && p.ahead(1).kind == kindInteger:
		p.i++
		n := p.float(p.textOf(p.advance()), 64, p.i)
		p.expect("OUT", "OF")
		if p.tok().kind != kindInteger {
			p.unexpected()
		}
		d := p.float(p.textOf(p.advance()), 64, p.i)
		if p.is("ON") {
			p.unsupported("TABLESAMPLE (BUCKET x OUT OF y ON colname)")
		}
		p.sampleFraction(s, n/d, from)
		p.close()
	default:
		e := p.expression()
		if p.accept("ROWS") {
			s.Rows = e
			p.close()
			return
		}
		p.close()
		p.raise(from, "_LEGACY_ERROR_TEMP_0015", "msg", "byteLengthLiteral")
	}
}

func (p *parser) sampleFraction(s *plan.Sample, f float64, from int) {
	if f < 0 || f > 1 {
		p.raise(from, "_LEGACY_ERROR_TEMP_0064", "msg", "Sampling fraction ("+shortFloat(f)+") must be on interval [0, 1]")
	}
	s.Upper = f
}

// lateralView reads LATERAL VIEW [OUTER] f(…) t [AS a, b].
func (p *parser) lateralView(r plan.Relation) plan.Relation {
	from := p.i
	p.expect("LATERAL", "VIEW")
	v := &plan.LateralView{Input: r}
	if p.is("OUTER") && p.ahead(1).upper != "(" {
		p.i++
		v.Outer = true
	}
	at := p.i
	c := &plan.Call{Name: p.multipartName()}
	p.arguments(c)
	c.Origin = p.origin(at)
	v.Generator = c
	if isName(p.tok()) && !p.is("AS") && !p.isSeq("LATERAL", "VIEW") && !p.clauseStarts() {
		v.Table = p.name()
	}
	if p.is("AS") || isName(p.tok()) && !p.clauseStarts() && !p.isSeq("LATERAL", "VIEW") && !p.joinAhead() {
		p.accept("AS")
		v.Columns = list(p, p.name)
	}
	v.Node = p.node(from)
	return v
}

// tableArgument reads TABLE t or TABLE(query) with its partitioning, as an argument of a table function.
func (p *parser) tableArgument() plan.Expr {
	p.enter()
	defer p.leave()
	a := &plan.TableArgument{}
	from := p.i
	p.expect("TABLE")
	switch {
	case !p.is("("):
		a.Plan = &plan.NamedTable{Name: p.nameRef(), Node: p.node(from)}
	case p.queryAt(p.i + 1):
		p.i++
		a.Plan = p.query()
		p.close()
	default:
		p.i++
		a.Plan = &plan.NamedTable{Name: p.nameRef(), Node: p.node(from)}
		p.close()
	}
	switch {
	case p.accept("WITH", "SINGLE", "PARTITION"):
		a.WithSingle = true
	case p.accept("PARTITION", "BY"), p.accept("DISTRIBUTE", "BY"):
		if p.is("(") {
			a.PartitionBy = parens(p, p.expression)
		} else {
			a.PartitionBy = []plan.Expr{p.expression()}
		}
	default:
		return a
	}
	if p.accept("ORDER", "BY") || p.accept("SORT", "BY") {
		if p.is("(") {
			a.OrderBy = parens(p, p.sortItem)
		} else {
			a.OrderBy = []plan.SortOrder{p.sortItem()}
		}
	}
	return a
}
