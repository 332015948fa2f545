package vec

// Slice is the rows [from, to) of v. Data is shared; only a validity bitmap that does not start on a byte is copied.
func Slice(r *Arena, v *Vector, from, to int) *Vector {
	out := *v
	out.Len = to - from
	if v.Form == Constant {
		return &out
	}
	if v.Valid != nil {
		out.Valid = sliceValid(r, v.Valid, from, to)
	}
	if v.Form == Dictionary {
		out.Codes = v.Codes[from:to:to]
		return &out
	}
	if w := Width(v.Type); w > 0 {
		out.Data = v.Data[from*w : to*w : to*w]
		return &out
	}
	out.Children = make([]*Vector, len(v.Children))
	for i, c := range v.Children {
		out.Children[i] = Slice(r, c, from, to)
	}
	return &out
}

func sliceValid(r *Arena, valid Bitmap, from, to int) Bitmap {
	n := to - from
	out := Bitmap(r.Zeroed(BitmapBytes(n)))
	if from&7 == 0 {
		copy(out, valid[from>>3:(to+7)>>3])
		if n&7 != 0 {
			out[n>>3] &= 1<<(n&7) - 1
		}
		return out
	}
	for i := range n {
		if valid.Get(from + i) {
			out.Set(i)
		}
	}
	return out
}
