package aggregate

import (
	"unsafe"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// fold accumulates one argument of physical type A into a state S per group; nulls are skipped.
type fold[A fn.Value, S any] struct {
	t      types.DataType
	states []S
	step   func(s *S, a A) error
	merge  func(into, from *S) error
	result func(s *S, out *vec.Builder) error
	// remove takes a value out again; nil when that is not exact.
	remove func(s *S, a A)
}

func (f *fold[A, S]) Grow(n int) {
	if n > len(f.states) {
		f.states = append(f.states, make([]S, n-len(f.states))...)
	}
}

func (f *fold[A, S]) Update(c *fn.Context, args []*vec.Vector, sel vec.Sel, n int, groups []int32) error {
	v := args[0]
	if v.Type.ID() == types.IDNull || v.Form == vec.Constant && v.IsNull(0) {
		return nil
	}
	if v.Form == vec.Dictionary {
		v = vec.Flatten(c.Arena, v, sel)
	}
	get := reader[A](v)
	for _, i := range vec.SelOrAll(sel, n) {
		if v.Valid != nil && v.IsNull(int(i)) {
			continue
		}
		g := int32(0)
		if groups != nil {
			g = groups[i]
		}
		if err := f.step(&f.states[g], get(int(i))); err != nil {
			return err
		}
	}
	return nil
}

// reader reads rows of a flat or constant vector. Text points to the batch: keep a copy.
func reader[A fn.Value](v *vec.Vector) func(i int) A {
	mask := -1
	if v.Form == vec.Constant {
		mask = 0
	}
	var zero A
	if _, text := any(zero).(string); text {
		views := vec.Values[vec.View](v)
		return func(i int) A { return any(views[i&mask].Str()).(A) }
	}
	data := vec.Values[A](v)
	return func(i int) A { return data[i&mask] }
}

func (f *fold[A, S]) Merge(_ *fn.Context, other fn.Accumulator, into []int32) error {
	o := other.(*fold[A, S])
	for i := range into {
		if err := f.merge(&f.states[into[i]], &o.states[i]); err != nil {
			return err
		}
	}
	return nil
}

func (f *fold[A, S]) Result(c *fn.Context, from, n int) (*vec.Vector, error) {
	out := vec.NewBuilder(c.Arena, f.t)
	for i := from; i < from+n; i++ {
		if err := f.result(&f.states[i], out); err != nil {
			return nil, err
		}
	}
	return out.Finish(), nil
}

func (f *fold[A, S]) Bytes() int64 {
	var s S
	return int64(cap(f.states)) * int64(unsafe.Sizeof(s))
}

func (f *fold[A, S]) Close() { f.states = nil }

// removable is a fold from which rows can be taken out.
type removable[A fn.Value, S any] struct{ fold[A, S] }

func (f *removable[A, S]) Remove(_ *fn.Context, args []*vec.Vector, row int, group int32) error {
	if v := args[0]; !v.IsNull(row) {
		f.remove(&f.states[group], vec.At[A](v, row))
	}
	return nil
}

func (f *removable[A, S]) Merge(c *fn.Context, other fn.Accumulator, into []int32) error {
	return f.fold.Merge(c, &other.(*removable[A, S]).fold, into)
}
