package vec

import (
	"github.com/flintlake/flintlake/dataframe/types"
)

// Part is some rows of a vector: those in Sel, or all when it is nil.
type Part struct {
	*Vector
	Sel Sel
}

// Rows is the number of rows of the part.
func (p Part) Rows() int {
	if p.Sel != nil {
		return len(p.Sel)
	}
	return p.Len
}

// ConcatParts is the rows of all parts (vectors of type t in any Form), one after the other, as a Flat vector at every level. It
// copies slots, not text: the caller keeps the memory of the parts alive. The result may have more than BatchRows rows.
func ConcatParts(r *Arena, t types.DataType, parts []Part) *Vector {
	n := 0
	nulls := false
	for _, p := range parts {
		n += p.Rows()
		nulls = nulls || p.Valid != nil
	}
	out := &Vector{Type: t, Len: n}
	if t.ID() == types.IDNull {
		return out
	}
	if nulls {
		out.Valid = concatValid(r, parts, n)
	}
	switch w := Width(t); {
	case w == 0:
		out.Children = concatFields(r, t, parts)
	case t.ID() == types.IDArray || t.ID() == types.IDMap:
		out.Children = concatLists(r, t, parts, out, n)
	case w == 1:
		out.Data = concatSlots[uint8](r, parts, n)
	case w == 2:
		out.Data = concatSlots[uint16](r, parts, n)
	case w == 4:
		out.Data = concatSlots[uint32](r, parts, n)
	case w == 8:
		out.Data = concatSlots[uint64](r, parts, n)
	default:
		out.Data = concatSlots[[2]uint64](r, parts, n)
	}
	return out
}

func concatValid(r *Arena, parts []Part, n int) Bitmap {
	bits := NewBitmap(r, n)
	at := 0
	for _, p := range parts {
		if p.Valid != nil {
			for k, i := range selOf(p) {
				if p.IsNull(int(i)) {
					bits.Clear(at + k)
				}
			}
		}
		at += p.Rows()
	}
	return bits
}

func selOf(p Part) Sel { return SelOrAll(p.Sel, p.Len) }

func concatSlots[T any](r *Arena, parts []Part, n int) []byte {
	dst := AllocOf[T](r, n)
	at := 0
	for _, p := range parts {
		m := p.Rows()
		to := dst[at : at+m]
		at += m
		switch src := Values[T](p.Base()); {
		case m == 0:
		case p.Form == Constant:
			for k := range to {
				to[k] = src[0]
			}
		case p.Form == Dictionary:
			dictionarySlots(p, src, to)
		case p.Sel == nil:
			copy(to, src)
		default:
			for k, i := range p.Sel {
				to[k] = src[i]
			}
		}
	}
	return rawBytes(dst)
}

// dictionarySlots reads through codes; a null row's code may be anything.
func dictionarySlots[T any](p Part, src, to []T) {
	var zero T
	for k, i := range selOf(p) {
		if p.Valid != nil && !p.Valid.Get(int(i)) {
			to[k] = zero
		} else {
			to[k] = src[p.Codes[i]]
		}
	}
}

func concatFields(r *Arena, t types.DataType, parts []Part) []*Vector {
	kinds := childTypes(t)
	out := make([]*Vector, len(kinds))
	for c, kind := range kinds {
		sub := make([]Part, len(parts))
		for i, p := range parts {
			sub[i] = field(r, p, c, kind)
		}
		out[c] = ConcatParts(r, kind, sub)
	}
	return out
}

// field is child c of the rows of a struct part.
func field(r *Arena, p Part, c int, kind types.DataType) Part {
	switch p.Form {
	case Constant:
		if p.IsNull(0) {
			return Part{NullVector(r, kind, p.Rows()), nil}
		}
		k := *p.Children[c]
		k.Form, k.Len = Constant, p.Rows()
		return Part{&k, nil}
	case Dictionary:
		idx := AllocOf[int32](r, p.Rows())
		for k, i := range selOf(p) {
			idx[k] = -1
			if !p.IsNull(int(i)) {
				idx[k] = int32(p.Codes[i])
			}
		}
		return Part{Gather(r, p.Base().Children[c], idx), nil}
	}
	return Part{p.Children[c], p.Sel}
}

// concatLists copies the elements that the rows use, in order, and writes new spans.
func concatLists(r *Arena, t types.DataType, parts []Part, out *Vector, n int) []*Vector {
	spans := AllocOf[Span](r, n)
	kinds := childTypes(t)
	sub := make([][]Part, len(kinds))
	at, offset := 0, int32(0)
	for _, p := range parts {
		base := p.Base()
		src := Values[Span](base)
		var idx Sel
		for _, i := range selOf(p) {
			if p.IsNull(int(i)) {
				spans[at] = Span{offset, 0}
				at++
				continue
			}
			s := src[p.Slot(int(i))]
			spans[at] = Span{offset, s.Size}
			at++
			offset += s.Size
			for k := s.Offset; k < s.Offset+s.Size; k++ {
				idx = append(idx, k)
			}
		}
		for c := range kinds {
			if len(idx) > 0 { // an empty Sel must not mean all
				sub[c] = append(sub[c], Part{base.Children[c], idx})
			}
		}
	}
	out.Data = rawBytes(spans)
	children := make([]*Vector, len(kinds))
	for c, kind := range kinds {
		children[c] = ConcatParts(r, kind, sub[c])
	}
	return children
}

// SlotBytes is the memory of the rows' slots of a vector, text and elements estimated at 16 bytes each, for budgets.
func SlotBytes(v *Vector, rows int) int64 {
	if v.Form != Flat {
		return int64(rows) * 5
	}
	n := int64(rows) * int64(Width(v.Type)+1)
	for _, c := range v.Children {
		if v.Len > 0 {
			n += SlotBytes(c, rows*max(1, c.Len/v.Len))
		}
	}
	return n
}

// TextBytes is the text outside of the views of the selected rows of a flat or dictionary text column; 0 for other types.
func TextBytes(v *Vector, sel Sel) int64 {
	if !isText(v.Type) || v.Form == Constant {
		return 0
	}
	views := Values[View](v.Base())
	var n int64
	for _, i := range SelOrAll(sel, v.Len) {
		if v.Valid == nil || v.Valid.Get(int(i)) {
			if l := views[v.Slot(int(i))].Len(); l > 12 {
				n += int64(l)
			}
		}
	}
	return n
}

func isText(t types.DataType) bool {
	switch t.ID() {
	case types.IDString, types.IDChar, types.IDVarchar, types.IDBinary, types.IDGeometry, types.IDGeography:
		return true
	}
	return false
}
