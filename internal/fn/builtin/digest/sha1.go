package digest

import (
	"crypto/sha1"
	"encoding/hex"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// SHA1 is the SHA-1 checksum in hexadecimal.
var SHA1 = fn.Function{Name: "sha1", Aliases: []string{"sha"}, Group: "hash_funcs",
	Doc: fn.Describe("Returns the SHA-1 checksum as hexadecimal digits.", fn.Params("col"), "SELECT sha1('Spark')", "85f5955f4b27a9a4c2aab6ffe5d7189fc298b92c"),
	Bind: fn.Fixed(types.String, fn.Text1(types.String, func(dst []byte, s string) []byte {
		h := sha1.Sum(view(s))
		return hex.AppendEncode(dst, h[:])
	}), fn.Exact(types.Binary))}
