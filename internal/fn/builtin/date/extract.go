package date

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Extract is one field of a date, timestamp or interval, by name.
var Extract = fn.Function{Name: "extract", Aliases: []string{"date_part", "datepart"}, Group: "datetime_funcs",
	Doc: fn.Describe("Returns a field of a date, timestamp or interval: year, month, day, hour, minute, second, week, quarter, doy, dow, dow_iso and others.", fn.Params("field:literal", "source"),
		"SELECT extract(YEAR FROM TIMESTAMP '2019-08-12 01:00:00')", "2019"),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, 2); err != nil {
			return nil, err
		}
		v, ok := c.Literal(c.Args[0])
		if !ok {
			return nil, sparkerr.New("NON_FOLDABLE_ARGUMENT", "funcName", c.ID(), "paramName", "`field`", "paramType", `"STRING"`)
		}
		if v == nil {
			return fn.Replace(fn.Constant(types.Double, nil)), nil
		}
		name, _ := v.(string)
		return extractField(c, strings.ToUpper(name), name, c.Args[1])
	}}

func extractField(c *fn.Call, field, written string, source expr.Expr) (*fn.Bound, error) {
	bind := func(b fn.Binder, args ...expr.Expr) (*fn.Bound, error) {
		call := *c
		call.Args = args
		return b(&call)
	}
	if types.IsANSIInterval(source.Type()) || source.Type().ID() == types.IDCalendarInterval {
		return intervalField(c, field, written, source)
	}
	switch field {
	case "YEAR", "Y", "YEARS", "YR", "YRS":
		return bind(Year.Bind, source)
	case "YEAROFWEEK":
		return bind(dateField(func(d int64) int32 { y, _ := datetime.ISOWeek(d); return int32(y) }), source)
	case "QUARTER", "QTR":
		return bind(Quarter.Bind, source)
	case "MONTH", "MON", "MONS", "MONTHS":
		return bind(Month.Bind, source)
	case "WEEK", "W", "WEEKS":
		return bind(WeekOfYear.Bind, source)
	case "DAY", "D", "DAYS":
		return bind(Day.Bind, source)
	case "DAYOFWEEK", "DOW":
		return bind(DayOfWeek.Bind, source)
	case "DAYOFWEEK_ISO", "DOW_ISO":
		return bind(dateField(func(d int64) int32 { return int32(datetime.ISOWeekday(d)) }), source)
	case "DOY":
		return bind(DayOfYear.Bind, source)
	case "HOUR", "H", "HOURS", "HR", "HRS":
		return bind(Hour.Bind, source)
	case "MINUTE", "M", "MIN", "MINS", "MINUTES":
		return bind(Minute.Bind, source)
	case "SECOND", "S", "SEC", "SECONDS", "SECS":
		return secondWithFraction(c, source)
	}
	return nil, extractError(c, written, source)
}

func extractError(c *fn.Call, field string, source expr.Expr) error {
	return sparkerr.New("INVALID_EXTRACT_FIELD", "field", "`"+field+"`", "expr", `"`+c.ArgText(source)+`"`)
}

func secondWithFraction(c *fn.Call, source expr.Expr) (*fn.Bound, error) {
	source, ok := fn.ImplicitCast(c.Env, source, fn.AnyTimestamp)
	if !ok {
		return nil, c.Unexpected(1, fn.AnyTimestamp)
	}
	zone, err := zoneOf(c, source.Type())
	if err != nil {
		return nil, err
	}
	t := types.DecimalType{Precision: 8, Scale: 6}
	return &fn.Bound{Args: []expr.Expr{source}, Type: t, Nullable: source.Nullable(), Kernel: fn.Map1(t, func(v int64) types.Int128 {
		return types.Int128Of(datetime.FloorMod(zone.ToLocal(v), datetime.MicrosPerMinute))
	})}, nil
}

func intervalField(c *fn.Call, field, written string, source expr.Expr) (*fn.Bound, error) {
	args := []expr.Expr{source}
	nullable := source.Nullable()
	calendar := func(t types.DataType, k fn.Kernel) (*fn.Bound, error) {
		return &fn.Bound{Args: args, Type: t, Nullable: nullable, Kernel: k}, nil
	}
	seconds := types.DecimalType{Precision: 8, Scale: 6}
	switch t := source.Type(); t.ID() {
	case types.IDYearMonthInterval:
		switch field {
		case "YEAR", "Y", "YEARS", "YR", "YRS":
			return calendar(types.Integer, fn.Map1(types.Integer, func(m int32) int32 { return m / 12 }))
		case "MONTH", "MON", "MONS", "MONTHS":
			return calendar(types.Byte, fn.Map1(types.Byte, func(m int32) int8 { return int8(m % 12) }))
		}
	case types.IDDayTimeInterval:
		switch field {
		case "DAY", "D", "DAYS":
			return calendar(types.Integer, fn.Map1(types.Integer, func(v int64) int32 { return int32(v / datetime.MicrosPerDay) }))
		case "HOUR", "H", "HOURS", "HR", "HRS":
			return calendar(types.Byte, fn.Map1(types.Byte, func(v int64) int8 { return int8(v % datetime.MicrosPerDay / datetime.MicrosPerHour) }))
		case "MINUTE", "M", "MIN", "MINS", "MINUTES":
			return calendar(types.Byte, fn.Map1(types.Byte, func(v int64) int8 { return int8(v % datetime.MicrosPerHour / datetime.MicrosPerMinute) }))
		case "SECOND", "S", "SEC", "SECONDS", "SECS":
			return calendar(seconds, fn.Map1(seconds, func(v int64) types.Int128 { return types.Int128Of(v % datetime.MicrosPerMinute) }))
		}
	default:
		switch field {
		case "YEAR", "Y", "YEARS", "YR", "YRS":
			return calendar(types.Integer, fn.Map1(types.Integer, func(v vec.CalendarInterval) int32 { return v.Months / 12 }))
		case "MONTH", "MON", "MONS", "MONTHS":
			return calendar(types.Byte, fn.Map1(types.Byte, func(v vec.CalendarInterval) int8 { return int8(v.Months % 12) }))
		case "DAY", "D", "DAYS":
			return calendar(types.Integer, fn.Map1(types.Integer, func(v vec.CalendarInterval) int32 { return v.Days }))
		case "HOUR", "H", "HOURS", "HR", "HRS":
			return calendar(types.Byte, fn.Map1(types.Byte, func(v vec.CalendarInterval) int8 {
				return int8(v.Micros % datetime.MicrosPerDay / datetime.MicrosPerHour)
			}))
		case "MINUTE", "M", "MIN", "MINS", "MINUTES":
			return calendar(types.Byte, fn.Map1(types.Byte, func(v vec.CalendarInterval) int8 {
				return int8(v.Micros % datetime.MicrosPerHour / datetime.MicrosPerMinute)
			}))
		case "SECOND", "S", "SEC", "SECONDS", "SECS":
			return calendar(seconds, fn.Map1(seconds, func(v vec.CalendarInterval) types.Int128 { return types.Int128Of(v.Micros % datetime.MicrosPerMinute) }))
		}
	}
	return nil, extractError(c, written, source)
}
