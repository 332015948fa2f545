package sqlparse

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// lexer cuts text into tokens. Line breaks are \n, \r and \r\n as in ANTLR's position counting, which counts \n only.
type lexer struct {
	text      string
	pos       int
	line      int
	lineStart int
	out       []token
	// open counts ARRAY, MAP and STRUCT without their >. Spark's lexer reads >> as two symbols while there are any, even
	// when the word was a function: array(1) >> 2 is a syntax error there, and here.
	open int
}

// symbols of more than one character, longest first.
var symbols = []string{"<=>", ">>>", "|>", "||", "->", "=>", "::", "==", "<=", ">=", "<>", "!=", "!<", "!>", "<<", ">>"}

func lex(text string) []token {
	l := &lexer{text: text, line: 1, out: make([]token, 0, len(text)/4+2)}
	for {
		l.skipBlanks()
		if l.pos >= len(l.text) {
			break
		}
		l.next()
	}
	l.emit(kindEOF, l.pos)
	return l.out
}

func (l *lexer) skipBlanks() {
	for l.pos < len(l.text) {
		c := l.text[l.pos]
		switch {
		case c == '\n':
			l.pos++
			l.newline()
		case c == ' ' || c == '\t' || c == '\r':
			l.pos++
		case strings.HasPrefix(l.text[l.pos:], "--"):
			l.lineComment()
		case strings.HasPrefix(l.text[l.pos:], "/*") && !strings.HasPrefix(l.text[l.pos:], "/*+"):
			l.blockComment()
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(l.text[l.pos:])
			if !unicode.IsSpace(r) && r != '\ufeff' {
				return
			}
			l.pos += n
		default:
			return
		}
	}
}

func (l *lexer) newline() { l.line++; l.lineStart = l.pos }

// lineComment reads to the end of the line; a backslash at the end continues the comment on the next line.
func (l *lexer) lineComment() {
	for l.pos < len(l.text) {
		switch {
		case strings.HasPrefix(l.text[l.pos:], "\\\n"):
			l.pos += 2
			l.newline()
		case l.text[l.pos] == '\n':
			return
		default:
			l.pos++
		}
	}
}

// blockComment reads a bracketed comment, which may hold others.
func (l *lexer) blockComment() {
	begin, line, col := l.pos, l.line, l.pos-l.lineStart
	for depth := 0; l.pos < len(l.text); {
		switch rest := l.text[l.pos:]; {
		case strings.HasPrefix(rest, "/*"):
			depth++
			l.pos += 2
		case strings.HasPrefix(rest, "*/"):
			depth--
			l.pos += 2
			if depth == 0 {
				return
			}
		case rest[0] == '\n':
			l.pos++
			l.newline()
		default:
			l.pos++
		}
	}
	fail(sparkerr.New("UNCLOSED_BRACKETED_COMMENT").WithContext(&sparkerr.QueryContext{
		Fragment: l.text[begin:], Start: begin, Stop: len(l.text) - 1, Line: line, Position: col}))
}

// emit adds the token from l.pos to stop and moves behind it.
func (l *lexer) emit(k kind, stop int) *token {
	t := token{kind: k, start: l.pos, stop: stop, line: l.line, col: l.pos - l.lineStart}
	switch k {
	case kindWord:
		t.upper = strings.ToUpper(l.text[l.pos:stop])
	case kindSymbol, kindHintStart, kindHintEnd:
		t.upper = l.text[l.pos:stop]
	}
	l.out = append(l.out, t)
	for i := strings.IndexByte(l.text[l.pos:stop], '\n'); i >= 0; i = strings.IndexByte(l.text[l.pos:stop], '\n') {
		l.pos += i + 1
		l.newline()
	}
	l.pos = stop
	return &l.out[len(l.out)-1]
}

func (l *lexer) next() {
	rest := l.text[l.pos:]
	c := rest[0]
	switch {
	case c == '\'' || c == '"':
		l.quoted(l.pos, false)
	case (c == 'r' || c == 'R') && len(rest) > 1 && (rest[1] == '\'' || rest[1] == '"'):
		l.quoted(l.pos+1, true)
	case c == '`':
		l.backQuoted()
	case isDigit(c), c == '.' && len(rest) > 1 && isDigit(rest[1]) && !l.afterName():
		l.number()
	case isWordByte(c):
		l.word()
	case strings.HasPrefix(rest, "/*+"):
		l.emit(kindHintStart, l.pos+3)
	case strings.HasPrefix(rest, "*/"):
		l.emit(kindHintEnd, l.pos+2)
	default:
		l.symbol(rest)
	}
}

