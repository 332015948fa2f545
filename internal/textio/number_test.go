package textio

import (
	"math"
	"testing"
)

func TestParseDouble(t *testing.T) {
	for text, want := range map[string]float64{
		"1": 1, " 1.5\t": 1.5, "1e3": 1000, "1d": 1, "2.5F": 2.5, "-.5": -.5, "5.": 5, "0x1p3": 8, "1e400": math.Inf(1), "-Infinity": math.Inf(-1), "+1": 1,
	} {
		if got, ok := parseDouble(text, 64); !ok || got != want {
			t.Errorf("%q: %v %t", text, got, ok)
		}
	}
	for _, text := range []string{"", " ", "x", "1_0", "0x1F", "inf", "nan", "++1", "--Infinity", "1dd", "e", ".", "Inf", "0x", "1 2", "d", "1e"} {
		if got, ok := parseDouble(text, 64); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
}

func TestParseInt(t *testing.T) {
	for _, c := range []struct {
		text string
		bits int
		want int64
		ok   bool
	}{
		{"127", 8, 127, true}, {"128", 8, 0, false}, {"-128", 8, -128, true}, {"-129", 8, 0, false}, {"+5", 32, 5, true}, {"", 32, 0, false}, {"-", 32, 0, false},
		{"9223372036854775807", 64, math.MaxInt64, true}, {"-9223372036854775808", 64, math.MinInt64, true}, {"9223372036854775808", 64, 0, false},
		{"99999999999999999999", 64, 0, false}, {"1.0", 32, 0, false}, {" 1", 32, 0, false}, {"0000000000000000000000000000000000000000000007", 32, 7, true},
	} {
		if got, ok := parseInt(c.text, c.bits); ok != c.ok || ok && got != c.want {
			t.Errorf("%q in %d bits: %d %t", c.text, c.bits, got, ok)
		}
	}
}
