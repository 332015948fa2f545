package variant

import (
	"encoding/binary"
	"math"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// Kind is what a value is, without its width.
type Kind uint8

const (
	Null Kind = iota
	Bool
	Int
	Double
	Decimal
	Date
	Timestamp
	TimestampNTZ
	Float
	Binary
	Text
	Object
	Array
)

// Value is a variant, or a part of one, to be read.
type Value struct{ value, metadata []byte }

// Of reads a variant.
func Of(v types.VariantValue) Value { return Value{v.Value, v.Metadata} }

// At reads row i of a vector of variants, which is not null.
func At(v *vec.Vector, i int) Value {
	b, s := v.Base(), v.Slot(i)
	part := func(c *vec.Vector) []byte { return vec.Values[vec.View](c.Base())[c.Slot(s)].Bytes() }
	return Value{part(b.Children[0]), part(b.Children[1])}
}

// Variant gives the bytes of the value with the metadata of the whole.
func (v Value) Variant() types.VariantValue {
	return types.VariantValue{Value: v.value, Metadata: v.metadata}
}

func malformed() error { return sparkerr.New("MALFORMED_VARIANT") }

// number reads a little-endian number of n bytes at a place.
func number(b []byte, at, n int) (int, error) {
	if at < 0 || n < 0 || at+n > len(b) {
		return 0, malformed()
	}
	v := 0
	for i := n - 1; i >= 0; i-- {
		v = v<<8 | int(b[at+i])
	}
	return v, nil
}

var primitiveKinds = [...]Kind{Null, Bool, Bool, Int, Int, Int, Int, Double, Decimal, Decimal, Decimal, Date, Timestamp, TimestampNTZ, Float, Binary, Text}

// Kind tells what the value is.
func (v Value) Kind() (Kind, error) {
	if len(v.value) == 0 {
		return Null, malformed()
	}
	switch v.value[0] & 3 {
	case basicShort:
		return Text, nil
	case basicObject:
		return Object, nil
	case basicArray:
		return Array, nil
	}
	if p := v.value[0] >> 2; int(p) < len(primitiveKinds) {
		return primitiveKinds[p], nil
	}
	return Null, sparkerr.New("UNKNOWN_PRIMITIVE_TYPE_IN_VARIANT", "id", itoa(int(v.value[0]>>2)))
}

var primitiveSizes = [...]int{1, 1, 1, 2, 3, 5, 9, 9, 6, 10, 18, 5, 9, 9, 5}

// raw is the value without what may follow it; not for objects and arrays.
func (v Value) raw() ([]byte, error) {
	if len(v.value) == 0 {
		return nil, malformed()
	}
	size := 0
	p := int(v.value[0] >> 2)
	switch {
	case v.value[0]&3 == basicShort:
		size = 1 + p
	case p < len(primitiveSizes):
		size = primitiveSizes[p]
	default:
		n, err := number(v.value, 1, 4)
		if err != nil {
			return nil, err
		}
		size = 5 + n
	}
	if size > len(v.value) {
		return nil, malformed()
	}
	return v.value[:size], nil
}

// Bool is the value of a BOOLEAN.
func (v Value) Bool() bool { return v.value[0]>>2 == primTrue }

// Int is the value of an integer, or the count of a date or timestamp.
func (v Value) Int() (int64, error) {
	b, err := v.raw()
	if err != nil {
		return 0, err
	}
	switch len(b) {
	case 2:
		return int64(int8(b[1])), nil
	case 3:
		return int64(int16(binary.LittleEndian.Uint16(b[1:]))), nil
	case 5:
		return int64(int32(binary.LittleEndian.Uint32(b[1:]))), nil
	}
	return int64(binary.LittleEndian.Uint64(b[1:])), nil
}

// Double is the value of a FLOAT or DOUBLE.
func (v Value) Double() (float64, error) {
	b, err := v.raw()
	if err != nil {
		return 0, err
	}
	if len(b) == 5 {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b[1:]))), nil
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(b[1:])), nil
}

// Decimal is the value of a DECIMAL without zeros at its end.
func (v Value) Decimal() (types.Int128, int, error) {
	b, err := v.raw()
	if err != nil {
		return types.Int128{}, 0, err
	}
	scale := int(b[1])
	var u types.Int128
	switch len(b) {
	case 6:
		u = types.Int128Of(int64(int32(binary.LittleEndian.Uint32(b[2:]))))
	case 10:
		u = types.Int128Of(int64(binary.LittleEndian.Uint64(b[2:])))
	default:
		u = types.Int128{Lo: binary.LittleEndian.Uint64(b[2:]), Hi: int64(binary.LittleEndian.Uint64(b[10:]))}
	}
	if scale > types.MaxPrecision {
		return u, 0, malformed()
	}
	for scale > 0 {
		q, r := u.QuoRem(types.Int128Of(10))
		if !r.IsZero() {
			break
		}
		u, scale = q, scale-1
	}
	return u, scale, nil
}

