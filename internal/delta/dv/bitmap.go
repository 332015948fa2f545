package dv

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"

	"github.com/RoaringBitmap/roaring/v2/roaring64"

	"github.com/flintlake/flintlake/internal/vec"
)

// Bitmap is a set of row numbers of one file, counted from 0. The zero value is empty. It is safe for concurrent reading
// only. A nil *Bitmap reads as empty.
type Bitmap struct{ rows roaring64.Bitmap }

// Of makes a bitmap of some rows.
func Of(rows ...uint64) *Bitmap {
	b := &Bitmap{}
	b.rows.AddMany(rows)
	return b
}

// Add puts a row in and tells whether it was not there.
func (b *Bitmap) Add(row uint64) bool { return b.rows.CheckedAdd(row) }

// AddRange puts the rows from, …, to-1 in.
func (b *Bitmap) AddRange(from, to uint64) { b.rows.AddRange(from, to) }

// Or puts all rows of o in.
func (b *Bitmap) Or(o *Bitmap) {
	if o != nil {
		b.rows.Or(&o.rows)
	}
}

// AndNot takes all rows of o out.
func (b *Bitmap) AndNot(o *Bitmap) {
	if o != nil {
		b.rows.AndNot(&o.rows)
	}
}

// Contains tells whether a row is in.
func (b *Bitmap) Contains(row uint64) bool { return b != nil && b.rows.Contains(row) }

// Intersects tells whether both have a row in common.
func (b *Bitmap) Intersects(o *Bitmap) bool {
	return b != nil && o != nil && b.rows.Intersects(&o.rows)
}

// Len is the number of rows in the set.
func (b *Bitmap) Len() int64 {
	if b == nil {
		return 0
	}
	return int64(b.rows.GetCardinality())
}

// Clone is an independent copy; of nil, an empty one.
func (b *Bitmap) Clone() *Bitmap {
	c := &Bitmap{}
	c.Or(b)
	return c
}

// Rows yields the rows in ascending order.
func (b *Bitmap) Rows() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		if b == nil {
			return
		}
		for i := b.rows.Iterator(); i.HasNext(); {
			if !yield(i.Next()) {
				return
			}
		}
	}
}

// Live appends to sel the offsets, from 0 to n-1, of the rows first, …, first+n-1 that are not in the set: the rows of a
// batch that are still part of the table. all is true when that is every row; then sel is returned unchanged.
func (b *Bitmap) Live(first uint64, n int, sel vec.Sel) (live vec.Sel, all bool) {
	if b == nil {
		return sel, true
	}
	i := b.rows.Iterator()
	i.AdvanceIfNeeded(first)
	end := first + uint64(n)
	if !i.HasNext() || i.PeekNext() >= end {
		return sel, true
	}
	next := first
	for i.HasNext() && i.PeekNext() < end {
		gone := i.Next()
		for ; next < gone; next++ {
			sel = append(sel, int32(next-first))
		}
		next = gone + 1
	}
	for ; next < end; next++ {
		sel = append(sel, int32(next-first))
	}
	return sel, false
}

// magic starts a serialized bitmap in the portable format ("RoaringBitmapArray" of the protocol).
const magic = 1681511377

// bytes is the serialized form: magic, then the portable 64-bit Roaring format, all little endian.
func (b *Bitmap) bytes() ([]byte, error) {
	b.rows.RunOptimize()
	out := bytes.NewBuffer(make([]byte, 0, 4+b.rows.GetSerializedSizeInBytes()))
	out.Write(binary.LittleEndian.AppendUint32(nil, magic))
	_, err := b.rows.WriteTo(out)
	return out.Bytes(), err
}

var errBitmap = errors.New("not a serialized bitmap")

// parse reads the serialized form. Damaged bytes give an error, never a panic or a large allocation.
func parse(data []byte) (b *Bitmap, err error) {
	if len(data) < 12 {
		return nil, errBitmap
	}
	if m := binary.LittleEndian.Uint32(data); m != magic {
		return nil, fmt.Errorf("%w: magic number %d", errBitmap, m)
	}
	const smallest = 4 + 8 // key and an empty 32-bit bitmap
	if n := binary.LittleEndian.Uint64(data[4:]); n > uint64(len(data)-12)/smallest {
		return nil, fmt.Errorf("%w: %d parts in %d bytes", errBitmap, n, len(data))
	}
	defer func() { // the library trusts counts inside the containers
		if p := recover(); p != nil {
			b, err = nil, fmt.Errorf("%w: %v", errBitmap, p)
		}
	}()
	b = &Bitmap{}
	n, err := b.rows.ReadFrom(bytes.NewReader(data[4:]))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errBitmap, err)
	}
	if int(n) != len(data)-4 {
		return nil, fmt.Errorf("%w: %d bytes left over", errBitmap, len(data)-4-int(n))
	}
	if b.rows.IsEmpty() {
		return b, nil
	}
	if err := b.rows.Validate(); err != nil {
		return nil, fmt.Errorf("%w: %w", errBitmap, err)
	}
	return b, nil
}
