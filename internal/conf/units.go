package conf

import (
	"math"
	"strconv"
	"strings"
)

var byteUnits = map[string]int64{
	"b": 1, "k": 1 << 10, "kb": 1 << 10, "kib": 1 << 10, "m": 1 << 20, "mb": 1 << 20, "mib": 1 << 20, "g": 1 << 30, "gb": 1 << 30, "gib": 1 << 30,
	"t": 1 << 40, "tb": 1 << 40, "tib": 1 << 40, "p": 1 << 50, "pb": 1 << 50, "pib": 1 << 50,
}

// ParseBytes reads a size such as 64m, 1g or 2GiB; a number alone counts unit bytes. ok is false for anything else, for fractions and
// on overflow.
func ParseBytes(s string, unit int64) (bytes int64, ok bool) {
	n, suffix, ok := splitUnit(s)
	if !ok {
		return 0, false
	}
	if suffix != "" {
		if unit, ok = byteUnits[suffix]; !ok {
			return 0, false
		}
	}
	if n > math.MaxInt64/unit || n < math.MinInt64/unit {
		return 0, false
	}
	return n * unit, true
}

var microUnits = map[string]int64{
	"us": 1, "ms": 1e3, "s": 1e6, "m": 60e6, "min": 60e6, "h": 3600e6, "d": 86400e6,
}

// ParseMillis reads a duration such as 10s, 500ms or 2h; a number alone counts the given unit. Microseconds are cut off.
func ParseMillis(s, unit string) (millis int64, ok bool) {
	n, suffix, ok := splitUnit(s)
	if !ok {
		return 0, false
	}
	if suffix == "" {
		suffix = unit
	}
	micros, ok := microUnits[suffix]
	switch {
	case !ok:
		return 0, false
	case micros < 1000:
		return n / 1000, true
	case n > math.MaxInt64/(micros/1000) || n < math.MinInt64/(micros/1000):
		return 0, false
	}
	return n * (micros / 1000), true
}

func splitUnit(s string) (n int64, unit string, ok bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	end := strings.IndexFunc(s, func(r rune) bool { return r >= 'a' && r <= 'z' })
	if end < 0 {
		end = len(s)
	}
	n, err := strconv.ParseInt(strings.TrimSpace(s[:end]), 10, 64)
	return n, s[end:], err == nil
}
