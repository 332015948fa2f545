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
	// better tells whether row i of the key replaces row j of the old key (nil: none yet).
	better func(v *vec.Vector, i int, old *vec.Vector, j int) bool

	arena        *vec.Arena
	values, keys []*vec.Vector
	picks        []int32 // the best row of the present batch by group, -1 for none
	limit        int64   // of the arena, before replaced rows are thrown out
}

func (k *kept) Grow(n int) {
	for len(k.values) < n {
		k.values, k.keys, k.picks = append(k.values, nil), append(k.keys, nil), append(k.picks, -1)
	}
}

// Update finds the best row of the batch for each group first, so that at most one row a group and batch is copied.
func (k *kept) Update(c *fn.Context, args []*vec.Vector, sel vec.Sel, n int, groups []int32) error {
	if k.arena == nil {
		k.arena = c.Alloc.NewArena()
	}
	key := args[k.key]
	var touched []int32
	for _, i := range vec.SelOrAll(sel, n) {
		g := int32(0)
		if groups != nil {
			g = groups[i]
		}
		old, j := k.keys[g], 0
		if k.picks[g] >= 0 {
			old, j = key, int(k.picks[g])
		}
		if k.better(key, int(i), old, j) {
			if k.picks[g] < 0 {
				touched = append(touched, g)
			}
			k.picks[g] = i
		}
	}
	for _, g := range touched {
		k.set(g, args[k.argument], key, int(k.picks[g]))
		k.picks[g] = -1
	}
	k.compact(c)
	return nil
}

// compact copies the rows that still count when most of the arena is replaced ones.
func (k *kept) compact(c *fn.Context) {
	const least = 8 << 20
	if k.arena.Size() <= max(k.limit, least) {
		return
	}
	old := k.arena
	k.arena = c.Alloc.NewArena()
	for g, v := range k.values {
		if v != nil {
			k.set(int32(g), v, k.keys[g], 0)
		}
	}
	old.Release()
	k.limit = 4 * k.arena.Size()
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
		if o.values[i] != nil && k.better(o.keys[i], 0, k.keys[g], 0) {
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
	return k.arena.Size() + int64(20*cap(k.values))
}

func (k *kept) Close() {
	if k.arena != nil {
		k.arena.Release()
		k.arena = nil
	}
	k.values, k.keys, k.picks = nil, nil, nil
}
