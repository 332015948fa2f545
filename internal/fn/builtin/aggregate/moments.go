package aggregate

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// moments are the central moments of the values so far (Welford; merged by Chan's formulas), as Spark's CentralMomentAgg keeps them.
type moments struct{ n, mean, m2, m3, m4 float64 }

func (s *moments) add(x float64) {
	s.n++
	delta := x - s.mean
	deltaN := delta / s.n
	mean := s.mean + deltaN
	m2 := s.m2 + delta*(delta-deltaN)
	delta2, deltaN2 := delta*delta, deltaN*deltaN
	m3 := s.m3 - 3*deltaN*m2 + delta*(delta2-deltaN2)
	s.m4 += -4*deltaN*m3 - 6*deltaN2*m2 + delta*(delta*delta2-deltaN*deltaN2)
	s.mean, s.m2, s.m3 = mean, m2, m3
}

func (s *moments) merge(o *moments) {
	if o.n == 0 {
		return
	}
	if s.n == 0 {
		*s = *o
		return
	}
	n1, n2 := s.n, o.n
	n := n1 + n2
	delta := o.mean - s.mean
	deltaN := delta / n
	m2 := s.m2 + o.m2 + delta*deltaN*n1*n2
	m3 := s.m3 + o.m3 + deltaN*deltaN*delta*n1*n2*(n1-n2) + 3*deltaN*(n1*o.m2-n2*s.m2)
	m4 := s.m4 + o.m4 + deltaN*deltaN*deltaN*delta*n1*n2*(n1*n1-n1*n2+n2*n2) +
		6*deltaN*deltaN*(n1*n1*o.m2+n2*n2*s.m2) + 4*deltaN*(n1*o.m3-n2*s.m3)
	*s = moments{n, s.mean + deltaN*n2, m2, m3, m4}
}

// momentOf binds a function of the moments; ok is false for null.
func momentOf(value func(s *moments) (v float64, ok bool)) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		args, err := c.Take(1, 1, fn.Exact(types.Double))
		if err != nil {
			return nil, err
		}
		return bound(args, types.Double, func() fn.Accumulator {
			return &fold[float64, moments]{t: types.Double,
				step:  func(s *moments, v float64) error { s.add(v); return nil },
				merge: func(s, o *moments) error { s.merge(o); return nil },
				result: func(s *moments, out *vec.Builder) error {
					if v, ok := value(s); ok && s.n > 0 {
						vec.Put(out, v)
					} else {
						out.Null()
					}
					return nil
				}}
		}), nil
	}
}
