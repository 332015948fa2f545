package sqlparse

import (
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
)

// intervalSum adds up units without carrying between months, days and microseconds.
type intervalSum struct {
	months, days, micros int64
	first, last          types.IntervalField // range of the units seen
	yearMonth, dayTime   bool
}

const microsPerSecond = 1_000_000

func microsPer(unit string) int64 {
	switch unit {
	case "MICROSECOND":
		return 1
	case "MILLISECOND":
		return 1000
	case "SECOND":
		return microsPerSecond
	case "MINUTE":
		return 60 * microsPerSecond
	case "HOUR":
		return 3600 * microsPerSecond
	}
	return 0
}

// fieldOf is the field of an ANSI interval type that a unit belongs to.
func fieldOf(unit string) (f types.IntervalField, yearMonth bool) {
	switch unit {
	case "YEAR":
		return types.YearField, true
	case "MONTH":
		return types.MonthField, true
	case "DAY", "WEEK":
		return types.DayField, false
	case "HOUR":
		return types.HourField, false
	case "MINUTE":
		return types.MinuteField, false
	}
	return types.SecondField, false
}

// see widens the range by a unit.
func (s *intervalSum) see(unit string) {
	f, yearMonth := fieldOf(unit)
	if !s.yearMonth && !s.dayTime {
		s.first, s.last = f, f
	}
	s.first, s.last = min(s.first, f), max(s.last, f)
	s.yearMonth, s.dayTime = s.yearMonth || yearMonth, s.dayTime || !yearMonth
}

// intervalProblem is why text is no interval: a sub-condition of INVALID_INTERVAL_FORMAT.
type intervalProblem struct{ condition, unit string }

// add adds value (a sign and digits, for seconds with a fraction) of a unit.
func (s *intervalSum) add(value, unit, word string) *intervalProblem {
	whole, fraction, dotted := strings.Cut(value, ".")
	if dotted && unit != "SECOND" {
		return &intervalProblem{"INVALID_FRACTION", lower(unit)}
	}
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil && !(dotted && (whole == "" || whole == "-" || whole == "+")) {
		if ne, ok := err.(*strconv.NumError); ok && ne.Err == strconv.ErrRange {
			return &intervalProblem{"ARITHMETIC_EXCEPTION", ""}
		}
		return &intervalProblem{"INVALID_VALUE", value}
	}
	var ok bool
	switch unit {
	case "YEAR":
		ok = addProduct(&s.months, n, 12, math.MaxInt32)
	case "MONTH":
		ok = addProduct(&s.months, n, 1, math.MaxInt32)
	case "WEEK":
		ok = addProduct(&s.days, n, 7, math.MaxInt32)
	case "DAY":
		ok = addProduct(&s.days, n, 1, math.MaxInt32)
	case "NANOSECOND":
		return &intervalProblem{"INVALID_UNIT", lower(strings.TrimSuffix(strings.ToUpper(word), "S"))}
	default:
		ok = addProduct(&s.micros, n, microsPer(unit), math.MaxInt64)
	}
	if !ok {
		return &intervalProblem{"ARITHMETIC_EXCEPTION", ""}
	}
	if dotted {
		if len(fraction) > 9 || strings.Trim(fraction, "0123456789") != "" {
			return &intervalProblem{"INVALID_VALUE", value}
		}
		m, _ := strconv.ParseInt((fraction + "000000")[:6], 10, 64)
		if strings.HasPrefix(whole, "-") {
			m = -m
		}
		s.micros += m
	}
	return nil
}

// addProduct adds n*factor to sum unless the result leaves ±limit.
func addProduct(sum *int64, n, factor, limit int64) bool {
	neg := n < 0
	u := uint64(n)
	if neg {
		u = -u
	}
	hi, lo := bits.Mul64(u, uint64(factor))
	if hi != 0 || lo > math.MaxInt64 {
		return false
	}
	v := int64(lo)
	if neg {
		v = -v
	}
	r := *sum + v
	if v > 0 && r < *sum || v < 0 && r > *sum || r > limit || r < -limit-1 {
		return false
	}
	*sum = r
	return true
}

