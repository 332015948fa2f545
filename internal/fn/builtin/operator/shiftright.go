package operator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// ShiftRight is a >> b with the sign kept.
var ShiftRight = fn.Function{Name: "shiftright", Aliases: []string{">>"}, Group: "bitwise_funcs",
	Doc:  fn.Describe("Shifts bits to the right and keeps the sign.", fn.Params("col", "numBits:int"), "SELECT shiftright(-4, 1)", "-2"),
	Bind: shift(func(a, b int32) int32 { return a >> (b & 31) }, func(a int64, b int32) int64 { return a >> (b & 63) })}
