package misc

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// VarcharTypeWriteSideCheck prepares a text for a VARCHAR(n) column.
var VarcharTypeWriteSideCheck = fn.Function{Name: "varchar_type_write_side_check", Group: "misc_funcs",
	Doc:  fn.Describe("Checks the length of a text for a VARCHAR column.", fn.Params("str", "limit:int")),
	Bind: lengthCheck(false)}
