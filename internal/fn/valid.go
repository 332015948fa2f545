package fn

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// AndValid is the validity of rows for which both a and b are valid; nil stands for all.
func AndValid(c *Context, a, b vec.Bitmap, n int) vec.Bitmap {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	out := vec.Bitmap(c.Arena.Alloc(vec.BitmapBytes(n)))
	for i := range out {
		out[i] = a[i] & b[i]
	}
	return out
}

// Field is field k of a struct vector in any form: null where the struct is null.
func Field(c *Context, v *vec.Vector, k int) *vec.Vector {
	switch {
	case v.Form == vec.Constant && v.IsNull(0):
		return vec.NullVector(c.Arena, fieldType(v, k), v.Len)
	case v.Form == vec.Constant:
		f := *v.Children[k]
		f.Len = v.Len
		return &f
	case v.Form == vec.Dictionary:
		rows := vec.AllocOf[int32](c.Arena, v.Len)
		for i := range rows {
			rows[i] = -1
			if !v.IsNull(i) && int(v.Codes[i]) < v.Base().Len {
				rows[i] = int32(v.Codes[i])
			}
		}
		return vec.Gather(c.Arena, v.Base().Children[k], rows)
	}
	f := v.Children[k]
	if v.Valid == nil || f.Type.ID() == types.IDNull {
		return f
	}
	if f.Form == vec.Constant {
		if f.IsNull(0) {
			return f
		}
		f = vec.Flatten(c.Arena, f, nil)
	}
	out := *f
	out.Valid = AndValid(c, v.Valid, f.Valid, v.Len)
	return &out
}

func fieldType(v *vec.Vector, k int) types.DataType {
	if s, ok := v.Type.(types.StructType); ok {
		return s.Fields[k].Type
	}
	return types.Binary // variant
}
