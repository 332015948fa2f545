package textio

import "bytes"

// token is a field of a CSV record.
type token struct {
	text   []byte // valid until the next record
	quoted bool   // began with the quote
}

// csvTokenizer cuts CSV text into records by the rules of the univocity parser with Spark's settings: quotes inside a quoted value that are
// neither escaped nor followed by a delimiter make the whole value unquoted text (STOP_AT_DELIMITER), and white space between the
// closing quote and the delimiter is dropped.
type csvTokenizer struct {
	sep          string
	quote        byte
	escape       byte
	escapeEscape byte
	trimLeading  bool
	trimTrailing bool

	// lineEnd ends a record in a document of many lines, and so does \n when alsoLF; "" for a text that is one record.
	lineEnd string
	alsoLF  bool

	text    []byte
	at      int
	tokens  []token
	scratch []byte // unescaped values
	value   []byte // the quoted value being read
}

func newCSVTokenizer(o *CSVOptions) *csvTokenizer {
	return &csvTokenizer{
		sep: o.Sep, quote: o.Quote, escape: o.Escape, escapeEscape: o.EscapeEscape, trimLeading: o.TrimLeading, trimTrailing: o.TrimTrailing,
	}
}

// line cuts one line, which has no line end in it that counts. The tokens are valid until the next call.
func (t *csvTokenizer) line(text []byte) []token {
	if (t.quote == 0 || bytes.IndexByte(text, t.quote) < 0) && len(t.sep) == 1 {
		return t.plain(text)
	}
	t.text, t.at, t.lineEnd = text, 0, ""
	return t.record()
}

// plain cuts a line without quotes.
func (t *csvTokenizer) plain(text []byte) []token {
	t.tokens = t.tokens[:0]
	sep := t.sep[0]
	for {
		i := bytes.IndexByte(text, sep)
		if i < 0 {
			t.tokens = append(t.tokens, token{text: t.trim(text)})
			return t.tokens
		}
		t.tokens = append(t.tokens, token{text: t.trim(text[:i])})
		text = text[i+1:]
	}
}

func (t *csvTokenizer) trim(b []byte) []byte {
	if t.trimLeading {
		for len(b) > 0 && b[0] <= ' ' {
			b = b[1:]
		}
	}
	if t.trimTrailing {
		b = trimTrailing(b)
	}
	return b
}

func trimTrailing(b []byte) []byte {
	for len(b) > 0 && b[len(b)-1] <= ' ' {
		b = b[:len(b)-1]
	}
	return b
}

// atSep tells whether the delimiter is at i.
func (t *csvTokenizer) atSep(i int) bool {
	return i+len(t.sep) <= len(t.text) && string(t.text[i:i+len(t.sep)]) == t.sep
}

// endWidth is the length of the record end at i, -1 when there is none; at the end of the text it is 0.
func (t *csvTokenizer) endWidth(i int) int {
	switch {
	case i >= len(t.text):
		return 0
	case t.lineEnd == "":
		return -1
	case t.text[i] == t.lineEnd[0] && bytes.HasPrefix(t.text[i:], []byte(t.lineEnd)):
		return len(t.lineEnd)
	case t.alsoLF && t.text[i] == '\n':
		return 1
	}
	return -1
}

// atEnd tells whether the record ends at i.
func (t *csvTokenizer) atEnd(i int) bool { return t.endWidth(i) >= 0 }

// document starts cutting a text of many records. Without a given separator the first line end decides what the others are,
// and \n always is one.
func (t *csvTokenizer) document(text []byte, lineSep string) {
	t.text, t.at, t.lineEnd, t.alsoLF = text, 0, lineSep, lineSep == ""
	if lineSep != "" {
		return
	}
	t.lineEnd = "\n"
	if i := bytes.IndexAny(text, "\r\n"); i >= 0 && text[i] == '\r' {
		if t.lineEnd = "\r"; i+1 < len(text) && text[i+1] == '\n' {
			t.lineEnd = "\r\n"
		}
	}
}

// next cuts the next record of a document, leaving out empty lines and comments; ok is false at the end. raw is the text of the record.
func (t *csvTokenizer) next(comment byte) (tokens []token, raw []byte, ok bool) {
	for t.at < len(t.text) {
		from := t.at
		if t.trimLeading {
			t.skipSpace()
		}
		if w := t.endWidth(t.at); w >= 0 {
			t.at += max(w, 1)
			continue
		}
		if comment != 0 && t.text[t.at] == comment {
			for !t.atEnd(t.at) {
				t.at++
			}
			continue
		}
		tokens = t.record()
		return tokens, t.text[from:min(t.at, len(t.text))], true
	}
	return nil, nil, false
}

