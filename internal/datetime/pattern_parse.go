package datetime

import "strings"

// Parsed is what a pattern found in a text. Missing parts are those of 1970-01-01T00:00 (DateTimeFormatterHelper.toLocalDate, toLocalTime).
type Parsed struct {
	Days  int64
	Nanos int64 // of the day
	Zone  *Zone // nil: the text has none
}

// Micros is the timestamp: in the zone of the text, else in zone. ok is false when it does not fit.
func (p Parsed) Micros(zone *Zone) (micros int64, ok bool) {
	local, ok := p.Local()
	if !ok {
		return 0, false
	}
	if p.Zone != nil {
		zone = p.Zone
	}
	return zone.ToInstant(local)
}

// Local is the wall-clock microseconds.
func (p Parsed) Local() (micros int64, ok bool) { return Join(p.Days, p.Nanos/1000) }

// Parse reads a whole text by the pattern, letters without case, values strictly: 30 February and 24:00 are refused.
func (p *Pattern) Parse(s string) (Parsed, bool) {
	var st parseState
	rest, ok := st.run(p.nodes, s, 0)
	if !ok || rest != len(s) {
		return Parsed{}, false
	}
	return st.resolve()
}

// ParseTimestamp is Parse to microseconds.
func (p *Pattern) ParseTimestamp(s string, zone *Zone) (micros int64, ok bool) {
	r, ok := p.Parse(s)
	if !ok {
		return 0, false
	}
	return r.Micros(zone)
}

// ParseDate is Parse to a date; time and zone are read and dropped.
func (p *Pattern) ParseDate(s string) (days int32, ok bool) {
	r, ok := p.Parse(s)
	return int32(r.Days), ok && r.Days == int64(int32(r.Days))
}

type parseState struct {
	values [fieldCount]int64
	set    uint32
	zone   *Zone
}

func (st *parseState) has(f field) bool { return st.set>>f&1 == 1 }

// put records a value; a field that is read twice must agree with itself.
func (st *parseState) put(f field, v int64) bool {
	if st.has(f) {
		return st.values[f] == v
	}
	st.values[f] = v
	st.set |= 1 << f
	return true
}

// run reads nodes from position i and returns the position after them.
func (st *parseState) run(nodes []node, s string, i int) (int, bool) {
	for k := range nodes {
		n := &nodes[k]
		var ok bool
		if n.kind == nodeOptional {
			saved := *st
			if j, fits := st.run(n.children, s, i); fits {
				i = j
			} else {
				*st = saved
			}
			continue
		}
		if i, ok = st.one(n, s, i); !ok {
			return i, false
		}
	}
	return i, true
}

func (st *parseState) one(n *node, s string, i int) (int, bool) {
	switch n.kind {
	case nodeLiteral:
		end := i + len(n.text)
		return end, end <= len(s) && strings.EqualFold(s[i:end], n.text)
	case nodeNumber:
		v, j, ok := n.readNumber(s, i)
		return j, ok && st.put(n.field, v)
	case nodeReduced:
		v, j, ok := n.readNumber(s, i)
		return j, ok && st.put(n.field, 2000+v)
	case nodeFraction:
		return st.fraction(n, s, i)
	case nodeText:
		return st.text(n, s, i)
	case nodeOffset:
		return st.offset(n, s, i)
	case nodeGMT:
		return st.gmt(s, i)
	}
	return st.zoneID(s, i)
}

// readNumber follows NumberPrinterParser.parse in strict mode.
func (n *node) readNumber(s string, i int) (value int64, end int, ok bool) {
	if i >= len(s) {
		return 0, i, false
	}
	negative, positive := s[i] == '-', s[i] == '+'
	if negative || positive {
		if n.sign == signNotNegative || n.sign == signNever || positive && n.sign == signNormal {
			return 0, i, false
		}
		i++
	}
	limit := n.max + max(n.subsequent, 0)
	digits := 0
	for i+digits < len(s) && digits < limit && isDigit(s[i+digits]) {
		digits++
	}
	if n.subsequent > 0 {
		digits = min(digits, max(n.min, digits-n.subsequent))
	}
	if digits < n.min || digits > 18 {
		return 0, i, false
	}
	for _, c := range []byte(s[i : i+digits]) {
		value = value*10 + int64(c-'0')
	}
	switch {
	case negative:
		if value == 0 {
			return 0, i, false
		}
		value = -value
	case n.sign == signExceedsPad && positive != (digits > n.min):
		return 0, i, false
	}
	return value, i + digits, true
}

