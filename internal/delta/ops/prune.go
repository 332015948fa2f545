package ops

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// keySetMax is up to how many distinct values of a key are tested one by one against a file's bounds; more are tested as a range.
const keySetMax = 256

// keyBounds are conditions on the target that every match satisfies, read off the keys of the source: the set of values of a key where it is
// small, else its range. They prune files of the target; whether or not ON says anything about partitions.
func (r *mergeRun) keyBounds() []expr.Expr {
	var out []expr.Expr
	for i, k := range r.source.keys {
		if e := keyBound(r.join.target[i], k, r.source.admitted, r.join.nullSafe[i]); e != nil {
			out = append(out, e)
		}
	}
	return out
}

// keyBound is nil where nothing useful can be said.
func keyBound(target expr.Expr, key *vec.Vector, rows vec.Sel, nullSafe bool) expr.Expr {
	if !types.IsOrderable(key.Type) || types.IsNested(key.Type) || key.Type.ID() == types.IDFloat || key.Type.ID() == types.IDDouble {
		return nil
	}
	order := vec.NewComparer(key.Type)
	low, high, distinct, nulls := int32(-1), int32(-1), distinctRows{key: key}, false
	for _, row := range rows {
		if key.IsNull(int(row)) {
			nulls = true
			continue
		}
		distinct.add(row)
		if low < 0 || order(key, int(row), key, int(low)) < 0 {
			low = row
		}
		if high < 0 || order(key, int(row), key, int(high)) > 0 {
			high = row
		}
	}
	literal := func(row int32) expr.Expr {
		return &expr.Literal{DataType: key.Type, Value: vec.ValueAt(key, int(row))}
	}
	var bound expr.Expr
	switch {
	case low < 0 && !(nulls && nullSafe):
		return &expr.Literal{DataType: types.Boolean, Value: false} // no key: nothing matches
	case low < 0:
		return &expr.IsNull{Child: target}
	case !distinct.many:
		in := &expr.In{Value: target}
		for _, row := range distinct.rows {
			in.List = append(in.List, literal(row))
		}
		bound = in
	default:
		bound = &expr.And{
			Left:  &expr.Compare{Op: expr.Ge, Left: target, Right: literal(low)},
			Right: &expr.Compare{Op: expr.Le, Left: target, Right: literal(high)},
		}
	}
	if nulls && nullSafe {
		bound = &expr.Or{Left: bound, Right: &expr.IsNull{Child: target}}
	}
	return bound
}

// distinctRows collects rows of distinct values until there are too many.
type distinctRows struct {
	key  *vec.Vector
	seen map[uint64][]int32
	rows []int32
	many bool
}

func (d *distinctRows) add(row int32) {
	if d.many {
		return
	}
	h := vec.HashValue(d.key, int(row))
	for _, o := range d.seen[h] {
		if vec.EqualValues(d.key, int(o), d.key, int(row)) {
			return
		}
	}
	if len(d.rows) == keySetMax {
		d.many = true
		return
	}
	if d.seen == nil {
		d.seen = map[uint64][]int32{}
	}
	d.seen[h] = append(d.seen[h], row)
	d.rows = append(d.rows, row)
}
