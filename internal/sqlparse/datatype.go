package sqlparse

import (
	"errors"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
)

// dataType finds how far a type reaches and leaves its text to types.ParseType.
func (p *parser) dataType() types.DataType {
	from := p.i
	p.typeExtent()
	a, b := p.tokens[from], p.tokens[p.i-1]
	t, err := types.ParseType(p.text[a.start:b.stop])
	if err == nil {
		return t
	}
	var e *sparkerr.Error
	if errors.As(err, &e) {
		if e.Condition == "PARSE_SYNTAX_ERROR" && e.Params["error"] == "end of input" {
			p.unexpected()
		}
		if strings.HasPrefix(e.Condition, "DECIMAL_PRECISION_EXCEEDS_MAX_PRECISION.SCALE") {
			p.decimalScale(from)
		}
		e.Context = p.context(from, p.i-1)
	}
	fail(err)
	return nil
}

// decimalScale reports a scale above the precision as Spark's parser does, from the innermost DECIMAL(p, s).
func (p *parser) decimalScale(from int) {
	for i := from; i+5 < len(p.tokens); i++ {
		if p.tokens[i].kind == kindWord && p.tokens[i+1].upper == "(" && p.tokens[i+3].upper == "," {
			fail(sparkerr.New("_LEGACY_ERROR_TEMP_1228", "scale", p.textOf(&p.tokens[i+4]), "precision", p.textOf(&p.tokens[i+2])).
				WithContext(p.context(from, p.i-1)))
		}
	}
}

// typeExtent moves over a type: a word, its <…> or (…), INTERVAL units, COLLATE, time zone words.
func (p *parser) typeExtent() {
	if !isName(p.tok()) {
		p.unexpected()
	}
	word := p.advance().upper
	switch {
	case oneOf(p.ahead(-1), []string{"ARRAY", "MAP", "STRUCT"}) && p.is("<"):
		p.angleBrackets()
	case word == "STRUCT" && p.is("<>"):
		p.i++
	case word == "INTERVAL":
		if p.is("YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND") {
			p.i++
			if p.is("TO") {
				p.i += 2
			}
		}
		return
	case word == "DOUBLE" && p.is("PRECISION"):
		p.i++
	}
	if p.is("(") && (isNumber(p.ahead(1)) || p.ahead(1).upper == ")" || word == "GEOMETRY" || word == "GEOGRAPHY") {
		if end := p.match[p.i]; end > 0 {
			p.i = end + 1
		} else {
			p.i = len(p.tokens) - 1
			p.unexpected()
		}
	}
	if (word == "TIME" || word == "TIMESTAMP") && p.is("WITH", "WITHOUT") && p.ahead(1).upper == "TIME" && p.ahead(2).upper == "ZONE" {
		p.i += 3
	}
	if p.is("COLLATE") && isName(p.ahead(1)) {
		p.i += 2
		for p.is(".") && isName(p.ahead(1)) {
			p.i += 2
		}
	}
}

// angleBrackets moves over <…>. The lexer reads >> as one symbol, which closes two.
func (p *parser) angleBrackets() {
	depth := 0
	for {
		t := p.tok()
		switch {
		case t.kind == kindEOF || t.upper == ";":
			p.unexpected()
		case t.upper == "<":
			depth++
		case t.upper == ">", t.upper == ">>", t.upper == ">>>":
			depth -= len(t.upper)
		}
		p.i++
		if depth <= 0 {
			return
		}
	}
}
