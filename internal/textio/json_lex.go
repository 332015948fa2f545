package textio

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonKind is the kind of a JSON value or, for keys, of an object's field name.
type jsonKind uint8

const (
	jsonNull jsonKind = iota
	jsonTrue
	jsonFalse
	jsonInt      // digits with an optional sign
	jsonFraction // a number with a point, an exponent, or a name like NaN
	jsonString
	jsonObject
	jsonArray
	jsonKey
)

// jsonNode is a value in a jsonTape. Children of objects and arrays follow their node; an object's are key, value, key, value.
type jsonNode struct {
	kind jsonKind
	// escaped: the text of the string or key holds escapes and must go through unescape.
	escaped bool
	// from and to are the place of the whole value in the document, quotes and brackets included.
	from, to int
	// end is the index of the first node that is not inside this one.
	end int
}

// jsonTape is a parsed document: its nodes in the order of the text. It is used again for the next document.
type jsonTape struct {
	text  []byte
	nodes []jsonNode
	at    int
	allow jsonAllow
	buf   []byte
}

// jsonAllow are the deviations from JSON that Spark's options allow.
type jsonAllow struct {
	comments, unquotedNames, singleQuotes, leadingZeros, nonNumeric, anyEscape, controlChars bool
}

const jsonDepthMax = 1000

// parse reads the first value of a text; what follows it is not looked at. ok is false for a text that is not JSON. empty tells that there is
// nothing but white space.
func (t *jsonTape) parse(text []byte) (ok, empty bool) {
	t.text, t.nodes, t.at = text, t.nodes[:0], 0
	if !t.space() {
		return false, false
	}
	if t.at == len(text) {
		return true, true
	}
	return t.value(0), false
}

// space skips white space, and comments where allowed; ok is false for a comment without end.
func (t *jsonTape) space() (ok bool) {
	for t.at < len(t.text) {
		switch c := t.text[t.at]; {
		case c == ' ' || c == '\n' || c == '\r' || c == '\t':
			t.at++
		case c == '/' && t.allow.comments && t.at+1 < len(t.text):
			rest := t.text[t.at+2:]
			switch t.text[t.at+1] {
			case '/':
				n := bytes.IndexByte(rest, '\n')
				if n < 0 {
					n = len(rest) - 1
				}
				t.at += 3 + n
			case '*':
				n := bytes.Index(rest, []byte("*/"))
				if n < 0 {
					return false
				}
				t.at += 4 + n
			default:
				return true
			}
		default:
			return true
		}
	}
	return true
}

func (t *jsonTape) peek() byte {
	if t.at < len(t.text) {
		return t.text[t.at]
	}
	return 0
}

func (t *jsonTape) value(depth int) bool {
	if depth > jsonDepthMax {
		return false
	}
	switch c := t.peek(); {
	case c == '{':
		return t.object(depth)
	case c == '[':
		return t.array(depth)
	case c == '"' || c == '\'' && t.allow.singleQuotes:
		return t.string(jsonString, c)
	case c == '-' || c >= '0' && c <= '9':
		return t.number()
	}
	for word, kind := range jsonWords {
		if t.word(word) {
			t.leaf(kind, t.at-len(word))
			return true
		}
	}
	if t.allow.nonNumeric {
		return t.nonNumeric()
	}
	return false
}

var jsonWords = map[string]jsonKind{"null": jsonNull, "true": jsonTrue, "false": jsonFalse}

