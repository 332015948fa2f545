package generator

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// lists generates a row per element of an array or map: position first when asked for, then element, or key and value.
func lists(position bool) fn.Generate {
	return func(c *fn.Context, args []*vec.Vector, sel vec.Sel, n int) ([]int32, []*vec.Vector, error) {
		v := vec.Flatten(c.Arena, args[0], sel)
		spans := vec.Values[vec.Span](v)
		var counts, picks, places []int32
		for _, i := range vec.SelOrAll(sel, n) {
			if v.Type.ID() == types.IDNull || v.IsNull(int(i)) {
				counts = append(counts, 0)
				continue
			}
			counts = append(counts, spans[i].Size)
			for j := range spans[i].Size {
				picks = append(picks, spans[i].Offset+j)
				if position {
					places = append(places, j)
				}
			}
		}
		var cols []*vec.Vector
		if position {
			pos := vec.AllocOf[int32](c.Arena, len(places))
			copy(pos, places)
			cols = append(cols, vec.FlatVector(types.Integer, pos, nil))
		}
		for _, child := range v.Children {
			cols = append(cols, vec.Gather(c.Arena, child, picks))
		}
		return counts, cols, nil
	}
}

func explode(position, outer bool) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 1); err != nil {
			return nil, err
		}
		cols := types.StructType{}
		if position {
			cols.Fields = append(cols.Fields, types.StructField{Name: "pos", Type: types.Integer, Nullable: outer})
		}
		switch t := c.Args[0].Type().(type) {
		case types.ArrayType:
			cols.Fields = append(cols.Fields, types.StructField{Name: "col", Type: t.Element, Nullable: outer || t.ContainsNull})
		case types.MapType:
			cols.Fields = append(cols.Fields, types.StructField{Name: "key", Type: t.Key, Nullable: outer}, types.StructField{Name: "value", Type: t.Value, Nullable: outer || t.ValueContainsNull})
		default:
			return nil, c.Unexpected(0, fn.Either(fn.AnyArray, fn.AnyMap))
		}
		return &fn.Bound{Args: c.Args, Type: cols, Columns: cols, Generate: lists(position)}, nil
	}
}
