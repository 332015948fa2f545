package digest

import (
	"math/bits"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Hash is Murmur3 of all arguments.
var Hash = fn.Function{Name: "hash", Group: "hash_funcs",
	Doc:  fn.Describe("Returns the 32-bit Murmur3 hash of all arguments.", fn.Params("cols..."), "SELECT hash('Spark', array(123), 2)", "-1321691492"),
	Bind: rows(types.Integer, murmur3, 42)}

var murmur3 = hasher{
	int32s: func(v uint32, seed uint64) uint64 { return uint64(finish(mixH1(uint32(seed), mixK1(v)), 4)) },
	int64s: func(v, seed uint64) uint64 {
		h := mixH1(uint32(seed), mixK1(uint32(v)))
		return uint64(finish(mixH1(h, mixK1(uint32(v>>32))), 8))
	},
	bytes: func(b string, seed uint64) uint64 {
		h, i := uint32(seed), 0
		for ; i+4 <= len(b); i += 4 {
			h = mixH1(h, mixK1(uint32(b[i])|uint32(b[i+1])<<8|uint32(b[i+2])<<16|uint32(b[i+3])<<24))
		}
		for ; i < len(b); i++ { // unlike the reference, each byte of the tail is a word of its own
			h = mixH1(h, mixK1(uint32(int8(b[i]))))
		}
		return uint64(finish(h, uint32(len(b))))
	},
}

func mixK1(k uint32) uint32 { return bits.RotateLeft32(k*0xcc9e2d51, 15) * 0x1b873593 }

func mixH1(h, k uint32) uint32 { return bits.RotateLeft32(h^k, 13)*5 + 0xe6546b64 }

func finish(h, length uint32) uint32 {
	h ^= length
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}
