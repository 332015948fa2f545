package text

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// OctetLength counts bytes.
var OctetLength = fn.Function{Name: "octet_length", Group: "string_funcs",
	Doc:  fn.Describe("Returns the number of bytes.", fn.Params("col"), "SELECT octet_length('Spark SQL')", "9"),
	Bind: fn.Fixed(types.Integer, fn.Map1(types.Integer, func(s string) int32 { return int32(len(s)) }), stringOrBinary)}
