package exec

import (
	"math"
	"sort"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// frames are the rows [lo, hi) that each row's frame holds; lo >= hi is an empty frame.
type frames struct{ lo, hi []int32 }

// frames computes the frame of every row.
func (w *windowing) frames(c *Context, r *rows, p *partitions, f Frame) (*frames, error) {
	out := &frames{make([]int32, r.n), make([]int32, r.n)}
	lower, err := w.bound(c, r, p, f.Rows, f.Lower, false)
	if err != nil {
		return nil, err
	}
	upper, err := w.bound(c, r, p, f.Rows, f.Upper, true)
	if err != nil {
		return nil, err
	}
	for i := range r.n {
		out.lo[i], out.hi[i] = lower(i), upper(i)
	}
	return out, nil
}

// bound gives the function from a row to one end of its frame: the first row of it, or the row after its last.
func (w *windowing) bound(c *Context, r *rows, p *partitions, byRows bool, b Bound, upper bool) (func(i int) int32, error) {
	switch b.Kind {
	case UnboundedPreceding:
		return func(i int) int32 { from, _ := p.bounds(i); return from }, nil
	case UnboundedFollowing:
		return func(i int) int32 { _, to := p.bounds(i); return to }, nil
	case CurrentRow:
		switch {
		case byRows && upper:
			return func(i int) int32 { return int32(i) + 1 }, nil
		case byRows:
			return func(i int) int32 { return int32(i) }, nil
		case upper:
			return func(i int) int32 { return p.ends[i] }, nil
		}
		return func(i int) int32 { return p.peers[i] }, nil
	}
	if byRows {
		return rowsBound(p, b, upper)
	}
	return w.rangeBound(c, r, p, b, upper)
}

func rowsBound(p *partitions, b Bound, upper bool) (func(i int) int32, error) {
	offset, ok := literalInteger(b.Offset.Value)
	if !ok {
		return nil, sparkerr.Internal("the offset of a ROWS frame is a %T", b.Offset.Value)
	}
	if b.Kind == Preceding {
		offset = -offset
	}
	if upper {
		offset++
	}
	return func(i int) int32 {
		from, to := p.bounds(i)
		return int32(min(max(int64(i)+offset, int64(from)), int64(to)))
	}, nil
}

func literalInteger(v any) (int64, bool) {
	switch x := v.(type) {
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

// rangeBound moves the order key by the offset and searches the partition for the place of the result. Rows with a null key have only
// their peers.
func (w *windowing) rangeBound(c *Context, r *rows, p *partitions, b Bound, upper bool) (func(i int) int32, error) {
	at := len(w.node.PartitionBy)
	if len(w.node.OrderBy) != 1 {
		return nil, sparkerr.New("DATATYPE_MISMATCH.RANGE_FRAME_MULTI_ORDER", "sqlExpr", "RANGE", "orderSpec", "")
	}
	key, dir := r.cols[w.keyed.keys[at]], w.keys[at]
	back := (b.Kind == Preceding) != dir.Descending
	move, err := newKeyMove(c, key, b, back)
	if err != nil {
		return nil, err
	}
	return func(i int) int32 {
		if key.IsNull(i) {
			if upper {
				return p.ends[i]
			}
			return p.peers[i]
		}
		from, to := p.bounds(i)
		for from < to && key.IsNull(int(from)) {
			from++
		}
		for to > from && key.IsNull(int(to-1)) {
			to--
		}
		compare := move(i)
		n := sort.Search(int(to-from), func(k int) bool {
			x := compare(int(from) + k)
			if dir.Descending {
				x = -x
			}
			if upper {
				return x > 0
			}
			return x >= 0
		})
		return from + int32(n)
	}, nil
}

// keyMove gives, for a row, a comparison of the keys of other rows with its moved key.
type keyMove func(i int) func(k int) int

func newKeyMove(c *Context, key *vec.Vector, b Bound, back bool) (keyMove, error) {
	switch key.Type.(type) {
	case types.FloatType:
		return floatMove(vec.Values[float32](key), b.Offset.Value, back)
	case types.DoubleType:
		return floatMove(vec.Values[float64](key), b.Offset.Value, back)
	case types.DecimalType:
		return decimalMove(key, b, back)
	}
	read := integerKeys(key)
	if read == nil {
		return nil, sparkerr.Unsupported("RANGE frame over " + key.Type.SQL())
	}
	step, err := integerStep(c, key.Type, b)
	if err != nil {
		return nil, err
	}
	return func(i int) func(int) int {
		goal := step(read(i), back)
		return func(k int) int {
			switch x := read(k); {
			case x < goal:
				return -1
			case x > goal:
				return 1
			}
			return 0
		}
	}, nil
}

// integerKeys reads keys that are integers in memory.
func integerKeys(v *vec.Vector) func(i int) int64 {
	switch v.Type.ID() {
	case types.IDByte:
		return func(i int) int64 { return int64(vec.Values[int8](v)[i]) }
	case types.IDShort:
		return func(i int) int64 { return int64(vec.Values[int16](v)[i]) }
	case types.IDInteger, types.IDDate, types.IDYearMonthInterval:
		return func(i int) int64 { return int64(vec.Values[int32](v)[i]) }
	case types.IDLong, types.IDTimestamp, types.IDTimestampNTZ, types.IDDayTimeInterval, types.IDTime:
		return func(i int) int64 { return vec.Values[int64](v)[i] }
	}
	return nil
}

const microsPerDay = 86_400_000_000

// integerStep is the move of an integer key: by a number, or of a date or timestamp by an interval.
func integerStep(c *Context, key types.DataType, b Bound) (func(x int64, back bool) int64, error) {
	n, ok := literalInteger(b.Offset.Value)
	if _, calendar := b.Offset.Value.(types.CalendarIntervalValue); !ok && !calendar {
		return nil, sparkerr.Unsupported("RANGE frame with an offset of type " + b.Offset.DataType.SQL())
	}
	switch {
	case b.Offset.DataType.ID() == types.IDDayTimeInterval && key.ID() == types.IDDate:
		n /= microsPerDay
	case b.Offset.DataType.ID() == types.IDYearMonthInterval && key.ID() != types.IDYearMonthInterval:
		return monthStep(c, key, int(n), 0), nil
	case b.Offset.DataType.ID() == types.IDCalendarInterval:
		v := b.Offset.Value.(types.CalendarIntervalValue)
		micros := v.Micros + int64(v.Days)*microsPerDay
		if key.ID() == types.IDDate {
			micros /= microsPerDay
		}
		return monthStep(c, key, int(v.Months), micros), nil
	}
	return func(x int64, back bool) int64 { return addSaturated(x, n, back) }, nil
}

func addSaturated(x, n int64, back bool) int64 {
	if back {
		n = -n
	}
	s := x + n
	switch {
	case n > 0 && s < x:
		return math.MaxInt64
	case n < 0 && s > x:
		return math.MinInt64
	}
	return s
}

// monthStep adds months in the calendar, to the last day of a month that is too short.
func monthStep(c *Context, key types.DataType, months int, rest int64) func(x int64, back bool) int64 {
	zone := time.UTC
	if key.ID() == types.IDTimestamp && c.Env != nil && c.Env.TimeZone != nil {
		zone = c.Env.TimeZone
	}
	return func(x int64, back bool) int64 {
		m := months
		if back {
			m = -m
		}
		var t time.Time
		if key.ID() == types.IDDate {
			t = time.Unix(x*86400, 0).UTC()
		} else {
			t = time.UnixMicro(x).In(zone)
		}
		t = addMonths(t, m)
		if key.ID() == types.IDDate {
			return addSaturated(int64(math.Floor(float64(t.Unix())/86400)), rest, back)
		}
		return addSaturated(t.UnixMicro(), rest, back)
	}
}

func addMonths(t time.Time, months int) time.Time {
	first := time.Date(t.Year(), t.Month()+time.Month(months), 1, t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), t.Location())
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(t.Day(), last)-1)
}

func floatMove[T float32 | float64](keys []T, offset any, back bool) (keyMove, error) {
	var n T
	switch x := offset.(type) {
	case float32:
		n = T(x)
	case float64:
		n = T(x)
	default:
		i, ok := literalInteger(offset)
		if !ok {
			return nil, sparkerr.Internal("the offset of a RANGE frame is a %T", offset)
		}
		n = T(i)
	}
	if back {
		n = -n
	}
	return func(i int) func(int) int {
		goal := keys[i] + n
		return func(k int) int { return vec.CompareFloats(keys[k], goal) }
	}, nil
}

func decimalMove(key *vec.Vector, b Bound, back bool) (keyMove, error) {
	t := key.Type.(types.DecimalType)
	d, ok := b.Offset.Value.(types.Decimal)
	if !ok {
		i, isInt := literalInteger(b.Offset.Value)
		if !isInt {
			return nil, sparkerr.Internal("the offset of a RANGE frame is a %T", b.Offset.Value)
		}
		d = types.Decimal{Unscaled: types.Int128Of(i), Precision: 19}
	}
	n, ok := d.Unscaled.Rescale(d.Scale, t.Scale)
	if !ok {
		return nil, sparkerr.Unsupported("RANGE frame with an offset of more digits than the key")
	}
	if back {
		n = n.Neg()
	}
	values := vec.Values[types.Int128](key)
	return func(i int) func(int) int {
		goal := values[i].Add(n)
		return func(k int) int { return values[k].Cmp(goal) }
	}, nil
}
