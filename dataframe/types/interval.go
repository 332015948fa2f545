package types

import "strconv"

const (
	microsPerSecond = 1_000_000
	microsPerMinute = 60 * microsPerSecond
	microsPerHour   = 60 * microsPerMinute
	microsPerDay    = 24 * microsPerHour
)

// YearMonthInterval is a value of a YearMonthIntervalType.
type YearMonthInterval struct {
	Months int32
	Type   YearMonthIntervalType
}

// DayTimeInterval is a value of a DayTimeIntervalType.
type DayTimeInterval struct {
	Micros int64
	Type   DayTimeIntervalType
}

// CalendarIntervalValue is a value of the legacy CalendarIntervalType: three parts that do not carry into each other.
type CalendarIntervalValue struct {
	Months, Days int32
	Micros       int64
}

// String is Spark's cast to text: "INTERVAL '1-2' YEAR TO MONTH".
func (v YearMonthInterval) String() string { return string(v.AppendText(nil)) }

// AppendText appends String.
func (v YearMonthInterval) AppendText(b []byte) []byte {
	b = append(b, "INTERVAL '"...)
	months := int64(v.Months)
	if months < 0 {
		b = append(b, '-')
		months = -months
	}
	switch {
	case v.Type.Start == MonthField:
		b = strconv.AppendInt(b, months, 10)
	case v.Type.End == YearField:
		b = strconv.AppendInt(b, months/12, 10)
	default:
		b = strconv.AppendInt(b, months/12, 10)
		b = append(b, '-')
		b = strconv.AppendInt(b, months%12, 10)
	}
	return appendUnits(b, v.Type.SQL())
}

// appendUnits closes the quote and names the units, which is the type without its word INTERVAL.
func appendUnits(b []byte, sql string) []byte {
	b = append(b, "' "...)
	return append(b, sql[len("INTERVAL "):]...)
}

// String is Spark's cast to text: "INTERVAL '1 02:03:04.5' DAY TO SECOND".
func (v DayTimeInterval) String() string { return string(v.AppendText(nil)) }

// AppendText appends String.
func (v DayTimeInterval) AppendText(b []byte) []byte {
	b = append(b, "INTERVAL '"...)
	rest := uint64(v.Micros)
	if v.Micros < 0 {
		b = append(b, '-')
		rest = -rest
	}
	units := [...]uint64{microsPerDay, microsPerHour, microsPerMinute}
	separators := [...]byte{' ', ':', ':'}
	for f := v.Type.Start; f <= v.Type.End; f++ {
		if f > v.Type.Start {
			b = append(b, separators[f-1])
		}
		if f == SecondField {
			b = appendSeconds(b, rest)
			break
		}
		if f == DayField {
			b = strconv.AppendUint(b, rest/units[f], 10)
		} else {
			b = append2(b, rest/units[f])
		}
		rest %= units[f]
	}
	return appendUnits(b, v.Type.SQL())
}

func append2(b []byte, n uint64) []byte {
	if n < 10 {
		b = append(b, '0')
	}
	return strconv.AppendUint(b, n, 10)
}

// appendSeconds writes seconds with two digits and the fraction without trailing zeros.
func appendSeconds(b []byte, micros uint64) []byte {
	return appendFraction(append2(b, micros/microsPerSecond), micros%microsPerSecond)
}

func appendFraction(b []byte, micros uint64) []byte {
	if micros == 0 {
		return b
	}
	b = append(b, '.')
	for unit := uint64(microsPerSecond / 10); micros > 0; unit /= 10 {
		b = append(b, byte('0'+micros/unit))
		micros %= unit
	}
	return b
}

// String is Spark's cast to text: "1 years 2 months 3 days 4 hours 5 minutes 6.5 seconds"; parts that are 0 are left out.
func (v CalendarIntervalValue) String() string { return string(v.AppendText(nil)) }

// AppendText appends String.
func (v CalendarIntervalValue) AppendText(b []byte) []byte {
	from := len(b)
	unit := func(n int64, name string) {
		if n == 0 {
			return
		}
		if len(b) > from {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, n, 10)
		b = append(b, name...)
	}
	unit(int64(v.Months/12), " years")
	unit(int64(v.Months%12), " months")
	unit(int64(v.Days), " days")
	unit(v.Micros/microsPerHour, " hours")
	unit(v.Micros%microsPerHour/microsPerMinute, " minutes")
	if seconds := v.Micros % microsPerMinute; seconds != 0 {
		if len(b) > from {
			b = append(b, ' ')
		}
		rest := uint64(seconds)
		if seconds < 0 {
			b = append(b, '-')
			rest = -rest
		}
		b = strconv.AppendUint(b, rest/microsPerSecond, 10)
		b = appendFraction(b, rest%microsPerSecond)
		b = append(b, " seconds"...)
	}
	if len(b) == from {
		return append(b, "0 seconds"...)
	}
	return b
}
