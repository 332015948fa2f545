package exec

import (
	"math/bits"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// groupTable numbers the distinct rows of some key columns, in the order in which they come. Nulls are equal, NaNs are equal, -0.0 is 0.0.
//
//	slots: open addressing, linear probing, at most half full
//	  one key of at most 64 bits:  key itself │ group + 1
//	  other keys:                  hash       │ group + 1     keys are compared in the stores when hashes agree
type groupTable struct {
	arena   *vec.Arena
	stores  []keyStore
	slots   []groupSlot
	mask    uint64
	n       int
	fixed   bool
	null    int32 // the group of null when fixed, else -1
	hashes  []uint64
	touched int32 // keeps reads ahead from being optimised away

	// memo remembers the groups of a dictionary's entries while the same dictionary comes in batch after batch.
	memoOf *vec.Vector
	memo   []int32
}

type groupSlot struct {
	key   uint64
	group int32 // + 1; 0 is empty
}

func newGroupTable(alloc *vec.Allocator, keys []types.DataType) *groupTable {
	t := &groupTable{arena: alloc.NewArena(), null: -1, fixed: len(keys) == 1 && vec.IsFixedKey(keys[0])}
	for _, k := range keys {
		t.stores = append(t.stores, newKeyStore(t.arena, k))
	}
	t.resize(64)
	return t
}

func (t *groupTable) resize(size int) {
	old := t.slots
	t.slots, t.mask = make([]groupSlot, size), uint64(size-1)
	for _, s := range old {
		if s.group != 0 {
			i := t.start(s.key)
			for t.slots[i].group != 0 {
				i = (i + 1) & t.mask
			}
			t.slots[i] = s
		}
	}
}

func (t *groupTable) start(key uint64) uint64 {
	if t.fixed {
		return vec.MixHash(key) & t.mask
	}
	return key & t.mask
}

// groups finds the group of each row in sel and writes it to out[row]; new rows get new groups.
func (t *groupTable) groups(keys []*vec.Vector, sel vec.Sel, n int, out []int32) {
	if len(keys) == 1 && keys[0].Form != vec.Flat && t.byEntry(keys[0], sel, n, out) {
		return
	}
	t.find(keys, sel, n, out, true)
}

// lookup is groups for rows that may not be there: those get -1, and nothing is added.
func (t *groupTable) lookup(keys []*vec.Vector, sel vec.Sel, n int, out []int32) {
	t.find(keys, sel, n, out, false)
}

func (t *groupTable) find(keys []*vec.Vector, sel vec.Sel, n int, out []int32, add bool) {
	if cap(t.hashes) < n {
		t.hashes = make([]uint64, n)
	}
	hs := t.hashes[:n]
	sel = vec.SelOrAll(sel, n)
	if !t.fixed {
		vec.HashRows(keys, sel, n, hs)
		for len(sel) > 0 {
			part := sel[:min(len(sel), touchRows)]
			sel = sel[len(part):]
			t.touch(hs, part)
			for _, r := range part {
				out[r] = t.findOne(hs[r], keys, int(r), add)
			}
		}
		return
	}
	key := keys[0]
	vec.FixedKeys(key, sel, hs)
	nullable := key.Valid != nil || key.Type.ID() == types.IDNull
	for len(sel) > 0 {
		part := sel[:min(len(sel), touchRows)]
		sel = sel[len(part):]
		t.touch(hs, part)
		for _, r := range part {
			if nullable && key.IsNull(int(r)) {
				if t.null < 0 && add {
					t.null = t.append(keys, int(r))
				}
				out[r] = t.null
				continue
			}
			out[r] = t.findFixed(hs[r], keys, int(r), add)
		}
	}
}

// touchRows is how many slots are read ahead of probing: the reads do not depend on each other, so that the processor overlaps their cache
// misses, which a probe that compares keys in between does not let it do.
const touchRows = 64

func (t *groupTable) touch(keys []uint64, rows vec.Sel) {
	if len(t.slots) < 1<<14 { // in the cache anyway
		return
	}
	sum := int32(0)
	for _, r := range rows {
		sum += t.slots[t.start(keys[r])].group
	}
	t.touched = sum
}

func (t *groupTable) findFixed(k uint64, keys []*vec.Vector, row int, add bool) int32 {
	for i := vec.MixHash(k) & t.mask; ; i = (i + 1) & t.mask {
		s := &t.slots[i]
		if s.group == 0 {
			return t.insert(i, k, keys, row, add)
		}
		if s.key == k {
			return s.group - 1
		}
	}
}

func (t *groupTable) findOne(h uint64, keys []*vec.Vector, row int, add bool) int32 {
	for i := h & t.mask; ; i = (i + 1) & t.mask {
		s := &t.slots[i]
		if s.group == 0 {
			return t.insert(i, h, keys, row, add)
		}
		if s.key == h && t.same(s.group-1, keys, row) {
			return s.group - 1
		}
	}
}

func (t *groupTable) insert(i, k uint64, keys []*vec.Vector, row int, add bool) int32 {
	if !add {
		return -1
	}
	g := t.append(keys, row)
	t.slots[i] = groupSlot{k, g + 1}
	if 2*t.n > len(t.slots) {
		t.resize(4 * len(t.slots))
	}
	return g
}

func (t *groupTable) append(keys []*vec.Vector, row int) int32 {
	for k, s := range t.stores {
		s.add(keys[k], row)
	}
	t.n++
	return int32(t.n - 1)
}

func (t *groupTable) same(g int32, keys []*vec.Vector, row int) bool {
	for k, s := range t.stores {
		if !s.equal(g, keys[k], row) {
			return false
		}
	}
	return true
}

// byEntry groups a constant or dictionary by its entries: one look-up per entry that occurs. It declines large dictionaries.
func (t *groupTable) byEntry(key *vec.Vector, sel vec.Sel, n int, out []int32) bool {
	sel = vec.SelOrAll(sel, n)
	if len(sel) == 0 {
		return true
	}
	if key.Form == vec.Constant || key.Type.ID() == types.IDNull {
		g := t.one(key, int(sel[0]))
		for _, r := range sel {
			out[r] = g
		}
		return true
	}
	dict := key.Children[0]
	if t.memoOf != dict {
		if dict.Len > 4*len(sel) {
			return false
		}
		t.memoOf, t.memo = dict, make([]int32, dict.Len)
	}
	null := int32(-1)
	for _, r := range sel {
		if key.Valid != nil && !key.Valid.Get(int(r)) {
			if null < 0 {
				null = t.one(key, int(r))
			}
			out[r] = null
			continue
		}
		g := t.memo[key.Codes[r]]
		if g == 0 {
			g = t.one(key, int(r)) + 1
			t.memo[key.Codes[r]] = g
		}
		out[r] = g - 1
	}
	return true
}

// one finds or adds the group of a single row.
func (t *groupTable) one(key *vec.Vector, row int) int32 {
	var out [1]int32
	one := *key
	one.Form, one.Len = vec.Constant, 1
	if key.IsNull(row) {
		one = *vec.NullVector(t.arena, key.Type, 1)
	} else if key.Form == vec.Dictionary {
		one = *vec.AsConstant(t.arena, key, row, 1)
	}
	t.find([]*vec.Vector{&one}, nil, 1, out[:], true)
	return out[0]
}

// columns are the keys of groups [from, to). They point into the table's arena.
func (t *groupTable) columns(r *vec.Arena, from, to int) []*vec.Vector {
	out := make([]*vec.Vector, len(t.stores))
	for k, s := range t.stores {
		out[k] = s.vector(r, from, to)
	}
	return out
}

// bytes estimates the memory held.
func (t *groupTable) bytes() int64 {
	n := int64(len(t.slots)) * 16
	for _, s := range t.stores {
		n += s.bytes()
	}
	return n
}

func (t *groupTable) release() {
	if t != nil && t.arena != nil {
		t.arena.Release()
		t.arena = nil
	}
}

// tableSize is a power of two that n entries fill at most by half.
func tableSize(n int) int { return 1 << bits.Len(uint(max(n, 8)*2-1)) }
