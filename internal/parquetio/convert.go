package parquetio

import (
	"encoding/binary"
	"errors"
	"math"
	"unsafe"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/parquetio/format"
	"github.com/flintlake/flintlake/internal/vec"
)

// conversion turns the plain form of a leaf's values into the vector form of the type that was asked for.
type conversion struct {
	// width is the bytes of a value in the plain encoding; 0 for byte arrays, 1 for booleans (already unpacked).
	width int
	// outWidth is the bytes of a value in the vector.
	outWidth int
	// fixed converts n values of the plain form; nil when they are the same bytes.
	fixed func(out, in []byte, n int) error
	// views converts byte arrays to something that is not a View; nil when they stay.
	views func(out []byte, in []vec.View) error
	// text tells that the vector holds Views into the page.
	text bool
}

// load reads a little-endian value without alignment.
func load[T any](b []byte, i int) T {
	var t T
	return *(*T)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i*int(unsafe.Sizeof(t))))
}

func sizeOf[T any]() int {
	var t T
	return int(unsafe.Sizeof(t))
}

// slice sees b as n values of T; b need not be aligned.
func slice[T any](b []byte, n int) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// each lifts a function of one value to n of them.
func each[In, Out any](f func(In) Out) func(out, in []byte, n int) error {
	return func(out, in []byte, n int) error {
		o := slice[Out](out, n)
		for i, v := range slice[In](in, n) {
			o[i] = f(v)
		}
		return nil
	}
}

// newConversion finds how a leaf is read as type t, following Spark's ParquetVectorUpdaterFactory (4.2) with Delta's type
// widening; ok is false when it is not.
func newConversion(n *node, t types.DataType) (c conversion, ok bool) {
	c.outWidth = vec.Width(t)
	switch n.Type {
	case format.Boolean:
		c.width = 1
		return c, t.ID() == types.IDBoolean
	case format.Int32:
		c.width = 4
		c.fixed, ok = fromInt32(n, t)
	case format.Int64:
		c.width = 8
		c.fixed, ok = fromInt64(n, t)
	case format.Int96:
		c.width = 12
		c.fixed, ok = fromInt96, t.ID() == types.IDTimestamp
	case format.Float:
		c.width = 4
		switch t.ID() {
		case types.IDFloat:
			ok = true
		case types.IDDouble:
			c.fixed, ok = each(func(v float32) float64 { return float64(v) }), true
		}
	case format.Double:
		c.width = 8
		ok = t.ID() == types.IDDouble
	case format.ByteArray:
		c.views, c.text, ok = fromByteArray(n, t)
	case format.FixedLenByteArray:
		c.width = int(n.TypeLength)
		return fromFixed(n, t, c)
	}
	return c, ok
}

func fromInt32(n *node, t types.DataType) (func(out, in []byte, n int) error, bool) {
	unsigned := n.Annotation.Kind == format.Integer && !n.Annotation.Signed
	decimal := n.Annotation.Kind == format.Decimal
	date := n.Annotation.Kind == format.Date
	switch t.ID() {
	case types.IDInteger, types.IDDate, types.IDYearMonthInterval:
		return nil, !decimal || n.Annotation.Scale == 0 && t.ID() == types.IDInteger && n.Annotation.Precision <= 9
	case types.IDByte:
		return each(func(v int32) int8 { return int8(v) }), !decimal && !date
	case types.IDShort:
		return each(func(v int32) int16 { return int16(v) }), !decimal && !date
	case types.IDLong:
		if unsigned {
			return each(func(v uint32) int64 { return int64(v) }), true
		}
		return each(func(v int32) int64 { return int64(v) }), !date && (!decimal || n.Annotation.Scale == 0)
	case types.IDDouble:
		return each(func(v int32) float64 { return float64(v) }), !decimal && !date && !unsigned
	case types.IDTimestampNTZ:
		return each(func(v int32) int64 { return int64(v) * 86_400_000_000 }), date
	case types.IDDecimal:
		factor, ok := decimalFactor(n, t.(types.DecimalType), 10)
		return scaled(each(func(v int32) types.Int128 { return types.Int128Of(int64(v)) }), factor), ok && !date && !unsigned
	}
	return nil, false
}

