package sqlparse

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
)

// column reads name type and its options; constraints written at the column come beside it.
func (p *parser) column() (plan.ColumnDef, []plan.Constraint) {
	c := plan.ColumnDef{Name: p.name()}
	p.accept(":")
	c.Type = p.columnType()
	return c, p.columnOptions(&c)
}

// columnType is a type; the end of the list in its place is reported where it stands.
func (p *parser) columnType() types.DataType {
	if !isName(p.tok()) {
		p.unexpected()
	}
	return p.dataType()
}

// columnOptions reads NOT NULL, DEFAULT, GENERATED, COMMENT, constraints and positions.
func (p *parser) columnOptions(c *plan.ColumnDef) (constraints []plan.Constraint) {
	seen := map[string]bool{}
	for {
		from := p.i
		option := p.tok().upper
		switch {
		case p.accept("NOT", "NULL") || p.accept("!", "NULL"):
			c.NotNull = true
		case p.accept("DEFAULT"):
			c.Default = p.expressionText()
		case p.accept("GENERATED"):
			p.generated(c)
		case p.accept("COMMENT"):
			c.Comment = p.stringLiteral()
		case p.is("FIRST", "AFTER"):
			c.Position = p.columnPosition()
			option = "FIRST"
		case p.is("CHECK", "PRIMARY", "UNIQUE", "REFERENCES", "CONSTRAINT"):
			constraints = append(constraints, p.columnConstraint(c.Name))
			continue
		default:
			return constraints
		}
		if seen[option] {
			p.raise(from, "CREATE_TABLE_COLUMN_DESCRIPTOR_DUPLICATE", "columnName", c.Name, "optionName", option)
		}
		seen[option] = true
	}
}

// columnPosition reads FIRST or AFTER name.
func (p *parser) columnPosition() string {
	if p.accept("FIRST") {
		return "FIRST"
	}
	p.expect("AFTER")
	return "AFTER " + p.name()
}

// expressionText reads an expression and keeps its text.
func (p *parser) expressionText() string {
	from := p.i
	p.expression()
	return p.origin(from).Text
}

// generated reads ALWAYS AS (expr), or ALWAYS | BY DEFAULT AS IDENTITY (…).
func (p *parser) generated(c *plan.ColumnDef) {
	always := p.accept("ALWAYS")
	if !always {
		p.expect("BY", "DEFAULT")
	}
	p.expect("AS")
	if !p.is("IDENTITY") {
		p.expect("(")
		c.Generated = p.expressionText()
		p.close()
		return
	}
	p.i++
	c.Identity = &plan.Identity{Always: always, Start: 1, Step: 1}
	if !p.accept("(") {
		return
	}
	for !p.is(")") {
		switch p.acceptOne("START", "INCREMENT") {
		case "START":
			p.expect("WITH")
			c.Identity.Start = p.signedInteger()
		case "INCREMENT":
			p.expect("BY")
			c.Identity.Step = p.signedInteger()
		default:
			p.unexpected()
		}
		p.accept(",")
	}
	p.close()
}

func (p *parser) signedInteger() int64 {
	from := p.i
	negative := p.accept("-")
	if p.tok().kind != kindInteger && !strings.HasSuffix(strings.ToUpper(p.textOf(p.tok())), "L") {
		p.unexpected()
	}
	text := strings.TrimRight(p.textOf(p.advance()), "lL")
	if negative {
		text = "-" + text
	}
	return p.whole(text, 64, "bigint", from)
}

func (p *parser) constraintAhead() bool {
	switch p.tok().upper {
	case "CONSTRAINT":
		return isName(p.ahead(1)) && oneOf(p.ahead(2), []string{"CHECK", "PRIMARY", "UNIQUE", "FOREIGN"})
	case "CHECK", "UNIQUE":
		return p.ahead(1).upper == "("
	case "PRIMARY", "FOREIGN":
		return p.ahead(1).upper == "KEY"
	}
	return false
}

// constraint reads [CONSTRAINT name] CHECK (expr) | PRIMARY KEY (…) | UNIQUE (…) | FOREIGN KEY (…) REFERENCES t (…).
func (p *parser) constraint() plan.Constraint {
	var c plan.Constraint
	if p.accept("CONSTRAINT") {
		c.Name = p.name()
	}
	switch {
	case p.accept("CHECK"):
		c.Kind = "check"
		p.expect("(")
		c.Expr = p.expressionText()
		p.close()
	case p.accept("PRIMARY", "KEY"):
		c.Kind, c.Columns = "primary", p.nameList()
	case p.accept("UNIQUE"):
		c.Kind, c.Columns = "unique", p.nameList()
	case p.accept("FOREIGN", "KEY"):
		c.Kind, c.Columns = "foreign", p.nameList()
		p.references(&c)
	default:
		p.unexpected()
	}
	p.characteristics(&c)
	return c
}

// columnConstraint reads a constraint written at a column.
func (p *parser) columnConstraint(column string) plan.Constraint {
	var c plan.Constraint
	if p.accept("CONSTRAINT") {
		c.Name = p.name()
	}
	switch {
	case p.accept("CHECK"):
		c.Kind = "check"
		p.expect("(")
		c.Expr = p.expressionText()
		p.close()
	case p.accept("PRIMARY", "KEY"):
		c.Kind, c.Columns = "primary", []string{column}
	case p.accept("UNIQUE"):
		c.Kind, c.Columns = "unique", []string{column}
	case p.is("REFERENCES"):
		c.Kind, c.Columns = "foreign", []string{column}
		p.references(&c)
	default:
		p.unexpected()
	}
	p.characteristics(&c)
	return c
}

func (p *parser) references(c *plan.Constraint) {
	p.expect("REFERENCES")
	c.RefTable = p.multipartName()
	if p.is("(") {
		c.RefColumns = p.nameList()
	}
}

func (p *parser) characteristics(c *plan.Constraint) {
	for {
		word := p.tok().upper
		switch word {
		case "ENFORCED", "RELY", "NORELY":
			p.i++
			c.Characteristics = append(c.Characteristics, word)
		case "NOT":
			if p.ahead(1).upper != "ENFORCED" {
				return
			}
			p.i += 2
			c.Characteristics = append(c.Characteristics, "NOT ENFORCED")
		default:
			return
		}
	}
}
