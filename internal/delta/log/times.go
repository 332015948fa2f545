package log

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

const (
	dayMicros  = 24 * 60 * 60 * 1_000_000
	daySeconds = 24 * 60 * 60
)

// parseDate reads "[+-]yyyy-MM-dd" and gives what follows it.
func parseDate(s string) (days int32, rest string, ok bool) {
	sign := 1
	t := s
	if t != "" && (t[0] == '-' || t[0] == '+') {
		if t[0] == '-' {
			sign = -1
		}
		t = t[1:]
	}
	year, t, ok1 := digits(t, 1, 7)
	month, t, ok2 := digits(strings.TrimPrefix(t, "-"), 1, 2)
	day, t, ok3 := digits(strings.TrimPrefix(t, "-"), 1, 2)
	if !ok1 || !ok2 || !ok3 || month < 1 || month > 12 || day < 1 || day > 31 {
		return 0, s, false
	}
	at := time.Date(sign*year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if at.Day() != day { // 31 April
		return 0, s, false
	}
	return int32(floorDiv(at.Unix(), daySeconds)), t, true
}

// digits reads a number of so many digits.
func digits(s string, least, most int) (n int, rest string, ok bool) {
	i := 0
	for i < len(s) && i < most && s[i] >= '0' && s[i] <= '9' {
		n = n*10 + int(s[i]-'0')
		i++
	}
	return n, s[i:], i >= least
}

// parseTimestamp reads "yyyy-MM-dd[ T]HH:mm:ss[.fraction][zone]" or a date alone, as microseconds. zoned tells whether the text has a zone
// of its own; else it is in loc.
func parseTimestamp(s string, loc *time.Location) (micros int64, zoned, ok bool) {
	days, rest, ok := parseDate(s)
	if !ok {
		return 0, false, false
	}
	var clock int64
	if rest != "" && (rest[0] == ' ' || rest[0] == 'T') {
		if clock, rest, ok = parseClock(rest[1:]); !ok {
			return 0, false, false
		}
	}
	local := int64(days)*dayMicros + clock
	if rest = strings.TrimSpace(rest); rest != "" {
		offset, ok := parseZone(rest)
		return local - offset*1_000_000, true, ok
	}
	if loc == nil || loc == time.UTC {
		return local, false, true
	}
	wall := time.UnixMicro(local).UTC()
	at := time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), wall.Second(), wall.Nanosecond(), loc)
	return at.UnixMicro(), false, true
}

func parseClock(s string) (micros int64, rest string, ok bool) {
	hour, s, ok1 := digits(s, 1, 2)
	minute, s, ok2 := digits(strings.TrimPrefix(s, ":"), 1, 2)
	second := 0
	if strings.HasPrefix(s, ":") {
		second, s, ok = digits(s[1:], 1, 2)
	} else {
		ok = true
	}
	if !ok || !ok1 || !ok2 || hour > 23 || minute > 59 || second > 59 {
		return 0, s, false
	}
	fraction := 0
	if strings.HasPrefix(s, ".") {
		n, after, _ := digits(s[1:], 0, 6)
		for i := len(s) - 1 - len(after); i < 6; i++ {
			n *= 10
		}
		_, after, _ = digits(after, 0, 9)
		fraction, s = n, after
	}
	return int64(hour*3600+minute*60+second)*1_000_000 + int64(fraction), s, true
}

// parseZone reads "Z", "UTC", "+hh:mm", "-hhmm" or "+hh", in seconds east.
func parseZone(s string) (seconds int64, ok bool) {
	switch strings.ToUpper(s) {
	case "Z", "UTC", "GMT":
		return 0, true
	}
	if s[0] != '+' && s[0] != '-' {
		if loc, err := time.LoadLocation(s); err == nil && loc == time.UTC {
			return 0, true
		}
		return 0, false
	}
	hour, rest, ok1 := digits(s[1:], 1, 2)
	minute := 0
	if rest != "" {
		var ok2 bool
		minute, rest, ok2 = digits(strings.TrimPrefix(rest, ":"), 2, 2)
		ok1 = ok1 && ok2 && rest == ""
	}
	seconds = int64(hour*3600 + minute*60)
	if s[0] == '-' {
		seconds = -seconds
	}
	return seconds, ok1
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func formatDate(days int32) string {
	at := time.Unix(int64(days)*daySeconds, 0).UTC()
	return formatYear(at.Year()) + at.Format("-01-02")
}

func formatYear(y int) string {
	switch {
	case y < 0:
		return fmt.Sprintf("-%04d", -y)
	case y > 9999:
		return "+" + strconv.Itoa(y)
	}
	return fmt.Sprintf("%04d", y)
}

// formatTimestamp is microseconds in UTC, with so many fraction digits.
func formatTimestamp(micros int64, between string, fraction int) string {
	at := time.UnixMicro(micros).UTC()
	s := formatYear(at.Year()) + at.Format("-01-02") + between + at.Format("15:04:05")
	if fraction > 0 {
		s += "." + fmt.Sprintf("%06d", at.Nanosecond()/1000)[:fraction]
	}
	return s
}

// trimFraction drops zeros at the end of a fraction, as Spark's casts to string do.
func trimFraction(s string) string { return strings.TrimSuffix(strings.TrimRight(s, "0"), ".") }
