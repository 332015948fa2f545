package types

import "testing"

// FuzzParseType: no text panics, and what is read is written and read again the same.
func FuzzParseType(f *testing.F) {
	for _, s := range []string{"int", "struct<a int not null comment 'x', `b``c`: map<string,array<decimal(10,2)>>>", "interval day to second", "char(", "struct<a: int default 'x>'>", "string collate UNICODE"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := ParseType(s)
		if err != nil {
			return
		}
		back, err := ParseType(d.SQL())
		if err != nil || !Equal(back, d) {
			t.Errorf("%q is %s, which reads as %v %v", s, d.SQL(), back, err)
		}
	})
}

// FuzzFromJSON: no text panics, and what is read is written and read again the same.
func FuzzFromJSON(f *testing.F) {
	for _, s := range []string{`"long"`, `{"type":"struct","fields":[{"name":"a","type":"integer","nullable":true,"metadata":{"k":1.50}}]}`, `{"type":"map","keyType":"string","valueType":"date","valueContainsNull":true}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := FromJSON([]byte(s))
		if err != nil {
			return
		}
		text := JSON(d)
		back, err := FromJSON([]byte(text))
		if err != nil || JSON(back) != text {
			t.Errorf("%q is %s, which reads as %v", s, text, err)
		}
	})
}
