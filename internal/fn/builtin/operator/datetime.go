package operator

import (
	"math"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// datetimeArithmetic binds +, - and * where a date, timestamp or interval takes part in a way that numbers do not
// (Spark's BinaryArithmeticWithDatetimeResolver); nil, nil leaves the call to the numeric rules.
func datetimeArithmetic(c *fn.Call, o op, try bool) (*fn.Bound, error) {
	if len(c.Args) != 2 {
		return nil, nil
	}
	l, r := c.Args[0], c.Args[1]
	if l.Type().ID() == types.IDNull {
		l = c.Cast(l, nullOperand(r.Type(), o, true))
	} else if r.Type().ID() == types.IDNull {
		r = c.Cast(r, nullOperand(l.Type(), o, false))
	}
	a, b := l.Type(), r.Type()
	switch o {
	case add:
		if isInterval(a) && isPoint(b) || types.IsIntegral(a) && b.ID() == types.IDDate {
			l, r, a, b = r, l, b, a
		}
		if b, err := plus(c, l, r, 1, try); b != nil || err != nil {
			return b, err
		}
		return nil, refused(c, a, b)
	case subtract:
		switch {
		case a.ID() == types.IDDate && b.ID() == types.IDDate:
			return dateDifference(l, r), nil
		case isPoint(a) && isPoint(b):
			return timestampDifference(c, l, r)
		}
		if b, err := plus(c, l, r, -1, try); b != nil || err != nil {
			return b, err
		}
		return nil, refused(c, a, b)
	}
	if isInterval(a) && (types.IsNumeric(b) || types.IsString(b)) {
		return scale(c, l, r, false, try)
	}
	if isInterval(b) && (types.IsNumeric(a) || types.IsString(a)) {
		return scale(c, r, l, false, try)
	}
	if o == multiply && !types.IsString(a) && !types.IsString(b) {
		switch {
		case isInterval(a) && !isInterval(b):
			return nil, refusedArgument(c, "("+c.ArgText(l)+" * "+c.ArgText(r)+")", 1, r, fn.Numeric)
		case isInterval(b) && !isInterval(a):
			return nil, refusedArgument(c, "("+c.ArgText(r)+" * "+c.ArgText(l)+")", 1, l, fn.Numeric)
		}
	}
	return nil, nil
}

// nullOperand is the type that a NULL beside t stands for.
func nullOperand(t types.DataType, o op, left bool) types.DataType {
	switch {
	case o == subtract && t.ID() == types.IDDate && left:
		return types.Date
	case o != multiply && isPoint(t):
		return types.DayTimeIntervalType{End: types.SecondField}
	case o == multiply && isInterval(t):
		return types.Double
	}
	return types.Null
}

func isInterval(t types.DataType) bool {
	return types.IsANSIInterval(t) || t.ID() == types.IDCalendarInterval
}

// isPoint holds for dates and timestamps.
func isPoint(t types.DataType) bool { return types.IsDatetime(t) }

// zoneOf is the zone whose days and months count: none for a timestamp without zone.
func zoneOf(c *fn.Call, t types.DataType) (*datetime.Zone, error) {
	if t.ID() == types.IDTimestampNTZ {
		return datetime.FixedZone("UTC", 0), nil
	}
	return c.Zone()
}

// plus binds point ± interval and date ± days; nil when it is neither.
func plus(c *fn.Call, l, r expr.Expr, sign int64, try bool) (*fn.Bound, error) {
	a, b := l.Type(), r.Type()
	if !isPoint(a) {
		return nil, nil
	}
	out := func(args []expr.Expr, t types.DataType, k fn.Kernel) (*fn.Bound, error) {
		return &fn.Bound{Args: args, Type: t, Nullable: try || fn.AnyNullable(args), Kernel: k}, nil
	}
	if a.ID() == types.IDDate {
		switch b.ID() {
		case types.IDByte, types.IDShort, types.IDInteger:
			args := []expr.Expr{l, c.Cast(r, types.Integer)}
			return out(args, types.Date, fn.Map2(types.Date, func(d, n int32) int32 { return d + int32(sign)*n }))
		case types.IDYearMonthInterval:
			return out([]expr.Expr{l, r}, types.Date, fn.Map2(types.Date, func(d, m int32) int32 { return int32(datetime.AddMonths(int64(d), sign*int64(m))) }))
		case types.IDCalendarInterval:
			return out([]expr.Expr{l, r}, types.Date, datePlusInterval(c, sign, try))
		case types.IDDayTimeInterval:
			if t := b.(types.DayTimeIntervalType); t.Start == types.DayField && t.End == types.DayField {
				return out([]expr.Expr{l, r}, types.Date, fn.Map2(types.Date, func(d int32, m int64) int32 { return d + int32(sign*(m/datetime.MicrosPerDay)) }))
			}
			l, a = c.Cast(l, types.Timestamp), types.Timestamp
		}
	}
	if !isInterval(b) {
		return nil, nil
	}
	zone, err := zoneOf(c, a)
	if err != nil {
		return nil, err
	}
	args := []expr.Expr{l, r}
	fail := func(ok bool) error {
		if ok || try {
			return nil
		}
		return sparkerr.New("DATETIME_OVERFLOW", "operation", "long overflow")
	}
	switch b.ID() {
	case types.IDYearMonthInterval:
		return out(args, a, fn.Try2(a, func(v int64, m int32) (int64, bool, error) {
			s, ok := AddToTimestamp(v, sign*int64(m), 0, 0, zone)
			return s, ok, fail(ok)
		}))
	case types.IDDayTimeInterval:
		return out(args, a, fn.Try2(a, func(v, m int64) (int64, bool, error) {
			m *= sign
			s, ok := AddToTimestamp(v, 0, m/datetime.MicrosPerDay, m%datetime.MicrosPerDay, zone)
			return s, ok, fail(ok)
		}))
	}
	return out(args, a, fn.Try2(a, func(v int64, i vec.CalendarInterval) (int64, bool, error) {
		s, ok := AddToTimestamp(v, sign*int64(i.Months), sign*int64(i.Days), sign*i.Micros, zone)
		return s, ok, fail(ok)
	}))
}

// AddToTimestamp moves a timestamp by months and days on the wall clock of a zone, then by microseconds.
func AddToTimestamp(v, months, days, micros int64, zone *datetime.Zone) (int64, bool) {
	var ok bool
	if months != 0 || days != 0 {
		day, ofDay := datetime.Split(zone.ToLocal(v))
		if months != 0 {
			day = datetime.AddMonths(day, months)
		}
		local, fits := datetime.Join(day+days, ofDay)
		if !fits {
			return 0, false
		}
		if v, ok = zone.ToInstant(local); !ok {
			return 0, false
		}
	}
	s := v + micros
	return s, (v^s)&(micros^s) >= 0
}

// datePlusInterval refuses intervals with a time in ANSI mode and goes through midnight in the session zone otherwise.
func datePlusInterval(c *fn.Call, sign int64, try bool) fn.Kernel {
	ansi := c.ANSI()
	return fn.Try2(types.Date, func(d int32, i vec.CalendarInterval) (int32, bool, error) {
		if i.Micros != 0 && ansi {
			if try {
				return 0, false, nil
			}
			return 0, false, sparkerr.New("INVALID_INTERVAL_WITH_MICROSECONDS_ADDITION", "ansiConfig", `"spark.sql.ansi.enabled"`)
		}
		days := datetime.AddMonths(int64(d), sign*int64(i.Months)) + sign*int64(i.Days) + datetime.FloorDiv(sign*i.Micros, datetime.MicrosPerDay)
		return int32(days), true, nil
	})
}

func dateDifference(l, r expr.Expr) *fn.Bound {
	t := types.DayTimeIntervalType{Start: types.DayField, End: types.DayField}
	args := []expr.Expr{l, r}
	return &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args), Kernel: fn.Map2(t, func(a, b int32) int64 {
		return (int64(a) - int64(b)) * datetime.MicrosPerDay
	})}
}

