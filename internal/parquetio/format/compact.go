package format

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// The type codes of the compact protocol.
const (
	tStop   = 0
	tTrue   = 1
	tFalse  = 2
	tI8     = 3
	tI16    = 4
	tI32    = 5
	tI64    = 6
	tDouble = 7
	tBinary = 8
	tList   = 9
	tSet    = 10
	tMap    = 11
	tStruct = 12
	tUUID   = 13
)

// depthMax bounds the nesting of structures that are skipped or kept raw.
const depthMax = 32

var errTruncated = errors.New("metadata ends too early")

// reader is a cursor with a sticky error: after the first error every read returns zero values.
type reader struct {
	b   []byte
	i   int
	err error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

func (r *reader) byte() byte {
	if r.i >= len(r.b) {
		if r.err == nil {
			r.err = errTruncated
		}
		return 0
	}
	r.i++
	return r.b[r.i-1]
}

func (r *reader) uvarint() uint64 {
	if r.err != nil {
		return 0
	}
	v, n := binary.Uvarint(r.b[r.i:])
	if n <= 0 {
		r.err = errTruncated
		r.i = len(r.b)
		return 0
	}
	r.i += n
	return v
}

func (r *reader) varint() int64 {
	u := r.uvarint()
	return int64(u>>1) ^ -int64(u&1)
}

func (r *reader) i32() int32 {
	v := r.varint()
	if v < math.MinInt32 || v > math.MaxInt32 {
		r.fail("metadata: %d does not fit into 32 bits", v)
		return 0
	}
	return int32(v)
}

func (r *reader) bytes() []byte {
	n := r.uvarint()
	if r.err != nil {
		return nil
	}
	if n > uint64(len(r.b)-r.i) {
		r.err = errTruncated
		return nil
	}
	b := r.b[r.i : r.i+int(n) : r.i+int(n)]
	r.i += int(n)
	return b
}

func (r *reader) double() float64 {
	if r.err != nil || len(r.b)-r.i < 8 {
		if r.err == nil {
			r.err = errTruncated
		}
		return 0
	}
	r.i += 8
	return math.Float64frombits(binary.LittleEndian.Uint64(r.b[r.i-8:]))
}

// field reads a field header; ok is false at the end of the structure or after an error.
func (r *reader) field(last int16) (id int16, t byte, ok bool) {
	h := r.byte()
	if r.err != nil || h == tStop {
		return 0, 0, false
	}
	if d := h >> 4; d != 0 {
		return last + int16(d), h & 15, true
	}
	return int16(r.varint()), h & 15, r.err == nil
}

// list reads the header of a list; each element takes at least one byte, so that n is bounded by the input.
func (r *reader) list(t byte) (n int) {
	h := r.byte()
	size := uint64(h >> 4)
	if size == 15 {
		size = r.uvarint()
	}
	elem := h & 15
	if elem == tTrue {
		elem = tFalse
	}
	if t == tTrue {
		t = tFalse
	}
	switch {
	case r.err != nil:
		return 0
	case size > uint64(len(r.b)-r.i):
		r.err = errTruncated
		return 0
	case elem != t && size > 0:
		r.fail("metadata: list of type %d where %d belongs", elem, t)
		return 0
	}
	return int(size)
}

// skip passes over a value of type t.
func (r *reader) skip(t byte, depth int) {
	if depth > depthMax {
		r.fail("metadata is nested too deeply")
	}
	if r.err != nil {
		return
	}
	switch t {
	case tTrue, tFalse: // the value is in the type
	case tI8:
		r.byte()
	case tI16, tI32, tI64:
		r.uvarint()
	case tDouble:
		r.double()
	case tUUID:
		r.double()
		r.double()
	case tBinary:
		r.bytes()
	case tList, tSet:
		r.skipList(depth)
	case tMap:
		r.skipMap(depth)
	case tStruct:
		for last := int16(0); ; {
			id, ft, ok := r.field(last)
			if !ok {
				return
			}
			r.skip(ft, depth+1)
			last = id
		}
	default:
		r.fail("metadata: unknown type %d", t)
	}
}

func (r *reader) skipList(depth int) {
	h := r.byte()
	n := uint64(h >> 4)
	if n == 15 {
		n = r.uvarint()
	}
	for ; n > 0 && r.err == nil; n-- {
		r.skipElement(h&15, depth)
	}
}

func (r *reader) skipMap(depth int) {
	n := r.uvarint()
	if n == 0 {
		return
	}
	kv := r.byte()
	for ; n > 0 && r.err == nil; n-- {
		r.skipElement(kv>>4, depth)
		r.skipElement(kv&15, depth)
	}
}

// skipElement differs from skip in that a boolean element takes a byte.
func (r *reader) skipElement(t byte, depth int) {
	if t == tTrue || t == tFalse {
		r.byte()
		return
	}
	r.skip(t, depth+1)
}

// raw returns the bytes of a structure, its stop byte included.
func (r *reader) raw() []byte {
	from := r.i
	r.skip(tStruct, 0)
	if r.err != nil {
		return nil
	}
	return r.b[from:r.i:r.i]
}

// writer appends the compact form. last is the id of the previous field of the open structure.
type writer struct {
	b    []byte
	last int16
}

func (w *writer) header(id int16, t byte) {
	if d := id - w.last; d > 0 && d < 16 {
		w.b = append(w.b, byte(d)<<4|t)
	} else {
		w.b = append(w.b, t)
		w.varint(int64(id))
	}
	w.last = id
}

func (w *writer) varint(v int64) { w.b = binary.AppendUvarint(w.b, uint64(v<<1)^uint64(v>>63)) }

func (w *writer) i32(id int16, v int32) {
	w.header(id, tI32)
	w.varint(int64(v))
}

func (w *writer) i64(id int16, v int64) {
	w.header(id, tI64)
	w.varint(v)
}

func (w *writer) i8(id int16, v int8) {
	w.header(id, tI8)
	w.b = append(w.b, byte(v))
}

func (w *writer) bool(id int16, v bool) {
	if v {
		w.header(id, tTrue)
		return
	}
	w.header(id, tFalse)
}

func (w *writer) rawBytes(v []byte) {
	w.b = binary.AppendUvarint(w.b, uint64(len(v)))
	w.b = append(w.b, v...)
}

func (w *writer) binary(id int16, v []byte) {
	w.header(id, tBinary)
	w.rawBytes(v)
}

func (w *writer) string(id int16, v string) {
	w.header(id, tBinary)
	w.b = binary.AppendUvarint(w.b, uint64(len(v)))
	w.b = append(w.b, v...)
}

func (w *writer) list(id int16, t byte, n int) {
	w.header(id, tList)
	if n < 15 {
		w.b = append(w.b, byte(n)<<4|t)
		return
	}
	w.b = append(w.b, 0xf0|t)
	w.b = binary.AppendUvarint(w.b, uint64(n))
}

// open starts a structure that is a field; close it with the value returned.
func (w *writer) open(id int16) int16 {
	w.header(id, tStruct)
	return w.element()
}

// element starts a structure that is an element of a list.
func (w *writer) element() int16 {
	last := w.last
	w.last = 0
	return last
}

func (w *writer) close(last int16) {
	w.b = append(w.b, tStop)
	w.last = last
}

// raw appends a structure kept by reader.raw.
func (w *writer) raw(id int16, b []byte) {
	w.header(id, tStruct)
	w.b = append(w.b, b...)
}
