package datetime

import (
	"math"
	"testing"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

func TestCivilAgainstTime(t *testing.T) {
	for days := int64(-800000); days < 3000000; days += 97 {
		want := time.Unix(days*86400, 0).UTC()
		y, m, d := Civil(days)
		if y != want.Year() || m != int(want.Month()) || d != want.Day() || Days(y, m, d) != days || DayOfYear(days) != want.YearDay() {
			t.Fatalf("day %d: %d-%d-%d, want %v", days, y, m, d, want)
		}
		wy, ww := want.ISOWeek()
		if gy, gw := ISOWeek(days); gy != wy || gw != ww || ISOWeekday(days) != int(want.Weekday()+6)%7+1 {
			t.Fatalf("week of %v: %d-%d", want, gy, gw)
		}
	}
	for _, days := range []int64{math.MinInt32, math.MaxInt32} {
		if y, m, d := Civil(days); Days(y, m, d) != days {
			t.Errorf("day %d", days)
		}
	}
	if d := AddMonths(Days(2024, 1, 31), 1); d != Days(2024, 2, 29) {
		t.Error("a month after 31 January")
	}
	if d := AddMonths(Days(2024, 3, 31), -13); d != Days(2023, 2, 28) {
		t.Error("13 months before 31 March")
	}
}

func TestJoin(t *testing.T) {
	for _, m := range []int64{math.MinInt64, math.MaxInt64, 0, -1, 86399999999} {
		if got, ok := Join(Split(m)); !ok || got != m {
			t.Errorf("%d: %d %t", m, got, ok)
		}
	}
	for _, d := range []int64{106751992, -106751993, 106751991, -106751992} {
		want := d == -106751992
		if _, ok := Join(d, MicrosPerDay-1); ok != want {
			t.Errorf("end of day %d: %t", d, ok)
		}
	}
}

func TestLoadZone(t *testing.T) {
	for id, offset := range map[string]int64{
		"UTC": 0, "Z": 0, "+8": 28800, "+08": 28800, "-8:00": -28800, "+08:1": 28860, "+0530": 19800, "GMT+1": 3600, "UTC-03:30": -12600,
		"+18:00": 64800, "EST": -18000, "+01:02:03": 3723, "IST": 19800, "Etc/GMT-2": 7200,
	} {
		z, err := LoadZone(id)
		if err != nil || z.Offset(0) != offset {
			t.Errorf("%s: %v %v", id, z, err)
		}
	}
	for _, id := range []string{"", "Local", "Mars/Base", "+19", "8", "+8:75", "europe/berlin", "../etc/passwd", "posixrules", "+1:2:3", "UTCC"} {
		if _, err := LoadZone(id); sparkerr.Condition(err) != "INVALID_TIMEZONE" {
			t.Errorf("%q is taken: %v", id, err)
		}
	}
}

func TestWallClock(t *testing.T) {
	berlin, _ := LoadZone("Europe/Berlin")
	for _, c := range []struct{ local, want string }{
		{"2024-03-31 02:30:00", "2024-03-31 03:30:00"}, // skipped: moved on by an hour
		{"2024-10-27 02:30:00", "2024-10-27 02:30:00"},
		{"1893-04-01 00:00:00", "1893-04-01 00:06:32"},
		{"1582-10-04 23:59:59", "1582-10-04 23:59:59"},
		{"9999-12-31 23:59:59", "9999-12-31 23:59:59"},
		{"0001-01-01 00:00:00", "0001-01-01 00:00:00"},
	} {
		us, ok := ParseTimestamp(c.local, berlin, 0)
		if got := string(AppendTimestamp(nil, us, berlin)); !ok || got != c.want {
			t.Errorf("%s: %s, want %s", c.local, got, c.want)
		}
	}
	twice, _ := ParseTimestamp("2024-10-27 02:30:00", berlin, 0)
	if utc := string(AppendTimestamp(nil, twice, UTC)); utc != "2024-10-27 00:30:00" {
		t.Errorf("a time that occurs twice is the first: %s", utc)
	}
	for s := int64(-5e9); s < 5e9; s += 1234567 {
		if u := berlin.ToUTC(s + berlin.Offset(s)); u != s && berlin.Offset(u) == berlin.Offset(s) {
			t.Fatalf("%d comes back as %d", s, u)
		}
	}
}

func TestParseDate(t *testing.T) {
	for text, want := range map[string]string{
		"2024-02-29": "2024-02-29", " 2024-2-9\t": "2024-02-09", "2024": "2024-01-01", "2024-07": "2024-07-01", "2024-07-15T10:00": "2024-07-15",
		"2024-07-15 junk": "2024-07-15", "+12345-01-01": "+12345-01-01", "-0044-03-15": "-0044-03-15", "0000-01-01": "0000-01-01",
		"": "", "24-01-01": "", "2024-13-01": "", "2023-02-29": "", "2024-01-01x": "", "2024-01 ": "2024-01-01", "2024 x": "", "20240101": "", "99999999-01-01": "",
		"2024-001-01": "", "2024-1-": "", "2024-01-01-": "",
	} {
		d, ok := ParseDate(text)
		if got := string(AppendDate(nil, d)); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %s %t, want %s", text, got, ok, want)
		}
	}
}

