package parquetio

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"math/bits"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/parquetio/encoding"
	"github.com/flintlake/flintlake/internal/parquetio/format"
)

// flushPage encodes and compresses the page under construction.
func (w *leafWriter) flushPage() error {
	if w.entries == 0 {
		return nil
	}
	if w.dict != nil && w.dictPages == 0 && !w.dictionaryPays() {
		w.giveUpDictionary()
	}
	w.addBloom()
	body, enc := w.body()
	if !w.opts.NoStatistics {
		w.addBounds(w.pageBounds())
	}
	if len(body) > math.MaxInt32 {
		return sparkerr.Unsupported("a Parquet page over 2 GiB")
	}
	at := w.pages.size
	h := format.PageHeader{Type: format.DataPage, UncompressedSize: int32(len(body)), NumValues: int32(w.entries), Encoding: enc}
	if err := w.appendPage(&h, body); err != nil {
		return err
	}
	w.locations = append(w.locations, format.PageLocation{Offset: int64(at), CompressedSize: int32(w.pages.size - at), FirstRow: w.rowsDone})
	if enc == format.RLEDictionary {
		w.dictPages++
	} else {
		w.plain++
	}
	w.rowsDone += int64(w.rows)
	w.values += int64(w.entries)
	w.nulls += int64(w.entries - w.nvalid)
	w.startPage()
	if w.dict != nil && len(w.dict.plain) > w.opts.DictionaryBytes {
		w.fallBack()
	}
	return nil
}

// appendPage compresses a body behind a header. The header's size depends on the compressed size, which is therefore made
// first, with room for the header before it.
func (w *leafWriter) appendPage(h *format.PageHeader, body []byte) error {
	const room = 64
	b := w.pages.room(room + len(body) + len(body)/6 + 64)[:room]
	b, err := w.comp.Append(b, body)
	if err != nil {
		return err
	}
	size := len(b) - room
	h.CompressedSize = int32(size)
	if w.opts.Checksums {
		h.CRC, h.HasCRC = crc32.ChecksumIEEE(b[room:]), true
	}
	head := format.AppendPageHeader(b[:0], h) // at most 40 bytes
	copy(b[len(head):], b[room:])
	w.pages.add(b[:len(head)+size])
	w.rawSize += int64(len(head) + len(body))
	return nil
}

// dictionaryPays is parquet-mr's test at the first page: the codes and the dictionary together must be smaller than the
// values.
func (w *leafWriter) dictionaryPays() bool {
	encoded := len(w.dict.plain) + len(w.codes)*w.codeBits()/8
	plain := len(w.codes) * w.width
	if w.width == 0 {
		if w.dict.n*2 < len(w.codes) { // cheap answer for the clear case
			return true
		}
		for _, c := range w.codes {
			plain += 4 + len(w.dict.value(c))
		}
	}
	return encoded < plain
}

// giveUpDictionary turns the first page's codes back into values, and remembers for the next row groups.
func (w *leafWriter) giveUpDictionary() {
	for _, c := range w.codes {
		b := w.dict.value(c)
		if w.width > 0 {
			w.raw = append(w.raw, b...)
			continue
		}
		w.appendBytes(b)
	}
	w.codes, w.dict, w.noDict = w.codes[:0], nil, true
}

// appendBytes is appendText for bytes outside of a View.
func (w *leafWriter) appendBytes(b []byte) {
	n := len(b)
	at := len(w.raw) + 4
	w.raw = encoding.Grow(w.raw, n+4+16)[:at+n]
	binary.LittleEndian.PutUint32(w.raw[at-4:], uint32(n))
	copy(w.raw[at:], b)
	prefix := textPrefix(w.raw[at:at+n:cap(w.raw)], n)
	if !w.textMin.ok || prefix < w.textMin.prefix || string(b) < string(w.text(w.textMin)) {
		w.textMin = bound{at, n, prefix, true}
	}
	if !w.textMax.ok || prefix > w.textMax.prefix || string(b) > string(w.text(w.textMax)) {
		w.textMax = bound{at, n, prefix, true}
	}
}

// fallBack ends dictionary encoding in the middle of a row group; pages already written keep it.
func (w *leafWriter) fallBack() {
	w.finishDictionary()
	w.dict = nil
}

// finishDictionary keeps the dictionary's bytes until the row group is written.
func (w *leafWriter) finishDictionary() {
	if w.dict != nil && w.bloom != nil {
		for c := range w.dict.n {
			w.bloom.add(w.dict.value(uint32(c)))
		}
	}
	if w.dict != nil && w.dictPages > 0 {
		w.dictPlain, w.dictN = w.dict.plain, w.dict.n
	}
}

