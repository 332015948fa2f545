package eval

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// piece is a vector that counts for the rows in sel.
type piece struct {
	v   *vec.Vector
	sel vec.Sel
}

// merge puts pieces with disjoint rows together. Rows of no piece are unspecified. A single piece is returned as it is.
func merge(c *fn.Context, t types.DataType, n int, pieces []piece) *vec.Vector {
	switch len(pieces) {
	case 0:
		return vec.NullVector(c.Arena, t, n)
	case 1:
		return pieces[0].v
	}
	out := &vec.Vector{Type: t, Len: n, Valid: mergeValid(c, n, pieces)}
	switch vec.Width(t) {
	case 0:
		mergeFields(c, out, pieces)
	case 1:
		mergeData[uint8](c, out, pieces)
	case 2:
		mergeData[uint16](c, out, pieces)
	case 4:
		mergeData[uint32](c, out, pieces)
	case 8:
		if id := t.ID(); id == types.IDArray || id == types.IDMap {
			mergeLists(c, out, pieces)
		} else {
			mergeData[uint64](c, out, pieces)
		}
	default:
		mergeData[[2]uint64](c, out, pieces)
	}
	return out
}

func mergeValid(c *fn.Context, n int, pieces []piece) vec.Bitmap {
	var valid vec.Bitmap
	for _, p := range pieces {
		if p.v.Valid == nil && p.v.Type.ID() != types.IDNull {
			continue
		}
		if valid == nil {
			valid = vec.NewBitmap(c.Arena, n)
		}
		for _, i := range p.sel {
			if p.v.IsNull(int(i)) {
				valid.Clear(int(i))
			}
		}
	}
	return valid
}

func mergeData[T any](c *fn.Context, out *vec.Vector, pieces []piece) {
	to := vec.AllocOf[T](c.Arena, out.Len)
	clear(to)
	for _, p := range pieces {
		from := vec.Values[T](p.v.Base())
		switch {
		case len(from) == 0:
		case p.v.Form == vec.Flat:
			for _, i := range p.sel {
				to[i] = from[i]
			}
		case p.v.Form == vec.Constant:
			for _, i := range p.sel {
				to[i] = from[0]
			}
		default:
			for _, i := range p.sel {
				if !p.v.IsNull(int(i)) {
					to[i] = from[p.v.Codes[i]]
				}
			}
		}
	}
	out.Data = vec.FlatVector(out.Type, to, nil).Data
}

// mergeLists puts the elements of all pieces into one child and moves the spans.
func mergeLists(c *fn.Context, out *vec.Vector, pieces []piece) {
	to := vec.AllocOf[vec.Span](c.Arena, out.Len)
	clear(to)
	children := make([][]*vec.Vector, 2)
	shift := int32(0)
	for _, p := range pieces {
		base := p.v.Base()
		if len(base.Children) == 0 {
			continue
		}
		from := vec.Values[vec.Span](base)
		for _, i := range p.sel {
			if !p.v.IsNull(int(i)) {
				s := from[p.v.Slot(int(i))]
				to[i] = vec.Span{Offset: s.Offset + shift, Size: s.Size}
			}
		}
		shift += int32(base.Children[0].Len)
		for k, child := range base.Children {
			children[k] = append(children[k], child)
		}
	}
	out.Data = vec.FlatVector(out.Type, to, nil).Data
	for _, list := range children {
		if len(list) > 0 {
			out.Children = append(out.Children, vec.Concat(c.Arena, list[0].Type, list...))
		}
	}
}

func mergeFields(c *fn.Context, out *vec.Vector, pieces []piece) {
	for i := range pieces {
		pieces[i].v = vec.Flatten(c.Arena, pieces[i].v, pieces[i].sel)
	}
	if len(pieces[0].v.Children) == 0 {
		return
	}
	for k, first := range pieces[0].v.Children {
		fields := make([]piece, len(pieces))
		for i, p := range pieces {
			fields[i] = piece{p.v.Children[k], p.sel}
		}
		out.Children = append(out.Children, merge(c, first.Type, out.Len, fields))
	}
}
