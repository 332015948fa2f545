package vec

import (
	"unsafe"

	"github.com/flintlake/flintlake/dataframe/types"
)

// Gather is a vector of the rows idx of v, in that order; index -1 gives a null. The result is allocated from r; it keeps the Form
// of v where it can, and shares text, dictionaries and the elements of arrays and maps with v: the caller keeps the memory of v
// alive (Arena.Keep).
func Gather(r *Arena, v *Vector, idx []int32) *Vector {
	n := len(idx)
	missing := false
	for _, i := range idx {
		if i < 0 {
			missing = true
			break
		}
	}
	switch {
	case v.Type.ID() == types.IDNull:
		return &Vector{Type: v.Type, Form: Constant, Len: n}
	case v.Form == Constant && (!missing || v.IsNull(0)):
		c := *v
		c.Len = n
		return &c
	case v.Form == Constant: // one value or null: a dictionary of one entry
		return &Vector{Type: v.Type, Form: Dictionary, Len: n, Valid: gatherValid(r, nil, idx, missing),
			Codes: zeroed[uint32](r, n), Children: []*Vector{constantEntry(v)}}
	case v.Form == Dictionary:
		return &Vector{Type: v.Type, Form: Dictionary, Len: n, Valid: gatherValid(r, v.Valid, idx, missing),
			Codes: gather(r, v.Codes, idx, missing), Children: v.Children}
	}
	out := &Vector{Type: v.Type, Len: n, Valid: gatherValid(r, v.Valid, idx, missing)}
	switch Width(v.Type) {
	case 0:
		out.Children = make([]*Vector, len(v.Children))
		for i, c := range v.Children {
			out.Children[i] = Gather(r, c, idx)
		}
	case 1:
		out.Data = rawBytes(gather(r, Values[uint8](v), idx, missing))
	case 2:
		out.Data = rawBytes(gather(r, Values[uint16](v), idx, missing))
	case 4:
		out.Data = rawBytes(gather(r, Values[uint32](v), idx, missing))
	case 8:
		out.Data = rawBytes(gather(r, Values[uint64](v), idx, missing))
		out.Children = v.Children // of arrays and maps: spans point where they did
	default:
		out.Data = rawBytes(gather(r, Values[[2]uint64](v), idx, missing))
	}
	return out
}

// constantEntry turns a constant that is not null into a flat vector of one row.
func constantEntry(v *Vector) *Vector {
	e := *v
	e.Form, e.Len, e.Valid = Flat, 1, nil
	if Width(v.Type) == 0 {
		e.Children = make([]*Vector, len(v.Children))
		for i, c := range v.Children {
			k := *c
			k.Form, k.Len = Flat, 1
			if Width(c.Type) == 0 && c.Type.ID() != types.IDNull {
				k = *constantEntry(c)
				k.Valid = c.Valid
			}
			e.Children[i] = &k
		}
	}
	return &e
}

func gather[T any](r *Arena, src []T, idx []int32, missing bool) []T {
	dst := AllocOf[T](r, len(idx))
	if !missing {
		for k, i := range idx {
			dst[k] = src[i]
		}
		return dst
	}
	var zero T
	for k, i := range idx {
		if i < 0 {
			dst[k] = zero
		} else {
			dst[k] = src[i]
		}
	}
	return dst
}

// gatherValid is nil when every row is there.
func gatherValid(r *Arena, valid Bitmap, idx []int32, missing bool) Bitmap {
	if valid == nil && !missing {
		return nil
	}
	out := NewBitmap(r, len(idx))
	nulls := false
	for k, i := range idx {
		if i < 0 || valid != nil && !valid.Get(int(i)) {
			out.Clear(k)
			nulls = true
		}
	}
	if !nulls {
		return nil
	}
	return out
}

// NewBitmap is a bitmap of n set bits.
func NewBitmap(r *Arena, n int) Bitmap {
	b := Bitmap(r.Alloc(BitmapBytes(n)))
	b.SetAll(n)
	return b
}

func zeroed[T any](r *Arena, n int) []T {
	s := AllocOf[T](r, n)
	clear(s)
	return s
}

// rawBytes is the memory of s.
func rawBytes[T any](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	var t T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(t)))
}

