package sqlparse

import (
	"strings"
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/plan"
)

// isName tells whether t may be an identifier: in Spark's default mode every word may.
func isName(t *token) bool { return t.kind == kindWord || t.kind == kindQuoted }

// strictNonReserved are the words that may name a column but not a table: they would be taken for a join.
func strictNonReserved(upper string) bool {
	switch upper {
	case "ANTI", "CROSS", "EXCEPT", "FULL", "INNER", "INTERSECT", "JOIN", "LATERAL", "LEFT", "NATURAL", "ON", "RIGHT", "SEMI",
		"MINUS", "UNION", "USING":
		return true
	}
	return false
}

// name reads one identifier. Words with a minus between them (test-table) and letters outside ASCII are told apart from
// other mistakes.
func (p *parser) name() string {
	from := p.i
	n := p.plainName()
	if p.tok().upper == "-" && isName(p.ahead(1)) && p.tok().start == p.ahead(-1).stop && p.ahead(1).start == p.tok().stop {
		for p.tok().upper == "-" && isName(p.ahead(1)) {
			p.i += 2
		}
		a, b := p.tokens[from], p.tokens[p.i-1]
		p.raise(from, "INVALID_IDENTIFIER", "ident", p.text[a.start:b.stop])
	}
	return n
}

// plainName is name without the check for a minus, for places where an expression may follow.
func (p *parser) plainName() string {
	t := p.tok()
	switch t.kind {
	case kindQuoted:
		p.i++
		raw := p.textOf(t)
		return strings.ReplaceAll(raw[1:len(raw)-1], "``", "`")
	case kindWord:
		p.i++
		word := p.textOf(t)
		for i := range len(word) {
			if word[i] >= utf8.RuneSelf {
				p.raise(p.i-1, "INVALID_IDENTIFIER", "ident", word)
			}
		}
		return word
	}
	p.unexpected()
	return ""
}

// multipartName reads a.b.c.
func (p *parser) multipartName() []string {
	parts := []string{p.name()}
	for p.tok().upper == "." {
		p.i++
		parts = append(parts, p.name())
	}
	return parts
}

// nameList reads (a, b).
func (p *parser) nameList() []string { return parens(p, p.name) }

// nameRef reads a name or IDENTIFIER(expression).
func (p *parser) nameRef() []string {
	if p.isSeq("IDENTIFIER", "(") {
		return p.identifierClause()
	}
	return p.multipartName()
}

// identifierClause reads IDENTIFIER(expression) and parses the text it stands for.
func (p *parser) identifierClause() []string {
	from := p.i
	p.expect("IDENTIFIER", "(")
	e := p.expression()
	p.close()
	text, ok := constantText(e)
	if !ok {
		if p.opts.Identifier == nil {
			fail(sparkerr.Unsupported("IDENTIFIER of an expression that is not a literal").WithContext(p.context(from, p.i-1)))
		}
		var err error
		if text, err = p.opts.Identifier(e); err != nil {
			fail(err)
		}
	}
	parts, err := TableName(text)
	if err != nil {
		p.raise(from, "PARSE_SYNTAX_ERROR", "error", "'"+text+"'", "hint", "")
	}
	return parts
}

// constantText evaluates string literals and their concatenation.
func constantText(e plan.Expr) (string, bool) {
	switch e := e.(type) {
	case *plan.Literal:
		s, ok := e.Value.(string)
		return s, ok
	case *plan.Call:
		if len(e.Name) != 1 || e.Name[0] != "||" && !strings.EqualFold(e.Name[0], "concat") {
			return "", false
		}
		var b strings.Builder
		for _, a := range e.Args {
			s, ok := constantText(a)
			if !ok {
				return "", false
			}
			b.WriteString(s)
		}
		return b.String(), true
	}
	return "", false
}
