package eval

import (
	"bytes"
	"cmp"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

type comparison struct {
	op          expr.CompareOp
	left, right Evaluator
	rows        rowsCompare
}

func (c *compiler) compare(e *expr.Compare) (Evaluator, error) {
	l, err := c.compile(e.Left)
	if err != nil {
		return nil, err
	}
	r, err := c.compile(e.Right)
	return &comparison{e.Op, l, r, compareRows(e.Left.Type())}, err
}

func (k *comparison) Eval(c *fn.Context, b *vec.Batch, sel vec.Sel) (*vec.Vector, error) {
	l, err := k.left.Eval(c, b, sel)
	if err != nil {
		return nil, err
	}
	r, err := k.right.Eval(c, b, sel)
	if err != nil {
		return nil, err
	}
	if k.op == expr.EqNullSafe {
		return k.nullSafe(c, l, r, sel, b.Len), nil
	}
	return k.compare(c, l, r, sel, b.Len), nil
}

func isConstantNull(v *vec.Vector) bool {
	return v.Type.ID() == types.IDNull || v.Form == vec.Constant && v.IsNull(0)
}

// compare gives null where a side is null.
func (k *comparison) compare(c *fn.Context, l, r *vec.Vector, sel vec.Sel, n int) *vec.Vector {
	switch {
	case isConstantNull(l) || isConstantNull(r):
		return vec.NullVector(c.Arena, types.Boolean, n)
	case l.Form == vec.Constant && r.Form == vec.Constant:
		v := k.values(c, l, r, nil, 1)
		return vec.ConstantVector(c.Arena, types.Boolean, vec.Bools(v)[0], n)
	case l.Form == vec.Dictionary && r.Form == vec.Constant && l.Base().Len <= n:
		return onCodes(c, l, k.values(c, l.Base(), r, nil, l.Base().Len), n)
	case r.Form == vec.Dictionary && l.Form == vec.Constant && r.Base().Len <= n:
		return onCodes(c, r, k.values(c, l, r.Base(), nil, r.Base().Len), n)
	}
	l, r = unDictionary(c, l, sel), unDictionary(c, r, sel)
	v := k.values(c, l, r, sel, n)
	v.Valid = bothValid(c, l, r, n)
	return v
}

func unDictionary(c *fn.Context, v *vec.Vector, sel vec.Sel) *vec.Vector {
	if v.Form == vec.Dictionary {
		return vec.Flatten(c.Arena, v, sel)
	}
	return v
}

// onCodes spreads answers for the entries of a dictionary to its rows. (A null row may carry any code.)
func onCodes(c *fn.Context, d, answers *vec.Vector, n int) *vec.Vector {
	of, out := vec.Bools(answers), vec.AllocOf[bool](c.Arena, n)
	if d.Valid == nil && d.Base().Len > 0 {
		for i, code := range d.Codes[:n] {
			if int(code) < len(of) { // rows outside the selection may be anything
				out[i] = of[code]
			}
		}
		return vec.FlatVector(types.Boolean, out, nil)
	}
	clear(out)
	for i := range out {
		if d.Valid.Get(i) && int(d.Codes[i]) < len(of) {
			out[i] = of[d.Codes[i]]
		}
	}
	return vec.FlatVector(types.Boolean, out, d.Valid)
}

// bothValid is the validity of a result that is null when an operand is; constants are not null here.
func bothValid(c *fn.Context, l, r *vec.Vector, n int) vec.Bitmap {
	a, b := l.Valid, r.Valid
	if l.Form == vec.Constant {
		a = nil
	}
	if r.Form == vec.Constant {
		b = nil
	}
	return fn.AndValid(c, a, b, n)
}

// values compares without regard to nulls; one side may be a constant.
func (k *comparison) values(c *fn.Context, l, r *vec.Vector, sel vec.Sel, n int) *vec.Vector {
	out := vec.AllocOf[bool](c.Arena, n)
	if sel != nil {
		clear(out)
	}
	k.rows(k.op, l, r, sel, out)
	return vec.FlatVector(types.Boolean, out, nil)
}

// nullSafe is <=>.
func (k *comparison) nullSafe(c *fn.Context, l, r *vec.Vector, sel vec.Sel, n int) *vec.Vector {
	switch ln, rn := isConstantNull(l), isConstantNull(r); {
	case ln && rn:
		return vec.ConstantVector(c.Arena, types.Boolean, true, n)
	case ln:
		return nullsOf(c, r, n)
	case rn:
		return nullsOf(c, l, n)
	}
	eq := comparison{op: expr.Eq, rows: k.rows}
	v := eq.compare(c, l, r, sel, n)
	if v.Form == vec.Constant || v.Valid == nil {
		return v
	}
	out := vec.Bools(v)
	for _, i := range vec.SelOrAll(sel, n) {
		if !v.Valid.Get(int(i)) {
			out[i] = l.IsNull(int(i)) && r.IsNull(int(i))
		}
	}
	v.Valid = nil
	return v
}

func nullsOf(c *fn.Context, v *vec.Vector, n int) *vec.Vector {
	if v.Form == vec.Constant || v.Valid == nil {
		return vec.ConstantVector(c.Arena, types.Boolean, false, n)
	}
	out := vec.AllocOf[bool](c.Arena, n)
	for i := range out {
		out[i] = !v.Valid.Get(i)
	}
	return vec.FlatVector(types.Boolean, out, nil)
}

// rowsCompare fills out for the rows in sel (nil: all of out); sides are flat or constant, and slots of null rows may be compared too.
type rowsCompare func(op expr.CompareOp, l, r *vec.Vector, sel vec.Sel, out []bool)

func compareRows(t types.DataType) rowsCompare {
	switch t.ID() {
	case types.IDBoolean:
		return compareOrdered[uint8]
	case types.IDByte:
		return compareOrdered[int8]
	case types.IDShort:
		return compareOrdered[int16]
	case types.IDInteger, types.IDDate, types.IDYearMonthInterval:
		return compareOrdered[int32]
	case types.IDLong, types.IDTimestamp, types.IDTimestampNTZ, types.IDTime, types.IDDayTimeInterval:
		return compareOrdered[int64]
	case types.IDFloat:
		return compareWith(vec.CompareFloats[float32])
	case types.IDDouble:
		return compareWith(vec.CompareFloats[float64])
	case types.IDDecimal:
		return compareWith(types.Int128.Cmp)
	case types.IDString, types.IDChar, types.IDVarchar, types.IDBinary:
		return compareText
	}
	return compareAny(vec.NewComparer(t))
}

// mask is what a row number is ANDed with to find its slot: 0 for a constant.
func mask(v *vec.Vector) int {
	if v.Form == vec.Constant {
		return 0
	}
	return -1
}

// compareOrdered has a loop per operator, which the compiler keeps free of branches.
func compareOrdered[T cmp.Ordered](op expr.CompareOp, l, r *vec.Vector, sel vec.Sel, out []bool) {
	a, b, ma, mb := vec.Values[T](l), vec.Values[T](r), mask(l), mask(r)
	if sel != nil {
		compareSelected(op, a, b, ma, mb, sel, out)
		return
	}
	switch op {
	case expr.Eq:
		for i := range out {
			out[i] = a[i&ma] == b[i&mb]
		}
	case expr.Ne:
		for i := range out {
			out[i] = a[i&ma] != b[i&mb]
		}
	case expr.Lt:
		for i := range out {
			out[i] = a[i&ma] < b[i&mb]
		}
	case expr.Le:
		for i := range out {
			out[i] = a[i&ma] <= b[i&mb]
		}
	case expr.Gt:
		for i := range out {
			out[i] = a[i&ma] > b[i&mb]
		}
	case expr.Ge:
		for i := range out {
			out[i] = a[i&ma] >= b[i&mb]
		}
	}
}

func compareSelected[T cmp.Ordered](op expr.CompareOp, a, b []T, ma, mb int, sel vec.Sel, out []bool) {
	for _, i := range sel {
		out[i] = holds(op, cmp.Compare(a[int(i)&ma], b[int(i)&mb]))
	}
}

func holds(op expr.CompareOp, c int) bool {
	switch op {
	case expr.Eq:
		return c == 0
	case expr.Ne:
		return c != 0
	case expr.Lt:
		return c < 0
	case expr.Le:
		return c <= 0
	case expr.Gt:
		return c > 0
	}
	return c >= 0
}

func compareWith[T any](order func(a, b T) int) rowsCompare {
	return func(op expr.CompareOp, l, r *vec.Vector, sel vec.Sel, out []bool) {
		a, b, ma, mb := vec.Values[T](l), vec.Values[T](r), mask(l), mask(r)
		for _, i := range vec.SelOrAll(sel, len(out)) {
			out[i] = holds(op, order(a[int(i)&ma], b[int(i)&mb]))
		}
	}
}

func compareText(op expr.CompareOp, l, r *vec.Vector, sel vec.Sel, out []bool) {
	a, b, ma, mb := vec.Values[vec.View](l), vec.Values[vec.View](r), mask(l), mask(r)
	if op == expr.Eq || op == expr.Ne {
		for _, i := range vec.SelOrAll(sel, len(out)) {
			out[i] = vec.EqualView(&a[int(i)&ma], &b[int(i)&mb]) == (op == expr.Eq)
		}
		return
	}
	for _, i := range vec.SelOrAll(sel, len(out)) {
		out[i] = holds(op, bytes.Compare(a[int(i)&ma].Bytes(), b[int(i)&mb].Bytes()))
	}
}

func compareAny(order vec.Comparer) rowsCompare {
	return func(op expr.CompareOp, l, r *vec.Vector, sel vec.Sel, out []bool) {
		for _, i := range vec.SelOrAll(sel, len(out)) {
			if !l.IsNull(int(i)) && !r.IsNull(int(i)) {
				out[i] = holds(op, order(l, int(i), r, int(i)))
			}
		}
	}
}