func (l *lexer) symbol(rest string) {
	if l.open > 0 && rest[0] == '>' && !strings.HasPrefix(rest, ">=") {
		l.open--
		l.emit(kindSymbol, l.pos+1)
		return
	}
	for _, s := range symbols {
		if strings.HasPrefix(rest, s) {
			l.emit(kindSymbol, l.pos+len(s))
			return
		}
	}
	if strings.IndexByte("()[]{},.;:+-*/%=<>!~&|^?@", rest[0]) >= 0 {
		l.emit(kindSymbol, l.pos+1)
		return
	}
	r, n := utf8.DecodeRuneInString(rest)
	if unicode.IsLetter(r) {
		l.word()
		return
	}
	l.emit(kindBad, l.pos+n)
}

// afterName tells whether the token before touches this place and may end a name, so that t.1a is a name and not t then .1.
func (l *lexer) afterName() bool {
	if len(l.out) == 0 {
		return false
	}
	t := l.out[len(l.out)-1]
	return t.stop == l.pos && (t.kind == kindWord || t.kind == kindQuoted || t.upper == "]" || t.upper == ")")
}

// quoted reads a string whose opening quote is at open. In a raw string a backslash is a character like any other.
func (l *lexer) quoted(open int, raw bool) {
	q := l.text[open]
	i := open + 1
	for i < len(l.text) {
		switch {
		case l.text[i] == '\\' && !raw:
			i += 2
			continue
		case l.text[i] == q && !raw && i+1 < len(l.text) && l.text[i+1] == q:
			i += 2
			continue
		case l.text[i] == q:
			l.emit(kindString, i+1).double = q == '"'
			return
		}
		i++
	}
	l.emit(kindBad, l.pos+1)
}

func (l *lexer) backQuoted() {
	for i := l.pos + 1; i < len(l.text); i++ {
		if l.text[i] != '`' {
			continue
		}
		if i+1 < len(l.text) && l.text[i+1] == '`' {
			i++
			continue
		}
		l.emit(kindQuoted, i+1)
		return
	}
	l.emit(kindBad, l.pos+1)
}

func (l *lexer) word() {
	i := l.pos
	for i < len(l.text) {
		if isWordByte(l.text[i]) || isDigit(l.text[i]) {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(l.text[i:])
		if r < utf8.RuneSelf || !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) {
			break
		}
		i += n
	}
	switch l.emit(kindWord, i).upper {
	case "ARRAY", "MAP", "STRUCT":
		l.open++
	}
}

// number reads the longest of Spark's numeric literals, or a name that starts with digits (1st).
func (l *lexer) number() {
	i, k := l.pos, kindInteger
	digits := func() {
		for i < len(l.text) && isDigit(l.text[i]) {
			i++
		}
	}
	digits()
	if i < len(l.text) && l.text[i] == '.' && !l.afterDot() {
		mark := i
		i++
		digits()
		k = kindDecimal
		if i == mark+1 && i < len(l.text) && (isWordByte(l.text[i]) && !l.exponentOrSuffixAt(i)) {
			i, k = mark, kindInteger // 1.foo
		}
	}
	if e := l.exponent(i); e > i {
		i, k = e, kindExponent
	}
	if s := l.suffix(i, k); s > i {
		i, k = s, kindSuffixed
	}
	if i < len(l.text) && (isWordByte(l.text[i]) || l.text[i] >= utf8.RuneSelf) {
		if strings.IndexByte(l.text[l.pos:i], '.') < 0 {
			l.word()
			return
		}
	}
	l.emit(k, i)
}

// afterDot tells whether this number stands behind a dot of a name, where 1.5 would be two parts.
func (l *lexer) afterDot() bool {
	n := len(l.out)
	return n > 1 && l.out[n-1].upper == "." && l.out[n-1].stop == l.pos && (l.out[n-2].kind == kindWord || l.out[n-2].kind == kindQuoted)
}

func (l *lexer) exponentOrSuffixAt(i int) bool {
	return l.exponent(i) > i || l.suffix(i, kindDecimal) > i
}

// exponent gives the end of an exponent at i, or i.
func (l *lexer) exponent(i int) int {
	if i >= len(l.text) || l.text[i] != 'e' && l.text[i] != 'E' {
		return i
	}
	j := i + 1
	if j < len(l.text) && (l.text[j] == '+' || l.text[j] == '-') {
		j++
	}
	first := j
	for j < len(l.text) && isDigit(l.text[j]) {
		j++
	}
	if j == first {
		return i
	}
	return j
}

// suffix gives the end of a type suffix at i (L S Y only behind integers), or i.
func (l *lexer) suffix(i int, k kind) int {
	end := i
	for end < len(l.text) && isWordByte(l.text[end]) {
		end++
	}
	if end < len(l.text) && (isDigit(l.text[end]) || l.text[end] >= utf8.RuneSelf) {
		return i
	}
	switch strings.ToUpper(l.text[i:end]) {
	case "L", "S", "Y":
		if k == kindInteger {
			return end
		}
	case "D", "F", "BD":
		return end
	}
	return i
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isWordByte(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }
