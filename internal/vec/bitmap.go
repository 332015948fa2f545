package vec

import "math/bits"

// Bitmap is an Arrow validity bitmap: bit i of byte i/8, least significant first. Length is a multiple of 8 bytes.
type Bitmap []byte

// BitmapBytes is the size of a bitmap of n bits, rounded up to whole words.
func BitmapBytes(n int) int { return (n + 63) / 64 * 8 }

func (b Bitmap) Get(i int) bool { return b[i>>3]>>(i&7)&1 != 0 }
func (b Bitmap) Set(i int)      { b[i>>3] |= 1 << (i & 7) }
func (b Bitmap) Clear(i int)    { b[i>>3] &^= 1 << (i & 7) }

// SetAll sets the first n bits and clears the rest of the last word.
func (b Bitmap) SetAll(n int) {
	for i := range b {
		b[i] = 0
	}
	for i := 0; i < n>>3; i++ {
		b[i] = 0xff
	}
	if n&7 != 0 {
		b[n>>3] = 1<<(n&7) - 1
	}
}

// Count is the number of set bits among the first n.
func (b Bitmap) Count(n int) int {
	c := 0
	for i := 0; i < n>>3; i++ {
		c += bits.OnesCount8(b[i])
	}
	if n&7 != 0 {
		c += bits.OnesCount8(b[n>>3] & (1<<(n&7) - 1))
	}
	return c
}
