package datetime

import "strings"

// SpecialDays is the day that a special word means in a constant cast to DATE or TIMESTAMP: epoch, today, yesterday, tomorrow (all of
// them midnights in the session time zone, but for epoch), and now, which is today for a DATE. Case and surrounding space do not count.
// Spark replaces such constants when it plans a query (SpecialDatetimeValues), never values of columns.
func SpecialDays(s string, today int64) (days int64, ok bool) {
	switch strings.ToLower(Trim(s)) {
	case "epoch":
		return 0, true
	case "now", "today":
		return today, true
	case "yesterday":
		return today - 1, true
	case "tomorrow":
		return today + 1, true
	}
	return 0, false
}

// IsNow tells whether a special word means this very moment, where a TIMESTAMP is wanted.
func IsNow(s string) bool { return strings.EqualFold(Trim(s), "now") }

// IsEpoch tells whether a special word means 1970-01-01T00:00:00Z, which no zone moves.
func IsEpoch(s string) bool { return strings.EqualFold(Trim(s), "epoch") }
