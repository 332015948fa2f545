package operator

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// ShiftRightUnsigned is a >>> b.
var ShiftRightUnsigned = fn.Function{Name: "shiftrightunsigned", Aliases: []string{">>>"}, Group: "bitwise_funcs",
	Doc:  fn.Describe("Shifts bits to the right and fills with zeros.", fn.Params("col", "numBits:int"), "SELECT shiftrightunsigned(-1, 31)", "1"),
	Bind: shift(func(a, b int32) int32 { return int32(uint32(a) >> (b & 31)) }, func(a int64, b int32) int64 { return int64(uint64(a) >> (b & 63)) })}
