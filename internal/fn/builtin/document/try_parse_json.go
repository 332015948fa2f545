package document

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// TryParseJSON is parse_json that gives null for what is not JSON.
var TryParseJSON = fn.Function{Name: "try_parse_json", Group: "variant_funcs",
	Doc:  fn.Describe("Reads a JSON text as a VARIANT, NULL where it is none.", fn.Params("col"), `SELECT try_parse_json('{"a":1')`, "NULL"),
	Bind: fn.FixedNullable(types.Variant, parseJSON(true), fn.AnyString)}