// timestampDifference counts local time, so that a day is 24 hours across changes of the clock.
func timestampDifference(c *fn.Call, l, r expr.Expr) (*fn.Bound, error) {
	t := types.DayTimeIntervalType{Start: types.DayField, End: types.SecondField}
	common, ok := fn.TightestCommon(c.Env, l.Type(), r.Type())
	if !ok {
		return nil, nil
	}
	zone, err := zoneOf(c, common)
	if err != nil {
		return nil, err
	}
	args := []expr.Expr{c.Cast(l, common), c.Cast(r, common)}
	return &fn.Bound{Args: args, Type: t, Nullable: fn.AnyNullable(args), Kernel: fn.Map2(t, func(a, b int64) int64 {
		return zone.ToLocal(a) - zone.ToLocal(b)
	})}, nil
}

// bindIntervals adds or subtracts intervals of one kind.
func bindIntervals(b *fn.Bound, o op, on failure) {
	fail := func(ok bool, function string) error {
		if ok || on == null {
			return nil
		}
		return sparkerr.New("INTERVAL_ARITHMETIC_OVERFLOW.WITH_SUGGESTION", "functionName", "`"+function+"`")
	}
	t := b.Type
	switch t.ID() {
	case types.IDYearMonthInterval:
		b.Kernel = fn.Try2(t, func(x, y int32) (int32, bool, error) {
			ok := fits(o, x, y)
			return apply(o, x, y), ok, fail(ok, o.function())
		})
	case types.IDDayTimeInterval:
		b.Kernel = fn.Try2(t, func(x, y int64) (int64, bool, error) {
			ok := fits(o, x, y)
			return apply(o, x, y), ok, fail(ok, o.function())
		})
	default:
		b.Kernel = fn.Try2(t, func(x, y vec.CalendarInterval) (vec.CalendarInterval, bool, error) {
			ok := fits(o, x.Months, y.Months) && fits(o, x.Days, y.Days) && fits(o, x.Micros, y.Micros)
			return vec.CalendarInterval{Months: apply(o, x.Months, y.Months), Days: apply(o, x.Days, y.Days), Micros: apply(o, x.Micros, y.Micros)}, ok, fail(ok, o.function())
		})
	}
}