func TestParseTimestamp(t *testing.T) {
	for text, want := range map[string]string{
		"2024-02-29 12:34:56.123456789": "2024-02-29 12:34:56.123456", "2024-02-29T1:2:3": "2024-02-29 01:02:03", "2024-02-29 12": "2024-02-29 12:00:00",
		"2024-02-29 12:34:56Z": "2024-02-29 12:34:56", "2024-02-29 12:34:56 +05:30": "2024-02-29 07:04:56", "2024-02-29 12:34:56.5 Europe/Berlin": "2024-02-29 11:34:56.5",
		"12:34": "2024-01-02 12:34:00", "T12:34:5": "2024-01-02 12:34:05", "2024": "2024-01-01 00:00:00", "2024-02-29 12:34:56UTC+3": "2024-02-29 09:34:56",
		"2024-02-29 24:00:00": "", "2024-02-29 12:60": "", "2024-02-30 00:00:00": "", "x": "", "2024-02-29 12:34:56 Mars": "", "2024-02-29_12:00": "",
		"294247-01-10 04:00:54.775807": "+294247-01-10 04:00:54.775807", "294247-01-10 04:00:54.775808": "",
	} {
		us, ok := ParseTimestamp(text, UTC, Days(2024, 1, 2))
		if got := string(AppendTimestamp(nil, us, UTC)); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %s %t, want %s", text, got, ok, want)
		}
	}
	if _, ok := ParseTimestampNTZ("12:34"); ok {
		t.Error("a time alone is no TIMESTAMP_NTZ")
	}
	if ns, ok := ParseTime("01:02:03.5 PM"); !ok || string(AppendTime(nil, ns)) != "13:02:03.5" {
		t.Error("a time with PM")
	}
}

func TestPatternFormat(t *testing.T) {
	us, _ := ParseTimestamp("2024-07-05 15:04:09.012345", UTC, 0)
	la, _ := LoadZone("America/Los_Angeles")
	at := us + 7*MicrosPerHour
	for pattern, want := range map[string]string{
		"yyyy-MM-dd'T'HH:mm:ss.SSSXXX": "2024-07-05T15:04:09.012-07:00", "yy M d H:m:s": "24 7 5 15:4:9", "EEE, MMM dd yyyy hh:mm a": "Fri, Jul 05 2024 03:04 PM",
		"EEEE LLLL": "Friday July", "D DDD F": "187 187 5", "QQQQ 'of' y": "3rd quarter of 2024", "z zzzz VV O OOOO": "PDT Pacific Daylight Time America/Los_Angeles GMT-7 GMT-07:00",
		"X x XX Z ZZZZZ": "-07 -07 -0700 -0700 -07:00", "k K h": "15 3 3", "G yyyy": "AD 2024", "''yyyy''": "'2024'", "[HH[:mm]]": "15:04", "SSSSSS": "012345",
	} {
		p, err := Compile(pattern, Formatting)
		if err != nil {
			t.Errorf("%s: %v", pattern, err)
			continue
		}
		if got, ok := p.AppendTimestamp(nil, at, la); !ok || string(got) != want {
			t.Errorf("%s: %s, want %s", pattern, got, want)
		}
	}
}

