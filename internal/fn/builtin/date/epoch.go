package date

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// scaled binds timestamp_millis and timestamp_micros.
func scaled(unit int64) fn.Binder {
	return fn.Fixed(types.Timestamp, fn.Try1(types.Timestamp, func(v int64) (int64, bool, error) {
		r := v * unit
		if r/unit != v {
			return 0, false, sparkerr.New("ARITHMETIC_OVERFLOW", "message", "long overflow", "alternative", "", "config", `"spark.sql.ansi.enabled"`)
		}
		return r, true, nil
	}), fn.Exact(types.Long))
}

// since binds unix_seconds, unix_millis and unix_micros.
func since(unit int64) fn.Binder {
	return fn.Fixed(types.Long, fn.Map1(types.Long, func(v int64) int64 { return datetime.FloorDiv(v, unit) }), timestampClass)
}
