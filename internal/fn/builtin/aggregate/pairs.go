package aggregate

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// comoments are the joint moments of pairs, as Spark's Covariance and PearsonCorrelation keep them.
// m2 is xm as CentralMomentAgg rounds it and sx the plain sum of x, which the regression functions use.
type comoments struct{ n, x, y, ck, xm, ym, m2, sx float64 }

func (s *comoments) add(x, y float64) {
	s.n++
	s.sx += x
	dx, dy := x-s.x, y-s.y
	dxN := dx / s.n
	s.x += dxN
	yOld := dy / s.n
	s.y += yOld
	s.ck += dx * (y - s.y)
	s.xm += dx * (x - s.x)
	s.m2 += dx * (dx - dxN)
	s.ym += dy * (y - s.y)
}

func (s *comoments) merge(o *comoments) {
	if o.n == 0 {
		return
	}
	if s.n == 0 {
		*s = *o
		return
	}
	n := s.n + o.n
	dx, dy := o.x-s.x, o.y-s.y
	dxN, dyN := dx/n, dy/n
	s.ck += o.ck + dx*dyN*s.n*o.n
	s.xm += o.xm + dx*dxN*s.n*o.n
	s.ym += o.ym + dy*dyN*s.n*o.n
	s.sx += o.sx
	s.m2 += o.m2 + dx*dxN*s.n*o.n
	s.x += dxN * o.n
	s.y += dyN * o.n
	s.n = n
}

// pairs accumulates two DOUBLE arguments; a row with a null is skipped.
type pairs struct {
	states []comoments
	value  func(s *comoments) (float64, bool)
}

func (p *pairs) Grow(n int) {
	if n > len(p.states) {
		p.states = append(p.states, make([]comoments, n-len(p.states))...)
	}
}

func (p *pairs) Update(_ *fn.Context, args []*vec.Vector, sel vec.Sel, n int, groups []int32) error {
	for _, i := range vec.SelOrAll(sel, n) {
		if args[0].IsNull(int(i)) || args[1].IsNull(int(i)) {
			continue
		}
		g := int32(0)
		if groups != nil {
			g = groups[i]
		}
		p.states[g].add(vec.At[float64](args[0], int(i)), vec.At[float64](args[1], int(i)))
	}
	return nil
}

func (p *pairs) Merge(_ *fn.Context, other fn.Accumulator, into []int32) error {
	o := other.(*pairs)
	for i, g := range into {
		p.states[g].merge(&o.states[i])
	}
	return nil
}

func (p *pairs) Result(c *fn.Context, from, n int) (*vec.Vector, error) {
	out := vec.NewBuilder(c.Arena, types.Double)
	for i := from; i < from+n; i++ {
		if v, ok := p.value(&p.states[i]); ok && p.states[i].n > 0 {
			vec.Put(out, v)
		} else {
			out.Null()
		}
	}
	return out.Finish(), nil
}

func (p *pairs) Bytes() int64 { return int64(64 * cap(p.states)) }
func (p *pairs) Close()       { p.states = nil }

func ofPairs(value func(s *comoments) (float64, bool)) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(2, 2, fn.Exact(types.Double))
		if err != nil {
			return nil, err
		}
		return bound(args, types.Double, func() fn.Accumulator { return &pairs{value: value} }), nil
	}
}
