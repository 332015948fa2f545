package aggregate

import (
	"encoding/binary"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// collected holds all values of a group, in the order of arrival; value turns them into the result.
type collected struct {
	t       types.DataType // of the result
	element types.DataType
	nulls   bool // nulls are collected too
	// unique values only, by vec.AppendKey.
	unique bool
	value  func(v *vec.Vector, rows []int32, out *vec.Builder) error

	arena   *vec.Arena
	builder *vec.Builder
	rows    [][]int32
	seen    map[string]struct{}
	key     []byte
	held    int64
}

func (k *collected) Grow(n int) {
	for len(k.rows) < n {
		k.rows = append(k.rows, nil)
	}
}

func (k *collected) Update(c *fn.Context, args []*vec.Vector, sel vec.Sel, n int, groups []int32) error {
	for _, i := range vec.SelOrAll(sel, n) {
		g := int32(0)
		if groups != nil {
			g = groups[i]
		}
		k.add(c, g, args[0], int(i))
	}
	return nil
}

func (k *collected) add(c *fn.Context, g int32, v *vec.Vector, i int) {
	if !k.nulls && v.IsNull(i) {
		return
	}
	if k.arena == nil {
		k.arena = c.Alloc.NewArena()
		k.builder = vec.NewBuilder(k.arena, k.element)
		k.seen = map[string]struct{}{}
	}
	if k.unique {
		k.key = binary.LittleEndian.AppendUint32(k.key[:0], uint32(g))
		k.key = vec.AppendKey(k.key, v, i)
		if _, dup := k.seen[string(k.key)]; dup {
			return
		}
		k.seen[string(k.key)] = struct{}{}
		k.held += int64(len(k.key)) + 48
	}
	k.rows[g] = append(k.rows[g], int32(k.builder.Len()))
	k.builder.From(v, i)
}

// vector is the values so far; sliding frames ask for results between updates.
func (k *collected) vector() *vec.Vector {
	if k.builder == nil {
		return nil
	}
	return k.builder.Peek()
}

func (k *collected) Merge(c *fn.Context, other fn.Accumulator, into []int32) error {
	o := other.(*collected)
	v := o.vector()
	for i, g := range into {
		for _, r := range o.rows[i] {
			k.add(c, g, v, int(r))
		}
	}
	return nil
}

func (k *collected) Result(c *fn.Context, from, n int) (*vec.Vector, error) {
	out := vec.NewBuilder(c.Arena, k.t)
	v := k.vector()
	for _, rows := range k.rows[from : from+n] {
		if err := k.value(v, rows, out); err != nil {
			return nil, err
		}
	}
	return out.Finish(), nil
}

func (k *collected) Bytes() int64 {
	n := k.held + int64(24*cap(k.rows))
	if k.builder != nil {
		n += k.arena.Size() + k.builder.Bytes() + 4*int64(k.builder.Len())
	}
	return n
}

func (k *collected) Close() {
	if k.arena != nil {
		k.arena.Release()
	}
	*k = collected{}
}

// asList appends the rows as an array.
func asList(v *vec.Vector, rows []int32, out *vec.Builder) error {
	for _, r := range rows {
		out.Child(0).From(v, int(r))
	}
	out.EndList()
	return nil
}
