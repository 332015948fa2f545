package date

import (
	"strings"

	"github.com/flintlake/flintlake/internal/datetime"
)

// level is a unit that dates and timestamps are cut at.
type level uint8

const (
	none level = iota
	microsecond
	millisecond
	second
	minute
	hour
	day
	week
	month
	quarter
	year
)

func levelOf(s string) level {
	switch strings.ToUpper(s) {
	case "MICROSECOND":
		return microsecond
	case "MILLISECOND":
		return millisecond
	case "SECOND":
		return second
	case "MINUTE":
		return minute
	case "HOUR":
		return hour
	case "DAY", "DD":
		return day
	case "WEEK":
		return week
	case "MON", "MONTH", "MM":
		return month
	case "QUARTER":
		return quarter
	case "YEAR", "YYYY", "YY":
		return year
	}
	return none
}

// truncateDate cuts at a week or more.
func truncateDate(days int64, l level) int64 {
	y, m, _ := datetime.Civil(days)
	switch l {
	case week:
		return days - int64(datetime.ISOWeekday(days)-1)
	case month:
		return datetime.Days(y, m, 1)
	case quarter:
		return datetime.Days(y, (m-1)/3*3+1, 1)
	case year:
		return datetime.Days(y, 1, 1)
	}
	return days
}

// truncateTimestamp cuts on the wall clock of a zone; units below an hour need no zone but for offsets with seconds.
func truncateTimestamp(v int64, l level, zone *datetime.Zone) (int64, bool) {
	switch l {
	case microsecond:
		return v, true
	case millisecond:
		return v - datetime.FloorMod(v, 1000), true
	case second:
		return v - datetime.FloorMod(v, datetime.MicrosPerSecond), true
	}
	local := zone.ToLocal(v)
	switch l {
	case minute:
		return v - datetime.FloorMod(local, datetime.MicrosPerMinute), true
	case hour:
		return v - datetime.FloorMod(local, datetime.MicrosPerHour), true
	}
	days, _ := datetime.Split(local)
	start, ok := datetime.Join(truncateDate(days, l), 0)
	if !ok {
		return 0, false
	}
	return zone.ToInstant(start)
}
