package textio

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// decoder turns bytes of a character set into UTF-8.
type decoder func([]byte) []byte

// charset finds the decoder of a Java character set; nil means the bytes are UTF-8 already.
func charset(name string) (decoder, error) {
	switch strings.ToUpper(strings.ReplaceAll(name, "_", "-")) {
	case "", "UTF-8", "UTF8":
		return nil, nil
	case "US-ASCII", "ASCII":
		return decodeASCII, nil
	case "ISO-8859-1", "LATIN1", "ISO8859-1":
		return decodeLatin1, nil
	case "UTF-16":
		return decodeUTF16, nil
	case "UTF-16LE":
		return func(b []byte) []byte { return utf16Text(b, false) }, nil
	case "UTF-16BE":
		return func(b []byte) []byte { return utf16Text(b, true) }, nil
	case "UTF-32", "UTF-32BE":
		return func(b []byte) []byte { return utf32Text(b, true) }, nil
	case "UTF-32LE":
		return func(b []byte) []byte { return utf32Text(b, false) }, nil
	}
	return nil, sparkerr.New("INVALID_PARAMETER_VALUE.CHARSET", "functionName", "`read`", "parameter", "`charset`", "charset", name,
		"charsets", "UTF-8, US-ASCII, ISO-8859-1, UTF-16, UTF-16BE, UTF-16LE, UTF-32")
}

func decodeASCII(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for _, c := range b {
		if c < 0x80 {
			out = append(out, c)
		} else {
			out = utf8.AppendRune(out, utf8.RuneError)
		}
	}
	return out
}

func decodeLatin1(b []byte) []byte {
	out := make([]byte, 0, len(b)+len(b)/8)
	for _, c := range b {
		out = utf8.AppendRune(out, rune(c))
	}
	return out
}

// decodeUTF16 follows the byte order mark, big-endian without one.
func decodeUTF16(b []byte) []byte {
	if bytes.HasPrefix(b, []byte{0xff, 0xfe}) {
		return utf16Text(b[2:], false)
	}
	return utf16Text(bytes.TrimPrefix(b, []byte{0xfe, 0xff}), true)
}

func utf16Text(b []byte, bigEndian bool) []byte {
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = uint16(b[2*i]) | uint16(b[2*i+1])<<8
		if bigEndian {
			units[i] = units[i]<<8 | units[i]>>8
		}
	}
	return []byte(string(utf16.Decode(units)))
}

func utf32Text(b []byte, bigEndian bool) []byte {
	out := make([]byte, 0, len(b)/4)
	for ; len(b) >= 4; b = b[4:] {
		r := rune(b[0]) | rune(b[1])<<8 | rune(b[2])<<16 | rune(b[3])<<24
		if bigEndian {
			r = rune(b[3]) | rune(b[2])<<8 | rune(b[1])<<16 | rune(b[0])<<24
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}

var utf8BOM = []byte{0xef, 0xbb, 0xbf}

// readAll reads a whole document as UTF-8 without a byte order mark.
func readAll(r io.Reader, decode decoder) ([]byte, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	if decode != nil {
		b = decode(b)
	}
	return bytes.TrimPrefix(b, utf8BOM), nil
}
