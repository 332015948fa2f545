package document

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/variant"
	"github.com/flintlake/flintlake/internal/vec"
)

// IsValidVariant tests the bytes of a variant.
var IsValidVariant = fn.Function{Name: "is_valid_variant", Group: "variant_funcs",
	Doc: fn.Describe("Tells whether the bytes of a VARIANT can be read.", fn.Params("v"), "SELECT is_valid_variant(parse_json('1'))", "true"),
	Bind: fn.Fixed(types.Boolean, fn.Rows(types.Boolean, func(r fn.Row, out *vec.Builder) error {
		vec.Put(out, variant.At(r.Raw(0), r.Index()).Valid() == nil)
		return nil
	}), variantClass)}
