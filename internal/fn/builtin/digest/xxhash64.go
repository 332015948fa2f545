package digest

import (
	"encoding/binary"
	"math/bits"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// XXHash64 is xxHash of all arguments.
var XXHash64 = fn.Function{Name: "xxhash64", Group: "hash_funcs",
	Doc:  fn.Describe("Returns the 64-bit xxHash of all arguments.", fn.Params("cols..."), "SELECT xxhash64('Spark', array(123), 2)", "5602566077635097486"),
	Bind: rows(types.Long, xx64, 42)}

const (
	prime1 = 0x9E3779B185EBCA87
	prime2 = 0xC2B2AE3D27D4EB4F
	prime3 = 0x165667B19E3779F9
	prime4 = 0x85EBCA77C2B2AE63
	prime5 = 0x27D4EB2F165667C5
)

var xx64 = hasher{
	int32s: func(v uint32, seed uint64) uint64 {
		h := seed + prime5 + 4
		h ^= uint64(v) * prime1
		return avalanche(bits.RotateLeft64(h, 23)*prime2 + prime3)
	},
	int64s: func(v, seed uint64) uint64 {
		h := seed + prime5 + 8
		h ^= round(0, v)
		return avalanche(bits.RotateLeft64(h, 27)*prime1 + prime4)
	},
	bytes: xxBytes,
}

func round(acc, v uint64) uint64 { return bits.RotateLeft64(acc+v*prime2, 31) * prime1 }

func avalanche(h uint64) uint64 {
	h ^= h >> 33
	h *= prime2
	h ^= h >> 29
	h *= prime3
	return h ^ h>>32
}

func xxBytes(s string, seed uint64) uint64 {
	b := view(s)
	n := uint64(len(b))
	h := seed + prime5
	if len(b) >= 32 {
		v := [4]uint64{seed + prime1 + prime2, seed + prime2, seed, seed - prime1}
		for len(b) >= 32 {
			for k := range v {
				v[k] = round(v[k], binary.LittleEndian.Uint64(b[8*k:]))
			}
			b = b[32:]
		}
		h = bits.RotateLeft64(v[0], 1) + bits.RotateLeft64(v[1], 7) + bits.RotateLeft64(v[2], 12) + bits.RotateLeft64(v[3], 18)
		for _, x := range v {
			h = (h^round(0, x))*prime1 + prime4
		}
	}
	h += n
	for ; len(b) >= 8; b = b[8:] {
		h = bits.RotateLeft64(h^round(0, binary.LittleEndian.Uint64(b)), 27)*prime1 + prime4
	}
	if len(b) >= 4 {
		h = bits.RotateLeft64(h^uint64(binary.LittleEndian.Uint32(b))*prime1, 23)*prime2 + prime3
		b = b[4:]
	}
	for _, c := range b {
		h = bits.RotateLeft64(h^uint64(c)*prime5, 11) * prime1
	}
	return avalanche(h)
}
