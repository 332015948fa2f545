package sqlparse

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/plan"
)

// depthMax bounds the nesting of expressions and queries. Spark gives up somewhat earlier, when the Java stack ends.
const depthMax = 10_000

// parser walks over the tokens of one statement.
type parser struct {
	text    string
	tokens  []token
	i       int
	depth   int
	opts    Options
	match   []int // index of the closing parenthesis of the opening one at this index, or -1
	inner   []int // index of the first token from here that is no opening parenthesis
	markers int   // number of ? seen
	// complaint is the first wrong value of a literal. Spark finds those when the text is known to be well-formed, so that a
	// syntax error further on comes first.
	complaint error
	// delta is true in Delta's own statements: its grammar gives way to Spark's when a text does not fit, and Spark's stops
	// at the first word.
	delta bool
	// noCalls: a name before ( query ) is a column, in INSERT … REPLACE ON t.a = s.a (SELECT …) s.
	noCalls bool
}

// bail carries an error to the API functions.
type bail struct{ err error }

func fail(err error) { panic(bail{err}) }

// catch turns a bail into err; used with defer by the API functions.
func catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case bail:
		*err = r.err
	default:
		panic(r)
	}
}

func newParser(text string, opts Options) *parser {
	p := &parser{text: text, tokens: lex(text), opts: opts}
	p.match, p.inner = parentheses(p.tokens)
	return p
}

// parentheses finds what match and inner of the parser hold.
func parentheses(tokens []token) (match, inner []int) {
	match, inner = make([]int, len(tokens)), make([]int, len(tokens))
	for i := len(tokens) - 1; i >= 0; i-- {
		inner[i] = i
		if tokens[i].upper == "(" {
			inner[i] = inner[i+1] // the end of the text is behind every token
		}
	}
	var open []int
	for i, t := range tokens {
		match[i] = -1
		switch t.upper {
		case "(":
			open = append(open, i)
		case ")":
			if n := len(open); n > 0 {
				match[open[n-1]] = i
				open = open[:n-1]
			}
		}
	}
	return match, inner
}

// enter counts a level of nesting; the caller defers leave.
func (p *parser) enter() {
	if p.depth++; p.depth > depthMax {
		fail(sparkerr.New("FAILED_TO_PARSE_TOO_COMPLEX").WithContext(p.context(p.i, p.i)))
	}
}

func (p *parser) leave() { p.depth-- }

func (p *parser) tok() *token { return &p.tokens[p.i] }

// ahead is the n-th token from here; beyond the end it is the end.
func (p *parser) ahead(n int) *token {
	if i := p.i + n; i < len(p.tokens) {
		return &p.tokens[i]
	}
	return &p.tokens[len(p.tokens)-1]
}

func (p *parser) advance() *token {
	t := p.tok()
	if t.kind != kindEOF {
		p.i++
	}
	return t
}

func (p *parser) textOf(t *token) string { return p.text[t.start:t.stop] }

// is tells whether the token here is one of the keywords or symbols.
func (p *parser) is(words ...string) bool { return oneOf(p.tok(), words) }

func oneOf(t *token, words []string) bool {
	if t.upper == "" {
		return false
	}
	for _, w := range words {
		if t.upper == w {
			return true
		}
	}
	return false
}

// isSeq tells whether the words stand here one after the other.
func (p *parser) isSeq(words ...string) bool {
	for n, w := range words {
		if p.ahead(n).upper != w {
			return false
		}
	}
	return true
}

// accept moves over the words when they stand here, all of them.
func (p *parser) accept(words ...string) bool {
	if !p.isSeq(words...) {
		return false
	}
	p.i += len(words)
	return true
}

// acceptOne moves over any one of the words and tells which, or "".
func (p *parser) acceptOne(words ...string) string {
	if p.is(words...) {
		return p.advance().upper
	}
	return ""
}

// expect moves over the words or fails at the first that is not there.
func (p *parser) expect(words ...string) {
	for _, w := range words {
		if p.tok().upper != w {
			p.missing(w)
		}
		p.i++
	}
}

// list reads item, item, ….
func list[T any](p *parser, item func() T) []T {
	out := []T{item()}
	for p.accept(",") {
		out = append(out, item())
	}
	return out
}

// parens reads ( item, item, … ).
func parens[T any](p *parser, item func() T) []T {
	p.expect("(")
	out := list(p, item)
	p.close()
	return out
}

