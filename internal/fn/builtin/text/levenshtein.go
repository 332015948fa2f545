package text

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
)

// Levenshtein is the edit distance.
var Levenshtein = fn.Function{Name: "levenshtein", Group: "string_funcs",
	Doc: fn.Describe("Returns the edit distance; with a threshold, -1 when it is larger.", fn.Params("left", "right", "threshold:int?"), "SELECT levenshtein('kitten', 'sitting')", "3"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 3, fn.AnyString, fn.AnyString, fn.Exact(types.Integer))
		if err != nil {
			return nil, err
		}
		b := &fn.Bound{Args: args, Type: types.Integer, Nullable: fn.AnyNullable(args), Kernel: fn.Map2(types.Integer, distance)}
		if len(args) == 3 {
			b.Kernel = fn.Map3(types.Integer, func(a, s string, limit int32) int32 {
				if d := distance(a, s); d <= limit {
					return d
				}
				return -1
			})
		}
		return b, nil
	}}

func distance(a, b string) int32 {
	x, y := []rune(a), []rune(b)
	row := make([]int32, len(y)+1)
	for j := range row {
		row[j] = int32(j)
	}
	for i := range x {
		diagonal := row[0]
		row[0] = int32(i + 1)
		for j := range y {
			cost := diagonal
			if x[i] != y[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(y)]
}
