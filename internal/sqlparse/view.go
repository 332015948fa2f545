package sqlparse

import "github.com/flintlake/flintlake/internal/plan"

// createView reads what follows CREATE VIEW.
func (p *parser) createView(v *plan.CreateView, from int) plan.Command {
	v.IfNotExists = p.ifNotExists()
	v.Name = p.nameRef()
	if p.is("(") {
		if v.Temporary && p.usingBehindColumns() {
			return p.createViewUsing(v)
		}
		v.Columns = parens(p, func() plan.ColumnDef {
			c := plan.ColumnDef{Name: p.name()}
			if p.accept("COMMENT") {
				c.Comment = p.stringLiteral()
			}
			return c
		})
	}
	if p.is("USING") {
		return p.createViewUsing(v)
	}
	for {
		switch {
		case p.accept("COMMENT"):
			v.Comment = p.stringLiteral()
			continue
		case p.accept("TBLPROPERTIES"):
			v.Properties = p.properties()
			continue
		case p.accept("DEFAULT", "COLLATION"):
			v.Collation = p.name()
			continue
		case p.isSeq("WITH", "SCHEMA"):
			p.i += 2
			v.SchemaMode = p.advance().upper
			if v.SchemaMode == "TYPE" {
				p.expect("EVOLUTION")
				v.SchemaMode = "TYPE EVOLUTION"
			}
			continue
		case p.isSeq("WITH", "METRICS"):
			p.unsupported("metric views")
		case p.accept("PARTITIONED", "ON"):
			p.nameList()
			p.unsupported("CREATE VIEW … PARTITIONED ON")
		}
		break
	}
	p.expect("AS")
	at := p.i
	v.Query = p.query()
	v.SQL = p.origin(at).Text
	if p.tok().kind == kindEOF || p.is(";") {
		p.checkView(v, from)
	}
	return v
}

func (p *parser) usingBehindColumns() bool {
	end := p.match[p.i]
	return end > 0 && end+1 < len(p.tokens) && p.tokens[end+1].upper == "USING"
}

// createViewUsing reads CREATE TEMPORARY VIEW v (columns) USING format OPTIONS (…) as a view over a data source.
func (p *parser) createViewUsing(v *plan.CreateView) plan.Command {
	from := p.i
	d := &plan.DataSource{}
	if p.is("(") {
		a := p.tok().stop
		end := p.match[p.i]
		p.i = end
		d.SchemaDDL = p.text[a:p.tok().start]
		p.i++
	}
	p.expect("USING")
	d.Format = joinPlain(p.multipartName())
	if p.accept("OPTIONS") {
		d.Options = p.properties()
	}
	d.Node = p.node(from)
	v.Query = d
	return v
}

// checkView refuses what Spark's parser refuses about temporary views.
func (p *parser) checkView(v *plan.CreateView, from int) {
	if !v.Temporary {
		return
	}
	if v.IfNotExists {
		p.raise(from, "_LEGACY_ERROR_TEMP_0053")
	}
	if len(v.Name) > 1 && !v.Global {
		p.raise(from, "INVALID_TEMP_OBJ_QUALIFIER", "objectType", "VIEW", "objectName", quoteName(v.Name[len(v.Name)-1]),
			"qualifier", joined(v.Name[:len(v.Name)-1]))
	}
}