func (st *parseState) fraction(n *node, s string, i int) (int, bool) {
	var v int64
	digits := 0
	for digits < n.max && i+digits < len(s) && isDigit(s[i+digits]) {
		v = v*10 + int64(s[i+digits]-'0')
		digits++
	}
	if digits < n.min {
		return i, false
	}
	return i + digits, st.put(fieldNano, v*pow10(9-digits))
}

func (st *parseState) text(n *node, s string, i int) (int, bool) {
	best, value := 0, int64(0)
	from, to := textRange(n.field)
	for v := from; v <= to; v++ {
		t := fieldText(n.field, v, n.full)
		if end := i + len(t); len(t) > best && end <= len(s) && strings.EqualFold(s[i:end], t) {
			best, value = len(t), v
		}
	}
	return i + best, best > 0 && st.put(n.field, value)
}

func (st *parseState) putZone(z *Zone) bool {
	if st.zone != nil && st.zone.javaID() != z.javaID() {
		return false
	}
	st.zone = z
	return true
}

// offset reads the forms of X, x and Z.
func (st *parseState) offset(n *node, s string, i int) (int, bool) {
	if n.text == "Z" && i < len(s) && s[i]|0x20 == 'z' {
		return i + 1, st.putZone(UTC)
	}
	if strings.HasPrefix(s[i:], n.text) && n.text != "Z" {
		if n.max != 1 || i+3 >= len(s) || !isDigit(s[i+3]) {
			return i + len(n.text), st.putZone(UTC)
		}
	}
	colon := n.max == 3 || n.max == 5
	minParts, maxParts := 2, 2
	switch {
	case n.max == 1:
		minParts = 1
	case n.max >= 4:
		maxParts = 3
	}
	seconds, end, ok := readOffset(s, i, minParts, maxParts, colon)
	if !ok {
		return i, false
	}
	return end, st.putZone(FixedZone(string(AppendOffset(nil, seconds, "Z")), int(seconds)))
}

// readOffset reads a sign and parts of two digits.
func readOffset(s string, i, minParts, maxParts int, colon bool) (seconds int64, end int, ok bool) {
	if i >= len(s) || s[i] != '+' && s[i] != '-' {
		return 0, i, false
	}
	negative := s[i] == '-'
	i++
	parts := 0
	for unit := int64(3600); parts < maxParts; unit /= 60 {
		j := i
		if parts > 0 && colon {
			if j >= len(s) || s[j] != ':' {
				break
			}
			j++
		}
		if j+2 > len(s) || !isDigit(s[j]) || !isDigit(s[j+1]) {
			break
		}
		v := int64(s[j]-'0')*10 + int64(s[j+1]-'0')
		if parts > 0 && v > 59 {
			return 0, i, false
		}
		seconds += v * unit
		i = j + 2
		parts++
	}
	if negative {
		seconds = -seconds
	}
	return seconds, i, parts >= minParts && abs(seconds) <= 18*3600
}

// gmt reads GMT, GMT+8, GMT+08:30.
func (st *parseState) gmt(s string, i int) (int, bool) {
	if i+3 > len(s) || !strings.EqualFold(s[i:i+3], "GMT") {
		return i, false
	}
	i += 3
	j := i
	for j < len(s) && (isDigit(s[j]) || s[j] == ':' || (s[j] == '+' || s[j] == '-') && j == i) {
		j++
	}
	if j == i {
		return i, st.putZone(UTC)
	}
	seconds, ok := parseOffset(padOffset(s[i:j]))
	if !ok {
		return i, false
	}
	return j, st.putZone(FixedZone(string(AppendOffset(nil, int64(seconds), "Z")), seconds))
}

