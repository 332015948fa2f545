package fn

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// Map1, Map2 and Map3 lift a total function of one row; a null argument gives null. t is the result type, whose physical type is R.
func Map1[A, R Value](t types.DataType, f func(A) R) Kernel {
	return Lift(t, func(c *Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
		valid := argsValid(c, args, n)
		a, out := read[A](args[0], n), write[R](c, t, n, valid, sel)
		defer a.free()
		if sel == nil && valid == nil && out.views == nil {
			for i := range out.data {
				out.data[i] = f(a.data[i&a.mask])
			}
			return out.vector(), nil
		}
		for _, i := range vec.SelOrAll(sel, n) {
			if valid == nil || valid.Get(int(i)) {
				x := a.data[int(i)&a.mask]
				put(&out, int(i), f(x), asText(x))
			}
		}
		return out.vector(), nil
	})
}

// Map2 is Map1 for two arguments.
func Map2[A, B, R Value](t types.DataType, f func(A, B) R) Kernel {
	return Try2(t, func(a A, b B) (R, bool, error) { return f(a, b), true, nil })
}

// Map3 is Map1 for three arguments.
func Map3[A, B, C, R Value](t types.DataType, f func(A, B, C) R) Kernel {
	return Try3(t, func(a A, b B, c C) (R, bool, error) { return f(a, b, c), true, nil })
}

// Try1, Try2 and Try3 lift a function that may give null (false) or an error.
func Try1[A, R Value](t types.DataType, f func(A) (R, bool, error)) Kernel {
	return Lift(t, func(c *Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
		valid := argsValid(c, args, n)
		a, out, own := read[A](args[0], n), write[R](c, t, n, valid, sel), false
		defer a.free()
		for _, i := range vec.SelOrAll(sel, n) {
			if valid != nil && !valid.Get(int(i)) {
				continue
			}
			x := a.data[int(i)&a.mask]
			r, ok, err := f(x)
			switch {
			case err != nil:
				return nil, err
			case !ok:
				out.null(int(i), &own)
			default:
				put(&out, int(i), r, asText(x))
			}
		}
		return out.vector(), nil
	})
}

// Try2 is Try1 for two arguments.
func Try2[A, B, R Value](t types.DataType, f func(A, B) (R, bool, error)) Kernel {
	return Lift(t, func(c *Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
		valid := argsValid(c, args, n)
		a, b, out, own := read[A](args[0], n), read[B](args[1], n), write[R](c, t, n, valid, sel), false
		defer a.free()
		defer b.free()
		for _, i := range vec.SelOrAll(sel, n) {
			if valid != nil && !valid.Get(int(i)) {
				continue
			}
			x, y := a.data[int(i)&a.mask], b.data[int(i)&b.mask]
			r, ok, err := f(x, y)
			switch {
			case err != nil:
				return nil, err
			case !ok:
				out.null(int(i), &own)
			default:
				put(&out, int(i), r, asText(x), asText(y))
			}
		}
		return out.vector(), nil
	})
}

// Try3 is Try1 for three arguments.
func Try3[A, B, C, R Value](t types.DataType, f func(A, B, C) (R, bool, error)) Kernel {
	return Lift(t, func(c *Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
		valid := argsValid(c, args, n)
		a, b, d, out, own := read[A](args[0], n), read[B](args[1], n), read[C](args[2], n), write[R](c, t, n, valid, sel), false
		defer a.free()
		defer b.free()
		defer d.free()
		for _, i := range vec.SelOrAll(sel, n) {
			if valid != nil && !valid.Get(int(i)) {
				continue
			}
			x, y, z := a.data[int(i)&a.mask], b.data[int(i)&b.mask], d.data[int(i)&d.mask]
			r, ok, err := f(x, y, z)
			switch {
			case err != nil:
				return nil, err
			case !ok:
				out.null(int(i), &own)
			default:
				put(&out, int(i), r, asText(x), asText(y), asText(z))
			}
		}
		return out.vector(), nil
	})
}
