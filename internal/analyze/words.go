package analyze

import (
	"strconv"
	"strings"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
)

func itoa(n int) string     { return strconv.Itoa(n) }
func lower(s string) string { return strings.ToLower(s) }
func upper(s string) string { return strings.ToUpper(s) }
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func timeAt(micros int64, zone *time.Location) time.Time { return time.UnixMicro(micros).In(zone) }

func plainList(names []string) string { return strings.Join(names, ", ") }

// ordinalWord is Spark's word for the n-th parameter, counted from 1.
func ordinalWord(n int) string {
	words := []string{"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
		"thirteenth", "fourteenth", "fifteenth", "sixteenth"}
	if n < len(words) {
		return words[n]
	}
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return itoa(n) + suffix
}

// unitInterval is one of a unit of time as an interval literal.
func unitInterval(unit string) (*expr.Literal, error) {
	ym := func(months int32, f types.IntervalField) *expr.Literal {
		return &expr.Literal{DataType: types.YearMonthIntervalType{Start: f, End: f}, Value: months}
	}
	dt := func(micros int64, f types.IntervalField) *expr.Literal {
		return &expr.Literal{DataType: types.DayTimeIntervalType{Start: f, End: f}, Value: micros}
	}
	switch strings.TrimSuffix(lower(unit), "s") {
	case "year":
		return ym(12, types.YearField), nil
	case "quarter":
		return ym(3, types.MonthField), nil
	case "month":
		return ym(1, types.MonthField), nil
	case "week":
		return dt(7*dayMicros, types.DayField), nil
	case "day":
		return dt(dayMicros, types.DayField), nil
	case "hour":
		return dt(3_600_000_000, types.HourField), nil
	case "minute":
		return dt(60_000_000, types.MinuteField), nil
	case "second":
		return dt(1_000_000, types.SecondField), nil
	case "millisecond":
		return dt(1_000, types.SecondField), nil
	case "microsecond":
		return dt(1, types.SecondField), nil
	}
	return nil, sparkerr.New("INVALID_INTERVAL_FORMAT.INVALID_UNIT", "input", unit, "unit", "'"+unit+"'")
}
