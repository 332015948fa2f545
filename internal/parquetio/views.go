package parquetio

import (
	"encoding/binary"
	"unsafe"

	"github.com/flintlake/flintlake/internal/parquetio/encoding"
	"github.com/flintlake/flintlake/internal/vec"
)

// rawView is the memory of a vec.View as two words: length and prefix, then tail or address.
type rawView [2]uint64

// viewMasks keep the first n bytes of a word.
var viewMasks = [9]uint64{0, 1<<8 - 1, 1<<16 - 1, 1<<24 - 1, 1<<32 - 1, 1<<40 - 1, 1<<48 - 1, 1<<56 - 1, 1<<64 - 1}

// viewAt makes the View of n bytes at p, behind which at least 12 bytes are readable. Long values are pointed to.
func viewAt(p unsafe.Pointer, n int) rawView {
	head := uint64(*(*uint32)(p))
	if n > 12 {
		return rawView{uint64(uint32(n)) | head<<32, uint64(uintptr(p))}
	}
	if n >= 4 {
		return rawView{uint64(n) | head<<32, *(*uint64)(unsafe.Add(p, 4)) & viewMasks[n-4]}
	}
	return rawView{uint64(n) | head&viewMasks[n]<<32, 0}
}

// readViews decodes plain byte arrays from the front of data, a slot of out for each: all of them valid. It returns the rest
// of data, and whether any View points into it. Padding behind data makes the over-read safe.
func readViews(out []vec.View, data []byte) (rest []byte, long bool, err error) {
	o := slice[rawView](viewBytes(out), len(out))
	p := unsafe.Pointer(unsafe.SliceData(data))
	at, end := 0, len(data)
	var lengths int
	for i := range o {
		if at+4 > end {
			return nil, false, encoding.ErrTruncated
		}
		n := int(*(*uint32)(unsafe.Add(p, at)))
		at += 4
		if n > end-at {
			return nil, false, encoding.ErrTruncated
		}
		o[i] = viewAt(unsafe.Add(p, at), n)
		at += n
		lengths |= n
	}
	return data[at:], lengths > 12, nil
}

// readViewsNull is readViews for slots of which those that are valid in the bitmap (from pos on) have a value.
func readViewsNull(out []vec.View, data []byte, bitmap []byte, pos int) (rest []byte, long bool, err error) {
	o := slice[rawView](viewBytes(out), len(out))
	p := unsafe.Pointer(unsafe.SliceData(data))
	at, end := 0, len(data)
	var lengths int
	for i := range o {
		if bitmap[(pos+i)>>3]>>((pos+i)&7)&1 == 0 {
			o[i] = rawView{}
			continue
		}
		if at+4 > end {
			return nil, false, encoding.ErrTruncated
		}
		n := int(*(*uint32)(unsafe.Add(p, at)))
		at += 4
		if n > end-at {
			return nil, false, encoding.ErrTruncated
		}
		o[i] = viewAt(unsafe.Add(p, at), n)
		at += n
		lengths |= n
	}
	return data[at:], lengths > 12, nil
}

// skipBytes passes over n plain byte arrays.
func skipBytes(data []byte, n int) ([]byte, error) {
	for ; n > 0; n-- {
		if len(data) < 4 {
			return nil, encoding.ErrTruncated
		}
		l := uint64(binary.LittleEndian.Uint32(data))
		if l > uint64(len(data)-4) {
			return nil, encoding.ErrTruncated
		}
		data = data[4+l:]
	}
	return data, nil
}

func viewBytes(v []vec.View) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), len(v)*16)
}

// fixedViews makes Views of n values of the given width.
func fixedViews(out []vec.View, data []byte, width int) {
	o := slice[rawView](viewBytes(out), len(out))
	p := unsafe.Pointer(unsafe.SliceData(data))
	for i := range o {
		o[i] = viewAt(unsafe.Add(p, i*width), width)
	}
}
