package document

import (
	"github.com/flintlake/flintlake/internal/fn"
)

// TryVariantGet is variant_get that gives null for what cannot be cast.
var TryVariantGet = fn.Function{Name: "try_variant_get", Group: "variant_funcs",
	Doc: fn.Describe("Returns the value at a path of a VARIANT, cast to a type; NULL where there is none or it cannot be cast.",
		fn.Params("v", "path", "targetType:string?"), `SELECT try_variant_get(parse_json('{"a":"x"}'), '$.a', 'int')`, "NULL"),
	Bind: variantGet(true)}
