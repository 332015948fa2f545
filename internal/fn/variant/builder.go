package variant

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
)

// The primitive types, in the upper six bits of a value's first byte.
const (
	primNull = iota
	primTrue
	primFalse
	primInt8
	primInt16
	primInt32
	primInt64
	primDouble
	primDecimal4
	primDecimal8
	primDecimal16
	primDate
	primTimestamp
	primTimestampNTZ
	primFloat
	primBinary
	primString
)

const (
	basicPrimitive = iota
	basicShort
	basicObject
	basicArray
)

const maxShort = 63

// Builder writes one variant after another; Reset starts the next. The zero Builder is ready.
type Builder struct {
	buf  []byte
	keys []string
	ids  map[string]int
}

// Reset forgets what was written.
func (b *Builder) Reset() {
	b.buf, b.keys = b.buf[:0], b.keys[:0]
	clear(b.ids)
}

// Len is where the next value will start.
func (b *Builder) Len() int { return len(b.buf) }

func (b *Builder) header(kind int) { b.buf = append(b.buf, byte(kind<<2)|basicPrimitive) }

// Null writes the null of variants.
func (b *Builder) Null() { b.header(primNull) }

// Bool writes a BOOLEAN.
func (b *Builder) Bool(v bool) {
	if v {
		b.header(primTrue)
	} else {
		b.header(primFalse)
	}
}

// Int writes an integer of any width.
func (b *Builder) Int(v int64) {
	switch {
	case v == int64(int8(v)):
		b.header(primInt8)
		b.buf = append(b.buf, byte(v))
	case v == int64(int16(v)):
		b.header(primInt16)
		b.buf = binary.LittleEndian.AppendUint16(b.buf, uint16(v))
	case v == int64(int32(v)):
		b.header(primInt32)
		b.buf = binary.LittleEndian.AppendUint32(b.buf, uint32(v))
	default:
		b.long(primInt64, v)
	}
}

func (b *Builder) long(kind int, v int64) {
	b.header(kind)
	b.buf = binary.LittleEndian.AppendUint64(b.buf, uint64(v))
}

// Double writes a DOUBLE.
func (b *Builder) Double(v float64) { b.long(primDouble, int64(math.Float64bits(v))) }

// Float writes a FLOAT.
func (b *Builder) Float(v float32) {
	b.header(primFloat)
	b.buf = binary.LittleEndian.AppendUint32(b.buf, math.Float32bits(v))
}

// Decimal writes a DECIMAL of a scale up to 38.
func (b *Builder) Decimal(v types.Int128, scale int) {
	switch digits := v.Digits(); {
	case digits <= 9 && scale <= 9:
		b.header(primDecimal4)
		b.buf = append(b.buf, byte(scale))
		b.buf = binary.LittleEndian.AppendUint32(b.buf, uint32(v.Lo))
	case digits <= 18 && scale <= 18:
		b.header(primDecimal8)
		b.buf = append(b.buf, byte(scale))
		b.buf = binary.LittleEndian.AppendUint64(b.buf, v.Lo)
	default:
		b.header(primDecimal16)
		b.buf = append(b.buf, byte(scale))
		b.buf = binary.LittleEndian.AppendUint64(b.buf, v.Lo)
		b.buf = binary.LittleEndian.AppendUint64(b.buf, uint64(v.Hi))
	}
}

// Date writes a DATE.
func (b *Builder) Date(days int32) {
	b.header(primDate)
	b.buf = binary.LittleEndian.AppendUint32(b.buf, uint32(days))
}

// Timestamp writes a TIMESTAMP.
func (b *Builder) Timestamp(micros int64) { b.long(primTimestamp, micros) }

// TimestampNTZ writes a TIMESTAMP_NTZ.
func (b *Builder) TimestampNTZ(micros int64) { b.long(primTimestampNTZ, micros) }

// Text writes a STRING.
func (b *Builder) Text(s string) {
	if len(s) <= maxShort {
		b.buf = append(b.buf, byte(len(s)<<2)|basicShort)
	} else {
		b.header(primString)
		b.buf = binary.LittleEndian.AppendUint32(b.buf, uint32(len(s)))
	}
	b.buf = append(b.buf, s...)
}

// Binary writes a BINARY.
func (b *Builder) Binary(v []byte) {
	b.header(primBinary)
	b.buf = binary.LittleEndian.AppendUint32(b.buf, uint32(len(v)))
	b.buf = append(b.buf, v...)
}

