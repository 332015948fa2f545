package main

import (
	"fmt"
	"math"

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
	case nil, bool, int8, int16, int32, int64, string:
		return v
	case float32:
		return jsonFloat(float64(v))
	case float64:
		return jsonFloat(v)
	case types.Decimal:
		return map[string]string{"decimal": v.String()}
	}
	return fmt.Sprint(v)
}

// jsonFloat keeps what JSON has no number for as {"float": text}.
func jsonFloat(f float64) any {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return map[string]string{"float": fmt.Sprint(f)}
	}
	return f
}
