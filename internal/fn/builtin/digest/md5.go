package digest

import (
	"crypto/md5"
	"encoding/hex"
	"unsafe"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// MD5 is the MD5 checksum in hexadecimal.
var MD5 = fn.Function{Name: "md5", Group: "hash_funcs",
	Doc: fn.Describe("Returns the MD5 checksum as hexadecimal digits.", fn.Params("col"), "SELECT md5('Spark')", "8cde774d6f7333752ed72cacddb05126"),
	Bind: fn.Fixed(types.String, fn.Text1(types.String, func(dst []byte, s string) []byte {
		h := md5.Sum(view(s))
		return hex.AppendEncode(dst, h[:])
	}), fn.Exact(types.Binary))}

// view is the bytes of s, not to be written to.
func view(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
