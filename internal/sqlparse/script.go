package sqlparse

import (
	"github.com/flintlake/flintlake/internal/plan"
)

// labelledCompound reads label: BEGIN … END.
func (p *parser) labelledCompound() plan.Command {
	label := p.name()
	p.expect(":")
	return p.compound(label)
}

// compound reads BEGIN [NOT ATOMIC] statement; … END [label].
func (p *parser) compound(label string) *plan.Compound {
	p.enter()
	defer p.leave()
	outer := p.opts.script
	p.opts.script = true
	defer func() { p.opts.script = outer }()
	p.expect("BEGIN")
	p.accept("NOT", "ATOMIC")
	c := &plan.Compound{Label: label, Body: p.statements("END")}
	p.expect("END")
	if label != "" && isName(p.tok()) {
		p.name()
	}
	return c
}

// statements reads statement; … until one of the words.
func (p *parser) statements(until ...string) []plan.Statement {
	out := []plan.Statement{}
	for {
		for p.accept(";") {
		}
		if p.is(until...) || p.tok().kind == kindEOF {
			return out
		}
		out = append(out, p.scriptStatement())
		if !p.is(";") && !p.is(until...) {
			p.unexpected()
		}
	}
}

// scriptStatement reads one statement of a compound.
func (p *parser) scriptStatement() plan.Statement {
	from := p.i
	s := plan.Statement{}
	label := ""
	if isName(p.tok()) && p.ahead(1).upper == ":" {
		label = p.name()
		p.i++
	}
	switch {
	case p.is("BEGIN"):
		s.Command = p.compound(label)
	case p.is("DECLARE") && p.handlerAhead():
		s.Control = p.handler()
	case p.is("IF", "CASE", "WHILE", "REPEAT", "LOOP", "FOR", "LEAVE", "ITERATE", "SIGNAL", "RESIGNAL", "OPEN", "FETCH", "CLOSE"):
		s.Control = p.control(label)
	default:
		r := p.statement()
		if c, ok := r.(*plan.CommandRelation); ok {
			s.Command = c.Command
		} else {
			s.Query = r
		}
	}
	s.Origin = p.origin(from)
	return s
}

func (p *parser) handlerAhead() bool {
	next := p.ahead(1)
	return oneOf(next, []string{"CONTINUE", "EXIT"}) && p.ahead(2).upper == "HANDLER" || isName(next) && p.ahead(2).upper == "CONDITION"
}

// handler reads DECLARE EXIT|CONTINUE HANDLER FOR conditions statement, and DECLARE name CONDITION FOR SQLSTATE '…'.
func (p *parser) handler() *plan.Control {
	p.expect("DECLARE")
	c := &plan.Control{Kind: "handler"}
	if p.ahead(1).upper == "CONDITION" {
		c.Kind, c.Variable = "condition", p.name()
		p.expect("CONDITION")
		if p.accept("FOR") {
			c.Names = []string{p.sqlState()}
		}
		return c
	}
	c.Variable = lower(p.advance().upper)
	p.expect("HANDLER", "FOR")
	c.Names = list(p, func() string {
		switch {
		case p.is("SQLSTATE"):
			return p.sqlState()
		case p.accept("NOT", "FOUND"):
			return "NOT FOUND"
		}
		return joinPlain(p.multipartName())
	})
	c.Bodies = [][]plan.Statement{{p.scriptStatement()}}
	return c
}

func (p *parser) sqlState() string {
	p.expect("SQLSTATE")
	p.accept("VALUE")
	return "SQLSTATE " + p.stringLiteral()
}

// control reads the statements that steer a script.
func (p *parser) control(label string) *plan.Control {
	p.enter()
	defer p.leave()
	c := &plan.Control{Kind: lower(p.tok().upper), Label: label}
	word := p.advance().upper
	body := func(until ...string) { c.Bodies = append(c.Bodies, p.statements(until...)) }
	switch word {
	case "IF":
		c.Conditions = append(c.Conditions, p.expression())
		p.expect("THEN")
		body("ELSE", "ELSEIF", "END")
		for p.is("ELSEIF") {
			p.i++
			c.Conditions = append(c.Conditions, p.expression())
			p.expect("THEN")
			body("ELSE", "ELSEIF", "END")
		}
		if p.accept("ELSE") {
			body("END")
		}
		p.expect("END", "IF")
	case "CASE":
		p.controlCase(c)
	case "WHILE":
		c.Conditions = append(c.Conditions, p.expression())
		p.expect("DO")
		body("END")
		p.expect("END", "WHILE")
	case "REPEAT":
		body("UNTIL")
		p.expect("UNTIL")
		c.Conditions = append(c.Conditions, p.expression())
		p.expect("END", "REPEAT")
	case "LOOP":
		body("END")
		p.expect("END", "LOOP")
	case "FOR":
		if isName(p.tok()) && p.ahead(1).upper == "AS" {
			c.Variable = p.name()
			p.i++
		}
		c.Query = p.query()
		p.expect("DO")
		body("END")
		p.expect("END", "FOR")
	case "LEAVE", "ITERATE":
		c.Label = p.name()
		return c
	default:
		p.i--
		p.unsupported(word + " in a script")
	}
	if label != "" && isName(p.tok()) && !p.is(";") {
		p.name()
	}
	return c
}

// controlCase reads CASE [x] WHEN … THEN statements … ELSE statements END CASE.
func (p *parser) controlCase(c *plan.Control) {
	var subject plan.Expr
	if !p.is("WHEN") {
		subject = p.expression()
	}
	for p.is("WHEN") {
		p.i++
		at := p.i
		e := p.expression()
		if subject != nil {
			e = p.operator("=", at, subject, e)
		}
		c.Conditions = append(c.Conditions, e)
		p.expect("THEN")
		c.Bodies = append(c.Bodies, p.statements("WHEN", "ELSE", "END"))
	}
	if p.accept("ELSE") {
		c.Bodies = append(c.Bodies, p.statements("END"))
	}
	p.expect("END", "CASE")
}
