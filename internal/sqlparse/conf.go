package sqlparse

import (
	"strings"

	"github.com/flintlake/flintlake/internal/plan"
)

func (p *parser) use() plan.Command {
	p.expect("USE")
	if p.is("NAMESPACE", "DATABASE", "SCHEMA") && (isName(p.ahead(1))) {
		p.i++
		return &plan.Use{Name: p.nameRef(), Namespace: true}
	}
	if p.is("CATALOG") && (isName(p.ahead(1)) || p.ahead(1).kind == kindString) {
		p.i++
		return &plan.Use{Name: []string{p.nameOrString()}, Catalog: true}
	}
	return &plan.Use{Name: p.nameRef()}
}

func (p *parser) nameOrString() string {
	if p.tok().kind == kindString {
		return p.stringLiteral()
	}
	return p.nameRef()[0]
}

// set reads SET in its many forms. A configuration value is the rest of the statement as it stands.
func (p *parser) set() plan.Command {
	p.expect("SET")
	next := p.ahead(1)
	if p.opts.script { // SET assigns variables there, without VAR
		return p.setVariable()
	}
	switch {
	case p.is("CATALOG") && (isName(next) || next.kind == kindString):
		p.i++
		return &plan.Use{Name: []string{p.nameOrString()}, Catalog: true}
	case p.isSeq("TIME", "ZONE"):
		p.i += 2
		return p.setTimeZone()
	case p.is("VAR", "VARIABLE") && (isName(next) || next.upper == "("):
		p.i++
		return p.setVariable()
	case p.is("COLLATION") && isName(next):
		p.unsupported("SET COLLATION")
	case p.is("ROLE"):
		p.unsupported("SET ROLE")
	case p.isSeq("-") && strings.EqualFold(p.textOf(next), "v"):
		p.i += 2
		return &plan.SetConf{Verbose: true}
	case p.tok().kind == kindEOF || p.is(";"):
		return &plan.SetConf{}
	}
	return p.setConf()
}

func (p *parser) setConf() plan.Command {
	from := p.i
	begin := p.tok().start
	for p.tok().kind != kindEOF && !p.is(";") && !p.is("=") {
		p.i++
	}
	key := strings.TrimSpace(p.text[begin:p.tok().start])
	if p.tokens[from].kind == kindQuoted && p.i == from+1 {
		key = strings.ReplaceAll(key[1:len(key)-1], "``", "`")
	} else if key == "" || strings.ContainsAny(key, " \t\n'\"") {
		p.raise(from, "INVALID_SET_SYNTAX")
	}
	if !p.accept("=") {
		return &plan.SetConf{Key: key}
	}
	valueAt := p.i
	begin = p.tok().start
	for p.tok().kind != kindEOF && !p.is(";") {
		p.i++
	}
	value := strings.TrimSpace(p.text[begin:p.tok().start])
	if p.i == valueAt+1 && p.tokens[valueAt].kind == kindQuoted {
		value = strings.ReplaceAll(value[1:len(value)-1], "``", "`")
	}
	return &plan.SetConf{Key: key, Value: &value}
}

func (p *parser) setTimeZone() plan.Command {
	from := p.i
	switch {
	case p.is("LOCAL"):
		p.i++
		return &plan.SetTimeZone{}
	case p.tok().kind == kindString:
		return &plan.SetTimeZone{Value: p.stringExpr()}
	case p.is("INTERVAL"):
		return &plan.SetTimeZone{Value: p.interval()}
	}
	p.raise(from, "_LEGACY_ERROR_TEMP_0045")
	return nil
}

func (p *parser) stringExpr() plan.Expr {
	from := p.i
	s := p.stringLiteral()
	return p.stringAt(s, from)
}

func (p *parser) reset() plan.Command {
	p.expect("RESET")
	from := p.i
	begin := p.tok().start
	for p.tok().kind != kindEOF && !p.is(";") {
		p.i++
	}
	key := strings.TrimSpace(p.text[begin:p.tok().start])
	if p.i == from+1 && p.tokens[from].kind == kindQuoted {
		key = strings.ReplaceAll(key[1:len(key)-1], "``", "`")
	} else if strings.ContainsAny(key, " \t\n'\"") {
		p.raise(from, "_LEGACY_ERROR_TEMP_0043")
	}
	return &plan.ResetConf{Key: key}
}

func (p *parser) cache() plan.Command {
	p.expect("CACHE")
	c := &plan.CacheTable{Lazy: p.accept("LAZY")}
	p.expect("TABLE")
	c.Name = p.nameRef()
	if p.accept("OPTIONS") {
		c.Options = p.properties()
	}
	if p.accept("AS") || p.is("SELECT", "WITH", "FROM", "VALUES", "TABLE", "(") {
		c.Query = p.query()
	}
	return c
}

func (p *parser) uncache() plan.Command {
	p.expect("UNCACHE", "TABLE")
	u := &plan.UncacheTable{IfExists: p.ifExists()}
	u.Name = p.nameRef()
	return u
}

func (p *parser) refresh() plan.Command {
	p.expect("REFRESH")
	next := p.ahead(1)
	switch {
	case p.is("TABLE") && isName(next):
		p.i++
		return &plan.Refresh{Name: p.nameRef()}
	case p.is("FUNCTION") && isName(next):
		p.i++
		return &plan.Refresh{Name: p.nameRef(), Function: true}
	case p.tok().kind == kindString:
		return &plan.Refresh{Path: p.stringLiteral()}
	}
	begin := p.tok().start
	for p.tok().kind != kindEOF && !p.is(";") {
		p.i++
	}
	path := strings.TrimSpace(p.text[begin:p.tok().start])
	if path == "" {
		p.unexpected()
	}
	return &plan.Refresh{Path: path}
}

func (p *parser) analyze() plan.Command {
	p.expect("ANALYZE")
	a := &plan.Analyze{}
	if p.accept("TABLES") {
		a.Tables = true
		if p.acceptOne("FROM", "IN") != "" {
			a.Name = p.nameRef()
		}
	} else {
		p.expect("TABLE")
		a.Name = p.nameRef()
	}
	if p.is("PARTITION") {
		a.Partition = p.partitionSpec()
	}
	p.expect("COMPUTE", "STATISTICS")
	switch {
	case p.accept("NOSCAN"):
		a.NoScan = true
	case p.accept("FOR", "ALL", "COLUMNS"):
		a.AllColumns = true
	case p.accept("FOR", "COLUMNS"):
		a.Columns = list(p, p.name)
	}
	return a
}

func (p *parser) commentOn() plan.Command {
	p.expect("COMMENT", "ON")
	c := &plan.Comment{}
	switch p.acceptOne("TABLE", "DATABASE", "SCHEMA", "NAMESPACE", "COLUMN") {
	case "TABLE":
		c.Kind = "table"
	case "COLUMN":
		c.Kind = "column"
	case "":
		p.unexpected()
	default:
		c.Kind = "namespace"
	}
	c.Name = p.nameRef()
	p.expect("IS")
	if !p.accept("NULL") {
		s := p.strings()
		c.Text = &s
	}
	return c
}