func TestPatternParse(t *testing.T) {
	for _, c := range []struct{ pattern, text, want string }{
		{"yyyyMMdd", "20240705", "2024-07-05 00:00:00"},
		{"dd/MM/yy HH:mm", "05/07/24 15:04", "2024-07-05 15:04:00"},
		{"MMM d, yyyy h:mm a", "jul 5, 2024 3:04 pm", "2024-07-05 15:04:00"},
		{"yyyy-MM-dd[ HH:mm]", "2024-07-05", "2024-07-05 00:00:00"},
		{"yyyy-MM-dd HH:mm:ss.SSS", "2024-07-05 15:04:09.5", "2024-07-05 15:04:09.5"},
		{"yyyy-MM-dd'T'HH:mm:ssXXX", "2024-07-05T15:04:09+02:00", "2024-07-05 13:04:09"},
		{"yyyy-MM-dd HH:mm:ss VV", "2024-07-05 15:04:09 Europe/Berlin", "2024-07-05 13:04:09"},
		{"yyyy-MM-dd HH:mm z", "2024-07-05 15:04 PST", "2024-07-05 22:04:00"},
		{"yyyy DDD", "2024 187", "2024-07-05 00:00:00"},
		{"HH:mm", "15:04", "1970-01-01 15:04:00"},
		{"hh", "12", "1970-01-01 00:00:00"},
		{"a", "PM", "1970-01-01 12:00:00"},
		{"yyyyMMddHHmmss", "20240705150409", "2024-07-05 15:04:09"},
		{"yyyyMMddHHmmssSSS", "20240705150409123", ""}, // Java takes the fraction's digits for the year
		{"yyyy-MM-dd", "2024-02-30", ""},
		{"yyyy-MM-dd", "2024-7-05", ""},
		{"yyyy-M-d", "2024-7-5", "2024-07-05 00:00:00"},
		{"yyyy-MM-dd HH", "2024-07-05 24", ""},
		{"yyyy-MM-dd", "2024-07-05 x", ""},
		{"yyyy", "+2024", ""},
		{"H a", "15 AM", ""},
	} {
		p, err := Compile(c.pattern, Parsing)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		us, ok := p.ParseTimestamp(c.text, UTC)
		if got := string(AppendTimestamp(nil, us, UTC)); ok != (c.want != "") || ok && got != c.want {
			t.Errorf("%s of %q: %s %t, want %s", c.pattern, c.text, got, ok, c.want)
		}
	}
}

func TestPatternErrors(t *testing.T) {
	for _, c := range []struct {
		pattern   string
		use       Use
		condition string
	}{
		{"YYYY", Formatting, "INCONSISTENT_BEHAVIOR_CROSS_VERSION.DATETIME_PATTERN_RECOGNITION"},
		{"e", Formatting, "INCONSISTENT_BEHAVIOR_CROSS_VERSION.DATETIME_WEEK_BASED_PATTERN"},
		{"E", Parsing, "INCONSISTENT_BEHAVIOR_CROSS_VERSION.DATETIME_PATTERN_RECOGNITION"},
		{"Q", Parsing, "INVALID_DATETIME_PATTERN.ILLEGAL_CHARACTER"},
		{"QQQQQQ", Formatting, "INVALID_DATETIME_PATTERN.LENGTH"},
		{"q", ParsingNTZ, "INVALID_DATETIME_PATTERN.WITH_SUGGESTION"},
		{"yyyy'x", Formatting, "INVALID_DATETIME_PATTERN.WITH_SUGGESTION"},
		{"r", Formatting, "INVALID_DATETIME_PATTERN.WITH_SUGGESTION"},
		{"#", Formatting, "INCONSISTENT_BEHAVIOR_CROSS_VERSION.DATETIME_PATTERN_RECOGNITION"},
		{"ddd", Formatting, "INCONSISTENT_BEHAVIOR_CROSS_VERSION.DATETIME_PATTERN_RECOGNITION"},
	} {
		if _, err := Compile(c.pattern, c.use); sparkerr.Condition(err) != c.condition {
			t.Errorf("%s: %v, want %s", c.pattern, err, c.condition)
		}
	}
}

func TestRebase(t *testing.T) {
	for _, c := range []struct{ julian, gregorian int32 }{
		{int32(julianDays(1582, 10, 4)), int32(Days(1582, 10, 4))}, {int32(julianDays(1, 1, 1)), int32(Days(1, 1, 1))},
		{gregorianStart, gregorianStart}, {0, 0}, {int32(julianDays(1500, 2, 29)), int32(Days(1500, 3, 1))},
	} {
		if got := JulianToGregorianDays(c.julian); got != c.gregorian {
			t.Errorf("%d: %d, want %d", c.julian, got, c.gregorian)
		}
	}
	if julianDays(1582, 10, 4) != gregorianStart-1 {
		t.Error("the day before 1582-10-15 is 1582-10-04")
	}
	for d := int32(-800000); d < gregorianStart; d += 13 {
		y, m, day := julianCivil(int64(d))
		if julianDays(y, m, day) != int64(d) {
			t.Fatalf("day %d: %d-%d-%d", d, y, m, day)
		}
		if g := JulianToGregorianDays(d); day < 28 && GregorianToJulianDays(g) != d {
			t.Fatalf("day %d comes back as %d", d, GregorianToJulianDays(g))
		}
	}
	if got := GregorianToJulianDays(int32(Days(1582, 10, 10))); got != gregorianStart {
		t.Errorf("a skipped day: %d", got)
	}
	us, _ := ParseTimestamp("1000-01-01 01:02:03.4", UTC, 0)
	j := GregorianToJulianMicros(us, UTC)
	if j == us || JulianToGregorianMicros(j, UTC) != us {
		t.Error("microseconds do not come back")
	}
}
