package sqlparse

import (
	"strings"

	"github.com/flintlake/flintlake/internal/plan"
)

// show reads every SHOW statement.
func (p *parser) show() plan.Command {
	p.expect("SHOW")
	s := &plan.Show{}
	switch word := p.tok().upper; word {
	case "TABLES", "VIEWS":
		p.i++
		s.Kind = lower(word)
		p.fromNamespace(s)
		p.pattern(s)
	case "TABLE":
		p.expect("TABLE", "EXTENDED")
		s.Kind = "table extended"
		p.fromNamespace(s)
		p.expect("LIKE")
		s.Pattern, s.HasPattern = p.stringLiteral(), true
		if p.is("PARTITION") {
			s.Partition = p.partitionSpec()
		}
	case "DATABASES", "SCHEMAS", "NAMESPACES":
		p.i++
		s.Kind = "databases"
		p.fromNamespace(s)
		p.pattern(s)
	case "CATALOGS":
		p.i++
		s.Kind = "catalogs"
		p.pattern(s)
	case "COLUMNS":
		p.i++
		s.Kind = "columns"
		if p.acceptOne("FROM", "IN") == "" {
			p.unexpected()
		}
		s.Name = p.nameRef()
		if p.acceptOne("FROM", "IN") != "" {
			s.Name = append(p.multipartName(), s.Name...)
		}
	case "TBLPROPERTIES":
		p.i++
		s.Kind = "tblproperties"
		s.Name = p.nameRef()
		if p.accept("(") {
			s.Key = p.propertyKey()
			p.close()
		}
	case "PARTITIONS":
		p.i++
		s.Kind = "partitions"
		s.Name = p.nameRef()
		if p.is("PARTITION") {
			s.Partition = p.partitionSpec()
		}
	case "CREATE":
		p.expect("CREATE", "TABLE")
		s.Kind = "create table"
		s.Name = p.nameRef()
		s.AsSerde = p.accept("AS", "SERDE")
	case "CURRENT":
		p.i++
		if p.acceptOne("NAMESPACE", "DATABASE", "SCHEMA") == "" {
			p.unexpected()
		}
		s.Kind = "current namespace"
	case "GRANT", "ROLE", "ROLES", "PRINCIPALS", "COMPACTIONS", "TRANSACTIONS", "INDEXES", "LOCKS":
		p.unsupported("SHOW " + word)
	default:
		p.showOther(s)
	}
	return s
}

// showOther reads SHOW [USER|SYSTEM|ALL] FUNCTIONS, PROCEDURES and the like.
func (p *parser) showOther(s *plan.Show) {
	from := p.i
	scope := "all"
	if isName(p.tok()) && p.ahead(1).upper == "FUNCTIONS" {
		scope = lower(p.plainName())
		if scope != "user" && scope != "system" && scope != "all" {
			p.raise(from, "INVALID_SQL_SYNTAX.SHOW_FUNCTIONS_INVALID_SCOPE", "scope", quoteName(scope))
		}
	}
	if p.is("PROCEDURES") {
		p.unsupported("SHOW PROCEDURES")
	}
	if isName(p.tok()) && isName(p.ahead(1)) && !p.is("FUNCTIONS") {
		p.i++
		p.syntax(": missing 'FUNCTIONS'")
	}
	if !p.accept("FUNCTIONS") {
		p.unexpected()
	}
	s.Kind, s.Scope = "functions", scope
	p.fromNamespace(s)
	if p.accept("LIKE") || isName(p.tok()) || p.tok().kind == kindString {
		s.HasPattern = true
		if p.tok().kind == kindString {
			s.Pattern = p.stringLiteral()
		} else {
			s.Pattern = strings.Join(p.multipartName(), ".")
		}
	}
}

func (p *parser) fromNamespace(s *plan.Show) {
	if p.acceptOne("FROM", "IN") != "" {
		s.Name = p.nameRef()
	}
}

func (p *parser) pattern(s *plan.Show) {
	if p.accept("LIKE") || p.tok().kind == kindString {
		s.Pattern, s.HasPattern = p.stringLiteral(), true
	}
	if p.accept("AS", "JSON") {
		p.i -= 2
		p.unsupported("SHOW … AS JSON")
	}
}

// describe reads every DESCRIBE statement, Delta's HISTORY and DETAIL too.
func (p *parser) describe() plan.Command {
	p.i++
	d := &plan.Describe{}
	next := p.ahead(1)
	named := isName(next) || next.kind == kindString
	switch word := p.tok().upper; {
	case word == "FUNCTION" && (named || next.kind == kindSymbol && next.upper != "."):
		return p.describeFunction()
	case (word == "DATABASE" || word == "SCHEMA" || word == "NAMESPACE") && named:
		p.i++
		d.Kind = "namespace"
		d.Extended = p.extended()
		d.Name = p.nameRef()
		return d
	case (word == "HISTORY" || word == "DETAIL") && named:
		p.i++
		d.Kind = lower(word)
		d.Name = p.tableOrPath()
		if word == "HISTORY" && p.accept("LIMIT") {
			d.Limit = p.expression()
		}
		return d
	case word == "QUERY" && (named || next.upper == "("):
		p.i++
		d.Kind = "query"
		d.Query = p.query()
		return d
	case word == "PROCEDURE" && named:
		p.unsupported("DESCRIBE PROCEDURE")
	case word == "SELECT", word == "WITH" && named, word == "(", word == "VALUES", word == "FROM" && named:
		d.Kind = "query"
		d.Query = p.query()
		return d
	}
	if p.is("TABLE") && named { // the table, not the query TABLE t
		p.i++
	}
	return p.describeTable(d)
}

func (p *parser) extended() bool {
	if p.is("EXTENDED", "FORMATTED") && (isName(p.ahead(1))) {
		p.i++
		return true
	}
	return false
}

func (p *parser) describeTable(d *plan.Describe) plan.Command {
	d.Kind = "table"
	d.Extended = p.extended()
	d.Name = p.nameRef()
	if p.is("PARTITION") && p.ahead(1).upper == "(" {
		d.Partition = p.partitionSpec()
	}
	if isName(p.tok()) && !p.is("AS") {
		d.Kind = "column"
		d.Column = p.multipartName()
	}
	d.AsJSON = p.accept("AS", "JSON")
	return d
}

func (p *parser) describeFunction() plan.Command {
	p.expect("FUNCTION")
	d := &plan.Describe{Kind: "function", Extended: p.extended()}
	switch {
	case p.tok().kind == kindString:
		d.Name = []string{p.stringLiteral()}
	case p.tok().kind == kindSymbol:
		d.Name = []string{p.textOf(p.advance())}
	default:
		d.Name = p.nameRef()
	}
	return d
}

// tableOrPath reads a table name or a path in quotes, which stands for delta.`path`.
func (p *parser) tableOrPath() []string {
	if p.tok().kind == kindString {
		return []string{"delta", p.stringLiteral()}
	}
	return p.nameRef()
}

func (p *parser) explain() plan.Command {
	p.expect("EXPLAIN")
	e := &plan.Explain{Mode: "simple"}
	switch p.acceptOne("EXTENDED", "CODEGEN", "COST", "FORMATTED", "LOGICAL") {
	case "EXTENDED":
		e.Mode = "extended"
	case "CODEGEN":
		e.Mode = "codegen"
	case "COST":
		e.Mode = "cost"
	case "FORMATTED":
		e.Mode = "formatted"
	case "LOGICAL":
		p.i--
		p.unsupported("EXPLAIN LOGICAL")
	}
	e.Input = p.statement()
	return e
}
