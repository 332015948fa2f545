package aggregate

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// kept holds for each group one row of its argument, chosen by a key: the value itself or another argument. Rows are copied into an
// arena of the accumulator's own, one-row vectors each.
type kept struct {
	t        types.DataType
	argument int // which argument is kept
	key      int // which argument decides
	// better tells whether row i of the key replaces the old key (nil: none yet).
	better func(v *vec.Vector, i int, old *vec.Vector) bool

	arena        *vec.Arena
	values, keys []*vec.Vector
	bytes        int64
}

func (k *kept) Grow(n int) {
	for len(k.values) < n {
		k.values, k.keys = append(k.values, nil), append(k.keys, nil)
	}
}

func (k *kept) Update(c *fn.Context, args []*vec.Vector, sel vec.Sel, n int, groups []int32) error {
	if k.arena == nil {
		k.arena = c.Alloc.NewArena()
	}
	for _, i := range vec.SelOrAll(sel, n) {
		g := int32(0)
		if groups != nil {
			g = groups[i]
		}
		if k.better(args[k.key], int(i), k.keys[g]) {
			k.set(g, args[k.argument], args[k.key], int(i))
		}
	}
	return nil
}

func (k *kept) set(g int32, value, key *vec.Vector, i int) {
	k.values[g] = k.row(value, i)
	k.keys[g] = k.values[g]
	if k.key != k.argument {
		k.keys[g] = k.row(key, i)
	}
}

func (k *kept) row(v *vec.Vector, i int) *vec.Vector {
	b := vec.NewBuilder(k.arena, v.Type)
	b.From(v, i)
	return b.Finish()
}

func (k *kept) Merge(c *fn.Context, other fn.Accumulator, into []int32) error {
	o := other.(*kept)
	if k.arena == nil {
		k.arena = c.Alloc.NewArena()
	}
	for i, g := range into {
		if o.values[i] != nil && k.better(o.keys[i], 0, k.keys[g]) {
			k.set(g, o.values[i], o.keys[i], 0)
		}
	}
	return nil
}

func (k *kept) Result(c *fn.Context, from, n int) (*vec.Vector, error) {
	out := vec.NewBuilder(c.Arena, k.t)
	for _, v := range k.values[from : from+n] {
		if v == nil {
			out.Null()
		} else {
			out.From(v, 0)
		}
	}
	return out.Finish(), nil
}

func (k *kept) Bytes() int64 {
	if k.arena == nil {
		return 0
	}
	return k.arena.Size() + int64(16*cap(k.values))
}

func (k *kept) Close() {
	if k.arena != nil {
		k.arena.Release()
		k.arena = nil
	}
	k.values, k.keys = nil, nil
}
