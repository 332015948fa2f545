package digest

import (
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// SHA2 is a checksum of the SHA-2 family in hexadecimal.
var SHA2 = fn.Function{Name: "sha2", Group: "hash_funcs",
	Doc: fn.Describe("Returns a SHA-2 checksum of 224, 256 (or 0), 384 or 512 bits as hexadecimal digits; NULL for another size.", fn.Params("col", "numBits:int"),
		"SELECT sha2('Spark', 256)", "529bc3b07127ecb7e53a4dcf1991d9152c24537d919178022b2c42657f79a26b"),
	Bind: fn.FixedNullable(types.String, fn.TryText2(types.String, func(dst []byte, s string, bits int32) ([]byte, bool, error) {
		switch b := view(s); bits {
		case 0, 256:
			h := sha256.Sum256(b)
			dst = hex.AppendEncode(dst, h[:])
		case 224:
			h := sha256.Sum224(b)
			dst = hex.AppendEncode(dst, h[:])
		case 384:
			h := sha512.Sum384(b)
			dst = hex.AppendEncode(dst, h[:])
		case 512:
			h := sha512.Sum512(b)
			dst = hex.AppendEncode(dst, h[:])
		default:
			return dst, false, nil
		}
		return dst, true, nil
	}), fn.Exact(types.Binary), fn.Exact(types.Integer))}
