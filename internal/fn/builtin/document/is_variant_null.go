package document

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/variant"
	"github.com/flintlake/flintlake/internal/vec"
)

var variantClass = fn.Exact(types.Variant)

// IsVariantNull tells the null of variants from values and from NULL.
var IsVariantNull = fn.Function{Name: "is_variant_null", Group: "variant_funcs",
	Doc: fn.Describe("Tells whether a VARIANT holds the null of variants; false for NULL.", fn.Params("v"), "SELECT is_variant_null(parse_json('null'))", "true"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, variantClass)
		if err != nil {
			return nil, err
		}
		return &fn.Bound{Args: args, Type: types.Boolean, Kernel: fn.AllRows(types.Boolean, func(r fn.Row, out *vec.Builder) error {
			is := false
			if !r.Null(0) {
				kind, err := variant.At(r.Raw(0), r.Index()).Kind()
				if err != nil {
					return err
				}
				is = kind == variant.Null
			}
			vec.Put(out, is)
			return nil
		})}, nil
	}}
