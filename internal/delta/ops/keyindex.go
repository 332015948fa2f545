package ops

import (
	"math/bits"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// keyIndex finds the rows of a MERGE source by key. It holds row numbers only; the key columns stay where they are.
//
//	slots: open addressing, linear probing, at most half full; one slot per distinct key
//	next:  rows with the same key, chained in source order
//
// A single key of 64 bits or less is compared in the slot itself; other keys are compared by hash first, then by value.
type keyIndex struct {
	keys     []*vec.Vector // flat, one value per source row
	nullSafe []bool        // key i was written with <=>
	fixed    bool
	slots    []keySlot
	mask     uint64
	next     []int32 // next row with the same key, -1 at the end
	last     []int32 // while building: tail of the chain that starts at a row
	nulls    int32   // first row with a null key when fixed and null-safe, else -1
	distinct int
}

type keySlot struct {
	key  uint64 // the key itself when fixed, else its hash
	head int32  // first row + 1; 0 = empty
}

// newKeyIndex indexes the rows in sel of n source rows. Rows with a null in a key that is not null-safe can never match and are left out.
func newKeyIndex(keys []*vec.Vector, nullSafe []bool, n int, sel vec.Sel) *keyIndex {
	size := 1 << bits.Len(uint(max(len(sel), 8)*2-1))
	x := &keyIndex{keys: keys, nullSafe: nullSafe, slots: make([]keySlot, size), mask: uint64(size - 1),
		next: make([]int32, n), last: make([]int32, n), nulls: -1,
		fixed: len(keys) == 1 && vec.IsFixedKey(keys[0].Type)}
	hashes := make([]uint64, n)
	if x.fixed {
		vec.FixedKeys(keys[0], sel, hashes)
	} else {
		vec.HashRows(keys, sel, n, hashes)
	}
	for _, row := range sel {
		x.next[row] = -1
		if !x.skips(keys, int(row)) {
			x.insert(row, hashes[row])
		}
	}
	x.last = nil
	return x
}

// skips tells whether a row has a null where null cannot match.
func (x *keyIndex) skips(keys []*vec.Vector, row int) bool {
	for i, k := range keys {
		if !x.nullSafe[i] && k.IsNull(row) {
			return true
		}
	}
	return false
}

func (x *keyIndex) insert(row int32, h uint64) {
	if x.fixed && x.keys[0].IsNull(int(row)) {
		x.chain(&x.nulls, row)
		return
	}
	for i := x.start(h); ; i = (i + 1) & x.mask {
		s := &x.slots[i]
		if s.head == 0 {
			*s = keySlot{key: h, head: row + 1}
			x.last[row] = row
			x.distinct++
			return
		}
		if s.key == h && (x.fixed || x.sameKey(s.head-1, x.keys, int(row))) {
			first := s.head - 1
			x.chain(&first, row)
			return
		}
	}
}

// chain appends row to the chain that starts at *first, or starts it.
func (x *keyIndex) chain(first *int32, row int32) {
	if *first < 0 {
		*first = row
		x.last[row] = row
		x.distinct++
		return
	}
	x.next[x.last[*first]] = row
	x.last[*first] = row
}

func (x *keyIndex) start(h uint64) uint64 {
	if x.fixed {
		return vec.MixHash(h) & x.mask
	}
	return h & x.mask
}

// sameKey compares the key of an indexed row with row of other key columns.
func (x *keyIndex) sameKey(indexed int32, keys []*vec.Vector, row int) bool {
	for i, k := range keys {
		if !vec.EqualRows(x.keys[i], int(indexed), k, row) {
			return false
		}
	}
	return true
}

// pairs are matches of target rows with source rows, grouped by target row in ascending order.
type pairs struct{ target, source []int32 }

func (p *pairs) reset() { p.target, p.source = p.target[:0], p.source[:0] }

func (p *pairs) add(t, s int32) {
	p.target = append(p.target, t)
	p.source = append(p.source, s)
}

// keep drops all pairs but those whose positions are listed.
func (p *pairs) keep(positions []int32) {
	for i, k := range positions {
		p.target[i], p.source[i] = p.target[k], p.source[k]
	}
	p.target, p.source = p.target[:len(positions)], p.source[:len(positions)]
}

// probe appends the matches of the target rows in sel to out. keys are the target's key columns, in any form; hashes is scratch of
// at least n values.
func (x *keyIndex) probe(keys []*vec.Vector, sel vec.Sel, n int, hashes []uint64, out *pairs) {
	if x.fixed {
		x.probeFixed(keys[0], sel, n, hashes, out)
		return
	}
	vec.HashRows(keys, sel, n, hashes)
	for _, row := range sel {
		if x.skips(keys, int(row)) {
			continue
		}
		h := hashes[row]
		for i := x.start(h); ; i = (i + 1) & x.mask {
			s := &x.slots[i]
			if s.head == 0 {
				break
			}
			if s.key == h && x.sameKey(s.head-1, keys, int(row)) {
				x.emit(row, s.head-1, out)
				break
			}
		}
	}
}

func (x *keyIndex) probeFixed(key *vec.Vector, sel vec.Sel, n int, values []uint64, out *pairs) {
	vec.FixedKeys(key, sel, values)
	nullable := key.Valid != nil || key.Type.ID() == types.IDNull
	for _, row := range sel {
		if nullable && key.IsNull(int(row)) {
			if x.nullSafe[0] && x.nulls >= 0 {
				x.emit(row, x.nulls, out)
			}
			continue
		}
		k := values[row]
		for i := x.start(k); ; i = (i + 1) & x.mask {
			s := &x.slots[i]
			if s.head == 0 {
				break
			}
			if s.key == k {
				x.emit(row, s.head-1, out)
				break
			}
		}
	}
}

func (x *keyIndex) emit(target, head int32, out *pairs) {
	for s := head; s >= 0; s = x.next[s] {
		out.add(target, s)
	}
}
