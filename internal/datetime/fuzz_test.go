package datetime

import "testing"

// FuzzTexts: no text panics, and what is read is shown and read again the same.
func FuzzTexts(f *testing.F) {
	for _, s := range []string{"2024-02-29", "2024-02-29 12:34:56.5 Europe/Berlin", "T12:34", "-0044-03-15", "294247-01-10 04:00:54.775807", "12:34 PM", "2024-1-1T1:2:3UTC+8"} {
		f.Add(s)
	}
	berlin, err := LoadZone("Europe/Berlin")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if d, ok := ParseDate(s); ok {
			text := string(AppendDate(nil, d))
			if back, ok := ParseDate(text); !ok || back != d {
				t.Errorf("%q is %s, which reads as %d %t", s, text, back, ok)
			}
		}
		if us, ok := ParseTimestampNTZ(s); ok {
			text := string(AppendTimestampNTZ(nil, us))
			if back, ok := ParseTimestampNTZ(text); !ok || back != us {
				t.Errorf("%q is %s, which reads as %d %t", s, text, back, ok)
			}
		}
		if us, ok := ParseTimestamp(s, berlin, 0); ok {
			AppendTimestamp(nil, us, berlin)
		}
		ParseTime(s)
	})
}

// FuzzPattern: no pattern panics, in either direction.
func FuzzPattern(f *testing.F) {
	for _, p := range []string{"yyyy-MM-dd HH:mm:ss.SSSXXX", "dd/MM/yy", "[EEE, ]MMM d", "'T'HH''", "G y D", "z VV O xxx Z", "yyyyMMddHHmmssSSS"} {
		f.Add(p, "2024-07-05 15:04:09.123+02:00")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		for _, use := range []Use{Formatting, Parsing, ParsingNTZ} {
			p, err := Compile(pattern, use)
			if err != nil {
				continue
			}
			p.AppendTimestamp(nil, 1720191849123456, UTC)
			if us, ok := p.ParseTimestamp(text, UTC); ok {
				p.AppendTimestamp(nil, us, UTC)
			}
		}
	})
}