// literal makes the ANSI interval of the sum, or false when it overflows.
func (s *intervalSum) literal(o plan.Origin) (*plan.Literal, bool) {
	if s.yearMonth {
		return &plan.Literal{Type: types.YearMonthIntervalType{Start: s.first, End: s.last}, Value: int32(s.months), Origin: o}, true
	}
	total := s.micros
	ok := addProduct(&total, s.days, 24*3600*microsPerSecond, math.MaxInt64)
	return &plan.Literal{Type: types.DayTimeIntervalType{Start: s.first, End: s.last}, Value: total, Origin: o}, ok
}

// finish makes the literal, or reports mixed units and overflow.
func (p *parser) finishInterval(s *intervalSum, from int) plan.Expr {
	o := p.origin(from)
	if s.yearMonth && s.dayTime {
		p.complain(from, "_LEGACY_ERROR_TEMP_0029", "literal", o.Text)
	}
	l, ok := s.literal(o)
	if !ok {
		p.complain(from, "INTERVAL_ARITHMETIC_OVERFLOW.WITHOUT_SUGGESTION")
	}
	return l
}

// multiUnits makes the literal of INTERVAL 1 DAY 2 HOURS.
func (p *parser) multiUnits(parts []intervalPart, from int) plan.Expr {
	var s intervalSum
	var text strings.Builder
	for _, part := range parts {
		text.WriteString(" " + part.text + " " + part.word)
	}
	for _, part := range parts {
		s.see(part.unit)
		value := strings.TrimSpace(part.text)
		if !looksNumeric(value) {
			p.complain(from, "_LEGACY_ERROR_TEMP_0026", "value", part.text)
			break
		}
		if problem := s.add(value, part.unit, part.word); problem != nil {
			p.intervalProblem(from, text.String(), problem)
			break
		}
	}
	return p.finishInterval(&s, from)
}

func (p *parser) intervalProblem(from int, input string, problem *intervalProblem) {
	params := []string{"input", input}
	switch problem.condition {
	case "INVALID_UNIT", "INVALID_FRACTION":
		params = append(params, "unit", problem.unit)
	case "INVALID_VALUE":
		params = append(params, "value", problem.unit)
	}
	p.complain(from, "INVALID_INTERVAL_FORMAT."+problem.condition, params...)
}

func looksNumeric(s string) bool {
	s = strings.TrimLeft(s, "+-")
	return s != "" && strings.Trim(s, "0123456789.") == ""
}

// intervalText makes the literal of INTERVAL '1 day -2 hours'.
func (p *parser) intervalText(text string, from int) plan.Expr {
	var s intervalSum
	words := strings.Fields(text)
	if len(words) > 0 && strings.EqualFold(words[0], "interval") {
		words = words[1:]
	}
	bad := len(words) == 0
	for i := 0; i < len(words) && !bad; {
		value := words[i]
		if (value == "-" || value == "+") && i+1 < len(words) {
			i++
			value += words[i]
		}
		if i+1 >= len(words) || !looksNumeric(value) {
			bad = true
			break
		}
		unit := intervalUnit(strings.ToUpper(words[i+1]))
		if unit == "" {
			bad = true
			break
		}
		s.see(unit)
		bad = s.add(value, unit, words[i+1]) != nil
		i += 2
	}
	if bad {
		p.complain(from, "INVALID_TYPED_LITERAL", "valueType", `"INTERVAL"`, "value", sqlString(text))
	}
	return p.finishInterval(&s, from)
}

