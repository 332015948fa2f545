package encoding

// UnpackBools decodes len(dst) booleans, a byte each, from bit at of src on.
func UnpackBools(dst, src []byte, at int) {
	i := 0
	for ; i < len(dst) && at&7 != 0; i++ {
		dst[i] = src[at>>3] >> (at & 7) & 1
		at++
	}
	src = src[at>>3:]
	for ; i+8 <= len(dst); i += 8 {
		b, d := src[0], (*[8]byte)(dst[i:])
		src = src[1:]
		for k := range d {
			d[k] = b >> k & 1
		}
	}
	for k := range dst[i:] {
		dst[i+k] = src[0] >> k & 1
	}
}

// AppendBools packs booleans of a byte each, eight to a byte.
func AppendBools(dst, values []byte) []byte {
	for ; len(values) >= 8; values = values[8:] {
		v := (*[8]byte)(values)
		dst = append(dst, v[0]|v[1]<<1|v[2]<<2|v[3]<<3|v[4]<<4|v[5]<<5|v[6]<<6|v[7]<<7)
	}
	if len(values) > 0 {
		var b byte
		for i, v := range values {
			b |= v << i
		}
		dst = append(dst, b)
	}
	return dst
}

// CopyBits copies n bits of src from at on into zero bits of dst from pos on, and counts the ones.
func CopyBits(dst []byte, pos int, src []byte, at, n int) (ones int) {
	return orBits(dst, pos, src[at>>3:], at&7, n)
}