// close moves over the closing parenthesis, or names the one token that stands before it.
func (p *parser) close() {
	if !p.accept(")") {
		if p.ahead(1).upper == ")" && p.tok().kind != kindBad {
			p.extraneous()
		}
		p.unexpected()
	}
}

// end fails unless the statement is over.
func (p *parser) end() {
	for p.accept(";") {
	}
	if p.tok().kind == kindEOF {
		if p.complaint != nil {
			fail(p.complaint)
		}
		return
	}
	if (p.ahead(1).kind == kindEOF || p.ahead(-1).upper == ";") && p.i > 0 && p.tok().kind != kindBad {
		p.extraneous()
	}
	p.unexpected()
}

// origin is the place from the token at index from to the one before here.
func (p *parser) origin(from int) plan.Origin {
	a, b := &p.tokens[from], &p.tokens[max(p.i-1, from)]
	return plan.Origin{Start: a.start, Stop: b.stop - 1, Line: a.line, Position: a.col, Text: p.text[a.start:b.stop]}
}

func (p *parser) node(from int) plan.Node { return plan.Node{Origin: p.origin(from)} }

func (p *parser) context(from, to int) *sparkerr.QueryContext {
	a, b := &p.tokens[from], &p.tokens[to]
	return &sparkerr.QueryContext{Fragment: p.text, Start: a.start, Stop: max(b.stop-1, a.start), Line: a.line, Position: a.col}
}

// raise fails with a condition about the text from the token at index from to here.
func (p *parser) raise(from int, condition string, params ...string) {
	fail(p.problem(from, condition, params))
}

// problem is an error about the text from the token at index from to here. Whatever the condition is elsewhere, in the
// parser it is a ParseException.
func (p *parser) problem(from int, condition string, params []string) *sparkerr.Error {
	e := sparkerr.New(condition, params...).WithContext(p.context(from, max(p.i-1, from)))
	// Arithmetic of literals fails as it would in a query, but for decimals, whose errors Spark's parser wraps (visitBigDecimalLiteral).
	arithmetic := e.Class == sparkerr.ArithmeticException && condition != "DECIMAL_PRECISION_EXCEEDS_MAX_PRECISION"
	if !arithmetic && condition != "UNBOUND_SQL_PARAMETER" {
		e.Class = sparkerr.ParseException
	}
	return e
}

// complain notes an error about the text from the token at index from, to be raised when the rest proves well-formed.
func (p *parser) complain(from int, condition string, params ...string) {
	if p.complaint == nil {
		p.complaint = p.problem(from, condition, params)
	}
}

func (p *parser) unsupported(feature string) {
	fail(sparkerr.Unsupported(feature).WithContext(p.context(p.i, p.i)))
}

// found is the token here as Spark's message names it.
func (p *parser) found() string {
	if p.tok().kind == kindEOF {
		return "end of input"
	}
	return "'" + p.textOf(p.tok()) + "'"
}

func (p *parser) syntax(hint string) {
	if p.delta {
		p.i, hint = 0, ""
	}
	fail(sparkerr.New("PARSE_SYNTAX_ERROR", "error", p.found(), "hint", hint).WithContext(p.context(p.i, p.i)))
}

func (p *parser) unexpected() { p.syntax("") }

func (p *parser) extraneous() { p.syntax(": extra input " + p.found()) }

// demand is expect for places behind no expression, where ANTLR names the word that is missing when what follows fits.
func (p *parser) demand(word string) {
	if p.tok().upper != word && isName(p.tok()) && p.ahead(1).upper != word {
		p.syntax(": missing '" + word + "'")
	}
	p.expect(word)
}

// missing reports that word should stand here: as one token too many when word follows, as one too few else.
func (p *parser) missing(word string) {
	switch {
	case p.tok().kind == kindEOF || p.tok().kind == kindBad:
		p.unexpected()
	case p.ahead(1).upper == word:
		p.extraneous()
	case word == "JOIN":
		p.syntax(": missing '" + word + "'")
	}
	p.unexpected()
}

// joined is a multi-part name as messages show it: `a`.`b`.
func joined(parts []string) string {
	q := make([]string, len(parts))
	for i, s := range parts {
		q[i] = quoteName(s)
	}
	return strings.Join(q, ".")
}

func quoteName(s string) string { return "`" + strings.ReplaceAll(s, "`", "``") + "`" }
