package text

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// BitLength counts bits.
var BitLength = fn.Function{Name: "bit_length", Group: "string_funcs",
	Doc:  fn.Describe("Returns the number of bits.", fn.Params("col"), "SELECT bit_length('Spark SQL')", "72"),
	Bind: fn.Fixed(types.Integer, fn.Map1(types.Integer, func(s string) int32 { return int32(len(s)) * 8 }), stringOrBinary)}
