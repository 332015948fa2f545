package dv

const z85Alphabet = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"

var z85Digits = func() (t [256]int8) {
	for i := range t {
		t[i] = -1
	}
	for i, c := range []byte(z85Alphabet) {
		t[c] = int8(i)
	}
	return t
}()

// z85Encode writes 4 bytes as 5 characters (ZeroMQ RFC 32). The length must be a multiple of 4.
func z85Encode(b []byte) string {
	out := make([]byte, 0, len(b)/4*5)
	for ; len(b) >= 4; b = b[4:] {
		v := uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])
		var five [5]byte
		for i := 4; i >= 0; i-- {
			five[i] = z85Alphabet[v%85]
			v /= 85
		}
		out = append(out, five[:]...)
	}
	return string(out)
}

func z85Decode(s string) ([]byte, bool) {
	if len(s)%5 != 0 {
		return nil, false
	}
	out := make([]byte, 0, len(s)/5*4)
	for ; len(s) > 0; s = s[5:] {
		var v uint64
		for i := range 5 {
			d := z85Digits[s[i]]
			if d < 0 {
				return nil, false
			}
			v = v*85 + uint64(d)
		}
		if v > 0xffffffff {
			return nil, false
		}
		out = append(out, byte(v>>24), byte(v>>16), byte(v>>8), byte(v))
	}
	return out, true
}
