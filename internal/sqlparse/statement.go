package sqlparse

import (
	"github.com/flintlake/flintlake/internal/plan"
)

// statement reads one statement by its first word.
func (p *parser) statement() plan.Relation {
	from := p.i
	switch p.tok().upper {
	case "SELECT", "VALUES", "TABLE", "(":
		return p.query()
	case "MAP", "REDUCE":
		return p.query()
	case "FROM":
		return p.fromOrMultiInsert(nil)
	case "WITH":
		return p.withStatement()
	}
	c := p.command()
	return &plan.CommandRelation{Node: p.node(from), Command: c}
}

// command reads a statement that is no query.
func (p *parser) command() plan.Command {
	switch word := p.tok().upper; word {
	case "INSERT":
		return p.insert()
	case "MERGE":
		return p.merge()
	case "UPDATE":
		return p.update()
	case "DELETE":
		return p.delete()
	case "TRUNCATE":
		return p.truncate()
	case "CREATE":
		return p.create()
	case "REPLACE":
		return p.create()
	case "ALTER":
		return p.alter()
	case "DROP":
		return p.drop()
	case "SHOW":
		return p.show()
	case "DESCRIBE", "DESC":
		return p.describe()
	case "EXPLAIN":
		return p.explain()
	case "USE":
		return p.use()
	case "SET":
		return p.set()
	case "RESET":
		return p.reset()
	case "CACHE":
		return p.cache()
	case "UNCACHE":
		return p.uncache()
	case "CLEAR":
		p.expect("CLEAR", "CACHE")
		return &plan.ClearCache{}
	case "REFRESH":
		return p.refresh()
	case "ANALYZE":
		return p.analyze()
	case "COMMENT":
		return p.commentOn()
	case "DECLARE":
		return p.declare()
	case "EXECUTE":
		return p.executeImmediate()
	case "OPTIMIZE":
		return p.optimize()
	case "VACUUM":
		return p.vacuum()
	case "RESTORE":
		return p.restore()
	case "CONVERT":
		return p.convert()
	case "REORG":
		return p.reorg()
	case "GENERATE":
		return p.generate()
	case "GRANT", "REVOKE", "EXPORT", "IMPORT", "LOCK", "UNLOCK", "COMMIT", "ROLLBACK", "DFS", "LOAD", "MSCK", "REPAIR":
		if isName(p.ahead(1)) || p.ahead(1).kind == kindEOF {
			p.unsupported(word)
		}
	case "ADD", "LIST":
		if isName(p.ahead(1)) {
			p.unsupported(word + " " + p.ahead(1).upper)
		}
	case "BEGIN":
		return p.compound("")
	}
	if isName(p.tok()) && p.ahead(1).upper == ":" && p.ahead(2).upper == "BEGIN" {
		return p.labelledCompound()
	}
	p.unexpected()
	return nil
}

// withStatement reads WITH … before a query or a statement that changes a table.
func (p *parser) withStatement() plan.Relation {
	from := p.i
	w := p.with()
	switch p.tok().upper {
	case "INSERT":
		at := p.i
		in := p.insert()
		if one, ok := in.(*plan.Insert); ok {
			w.Input, w.Node = one.Input, p.node(from)
			one.Input = w
		}
		return &plan.CommandRelation{Node: p.node(at), Command: in}
	case "MERGE":
		m := p.merge()
		w.Input, w.Node = m.Source, p.node(from)
		m.Source = w
		return &plan.CommandRelation{Node: p.node(from), Command: m}
	case "UPDATE", "DELETE":
		p.unsupported("WITH before " + p.tok().upper)
	case "FROM":
		return p.fromOrMultiInsert(w)
	}
	w.Input = p.queryBody()
	w.Node = p.node(from)
	return w
}

// fromOrMultiInsert tells FROM t SELECT … from FROM t INSERT INTO a SELECT … INSERT INTO b SELECT ….
func (p *parser) fromOrMultiInsert(w *plan.With) plan.Relation {
	from, markers := p.i, p.markers
	source := p.fromClause()
	if !p.is("INSERT") { // a query: read it again as one
		p.i, p.markers = from, markers
		if w == nil {
			return p.query()
		}
		w.Input = p.queryBody()
		w.Node = p.node(from)
		return w
	}
	m := &plan.MultiInsert{}
	for p.is("INSERT") {
		in := p.insertHeader()
		in.Input = p.organization(p.selectBlock(source))
		if w != nil {
			c := *w
			c.Input, c.Node = in.Input, p.node(from)
			in.Input = &c
		}
		m.Inserts = append(m.Inserts, in)
	}
	return &plan.CommandRelation{Node: p.node(from), Command: m}
}
