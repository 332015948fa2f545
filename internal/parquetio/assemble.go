package parquetio

import (
	"errors"

	"github.com/flintlake/flintlake/internal/vec"
)

// scope is where a field stands among the levels: an entry starts a slot of the field when its repetition level is at most
// rep and its definition level at least def. The rows of the batch are the scope {0, 0}.
type scope struct{ rep, def int }

// starts tells whether entry i starts a slot.
func (s scope) starts(l *levels, i int) bool {
	return int(l.defs[i]) >= s.def && (l.reps == nil || int(l.reps[i]) <= s.rep)
}

var errShape = errors.New("columns of one group differ in length")

// assemble builds the vector of a field from its columns' levels and values; n is the number of slots of the scope.
func (u *rowGroupReader) assemble(a *vec.Arena, f *field, s scope, n int) (*vec.Vector, error) {
	switch f.kind {
	case missingField:
		return nullConstant(a, f.typ, n), nil
	case leafField:
		v := u.values[f.leaf]
		if v.Len != n {
			return nil, errShape
		}
		return v, nil
	case shreddedField:
		v, err := u.assemble(a, f.children[0], s, n)
		if err != nil {
			return nil, err
		}
		return assembleShredded(a, f.shape, v)
	case listField, mapField:
		return u.assembleList(a, f, s, n)
	}
	l := &u.columns[f.leaf].batch
	v := &vec.Vector{Type: f.typ, Len: n}
	if f.node.def > s.def {
		valid, nulls, slots := vec.Bitmap(a.Zeroed(vec.BitmapBytes(n))), 0, 0
		for i := range l.defs {
			if !s.starts(l, i) {
				continue
			}
			if slots == n {
				return nil, errShape
			}
			if int(l.defs[i]) >= f.node.def {
				valid.Set(slots)
			} else {
				nulls++
			}
			slots++
		}
		if slots != n {
			return nil, errShape
		}
		if nulls > 0 {
			v.Valid = valid
		}
	}
	for _, c := range f.children {
		child, err := u.assemble(a, c, s, n)
		if err != nil {
			return nil, err
		}
		v.Children = append(v.Children, child)
	}
	return v, nil
}

// assembleList builds spans: each slot's elements are the entries with the repeated group's levels.
func (u *rowGroupReader) assembleList(a *vec.Arena, f *field, s scope, n int) (*vec.Vector, error) {
	l := &u.columns[f.leaf].batch
	inner := scope{f.repeated.rep, f.repeated.def}
	spans := vec.AllocOf[vec.Span](a, n)
	valid, nulls, slots, elements := vec.Bitmap(a.Zeroed(vec.BitmapBytes(n))), 0, 0, int32(0)
	for i := range l.defs {
		if s.starts(l, i) {
			if slots == n {
				return nil, errShape
			}
			spans[slots] = vec.Span{Offset: elements}
			if int(l.defs[i]) >= f.node.def {
				valid.Set(slots)
			} else {
				nulls++
			}
			slots++
		}
		if inner.starts(l, i) {
			if slots == 0 {
				return nil, errRowStart
			}
			spans[slots-1].Size++
			elements++
		}
	}
	if slots != n {
		return nil, errShape
	}
	v := &vec.Vector{Type: f.typ, Len: n, Data: spanBytes(spans)}
	if nulls > 0 {
		v.Valid = valid
	}
	for _, c := range f.children {
		child, err := u.assemble(a, c, inner, int(elements))
		if err != nil {
			return nil, err
		}
		v.Children = append(v.Children, child)
	}
	return v, nil
}
