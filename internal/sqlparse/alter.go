package sqlparse

import "github.com/flintlake/flintlake/internal/plan"

// alter reads every ALTER statement.
func (p *parser) alter() plan.Command {
	p.expect("ALTER")
	switch p.acceptOne("TABLE", "VIEW", "DATABASE", "SCHEMA", "NAMESPACE") {
	case "TABLE":
		a := &plan.AlterTable{Name: p.nameRef()}
		a.Action = p.alterAction(a)
		return a
	case "VIEW":
		return p.alterView()
	case "":
		if p.is("INDEX", "MATERIALIZED", "STREAMING", "FUNCTION") {
			p.unsupported("ALTER " + p.tok().upper)
		}
		p.unexpected()
	}
	return p.alterNamespace()
}

func (p *parser) alterView() plan.Command {
	name := p.nameRef()
	if p.accept("WITH", "SCHEMA") {
		p.unsupported("ALTER VIEW … WITH SCHEMA")
	}
	if p.accept("AS") || p.is("SELECT", "WITH", "FROM", "VALUES", "TABLE", "(") {
		from := p.i
		q := p.query()
		return &plan.AlterView{Name: name, Query: q, SQL: p.origin(from).Text}
	}
	a := &plan.AlterTable{Name: name, View: true}
	a.Action = p.alterAction(a)
	return a
}

func (p *parser) alterNamespace() plan.Command {
	n := &plan.AlterNamespace{Name: p.nameRef()}
	switch {
	case p.accept("SET"):
		switch p.acceptOne("DBPROPERTIES", "PROPERTIES", "LOCATION") {
		case "":
			p.unexpected()
		case "LOCATION":
			n.Location = p.stringLiteral()
		default:
			n.Properties = p.properties()
		}
	case p.accept("UNSET"):
		if p.acceptOne("DBPROPERTIES", "PROPERTIES") == "" {
			p.unexpected()
		}
		p.ifExists()
		for k := range p.properties() {
			n.Unset = append(n.Unset, k)
		}
	default:
		p.unexpected()
	}
	return n
}

// alterAction reads the action of ALTER TABLE or ALTER VIEW.
func (p *parser) alterAction(a *plan.AlterTable) plan.AlterAction {
	var partition []plan.PartitionValue
	if p.is("PARTITION") && p.ahead(1).upper == "(" {
		partition = p.partitionSpec()
	}
	switch p.tok().upper {
	case "ADD":
		return p.alterAdd()
	case "DROP":
		return p.alterDrop()
	case "RENAME":
		return p.alterRename(partition)
	case "ALTER", "CHANGE":
		return p.alterColumn()
	case "SET":
		return p.alterSet()
	case "UNSET":
		p.i++
		p.expect("TBLPROPERTIES")
		u := &plan.AlterUnsetProperties{IfExists: p.ifExists()}
		u.Keys = parens(p, p.propertyKey)
		return u
	case "REPLACE":
		p.expect("REPLACE", "COLUMNS")
		return &plan.AlterReplaceColumns{Columns: parens(p, p.alterColumnDef)}
	case "RECOVER":
		p.expect("RECOVER", "PARTITIONS")
		return &plan.AlterRecoverPartitions{}
	case "CLUSTER":
		p.expect("CLUSTER", "BY")
		switch {
		case p.accept("NONE"):
			return &plan.AlterClusterBy{None: true}
		case p.accept("AUTO"):
			return &plan.AlterClusterBy{Auto: true}
		}
		return &plan.AlterClusterBy{Columns: p.clusterColumns()}
	case "DEFAULT":
		p.expect("DEFAULT", "COLLATION")
		return &plan.AlterCollation{Collation: p.name()}
	}
	p.unexpected()
	return nil
}

func (p *parser) alterAdd() plan.AlterAction {
	p.expect("ADD")
	if p.constraintAhead() {
		return &plan.AlterAddConstraint{Constraint: p.constraint()}
	}
	switch {
	case p.acceptOne("COLUMN", "COLUMNS") != "":
		add := &plan.AlterAddColumns{IfNotExists: p.ifNotExists()}
		if p.is("(") {
			add.Columns = parens(p, p.alterColumnDef)
		} else {
			add.Columns = list(p, p.alterColumnDef)
		}
		return add
	case p.is("(") && isName(p.ahead(1)):
		return &plan.AlterAddColumns{Columns: parens(p, p.alterColumnDef)}
	}
	add := &plan.AlterAddPartition{IfNotExists: p.ifNotExists()}
	for first := true; first || p.is("PARTITION"); first = false {
		add.Partitions = append(add.Partitions, p.partitionSpec())
		location := ""
		if p.accept("LOCATION") {
			location = p.stringLiteral()
		}
		add.Locations = append(add.Locations, location)
	}
	return add
}

// alterColumnDef reads a.b type and options; the last part is the name.
func (p *parser) alterColumnDef() plan.ColumnDef {
	path := p.multipartName()
	c := plan.ColumnDef{Name: path[len(path)-1], Path: path}
	p.accept(":")
	c.Type = p.columnType()
	p.columnOptions(&c)
	return c
}

