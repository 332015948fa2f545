package log

import (
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// jsonWriter appends compact JSON. Absent values (nil, "") are left out by the Opt methods, as Delta's Jackson does.
type jsonWriter struct {
	b     []byte
	comma bool
}

func (w *jsonWriter) open(c byte) {
	w.sep()
	w.b = append(w.b, c)
	w.comma = false
}

func (w *jsonWriter) close(c byte) {
	w.b = append(w.b, c)
	w.comma = true
}

func (w *jsonWriter) sep() {
	if w.comma {
		w.b = append(w.b, ',')
	}
	w.comma = true
}

// key starts a field: the next value belongs to it.
func (w *jsonWriter) key(k string) {
	w.sep()
	w.b = append(appendJSONString(w.b, k), ':')
	w.comma = false
}

func (w *jsonWriter) string(s string) {
	w.sep()
	w.b = appendJSONString(w.b, s)
}

func (w *jsonWriter) raw(s string) {
	w.sep()
	w.b = append(w.b, s...)
}

func (w *jsonWriter) stringField(k, v string)     { w.key(k); w.string(v) }
func (w *jsonWriter) boolField(k string, v bool)  { w.key(k); w.raw(strconv.FormatBool(v)) }
func (w *jsonWriter) intField(k string, v int64)  { w.key(k); w.raw(strconv.FormatInt(v, 10)) }
func (w *jsonWriter) rawField(k string, v string) { w.key(k); w.raw(v) }

func (w *jsonWriter) stringOpt(k, v string) {
	if v != "" {
		w.stringField(k, v)
	}
}

func (w *jsonWriter) intOpt(k string, v *int64) {
	if v != nil {
		w.intField(k, *v)
	}
}

func (w *jsonWriter) boolOpt(k string, v *bool) {
	if v != nil {
		w.boolField(k, *v)
	}
}

func (w *jsonWriter) stringsField(k string, l []string) {
	w.key(k)
	w.open('[')
	for _, s := range l {
		w.string(s)
	}
	w.close(']')
}

// mapField writes keys in ascending order, so that the same commit has the same bytes.
func (w *jsonWriter) mapField(k string, m map[string]string) {
	w.key(k)
	w.open('{')
	for _, key := range sortedKeys(m) {
		w.stringField(key, m[key])
	}
	w.close('}')
}

// value writes any value that encoding/json knows.
func (w *jsonWriter) value(v any) {
	switch v := v.(type) {
	case string:
		w.string(v)
	case json.RawMessage:
		w.raw(string(v))
	default:
		b, err := json.Marshal(v)
		if err != nil { // channels and functions do not get here: values are ours
			b = appendJSONString(nil, fmt.Sprint(v))
		}
		w.raw(string(b))
	}
}

const hexDigits = "0123456789abcdef"

func appendJSONString(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				b = append(append(b, s[start:i]...), `\ufffd`...)
				start = i + 1
			}
			i += n
			continue
		}
		b = append(b, s[start:i]...)
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		case '\b':
			b = append(b, '\\', 'b')
		case '\f':
			b = append(b, '\\', 'f')
		default:
			b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
		i++
		start = i
	}
	return append(append(b, s[start:]...), '"')
}
