package exec

import (
	"strconv"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// rank computes a window-only function by name over all partitions.
func (w *windowing) rank(c *Context, r *rows, p *partitions, f windowFunc, call *expr.WindowFunction, name string, args []*vec.Vector) (*vec.Vector, error) {
	switch name {
	case "row_number":
		return ranks(r, func(i int) int32 { from, _ := p.bounds(i); return int32(i) - from + 1 }), nil
	case "rank":
		return ranks(r, func(i int) int32 { from, _ := p.bounds(i); return p.peers[i] - from + 1 }), nil
	case "dense_rank":
		return denseRank(r, p), nil
	case "percent_rank":
		return ratios(r, func(i int) float64 {
			from, to := p.bounds(i)
			if to-from <= 1 {
				return 0
			}
			return float64(p.peers[i]-from) / float64(to-from-1)
		}), nil
	case "cume_dist":
		return ratios(r, func(i int) float64 {
			from, to := p.bounds(i)
			return float64(p.ends[i]-from) / float64(to-from)
		}), nil
	case "ntile":
		return ntile(r, p, args)
	case "lag", "lead":
		return shifted(r, p, call, name, args)
	case "first_value", "first", "any_value", "last_value", "last", "nth_value":
		frames, err := w.frames(c, r, p, f.column.Frame)
		if err != nil {
			return nil, err
		}
		return picked(r, frames, call, name, args)
	}
	return nil, sparkerr.Unsupported("window function " + name)
}

func ranks(r *rows, rank func(i int) int32) *vec.Vector {
	out := vec.AllocOf[int32](r.arena, r.n)
	for i := range out {
		out[i] = rank(i)
	}
	return vec.FlatVector(types.Integer, out, nil)
}

func ratios(r *rows, ratio func(i int) float64) *vec.Vector {
	out := vec.AllocOf[float64](r.arena, r.n)
	for i := range out {
		out[i] = ratio(i)
	}
	return vec.FlatVector(types.Double, out, nil)
}

func denseRank(r *rows, p *partitions) *vec.Vector {
	last := int32(0)
	return ranks(r, func(i int) int32 {
		switch from, _ := p.bounds(i); {
		case int32(i) == from:
			last = 1
		case p.peers[i] == int32(i):
			last++
		}
		return last
	})
}

// ntile deals the rows of a partition into n buckets; the first ones get a row more when it does not come out even.
func ntile(r *rows, p *partitions, args []*vec.Vector) (*vec.Vector, error) {
	buckets := int64(1)
	if r.n > 0 && len(args) > 0 {
		n, ok := integerAt(args[0], 0)
		if !ok || n <= 0 {
			return nil, sparkerr.New("DATATYPE_MISMATCH.VALUE_OUT_OF_RANGE", "sqlExpr", `"ntile"`, "exprName", "buckets",
				"valueRange", "[1, 2147483647]", "currentValue", strconv.FormatInt(n, 10))
		}
		buckets = n
	}
	return ranks(r, func(i int) int32 {
		from, to := p.bounds(i)
		size, more := int64(to-from)/buckets, int64(to-from)%buckets
		at := int64(int32(i) - from)
		if at < more*(size+1) {
			return int32(at/(size+1)) + 1
		}
		return int32(more+(at-more*(size+1))/size) + 1
	}), nil
}

func integerAt(v *vec.Vector, i int) (int64, bool) {
	switch x := vec.ValueAt(v, i).(type) {
	case int8:
		return int64(x), true
	case int16:
		return int64(x), true
	case int32:
		return int64(x), true
	case int64:
		return x, true
	}
	return 0, false
}

// shifted is lag and lead: the value some rows before or after, the default where there is no such row.
func shifted(r *rows, p *partitions, call *expr.WindowFunction, name string, args []*vec.Vector) (*vec.Vector, error) {
	offset := int64(1)
	if len(args) > 1 && r.n > 0 {
		n, ok := integerAt(args[1], 0)
		if !ok {
			return nil, sparkerr.Internal("the offset of %s is no integer", name)
		}
		offset = n
	}
	if name == "lag" {
		offset = -offset
	}
	idx := make([]int32, r.n)
	for i := range idx {
		from, to := p.bounds(i)
		idx[i] = shift(args[0], int64(i), int64(from), int64(to), offset, call.IgnoreNulls)
	}
	if len(args) < 3 {
		return vec.Gather(r.arena, args[0], idx), nil
	}
	b := vec.NewBuilder(r.arena, args[0].Type).ShareText()
	for i, k := range idx {
		if k >= 0 {
			b.From(args[0], int(k))
		} else {
			b.From(args[2], i)
		}
	}
	return b.Finish(), nil
}

// shift finds the row offset rows from i, counting only rows that are not null when nulls are ignored; -1 when it is outside.
func shift(v *vec.Vector, i, from, to, offset int64, ignoreNulls bool) int32 {
	if !ignoreNulls || offset == 0 {
		if k := i + offset; k >= from && k < to {
			return int32(k)
		}
		return -1
	}
	step, left := int64(1), offset
	if offset < 0 {
		step, left = -1, -offset
	}
	for k := i + step; k >= from && k < to; k += step {
		if !v.IsNull(int(k)) {
			if left--; left == 0 {
				return int32(k)
			}
		}
	}
	return -1
}

// picked is first_value, last_value and nth_value: one row of the frame.
func picked(r *rows, frames *frames, call *expr.WindowFunction, name string, args []*vec.Vector) (*vec.Vector, error) {
	nth := int64(1)
	if name == "nth_value" && r.n > 0 {
		n, ok := integerAt(args[1], 0)
		if !ok || n <= 0 {
			return nil, sparkerr.New("DATATYPE_MISMATCH.VALUE_OUT_OF_RANGE", "sqlExpr", `"nth_value"`, "exprName", "offset",
				"valueRange", "(0, 9223372036854775807]", "currentValue", strconv.FormatInt(n, 10))
		}
		nth = n
	}
	last := name == "last_value" || name == "last"
	idx := make([]int32, r.n)
	for i := range idx {
		lo, hi := int64(frames.lo[i]), int64(frames.hi[i])
		if last {
			idx[i] = shift(args[0], hi, lo, hi, -1, call.IgnoreNulls)
		} else {
			idx[i] = shift(args[0], lo-1, lo, hi, nth, call.IgnoreNulls)
		}
	}
	return vec.Gather(r.arena, args[0], idx), nil
}