func (p *parser) alterDrop() plan.AlterAction {
	p.expect("DROP")
	switch {
	case p.accept("CONSTRAINT"):
		d := &plan.AlterDropConstraint{IfExists: p.ifExists()}
		d.Name = p.name()
		d.Cascade = p.acceptOne("CASCADE", "RESTRICT") == "CASCADE"
		return d
	case p.accept("PRIMARY", "KEY"), p.accept("FOREIGN", "KEY"):
		p.unsupported("ALTER TABLE … DROP KEY")
	case p.accept("FEATURE"):
		d := &plan.AlterDropFeature{}
		if p.tok().kind == kindString {
			d.Feature = p.stringLiteral()
		} else {
			d.Feature = p.name()
		}
		d.TruncateHistory = p.accept("TRUNCATE", "HISTORY")
		return d
	case p.acceptOne("COLUMN", "COLUMNS") != "":
		d := &plan.AlterDropColumns{IfExists: p.ifExists()}
		if p.is("(") {
			d.Columns = parens(p, p.multipartName)
		} else {
			d.Columns = list(p, p.multipartName)
		}
		return d
	}
	d := &plan.AlterDropPartition{IfExists: p.ifExists()}
	d.Partitions = list(p, p.partitionSpec)
	d.Purge = p.accept("PURGE")
	return d
}

func (p *parser) alterRename(partition []plan.PartitionValue) plan.AlterAction {
	p.expect("RENAME")
	switch {
	case p.accept("COLUMN"):
		r := &plan.AlterRenameColumn{From: p.multipartName()}
		p.expect("TO")
		r.To = p.name()
		return r
	case partition != nil:
		p.expect("TO")
		return &plan.AlterRenamePartition{From: partition, To: p.partitionSpec()}
	}
	p.expect("TO")
	return &plan.AlterRename{To: p.multipartName()}
}

// alterColumn reads ALTER|CHANGE [COLUMN] name …, also in Hive's form name newName type COMMENT ….
func (p *parser) alterColumn() plan.AlterAction {
	hive := p.advance().upper == "CHANGE"
	if p.is("COLUMN") && isName(p.ahead(1)) {
		p.i++
	}
	c := &plan.AlterChangeColumn{Column: p.multipartName()}
	if hive && isName(p.tok()) && isName(p.ahead(1)) && !p.is("TYPE", "SET", "DROP", "COMMENT", "AFTER") {
		c.NewName = p.name()
		c.Type = p.columnType()
		var def plan.ColumnDef
		from := p.i
		p.columnOptions(&def)
		if p.i > from {
			if def.Comment != "" {
				c.Comment = &def.Comment
			}
			c.Position, c.SetNotNull = def.Position, def.NotNull
		}
		return c
	}
	p.columnAction(c)
	if !p.is(",") {
		return c
	}
	several := &plan.AlterChangeColumns{Changes: []*plan.AlterChangeColumn{c}}
	for p.accept(",") {
		c := &plan.AlterChangeColumn{Column: p.multipartName()}
		p.columnAction(c)
		several.Changes = append(several.Changes, c)
	}
	return several
}

func (p *parser) columnAction(c *plan.AlterChangeColumn) {
	switch {
	case p.accept("TYPE"):
		c.Type = p.columnType()
	case p.accept("COMMENT"):
		s := p.stringLiteral()
		c.Comment = &s
	case p.is("FIRST", "AFTER"):
		c.Position = p.columnPosition()
	case p.accept("SYNC", "IDENTITY"):
		c.SyncIdentity = true
	case p.accept("SET", "NOT", "NULL"), p.accept("SET", "!", "NULL"):
		c.SetNotNull = true
	case p.accept("DROP", "NOT", "NULL"), p.accept("DROP", "!", "NULL"):
		c.DropNotNull = true
	case p.accept("SET", "DEFAULT"):
		s := p.expressionText()
		c.Default = &s
	case p.accept("DROP", "DEFAULT"):
		c.DropDefault = true
	case p.accept("SET"), p.accept("DROP"):
		p.unexpected()
	}
}

func (p *parser) alterSet() plan.AlterAction {
	p.expect("SET")
	switch p.acceptOne("TBLPROPERTIES", "LOCATION", "SERDE", "SERDEPROPERTIES") {
	case "TBLPROPERTIES":
		return &plan.AlterSetProperties{Properties: p.properties()}
	case "LOCATION":
		return &plan.AlterSetLocation{Location: p.stringLiteral()}
	case "SERDEPROPERTIES":
		return &plan.AlterSetSerde{Properties: p.properties()}
	case "SERDE":
		p.stringLiteral()
		s := &plan.AlterSetSerde{}
		if p.accept("WITH", "SERDEPROPERTIES") {
			s.Properties = p.properties()
		}
		return s
	}
	p.unexpected()
	return nil
}
