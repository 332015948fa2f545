package misc

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// CharTypeWriteSideCheck prepares a text for a CHAR(n) column.
var CharTypeWriteSideCheck = fn.Function{Name: "char_type_write_side_check", Group: "misc_funcs",
	Doc:  fn.Describe("Checks the length of a text for a CHAR column and fills it up with blanks.", fn.Params("str", "limit:int")),
	Bind: lengthCheck(true)}
