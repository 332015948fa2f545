package exec

import (
	"sync/atomic"

	"github.com/flintlake/flintlake/internal/vec"
)

// joinTable is the build side of a join: its rows, and an index of them by key. It is read by all workers once it is complete.
//
//	slots: open addressing, linear probing, at most half full; one slot per distinct key
//	next:  rows with the same key, chained in the order of the source
//
// A single key of at most 64 bits is compared in the slot itself; other keys by hash first, then by value.
type joinTable struct {
	rows     *rows
	keys     []*vec.Vector // flat, as long as rows
	nullSafe []bool
	width    int // columns of the build side; rows may hold computed keys behind them
	fixed    bool
	slots    []joinSlot
	mask     uint64
	next     []int32 // -1 at the end
	null     int32   // first row with a null key when fixed and null-safe, else -1
	hasNull  bool    // some row has a null in a key that is not null-safe
	total    int     // rows of the whole build side, of which rows may be a part
	unique   bool    // no key occurs twice
	matched  []atomic.Bool
}

type joinSlot struct {
	key  uint64 // the key itself when fixed, else its hash
	head int32  // first row + 1; 0 is empty
}

// newJoinTable indexes rows, which it takes over. keys names the key columns among those of rows.
func newJoinTable(n *Join, keyed *keyed, r *rows) *joinTable {
	t := &joinTable{rows: r, total: r.n, keys: keyed.of(r.cols), nullSafe: n.NullSafe, width: keyed.width, null: -1, unique: true}
	t.fixed = len(t.keys) == 1 && vec.IsFixedKey(t.keys[0].Type)
	if n.Kind.needsBuildMarks() {
		t.matched = make([]atomic.Bool, r.n)
	}
	if len(t.keys) > 0 {
		t.index()
	}
	return t
}

func (t *joinTable) index() {
	n := t.rows.n
	size := tableSize(n)
	t.slots, t.mask, t.next = make([]joinSlot, size), uint64(size-1), make([]int32, n)
	hashes := make([]uint64, n)
	t.hash(t.keys, nil, n, hashes)
	// Rows are inserted backwards and each in front of its chain: chains end up in order without keeping their tails.
	for row := n - 1; row >= 0; row-- {
		t.next[row] = -1
		if hasUnsafeNull(t.keys, t.nullSafe, row) {
			t.hasNull = true
			continue
		}
		t.insert(int32(row), hashes[row])
	}
}

// hash computes what slots hold: keys or hashes of keys.
func (t *joinTable) hash(keys []*vec.Vector, sel vec.Sel, n int, out []uint64) {
	if t.fixed {
		vec.FixedKeys(keys[0], vec.SelOrAll(sel, n), out)
	} else {
		vec.HashRows(keys, sel, n, out)
	}
}

// hasUnsafeNull tells whether a row has a null where null cannot match.
func hasUnsafeNull(keys []*vec.Vector, nullSafe []bool, row int) bool {
	for i, k := range keys {
		if !nullSafe[i] && k.IsNull(row) {
			return true
		}
	}
	return false
}

func (t *joinTable) insert(row int32, h uint64) {
	if t.fixed && t.keys[0].IsNull(int(row)) {
		t.unique = t.unique && t.null < 0
		t.next[row], t.null = t.null, row
		return
	}
	for i := t.start(h); ; i = (i + 1) & t.mask {
		s := &t.slots[i]
		if s.head == 0 {
			*s = joinSlot{h, row + 1}
			return
		}
		if s.key == h && (t.fixed || t.sameKey(s.head-1, t.keys, int(row))) {
			t.unique = false
			t.next[row], s.head = s.head-1, row+1
			return
		}
	}
}

func (t *joinTable) start(h uint64) uint64 {
	if t.fixed {
		return vec.MixHash(h) & t.mask
	}
	return h & t.mask
}

func (t *joinTable) sameKey(indexed int32, keys []*vec.Vector, row int) bool {
	for i, k := range keys {
		if !vec.EqualRows(t.keys[i], int(indexed), k, row) {
			return false
		}
	}
	return true
}

// heads finds the first match of each row in sel: a build row, or -1. keys are the probe side's, in any form.
func (t *joinTable) heads(keys []*vec.Vector, sel vec.Sel, n int, hashes []uint64, out []int32) {
	t.hash(keys, sel, n, hashes)
	nullable := false
	for _, k := range keys {
		nullable = nullable || k.Valid != nil || k.Type.ID() == 0
	}
	for rest := vec.SelOrAll(sel, n); len(rest) > 0; {
		part := rest[:min(len(rest), touchRows)]
		rest = rest[len(part):]
		out[part[0]] = t.touch(hashes, part) // written again below
		for _, r := range part {
			switch {
			case nullable && hasUnsafeNull(keys, t.nullSafe, int(r)):
				out[r] = -1
			case nullable && t.fixed && keys[0].IsNull(int(r)):
				out[r] = t.null
			default:
				out[r] = t.head(hashes[r], keys, int(r))
			}
		}
	}
}

// touch reads the slots of some rows ahead, so that their cache misses overlap (see groupTable.touch).
func (t *joinTable) touch(hashes []uint64, rows vec.Sel) int32 {
	sum := int32(0)
	if len(t.slots) >= 1<<14 {
		for _, r := range rows {
			sum += t.slots[t.start(hashes[r])].head
		}
	}
	return sum
}

func (t *joinTable) head(h uint64, keys []*vec.Vector, row int) int32 {
	for i := t.start(h); ; i = (i + 1) & t.mask {
		s := &t.slots[i]
		if s.head == 0 {
			return -1
		}
		if s.key == h && (t.fixed || t.sameKey(s.head-1, keys, row)) {
			return s.head - 1
		}
	}
}

// bytes is what the index takes beside the rows.
func indexBytes(n int) int64 { return int64(tableSize(n))*16 + int64(n)*12 }

func (t *joinTable) release() {
	if t != nil {
		t.rows.release()
	}
}
