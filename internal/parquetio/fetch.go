package parquetio

import (
	"errors"
)

// fetcher hands out the bytes of one column chunk. A slice it returns is valid until the next call, and its capacity
// reaches padding bytes further.
type fetcher struct {
	src    Source
	lo, hi int64  // the chunk in the file
	window int    // how much to read at once from a local file
	spans  []span // what may be read, in order

	buf []byte // of a local file
	off int64  // place of buf in the file

	parts []part // of an object store: what was fetched ahead, in order
}

// part is a piece of the file in memory.
type part struct {
	off int64
	b   []byte // capacity reaches padding further
}

const padding = 32

var errOutside = errors.New("a page reaches out of its column chunk")

// at returns n bytes from offset off.
func (f *fetcher) at(off int64, n int) ([]byte, error) {
	if off < f.lo || n < 0 || int64(n) > f.hi-off {
		return nil, errOutside
	}
	for i := range f.parts {
		p := &f.parts[i]
		if off >= p.off && off+int64(n) <= p.off+int64(len(p.b)) {
			return p.b[off-p.off:][:n], nil
		}
	}
	if off < f.off || off+int64(n) > f.off+int64(len(f.buf)) {
		if err := f.fill(off, n); err != nil {
			return nil, err
		}
	}
	return f.buf[off-f.off:][:n], nil
}

// fill moves the window to off.
func (f *fetcher) fill(off int64, n int) error {
	end := f.hi
	for _, s := range f.spans {
		if off >= s.lo && off < s.hi {
			end = s.hi
			break
		}
	}
	size := max(n, int(min(int64(f.window), end-off)))
	var kept int
	if off >= f.off && off < f.off+int64(len(f.buf)) && cap(f.buf) >= size+padding {
		kept = copy(f.buf, f.buf[off-f.off:])
	}
	if cap(f.buf) < size+padding {
		f.buf = make([]byte, size+padding+size/8)
	}
	f.buf, f.off = f.buf[:size], off
	if kept >= size {
		return nil
	}
	if err := readRange(f.src, f.buf[kept:], off+int64(kept)); err != nil {
		f.buf = f.buf[:0]
		return err
	}
	return nil
}

// peek returns up to n bytes from off, as many as the chunk has.
func (f *fetcher) peek(off int64, n int) ([]byte, error) {
	if off < f.lo || off >= f.hi {
		return nil, errOutside
	}
	n = int(min(int64(n), f.hi-off))
	for _, s := range f.spans {
		if off >= s.lo && off < s.hi {
			n = int(min(int64(n), s.hi-off))
			break
		}
	}
	for i := range f.parts {
		p := &f.parts[i]
		if off >= p.off && off < p.off+int64(len(p.b)) {
			return p.b[off-p.off:][:min(n, int(p.off+int64(len(p.b))-off))], nil
		}
	}
	return f.at(off, n)
}
