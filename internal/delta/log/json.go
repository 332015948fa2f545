package log

import (
	"errors"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// jsonReader pulls values out of one JSON text without building a tree. Strings without escapes alias the text, which is
// therefore kept alive and must not change: decoding a commit of adds allocates little more than the adds.
// encoding/json into structs was 7 times slower on logs.
type jsonReader struct {
	b   []byte
	i   int
	err error
}

var errJSON = errors.New("malformed JSON")

func (r *jsonReader) fail() {
	if r.err == nil {
		r.err = errJSON
	}
	r.i = len(r.b)
}

// next skips white space and gives the byte there, 0 at the end.
func (r *jsonReader) next() byte {
	for r.i < len(r.b) {
		switch c := r.b[r.i]; c {
		case ' ', '\t', '\n', '\r':
			r.i++
		default:
			return c
		}
	}
	return 0
}

func (r *jsonReader) take(c byte) bool {
	if r.next() != c {
		return false
	}
	r.i++
	return true
}

// object calls field for every key; field must consume the value. It returns false (and consumes) on null.
func (r *jsonReader) object(field func(key string)) bool {
	if r.null() {
		return false
	}
	if !r.take('{') {
		r.fail()
		return false
	}
	if r.take('}') {
		return true
	}
	for {
		key := r.string()
		if !r.take(':') {
			r.fail()
			return false
		}
		field(key)
		if r.take(',') {
			continue
		}
		if !r.take('}') {
			r.fail()
		}
		return r.err == nil
	}
}

// array calls element for every element, which must consume it.
func (r *jsonReader) array(element func()) {
	if r.null() {
		return
	}
	if !r.take('[') {
		r.fail()
		return
	}
	if r.take(']') {
		return
	}
	for r.err == nil {
		element()
		if r.take(',') {
			continue
		}
		if !r.take(']') {
			r.fail()
		}
		return
	}
}

func (r *jsonReader) null() bool {
	if r.next() == 'n' {
		r.literal("null")
		return true
	}
	return false
}

func (r *jsonReader) literal(s string) {
	if len(r.b)-r.i < len(s) || string(r.b[r.i:r.i+len(s)]) != s {
		r.fail()
		return
	}
	r.i += len(s)
}

func (r *jsonReader) bool() bool {
	switch r.next() {
	case 't':
		r.literal("true")
		return r.err == nil
	case 'n':
		r.literal("null")
	default:
		r.literal("false")
	}
	return false
}

func (r *jsonReader) number() []byte {
	r.next()
	start := r.i
	for r.i < len(r.b) {
		switch c := r.b[r.i]; {
		case c >= '0' && c <= '9', c == '-', c == '+', c == '.', c == 'e', c == 'E':
			r.i++
		default:
			return r.b[start:r.i]
		}
	}
	return r.b[start:r.i]
}

func (r *jsonReader) int64() int64 {
	if r.null() {
		return 0
	}
	text := r.number()
	n, err := strconv.ParseInt(unsafeString(text), 10, 64)
	if err != nil { // some writers print 1.0 or 1e3
		f, ferr := strconv.ParseFloat(unsafeString(text), 64)
		if ferr != nil || f != float64(int64(f)) {
			r.fail()
			return 0
		}
		return int64(f)
	}
	return n
}

func (r *jsonReader) int64Ptr() *int64 {
	if r.null() {
		return nil
	}
	n := r.int64()
	return &n
}

// string reads a string; null is "".
func (r *jsonReader) string() string {
	s, _ := r.stringOrNull()
	return s
}

func (r *jsonReader) stringOrNull() (s string, null bool) {
	if r.null() {
		return "", true
	}
	if !r.take('"') {
		r.fail()
		return "", false
	}
	start := r.i
	for i := start; i < len(r.b); i++ {
		switch c := r.b[i]; {
		case c == '"':
			r.i = i + 1
			return unsafeString(r.b[start:i]), false
		case c == '\\':
			return r.escaped(start, i), false
		case c < ' ':
			r.fail()
			return "", false
		}
	}
	r.fail()
	return "", false
}

// escaped finishes a string whose first backslash is at i.
func (r *jsonReader) escaped(start, i int) string {
	out := append(make([]byte, 0, 2*(i-start)+32), r.b[start:i]...)
	for i < len(r.b) {
		c := r.b[i]
		switch {
		case c == '"':
			r.i = i + 1
			return unsafeString(out)
		case c < ' ':
			r.fail()
			return ""
		case c != '\\':
			out = append(out, c)
			i++
			continue
		}
		if i+1 >= len(r.b) {
			break
		}
		esc := r.b[i+1]
		i += 2
		switch esc {
		case '"', '\\', '/':
			out = append(out, esc)
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
			var n int
			out, n = r.unicode(out, i)
			if n == 0 {
				r.fail()
				return ""
			}
			i += n
		default:
			r.fail()
			return ""
		}
	}
	r.fail()
	return ""
}

// unicode appends the character of the four hex digits at i (and of a low surrogate after it) and says how many bytes it took.
func (r *jsonReader) unicode(out []byte, i int) ([]byte, int) {
	c, ok := r.hex4(i)
	if !ok {
		return out, 0
	}
	if utf16.IsSurrogate(c) {
		if i+5 < len(r.b) && r.b[i+4] == '\\' && r.b[i+5] == 'u' {
			if low, ok := r.hex4(i + 6); ok {
				if full := utf16.DecodeRune(c, low); full != utf8.RuneError {
					return utf8.AppendRune(out, full), 10
				}
			}
		}
		c = utf8.RuneError
	}
	return utf8.AppendRune(out, c), 4
}

func (r *jsonReader) hex4(i int) (rune, bool) {
	if i+4 > len(r.b) {
		return 0, false
	}
	n, err := strconv.ParseUint(unsafeString(r.b[i:i+4]), 16, 32)
	return rune(n), err == nil
}

func (r *jsonReader) strings() []string {
	var l []string
	if r.next() == '[' {
		l = []string{}
	}
	r.array(func() { l = append(l, r.string()) })
	return l
}

// stringMap reads an object of strings; other values are kept as their JSON text.
func (r *jsonReader) stringMap() map[string]string {
	var m map[string]string
	if r.next() == '{' {
		m = map[string]string{}
	}
	r.object(func(key string) {
		switch r.next() {
		case '"':
			m[key] = r.string()
		case 'n':
			r.null()
		default:
			m[key] = string(r.raw())
		}
	})
	return m
}

// raw consumes a value of any kind and gives its text.
func (r *jsonReader) raw() []byte {
	r.next()
	start := r.i
	r.skip(0)
	return r.b[start:r.i]
}

const jsonDepthMax = 512

func (r *jsonReader) skip(depth int) {
	if depth > jsonDepthMax {
		r.fail()
		return
	}
	switch r.next() {
	case '{':
		r.object(func(string) { r.skip(depth + 1) })
	case '[':
		r.array(func() { r.skip(depth + 1) })
	case '"':
		r.string()
	case 't', 'f':
		r.bool()
	case 'n':
		r.null()
	default:
		if len(r.number()) == 0 {
			r.fail()
		}
	}
}

func unsafeString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// bytesOf is the bytes of a string without a copy, for reading only.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
