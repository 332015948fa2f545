package text

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// SplitPart is one of the parts between delimiters.
var SplitPart = fn.Function{Name: "split_part", Group: "string_funcs",
	Doc: fn.Describe("Splits at the delimiter and returns part `partNum`, counted from 1, or from the end when negative.", fn.Params("src", "delimiter", "partNum:int"),
		"SELECT split_part('11.12.13', '.', 3)", "13"),
	Bind: fn.FixedNullable(types.String, fn.Try3(types.String, func(s, delimiter string, n int32) (string, bool, error) {
		if n == 0 {
			return "", false, sparkerr.New("INVALID_INDEX_OF_ZERO")
		}
		parts := []string{s}
		if delimiter != "" {
			parts = strings.Split(s, delimiter)
		}
		i := int(n) - 1
		if n < 0 {
			i = len(parts) + int(n)
		}
		if i < 0 || i >= len(parts) {
			return "", true, nil
		}
		return parts[i], true, nil
	}), fn.AnyString, fn.AnyString, fn.Exact(types.Integer))}
