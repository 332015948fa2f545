package operator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// ShiftLeft is a << b.
var ShiftLeft = fn.Function{Name: "shiftleft", Aliases: []string{"<<"}, Group: "bitwise_funcs",
	Doc:  fn.Describe("Shifts bits to the left.", fn.Params("col", "numBits:int"), "SELECT shiftleft(2, 1)", "4"),
	Bind: shift(func(a, b int32) int32 { return a << (b & 31) }, func(a int64, b int32) int64 { return a << (b & 63) })}