// unitToUnit makes the literal of INTERVAL '1 02:03:04' DAY TO SECOND.
func (p *parser) unitToUnit(part intervalPart, to string, from int) plan.Expr {
	var s intervalSum
	s.see(part.unit)
	s.see(to)
	a, ym1 := fieldOf(part.unit)
	b, ym2 := fieldOf(to)
	if ym1 != ym2 || a >= b {
		p.complain(from, "INVALID_INTERVAL_FORMAT.UNSUPPORTED_FROM_TO_EXPRESSION", "input", part.text, "from", lower(part.unit), "to", lower(to))
		return &plan.Literal{Type: types.Null}
	}
	ok := false
	if ym1 {
		ok = s.yearToMonth(part.text)
		if !ok {
			p.complain(from, "INVALID_INTERVAL_FORMAT.INTERVAL_PARSING", "input", part.text, "interval", "year-month")
		}
		return p.finishInterval(&s, from)
	}
	if !s.dayTimeText(part.text, a, b) {
		format := dayTimeFormat(a, b)
		units := part.unit + " TO " + to
		p.complain(from, "INVALID_INTERVAL_FORMAT.UNMATCHED_FORMAT_STRING_WITH_NOTICE", "input", part.text, "intervalStr", "day-time",
			"supportedFormat", "`[+|-]"+format+"`, `INTERVAL [+|-]'[+|-]"+format+"' "+units+"`", "typeName", "interval "+lower(units))
	}
	return p.finishInterval(&s, from)
}

// signed takes the sign off text.
func signed(text string) (string, int64) {
	sign := int64(1)
	for text != "" && (text[0] == '-' || text[0] == '+') {
		if text[0] == '-' {
			sign = -sign
		}
		text = text[1:]
	}
	return text, sign
}

func (s *intervalSum) yearToMonth(text string) bool {
	text, sign := signed(strings.TrimSpace(text))
	y, m, ok := strings.Cut(text, "-")
	years, err1 := strconv.ParseInt(y, 10, 32)
	months, err2 := strconv.ParseInt(m, 10, 32)
	if !ok || err1 != nil || err2 != nil || months > 11 || months < 0 || years < 0 {
		return false
	}
	return addProduct(&s.months, sign*years, 12, math.MaxInt32) && addProduct(&s.months, sign*months, 1, math.MaxInt32)
}

var dayTimeUnits = [...]string{"DAY", "HOUR", "MINUTE", "SECOND"}

// dayTimeFormat is d h:m:s.n cut to the fields a … b.
func dayTimeFormat(a, b types.IntervalField) string {
	letters := [...]string{"d", "h", "m", "s.n"}
	var out strings.Builder
	for f := a; f <= b; f++ {
		if f > a {
			if f == types.HourField {
				out.WriteByte(' ')
			} else {
				out.WriteByte(':')
			}
		}
		out.WriteString(letters[f])
	}
	return out.String()
}

// dayTimeText reads d h:m:s.n cut to the fields a … b.
func (s *intervalSum) dayTimeText(text string, a, b types.IntervalField) bool {
	text, sign := signed(strings.TrimSpace(text))
	for f := a; f <= b; f++ {
		n := 0
		for n < len(text) && isDigit(text[n]) {
			n++
		}
		value := text[:n]
		text = text[n:]
		if value == "" || f > a && n > 2 {
			return false
		}
		if f == types.SecondField && strings.HasPrefix(text, ".") {
			value, text = value+text, ""
		}
		if v, err := strconv.ParseFloat(value, 64); err != nil || f > a && v >= limitOf(f) {
			return false
		}
		if sign < 0 {
			value = "-" + value
		}
		if s.add(value, dayTimeUnits[f], "") != nil {
			return false
		}
		if f < b {
			separator := ":"
			if f == types.DayField {
				separator = " "
			}
			if !strings.HasPrefix(text, separator) {
				return false
			}
			text = text[1:]
		}
	}
	return text == ""
}

func limitOf(f types.IntervalField) float64 {
	if f == types.HourField {
		return 24
	}
	return 60
}
