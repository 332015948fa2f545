package exec

import (
	"unsafe"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// keyStore holds the values of one key column, one per group.
type keyStore interface {
	// add appends row i of v.
	add(v *vec.Vector, i int)
	// equal compares group g with row i of v.
	equal(g int32, v *vec.Vector, i int) bool
	// vector is the values of groups [from, to), copied into r or pointing into memory that lives as long as the store.
	vector(r *vec.Arena, from, to int) *vec.Vector
	bytes() int64
}

func newKeyStore(arena *vec.Arena, t types.DataType) keyStore {
	switch t.ID() {
	case types.IDFloat:
		return &fixedStore[float32]{t: t, same: sameFloat[float32], normal: normalFloat[float32]}
	case types.IDDouble:
		return &fixedStore[float64]{t: t, same: sameFloat[float64], normal: normalFloat[float64]}
	case types.IDString, types.IDChar, types.IDVarchar, types.IDBinary:
		return &textStore{t: t, arena: arena}
	case types.IDArray, types.IDMap, types.IDStruct, types.IDVariant, types.IDNull, types.IDGeometry, types.IDGeography:
		return &anyStore{t: t, arena: arena}
	}
	switch vec.Width(t) {
	case 1:
		return &fixedStore[uint8]{t: t, same: same[uint8]}
	case 2:
		return &fixedStore[uint16]{t: t, same: same[uint16]}
	case 4:
		return &fixedStore[uint32]{t: t, same: same[uint32]}
	case 8:
		return &fixedStore[uint64]{t: t, same: same[uint64]}
	}
	return &fixedStore[[2]uint64]{t: t, same: same[[2]uint64]}
}

func same[T comparable](a, b T) bool { return a == b }

func sameFloat[T float32 | float64](a, b T) bool { return a == b || a != a && b != b }

// normalFloat has one zero: Spark's groups show 0.0 for -0.0.
func normalFloat[T float32 | float64](f T) T {
	if f == 0 {
		return 0
	}
	return f
}

// fixedStore holds values of fixed width.
type fixedStore[T comparable] struct {
	t      types.DataType
	values []T
	nulls  []bool // grown only when there is a null
	same   func(a, b T) bool
	normal func(T) T
}

func (s *fixedStore[T]) isNull(g int32) bool { return int(g) < len(s.nulls) && s.nulls[g] }

func (s *fixedStore[T]) add(v *vec.Vector, i int) {
	var x T
	if v.IsNull(i) {
		for len(s.nulls) < len(s.values) {
			s.nulls = append(s.nulls, false)
		}
		s.nulls = append(s.nulls, true)
	} else {
		x = vec.At[T](v, i)
		if s.normal != nil {
			x = s.normal(x)
		}
	}
	s.values = append(s.values, x)
}

func (s *fixedStore[T]) equal(g int32, v *vec.Vector, i int) bool {
	x, y := s.isNull(g), v.IsNull(i)
	if x || y {
		return x && y
	}
	return s.same(s.values[g], vec.At[T](v, i))
}

func (s *fixedStore[T]) vector(r *vec.Arena, from, to int) *vec.Vector {
	values := vec.AllocOf[T](r, to-from)
	copy(values, s.values[from:to])
	return vec.FlatVector(s.t, values, validOf(r, s.nulls, from, to))
}

func (s *fixedStore[T]) bytes() int64 {
	var x T
	return int64(cap(s.values))*int64(unsafe.Sizeof(x)) + int64(cap(s.nulls))
}

func validOf(r *vec.Arena, nulls []bool, from, to int) vec.Bitmap {
	var valid vec.Bitmap
	for g := from; g < min(to, len(nulls)); g++ {
		if nulls[g] {
			if valid == nil {
				valid = vec.NewBitmap(r, to-from)
			}
			valid.Clear(g - from)
		}
	}
	return valid
}

// textStore holds text in the arena of the table.
type textStore struct {
	t     types.DataType
	arena *vec.Arena
	views []vec.View
	nulls []bool
	text  int64
}

func (s *textStore) isNull(g int32) bool { return int(g) < len(s.nulls) && s.nulls[g] }

func (s *textStore) add(v *vec.Vector, i int) {
	if v.IsNull(i) {
		for len(s.nulls) < len(s.views) {
			s.nulls = append(s.nulls, false)
		}
		s.nulls = append(s.nulls, true)
		s.views = append(s.views, vec.View{})
		return
	}
	view := vec.Values[vec.View](v.Base())[v.Slot(i) : v.Slot(i)+1]
	s.views = append(s.views, s.arena.View(view[0].Bytes()))
	s.text += int64(view[0].Len())
}

func (s *textStore) equal(g int32, v *vec.Vector, i int) bool {
	x, y := s.isNull(g), v.IsNull(i)
	if x || y {
		return x && y
	}
	return vec.EqualView(&s.views[g], &vec.Values[vec.View](v.Base())[v.Slot(i)])
}

func (s *textStore) vector(r *vec.Arena, from, to int) *vec.Vector {
	values := vec.AllocOf[vec.View](r, to-from)
	copy(values, s.views[from:to])
	return vec.FlatVector(s.t, values, validOf(r, s.nulls, from, to))
}

func (s *textStore) bytes() int64 { return int64(cap(s.views))*17 + s.text }

// anyStore holds values of any type, in vectors of a few groups each; comparisons go through a byte form of the values.
type anyStore struct {
	t      types.DataType
	arena  *vec.Arena
	values []*vec.Vector // one row each
	keys   [][]byte
	buf    []byte
	size   int64
}

func (s *anyStore) add(v *vec.Vector, i int) {
	key := vec.AppendKey(nil, v, i)
	s.keys = append(s.keys, key)
	b := vec.NewBuilder(s.arena, s.t)
	b.From(v, i)
	s.values = append(s.values, b.Finish())
	s.size += int64(2*len(key)) + 200
}

func (s *anyStore) equal(g int32, v *vec.Vector, i int) bool {
	s.buf = vec.AppendKey(s.buf[:0], v, i)
	return string(s.buf) == string(s.keys[g])
}

func (s *anyStore) vector(r *vec.Arena, from, to int) *vec.Vector {
	b := vec.NewBuilder(r, s.t).ShareText()
	for _, v := range s.values[from:to] {
		b.From(v, 0)
	}
	return b.Finish()
}

func (s *anyStore) bytes() int64 { return s.size }

func typesOf(cols []*vec.Vector) []types.DataType {
	out := make([]types.DataType, len(cols))
	for i, v := range cols {
		out[i] = v.Type
	}
	return out
}
