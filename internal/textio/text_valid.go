package textio

import (
	"bytes"
	"unicode/utf8"
)

// validText replaces bytes that are not UTF-8 by U+FFFD, as Java's decoder does.
func validText(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	out := make([]byte, 0, len(b)+8)
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			out = append(out, "\uFFFD"...)
			b = b[n+incomplete(b[1:], b[0]):]
			continue
		}
		out = append(out, b[:n]...)
		b = b[n:]
	}
	return out
}

// incomplete is how many continuation bytes belong to a sequence that first begins and does not complete: they are replaced with it.
func incomplete(rest []byte, first byte) int {
	want := 0
	switch {
	case first >= 0xc2 && first < 0xe0:
		want = 1
	case first >= 0xe0 && first < 0xf0:
		want = 2
	case first >= 0xf0 && first < 0xf5:
		want = 3
	}
	n := 0
	for n < want && n < len(rest) && rest[n]&0xc0 == 0x80 {
		n++
	}
	if n > 0 && !utf8.RuneStart(first) || bytes.HasPrefix(rest, []byte{0xff}) {
		return 0
	}
	if n > 0 && !plausible(first, rest[0]) {
		return 0
	}
	return n
}

// plausible tells whether second may follow first in UTF-8: not for over-long forms, surrogates, and values beyond Unicode.
func plausible(first, second byte) bool {
	switch first {
	case 0xe0:
		return second >= 0xa0
	case 0xed:
		return second < 0xa0
	case 0xf0:
		return second >= 0x90
	case 0xf4:
		return second < 0x90
	}
	return true
}