// Bytes is the value of a STRING or BINARY.
func (v Value) Bytes() ([]byte, error) {
	b, err := v.raw()
	switch {
	case err != nil:
		return nil, err
	case b[0]&3 == basicShort:
		return b[1:], nil
	}
	return b[5:], nil
}

// parts are the places of an object's or array's contents.
type parts struct {
	n, idBytes, offsetBytes int
	ids, offsets, data      int
}

func (v Value) parts() (p parts, err error) {
	head := int(v.value[0] >> 2)
	p.offsetBytes = head&3 + 1
	large := head >> 2 & 1
	if v.value[0]&3 == basicObject {
		p.idBytes = head>>2&3 + 1
		large = head >> 4 & 1
	}
	count := 1 + 3*large
	if p.n, err = number(v.value, 1, count); err != nil {
		return p, err
	}
	p.ids = 1 + count
	p.offsets = p.ids + p.n*p.idBytes
	p.data = p.offsets + (p.n+1)*p.offsetBytes
	if p.n > len(v.value) || p.data > len(v.value) {
		return p, malformed()
	}
	return p, nil
}

// part is the value of entry i.
func (v Value) part(p parts, i int) (Value, error) {
	at, err := number(v.value, p.offsets+i*p.offsetBytes, p.offsetBytes)
	if err != nil {
		return v, err
	}
	if p.data+at >= len(v.value) {
		return v, malformed()
	}
	return Value{v.value[p.data+at:], v.metadata}, nil
}

// Len is the number of fields or elements.
func (v Value) Len() (int, error) {
	p, err := v.parts()
	return p.n, err
}

// Fields gives the fields of an object in the order of their keys.
func (v Value) Fields(f func(key string, e Value) error) error {
	p, err := v.parts()
	if err != nil {
		return err
	}
	for i := range p.n {
		id, err := number(v.value, p.ids+i*p.idBytes, p.idBytes)
		if err != nil {
			return err
		}
		key, err := v.keyOf(id)
		if err != nil {
			return err
		}
		e, err := v.part(p, i)
		if err != nil {
			return err
		}
		if err := f(key, e); err != nil {
			return err
		}
	}
	return nil
}

// Field finds a field of an object.
func (v Value) Field(key string) (found Value, ok bool, err error) {
	err = v.Fields(func(k string, e Value) error {
		if k == key {
			found, ok = e, true
		}
		return nil
	})
	return found, ok, err
}

// Elements gives the elements of an array.
func (v Value) Elements(f func(e Value) error) error {
	p, err := v.parts()
	if err != nil {
		return err
	}
	for i := range p.n {
		e, err := v.part(p, i)
		if err != nil {
			return err
		}
		if err := f(e); err != nil {
			return err
		}
	}
	return nil
}

// Element is element i of an array.
func (v Value) Element(i int) (Value, bool, error) {
	p, err := v.parts()
	if err != nil || i < 0 || i >= p.n {
		return v, false, err
	}
	e, err := v.part(p, i)
	return e, err == nil, err
}

// keyOf is a key by its number.
func (v Value) keyOf(id int) (string, error) {
	if len(v.metadata) == 0 || v.metadata[0]&15 != 1 {
		return "", malformed()
	}
	n := int(v.metadata[0]>>6) + 1
	count, err := number(v.metadata, 1, n)
	if err != nil || id >= count {
		return "", malformed()
	}
	from, err := number(v.metadata, 1+n*(id+1), n)
	if err != nil {
		return "", err
	}
	to, err := number(v.metadata, 1+n*(id+2), n)
	if err != nil {
		return "", err
	}
	data := 1 + n*(count+2)
	if from > to || data+to > len(v.metadata) {
		return "", malformed()
	}
	return string(v.metadata[data+from : data+to]), nil
}

// Valid reads the whole value.
func (v Value) Valid() error {
	kind, err := v.Kind()
	if err != nil {
		return err
	}
	switch kind {
	case Object:
		return v.Fields(func(_ string, e Value) error { return e.Valid() })
	case Array:
		return v.Elements(Value.Valid)
	}
	_, err = v.raw()
	return err
}
