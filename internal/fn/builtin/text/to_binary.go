package text

import (
	"encoding/base64"
	"encoding/hex"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// ToBinary reads bytes from a text.
var ToBinary = fn.Function{Name: "to_binary", Group: "string_funcs",
	Doc:  fn.Describe("Reads bytes from a text in the format hex (the default), utf-8 or base64; an error where it is not in the format.", fn.Params("col", "format?"), "SELECT hex(to_binary('abc', 'utf-8'))", "616263"),
	Bind: toBinary(false)}

func toBinary(try bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 2); err != nil {
			return nil, err
		}
		format := "hex"
		if len(c.Args) == 2 {
			v, ok := c.Literal(c.Args[1])
			if !ok && types.IsString(c.Args[1].Type()) {
				return nil, c.Mismatch("NON_FOLDABLE_INPUT", "inputName", "`fmt`", "inputType", `"STRING"`, "inputExpr", `"`+c.ArgText(c.Args[1])+`"`)
			}
			if ok && v == nil {
				return fn.Replace(fn.Constant(types.Binary, nil)), nil
			}
			text, _ := v.(string)
			format = strings.ToLower(text)
			switch format {
			case "hex", "utf-8", "utf8", "base64":
			default:
				return nil, c.Mismatch("INVALID_ARG_VALUE", "inputName", "fmt", "requireType", `case-insensitive "STRING"`,
					"validValues", "'hex', 'utf-8', 'utf8', or 'base64'", "inputValue", sparkerr.QuoteValue(text))
			}
		}
		one := *c
		one.Args = c.Args[:1]
		args, err := one.Want(fn.AnyString)
		if err != nil {
			return nil, err
		}
		return &fn.Bound{Args: args, Type: types.Binary, Nullable: true, Kernel: fn.TryText1(types.Binary, func(dst []byte, s string) ([]byte, bool, error) {
			out, ok := appendDecoded(dst, s, format)
			if !ok && !try {
				return nil, false, sparkerr.New("CONVERSION_INVALID_INPUT", "str", sparkerr.QuoteValue(s), "fmt", "'"+strings.ToUpper(format)+"'",
					"targetType", `"BINARY"`, "suggestion", "`try_to_binary`")
			}
			return out, ok, nil
		})}, nil
	}
}

// appendDecoded reads s in a format of to_binary.
func appendDecoded(dst []byte, s, format string) ([]byte, bool) {
	switch format {
	case "hex":
		if len(s)%2 == 1 {
			s = "0" + s
		}
		out, err := hex.AppendDecode(dst, []byte(s))
		return out, err == nil
	case "base64":
		s = strings.Map(func(r rune) rune {
			if strings.ContainsRune(" \t\r\n", r) {
				return -1
			}
			return r
		}, s)
		out, err := base64.RawStdEncoding.AppendDecode(dst, []byte(strings.TrimRight(s, "=")))
		return out, err == nil && len(s)-len(strings.TrimRight(s, "=")) <= 2
	}
	return append(dst, s...), true
}