// divideInterval binds interval / number.
func divideInterval(c *fn.Call, try bool) (*fn.Bound, error) {
	if len(c.Args) != 2 || !isInterval(c.Args[0].Type()) || isInterval(c.Args[1].Type()) {
		return nil, nil
	}
	return scale(c, c.Args[0], c.Args[1], true, try)
}

// scale multiplies or divides an interval by a number, rounding half up.
func scale(c *fn.Call, interval, by expr.Expr, division, try bool) (*fn.Bound, error) {
	t := interval.Type()
	if t.ID() == types.IDYearMonthInterval {
		t = types.YearMonthIntervalType{Start: types.YearField, End: types.MonthField}
	} else if t.ID() == types.IDDayTimeInterval {
		t = types.DayTimeIntervalType{Start: types.DayField, End: types.SecondField}
	}
	check := func(ok bool, by float64) error {
		switch {
		case ok || try:
			return nil
		case division && by == 0:
			return sparkerr.New("INTERVAL_DIVIDED_BY_ZERO")
		}
		return sparkerr.New("INTERVAL_ARITHMETIC_OVERFLOW.WITHOUT_SUGGESTION")
	}
	result := func(v, by float64, lo, hi float64) (float64, bool) {
		if division {
			if by == 0 {
				return 0, false
			}
			v /= by
		} else {
			v *= by
		}
		v = math.Round(v)
		return v, v >= lo && v <= hi
	}
	exact := types.IsIntegral(by.Type())
	by = c.Cast(by, types.Double)
	b := &fn.Bound{Args: []expr.Expr{interval, by}, Type: t, Nullable: division || try || !exact || interval.Nullable() || by.Nullable()}
	switch t.ID() {
	case types.IDYearMonthInterval:
		b.Kernel = fn.Try2(t, func(v int32, by float64) (int32, bool, error) {
			r, ok := result(float64(v), by, math.MinInt32, math.MaxInt32)
			return int32(r), ok, check(ok, by)
		})
	case types.IDDayTimeInterval:
		b.Kernel = fn.Try2(t, func(v int64, by float64) (int64, bool, error) {
			if by == math.Trunc(by) && math.Abs(by) < 1<<53 && by != 0 && !division { // exact where a double is not
				r := v * int64(by)
				ok := fits(multiply, v, int64(by))
				return r, ok, check(ok, by)
			}
			r, ok := result(float64(v), by, math.MinInt64, math.MaxInt64)
			return int64(r), ok, check(ok, by)
		})
	default:
		b.Kernel = fn.Try2(t, func(v vec.CalendarInterval, by float64) (vec.CalendarInterval, bool, error) {
			if division && by == 0 {
				return v, false, check(false, by)
			}
			if division {
				by = 1 / by
			}
			months, days := float64(v.Months)*by, float64(v.Days)*by
			return vec.CalendarInterval{Months: int32(months), Days: int32(days), Micros: int64(math.Round(float64(v.Micros)*by + (days-math.Trunc(days))*float64(datetime.MicrosPerDay)))}, true, nil
		})
	}
	return b, nil
}