// word skips a word that is not part of a longer one.
func (t *jsonTape) word(w string) bool {
	if !bytes.HasPrefix(t.text[t.at:], []byte(w)) {
		return false
	}
	if end := t.at + len(w); end < len(t.text) && isNameByte(t.text[end]) {
		return false
	}
	t.at += len(w)
	return true
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// nonNumeric reads the names of numbers that JSON lacks.
func (t *jsonTape) nonNumeric() bool {
	from := t.at
	for _, w := range []string{"NaN", "Infinity", "-Infinity", "+Infinity", "INF", "-INF", "+INF"} {
		if t.word(w) {
			t.leaf(jsonFraction, from)
			return true
		}
	}
	return false
}

func (t *jsonTape) leaf(kind jsonKind, from int) {
	t.nodes = append(t.nodes, jsonNode{kind: kind, from: from, to: t.at, end: len(t.nodes) + 1})
}

func (t *jsonTape) object(depth int) bool {
	at := len(t.nodes)
	t.nodes = append(t.nodes, jsonNode{kind: jsonObject, from: t.at})
	t.at++
	for first := true; ; first = false {
		if !t.space() {
			return false
		}
		if t.peek() == '}' && first {
			break
		}
		if !t.key() || !t.space() || t.peek() != ':' {
			return false
		}
		t.at++
		if !t.space() || !t.value(depth+1) || !t.space() {
			return false
		}
		if t.peek() == '}' {
			break
		}
		if t.peek() != ',' {
			return false
		}
		t.at++
	}
	t.close(at)
	return true
}

func (t *jsonTape) array(depth int) bool {
	at := len(t.nodes)
	t.nodes = append(t.nodes, jsonNode{kind: jsonArray, from: t.at})
	t.at++
	for first := true; ; first = false {
		if !t.space() {
			return false
		}
		if t.peek() == ']' && first {
			break
		}
		if !t.value(depth+1) || !t.space() {
			return false
		}
		if t.peek() == ']' {
			break
		}
		if t.peek() != ',' {
			return false
		}
		t.at++
	}
	t.close(at)
	return true
}

// close ends the object or array whose bracket is next.
func (t *jsonTape) close(at int) {
	t.at++
	t.nodes[at].to, t.nodes[at].end = t.at, len(t.nodes)
}

func (t *jsonTape) key() bool {
	switch c := t.peek(); {
	case c == '"' || c == '\'' && t.allow.singleQuotes:
		return t.string(jsonKey, c)
	case t.allow.unquotedNames && isNameByte(c) && (c < '0' || c > '9'):
		from := t.at
		for t.at < len(t.text) && isNameByte(t.text[t.at]) {
			t.at++
		}
		t.leaf(jsonKey, from)
		return true
	}
	return false
}

// string reads a quoted text and checks its escapes and its UTF-8.
func (t *jsonTape) string(kind jsonKind, quote byte) bool {
	from, escaped, ascii := t.at, false, true
	for i := t.at + 1; i < len(t.text); i++ {
		c := t.text[i]
		switch {
		case c == quote:
			t.at = i + 1
			if !ascii && !utf8.Valid(t.text[from:t.at]) {
				return false
			}
			t.leaf(kind, from)
			t.nodes[len(t.nodes)-1].escaped = escaped
			return true
		case c == '\\':
			escaped = true
			if i++; i == len(t.text) || !t.escapeOK(i) {
				return false
			}
		case c < ' ' && !t.allow.controlChars:
			return false
		case c >= 0x80:
			ascii = false
		}
	}
	return false
}

// escapeOK checks the escape whose letter is at i.
func (t *jsonTape) escapeOK(i int) bool {
	switch t.text[i] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return true
	case 'u':
		_, ok := hex4(t.text, i+1)
		return ok
	}
	return t.allow.anyEscape
}

func hex4(b []byte, i int) (v rune, ok bool) {
	if i+4 > len(b) {
		return 0, false
	}
	for _, c := range b[i : i+4] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		v = v<<4 | rune(c)
	}
	return v, true
}

// number reads -?digits[.digits][e[+-]digits].
func (t *jsonTape) number() bool {
	from := t.at
	if t.peek() == '-' {
		if t.at++; t.peek() < '0' || t.peek() > '9' {
			t.at = from
			return t.allow.nonNumeric && t.nonNumeric()
		}
	}
	if zero := t.peek() == '0'; t.digits() > 1 && zero && !t.allow.leadingZeros {
		return false
	}
	kind := jsonInt
	if t.peek() == '.' {
		t.at++
		kind = jsonFraction
		if t.digits() == 0 {
			return false
		}
	}
	if t.peek()|0x20 == 'e' {
		t.at++
		kind = jsonFraction
		if t.peek() == '+' || t.peek() == '-' {
			t.at++
		}
		if t.digits() == 0 {
			return false
		}
	}
	if isNameByte(t.peek()) || t.peek() == '.' {
		return false
	}
	t.leaf(kind, from)
	return true
}

func (t *jsonTape) digits() (n int) {
	for t.at < len(t.text) && t.text[t.at] >= '0' && t.text[t.at] <= '9' {
		t.at++
		n++
	}
	return n
}

// raw is the text of a node as it stands in the document.
func (t *jsonTape) raw(n *jsonNode) []byte { return t.text[n.from:n.to] }

// content is the text of a string or key; it is valid until the next call.
func (t *jsonTape) content(n *jsonNode) []byte {
	b := t.raw(n)
	if len(b) > 0 && (b[0] == '"' || b[0] == '\'') {
		b = b[1 : len(b)-1]
	}
	if !n.escaped {
		return b
	}
	t.buf = unescapeJSON(t.buf[:0], b)
	return t.buf
}

// unescapeJSON appends a text with its escapes resolved; half surrogates become U+FFFD.
func unescapeJSON(out, b []byte) []byte {
	for len(b) > 0 {
		i := bytes.IndexByte(b, '\\')
		if i < 0 {
			return append(out, b...)
		}
		out = append(out, b[:i]...)
		c := b[i+1]
		b = b[i+2:]
		switch c {
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			r, _ := hex4(b, 0)
			b = b[4:]
			if utf16.IsSurrogate(r) {
				r2 := rune(-1)
				if len(b) >= 6 && b[0] == '\\' && b[1] == 'u' {
					r2, _ = hex4(b, 2)
				}
				if joined := utf16.DecodeRune(r, r2); joined != utf8.RuneError {
					r, b = joined, b[6:]
				} else {
					out = append(out, '?') // Java's encoder writes a lone surrogate so
					continue
				}
			}
			out = utf8.AppendRune(out, r)
		default:
			out = append(out, c)
		}
	}
	return out
}
