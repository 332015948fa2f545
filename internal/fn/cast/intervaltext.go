package cast

import (
	"math"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

func (k *caster) intervalFromText() (fn.Kernel, error) {
	switch t := k.to.(type) {
	case types.YearMonthIntervalType:
		return fn.Try1(k.to, func(s string) (int32, bool, error) {
			months, ok := ParseYearMonth(s, t)
			return months, ok, k.intervalError(ok, s, yearMonthFormats(t), "year-month")
		}), nil
	case types.DayTimeIntervalType:
		return fn.Try1(k.to, func(s string) (int64, bool, error) {
			micros, ok := ParseDayTime(s, t)
			return micros, ok, k.intervalError(ok, s, dayTimeFormats(t), "day-time")
		}), nil
	case types.CalendarIntervalType:
		return fn.Try1(k.to, func(s string) (vec.CalendarInterval, bool, error) { // no error, even in ANSI mode
			v, ok := ParseInterval(s)
			return v, ok, nil
		}), nil
	}
	return nil, k.impossible()
}

func (k *caster) intervalError(ok bool, text, formats, kind string) error {
	if ok || k.mode == expr.Try {
		return nil
	}
	condition := "INVALID_INTERVAL_FORMAT.UNMATCHED_FORMAT_STRING"
	if kind == "day-time" {
		condition += "_WITH_NOTICE"
	}
	return sparkerr.New(condition, "input", text, "intervalStr", kind, "supportedFormat", formats,
		"typeName", strings.ToLower(k.to.SQL()))
}

func yearMonthFormats(t types.YearMonthIntervalType) string {
	body := map[bool]string{true: "[+|-]y-m", false: "[+|-]" + map[bool]string{true: "y", false: "m"}[t.Start == types.YearField]}[t.Start != t.End]
	unit := strings.TrimPrefix(t.SQL(), "INTERVAL ")
	return "`" + body + "`, `INTERVAL [+|-]'" + body + "' " + unit + "`"
}

func dayTimeFormats(t types.DayTimeIntervalType) string {
	parts := [...]string{"d", "h", "m", "s.n"}
	body := "[+|-]"
	for f := t.Start; f <= t.End; f++ {
		if f > t.Start {
			body += map[types.IntervalField]string{types.HourField: " "}[f]
			if f != types.HourField {
				body += ":"
			}
		}
		body += parts[f]
	}
	unit := strings.TrimPrefix(t.SQL(), "INTERVAL ")
	return "`" + body + "`, `INTERVAL [+|-]'" + body + "' " + unit + "`"
}

// intervalBody takes the quotes and units of INTERVAL ±'…' UNIT TO UNIT off; a bare body passes. negative is the sign before the quotes.
func intervalBody(s, units string) (body string, negative, ok bool) {
	s = TrimAll(s)
	if len(s) < 8 || !strings.EqualFold(s[:8], "INTERVAL") {
		return s, false, true
	}
	s = strings.TrimSpace(s[8:])
	if s != "" && (s[0] == '-' || s[0] == '+') {
		negative, s = s[0] == '-', s[1:]
	}
	if s == "" || s[0] != '\'' {
		return "", false, false
	}
	body, rest, found := strings.Cut(s[1:], "'")
	return body, negative, found && strings.EqualFold(strings.Join(strings.Fields(rest), " "), units)
}

func signed(s string) (string, bool) {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		return s[1:], s[0] == '-'
	}
	return s, false
}

// number reads 1 to max digits.
func number(s string, maxDigits int) (int64, bool) {
	if s == "" || len(s) > maxDigits || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}

// ParseYearMonth reads a year-month interval of a type: "1-2", "-3", "INTERVAL '1-2' YEAR TO MONTH".
func ParseYearMonth(s string, t types.YearMonthIntervalType) (months int32, ok bool) {
	body, outer, ok := intervalBody(s, strings.TrimPrefix(t.SQL(), "INTERVAL "))
	if !ok {
		return 0, false
	}
	body, inner := signed(body)
	var y, m int64
	if t.Start != t.End {
		years, rest, found := strings.Cut(body, "-")
		if !found {
			return 0, false
		}
		var okY, okM bool
		y, okY = number(years, 9)
		m, okM = number(rest, 2)
		if !okY || !okM || m > 11 {
			return 0, false
		}
	} else {
		n, valid := number(body, 10)
		if !valid {
			return 0, false
		}
		if t.Start == types.YearField {
			y = n
		} else {
			m = n
		}
	}
	total := y*12 + m
	if outer != inner {
		total = -total
	}
	return int32(total), int64(int32(total)) == total
}

