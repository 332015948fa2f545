package sqlparse

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
)

// Options say what the text may refer to. The zero value leaves parameters as plan.Parameter nodes.
type Options struct {
	// Named and Positional are the values of :name and ? markers (spark.sql's args). When either is set, markers are
	// replaced while parsing, also inside IDENTIFIER(…), LIMIT and DDL; one without a value is UNBOUND_SQL_PARAMETER.
	Named      map[string]plan.Expr
	Positional []plan.Expr
	// Identifier evaluates the argument of IDENTIFIER(…) when it is more than literals (a session variable). May be nil.
	Identifier func(plan.Expr) (string, error)

	script bool // inside BEGIN … END
}

// Statement parses one statement, with or without semicolons at its end. Queries are relations, everything else is a
// plan.CommandRelation.
func Statement(text string, opts Options) (rel plan.Relation, err error) {
	defer catch(&err)
	p := newParser(text, opts)
	p.refuseEmpty()
	rel = p.statement()
	p.end()
	return rel, nil
}

// Query parses a query only (the text of a view, a subquery given by itself).
func Query(text string, opts Options) (rel plan.Relation, err error) {
	defer catch(&err)
	p := newParser(text, opts)
	p.refuseEmpty()
	rel = p.query()
	p.end()
	return rel, nil
}

func (p *parser) refuseEmpty() {
	if p.tok().kind == kindEOF {
		fail(sparkerr.New("PARSE_EMPTY_STATEMENT").WithContext(&sparkerr.QueryContext{Fragment: p.text, Line: 1}))
	}
}

// Expression parses an expression as it stands in a select list: with an alias, with stars (F.expr, selectExpr, filters
// given as text).
func Expression(text string, opts Options) (e plan.Expr, err error) {
	defer catch(&err)
	p := newParser(text, opts)
	p.refuseEmpty()
	e = p.namedExpression()
	p.end()
	return e, nil
}

// TableName parses a multi-part name: catalog.db.`my table`.
func TableName(text string) (parts []string, err error) {
	defer catch(&err)
	p := newParser(text, Options{})
	p.refuseEmpty()
	parts = p.multipartName()
	p.end()
	return parts, nil
}

// ColumnName parses a column reference as DataFrame front ends give it ("a.b", "`a.b`.c").
func ColumnName(text string) ([]string, error) { return TableName(text) }

// DataType parses a type or a column list as types.ParseSchema does.
func DataType(text string) (types.DataType, error) { return types.ParseSchema(text) }

// Piece is one statement of a script.
type Piece struct {
	Text string
	// Start is the byte offset of Text in the script, Line its 1-based line.
	Start, Line int
}

// Statements cuts a script at its semicolons, leaving those in strings, comments, quoted names and BEGIN … END blocks
// alone. Empty statements are dropped.
func Statements(text string) (pieces []Piece, err error) {
	defer catch(&err)
	tokens := lex(text)
	first, depth := 0, 0
	cut := func(i int) {
		if i > first {
			a, b := tokens[first], tokens[i-1]
			pieces = append(pieces, Piece{Text: strings.TrimSpace(text[a.start:b.stop]), Start: a.start, Line: a.line})
		}
		first = i + 1
	}
	for i, t := range tokens {
		switch {
		case t.kind == kindEOF:
			cut(i)
		case t.upper == ";" && depth == 0:
			cut(i)
		case t.kind == kindWord:
			depth = max(0, depth+blockChange(tokens, i, first, depth))
		}
	}
	return pieces, nil
}

// blockChange tells how the word at i changes the nesting of compound statements. Only a script that starts with BEGIN (or
// a label and BEGIN) has any.
func blockChange(tokens []token, i, first, depth int) int {
	switch tokens[i].upper {
	case "BEGIN":
		if depth > 0 || i == first || i == first+2 && tokens[i-1].upper == ":" {
			return 1
		}
	case "CASE", "IF", "WHILE", "REPEAT", "LOOP", "FOR":
		after := i == 0 || tokens[i-1].upper != "END"
		starts := tokens[i].upper == "CASE" || i > 0 && oneOf(&tokens[i-1], []string{";", "BEGIN", "THEN", "ELSE", "DO", "LOOP", "REPEAT", ":"})
		if depth > 0 && after && starts {
			return 1
		}
	case "END":
		if depth > 0 {
			return -1
		}
	}
	return 0
}
