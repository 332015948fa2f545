package parquetio

// blocks collects the pages of a column chunk. Pieces of memory are filled one after the other and reused by the next row
// group; growing one slice would copy and clear it again and again.
type blocks struct {
	full [][]byte // with pages
	last []byte   // being filled
	free [][]byte
	size int
}

// blockBytes is the size of a block; the first ones are smaller, since a table may have thousands of columns.
const blockBytes = 4 << 20

// room returns an empty slice with a capacity of at least n, to be given back to add.
func (b *blocks) room(n int) []byte {
	if cap(b.last)-len(b.last) >= n {
		return b.last[len(b.last):]
	}
	if len(b.last) > 0 {
		b.full = append(b.full, b.last)
	} else if cap(b.last) > 0 {
		b.free = append(b.free, b.last)
	}
	for i, f := range b.free {
		if cap(f) >= n {
			b.free[i] = b.free[len(b.free)-1]
			b.free = b.free[:len(b.free)-1]
			b.last = f[:0]
			return b.last
		}
	}
	b.last = make([]byte, 0, max(n, min(blockBytes, max(b.size, 4<<10))))
	return b.last
}

// add keeps what was put into the slice that room returned; a slice that outgrew it becomes a block of its own.
func (b *blocks) add(p []byte) {
	b.size += len(p)
	if at := len(b.last); cap(b.last)-at >= len(p) && len(p) > 0 && &b.last[:at+1][at] == &p[0] {
		b.last = b.last[:at+len(p)]
		return
	}
	if len(b.last) > 0 {
		b.full = append(b.full, b.last)
	}
	b.full, b.last = append(b.full, p), nil
}

// all lists the pieces in order.
func (b *blocks) all() [][]byte { return append(b.full[:len(b.full):len(b.full)], b.last) }

// reset forgets the contents and keeps the memory.
func (b *blocks) reset() {
	if b.last != nil {
		b.free = append(b.free, b.last[:0])
	}
	for _, f := range b.full {
		b.free = append(b.free, f[:0])
	}
	b.full, b.last, b.size = b.full[:0], nil, 0
}