// ParseDayTime reads a day-time interval of a type: "1 02:03:04.5", "90", "INTERVAL '2' DAY".
func ParseDayTime(s string, t types.DayTimeIntervalType) (micros int64, ok bool) {
	body, outer, ok := intervalBody(s, strings.TrimPrefix(t.SQL(), "INTERVAL "))
	if !ok {
		return 0, false
	}
	body, inner := signed(body)
	for f := t.Start; f <= t.End; f++ {
		part := body
		if f < t.End {
			separator := ":"
			if f == types.DayField {
				separator = " "
			}
			var found bool
			if part, body, found = strings.Cut(body, separator); !found {
				return 0, false
			}
		}
		n, valid := dayTimePart(part, f, f == t.Start)
		if !valid {
			return 0, false
		}
		if micros > math.MaxInt64-n {
			return 0, false
		}
		micros += n
	}
	if outer != inner {
		micros = -micros
	}
	return micros, true
}

// dayTimePart reads one field; only the first may exceed its natural limit.
func dayTimePart(s string, f types.IntervalField, first bool) (micros int64, ok bool) {
	digits := 2
	if first {
		digits = [...]int{9, 10, 12, 13}[f]
	}
	fraction := int64(0)
	if f == types.SecondField {
		whole, rest, point := strings.Cut(s, ".")
		if point {
			if len(rest) == 0 || len(rest) > 9 || strings.Trim(rest, "0123456789") != "" {
				return 0, false
			}
			fraction, _ = strconv.ParseInt((rest + "000000")[:6], 10, 64)
		}
		s = whole
	}
	n, ok := number(s, digits)
	if !ok || !first && n >= [...]int64{math.MaxInt64, 24, 60, 60}[f] {
		return 0, false
	}
	r, fits := multiply(n, microsOf(f))
	return r + fraction, fits && r <= math.MaxInt64-fraction
}

// ParseInterval reads a calendar interval: "1 year 2 days", "interval -3 hours 1.5 seconds" (IntervalUtils.stringToInterval).
func ParseInterval(s string) (v vec.CalendarInterval, ok bool) {
	words := strings.Fields(strings.ToLower(TrimAll(s)))
	if len(words) > 0 && words[0] == "interval" {
		words = words[1:]
	}
	if len(words) == 0 {
		return v, false
	}
	for i := 0; i < len(words); {
		text := words[i]
		if text == "-" || text == "+" { // the sign may stand alone
			if i++; i == len(words) {
				return v, false
			}
			text += words[i]
		}
		i++
		if i == len(words) || !addUnit(&v, text, words[i]) {
			return v, false
		}
		i++
	}
	return v, true
}

func addUnit(v *vec.CalendarInterval, text, unit string) bool {
	text, negative := signed(text)
	whole, fraction, point := strings.Cut(text, ".")
	unit = strings.TrimSuffix(unit, "s")
	if point && (unit != "second" || len(fraction) > 9 || strings.Trim(fraction, "0123456789") != "" || whole == "" && fraction == "") {
		return false
	}
	if whole == "" && point {
		whole = "0"
	}
	n, ok := number(whole, 19)
	if !ok {
		return false
	}
	sign := int64(1)
	if negative {
		sign = -1
	}
	switch unit {
	case "year":
		return addTo32(&v.Months, sign*n, 12)
	case "month":
		return addTo32(&v.Months, sign*n, 1)
	case "week":
		return addTo32(&v.Days, sign*n, 7)
	case "day":
		return addTo32(&v.Days, sign*n, 1)
	}
	size := map[string]int64{"hour": microsOf(types.HourField), "minute": microsOf(types.MinuteField), "second": microsPerSecond, "millisecond": 1000, "microsecond": 1}[unit]
	r, fits := multiply(sign*n, max(size, 1))
	if size == 0 || !fits {
		return false
	}
	if point && fraction != "" {
		f, _ := strconv.ParseInt((fraction + "000000")[:6], 10, 64)
		r += sign * f
	}
	sum := v.Micros + r
	if (v.Micros^sum)&(r^sum) < 0 {
		return false
	}
	v.Micros = sum
	return true
}

func addTo32(to *int32, n, unit int64) bool {
	r, ok := multiply(n, unit)
	if !ok || r > math.MaxInt32 || r < math.MinInt32 {
		return false
	}
	sum := int64(*to) + r
	*to = int32(sum)
	return int64(int32(sum)) == sum
}
