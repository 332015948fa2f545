package sqlparse

import "github.com/flintlake/flintlake/internal/plan"

// insert reads INSERT INTO or OVERWRITE with its query.
func (p *parser) insert() plan.Command {
	if p.isSeq("INSERT", "OVERWRITE", "DIRECTORY") || p.isSeq("INSERT", "OVERWRITE", "LOCAL", "DIRECTORY") {
		p.unsupported("INSERT OVERWRITE DIRECTORY")
	}
	in := p.insertHeader()
	from := p.i
	in.Input = p.query()
	if in.ReplaceOn != nil {
		in.Input = p.aliased(in.Input, from)
	}
	return in
}

// insertHeader reads everything up to the query.
func (p *parser) insertHeader() *plan.Insert {
	p.expect("INSERT")
	in := &plan.Insert{}
	if p.accept("WITH", "SCHEMA", "EVOLUTION") {
		in.SchemaEvolution = true
	}
	if !p.is("INTO", "OVERWRITE") {
		p.unexpected()
	}
	in.Overwrite = p.advance().upper == "OVERWRITE"
	if p.is("TABLE") && isName(p.ahead(1)) {
		p.i++
	}
	in.Target = p.target()
	if p.isSeq("WITH", "(") {
		p.i++
		in.Options = p.properties()
	}
	if p.is("PARTITION") {
		in.Partition = p.partitionSpec()
	}
	if p.accept("IF", "NOT", "EXISTS") {
		in.IfNotExists = true
	}
	switch {
	case p.accept("BY", "NAME"):
		in.ByName = true
	case p.is("(") && !p.queryAt(p.i+1):
		in.Columns = p.nameList()
	}
	p.insertReplace(in)
	return in
}

// insertReplace reads REPLACE WHERE, REPLACE ON and REPLACE USING.
func (p *parser) insertReplace(in *plan.Insert) {
	if (p.is("AS") || isName(p.tok())) && p.ahead(2).upper == "REPLACE" {
		p.accept("AS")
	}
	if isName(p.tok()) && p.ahead(1).upper == "REPLACE" && !p.is("REPLACE") {
		in.Target.Alias = p.name()
	}
	switch {
	case p.accept("REPLACE", "WHERE"):
		in.Replace = p.expression()
	case p.accept("REPLACE", "ON"):
		outer := p.noCalls
		p.noCalls = true
		in.ReplaceOn = p.expression()
		p.noCalls = outer
	case p.accept("REPLACE", "USING"):
		in.ReplaceUsing = p.nameList()
	}
	if p.accept("BY", "NAME") {
		in.ByName = true
	}
}

// target reads a table name without an alias.
func (p *parser) target() plan.Table {
	from := p.i
	return plan.Table{Name: p.nameRef(), Origin: p.origin(from)}
}

// aliasedTarget reads a table name with an alias; columns behind the alias are not allowed.
func (p *parser) aliasedTarget(statement string) plan.Table {
	t := p.target()
	at := p.i
	alias, columns := p.tableAlias()
	if columns != nil {
		p.raise(at, "COLUMN_ALIASES_NOT_ALLOWED", "op", statement)
	}
	t.Alias = alias
	return t
}

// partitionSpec reads PARTITION (a = 1, b).
func (p *parser) partitionSpec() []plan.PartitionValue {
	p.expect("PARTITION")
	return parens(p, func() plan.PartitionValue {
		v := plan.PartitionValue{Name: p.name()}
		if p.accept("=") {
			v.Value = p.value(3)
		}
		return v
	})
}

func (p *parser) truncate() plan.Command {
	p.expect("TRUNCATE")
	p.demand("TABLE")
	t := &plan.Truncate{Target: p.target()}
	if p.is("PARTITION") {
		t.Partition = p.partitionSpec()
	}
	return t
}

func (p *parser) update() plan.Command {
	p.expect("UPDATE")
	u := &plan.Update{Target: p.aliasedTarget("UPDATE")}
	p.expect("SET")
	u.Assignments = p.assignments()
	if p.accept("WHERE") {
		u.Where = p.expression()
	}
	return u
}

func (p *parser) delete() plan.Command {
	p.expect("DELETE")
	p.demand("FROM")
	d := &plan.Delete{Target: p.aliasedTarget("DELETE")}
	if p.accept("WHERE") {
		d.Where = p.expression()
	}
	return d
}

// assignments reads a.b = expr, ….
func (p *parser) assignments() []plan.Assignment {
	return list(p, func() plan.Assignment {
		from := p.i
		a := plan.Assignment{Column: &plan.Attribute{Parts: p.multipartName(), Origin: p.origin(from)}}
		p.expect("=")
		a.Value = p.expression()
		return a
	})
}
