package vec

import (
	"unsafe"

	"github.com/flintlake/flintlake/dataframe/types"
)

// Builder makes a flat vector row by row, of any type. Text is copied into the arena at once; the rest is collected on the Go heap and
// moved into the arena by Finish, so that a Builder can be used again without garbage.
//
// Every row is one call: Null, Put, Text, View, From, Value, EndList or EndStruct. Before EndList the elements are appended to
// Child(0) (and Child(1), the values of a map); before EndStruct one value is appended to each Child.
type Builder struct {
	arena    *Arena
	typ      types.DataType
	width    int
	n        int
	data     []byte
	valid    []byte // a bit per row, kept even when there are no nulls
	nulls    int
	children []*Builder
	// shared: From takes views as they are; the source's memory outlives the result.
	shared bool
}

// NewBuilder starts a vector of type t in arena r.
func NewBuilder(r *Arena, t types.DataType) *Builder {
	b := &Builder{arena: r, typ: t, width: Width(t)}
	for _, c := range childTypes(t) {
		b.children = append(b.children, NewBuilder(r, c))
	}
	return b
}

// ShareText makes From take over views instead of copying the text they point to; the caller keeps its memory alive.
func (b *Builder) ShareText() *Builder {
	b.shared = true
	for _, c := range b.children {
		c.ShareText()
	}
	return b
}

// Len is the number of rows so far.
func (b *Builder) Len() int { return b.n }

// Child is the builder of the elements, keys and values, or fields.
func (b *Builder) Child(i int) *Builder { return b.children[i] }

func (b *Builder) row(valid bool) {
	if b.n>>3 >= len(b.valid) {
		b.valid = append(b.valid, 0)
	}
	if valid {
		b.valid[b.n>>3] |= 1 << (b.n & 7)
	} else {
		b.nulls++
	}
	b.n++
}

// Null appends a null; a struct's fields get nulls too.
func (b *Builder) Null() {
	if b.isList() { // keep the running offset, which EndList reads
		b.append(Span{int32(b.children[0].n), 0})
		b.row(false)
		return
	}
	if b.width == 0 {
		for _, c := range b.children {
			c.Null()
		}
	} else {
		var zero [16]byte
		b.data = append(b.data, zero[:b.width]...)
	}
	b.row(false)
}

// Put appends a fixed-width value; T is the physical type of b's type.
func Put[T any](b *Builder, v T) {
	b.data = append(b.data, unsafe.Slice((*byte)(unsafe.Pointer(&v)), unsafe.Sizeof(v))...)
	b.row(true)
}

// Text appends a string or binary value, copying it into the arena.
func (b *Builder) Text(t []byte) { b.View(b.arena.View(t)) }

// TextString is Text for a Go string.
func (b *Builder) TextString(s string) { b.View(b.arena.ViewString(s)) }

// View appends a view whose text is off-heap and lives long enough.
func (b *Builder) View(v View) { Put(b, v) }

// EndList ends an array or map of the elements appended to the children since the last row.
func (b *Builder) EndList() {
	from := int32(0)
	if b.n > 0 {
		s := *(*Span)(unsafe.Pointer(&b.data[len(b.data)-8]))
		from = s.Offset + s.Size
	}
	Put(b, Span{from, int32(b.children[0].n) - from})
}

func (b *Builder) append(s Span) {
	b.data = append(b.data, unsafe.Slice((*byte)(unsafe.Pointer(&s)), 8)...)
}

// EndStruct ends a struct (or variant) whose fields were appended.
func (b *Builder) EndStruct() { b.row(true) }

// From appends row i of v, a vector of the same type (nullability aside).
func (b *Builder) From(v *Vector, i int) {
	if v.IsNull(i) {
		b.Null()
		return
	}
	base, s := v.Base(), v.Slot(i)
	switch b.typ.ID() {
	case types.IDArray, types.IDMap:
		span := Values[Span](base)[s]
		for k, c := range base.Children {
			for j := span.Offset; j < span.Offset+span.Size; j++ {
				b.children[k].From(c, int(j))
			}
		}
		b.EndList()
	case types.IDStruct, types.IDVariant:
		for k, c := range base.Children {
			b.children[k].From(c, s)
		}
		b.EndStruct()
	case types.IDString, types.IDBinary, types.IDChar, types.IDVarchar, types.IDGeometry, types.IDGeography:
		view := &Values[View](base)[s]
		if b.shared {
			b.View(*view)
		} else {
			b.Text(view.Bytes())
		}
	default:
		b.data = append(b.data, base.Data[s*b.width:s*b.width+b.width]...)
		b.row(true)
	}
}

func (b *Builder) isList() bool { return b.typ.ID() == types.IDArray || b.typ.ID() == types.IDMap }

// Rows appends the rows in sel (nil: all) of v.
func (b *Builder) Rows(v *Vector, sel Sel) {
	if sel == nil {
		for i := range v.Len {
			b.From(v, i)
		}
		return
	}
	for _, i := range sel {
		b.From(v, int(i))
	}
}

// Finish gives the vector and empties the builder for another one in the same arena.
func (b *Builder) Finish() *Vector {
	v := &Vector{Type: b.typ, Len: b.n}
	if b.width > 0 {
		v.Data = b.arena.Bytes(b.data)
	}
	if b.nulls > 0 && b.typ.ID() != types.IDNull {
		bits := b.arena.Zeroed(BitmapBytes(b.n))
		copy(bits, b.valid)
		v.Valid = bits
	}
	for _, c := range b.children {
		v.Children = append(v.Children, c.Finish())
	}
	b.n, b.nulls, b.data, b.valid = 0, 0, b.data[:0], b.valid[:0]
	return v
}

// Peek is the rows so far as a vector that is good until the next row is appended. Its slots are Go-heap memory: copy what is kept or leaves
// the process.
func (b *Builder) Peek() *Vector {
	v := &Vector{Type: b.typ, Len: b.n, Data: b.data}
	if b.nulls > 0 && b.typ.ID() != types.IDNull {
		v.Valid = b.valid
	}
	for _, c := range b.children {
		v.Children = append(v.Children, c.Peek())
	}
	return v
}

// In continues the emptied builder in another arena.
func (b *Builder) In(r *Arena) *Builder {
	b.arena = r
	for _, c := range b.children {
		c.In(r)
	}
	return b
}

// Bytes estimates the memory of the rows collected so far, text excluded.
func (b *Builder) Bytes() int64 {
	n := int64(cap(b.data) + cap(b.valid))
	for _, c := range b.children {
		n += c.Bytes()
	}
	return n
}

// Concat is the rows of vs (all of type t), one after the other, as a flat vector. Text is shared with vs: the caller keeps their
// memory alive.
func Concat(r *Arena, t types.DataType, vs ...*Vector) *Vector {
	if len(vs) == 1 {
		return Flatten(r, vs[0], nil)
	}
	b := NewBuilder(r, t).ShareText()
	for _, v := range vs {
		b.Rows(v, nil)
	}
	return b.Finish()
}
