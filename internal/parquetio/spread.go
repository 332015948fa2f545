package parquetio

import (
	"unsafe"
)

// spread moves dense values to the slots of dst that are valid in the bitmap from pos on. Null slots get the next valid
// value, which is why src must be readable one value past its end.
//
// The loop without branches costs the same for any share of nulls; testing each bit mispredicts.
func spread[T any](dst []T, src unsafe.Pointer, bitmap []byte, pos int) {
	var t T
	size := unsafe.Sizeof(t)
	i := 0
	for ; i < len(dst) && (pos+i)&7 != 0; i++ {
		dst[i] = *(*T)(src)
		src = unsafe.Add(src, size*uintptr(bitmap[(pos+i)>>3]>>((pos+i)&7)&1))
	}
	for ; i+8 <= len(dst); i += 8 {
		m := bitmap[(pos+i)>>3]
		d := (*[8]T)(dst[i:])
		switch m {
		case 0xff:
			*d = *(*[8]T)(src)
			src = unsafe.Add(src, 8*size)
		default:
			for k := range d {
				d[k] = *(*T)(src)
				src = unsafe.Add(src, size*uintptr(m&1))
				m >>= 1
			}
		}
	}
	for ; i < len(dst); i++ {
		dst[i] = *(*T)(src)
		src = unsafe.Add(src, size*uintptr(bitmap[(pos+i)>>3]>>((pos+i)&7)&1))
	}
}

// spreadWidth is spread for values of 1, 2, 4, 8 or 16 bytes; n slots.
func spreadWidth(dst, src []byte, width, n int, bitmap []byte, pos int) {
	p := unsafe.Pointer(unsafe.SliceData(src))
	switch width {
	case 1:
		spread(slice[uint8](dst, n), p, bitmap, pos)
	case 2:
		spread(slice[uint16](dst, n), p, bitmap, pos)
	case 4:
		spread(slice[uint32](dst, n), p, bitmap, pos)
	case 8:
		spread(slice[uint64](dst, n), p, bitmap, pos)
	case 16:
		spread(slice[[2]uint64](dst, n), p, bitmap, pos)
	}
}
