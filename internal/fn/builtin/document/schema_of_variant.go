package document

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/variant"
	"github.com/flintlake/flintlake/internal/vec"
)

// SchemaOfVariant describes a variant.
var SchemaOfVariant = fn.Function{Name: "schema_of_variant", Group: "variant_funcs",
	Doc: fn.Describe("Returns the schema of a VARIANT in the form of SQL types.", fn.Params("v"), "SELECT schema_of_variant(parse_json('[1, 2.5]'))", "ARRAY<DECIMAL(21,1)>"),
	Bind: fn.Fixed(types.String, fn.Rows(types.String, func(r fn.Row, out *vec.Builder) error {
		s, err := variant.SchemaOf(variant.At(r.Raw(0), r.Index()))
		if err != nil {
			return err
		}
		out.TextString(s.String())
		return nil
	}), variantClass)}
