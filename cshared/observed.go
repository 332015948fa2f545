package main

import (
	"fmt"

	"github.com/flintlake/flintlake/dataframe/types"
)

// observed is what DataFrame.observe computed, as JSON values: numbers, booleans and null as they are, everything else as text.
func observed(metrics map[string][]any) map[string][]any {
	out := make(map[string][]any, len(metrics))
	for name, values := range metrics {
		plain := make([]any, len(values))
		for i, v := range values {
			plain[i] = jsonValue(v)
		}
		out[name] = plain
	}
	return out
}

func jsonValue(v any) any {
	switch v := v.(type) {
	case nil, bool, int8, int16, int32, int64, float32, float64, string:
		return v
	case types.Decimal:
		return map[string]string{"decimal": v.String()}
	}
	return fmt.Sprint(v)
}