// body puts levels and values of the page together.
func (w *leafWriter) body() ([]byte, format.Encoding) {
	levels := w.appendLevels(w.out[:0])
	w.out = levels
	if w.dict != nil && len(w.codes) > 0 || w.dict != nil && w.nvalid == 0 && w.dictPages > 0 {
		width := uint(bits.Len(uint(max(w.dict.n-1, 0))))
		levels = append(levels, byte(width))
		if len(w.codes) > 0 {
			levels = encoding.AppendHybrid(levels, w.codes, width)
		}
		w.out = levels
		return levels, format.RLEDictionary
	}
	if w.elem.Type == format.Boolean {
		w.out = encoding.AppendBools(levels, w.raw[w.headroom():])
		return w.out, format.Plain
	}
	if len(levels) <= w.headroom() {
		from := w.headroom() - len(levels)
		copy(w.raw[from:], levels)
		return w.raw[from:], format.Plain
	}
	w.out = append(levels, w.raw[w.headroom():]...)
	return w.out, format.Plain
}

// appendLevels appends repetition and definition levels, each with its length.
func (w *leafWriter) appendLevels(dst []byte) []byte {
	if w.rep > 0 {
		dst = prefixed(dst, func(b []byte) []byte { return encoding.AppendHybrid(b, w.reps, levelWidth(w.rep)) })
	}
	switch {
	case w.def == 0:
	case w.flat():
		dst = prefixed(dst, func(b []byte) []byte { return encoding.AppendBits(b, w.valid, 0, w.entries, w.nvalid) })
	default:
		dst = prefixed(dst, func(b []byte) []byte { return encoding.AppendHybrid(b, w.defs, levelWidth(w.def)) })
	}
	return dst
}

// flat tells that validity bits are kept instead of levels.
func (w *leafWriter) flat() bool { return w.rep == 0 && w.def <= 1 && len(w.path) == 1 }

func prefixed(dst []byte, f func([]byte) []byte) []byte {
	at := len(dst)
	dst = f(append(dst, 0, 0, 0, 0))
	binary.LittleEndian.PutUint32(dst[at:], uint32(len(dst)-at-4))
	return dst
}

// pageBounds are the smallest and largest value of a page or chunk in plain form. ok is false when there are none: no
// values, or values that do not compare (NaN).
type pageBounds struct {
	min, max []byte
	ok, nan  bool
}

// pageBounds finds the bounds of the page under construction.
func (w *leafWriter) pageBounds() pageBounds {
	if w.nvalid == 0 || w.order == orderNone {
		return pageBounds{}
	}
	if w.dict != nil && len(w.codes) > 0 {
		return w.dictionaryBounds()
	}
	v := w.raw[w.headroom():]
	switch w.order {
	case orderBytes:
		return pageBounds{min: clone(w.text(w.textMin)), max: clone(w.text(w.textMax)), ok: w.textMin.ok}
	case orderInt32:
		return numberBounds(slice[int32](v, len(v)/4))
	case orderInt64:
		return numberBounds(slice[int64](v, len(v)/8))
	case orderFloat:
		return floatBounds(slice[float32](v, len(v)/4))
	case orderDouble:
		return floatBounds(slice[float64](v, len(v)/8))
	case orderBool:
		return numberBounds(v)
	}
	b := pageBounds{ok: true, min: v[:w.width], max: v[:w.width]}
	for ; len(v) >= w.width; v = v[w.width:] {
		x := v[:w.width]
		if signedLess(x, b.min) {
			b.min = x
		}
		if signedLess(b.max, x) {
			b.max = x
		}
	}
	b.min, b.max = clone(b.min), clone(b.max)
	return b
}

func clone(b []byte) []byte { return append([]byte{}, b...) }

// numberBounds needs at least one value.
func numberBounds[T int32 | int64 | uint8](v []T) pageBounds {
	lo, hi := v[0], v[0]
	for _, x := range v {
		lo = min(lo, x)
		hi = max(hi, x)
	}
	return pageBounds{min: plainOf(lo), max: plainOf(hi), ok: true}
}

func floatBounds[T float32 | float64](v []T) pageBounds {
	var b pageBounds
	lo, hi := T(math.Inf(1)), T(math.Inf(-1))
	n := 0
	for _, x := range v {
		if x < lo {
			lo = x
		}
		if x > hi {
			hi = x
		}
		if x != x {
			n++
		}
	}
	b.nan = n > 0
	if n == len(v) {
		return b
	}
	if lo == 0 { // a zero may stand for either
		lo = T(math.Copysign(0, -1))
	}
	if hi == 0 {
		hi = 0
	}
	b.min, b.max, b.ok = plainOf(lo), plainOf(hi), true
	return b
}

