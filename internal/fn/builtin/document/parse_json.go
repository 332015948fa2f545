package document

import (
	"errors"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/cast"
	"github.com/flintlake/flintlake/internal/fn/variant"
	"github.com/flintlake/flintlake/internal/vec"
)

// ParseJSON reads JSON as a variant.
var ParseJSON = fn.Function{Name: "parse_json", Group: "variant_funcs",
	Doc:  fn.Describe("Reads a JSON text as a VARIANT; an error where it is none.", fn.Params("col"), `SELECT to_json(parse_json('{"a":1}'))`, `{"a":1}`),
	Bind: fn.Fixed(types.Variant, parseJSON(false), fn.AnyString)}

func parseJSON(try bool) fn.Kernel {
	return fn.Rows(types.Variant, func(r fn.Row, out *vec.Builder) error {
		var b variant.Builder
		text := r.Text(0)
		switch err := b.ParseJSON(text); {
		case err == nil:
			cast.PutVariant(out, b.Finish())
		case try:
			out.Null()
		case errors.Is(err, variant.ErrJSON):
			return sparkerr.New("MALFORMED_RECORD_IN_PARSING.WITHOUT_SUGGESTION", "badRecord", text, "failFastMode", "FAILFAST")
		default:
			return err
		}
		return nil
	})
}