// zoneID reads a zone id, offset or short name: the longest text at i that is one.
func (st *parseState) zoneID(s string, i int) (int, bool) {
	end := i
	for end < len(s) && (isDigit(s[end]) || s[end]|0x20 >= 'a' && s[end]|0x20 <= 'z' || strings.IndexByte("/_+-:~.", s[end]) >= 0) {
		end++
	}
	for ; end > i; end-- {
		if z, err := LoadZone(s[i:end]); err == nil {
			return end, st.putZone(z)
		}
		if z, ok := zoneByName(s[i:end]); ok {
			return end, st.putZone(z)
		}
	}
	return i, false
}

// zoneByName knows summer-time names, which are no ids.
func zoneByName(name string) (*Zone, bool) {
	id, ok := map[string]string{
		"PDT": "America/Los_Angeles", "MDT": "America/Denver", "CDT": "America/Chicago", "EDT": "America/New_York", "CEST": "Europe/Paris",
		"EEST": "Europe/Athens", "WEST": "Europe/Lisbon", "AEDT": "Australia/Sydney", "AEST": "Australia/Sydney", "NZDT": "Pacific/Auckland", "MSK": "Europe/Moscow",
	}[strings.ToUpper(name)]
	if !ok {
		return nil, false
	}
	z, err := LoadZone(id)
	return z, err == nil
}

// resolve checks values strictly and fills what is missing.
func (st *parseState) resolve() (Parsed, bool) {
	days, ok := st.date()
	if !ok {
		return Parsed{}, false
	}
	nanos, ok := st.time()
	return Parsed{days, nanos, st.zone}, ok
}

func (st *parseState) or(f field, def int64) int64 {
	if st.has(f) {
		return st.values[f]
	}
	return def
}

func (st *parseState) date() (int64, bool) {
	year := st.or(fieldYear, 1970)
	if st.has(fieldYearOfEra) {
		if year = st.values[fieldYearOfEra]; year < 1 {
			return 0, false
		}
		if st.or(fieldEra, 1) == 0 {
			year = 1 - year
		}
	}
	if abs(year) > 999_999_999 {
		return 0, false
	}
	if st.has(fieldDayOfYear) {
		n := st.values[fieldDayOfYear]
		last := int64(365)
		if IsLeap(int(year)) {
			last++
		}
		day := Days(int(year), 1, 1) + n - 1
		if st.has(fieldMonth) || st.has(fieldDay) {
			_, m, d := Civil(day)
			if st.or(fieldMonth, int64(m)) != int64(m) || st.or(fieldDay, int64(d)) != int64(d) {
				return 0, false
			}
		}
		return day, n >= 1 && n <= last
	}
	month, day := st.or(fieldMonth, 1), st.or(fieldDay, 1)
	if month < 1 || month > 12 || day < 1 || day > int64(DaysInMonth(int(year), int(month))) {
		return 0, false
	}
	return Days(int(year), int(month), int(day)), true
}

func (st *parseState) time() (int64, bool) {
	hour, ok := st.hour()
	minute, second := st.or(fieldMinute, 0), st.or(fieldSecond, 0)
	if !ok || minute < 0 || minute > 59 || second < 0 || second > 59 {
		return 0, false
	}
	return ((hour*60+minute)*60+second)*1e9 + st.or(fieldNano, 0), true
}

// hour joins the hour of the day, that of the half day, and AM or PM.
func (st *parseState) hour() (int64, bool) {
	if st.has(fieldClockHour) {
		h := st.values[fieldClockHour]
		if h < 1 || h > 24 || !st.put(fieldHour, h%24) {
			return 0, false
		}
	}
	if st.has(fieldClockAmPm) {
		h := st.values[fieldClockAmPm]
		if h < 1 || h > 12 || !st.put(fieldHourAmPm, h%12) {
			return 0, false
		}
	}
	half := st.or(fieldAmPm, 0)
	if st.has(fieldHourAmPm) {
		h := st.values[fieldHourAmPm]
		switch {
		case h < 0 || h > 11:
			return 0, false
		case !st.has(fieldAmPm) && !st.has(fieldHour):
			return h, true
		case st.has(fieldAmPm) && !st.put(fieldHour, half*12+h):
			return 0, false
		}
	}
	if !st.has(fieldHour) {
		return half * 12, true
	}
	h := st.values[fieldHour]
	if st.has(fieldAmPm) && h/12 != half {
		return 0, false
	}
	return h, h >= 0 && h <= 23
}
