package cast

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// inner is a cast of elements, keys, values or fields.
func (k *caster) inner(from, to types.DataType) (fn.Kernel, error) {
	i := &caster{from, to, k.mode, k.zone, k.zoneID}
	return i.kernel()
}

func (k *caster) nested() (fn.Kernel, error) {
	switch f := k.from.(type) {
	case types.ArrayType:
		element, err := k.inner(f.Element, k.to.(types.ArrayType).Element)
		return k.list(element), err
	case types.MapType:
		t := k.to.(types.MapType)
		key, err := k.inner(f.Key, t.Key)
		if err != nil {
			return nil, err
		}
		value, err := k.inner(f.Value, t.Value)
		return k.list(key, value), err
	case types.StructType:
		t := k.to.(types.StructType)
		fields := make([]fn.Kernel, len(f.Fields))
		for i := range fields {
			field, err := k.inner(f.Fields[i].Type, t.Fields[i].Type)
			if err != nil {
				return nil, err
			}
			fields[i] = field
		}
		return k.fields(fields), nil
	}
	return nil, k.impossible()
}

// list casts the elements that selected rows use. Under TRY a failing element becomes null.
func (k *caster) list(elements ...fn.Kernel) fn.Kernel {
	return func(c *fn.Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
		v := args[0]
		if v.Form == vec.Constant && (v.IsNull(0) || sel != nil && len(sel) == 0) {
			return vec.NullVector(c.Arena, k.to, n), nil
		}
		if v.Form == vec.Dictionary {
			v = vec.Flatten(c.Arena, v, sel)
		}
		out := *v
		out.Type, out.Children = k.to, make([]*vec.Vector, len(elements))
		used := usedElements(v, sel, n)
		for i, e := range elements {
			child := v.Children[i]
			r, err := e(c, []*vec.Vector{child}, used, child.Len)
			if err != nil {
				return nil, err
			}
			out.Children[i] = r
		}
		return &out, nil
	}
}

// usedElements selects the elements that the selected rows hold; nil when that is all of them in order.
func usedElements(v *vec.Vector, sel vec.Sel, n int) vec.Sel {
	spans := vec.Values[vec.Span](v)
	if v.Form == vec.Constant {
		n, sel = 1, nil
	}
	var rows vec.Sel
	next := int32(0)
	ordered := true
	for _, i := range vec.SelOrAll(sel, n) {
		if v.IsNull(int(i)) {
			continue
		}
		s := spans[i]
		ordered = ordered && s.Offset >= next
		next = max(next, s.Offset+s.Size)
		for j := range s.Size {
			rows = append(rows, s.Offset+j)
		}
	}
	switch {
	case ordered && len(rows) == v.Children[0].Len:
		return nil
	case ordered && rows != nil:
		return rows
	case ordered:
		return vec.Sel{}
	}
	seen := make([]bool, v.Children[0].Len)
	for _, r := range rows {
		seen[r] = true
	}
	rows = rows[:0]
	for r, s := range seen {
		if s {
			rows = append(rows, int32(r))
		}
	}
	return rows
}

func (k *caster) fields(fields []fn.Kernel) fn.Kernel {
	return func(c *fn.Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
		v := args[0]
		if v.Form == vec.Constant && v.IsNull(0) {
			return vec.NullVector(c.Arena, k.to, n), nil
		}
		if v.Form == vec.Dictionary {
			v = vec.Flatten(c.Arena, v, sel)
		}
		out := *v
		out.Type, out.Children = k.to, make([]*vec.Vector, len(fields))
		there := sel
		if v.Form == vec.Flat && v.Valid != nil {
			there = vec.Sel{}
			for _, i := range vec.SelOrAll(sel, n) {
				if v.Valid.Get(int(i)) {
					there = append(there, i)
				}
			}
		}
		for i, f := range fields {
			r, err := f(c, []*vec.Vector{v.Children[i]}, there, n)
			if err != nil {
				return nil, err
			}
			out.Children[i] = r
		}
		if out.Form == vec.Constant { // its children must be constants
			for i, child := range out.Children {
				if child.Form != vec.Constant {
					out.Children[i] = vec.AsConstant(c.Arena, child, 0, n)
				}
			}
		}
		return &out, nil
	}
}
