package fn

import (
	"sync"
	"unsafe"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// Value is a physical type that the adapters pass to row functions: a fixed-width value as vec.Vector lays it out, or string for text
// and binary. Such a string points to memory of the batch: a function may return it or a part of it, but never keep it.
type Value interface {
	bool | int8 | int16 | int32 | int64 | float32 | float64 | types.Int128 | vec.CalendarInterval | string
}

// Lift makes a kernel that sees only flat and constant arguments: all-constant calls are computed for one row, calls on one dictionary
// (and constants) for its entries that occur, other dictionaries are flattened. A constant null argument gives null at once. The kernel k
// must give null for every row in which an argument is null.
func Lift(t types.DataType, k Kernel) Kernel {
	return func(c *Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
		dictionaries, flat := 0, 0
		var d int
		for i, a := range args {
			switch {
			case a.Type.ID() == types.IDNull || a.Form == vec.Constant && a.IsNull(0):
				return vec.NullVector(c.Arena, t, n), nil
			case a.Form == vec.Dictionary:
				dictionaries++
				d = i
			case a.Form == vec.Flat:
				flat++
			}
		}
		switch {
		case flat == 0 && dictionaries == 0 && len(args) > 0:
			return onConstants(c, k, args, sel, n)
		case flat == 0 && dictionaries == 1 && args[d].Base().Len <= n:
			return onEntries(c, t, k, args, d, sel, n)
		}
		args = FlattenDictionaries(c, args, sel)
		return k(c, args, sel, n)
	}
}

// FlattenDictionaries replaces dictionary vectors by flat ones.
func FlattenDictionaries(c *Context, args []*vec.Vector, sel vec.Sel) []*vec.Vector {
	out := make([]*vec.Vector, len(args))
	for i, a := range args {
		if a.Form == vec.Dictionary {
			a = vec.Flatten(c.Arena, a, sel)
		}
		out[i] = a
	}
	return out
}

func withLen(args []*vec.Vector, n int) []*vec.Vector {
	out := make([]*vec.Vector, len(args))
	for i, a := range args {
		b := *a
		b.Len = n
		out[i] = &b
	}
	return out
}

func onConstants(c *Context, k Kernel, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
	if n == 0 || sel != nil && len(sel) == 0 { // nobody asks for the value, so it must not raise an error
		return k(c, args, sel, n)
	}
	v, err := k(c, withLen(args, 1), nil, 1)
	if err != nil {
		return nil, err
	}
	return vec.AsConstant(c.Arena, v, 0, n), nil
}

// onEntries computes the entries of dictionary args[d] that selected rows use.
func onEntries(c *Context, t types.DataType, k Kernel, args []*vec.Vector, d int, sel vec.Sel, n int) (*vec.Vector, error) {
	dict := args[d]
	entries := dict.Base().Len
	used := vec.Bitmap(c.Zeroed(vec.BitmapBytes(entries)))
	for _, i := range vec.SelOrAll(sel, n) {
		if dict.Valid == nil || dict.Valid.Get(int(i)) {
			used.Set(int(dict.Codes[i]))
		}
	}
	occurring := vec.Sel(vec.AllocOf[int32](c.Arena, entries))[:0]
	for e := range entries {
		if used.Get(e) {
			occurring = append(occurring, int32(e))
		}
	}
	on := withLen(args, entries)
	on[d] = dict.Base()
	v, err := k(c, on, occurring, entries)
	if err != nil {
		return nil, err
	}
	v = vec.Flatten(c.Arena, v, occurring)
	out := &vec.Vector{Type: t, Form: vec.Dictionary, Len: n, Valid: dict.Valid, Codes: dict.Codes}
	if v.Valid != nil {
		out.Valid = vec.NewBitmap(c.Arena, n)
		for i := range n {
			if dict.Valid != nil && !dict.Valid.Get(i) || int(dict.Codes[i]) >= entries || !v.Valid.Get(int(dict.Codes[i])) {
				out.Valid.Clear(i)
			}
		}
		w := *v
		w.Valid = nil
		v = &w
	}
	out.Children = []*vec.Vector{v}
	if vec.Width(t) == 1 { // codes would be wider than values
		return vec.Flatten(c.Arena, out, sel), nil
	}
	return out, nil
}

// input is a flat or constant argument as a slice of values; mask is ANDed with the row number.
type input[T Value] struct {
	data []T
	mask int
	text *[]string
}

var stringPool = sync.Pool{New: func() any { s := make([]string, 0, vec.BatchRows); return &s }}

// read gives the values of v. Text becomes string headers that point to the views' memory.
func read[T Value](v *vec.Vector, n int) (in input[T]) {
	in.mask = -1
	if v.Form == vec.Constant {
		in.mask, n = 0, 1
	}
	var zero T
	if _, text := any(zero).(string); !text {
		in.data = vec.Values[T](v)
		return in
	}
	in.text = stringPool.Get().(*[]string)
	s := (*in.text)[:0]
	if cap(s) < n {
		s = make([]string, 0, n)
	}
	s = s[:n]
	views := vec.Values[vec.View](v)
	for i := range s {
		s[i] = views[i].Str()
	}
	*in.text = s
	in.data = *(*[]T)(unsafe.Pointer(in.text))
	return in
}

func (in *input[T]) free() {
	if in.text != nil {
		stringPool.Put(in.text)
	}
}

// output collects results of physical type R.
type output[R Value] struct {
	c     *Context
	t     types.DataType
	data  []R
	views []vec.View // instead of data for text
	valid vec.Bitmap
	n     int
}

func write[R Value](c *Context, t types.DataType, n int, valid vec.Bitmap, sel vec.Sel) output[R] {
	o := output[R]{c: c, t: t, n: n, valid: valid}
	var zero R
	if _, text := any(zero).(string); text {
		o.views = vec.AllocOf[vec.View](c.Arena, n)
		clear(o.views)
		return o
	}
	o.data = vec.AllocOf[R](c.Arena, n)
	if sel != nil || valid != nil {
		clear(o.data)
	}
	return o
}

// null marks a row; the bitmap may be shared with an argument, so it is copied first.
func (o *output[R]) null(i int, own *bool) {
	if !*own {
		*own = true
		fresh := vec.NewBitmap(o.c.Arena, o.n)
		if o.valid != nil {
			copy(fresh, o.valid)
		}
		o.valid = fresh
	}
	o.valid.Clear(i)
}

func (o *output[R]) vector() *vec.Vector {
	if o.views != nil {
		return vec.FlatVector(o.t, o.views, o.valid)
	}
	return vec.FlatVector(o.t, o.data, o.valid)
}

// put stores a result; a string that lies within the text of an argument is not copied.
func put[R Value](o *output[R], i int, r R, within ...string) {
	if o.views == nil {
		o.data[i] = r
		return
	}
	o.views[i] = viewOf(o.c, *(*string)(unsafe.Pointer(&r)), within)
}

func viewOf(c *Context, s string, within []string) vec.View {
	b := unsafe.Slice(unsafe.StringData(s), len(s))
	if len(s) <= 12 {
		return vec.ViewOf(b)
	}
	p := uintptr(unsafe.Pointer(unsafe.StringData(s)))
	for _, w := range within {
		from := uintptr(unsafe.Pointer(unsafe.StringData(w)))
		if p >= from && p+uintptr(len(s)) <= from+uintptr(len(w)) && len(w) > 12 {
			return vec.ViewOf(b)
		}
	}
	return c.View(b)
}

// asText is a when it is a string, else "".
func asText[A Value](a A) string {
	if s, ok := any(a).(string); ok {
		return s
	}
	return ""
}

func argsValid(c *Context, args []*vec.Vector, n int) vec.Bitmap {
	var valid vec.Bitmap
	for _, a := range args {
		if a.Form != vec.Constant {
			valid = AndValid(c, valid, a.Valid, n)
		}
	}
	return valid
}