// Field is a field of an object being written: its value starts at At.
type Field struct {
	Key string
	At  int
}

// key numbers a key.
func (b *Builder) key(k string) int {
	if id, ok := b.ids[k]; ok {
		return id
	}
	if b.ids == nil {
		b.ids = map[string]int{}
	}
	k = strings.Clone(k)
	id := len(b.keys)
	b.ids[k] = id
	b.keys = append(b.keys, k)
	return id
}

// Key tells that a key will be used, so that keys are numbered in the order in which they are met.
func (b *Builder) Key(k string) { b.key(k) }

// EndObject makes an object of the values written since start, one a field in the order written. A key that occurs twice is an error.
func (b *Builder) EndObject(start int, fields []Field) error {
	size := len(b.buf) - start
	sorted := slices.Clone(fields)
	slices.SortStableFunc(sorted, func(x, y Field) int { return strings.Compare(x.Key, y.Key) })
	largest := 0
	for i, f := range sorted {
		if i > 0 && sorted[i-1].Key == f.Key {
			return sparkerr.New("VARIANT_DUPLICATE_KEY", "key", f.Key)
		}
		largest = max(largest, b.key(f.Key))
	}
	idBytes, offsetBytes := width(largest), width(size)
	head := make([]byte, 0, 5+len(fields)*(idBytes+offsetBytes)+offsetBytes)
	large := 0
	if len(fields) > 255 {
		large = 1
	}
	head = append(head, byte(large<<6|(idBytes-1)<<4|(offsetBytes-1)<<2|basicObject))
	head = appendNumber(head, len(fields), 1+3*large)
	for _, f := range sorted {
		head = appendNumber(head, b.key(f.Key), idBytes)
	}
	for _, f := range sorted {
		head = appendNumber(head, f.At-start, offsetBytes)
	}
	head = appendNumber(head, size, offsetBytes)
	b.buf = slices.Insert(b.buf, start, head...)
	return nil
}

// EndArray makes an array of the values that start at the given places.
func (b *Builder) EndArray(start int, at []int) {
	size := len(b.buf) - start
	offsetBytes := width(size)
	large := 0
	if len(at) > 255 {
		large = 1
	}
	head := make([]byte, 0, 5+(len(at)+1)*offsetBytes)
	head = append(head, byte(large<<4|(offsetBytes-1)<<2|basicArray))
	head = appendNumber(head, len(at), 1+3*large)
	for _, a := range at {
		head = appendNumber(head, a-start, offsetBytes)
	}
	head = appendNumber(head, size, offsetBytes)
	b.buf = slices.Insert(b.buf, start, head...)
}

// Append copies a value, whose keys are numbered anew.
func (b *Builder) Append(v Value) error {
	kind, err := v.Kind()
	if err != nil {
		return err
	}
	start := len(b.buf)
	switch kind {
	case Object:
		var fields []Field
		err := v.Fields(func(key string, e Value) error {
			b.key(key)
			fields = append(fields, Field{key, len(b.buf)})
			return b.Append(e)
		})
		if err != nil {
			return err
		}
		return b.EndObject(start, fields)
	case Array:
		var at []int
		err := v.Elements(func(e Value) error {
			at = append(at, len(b.buf))
			return b.Append(e)
		})
		b.EndArray(start, at)
		return err
	}
	raw, err := v.raw()
	b.buf = append(b.buf, raw...)
	return err
}

// Finish gives the variant; its value is valid until the next Reset.
func (b *Builder) Finish() types.VariantValue {
	size := 0
	for _, k := range b.keys {
		size += len(k)
	}
	n := width(max(size, len(b.keys)))
	m := make([]byte, 0, 1+n*(len(b.keys)+2)+size)
	m = append(m, byte(1|(n-1)<<6))
	m = appendNumber(m, len(b.keys), n)
	at := 0
	for _, k := range b.keys {
		m = appendNumber(m, at, n)
		at += len(k)
	}
	m = appendNumber(m, at, n)
	for _, k := range b.keys {
		m = append(m, k...)
	}
	return types.VariantValue{Value: b.buf, Metadata: m}
}

// width is how many bytes hold a number.
func width(n int) int {
	switch {
	case n <= 0xFF:
		return 1
	case n <= 0xFFFF:
		return 2
	case n <= 0xFFFFFF:
		return 3
	}
	return 4
}

func appendNumber(b []byte, v, bytes int) []byte {
	for range bytes {
		b = append(b, byte(v))
		v >>= 8
	}
	return b
}
