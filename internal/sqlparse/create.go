package sqlparse

import "github.com/flintlake/flintlake/internal/plan"

// create reads every CREATE and REPLACE statement by the words behind it.
func (p *parser) create() plan.Command {
	from := p.i
	create := p.accept("CREATE")
	replace := false
	if create && p.is("OR") {
		p.expect("OR", "REPLACE")
		replace = true
	} else if !create {
		p.expect("REPLACE")
		replace = true
	}
	global := p.is("GLOBAL") && p.accept("GLOBAL")
	temporary := p.acceptOne("TEMPORARY", "TEMP") != ""
	external := p.accept("EXTERNAL")
	switch {
	case p.accept("TABLE"):
		if temporary {
			return p.temporaryTable(from)
		}
		return p.createTable(&plan.CreateTable{Replace: replace, OrCreate: replace && create, External: external}, create)
	case p.accept("VIEW"):
		return p.createView(&plan.CreateView{Temporary: temporary, Global: global, Replace: replace}, from)
	case p.accept("FUNCTION"):
		return p.createFunction(&plan.CreateFunction{Temporary: temporary, Replace: replace})
	case p.acceptOne("DATABASE", "SCHEMA", "NAMESPACE") != "":
		return p.createNamespace()
	case p.is("INDEX", "ROLE", "MACRO", "MATERIALIZED", "STREAMING", "FLOW", "METRIC"):
		p.unsupported("CREATE " + p.tok().upper)
	}
	p.unexpected()
	return nil
}

// temporaryTable reads the rest to tell a syntax error from the statement that Spark refuses.
func (p *parser) temporaryTable(from int) plan.Command {
	t := p.createTable(&plan.CreateTable{Temporary: true}, true)
	if c, ok := t.(*plan.CreateTable); ok && c.Query != nil {
		p.raise(from, "_LEGACY_ERROR_TEMP_0047")
	}
	p.raise(from, "_LEGACY_ERROR_TEMP_0046")
	return nil
}

func (p *parser) ifNotExists() bool {
	if p.isSeq("IF", "NOT", "EXISTS") || p.isSeq("IF", "!", "EXISTS") {
		p.i += 3
		return true
	}
	return false
}

func (p *parser) ifExists() bool { return p.accept("IF", "EXISTS") }

// createTable reads what follows CREATE TABLE.
func (p *parser) createTable(t *plan.CreateTable, create bool) plan.Command {
	from := p.i
	t.IfNotExists = create && p.ifNotExists()
	t.Name = p.nameRef()
	if p.is("LIKE") {
		return p.createLike(t)
	}
	if p.isSeq("SHALLOW", "CLONE") {
		return p.clone(t)
	}
	if p.is("(") && !p.queryAt(p.i+1) {
		p.tableElements(t)
	}
	if p.accept("USING") {
		t.Provider = joinPlain(p.multipartName())
	}
	p.tableClauses(t)
	if p.isSeq("SHALLOW", "CLONE") {
		return p.clone(t)
	}
	if p.accept("AS") || p.is("SELECT", "WITH", "FROM", "VALUES", "TABLE", "(") {
		at := p.i
		t.Query = p.query()
		if t.Columns != nil {
			p.raise(at, "_LEGACY_ERROR_TEMP_0064", "msg", "Schema may not be specified in a Create Table As Select (CTAS) statement")
		}
	}
	if t.IfNotExists && t.Replace {
		p.raise(from, "_LEGACY_ERROR_TEMP_0064", "msg", "CREATE OR REPLACE TABLE … IF NOT EXISTS")
	}
	return t
}

// joinPlain is a provider name: a dotted class name or a word.
func joinPlain(parts []string) string {
	s := parts[0]
	for _, p := range parts[1:] {
		s += "." + p
	}
	return s
}

// tableElements reads the columns and constraints of a table.
func (p *parser) tableElements(t *plan.CreateTable) {
	p.expect("(")
	for again := true; again; again = p.accept(",") {
		if p.constraintAhead() {
			t.Constraints = append(t.Constraints, p.constraint())
			continue
		}
		c, inline := p.column()
		t.Columns = append(t.Columns, c)
		t.Constraints = append(t.Constraints, inline...)
	}
	p.close()
}

// tableClauses reads the clauses of CREATE TABLE in any order, each at most once.
func (p *parser) tableClauses(t *plan.CreateTable) {
	seen := map[string]bool{}
	once := func(from int, clause string) {
		if seen[clause] {
			p.raise(from, "DUPLICATE_CLAUSES", "clauseName", clause)
		}
		seen[clause] = true
	}
	for {
		from := p.i
		switch {
		case p.accept("OPTIONS"):
			once(from, "OPTIONS")
			t.Options = p.properties()
		case p.accept("PARTITIONED", "BY"):
			once(from, "PARTITIONED BY")
			p.partitioning(t)
		case p.isSeq("CLUSTER", "BY"):
			p.i += 2
			once(from, "CLUSTER BY")
			p.demandOpen()
			t.ClusterBy = p.clusterColumns()
		case p.accept("CLUSTERED", "BY"):
			once(from, "CLUSTERED BY")
			p.buckets(t)
		case p.is("ROW", "SKEWED", "STORED"):
			p.storage(t)
		case p.is("LOCATION"):
			p.i++
			once(from, "LOCATION")
			t.Location = p.stringLiteral()
		case p.is("COMMENT"):
			p.i++
			once(from, "COMMENT")
			t.Comment = p.stringLiteral()
		case p.accept("TBLPROPERTIES"):
			once(from, "TBLPROPERTIES")
			t.Properties = p.properties()
		case p.isSeq("DEFAULT", "COLLATION"):
			p.i += 2
			once(from, "DEFAULT COLLATION")
			t.Collation = p.name()
		default:
			return
		}
	}
}

