package text

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Instr is the first place of a text in another.
var Instr = fn.Function{Name: "instr", Group: "string_funcs",
	Doc:  fn.Describe("Returns the position of the first occurrence of `substr`, 0 when there is none.", fn.Params("str", "substr"), "SELECT instr('SparkSQL', 'SQL')", "6"),
	Bind: fn.Fixed(types.Integer, fn.Map2(types.Integer, func(s, t string) int32 { return find(s, t, 1) }), fn.AnyString, fn.AnyString)}

// find is the position of t in s at or after a position.
func find(s, t string, from int) int32 {
	if from < 1 {
		return 0
	}
	at := offset(s, from-1)
	if t == "" {
		return 1
	}
	i := strings.Index(s[at:], t)
	if i < 0 {
		return 0
	}
	return length(s[:at+i]) + 1
}
