package ops

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// conformed gives present columns the types that the schema has after the command. Columns that do not change are passed on.
func conformed(c *fn.Context, cols []*vec.Vector, attrs []*expr.Attribute, to types.StructType) []*vec.Vector {
	out := cols
	for i, a := range attrs {
		if i >= len(cols) || types.EqualIgnoreNullability(a.DataType, to.Fields[i].Type) {
			continue
		}
		if &out[0] == &cols[0] {
			out = append([]*vec.Vector(nil), cols...)
		}
		out[i] = conform(c, cols[i], a.DataType, to.Fields[i].Type)
	}
	return out
}

// conform adds to the structs in v the fields that only the new type has, as nulls.
func conform(c *fn.Context, v *vec.Vector, from, to types.DataType) *vec.Vector {
	if types.EqualIgnoreNullability(from, to) {
		return v
	}
	whole := vec.Flatten(c.Arena, v, nil)
	flat := *whole
	flat.Type = to
	switch t := to.(type) {
	case types.StructType:
		old, ok := from.(types.StructType)
		if !ok {
			return v
		}
		flat.Children = make([]*vec.Vector, len(t.Fields))
		for i, f := range t.Fields {
			if k := fieldPlace(old, f.Name); k >= 0 {
				flat.Children[i] = conform(c, whole.Children[k], old.Fields[k].Type, f.Type)
			} else {
				flat.Children[i] = vec.NullVector(c.Arena, f.Type, whole.Len)
			}
		}
	case types.ArrayType:
		if old, ok := from.(types.ArrayType); ok {
			flat.Children = []*vec.Vector{conform(c, flat.Children[0], old.Element, t.Element)}
		}
	case types.MapType:
		if old, ok := from.(types.MapType); ok {
			flat.Children = []*vec.Vector{conform(c, flat.Children[0], old.Key, t.Key), conform(c, flat.Children[1], old.Value, t.Value)}
		}
	default:
		return v
	}
	return &flat
}

func fieldPlace(s types.StructType, name string) int {
	for i, f := range s.Fields {
		if strings.EqualFold(f.Name, name) {
			return i
		}
	}
	return -1
}
