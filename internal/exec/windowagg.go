package exec

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// frameAggregate computes an aggregate function over the frame of each row. How depends on the frame:
//
//	whole partition     one group per partition, all rows at once
//	growing from start  one group per partition, fed row by row, read after each row (or group of peers)
//	sliding, removable  one group, rows fed and taken out as the frame moves
//	anything else       one group per row, fed with all rows of its frame
type frameAggregate struct {
	c      *Context
	fc     *fn.Context
	new    func() fn.Accumulator
	args   []*vec.Vector
	filter *vec.Vector // nil: all rows
	p      *partitions
	n      int
	t      types.DataType
}

// removeAbove is the average frame size from which moving a frame costs less than feeding it anew.
const removeAbove = 16

func (x *frameAggregate) compute(f Frame, frames *frames) (*vec.Vector, error) {
	switch {
	case f.Lower.Kind == UnboundedPreceding && f.Upper.Kind == UnboundedFollowing:
		return x.whole()
	case f.Lower.Kind == UnboundedPreceding:
		return x.growing(frames)
	}
	total := 0
	for i := range frames.lo {
		total += int(max(0, frames.hi[i]-frames.lo[i]))
	}
	if total > removeAbove*x.n {
		acc := x.new()
		_, removable := acc.(fn.Remover)
		acc.Close()
		if removable {
			return x.sliding(frames)
		}
	}
	return x.anew(frames)
}

// admitted narrows rows to those that the filter passes; sel is reused.
func (x *frameAggregate) admitted(from, to int32, sel vec.Sel) vec.Sel {
	sel = sel[:0]
	for i := from; i < to; i++ {
		if x.passes(i) {
			sel = append(sel, i)
		}
	}
	return sel
}

func (x *frameAggregate) passes(i int32) bool {
	return x.filter == nil || !x.filter.IsNull(int(i)) && vec.At[bool](x.filter, int(i))
}

func (x *frameAggregate) whole() (*vec.Vector, error) {
	acc := x.new()
	defer acc.Close()
	acc.Grow(x.p.count())
	var sel vec.Sel
	for from := 0; from < x.n; from += vec.BatchRows {
		if err := x.c.Err(); err != nil {
			return nil, err
		}
		sel = x.admitted(int32(from), int32(min(x.n, from+vec.BatchRows)), sel)
		if len(sel) == 0 {
			continue
		}
		if err := x.update(acc, sel, x.p.of); err != nil {
			return nil, err
		}
	}
	v, err := acc.Result(x.fc, 0, x.p.count())
	if err != nil {
		return nil, err
	}
	return vec.Gather(x.fc.Arena, v, x.p.of), nil
}

// update feeds rows with a scratch arena of its own.
func (x *frameAggregate) update(acc fn.Accumulator, sel vec.Sel, groups []int32) error {
	scratch := x.c.Alloc.NewArena()
	defer scratch.Release()
	return acc.Update(x.c.fnContext(scratch), x.args, sel, x.n, groups)
}

// growing reads the result after each step of the frame's end.
func (x *frameAggregate) growing(f *frames) (*vec.Vector, error) {
	acc := x.new()
	defer func() { acc.Close() }()
	out := vec.NewBuilder(x.fc.Arena, x.t)
	scratch := x.c.Alloc.NewArena()
	defer func() { scratch.Release() }()
	fc := x.c.fnContext(scratch)
	groups := make([]int32, x.n)
	var sel vec.Sel
	var last *vec.Vector
	for part := range x.p.count() {
		acc.Close()
		acc = x.new()
		acc.Grow(1)
		from, to := x.p.starts[part], x.p.starts[part+1]
		fed := from
		last = nil
		for i := from; i < to; i++ {
			if i&1023 == 0 && i > 0 {
				if err := x.c.Err(); err != nil {
					return nil, err
				}
				scratch.Release()
				scratch = x.c.Alloc.NewArena()
				fc, last = x.c.fnContext(scratch), nil
			}
			if hi := f.hi[i]; hi > fed {
				if sel = x.admitted(fed, hi, sel); len(sel) > 0 {
					if err := acc.Update(fc, x.args, sel, x.n, groups); err != nil {
						return nil, err
					}
				}
				fed, last = hi, nil
			}
			if last == nil {
				var err error
				if last, err = acc.Result(fc, 0, 1); err != nil {
					return nil, err
				}
			}
			out.From(last, 0)
		}
	}
	return out.Finish(), nil
}

