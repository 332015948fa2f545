package datetime

// Spark 2, Hive and old Parquet writers used the hybrid calendar: Julian before 1582-10-15, Gregorian from then on. Rebasing keeps the
// date and time that people see and changes the number (Spark's RebaseDateTime).

// gregorianStart is 1582-10-15, the first day that both calendars number alike.
const gregorianStart = -141427

// julianCivil is the date in the Julian calendar of a day number.
func julianCivil(days int64) (year, month, day int) {
	z := days + 719470 // days since 0000-03-01 of the Julian calendar
	cycle := floorDiv(z, 1461)
	of := z - cycle*1461
	y := (of - of/1460) / 365
	doy := of - 365*y
	mp := (5*doy + 2) / 153
	day = int(doy-(153*mp+2)/5) + 1
	month = int(mp) + 3
	year = int(y + cycle*4)
	if month > 12 {
		month -= 12
		year++
	}
	return year, month, day
}

// julianDays is the day number of a date in the Julian calendar.
func julianDays(year, month, day int) int64 {
	y, m := int64(year), int64(month)
	if m < 3 {
		y--
		m += 12
	}
	return floorDiv(y*1461, 4) + (153*(m-3)+2)/5 + int64(day) - 1 - 719470
}

// JulianToGregorianDays turns a day number of the hybrid calendar into that of the same date in the proleptic Gregorian one. A 29 February
// that does not exist there becomes 1 March.
func JulianToGregorianDays(days int32) int32 {
	if days >= gregorianStart {
		return days
	}
	y, m, d := julianCivil(int64(days))
	return int32(Days(y, m, 1) + int64(d) - 1)
}

// GregorianToJulianDays is the reverse. The ten days that the hybrid calendar skips (1582-10-05 to 14) become 1582-10-15.
func GregorianToJulianDays(days int32) int32 {
	if days >= gregorianStart {
		return days
	}
	y, m, d := Civil(int64(days))
	if y == 1582 && m == 10 && d > 4 {
		return gregorianStart
	}
	return int32(julianDays(y, m, d))
}

// JulianToGregorianMicros turns a timestamp of the hybrid calendar into the one that shows the same wall clock in zone.
func JulianToGregorianMicros(micros int64, zone *Zone) int64 {
	return rebaseMicros(micros, zone, JulianToGregorianDays)
}

// GregorianToJulianMicros is the reverse.
func GregorianToJulianMicros(micros int64, zone *Zone) int64 {
	return rebaseMicros(micros, zone, GregorianToJulianDays)
}

func rebaseMicros(micros int64, zone *Zone, rebase func(int32) int32) int64 {
	days, ofDay := Split(zone.ToLocal(micros))
	if days >= gregorianStart {
		return micros
	}
	local, ok := Join(int64(rebase(int32(days))), ofDay)
	if !ok {
		return micros
	}
	if out, ok := zone.ToInstant(local); ok {
		return out
	}
	return micros
}