// demandOpen reports that a list in parentheses is missing where a name stands.
func (p *parser) demandOpen() {
	if isName(p.tok()) {
		p.syntax(": missing '('")
	}
}

// clusterColumns reads (a, b.c) or ().
func (p *parser) clusterColumns() [][]string {
	if p.isSeq("(", ")") {
		p.i += 2
		return [][]string{}
	}
	return parens(p, p.multipartName)
}

// storage reads STORED AS format as its provider; other Hive clauses are not supported.
func (p *parser) storage(t *plan.CreateTable) {
	if p.isSeq("STORED", "AS") && isName(p.ahead(2)) && p.ahead(2).upper != "INPUTFORMAT" {
		p.i += 2
		t.Provider = lower(p.name())
		return
	}
	p.unsupported("Hive table clause " + p.tok().upper)
}

// partitioning reads names, transforms and, in the Hive form, columns with types.
func (p *parser) partitioning(t *plan.CreateTable) {
	p.expect("(")
	for again := true; again; again = p.accept(",") {
		from := p.i
		if isName(p.tok()) && isName(p.ahead(1)) {
			c, _ := p.column()
			t.Columns = append(t.Columns, c)
			t.PartitionBy = append(t.PartitionBy, &plan.Attribute{Parts: []string{c.Name}, Origin: p.origin(from)})
			continue
		}
		name := p.multipartName()
		if len(name) == 1 && p.is("(") {
			c := &plan.Call{Name: name, Args: parens(p, p.transformArgument)}
			c.Origin = p.origin(from)
			t.PartitionBy = append(t.PartitionBy, c)
			continue
		}
		t.PartitionBy = append(t.PartitionBy, &plan.Attribute{Parts: name, Origin: p.origin(from)})
	}
	p.close()
}

func (p *parser) transformArgument() plan.Expr { return p.value(0) }

func (p *parser) buckets(t *plan.CreateTable) {
	t.BucketBy = p.nameList()
	if p.accept("SORTED", "BY") {
		parens(p, func() string {
			n := p.name()
			p.acceptOne("ASC", "DESC")
			return n
		})
	}
	p.expect("INTO")
	if p.tok().kind != kindInteger {
		p.unexpected()
	}
	for _, c := range p.textOf(p.advance()) {
		t.NumBuckets = t.NumBuckets*10 + int(c-'0')
	}
	p.expect("BUCKETS")
}

// createLike reads LIKE source with its clauses.
func (p *parser) createLike(t *plan.CreateTable) plan.Command {
	p.expect("LIKE")
	t.Like = p.nameRef()
	if p.accept("USING") {
		t.Provider = joinPlain(p.multipartName())
	}
	for {
		switch {
		case p.accept("USING"):
			t.Provider = joinPlain(p.multipartName())
		case p.accept("LOCATION"):
			t.Location = p.stringLiteral()
		case p.accept("TBLPROPERTIES"):
			t.Properties = p.properties()
		case p.is("ROW", "STORED"):
			p.storage(t)
		default:
			return t
		}
	}
}

// clone reads SHALLOW CLONE source [time travel] [TBLPROPERTIES …] [LOCATION …].
func (p *parser) clone(t *plan.CreateTable) plan.Command {
	c := &plan.CloneTable{Name: t.Name, IfNotExists: t.IfNotExists, Replace: t.Replace, OrCreate: t.OrCreate}
	c.Shallow = true
	p.expect("SHALLOW", "CLONE")
	from := p.i
	c.Source = plan.NamedTable{Name: p.nameRef()}
	c.Source.TimeTravel = p.timeTravel()
	c.Source.Node = p.node(from)
	for {
		switch {
		case p.accept("TBLPROPERTIES"):
			c.Properties = p.properties()
		case p.accept("LOCATION"):
			c.Location = p.stringLiteral()
		default:
			return c
		}
	}
}

// properties reads ('key' = 'value', a.b = 1, flag).
func (p *parser) properties() map[string]string {
	out := map[string]string{}
	p.expect("(")
	for again := true; again; again = p.accept(",") {
		from := p.i
		key := p.propertyKey()
		value := ""
		if p.accept("=") || p.is("true", "false") || p.tok().kind == kindString || isNumber(p.tok()) || p.is("-", "TRUE", "FALSE") {
			value = p.propertyValue()
		}
		if _, twice := out[key]; twice {
			p.raise(from, "DUPLICATE_KEY", "keyColumn", quoteName(key))
		}
		out[key] = value
	}
	p.close()
	return out
}

func (p *parser) propertyKey() string {
	if p.tok().kind == kindString {
		return p.stringLiteral()
	}
	return joinPlain(p.multipartName())
}

func (p *parser) propertyValue() string {
	from := p.i
	switch {
	case p.tok().kind == kindString:
		return p.stringLiteral()
	case isNumber(p.tok()):
		return p.textOf(p.advance())
	case p.is("-") && isNumber(p.ahead(1)):
		p.i++
		return "-" + p.textOf(p.advance())
	case p.is("TRUE", "FALSE"):
		return lower(p.advance().upper)
	}
	e := p.expression()
	if s, ok := constantText(e); ok {
		return s
	}
	p.raise(from, "INVALID_SQL_SYNTAX.INVALID_TABLE_VALUED_FUNC_NAME", "funcName", p.origin(from).Text)
	return ""
}
