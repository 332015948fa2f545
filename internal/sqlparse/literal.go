package sqlparse

import (
	"encoding/hex"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
)

func lower(s string) string { return strings.ToLower(s) }

func itoa(n int) string { return strconv.Itoa(n) }

// sqlString is a string as messages quote values.
func sqlString(s string) string { return "'" + s + "'" }

func isNumber(t *token) bool { return t.kind >= kindInteger && t.kind <= kindSuffixed }

// stringLiteral reads one string.
func (p *parser) stringLiteral() string {
	t := p.tok()
	if t.kind != kindString {
		p.unexpected()
	}
	p.i++
	return unquote(p.textOf(t))
}

// strings reads adjacent strings, which are one literal.
func (p *parser) strings() string {
	s := p.stringLiteral()
	for p.tok().kind == kindString {
		s += p.stringLiteral()
	}
	return s
}

// unquote gives the value of a string token: r'…' as it stands, otherwise with doubled quotes and escapes replaced.
func unquote(raw string) string {
	if raw[0] == 'r' || raw[0] == 'R' {
		return raw[2 : len(raw)-1]
	}
	q, body := raw[0], raw[1:len(raw)-1]
	if strings.IndexByte(body, '\\') < 0 && strings.IndexByte(body, q) < 0 {
		return body
	}
	var b strings.Builder
	for i := 0; i < len(body); {
		switch {
		case body[i] == q: // doubled
			b.WriteByte(q)
			i += 2
		case body[i] == '\\' && i+1 < len(body):
			i = unescape(&b, body, i+1)
		default:
			b.WriteByte(body[i])
			i++
		}
	}
	return b.String()
}

// unescape writes the character that the escape at s[i] (behind the backslash) stands for and gives the place behind it.
// \% and \_ keep their backslash, for LIKE.
func unescape(b *strings.Builder, s string, i int) int {
	if n := octal(s[i:]); n >= 0 {
		b.WriteByte(byte(n))
		return i + 3
	}
	for _, u := range []struct {
		mark   byte
		digits int
	}{{'u', 4}, {'U', 8}} {
		if s[i] == u.mark && i+u.digits < len(s) {
			if v, err := strconv.ParseUint(s[i+1:i+1+u.digits], 16, 32); err == nil {
				b.WriteRune(rune(v))
				return i + 1 + u.digits
			}
		}
	}
	switch s[i] {
	case '0':
		b.WriteByte(0)
	case 'b':
		b.WriteByte('\b')
	case 'n':
		b.WriteByte('\n')
	case 'r':
		b.WriteByte('\r')
	case 't':
		b.WriteByte('\t')
	case 'Z':
		b.WriteByte(26)
	case '%', '_':
		b.WriteByte('\\')
		b.WriteByte(s[i])
	default:
		b.WriteByte(s[i])
	}
	return i + 1
}

// octal reads three octal digits of at most 177; -1 when they are not there.
func octal(s string) int {
	if len(s) < 3 || s[0] > '1' || s[0] < '0' || s[1] < '0' || s[1] > '7' || s[2] < '0' || s[2] > '7' {
		return -1
	}
	return int(s[0]-'0')<<6 | int(s[1]-'0')<<3 | int(s[2]-'0')
}

// unhex reads X'…'; an odd number of digits starts with half a byte, as in Spark.
func unhex(s string) ([]byte, bool) {
	if len(s)%2 == 1 {
		s = "0" + s
	}
	b, err := hex.DecodeString(s)
	return b, err == nil
}

// number reads a numeric literal; negative tells that a minus stood before it, which makes the smallest values possible.
func (p *parser) number(negative bool) plan.Expr {
	t := p.advance()
	from := p.i - 1
	text := p.textOf(t)
	if negative {
		text, from = "-"+text, from-1
	}
	l := &plan.Literal{Origin: p.origin(from)}
	switch t.kind {
	case kindInteger:
		l.Type, l.Value = p.integer(text, from)
	case kindDecimal:
		l.Type, l.Value = p.decimal(text, from)
	case kindExponent:
		l.Type, l.Value = types.Double, p.float(text, 64, from)
	default:
		l.Type, l.Value = p.suffixed(text, from)
	}
	return l
}

