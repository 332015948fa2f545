package number

import (
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// xorShift is Spark's XORShiftRandom, so that a seed gives the numbers that Spark gives on one partition.
type xorShift struct{ state uint64 }

func newXORShift(seed int64) *xorShift {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(seed))
	low := murmurBytes(b[:], 0x3c074a61) // scala.util.hashing.MurmurHash3.arraySeed
	high := murmurBytes(b[:], low)
	return &xorShift{uint64(high)<<32 | uint64(low)}
}

func (x *xorShift) next(bits int) int32 {
	s := x.state
	s ^= s << 21
	s ^= s >> 35
	s ^= s << 4
	x.state = s
	return int32(s & (1<<bits - 1))
}

// double is java.util.Random.nextDouble on next.
func (x *xorShift) double() float64 {
	hi, lo := int64(x.next(26)), int64(x.next(27))
	return float64(hi<<27+lo) * (1.0 / (1 << 53))
}

// gaussian is java.util.Random.nextGaussian without its cache of the second value.
func (x *xorShift) gaussian() (first, second float64) {
	for {
		v1, v2 := 2*x.double()-1, 2*x.double()-1
		s := v1*v1 + v2*v2
		if s < 1 && s != 0 {
			m := math.Sqrt(-2 * math.Log(s) / s)
			return v1 * m, v2 * m
		}
	}
}

// murmurBytes is scala.util.hashing.MurmurHash3.bytesHash.
func murmurBytes(b []byte, seed uint32) uint32 {
	h := seed
	n := len(b)
	for ; len(b) >= 4; b = b[4:] {
		k := binary.LittleEndian.Uint32(b) * 0xcc9e2d51
		k = bits.RotateLeft32(k, 15) * 0x1b873593
		h = bits.RotateLeft32(h^k, 13)*5 + 0xe6546b64
	}
	h ^= uint32(n)
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}

// random binds rand and randn. The numbers depend on the seed and the place of the row: partition and batch number the stream.
func random(draw func(x *xorShift, n int, put func(i int, v float64))) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(0, 1); err != nil {
			return nil, err
		}
		seed := rand.Int64()
		if len(c.Args) == 1 {
			want := fn.Either(fn.Exact(types.Integer), fn.Exact(types.Long))
			e, ok := fn.ImplicitCast(c.Env, c.Args[0], want)
			if !ok {
				return nil, c.Unexpected(0, want)
			}
			v, ok := c.Literal(e)
			if !ok {
				return nil, c.Mismatch("NON_FOLDABLE_INPUT", "inputName", "`seed`", "inputType", `"BIGINT"`, "inputExpr", `"`+c.ArgText(e)+`"`)
			}
			switch s := v.(type) {
			case int32:
				seed = int64(s)
			case int64:
				seed = s
			default:
				seed = 0
			}
		}
		return &fn.Bound{Type: types.Double, Kernel: func(k *fn.Context, _ []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
			x := newXORShift(seed + int64(k.Partition) + k.RowBase)
			out := vec.AllocOf[float64](k.Arena, n)
			draw(x, n, func(i int, v float64) { out[i] = v })
			return vec.FlatVector(types.Double, out, nil), nil
		}}, nil
	}
}
