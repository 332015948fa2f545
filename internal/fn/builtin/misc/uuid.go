package misc

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
	"github.com/google/uuid"
)

// UUID is a random identifier.
var UUID = fn.Function{Name: "uuid", Group: "misc_funcs", NonDeterministic: true,
	Doc: fn.Describe("Returns a random UUID as text of 36 characters.", nil),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(0, 0); err != nil {
			return nil, err
		}
		return &fn.Bound{Type: types.String, Kernel: func(k *fn.Context, _ []*vec.Vector, _ vec.Sel, n int) (*vec.Vector, error) {
			out := vec.AllocOf[vec.View](k.Arena, n)
			for i := range out {
				out[i] = k.ViewString(uuid.NewString())
			}
			return vec.FlatVector(types.String, out, nil), nil
		}}, nil
	}}