// record cuts one record that begins at t.at and ends at a line end or the end of the text, behind which it leaves t.at.
func (t *csvTokenizer) record() []token {
	t.tokens, t.scratch = t.tokens[:0], t.scratch[:0]
	for {
		if t.trimLeading {
			t.skipSpace()
		}
		if t.quote != 0 && t.at < len(t.text) && t.text[t.at] == t.quote {
			t.quotedValue()
		} else {
			t.tokens = append(t.tokens, token{text: t.unquoted(t.at)})
		}
		if w := t.endWidth(t.at); w >= 0 {
			t.at += w
			return t.tokens
		}
		t.at += len(t.sep)
	}
}

func (t *csvTokenizer) skipSpace() {
	for !t.atEnd(t.at) && t.text[t.at] <= ' ' && !t.atSep(t.at) {
		t.at++
	}
}

// unquoted is the text up to the next delimiter or record end, where it leaves t.at.
func (t *csvTokenizer) unquoted(from int) []byte {
	if t.lineEnd == "" && len(t.sep) == 1 { // the rest of the text is one record
		i := bytes.IndexByte(t.text[t.at:], t.sep[0])
		if t.at += i; i < 0 {
			t.at = len(t.text)
		}
	}
	for !t.atEnd(t.at) && !t.atSep(t.at) {
		t.at++
	}
	b := t.text[from:t.at]
	if t.trimTrailing {
		b = trimTrailing(b)
	}
	return b
}

// quotedValue reads a value that begins with a quote at t.at.
func (t *csvTokenizer) quotedValue() {
	value := t.value[:0]
	i := t.at + 1
	from := i // what is not in value yet begins here
	if q := bytes.IndexByte(t.text[i:], t.quote); q > 0 && t.noEscape(t.text[i:i+q]) {
		i += q // nothing to see before the first quote
	}
	for i < len(t.text) {
		c := t.text[i]
		switch {
		case c != t.quote && c != t.escape && c != t.escapeEscape:
			i++
		case t.escapeEscape != 0 && c == t.escapeEscape && t.follows(i, t.escape), t.escape != 0 && c == t.escape && t.follows(i, t.quote):
			value = append(append(value, t.text[from:i]...), t.text[i+1])
			i += 2
			from = i
		case c == t.quote:
			run := 1 // of several quotes in a row, the last may close
			for t.follows(i+run-1, t.quote) {
				run++
			}
			if !t.closes(i + run - 1) {
				t.unescapedQuote(append(value, t.text[from:i]...), i)
				return
			}
			t.add(value, t.text[from:i+run-1])
			return
		default:
			i++
		}
	}
	t.at = len(t.text)
	t.add(value, t.text[from:])
}

// noEscape tells whether no escape character is in b.
func (t *csvTokenizer) noEscape(b []byte) bool {
	return (t.escape == 0 || bytes.IndexByte(b, t.escape) < 0) && (t.escapeEscape == t.escape || bytes.IndexByte(b, t.escapeEscape) < 0)
}

// follows tells whether c stands behind position i.
func (t *csvTokenizer) follows(i int, c byte) bool { return i+1 < len(t.text) && t.text[i+1] == c }

// add keeps a quoted value: what was unescaped of it and the rest as it stands in the text.
func (t *csvTokenizer) add(value, rest []byte) {
	t.value = value
	if len(value) == 0 {
		t.tokens = append(t.tokens, token{rest, true})
		return
	}
	n := len(t.scratch)
	t.scratch = append(append(t.scratch, value...), rest...)
	t.tokens = append(t.tokens, token{t.scratch[n:len(t.scratch):len(t.scratch)], true})
}

// closes tells whether the quote at i ends the value: behind it, after white space, comes the delimiter or the record end, where it
// leaves t.at.
func (t *csvTokenizer) closes(i int) bool {
	j := i + 1
	for !t.atEnd(j) && !t.atSep(j) && t.text[j] <= ' ' {
		j++
	}
	if t.atEnd(j) || t.atSep(j) {
		t.at = j
		return true
	}
	return false
}

// unescapedQuote takes a value with a stray quote at i as unquoted text, its quotes included, up to the delimiter.
func (t *csvTokenizer) unescapedQuote(value []byte, i int) {
	n := len(t.scratch)
	t.scratch = append(append(t.scratch, t.quote), value...)
	t.at = i
	t.scratch = append(t.scratch, t.unquoted(i)...)
	t.tokens = append(t.tokens, token{t.scratch[n:len(t.scratch):len(t.scratch)], true})
	t.value = value
}
