package sqlparse

import "github.com/flintlake/flintlake/internal/plan"

func (p *parser) createNamespace() plan.Command {
	n := &plan.CreateNamespace{IfNotExists: p.ifNotExists()}
	n.Name = p.nameRef()
	for {
		switch {
		case p.accept("COMMENT"):
			n.Comment = p.stringLiteral()
		case p.accept("LOCATION"):
			n.Location = p.stringLiteral()
		case p.accept("WITH", "DBPROPERTIES"), p.accept("WITH", "PROPERTIES"):
			n.Properties = p.properties()
		case p.accept("DEFAULT", "COLLATION"):
			p.name()
			p.unsupported("DEFAULT COLLATION of a schema")
		default:
			return n
		}
	}
}

// drop reads every DROP statement.
func (p *parser) drop() plan.Command {
	p.expect("DROP")
	temporary := p.acceptOne("TEMPORARY", "TEMP") != ""
	switch p.acceptOne("TABLE", "VIEW", "DATABASE", "SCHEMA", "NAMESPACE", "FUNCTION", "VARIABLE", "VAR") {
	case "TABLE":
		d := &plan.DropTable{IfExists: p.ifExists()}
		d.Name = p.nameRef()
		d.Purge = p.accept("PURGE")
		return d
	case "VIEW":
		d := &plan.DropTable{View: true, IfExists: p.ifExists()}
		d.Name = p.nameRef()
		return d
	case "DATABASE", "SCHEMA", "NAMESPACE":
		d := &plan.DropNamespace{IfExists: p.ifExists()}
		d.Name = p.nameRef()
		d.Cascade = p.acceptOne("CASCADE", "RESTRICT") == "CASCADE"
		return d
	case "FUNCTION":
		d := &plan.DropFunction{Temporary: temporary, IfExists: p.ifExists()}
		d.Name = p.nameRef()
		return d
	case "VARIABLE", "VAR":
		d := &plan.DropVariable{IfExists: p.ifExists()}
		d.Name = p.nameRef()
		return d
	}
	if p.is("INDEX", "ROLE", "MACRO") {
		p.unsupported("DROP " + p.tok().upper)
	}
	p.unexpected()
	return nil
}

// createFunction reads CREATE FUNCTION: SQL functions with RETURN, or a class name.
func (p *parser) createFunction(f *plan.CreateFunction) plan.Command {
	from := p.i
	f.IfNotExists = p.ifNotExists()
	f.Name = p.nameRef()
	if p.accept("AS") {
		f.Class = p.stringLiteral()
		if p.accept("USING") {
			p.unsupported("CREATE FUNCTION … USING resources")
		}
		return f
	}
	p.expect("(")
	if !p.is(")") {
		f.Params = list(p, p.parameter)
	}
	p.close()
	if p.accept("RETURNS") {
		p.returns(f)
	}
	p.functionCharacteristics(f)
	p.expect("RETURN")
	at := p.i
	if p.queryAt(p.i) && !p.is("(") {
		f.BodyQuery = p.query()
	} else {
		f.BodyExpr = p.expression()
	}
	f.Body = p.origin(at).Text
	if f.Temporary && f.IfNotExists {
		p.raise(from, "INVALID_SQL_SYNTAX.CREATE_TEMP_FUNC_WITH_IF_NOT_EXISTS")
	}
	if f.Replace && f.IfNotExists {
		p.raise(from, "INVALID_SQL_SYNTAX.CREATE_ROUTINE_WITH_IF_NOT_EXISTS_AND_REPLACE")
	}
	return f
}

func (p *parser) parameter() plan.ColumnDef {
	c := plan.ColumnDef{Name: p.name()}
	c.Type = p.columnType()
	p.columnOptions(&c)
	return c
}

func (p *parser) returns(f *plan.CreateFunction) {
	if p.is("TABLE") {
		p.i++
		f.ReturnsTable = []plan.ColumnDef{}
		if p.is("(") {
			f.ReturnsTable = parens(p, p.parameter)
		}
		return
	}
	f.Returns = p.dataType()
}

// functionCharacteristics reads LANGUAGE, [NOT] DETERMINISTIC, COMMENT, CONTAINS SQL, READS SQL DATA, SQL SECURITY.
func (p *parser) functionCharacteristics(f *plan.CreateFunction) {
	set := func(k, v string) {
		if f.Characteristics == nil {
			f.Characteristics = map[string]string{}
		}
		f.Characteristics[k] = v
	}
	for {
		switch {
		case p.accept("LANGUAGE"):
			set("language", lower(p.name()))
		case p.accept("NOT", "DETERMINISTIC"):
			set("deterministic", "false")
		case p.accept("DETERMINISTIC"):
			set("deterministic", "true")
		case p.accept("COMMENT"):
			f.Comment = p.stringLiteral()
		case p.accept("CONTAINS", "SQL"):
			set("data", "contains sql")
		case p.accept("READS", "SQL", "DATA"):
			set("data", "reads sql data")
		case p.accept("SQL", "SECURITY"):
			set("security", lower(p.name()))
		default:
			return
		}
	}
}
