package text

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Encode writes a text in a character set.
var Encode = fn.Function{Name: "encode", Group: "string_funcs",
	Doc:  fn.Describe("Returns the bytes of a text in a character set: US-ASCII, ISO-8859-1, UTF-8, UTF-16, UTF-16BE, UTF-16LE, UTF-32.", fn.Params("col", "charset:string"), "SELECT hex(encode('abc', 'utf-8'))", "616263"),
	Bind: fn.FixedNullable(types.Binary, fn.TryText2(types.Binary, encode), fn.AnyString, fn.AnyString)}

func encode(dst []byte, s, charset string) ([]byte, bool, error) {
	name := strings.ToUpper(charset)
	limit := map[string]rune{"US-ASCII": 0x7f, "ISO-8859-1": 0xff}[name]
	switch name {
	case "UTF-8":
		return append(dst, s...), true, nil
	case "US-ASCII", "ISO-8859-1":
		for _, r := range s {
			if r > limit {
				return nil, false, codingError("encode", charset)
			}
			dst = append(dst, byte(r))
		}
		return dst, true, nil
	case "UTF-16", "UTF-16BE", "UTF-16LE":
		if name == "UTF-16" && s != "" {
			dst = append(dst, 0xfe, 0xff)
		}
		for _, u := range utf16.Encode([]rune(s)) {
			if name == "UTF-16LE" {
				dst = append(dst, byte(u), byte(u>>8))
			} else {
				dst = append(dst, byte(u>>8), byte(u))
			}
		}
		return dst, true, nil
	case "UTF-32":
		for _, r := range s {
			dst = binary.BigEndian.AppendUint32(dst, uint32(r))
		}
		return dst, true, nil
	}
	return nil, false, charsetError("encode", charset)
}
