package datetime

import "strconv"

// Moment is a point in time with the parts that patterns ask for.
type Moment struct {
	Days   int64 // wall clock
	Nanos  int64 // of the day, wall clock
	UTC    int64 // seconds since the epoch
	Offset int64 // seconds
	Zone   *Zone
}

// MomentOf is a timestamp seen in a zone.
func MomentOf(micros int64, zone *Zone) Moment {
	seconds := floorDiv(micros, MicrosPerSecond)
	offset := zone.Offset(seconds)
	days := floorDiv(seconds+offset, daySeconds)
	nanos := (seconds+offset-days*daySeconds)*1e9 + (micros-seconds*MicrosPerSecond)*1000
	return Moment{days, nanos, seconds, offset, zone}
}

// Append appends a moment in the pattern's form. ok is false when a number does not fit into it (a year of five digits into yyy…).
func (p *Pattern) Append(b []byte, m Moment) (text []byte, ok bool) {
	return appendNodes(b, p.nodes, &m)
}

// AppendTimestamp is Append for a timestamp in a zone.
func (p *Pattern) AppendTimestamp(b []byte, micros int64, zone *Zone) ([]byte, bool) {
	return p.Append(b, MomentOf(micros, zone))
}

// AppendDate is Append for a date, at midnight UTC.
func (p *Pattern) AppendDate(b []byte, days int32) ([]byte, bool) {
	return p.Append(b, Moment{Days: int64(days), UTC: int64(days) * daySeconds, Zone: UTC})
}

func appendNodes(b []byte, nodes []node, m *Moment) ([]byte, bool) {
	for i := range nodes {
		n := &nodes[i]
		switch n.kind {
		case nodeLiteral:
			b = append(b, n.text...)
		case nodeNumber, nodeReduced:
			var ok bool
			if b, ok = n.appendNumber(b, m.value(n.field)); !ok {
				return b, false
			}
		case nodeFraction:
			b = appendPadded(b, m.Nanos%1e9/pow10(9-n.max), n.max)
		case nodeText:
			b = append(b, fieldText(n.field, m.value(n.field), n.full)...)
		case nodeOffset:
			b = appendOffsetForm(b, m.Offset, n.max, n.text)
		case nodeGMT:
			b = appendGMT(b, m.Offset, n.full)
		case nodeZoneID:
			b = append(b, m.Zone.javaID()...)
		case nodeZoneName:
			if n.full {
				b = append(b, m.Zone.longName(m.UTC)...)
			} else {
				b = append(b, m.Zone.shortName(m.UTC)...)
			}
		case nodeOptional:
			var ok bool
			if b, ok = appendNodes(b, n.children, m); !ok {
				return b, false
			}
		}
	}
	return b, true
}

func pow10(n int) int64 {
	p := int64(1)
	for ; n > 0; n-- {
		p *= 10
	}
	return p
}

func (n *node) appendNumber(b []byte, v int64) ([]byte, bool) {
	if n.kind == nodeReduced {
		return appendPadded(b, abs(v)%100, 2), true
	}
	digits := len(strconv.FormatInt(abs(v), 10))
	switch {
	case digits > n.max, v < 0 && n.sign == signNotNegative:
		return b, false
	case v < 0:
		b = append(b, '-')
	case n.sign == signExceedsPad && digits > n.min:
		b = append(b, '+')
	}
	return appendPadded(b, abs(v), n.min), true
}

func abs(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}

func (m *Moment) value(f field) int64 {
	switch f {
	case fieldHour:
		return m.Nanos / 3600e9
	case fieldClockHour:
		if h := m.Nanos / 3600e9; h > 0 {
			return h
		}
		return 24
	case fieldHourAmPm:
		return m.Nanos / 3600e9 % 12
	case fieldClockAmPm:
		if h := m.Nanos / 3600e9 % 12; h > 0 {
			return h
		}
		return 12
	case fieldMinute:
		return m.Nanos / 60e9 % 60
	case fieldSecond:
		return m.Nanos / 1e9 % 60
	case fieldNano:
		return m.Nanos % 1e9
	case fieldAmPm:
		return m.Nanos / (12 * 3600e9)
	case fieldWeekday:
		return int64(ISOWeekday(m.Days))
	case fieldDayOfYear:
		return int64(DayOfYear(m.Days))
	}
	year, month, day := Civil(m.Days)
	switch f {
	case fieldMonth:
		return int64(month)
	case fieldDay:
		return int64(day)
	case fieldQuarter:
		return int64(month+2) / 3
	case fieldAlignedDay:
		return int64(day-1)%7 + 1
	case fieldEra:
		if year > 0 {
			return 1
		}
		return 0
	case fieldYearOfEra:
		if year < 1 {
			return int64(1 - year)
		}
	}
	return int64(year)
}

// appendOffsetForm writes an offset in form 1 to 5 of X: +HH with minutes as needed, +HHMM, +HH:MM, and the last two with seconds as needed.
func appendOffsetForm(b []byte, seconds int64, form int, zero string) []byte {
	if seconds == 0 {
		return append(b, zero...)
	}
	from := len(b)
	sign := byte('+')
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	h, m, s := seconds/3600, seconds/60%60, seconds%60
	b = appendPadded(append(b, sign), h, 2)
	if form == 1 && m == 0 {
		if h == 0 {
			return append(b[:from], zero...)
		}
		return b
	}
	colon := form == 3 || form == 5
	if colon {
		b = append(b, ':')
	}
	b = appendPadded(b, m, 2)
	if form >= 4 && s != 0 {
		if colon {
			b = append(b, ':')
		}
		return appendPadded(b, s, 2)
	}
	if h == 0 && m == 0 {
		return append(b[:from], zero...)
	}
	return b
}

// appendGMT writes the localized offset: GMT, GMT+8, GMT+8:30, or in full GMT+08:00.
func appendGMT(b []byte, seconds int64, full bool) []byte {
	b = append(b, "GMT"...)
	if seconds == 0 {
		return b
	}
	if full {
		return AppendOffset(b, seconds, "")
	}
	sign := byte('+')
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	b = strconv.AppendInt(append(b, sign), seconds/3600, 10)
	m, s := seconds/60%60, seconds%60
	if m != 0 || s != 0 {
		b = appendPadded(append(b, ':'), m, 2)
		if s != 0 {
			b = appendPadded(append(b, ':'), s, 2)
		}
	}
	return b
}