// sliding moves one frame over each partition.
func (x *frameAggregate) sliding(f *frames) (*vec.Vector, error) {
	out := vec.NewBuilder(x.fc.Arena, x.t)
	groups := make([]int32, x.n)
	var sel vec.Sel
	for part := range x.p.count() {
		acc := x.new()
		acc.Grow(1)
		lo, hi := x.p.starts[part], x.p.starts[part]
		err := func() error {
			scratch := x.c.Alloc.NewArena()
			defer func() { scratch.Release() }()
			fc := x.c.fnContext(scratch)
			for i := x.p.starts[part]; i < x.p.starts[part+1]; i++ {
				if i&1023 == 0 && i > 0 {
					if err := x.c.Err(); err != nil {
						return err
					}
					scratch.Release()
					scratch = x.c.Alloc.NewArena()
					fc = x.c.fnContext(scratch)
				}
				if to := f.hi[i]; to > hi {
					if sel = x.admitted(hi, to, sel); len(sel) > 0 {
						if err := acc.Update(fc, x.args, sel, x.n, groups); err != nil {
							return err
						}
					}
					hi = to
				}
				for ; lo < min(f.lo[i], hi); lo++ {
					if x.passes(lo) {
						if err := acc.(fn.Remover).Remove(fc, x.args, int(lo), 0); err != nil {
							return err
						}
					}
				}
				v, err := acc.Result(fc, 0, 1)
				if err != nil {
					return err
				}
				out.From(v, 0)
			}
			return nil
		}()
		acc.Close()
		if err != nil {
			return nil, err
		}
	}
	return out.Finish(), nil
}

// anew feeds every frame from its beginning, many frames in one call.
func (x *frameAggregate) anew(f *frames) (*vec.Vector, error) {
	var parts []vec.Part
	for from := 0; from < x.n; from += vec.BatchRows {
		v, err := x.some(f, from, min(x.n, from+vec.BatchRows))
		if err != nil {
			return nil, err
		}
		parts = append(parts, vec.Part{Vector: v})
	}
	return vec.ConcatParts(x.fc.Arena, x.t, parts), nil
}

func (x *frameAggregate) some(f *frames, from, to int) (*vec.Vector, error) {
	acc := x.new()
	defer acc.Close()
	acc.Grow(to - from)
	var rows, groups []int32
	flush := func() error {
		scratch := x.c.Alloc.NewArena()
		defer scratch.Release()
		args := make([]*vec.Vector, len(x.args))
		for i, a := range x.args {
			args[i] = vec.Gather(scratch, a, rows)
		}
		err := acc.Update(x.c.fnContext(scratch), args, nil, len(rows), groups)
		rows, groups = rows[:0], groups[:0]
		return err
	}
	for i := from; i < to; i++ {
		for k := f.lo[i]; k < f.hi[i]; k++ {
			if !x.passes(k) {
				continue
			}
			rows, groups = append(rows, k), append(groups, int32(i-from))
			if len(rows) == vec.BatchRows {
				if err := x.c.Err(); err != nil {
					return nil, err
				}
				if err := flush(); err != nil {
					return nil, err
				}
			}
		}
	}
	if len(rows) > 0 {
		if err := flush(); err != nil {
			return nil, err
		}
	}
	return acc.Result(x.fc, 0, to-from)
}