// refused is the error where one operand makes the operation one on points of time and the other does not fit; nil leaves it to numbers.
func refused(c *fn.Call, a, b types.DataType) error {
	l, r := c.Args[0], c.Args[1]
	days := fn.Either(fn.Exact(types.Integer), fn.Exact(types.Short), fn.Exact(types.Byte))
	switch {
	case types.IsString(a) || types.IsString(b):
	case c.Name == "+" || c.Name == "try_add":
		switch {
		case a.ID() == b.ID() && isInterval(a):
		case hasTime(r.Type()):
			return refusedArgument(c, c.ArgText(l)+" + "+c.ArgText(r), 0, l, fn.AnyTimestamp)
		case hasTime(l.Type()):
			return refusedArgument(c, c.ArgText(r)+" + "+c.ArgText(l), 0, r, fn.AnyTimestamp)
		case l.Type().ID() == types.IDDate:
			return refusedArgument(c, "date_add("+c.ArgText(l)+", "+c.ArgText(r)+")", 1, r, days)
		case r.Type().ID() == types.IDDate:
			return refusedArgument(c, "date_add("+c.ArgText(r)+", "+c.ArgText(l)+")", 1, l, days)
		}
	case a.ID() == b.ID() && isInterval(a):
	case hasTime(b):
		return refusedArgument(c, c.ArgText(l)+" + (- "+c.ArgText(r)+")", 0, l, fn.AnyTimestamp)
	case a.ID() == types.IDDate && !isPoint(b):
		return refusedArgument(c, "date_sub("+c.ArgText(l)+", "+c.ArgText(r)+")", 1, r, days)
	case isPoint(a) && a.ID() != types.IDDate:
		return refusedArgument(c, "("+c.ArgText(l)+" - "+c.ArgText(r)+")", 1, r, fn.AnyTimestamp)
	case isPoint(b) && b.ID() != types.IDDate:
		return refusedArgument(c, "("+c.ArgText(l)+" - "+c.ArgText(r)+")", 0, l, fn.AnyTimestamp)
	case b.ID() == types.IDDate:
		return refusedArgument(c, "("+c.ArgText(l)+" - "+c.ArgText(r)+")", 0, l, fn.Exact(types.Date))
	}
	return nil
}

// refusedArgument is an argument of the wrong type in the expression that an operator stands for.
func refusedArgument(c *fn.Call, text string, i int, e expr.Expr, want fn.Class) error {
	return sparkerr.New("DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE", "sqlExpr", `"`+text+`"`, "paramIndex", [...]string{"first", "second"}[i],
		"requiredType", want.String(), "inputSql", `"`+c.ArgText(e)+`"`, "inputType", `"`+e.Type().SQL()+`"`)
}

// hasTime holds for the intervals that move timestamps below a day.
func hasTime(t types.DataType) bool {
	return t.ID() == types.IDDayTimeInterval || t.ID() == types.IDCalendarInterval
}
