package text

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// Decode reads a text in a character set, or chooses by equality like Oracle's DECODE when it has more arguments.
var Decode = fn.Function{Name: "decode", Group: "string_funcs",
	Doc: fn.Describe("Reads the bytes of a text in a character set; with more arguments, returns the result after the first value equal to `expr`, else the last argument of an even number.", fn.Params("col", "charset:string", "more...?"),
		"SELECT decode(encode('abc', 'utf-8'), 'utf-8')", "abc"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if len(c.Args) > 2 {
			return choose(c)
		}
		return fn.FixedNullable(types.String, fn.TryText2(types.String, decode), fn.Exact(types.Binary), fn.AnyString)(c)
	}}

// choose is CASE expr <=> search THEN result ….
func choose(c *fn.Call) (*fn.Bound, error) {
	out := &expr.Case{}
	var values []expr.Expr
	for i := 1; i+1 < len(c.Args); i += 2 {
		t, ok := fn.CommonType(c.Env, c.Args[0].Type(), c.Args[i].Type())
		if !ok {
			return nil, c.Mismatch("BINARY_OP_DIFF_TYPES", "left", `"`+c.Args[0].Type().SQL()+`"`, "right", `"`+c.Args[i].Type().SQL()+`"`)
		}
		out.When = append(out.When, &expr.Compare{Op: expr.EqNullSafe, Left: c.Cast(c.Args[0], t), Right: c.Cast(c.Args[i], t)})
		values = append(values, c.Args[i+1])
	}
	if len(c.Args)%2 == 0 {
		values = append(values, c.Args[len(c.Args)-1])
	}
	values, _, err := c.Common(values)
	if err != nil {
		return nil, err
	}
	out.Then = values[:len(out.When)]
	if len(values) > len(out.When) {
		out.Else = values[len(out.When)]
	}
	return fn.Replace(out), nil
}

func decode(dst []byte, s, charset string) ([]byte, bool, error) {
	name := strings.ToUpper(charset)
	fail := func() ([]byte, bool, error) { return nil, false, codingError("decode", charset) }
	switch name {
	case "UTF-8":
		if !utf8.ValidString(s) {
			return fail()
		}
		return append(dst, s...), true, nil
	case "US-ASCII", "ISO-8859-1":
		for i := 0; i < len(s); i++ {
			if name == "US-ASCII" && s[i] > 0x7f {
				return fail()
			}
			dst = utf8.AppendRune(dst, rune(s[i]))
		}
		return dst, true, nil
	case "UTF-16", "UTF-16BE", "UTF-16LE":
		little := name == "UTF-16LE"
		if name == "UTF-16" && len(s) >= 2 {
			switch s[:2] {
			case "\xfe\xff":
				s = s[2:]
			case "\xff\xfe":
				little, s = true, s[2:]
			}
		}
		if len(s)%2 != 0 {
			return fail()
		}
		units := make([]uint16, 0, len(s)/2)
		for i := 0; i < len(s); i += 2 {
			if little {
				units = append(units, uint16(s[i])|uint16(s[i+1])<<8)
			} else {
				units = append(units, uint16(s[i+1])|uint16(s[i])<<8)
			}
		}
		for _, r := range utf16.Decode(units) {
			if r == utf8.RuneError {
				return fail()
			}
			dst = utf8.AppendRune(dst, r)
		}
		return dst, true, nil
	case "UTF-32":
		if len(s)%4 != 0 {
			return fail()
		}
		for i := 0; i < len(s); i += 4 {
			r := rune(s[i])<<24 | rune(s[i+1])<<16 | rune(s[i+2])<<8 | rune(s[i+3])
			if !utf8.ValidRune(r) {
				return fail()
			}
			dst = utf8.AppendRune(dst, r)
		}
		return dst, true, nil
	}
	return nil, false, charsetError("decode", charset)
}