func fromInt64(n *node, t types.DataType) (func(out, in []byte, n int) error, bool) {
	a := &n.Annotation
	switch t.ID() {
	case types.IDLong, types.IDDayTimeInterval:
		return nil, a.Kind != format.Decimal || a.Scale == 0
	case types.IDTimestamp, types.IDTimestampNTZ:
		if a.Kind != format.Timestamp || t.ID() == types.IDTimestampNTZ && a.UTC {
			return nil, false
		}
		switch a.Unit {
		case format.Micros:
			return nil, true
		case format.Millis:
			return millisToMicros, true
		case format.Nanos:
			return each(func(v int64) int64 { return floorDiv(v, 1000) }), true
		}
	case types.IDTime:
		if a.Kind != format.Time {
			return nil, false
		}
		if a.Unit == format.Micros {
			return each(func(v int64) int64 { return v * 1000 }), true
		}
		return nil, a.Unit == format.Nanos
	case types.IDDecimal:
		factor, ok := decimalFactor(n, t.(types.DecimalType), 20)
		if a.Kind == format.Integer && !a.Signed {
			return scaled(each(func(v uint64) types.Int128 { return types.Int128FromUint64(v) }), factor), ok
		}
		return scaled(each(func(v int64) types.Int128 { return types.Int128{Lo: uint64(v), Hi: v >> 63} }), factor), ok && a.Kind != format.Timestamp && a.Kind != format.Time
	}
	return nil, false
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

var errRange = errors.New("a timestamp is outside of the range of microseconds")

func millisToMicros(out, in []byte, n int) error {
	o := slice[int64](out, n)
	for i, v := range slice[int64](in, n) {
		if v > math.MaxInt64/1000 || v < math.MinInt64/1000 {
			return errRange
		}
		o[i] = v * 1000
	}
	return nil
}

const (
	julianEpoch  = 2_440_588 // the Julian day of 1970-01-01
	microsPerDay = 86_400_000_000
)

// fromInt96 reads Impala's timestamps: nanoseconds of the day and the Julian day. Years beyond the range of microseconds
// wrap, as they do in Spark.
func fromInt96(out, in []byte, n int) error {
	o := slice[int64](out, n)
	for i := range o {
		nanos := int64(binary.LittleEndian.Uint64(in[i*12:]))
		day := int64(int32(binary.LittleEndian.Uint32(in[i*12+8:])))
		o[i] = (day-julianEpoch)*microsPerDay + nanos/1000
	}
	return nil
}

// decimalFactor is the power of ten that brings the file's decimals (or integers of that many digits) to type t; ok is
// false when digits would be lost.
func decimalFactor(n *node, t types.DecimalType, digits int) (factor types.Int128, ok bool) {
	scale, whole := 0, digits
	switch a := &n.Annotation; a.Kind {
	case format.Decimal:
		scale, whole = int(a.Scale), int(a.Precision-a.Scale)
	case format.Integer:
		whole = map[int8]int{8: 3, 16: 5, 32: 10, 64: 20}[a.Bits]
	}
	up := t.Scale - scale
	if up < 0 || t.Precision-t.Scale < whole || up > types.MaxPrecision || scale < 0 {
		return factor, false
	}
	return types.Pow10(up), true
}

// scaled multiplies what f yields.
func scaled(f func(out, in []byte, n int) error, factor types.Int128) func(out, in []byte, n int) error {
	if factor == types.Int128Of(1) {
		return f
	}
	return func(out, in []byte, n int) error {
		if err := f(out, in, n); err != nil {
			return err
		}
		o := slice[types.Int128](out, n)
		for i := range o {
			o[i] = o[i].Mul(factor)
		}
		return nil
	}
}

func isText(t types.DataType) bool {
	switch t.ID() {
	case types.IDString, types.IDChar, types.IDVarchar, types.IDBinary, types.IDGeometry, types.IDGeography:
		return true
	}
	return false
}

func fromByteArray(n *node, t types.DataType) (views func(out []byte, in []vec.View) error, text, ok bool) {
	if isText(t) {
		return nil, true, n.Annotation.Kind != format.Decimal
	}
	d, is := t.(types.DecimalType)
	if !is || n.Annotation.Kind != format.Decimal {
		return nil, false, false
	}
	factor, ok := decimalFactor(n, d, 0)
	return func(out []byte, in []vec.View) error {
		o := slice[types.Int128](out, len(in))
		for i := range in {
			v, fits := bigEndian(in[i].Bytes())
			if !fits {
				return errDecimal
			}
			o[i] = v.Mul(factor)
		}
		return nil
	}, false, ok
}

var errDecimal = errors.New("a decimal has more than 128 bits")

// bigEndian reads a two's complement number.
func bigEndian(b []byte) (v types.Int128, ok bool) {
	if len(b) == 0 {
		return v, true
	}
	sign := int64(int8(b[0])) >> 7
	for len(b) > 16 {
		if b[0] != byte(sign) {
			return v, false
		}
		b = b[1:]
	}
	if int64(int8(b[0]))>>7 != sign {
		return v, false
	}
	hi, lo := uint64(sign), uint64(sign)
	for _, x := range b {
		hi = hi<<8 | lo>>56
		lo = lo<<8 | uint64(x)
	}
	return types.Int128{Lo: lo, Hi: int64(hi)}, true
}

func fromFixed(n *node, t types.DataType, c conversion) (conversion, bool) {
	width := c.width
	switch {
	case isText(t):
		c.text = true
		return c, n.Annotation.Kind != format.Float16
	case n.Annotation.Kind == format.Float16 && width == 2 && t.ID() == types.IDFloat:
		c.fixed = each(half)
		return c, true
	case n.Annotation.Kind == format.Float16 && width == 2 && t.ID() == types.IDDouble:
		c.fixed = each(func(v uint16) float64 { return float64(half(v)) })
		return c, true
	case n.Annotation.Kind == format.Decimal && t.ID() == types.IDDecimal:
		factor, ok := decimalFactor(n, t.(types.DecimalType), 0)
		c.fixed = scaled(func(out, in []byte, n int) error { return fixedDecimals(out, in, n, width) }, factor)
		return c, ok
	}
	return c, false
}

func fixedDecimals(out, in []byte, n, width int) error {
	o := slice[types.Int128](out, n)
	if width == 16 {
		for i := range o {
			o[i] = types.Int128{Lo: binary.BigEndian.Uint64(in[i*16+8:]), Hi: int64(binary.BigEndian.Uint64(in[i*16:]))}
		}
		return nil
	}
	for i := range o {
		v, ok := bigEndian(in[i*width : (i+1)*width])
		if !ok {
			return errDecimal
		}
		o[i] = v
	}
	return nil
}

// half widens an IEEE 754 half-precision number.
func half(h uint16) float32 {
	sign, exponent, fraction := uint32(h>>15)<<31, uint32(h>>10&31), uint32(h&1023)
	switch {
	case exponent == 31:
		return math.Float32frombits(sign | 0x7f800000 | fraction<<13)
	case exponent != 0:
		return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
	}
	f := float32(fraction) / (1 << 24)
	if sign != 0 {
		return -f
	}
	return f
}

// mismatch is Spark's error for a leaf that cannot be read as type t.
func (f *File) mismatch(n *node, t types.DataType) error {
	return sparkerr.New("FAILED_READ_FILE.PARQUET_COLUMN_DATA_TYPE_MISMATCH", "path", f.name,
		"column", "["+n.path()+"]", "expectedType", t.SimpleString(), "actualType", n.typeTextShort())
}

// typeTextShort is the physical type, or that the element is a group.
func (n *node) typeTextShort() string {
	if n.isGroup() {
		return "group"
	}
	return n.Type.String()
}
