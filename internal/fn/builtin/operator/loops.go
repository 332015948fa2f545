package operator

import (
	"math/bits"
	"strconv"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

type integer interface{ int8 | int16 | int32 | int64 }

// failure is what happens to a value that does not fit.
type failure uint8

const (
	raise failure = iota // ANSI: an error
	null                 // try_…
	wrap                 // legacy
)

// mask is ANDed with a row number to find its slot: 0 for a constant.
func mask(v *vec.Vector) int {
	if v.Form == vec.Constant {
		return 0
	}
	return -1
}

func valid(c *fn.Context, args []*vec.Vector, n int) vec.Bitmap {
	var out vec.Bitmap
	for _, a := range args {
		if a.Form != vec.Constant {
			out = fn.AndValid(c, out, a.Valid, n)
		}
	}
	return out
}

// op is an arithmetic operation with a loop of its own.
type op uint8

const (
	add op = iota
	subtract
	multiply
)

func (o op) symbol() string   { return [...]string{"+", "-", "*"}[o] }
func (o op) function() string { return [...]string{"try_add", "try_subtract", "try_multiply"}[o] }

// integers computes without branches over all rows, collects overflow in one flag, and looks for the row only when it is set.
func integers[T integer](o op, t types.DataType, on failure) fn.Kernel {
	return fn.Lift(t, func(c *fn.Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
		a, b, ma, mb := vec.Values[T](args[0]), vec.Values[T](args[1]), mask(args[0]), mask(args[1])
		out := vec.AllocOf[T](c.Arena, n)
		bits := valid(c, args, n)
		overflow := loop(o, a, b, ma, mb, out, sel)
		if !overflow || on == wrap {
			return vec.FlatVector(t, out, bits), nil
		}
		fresh := false
		for _, i := range vec.SelOrAll(sel, n) {
			if bits != nil && !bits.Get(int(i)) {
				continue
			}
			x, y := a[int(i)&ma], b[int(i)&mb]
			if fits(o, x, y) {
				continue
			}
			if on == raise {
				return nil, overflowError(o, x, y)
			}
			if !fresh {
				own := vec.NewBitmap(c.Arena, n)
				if bits != nil {
					copy(own, bits)
				}
				bits, fresh = own, true
			}
			bits.Clear(int(i))
		}
		return vec.FlatVector(t, out, bits), nil
	})
}

func loop[T integer](o op, a, b []T, ma, mb int, out []T, sel vec.Sel) bool {
	var flag T
	wide := false
	if sel != nil {
		for _, i := range sel {
			x, y := a[int(i)&ma], b[int(i)&mb]
			out[i] = apply(o, x, y)
			wide = wide || !fits(o, x, y)
		}
		return wide
	}
	switch o {
	case add:
		for i := range out {
			x, y := a[i&ma], b[i&mb]
			r := x + y
			out[i] = r
			flag |= (x ^ r) & (y ^ r)
		}
	case subtract:
		for i := range out {
			x, y := a[i&ma], b[i&mb]
			r := x - y
			out[i] = r
			flag |= (x ^ y) & (x ^ r)
		}
	case multiply:
		for i := range out {
			x, y := a[i&ma], b[i&mb]
			out[i] = x * y
			wide = wide || !fits(multiply, x, y)
		}
	}
	return flag < 0 || wide
}

func apply[T integer](o op, x, y T) T {
	switch o {
	case add:
		return x + y
	case subtract:
		return x - y
	}
	return x * y
}

func fits[T integer](o op, x, y T) bool {
	switch o {
	case add:
		r := x + y
		return (x^r)&(y^r) >= 0
	case subtract:
		r := x - y
		return (x^y)&(x^r) >= 0
	}
	hi, lo := bits.Mul64(uint64(int64(x)), uint64(int64(y)))
	h := int64(hi)
	if x < 0 {
		h -= int64(y)
	}
	if y < 0 {
		h -= int64(x)
	}
	return h == int64(lo)>>63 && int64(T(int64(lo))) == int64(lo)
}

func overflowError[T integer](o op, x, y T) error {
	switch any(x).(type) {
	case int8, int16:
		return sparkerr.New("BINARY_ARITHMETIC_OVERFLOW", "value1", strconv.Itoa(int(x))+"S", "symbol", o.symbol(), "value2", strconv.Itoa(int(y))+"S",
			"functionName", "`"+o.function()+"`")
	}
	return overflow("overflow", o.function())
}

// overflow is ARITHMETIC_OVERFLOW; function is the one that gives null instead, "" for none.
func overflow(message, function string) error {
	alternative := ""
	if function != "" {
		alternative = " Use '" + function + "' to tolerate overflow and return NULL instead."
	}
	return sparkerr.New("ARITHMETIC_OVERFLOW", "message", message, "alternative", alternative, "config", `"spark.sql.ansi.enabled"`)
}

// floats have no overflow.
func floats[T float32 | float64](o op, t types.DataType) fn.Kernel {
	return fn.Lift(t, func(c *fn.Context, args []*vec.Vector, _ vec.Sel, n int) (*vec.Vector, error) {
		a, b, ma, mb := vec.Values[T](args[0]), vec.Values[T](args[1]), mask(args[0]), mask(args[1])
		out := vec.AllocOf[T](c.Arena, n)
		switch o {
		case add:
			for i := range out {
				out[i] = a[i&ma] + b[i&mb]
			}
		case subtract:
			for i := range out {
				out[i] = a[i&ma] - b[i&mb]
			}
		case multiply:
			for i := range out {
				out[i] = a[i&ma] * b[i&mb]
			}
		}
		return vec.FlatVector(t, out, valid(c, args, n)), nil
	})
}