// plainOf is the plain form of one number.
func plainOf[T any](v T) []byte {
	b := make([]byte, sizeOf[T]())
	slice[T](b, 1)[0] = v
	return b
}

func (w *leafWriter) dictionaryBounds() pageBounds {
	if cap(w.seen) < w.dict.n {
		w.seen = make([]bool, w.dict.n*2)
	}
	seen := w.seen[:w.dict.n]
	clear(seen)
	for _, c := range w.codes {
		seen[c] = true
	}
	var b pageBounds
	for c, s := range seen {
		if s {
			v := w.dict.value(uint32(c))
			w.widen(&b, pageBounds{min: v, max: v, ok: true})
		}
	}
	b.min, b.max = clone(b.min), clone(b.max)
	if w.order == orderFloat || w.order == orderDouble {
		b = w.zeroSigns(b)
	}
	return b
}

// zeroSigns makes a lower bound of 0 negative and an upper one positive.
func (w *leafWriter) zeroSigns(b pageBounds) pageBounds {
	if !b.ok {
		return b
	}
	if w.order == orderFloat {
		r := floatBounds([]float32{load[float32](b.min, 0), load[float32](b.max, 0)})
		r.nan = b.nan
		return r
	}
	r := floatBounds([]float64{load[float64](b.min, 0), load[float64](b.max, 0)})
	r.nan = b.nan
	return r
}

// widen extends b so that it covers p.
func (w *leafWriter) widen(b *pageBounds, p pageBounds) {
	if w.order == orderFloat && p.ok && math.IsNaN(float64(load[float32](p.min, 0))) || w.order == orderDouble && p.ok && math.IsNaN(load[float64](p.min, 0)) {
		b.nan = true
		return
	}
	b.nan = b.nan || p.nan
	if !p.ok {
		return
	}
	if !b.ok {
		b.min, b.max, b.ok = p.min, p.max, true
		return
	}
	if w.less(p.min, b.min) {
		b.min = p.min
	}
	if w.less(b.max, p.max) {
		b.max = p.max
	}
}

// less compares plain values.
func (w *leafWriter) less(a, b []byte) bool {
	switch w.order {
	case orderInt32:
		return load[int32](a, 0) < load[int32](b, 0)
	case orderInt64:
		return load[int64](a, 0) < load[int64](b, 0)
	case orderFloat:
		return load[float32](a, 0) < load[float32](b, 0)
	case orderDouble:
		return load[float64](a, 0) < load[float64](b, 0)
	case orderBool:
		return a[0] < b[0]
	case orderSigned:
		return signedLess(a, b)
	}
	return string(a) < string(b)
}

func signedLess(a, b []byte) bool {
	if a[0] != b[0] {
		return int8(a[0]) < int8(b[0])
	}
	return string(a) < string(b)
}

// addBounds records the bounds of the page in the column index, and widens those of the row group.
func (w *leafWriter) addBounds(b pageBounds) {
	w.widen(&w.group, b)
	x := &w.index
	x.NullPages = append(x.NullPages, w.nvalid == 0)
	x.NullCounts = append(x.NullCounts, int64(w.entries-w.nvalid))
	var lo, hi []byte
	switch {
	case w.nvalid == 0:
	case !b.ok || b.nan: // readers would take the bounds for complete
		w.noIndex = true
	case w.order == orderBytes:
		var ok bool
		lo, _ = truncateMin(b.min, w.elem.Annotation.Kind == format.String)
		if hi, _, ok = truncateMax(b.max, w.elem.Annotation.Kind == format.String); !ok {
			w.noIndex = true
		}
	default:
		lo, hi = b.min, b.max
	}
	x.MinValues = append(x.MinValues, lo)
	x.MaxValues = append(x.MaxValues, hi)
}

// boundBytes is how much of text bounds is kept.
const boundBytes = 64

// truncateMin shortens a lower bound; text is cut between characters.
func truncateMin(b []byte, text bool) (cut []byte, exact bool) {
	if len(b) <= boundBytes {
		return b, true
	}
	n := boundBytes
	for text && n > boundBytes-4 && b[n]&0xc0 == 0x80 {
		n--
	}
	return b[:n], false
}

// truncateMax shortens an upper bound and makes it larger than all that it was cut from; ok is false when there is no such
// value.
func truncateMax(b []byte, text bool) (cut []byte, exact, ok bool) {
	if len(b) <= boundBytes {
		return b, true, true
	}
	c, _ := truncateMin(b, text)
	c = clone(c)
	for i := len(c) - 1; i >= 0; i-- {
		if text && c[i] >= 0x7f { // only ASCII is incremented: the result stays valid UTF-8
			continue
		}
		if c[i] < 0xff {
			c[i]++
			return c[:i+1], false, true
		}
	}
	return nil, false, false
}
