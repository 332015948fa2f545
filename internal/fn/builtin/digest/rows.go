package digest

import (
	"encoding/binary"
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// hasher is a hash over integers and bytes, seeded by the hash of what came before.
type hasher struct {
	int32s func(v uint32, seed uint64) uint64
	int64s func(v, seed uint64) uint64
	bytes  func(b string, seed uint64) uint64
}

// value hashes row i of v after a seed, as Spark's HashExpression does; null leaves the seed.
func (h hasher) value(v *vec.Vector, i int, seed uint64) uint64 {
	if v.IsNull(i) {
		return seed
	}
	b, s := v.Base(), v.Slot(i)
	switch t := v.Type.(type) {
	case types.BooleanType:
		return h.int32s(uint32(vec.Values[uint8](b)[s]), seed)
	case types.ByteType:
		return h.int32s(uint32(vec.Values[int8](b)[s]), seed)
	case types.ShortType:
		return h.int32s(uint32(vec.Values[int16](b)[s]), seed)
	case types.IntegerType, types.DateType, types.YearMonthIntervalType:
		return h.int32s(vec.Values[uint32](b)[s], seed)
	case types.LongType, types.TimestampType, types.TimestampNTZType, types.TimeType, types.DayTimeIntervalType:
		return h.int64s(vec.Values[uint64](b)[s], seed)
	case types.FloatType:
		f := vec.Values[float32](b)[s]
		bits := math.Float32bits(f)
		if f != f {
			bits = 0x7fc00000
		}
		if f == 0 {
			bits = 0
		}
		return h.int32s(bits, seed)
	case types.DoubleType:
		f := vec.Values[float64](b)[s]
		bits := math.Float64bits(f)
		if f != f {
			bits = 0x7ff8000000000000
		}
		if f == 0 {
			bits = 0
		}
		return h.int64s(bits, seed)
	case types.DecimalType:
		d := vec.Values[types.Int128](b)[s]
		if t.Precision <= 18 {
			return h.int64s(d.Lo, seed)
		}
		return h.bytes(string(bigEndian(d)), seed)
	case types.CalendarIntervalType:
		c := vec.Values[vec.CalendarInterval](b)[s]
		return h.int32s(uint32(c.Months), h.int32s(uint32(c.Days), h.int64s(uint64(c.Micros), seed)))
	case types.ArrayType:
		span := vec.Values[vec.Span](b)[s]
		for j := span.Offset; j < span.Offset+span.Size; j++ {
			seed = h.value(b.Children[0], int(j), seed)
		}
		return seed
	case types.StructType:
		for _, f := range b.Children {
			seed = h.value(f, s, seed)
		}
		return seed
	}
	return h.bytes(vec.Values[vec.View](b)[s].Str(), seed)
}

// bigEndian is Java's BigInteger.toByteArray: as few bytes as hold the sign.
func bigEndian(d types.Int128) []byte {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], uint64(d.Hi))
	binary.BigEndian.PutUint64(b[8:], d.Lo)
	i := 0
	for i < 15 && (b[i] == 0 && b[i+1] < 0x80 || b[i] == 0xff && b[i+1] >= 0x80) {
		i++
	}
	return b[i:]
}

// rows binds a hash of all arguments.
func rows(t types.DataType, h hasher, seed uint64) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, -1); err != nil {
			return nil, err
		}
		for _, a := range c.Args {
			if types.Exists(a.Type(), func(t types.DataType) bool { return t.ID() == types.IDMap }) {
				return nil, c.Mismatch("HASH_MAP_TYPE", "functionName", c.ID())
			}
			if types.Exists(a.Type(), func(t types.DataType) bool { return t.ID() == types.IDVariant }) {
				return nil, c.Mismatch("HASH_VARIANT_TYPE", "functionName", c.ID())
			}
		}
		return &fn.Bound{Args: c.Args, Type: t, Kernel: func(k *fn.Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
			at := func(i int) uint64 {
				h64 := seed
				for _, a := range args {
					h64 = h.value(a, i, h64)
				}
				return h64
			}
			if t.ID() == types.IDInteger {
				out := vec.AllocOf[int32](k.Arena, n)
				for _, i := range vec.SelOrAll(sel, n) {
					out[i] = int32(at(int(i)))
				}
				return vec.FlatVector(t, out, nil), nil
			}
			out := vec.AllocOf[int64](k.Arena, n)
			for _, i := range vec.SelOrAll(sel, n) {
				out[i] = int64(at(int(i)))
			}
			return vec.FlatVector(t, out, nil), nil
		}}, nil
	}
}
