package datetime

import "math"

// Units of time.
const (
	MicrosPerSecond = 1_000_000
	MicrosPerMinute = 60 * MicrosPerSecond
	MicrosPerHour   = 60 * MicrosPerMinute
	MicrosPerDay    = 24 * MicrosPerHour
	NanosPerDay     = 1000 * MicrosPerDay
)

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// FloorMod is a modulo b with the sign of b, which must be positive.
func FloorMod(a, b int64) int64 {
	if r := a % b; r < 0 {
		return r + b
	} else {
		return r
	}
}

// FloorDiv is a/b rounded down; b must be positive.
func FloorDiv(a, b int64) int64 { return floorDiv(a, b) }

// Days is the number of days from 1970-01-01 to a date of the proleptic Gregorian calendar. The month may be out of 1 to 12 and
// the day out of the month: both carry.
func Days(year, month, day int) int64 {
	y, m := int64(year), int64(month)-1
	y += floorDiv(m, 12)
	m = FloorMod(m, 12)
	if m < 2 { // years begin in March, so that the leap day is the last
		y--
		m += 12
	}
	era := floorDiv(y, 400)
	return era*146097 + FloorMod(y, 400)*365 + FloorMod(y, 400)/4 - FloorMod(y, 400)/100 + (153*(m-2)+2)/5 + int64(day) - 1 - 719468
}

// Civil is the date of a day number.
func Civil(days int64) (year, month, day int) {
	z := days + 719468
	era := floorDiv(z, 146097)
	doe := z - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	day = int(doy-(153*mp+2)/5) + 1
	month = int(mp) + 3
	year = int(yoe + era*400)
	if month > 12 {
		month -= 12
		year++
	}
	return year, month, day
}

// IsLeap tells whether a year has 366 days.
func IsLeap(year int) bool { return year&3 == 0 && (year%100 != 0 || year%400 == 0) }

// DaysInMonth is the length of a month.
func DaysInMonth(year, month int) int {
	switch month {
	case 2:
		if IsLeap(year) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// DateOf checks a date as Java's LocalDate.of does; ok is false for a month or day that does not exist, and for a day number beyond 32 bits.
func DateOf(year, month, day int) (days int32, ok bool) {
	if month < 1 || month > 12 || day < 1 || day > DaysInMonth(year, month) || year > 9_999_999 || year < -9_999_999 {
		return 0, false
	}
	d := Days(year, month, day)
	return int32(d), d >= math.MinInt32 && d <= math.MaxInt32
}

// DayOfYear counts from 1.
func DayOfYear(days int64) int {
	y, _, _ := Civil(days)
	return int(days-Days(y, 1, 1)) + 1
}

// ISOWeekday is 1 for Monday to 7 for Sunday.
func ISOWeekday(days int64) int { return int(FloorMod(days+3, 7)) + 1 }

// ISOWeek is the year and week of ISO 8601: weeks start on Monday and belong to the year of their Thursday.
func ISOWeek(days int64) (year, week int) {
	thursday := days + int64(4-ISOWeekday(days))
	year, _, _ = Civil(thursday)
	return year, int(thursday-Days(year, 1, 1))/7 + 1
}

// AddMonths moves a date by months; a day that the month does not have becomes its last.
func AddMonths(days int64, months int64) int64 {
	y, m, d := Civil(days)
	total := int64(y)*12 + int64(m) - 1 + months
	y, m = int(floorDiv(total, 12)), int(FloorMod(total, 12))+1
	return Days(y, m, min(d, DaysInMonth(y, m)))
}

// Split is the day number and the microseconds of the day of wall-clock microseconds.
func Split(localMicros int64) (days, ofDay int64) {
	days = floorDiv(localMicros, MicrosPerDay)
	return days, localMicros - days*MicrosPerDay
}

// Join is the wall-clock microseconds of a day and microseconds in it; ok is false when they do not fit into 64 bits.
func Join(days, ofDay int64) (micros int64, ok bool) {
	if days < -106751992 || days > 106751991 {
		return 0, false
	}
	if days == -106751992 { // its midnight is out of range, its evening is not
		m := (days+1)*MicrosPerDay + (ofDay - MicrosPerDay)
		return m, m < 0
	}
	m := days*MicrosPerDay + ofDay
	return m, days < 0 || m >= 0
}
