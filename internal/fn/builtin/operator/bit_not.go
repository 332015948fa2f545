package operator

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// BitNot is ~a.
var BitNot = fn.Function{Name: "~", Group: "bitwise_funcs",
	Doc: fn.Describe("Returns the bitwise NOT.", fn.Params("expr"), "SELECT ~ 0", "-1"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, fn.Integral)
		if err != nil {
			return nil, err
		}
		t := args[0].Type()
		b := &fn.Bound{Args: args, Type: t, Nullable: args[0].Nullable()}
		switch t.ID() {
		case types.IDByte:
			b.Kernel = fn.Map1(t, func(x int8) int8 { return ^x })
		case types.IDShort:
			b.Kernel = fn.Map1(t, func(x int16) int16 { return ^x })
		case types.IDInteger:
			b.Kernel = fn.Map1(t, func(x int32) int32 { return ^x })
		default:
			b.Kernel = fn.Map1(t, func(x int64) int64 { return ^x })
		}
		return b, nil
	}}
