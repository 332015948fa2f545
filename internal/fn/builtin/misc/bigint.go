package misc

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// BigInt is a cast.
var BigInt = fn.Function{Name: "bigint", Group: "conversion_funcs",
	Doc:  fn.Describe("Casts to BIGINT.", fn.Params("expr"), "SELECT bigint('12')", "12"),
	Bind: castTo(types.Long)}
