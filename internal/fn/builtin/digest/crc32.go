package digest

import (
	"hash/crc32"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// CRC32 is the checksum of zlib and Ethernet.
var CRC32 = fn.Function{Name: "crc32", Group: "hash_funcs",
	Doc:  fn.Describe("Returns the CRC-32 checksum.", fn.Params("col"), "SELECT crc32('Spark')", "1557323817"),
	Bind: fn.Fixed(types.Long, fn.Map1(types.Long, func(s string) int64 { return int64(crc32.ChecksumIEEE(view(s))) }), fn.Exact(types.Binary))}
