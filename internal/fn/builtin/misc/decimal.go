package misc

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Decimal is a cast.
var Decimal = fn.Function{Name: "decimal", Group: "conversion_funcs",
	Doc:  fn.Describe("Casts to DECIMAL(10,0).", fn.Params("expr"), "SELECT decimal('1.5')", "2"),
	Bind: castTo(types.UserDefaultDecimal)}
