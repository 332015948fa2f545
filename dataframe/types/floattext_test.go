package types

import (
	"math"
	"testing"
)

func TestAppendFloat(t *testing.T) {
	for want, f := range map[string]float64{
		"1.0": 1, "-0.0": math.Copysign(0, -1), "0.001": 0.001, "1.0E-4": 0.0001, "1.0E7": 1e7, "9999999.5": 9999999.5, "1.2345E20": 1.2345e20,
		"NaN": math.NaN(), "-Infinity": math.Inf(-1), "5.0E-324": 5e-324, "123.456": 123.456,
	} {
		if got := string(AppendFloat(nil, f, 64)); got != want {
			t.Errorf("%g: %s, want %s", f, got, want)
		}
	}
	if got := string(AppendFloat([]byte("x"), float64(float32(0.1)), 32)); got != "x0.1" {
		t.Error(got)
	}
}