// Flatten is v in Flat form, with the same rows at the same places; only rows in sel (nil: all) are specified. A Flat v is
// returned as it is. Struct fields may stay constants or dictionaries.
func Flatten(r *Arena, v *Vector, sel Sel) *Vector {
	if v.Form == Flat {
		return v
	}
	if v.Type.ID() == types.IDNull {
		return &Vector{Type: v.Type, Len: v.Len}
	}
	n := v.Len
	out := &Vector{Type: v.Type, Len: n}
	base, w := v.Base(), Width(v.Type)
	if v.Form == Constant {
		if v.IsNull(0) {
			return flatNulls(r, v.Type, n)
		}
		for _, c := range v.Children {
			k := *c
			if w == 0 {
				k.Len = n
			}
			out.Children = append(out.Children, &k)
		}
	} else {
		out.Valid = v.Valid
		for _, c := range base.Children {
			if w == 0 {
				c = spread(r, c, v.Codes, sel)
			}
			out.Children = append(out.Children, c)
		}
	}
	switch w {
	case 1:
		out.Data = flatten(r, v, Values[uint8](base), sel)
	case 2:
		out.Data = flatten(r, v, Values[uint16](base), sel)
	case 4:
		out.Data = flatten(r, v, Values[uint32](base), sel)
	case 8:
		out.Data = flatten(r, v, Values[uint64](base), sel)
	case 16:
		out.Data = flatten(r, v, Values[[2]uint64](base), sel)
	}
	return out
}

func flatten[T any](r *Arena, v *Vector, src []T, sel Sel) []byte {
	dst := AllocOf[T](r, v.Len)
	switch {
	case v.Form == Constant:
		x := src[0]
		for i := range dst {
			dst[i] = x
		}
	case sel == nil && v.Valid == nil:
		for i, c := range v.Codes {
			dst[i] = src[c]
		}
	default:
		clear(dst)
		for _, i := range SelOrAll(sel, v.Len) {
			if v.Valid == nil || v.Valid.Get(int(i)) {
				dst[i] = src[v.Codes[i]]
			}
		}
	}
	return rawBytes(dst)
}

// spread gathers by codes, for rows in sel.
func spread(r *Arena, v *Vector, codes []uint32, sel Sel) *Vector {
	idx := AllocOf[int32](r, len(codes))
	for i := range idx {
		idx[i] = -1
	}
	for _, i := range SelOrAll(sel, len(codes)) {
		if int(codes[i]) < v.Len {
			idx[i] = int32(codes[i])
		}
	}
	return Gather(r, v, idx)
}

func flatNulls(r *Arena, t types.DataType, n int) *Vector {
	v := &Vector{Type: t, Len: n, Data: r.Zeroed(n * Width(t)), Valid: Bitmap(r.Zeroed(BitmapBytes(n)))}
	for _, c := range childTypes(t) {
		if Width(t) == 0 {
			v.Children = append(v.Children, NullVector(r, c, n))
		} else {
			v.Children = append(v.Children, NewBuilder(r, c).Finish())
		}
	}
	return v
}

// SelOrAll names the rows explicitly: sel, or all n when it is nil.
func SelOrAll(sel Sel, n int) Sel {
	if sel == nil {
		return All(n)
	}
	return sel
}

// NullVector is a constant of n nulls of type t.
func NullVector(r *Arena, t types.DataType, n int) *Vector {
	v := flatNulls(r, t, 1)
	v.Form, v.Len = Constant, n
	if Width(t) == 0 {
		for i, c := range v.Children {
			v.Children[i] = NullVector(r, c.Type, n)
		}
	}
	return v
}

// ConstantVector is n rows of one fixed-width value.
func ConstantVector[T any](r *Arena, t types.DataType, value T, n int) *Vector {
	d := AllocOf[T](r, 1)
	d[0] = value
	return &Vector{Type: t, Form: Constant, Len: n, Data: rawBytes(d)}
}

// FlatVector is a vector over values allocated from an arena (AllocOf), one per row.
func FlatVector[T any](t types.DataType, values []T, valid Bitmap) *Vector {
	return &Vector{Type: t, Len: len(values), Data: rawBytes(values), Valid: valid}
}

// AsConstant is row i of v for n rows.
func AsConstant(r *Arena, v *Vector, i, n int) *Vector {
	if v.IsNull(i) {
		return NullVector(r, v.Type, n)
	}
	if v.Form == Constant {
		c := *v
		c.Len = n
		return &c
	}
	b, s := v.Base(), v.Slot(i)
	out := &Vector{Type: v.Type, Form: Constant, Len: n, Children: b.Children}
	if w := Width(v.Type); w > 0 {
		out.Data = b.Data[s*w : s*w+w : s*w+w]
		return out
	}
	out.Children = make([]*Vector, len(b.Children))
	for k, c := range b.Children {
		out.Children[k] = AsConstant(r, c, s, n)
	}
	return out
}

// childTypes are the types of Children of a flat vector of t.
func childTypes(t types.DataType) []types.DataType {
	switch t := t.(type) {
	case types.ArrayType:
		return []types.DataType{t.Element}
	case types.MapType:
		return []types.DataType{t.Key, t.Value}
	case types.VariantType:
		return []types.DataType{types.Binary, types.Binary}
	case types.StructType:
		out := make([]types.DataType, len(t.Fields))
		for i, f := range t.Fields {
			out[i] = f.Type
		}
		return out
	}
	return nil
}
