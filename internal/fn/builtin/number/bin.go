package number

import (
	"strconv"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Bin writes binary digits.
var Bin = fn.Function{Name: "bin", Group: "math_funcs",
	Doc:  fn.Describe("Returns the binary digits of a BIGINT.", fn.Params("col"), "SELECT bin(13)", "1101"),
	Bind: fn.Fixed(types.String, fn.Text1(types.String, func(dst []byte, n int64) []byte { return strconv.AppendUint(dst, uint64(n), 2) }), fn.Exact(types.Long))}
