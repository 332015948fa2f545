package variant

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
)

func itoa(n int) string { return strconv.Itoa(n) }

// ErrJSON says that a text is not JSON.
var ErrJSON = errors.New("not JSON")

// ParseJSON writes a JSON text as a variant. Integers become integers, other numbers without exponent decimals where 38 digits hold them,
// else doubles. Keys that occur twice are an error (VARIANT_DUPLICATE_KEY), other faults ErrJSON.
func (b *Builder) ParseJSON(text string) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return b.token(d)
}

func (b *Builder) token(d *json.Decoder) error {
	t, err := d.Token()
	if err != nil {
		return ErrJSON
	}
	switch x := t.(type) {
	case nil:
		b.Null()
	case bool:
		b.Bool(x)
	case string:
		b.Text(x)
	case json.Number:
		b.jsonNumber(string(x))
	case json.Delim:
		if x == '{' {
			return b.jsonObject(d)
		}
		return b.jsonArray(d)
	}
	return nil
}

func (b *Builder) jsonNumber(s string) {
	if v, err := strconv.ParseInt(s, 10, 64); err == nil {
		b.Int(v)
		return
	}
	if !strings.ContainsAny(s, "eE") {
		whole, fraction, _ := strings.Cut(s, ".")
		if len(fraction) <= types.MaxPrecision {
			if v, ok := types.Int128FromString(whole + fraction); ok && v.FitsPrecision(types.MaxPrecision) {
				b.Decimal(v, len(fraction))
				return
			}
		}
	}
	f, _ := strconv.ParseFloat(s, 64)
	b.Double(f)
}

func (b *Builder) jsonObject(d *json.Decoder) error {
	start := b.Len()
	var fields []Field
	for d.More() {
		k, err := d.Token()
		if err != nil {
			return ErrJSON
		}
		key, ok := k.(string)
		if !ok {
			return ErrJSON
		}
		b.key(key)
		fields = append(fields, Field{key, b.Len()})
		if err := b.token(d); err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil {
		return ErrJSON
	}
	return b.EndObject(start, fields)
}

func (b *Builder) jsonArray(d *json.Decoder) error {
	start := b.Len()
	var at []int
	for d.More() {
		at = append(at, b.Len())
		if err := b.token(d); err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil {
		return ErrJSON
	}
	b.EndArray(start, at)
	return nil
}

// Texts gives the parts of JSON that other packages know how to print.
type Texts struct {
	Zone   *datetime.Zone
	Float  func(dst []byte, f float64, bits int) []byte
	String func(dst []byte, s string) []byte
}

// AppendJSON writes a value as JSON, as Spark's to_json and CAST to STRING do.
func (v Value) AppendJSON(dst []byte, t Texts) ([]byte, error) {
	kind, err := v.Kind()
	if err != nil {
		return dst, err
	}
	switch kind {
	case Null:
		return append(dst, "null"...), nil
	case Bool:
		return strconv.AppendBool(dst, v.Bool()), nil
	case Int:
		n, err := v.Int()
		return strconv.AppendInt(dst, n, 10), err
	case Double, Float:
		f, err := v.Double()
		bits := 64
		if kind == Float {
			bits = 32
		}
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return append(t.Float(append(dst, '"'), f, bits), '"'), err
		}
		return t.Float(dst, f, bits), err
	case Decimal:
		u, scale, err := v.Decimal()
		return types.AppendDecimal(dst, u, scale), err
	case Text:
		s, err := v.Bytes()
		return t.String(dst, string(s)), err
	case Binary:
		s, err := v.Bytes()
		return append(base64.StdEncoding.AppendEncode(append(dst, '"'), s), '"'), err
	case Object:
		return v.objectJSON(dst, t)
	case Array:
		return v.arrayJSON(dst, t)
	}
	n, err := v.Int()
	if err != nil {
		return dst, err
	}
	return append(appendMoment(append(dst, '"'), kind, n, t.Zone), '"'), nil
}

func (v Value) objectJSON(dst []byte, t Texts) ([]byte, error) {
	dst = append(dst, '{')
	first := true
	err := v.Fields(func(key string, e Value) (err error) {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst, err = e.AppendJSON(append(t.String(dst, key), ':'), t)
		return err
	})
	return append(dst, '}'), err
}

func (v Value) arrayJSON(dst []byte, t Texts) ([]byte, error) {
	dst = append(dst, '[')
	first := true
	err := v.Elements(func(e Value) (err error) {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst, err = e.AppendJSON(dst, t)
		return err
	})
	return append(dst, ']'), err
}

// appendMoment writes a date or timestamp, the latter with the offset of the zone.
func appendMoment(dst []byte, kind Kind, n int64, zone *datetime.Zone) []byte {
	pattern, in := "yyyy-MM-dd HH:mm:ss", datetime.FixedZone("UTC", 0)
	switch kind {
	case Date:
		pattern, n = "yyyy-MM-dd", n*datetime.MicrosPerDay
	case Timestamp:
		in = zone
	}
	if micros := ((n % 1_000_000) + 1_000_000) % 1_000_000; kind != Date && micros != 0 {
		pattern += "." + strings.Repeat("S", len(strings.TrimRight(itoa(micros0(micros)), "0"))-1)
	}
	if kind == Timestamp {
		pattern += "xxx"
	}
	p, err := datetime.Compile(pattern, datetime.Formatting)
	if err != nil {
		return dst
	}
	dst, _ = p.AppendTimestamp(dst, n, in)
	return dst
}

// micros0 puts a one before six digits, so that zeros at their front count.
func micros0(micros int64) int { return int(micros) + 1_000_000 }
