package datetime

import "strconv"

// AppendDate appends a date as Spark shows it: "2024-02-29", "+10000-01-01" after 9999, "-0001-12-31" before 0.
func AppendDate(b []byte, days int32) []byte {
	y, m, d := Civil(int64(days))
	return appendYMD(b, y, m, d)
}

func appendYMD(b []byte, y, m, d int) []byte {
	b = appendYear(b, y)
	return append(b, '-', byte('0'+m/10), byte('0'+m%10), '-', byte('0'+d/10), byte('0'+d%10))
}

func appendYear(b []byte, y int) []byte {
	switch {
	case y < 0:
		b = append(b, '-')
		y = -y
	case y > 9999:
		b = append(b, '+')
	}
	return appendPadded(b, int64(y), 4)
}

func appendPadded(b []byte, n int64, width int) []byte {
	for p := int64(10); width > 1; width-- {
		if n < p {
			for ; width > 1; width-- {
				b = append(b, '0')
			}
			break
		}
		p *= 10
	}
	return strconv.AppendInt(b, n, 10)
}

// AppendTimestampNTZ appends wall-clock microseconds as Spark shows them: "2024-02-29 12:00:00.5", fraction digits only as needed.
func AppendTimestampNTZ(b []byte, localMicros int64) []byte {
	days, ofDay := Split(localMicros)
	y, m, d := Civil(days)
	b = appendYMD(b, y, m, d)
	b = append(b, ' ')
	return AppendTime(b, ofDay*1000)
}

// AppendTimestamp appends a timestamp in a zone as Spark shows it.
func AppendTimestamp(b []byte, micros int64, zone *Zone) []byte {
	seconds := floorDiv(micros, MicrosPerSecond)
	seconds, fraction := seconds+zone.Offset(seconds), micros-seconds*MicrosPerSecond
	days := floorDiv(seconds, daySeconds)
	y, m, d := Civil(days)
	b = appendYMD(b, y, m, d)
	b = append(b, ' ')
	return AppendTime(b, ((seconds-days*daySeconds)*MicrosPerSecond+fraction)*1000)
}

// AppendTime appends nanoseconds of the day as "12:00:00" with the fraction digits that are needed.
func AppendTime(b []byte, nanos int64) []byte {
	seconds, fraction := nanos/1e9, nanos%1e9
	h, m, s := seconds/3600, seconds/60%60, seconds%60
	b = append(b, byte('0'+h/10), byte('0'+h%10), ':', byte('0'+m/10), byte('0'+m%10), ':', byte('0'+s/10), byte('0'+s%10))
	if fraction == 0 {
		return b
	}
	b = append(b, '.')
	for unit := int64(1e8); fraction > 0; unit /= 10 {
		b = append(b, byte('0'+fraction/unit))
		fraction %= unit
	}
	return b
}

// AppendOffset appends an offset: "+01:00", with seconds only when there are some; UTC is "Z" when zulu, else "+00:00".
func AppendOffset(b []byte, seconds int64, zulu string) []byte {
	if seconds == 0 && zulu != "" {
		return append(b, zulu...)
	}
	sign := byte('+')
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	b = append(b, sign)
	b = appendPadded(b, seconds/3600, 2)
	b = append(b, ':')
	b = appendPadded(b, seconds/60%60, 2)
	if s := seconds % 60; s != 0 {
		b = append(b, ':')
		b = appendPadded(b, s, 2)
	}
	return b
}
