package fn

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// Text1, Text2 and Text3 lift a function that appends its result, text or binary, to dst. Use Map1 and the like when the result is a part of
// an argument: then nothing is copied.
func Text1[A Value](t types.DataType, f func(dst []byte, a A) []byte) Kernel {
	return TryText1(t, func(dst []byte, a A) ([]byte, bool, error) { return f(dst, a), true, nil })
}

// Text2 is Text1 for two arguments.
func Text2[A, B Value](t types.DataType, f func(dst []byte, a A, b B) []byte) Kernel {
	return TryText2(t, func(dst []byte, a A, b B) ([]byte, bool, error) { return f(dst, a, b), true, nil })
}

// Text3 is Text1 for three arguments.
func Text3[A, B, C Value](t types.DataType, f func(dst []byte, a A, b B, c C) []byte) Kernel {
	return TryText3(t, func(dst []byte, a A, b B, c C) ([]byte, bool, error) { return f(dst, a, b, c), true, nil })
}

// textOut collects appended results in a scratch buffer and copies each once into the arena.
type textOut struct {
	output[string]
	own     bool
	scratch []byte
}

func (o *textOut) put(i int, text []byte, ok bool) {
	if !ok {
		o.null(i, &o.own)
		return
	}
	o.views[i] = o.c.View(text)
	o.scratch = text[:0]
}

// TryText1, TryText2 and TryText3 may give null (false) or an error.
func TryText1[A Value](t types.DataType, f func(dst []byte, a A) ([]byte, bool, error)) Kernel {
	return Lift(t, func(c *Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
		valid := argsValid(c, args, n)
		a, out := read[A](args[0], n), textOut{output: write[string](c, t, n, valid, sel)}
		defer a.free()
		for _, i := range vec.SelOrAll(sel, n) {
			if valid != nil && !valid.Get(int(i)) {
				continue
			}
			text, ok, err := f(out.scratch[:0], a.data[int(i)&a.mask])
			if err != nil {
				return nil, err
			}
			out.put(int(i), text, ok)
		}
		return out.vector(), nil
	})
}

// TryText2 is TryText1 for two arguments.
func TryText2[A, B Value](t types.DataType, f func(dst []byte, a A, b B) ([]byte, bool, error)) Kernel {
	return Lift(t, func(c *Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
		valid := argsValid(c, args, n)
		a, b, out := read[A](args[0], n), read[B](args[1], n), textOut{output: write[string](c, t, n, valid, sel)}
		defer a.free()
		defer b.free()
		for _, i := range vec.SelOrAll(sel, n) {
			if valid != nil && !valid.Get(int(i)) {
				continue
			}
			text, ok, err := f(out.scratch[:0], a.data[int(i)&a.mask], b.data[int(i)&b.mask])
			if err != nil {
				return nil, err
			}
			out.put(int(i), text, ok)
		}
		return out.vector(), nil
	})
}

// TryText3 is TryText1 for three arguments.
func TryText3[A, B, C Value](t types.DataType, f func(dst []byte, a A, b B, c C) ([]byte, bool, error)) Kernel {
	return Lift(t, func(c *Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
		valid := argsValid(c, args, n)
		a, b, d, out := read[A](args[0], n), read[B](args[1], n), read[C](args[2], n), textOut{output: write[string](c, t, n, valid, sel)}
		defer a.free()
		defer b.free()
		defer d.free()
		for _, i := range vec.SelOrAll(sel, n) {
			if valid != nil && !valid.Get(int(i)) {
				continue
			}
			text, ok, err := f(out.scratch[:0], a.data[int(i)&a.mask], b.data[int(i)&b.mask], d.data[int(i)&d.mask])
			if err != nil {
				return nil, err
			}
			out.put(int(i), text, ok)
		}
		return out.vector(), nil
	})
}