func (p *parser) integer(text string, from int) (types.DataType, any) {
	if v, err := strconv.ParseInt(text, 10, 64); err == nil {
		if v >= math.MinInt32 && v <= math.MaxInt32 {
			return types.Integer, int32(v)
		}
		return types.Long, v
	}
	return p.decimal(text, from)
}

func (p *parser) suffixed(text string, from int) (types.DataType, any) {
	upper := strings.ToUpper(text)
	body := func(n int) string { return text[:len(text)-n] }
	switch {
	case strings.HasSuffix(upper, "BD"):
		return p.decimal(upper[:len(upper)-2], from)
	case strings.HasSuffix(upper, "D"):
		return types.Double, p.float(body(1), 64, from)
	case strings.HasSuffix(upper, "F"):
		return types.Float, float32(p.float(body(1), 32, from))
	case strings.HasSuffix(upper, "L"):
		return types.Long, p.whole(body(1), 64, "bigint", from)
	case strings.HasSuffix(upper, "S"):
		return types.Short, int16(p.whole(body(1), 16, "smallint", from))
	}
	return types.Byte, int8(p.whole(body(1), 8, "tinyint", from))
}

func (p *parser) whole(text string, bits int, typeName string, from int) int64 {
	v, err := strconv.ParseInt(text, 10, bits)
	if err != nil {
		low := int64(-1) << (bits - 1)
		p.outOfRange(text, strconv.FormatInt(low, 10), strconv.FormatInt(^low, 10), typeName, from)
	}
	return v
}

func (p *parser) float(text string, bits int, from int) float64 {
	v, err := strconv.ParseFloat(text, bits)
	if bits == 32 && err == nil && beyondFloat(text) {
		err = strconv.ErrRange
	}
	if err != nil || math.IsInf(v, 0) {
		if bits == 32 {
			p.outOfRange(text, "-3.4028234663852886E+38", "3.4028234663852886E+38", "float", from)
		}
		p.outOfRange(text, "-1.7976931348623157E+308", "1.7976931348623157E+308", "double", from)
	}
	return v
}

// beyondFloat tells whether the written number, before it is rounded, lies beyond the largest FLOAT.
func beyondFloat(text string) bool {
	v, err := strconv.ParseFloat(text, 64)
	return err == nil && math.Abs(v) > math.MaxFloat32
}

func (p *parser) outOfRange(text, low, high, typeName string, from int) {
	p.complain(from, "INVALID_NUMERIC_LITERAL_RANGE", "rawStrippedQualifier", text, "minValue", low, "maxValue", high, "typeName", typeName)
}

// decimal reads plain and exponent notation. A negative scale is written out: 1e3BD is decimal(4,0).
func (p *parser) decimal(text string, from int) (types.DataType, any) {
	digits, exponent := text, 0
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		e, err := strconv.Atoi(text[i+1:])
		if err != nil || e > 1_000_000 || e < -1_000_000 {
			p.complain(from, "DECIMAL_PRECISION_EXCEEDS_MAX_PRECISION", "precision", "2147483647", "maxPrecision", "38")
			return types.DecimalType{Precision: 38}, nil
		}
		digits, exponent = text[:i], e
	}
	scale := 0
	if i := strings.IndexByte(digits, '.'); i >= 0 {
		scale = len(digits) - i - 1
		digits = digits[:i] + digits[i+1:]
	}
	scale -= exponent
	unsigned := strings.TrimLeft(strings.TrimPrefix(digits, "-"), "0")
	precision := max(len(unsigned), 1)
	if scale < 0 {
		precision, digits, scale = precision-scale, digits+strings.Repeat("0", min(-scale, 80)), 0
	}
	precision = max(precision, scale)
	if precision > 38 {
		p.complain(from, "DECIMAL_PRECISION_EXCEEDS_MAX_PRECISION", "precision", itoa(precision), "maxPrecision", "38")
		return types.DecimalType{Precision: 38}, nil
	}
	n, _ := new(big.Int).SetString(digits, 10)
	v, _ := types.Int128FromBig(n)
	return types.DecimalType{Precision: precision, Scale: scale}, types.Decimal{Unscaled: v, Precision: precision, Scale: scale}
}
