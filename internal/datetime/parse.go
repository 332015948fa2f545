package datetime

import "unsafe"

// Trim cuts white space and control characters off both ends, as Spark's UTF8String.trimAll does before it reads a value.
func Trim(s string) string {
	from, to := 0, len(s)
	for from < to && isTrimmed(s[from]) {
		from++
	}
	for to > from && isTrimmed(s[to-1]) {
		to--
	}
	return s[from:to]
}

func isTrimmed(c byte) bool { return c <= ' ' || c == 0x7f }

// Text is a view of b as a string, for the parsers of this package; it must not outlive b.
func Text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// ParseDate reads a date as CAST does (DateTimeUtils.stringToDate): [+-]yyyy to yyyyyyy, then optionally -[m]m and -[d]d; after a
// complete date, a blank or T and anything may follow. ok is false for everything else.
func ParseDate(s string) (days int32, ok bool) {
	s = Trim(s)
	if s == "" {
		return 0, false
	}
	sign := 1
	if s[0] == '-' || s[0] == '+' {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	parts := [3]int{1, 1, 1}
	part, value, digits, i := 0, 0, 0, 0
	for ; i < len(s) && s[i] != ' ' && s[i] != 'T'; i++ {
		switch c := s[i]; {
		case c == '-' && part < 2:
			if !dateDigits(part, digits) {
				return 0, false
			}
			parts[part] = value
			part, value, digits = part+1, 0, 0
		case isDigit(c):
			value = value*10 + int(c-'0')
			if digits++; digits > 7 {
				return 0, false
			}
		default:
			return 0, false
		}
	}
	if !dateDigits(part, digits) || part < 2 && i < len(s) {
		return 0, false
	}
	parts[part] = value
	return DateOf(sign*parts[0], parts[1], parts[2])
}

func dateDigits(part, digits int) bool {
	if part == 0 {
		return digits >= 4 && digits <= 7
	}
	return digits > 0 && digits <= 2
}

// Parts are the pieces of a timestamp text. Zone is the text of the zone, "" when there is none; JustTime tells that no date was given.
type Parts struct {
	Year, Month, Day, Hour, Minute, Second, Micro int
	Zone                                          string
	JustTime                                      bool
}

// ParseParts splits a timestamp text as CAST does (DateTimeUtils.parseTimestampString):
//
//	[+-]yyyy[yy] · -[m]m · -[d]d · T or blank · [h]h · :[m]m · :[s]s · .fraction · zone
//
// where each piece may end the text; or T and a time, or a time alone. More than six fraction digits are cut. Values are not checked for range.
func ParseParts(s string) (p Parts, ok bool) {
	s = Trim(s)
	if s == "" {
		return p, false
	}
	seg := [9]int{1, 1, 1}
	sign, i, value, digits, fraction, j := 0, 0, 0, 0, 0, 0
	if s[0] == '-' || s[0] == '+' {
		sign = 1
		if s[0] == '-' {
			sign = -1
		}
		j = 1
	}
	// next ends the piece i with the value read; the next piece is to.
	next := func(as, to int) bool {
		if !timestampDigits(as, digits) {
			return false
		}
		seg[as] = value
		i, value, digits = to, 0, 0
		return true
	}
	for ; j < len(s); j++ {
		c := s[j]
		if isDigit(c) {
			if i == 6 {
				fraction++
			}
			if i != 6 || digits < 6 {
				value = value*10 + int(c-'0')
			}
			if digits++; i != 6 && digits > 6 {
				return p, false
			}
			continue
		}
		switch {
		case j == 0 && c == 'T':
			p.JustTime = true
			i = 3
		case i < 2 && c == '-':
			if !next(i, i+1) {
				return p, false
			}
		case i == 0 && c == ':' && sign == 0:
			p.JustTime = true
			if !next(3, 4) {
				return p, false
			}
		case i == 2 && (c == ' ' || c == 'T'), (i == 3 || i == 4) && c == ':':
			if !next(i, i+1) {
				return p, false
			}
		case i == 5 && c == '.':
			if !next(5, 6) {
				return p, false
			}
		case i == 5 || i == 6:
			if !next(i, 7) {
				return p, false
			}
			p.Zone = s[j:]
			j = len(s)
		default:
			return p, false
		}
	}
	if !timestampDigits(i, digits) {
		return p, false
	}
	seg[i] = value
	for ; fraction < 6; fraction++ {
		seg[6] *= 10
	}
	if sign < 0 {
		seg[0] = -seg[0]
	}
	p.Year, p.Month, p.Day, p.Hour, p.Minute, p.Second, p.Micro = seg[0], seg[1], seg[2], seg[3], seg[4], seg[5], seg[6]
	return p, true
}

func timestampDigits(part, digits int) bool {
	switch part {
	case 0:
		return digits >= 4 && digits <= 6
	case 6:
		return true
	case 7:
		return digits <= 2
	}
	return digits > 0 && digits <= 2
}

// TimeOfDay is the microseconds of the day; ok is false when a part is out of range.
func (p Parts) TimeOfDay() (micros int64, ok bool) {
	if p.Hour > 23 || p.Minute > 59 || p.Second > 59 {
		return 0, false
	}
	return int64(p.Hour)*MicrosPerHour + int64(p.Minute)*MicrosPerMinute + int64(p.Second)*MicrosPerSecond + int64(p.Micro), true
}

// Local is the wall-clock microseconds; ok is false for a text without date and for parts out of range.
func (p Parts) Local() (micros int64, ok bool) {
	ofDay, ok := p.TimeOfDay()
	if !ok || p.JustTime {
		return 0, false
	}
	days, ok := DateOf(p.Year, p.Month, p.Day)
	if !ok {
		return 0, false
	}
	return Join(int64(days), ofDay)
}

// ParseTimestamp reads a TIMESTAMP as CAST does: a text without zone is in zone. A time without date is on the day today (days since the
// epoch, in zone), as Spark takes it from the clock.
func ParseTimestamp(s string, zone *Zone, today int64) (micros int64, ok bool) {
	p, ok := ParseParts(s)
	if !ok {
		return 0, false
	}
	if p.Zone != "" {
		if zone, ok = parseZone(p.Zone); !ok {
			return 0, false
		}
	}
	if p.JustTime {
		p.JustTime = false
		p.Year, p.Month, p.Day = Civil(today)
	}
	local, ok := p.Local()
	if !ok {
		return 0, false
	}
	return zone.ToInstant(local)
}

// ParseTimestampNTZ reads a TIMESTAMP_NTZ as CAST does; a zone in the text is ignored.
func ParseTimestampNTZ(s string) (micros int64, ok bool) {
	p, ok := ParseParts(s)
	if !ok {
		return 0, false
	}
	if p.Zone != "" {
		if _, ok = parseZone(p.Zone); !ok {
			return 0, false
		}
	}
	return p.Local()
}

// HasZone tells whether a text is a timestamp with a zone, which schema inference asks.
func HasZone(s string) bool {
	p, ok := ParseParts(s)
	return ok && p.Zone != ""
}

// ParseTime reads a TIME as CAST does: a time alone, without zone, also with AM or PM.
func ParseTime(s string) (nanos int64, ok bool) {
	s = Trim(s)
	text, half := cutHalf(s)
	p, ok := ParseParts(text)
	if !ok || !p.JustTime || p.Zone != "" {
		return 0, false
	}
	if half >= 0 {
		if p.Hour < 1 || p.Hour > 12 {
			return 0, false
		}
		p.Hour = p.Hour%12 + 12*half
	}
	micros, ok := p.TimeOfDay()
	return micros * 1000, ok
}

// cutHalf takes AM or PM off the end: 0, 1, or -1 when there is neither.
func cutHalf(s string) (string, int) {
	if n := len(s); n > 2 && s[n-1]|0x20 == 'm' {
		switch s[n-2] | 0x20 {
		case 'a':
			return Trim(s[:n-2]), 0
		case 'p':
			return Trim(s[:n-2]), 1
		}
	}
	return s, -1
}

// parseZone finds a zone by the text after a time; the common Z is taken without a search.
func parseZone(s string) (*Zone, bool) {
	if s == "Z" {
		return UTC, true
	}
	z, err := LoadZone(Trim(s))
	return z, err == nil
}
