package parquetio

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/parquetio/codec"
	"github.com/flintlake/flintlake/internal/parquetio/encoding"
	"github.com/flintlake/flintlake/internal/parquetio/format"
	"github.com/flintlake/flintlake/internal/vec"
)

// leafWriter encodes one leaf column: values are collected in their plain form (or as dictionary codes) until a page is
// full, pages until the row group is.
type leafWriter struct {
	opts     *WriterOptions
	path     []string
	typ      types.DataType
	elem     format.SchemaElement
	def, rep int
	width    int // bytes of a plain value, 0 for byte arrays, 1 for booleans before packing
	order    order
	comp     *codec.Compressor

	// page
	rows, entries, nvalid int
	valid                 []byte // flat columns: a bit per row
	defs, reps            []uint32
	raw                   []byte // headroom for the levels, then plain values
	codes                 []uint32
	textMin, textMax      bound // of the page, for plain byte arrays

	// row group
	dict      *dictionaryBuilder // nil: plain
	dictPlain []byte             // of the dictionary that pages of this row group refer to
	dictN     int
	noDict    bool // a dictionary did not pay in the row group before
	pages     blocks
	locations []format.PageLocation
	index     format.ColumnIndex
	noIndex   bool // a page had values without bounds (NaN)
	dictPages int32
	plain     int32
	rowsDone  int64
	values    int64
	nulls     int64
	rawSize   int64 // before compression, headers included
	group     pageBounds
	info      *ColumnInfo // over all row groups
	bloom     *bloomBuilder

	dense []byte
	slots []int32
	seen  []bool
	out   []byte // reused by finish
}

// bound is a value in the plain values of the page: where it starts and how long it is.
type bound struct {
	at, n  int
	prefix uint64
	ok     bool
}

// order is how values of a leaf compare for statistics.
type order uint8

const (
	orderInt32 order = iota
	orderInt64
	orderFloat
	orderDouble
	orderBool
	orderBytes  // unsigned, lexicographic
	orderSigned // big-endian two's complement
	orderNone   // no bounds
)

func newLeafWriter(o *WriterOptions, e format.SchemaElement, t types.DataType, def, rep int, path []string) *leafWriter {
	w := &leafWriter{opts: o, path: path, typ: t, elem: e, def: def, rep: rep}
	switch e.Type {
	case format.Boolean:
		w.width, w.order = 1, orderBool
	case format.Int32:
		w.width, w.order = 4, orderInt32
	case format.Int64:
		w.width, w.order = 8, orderInt64
	case format.Float:
		w.width, w.order = 4, orderFloat
	case format.Double:
		w.width, w.order = 8, orderDouble
	case format.ByteArray:
		w.order = orderBytes
	case format.FixedLenByteArray:
		w.width, w.order = int(e.TypeLength), orderSigned
	case format.Int96: // only into files that have it
		w.width, w.order = 12, orderNone
	}
	if o.wantsBloom(path) && e.Type != format.Boolean {
		w.bloom = &bloomBuilder{}
	}
	w.startGroup()
	return w
}

// headroom is kept before the values of a page, so that levels can be put there without moving the values.
func (w *leafWriter) headroom() int { return 32 + w.opts.PageRows/8 }

func (w *leafWriter) startGroup() {
	w.locations, w.index = w.locations[:0], format.ColumnIndex{}
	w.pages.reset()
	w.noIndex, w.dictPages, w.plain, w.rowsDone, w.values, w.nulls, w.rawSize = false, 0, 0, 0, 0, 0, 0
	w.group = pageBounds{}
	w.dict, w.dictPlain, w.dictN = nil, nil, 0
	if !w.opts.NoDictionary && !w.noDict && w.elem.Type != format.Boolean {
		w.dict = newDictionaryBuilder(w.width)
	}
	w.startPage()
}

func (w *leafWriter) startPage() {
	w.rows, w.entries, w.nvalid = 0, 0, 0
	w.valid, w.defs, w.reps, w.codes = w.valid[:0], w.defs[:0], w.reps[:0], w.codes[:0]
	if cap(w.raw) < w.headroom() {
		w.raw = make([]byte, w.headroom(), w.headroom()*2+4096)
	}
	w.raw = w.raw[:w.headroom()]
	w.textMin, w.textMax = bound{}, bound{}
}

// buffered is the bytes that the column chunk has so far, roughly.
func (w *leafWriter) buffered() int64 {
	n := int64(w.pages.size+len(w.raw)) + int64(len(w.codes))*2
	if w.dict != nil {
		n += int64(len(w.dict.plain))
	}
	return n
}

// full tells that the page should be written.
func (w *leafWriter) full() bool {
	return w.rows >= w.opts.PageRows || len(w.raw)-w.headroom() >= w.opts.PageBytes || len(w.codes)*w.codeBits()/8 >= w.opts.PageBytes
}

func (w *leafWriter) codeBits() int {
	if w.dict == nil {
		return 0
	}
	return bits.Len(uint(w.dict.n))
}

// textStep is how many rows of text are added between checks of the page's size.
const textStep = 1024

// textRows is textStep, or less where values are long.
func (w *leafWriter) textRows(v *vec.Vector) int {
	base := v.Base()
	views := vec.Values[vec.View](base)
	if len(views) == 0 {
		return textStep
	}
	total := 0
	for i := range views {
		total += views[i].Len()
	}
	return max(1, min(textStep, w.opts.PageBytes/(total/len(views)+1)))
}

// addFlat adds selected rows [lo, hi) of a batch for a leaf that is not nested.
func (w *leafWriter) addFlat(v *vec.Vector, sel vec.Sel, lo, hi int) error {
	step := w.opts.PageRows
	if w.width == 0 {
		step = w.textRows(v)
	}
	for lo < hi {
		n := min(hi-lo, w.opts.PageRows-w.rows, step)
		if err := w.addRows(v, sel, lo, lo+n); err != nil {
			return err
		}
		lo += n
		if w.full() {
			if err := w.flushPage(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *leafWriter) addRows(v *vec.Vector, sel vec.Sel, lo, hi int) error {
	n := hi - lo
	nvalid, err := w.addValidity(v, sel, lo, hi)
	if err != nil {
		return err
	}
	w.rows += n
	w.entries += n
	w.nvalid += nvalid
	if nvalid == 0 {
		return nil
	}
	if v.Form == vec.Flat && sel == nil && nvalid == n {
		return w.addValues(v, nil, lo, n)
	}
	if cap(w.slots) < n {
		w.slots = make([]int32, n+n/2)
	}
	return w.addValues(v, w.validRows(v, sel, lo, hi, nvalid), 0, nvalid)
}

// validRows lists the rows of v that are selected and have a value. Its loops do not branch on validity.
func (w *leafWriter) validRows(v *vec.Vector, sel vec.Sel, lo, hi, nvalid int) []int32 {
	slots := w.slots[:hi-lo]
	j := 0
	switch {
	case nvalid == hi-lo && sel != nil:
		return append(slots[:0], sel[lo:hi]...)
	case nvalid == hi-lo || v.Form == vec.Constant: // a constant with a value is never null
		for i := range slots {
			slots[i] = int32(lo + i)
		}
		return slots
	case sel == nil:
		for i := lo; i < hi; i++ {
			slots[j] = int32(i)
			j += int(v.Valid[i>>3] >> (i & 7) & 1)
		}
	default:
		for _, i := range sel[lo:hi] {
			slots[j] = i
			j += int(v.Valid[i>>3] >> (i & 7) & 1)
		}
	}
	return slots[:j]
}

// addValidity appends the definition levels of rows as bits and counts the values.
func (w *leafWriter) addValidity(v *vec.Vector, sel vec.Sel, lo, hi int) (nvalid int, err error) {
	n := hi - lo
	hasNulls := v.Valid != nil || v.Type.ID() == types.IDNull
	if w.def == 0 {
		if hasNulls {
			for i := lo; i < hi; i++ {
				row := i
				if sel != nil {
					row = int(sel[i])
				}
				if v.IsNull(row) {
					return 0, w.notNull()
				}
			}
		}
		return n, nil
	}
	need := (w.entries + n + 7) / 8
	for len(w.valid) < need {
		w.valid = append(w.valid, 0)
	}
	if !hasNulls {
		encoding.SetBits(w.valid, w.entries, n)
		return n, nil
	}
	if sel == nil && v.Form != vec.Constant {
		return encoding.CopyBits(w.valid, w.entries, v.Valid, lo, n), nil
	}
	for i := range n {
		row := lo + i
		if sel != nil {
			row = int(sel[lo+i])
		}
		if !v.IsNull(row) {
			w.valid[(w.entries+i)>>3] |= 1 << ((w.entries + i) & 7)
			nvalid++
		}
	}
	return nvalid, nil
}

func (w *leafWriter) notNull() error {
	p := ""
	for i, s := range w.path {
		if i > 0 {
			p += "."
		}
		p += s
	}
	return sparkerr.New("NOT_NULL_ASSERT_VIOLATION", "walkedTypePath", p)
}

// addValues adds the values at the given rows of a vector (nil: n of them from lo), none of which is null.
func (w *leafWriter) addValues(v *vec.Vector, rows []int32, lo, n int) error {
	if v.Form == vec.Dictionary && w.dict != nil {
		w.codes = w.dict.remap(w, v, rows, lo, n, w.codes)
		return nil
	}
	if v.Form != vec.Flat { // turn rows into slots
		if rows == nil {
			rows = w.slots[:0]
			for i := range n {
				rows = append(rows, int32(lo+i))
			}
			lo = 0
			w.slots = rows[:0]
		}
		for i, r := range rows {
			rows[i] = int32(v.Slot(int(r)))
		}
		v = v.Base()
	}
	if w.width == 0 {
		return w.addText(v, rows, lo, n)
	}
	if w.dict != nil {
		w.dense = w.appendPlain(w.dense[:0], v, rows, lo, n)
		w.codes = w.dict.addFixed(w.codes, w.dense, w.width)
		return nil
	}
	w.raw = w.appendPlain(w.raw, v, rows, lo, n)
	return nil
}

// appendPlain appends the plain form of fixed-width values.
func (w *leafWriter) appendPlain(dst []byte, v *vec.Vector, rows []int32, lo, n int) []byte {
	at := len(dst)
	dst = encoding.Grow(dst, n*w.width+16)[:at+n*w.width]
	out := dst[at:]
	switch vw := vec.Width(v.Type); {
	case v.Type.ID() == types.IDDecimal:
		w.plainDecimals(out, vec.Values[types.Int128](v), rows, lo, n)
	case w.elem.Type == format.Int96:
		w.plainInt96(out, vec.Values[int64](v), rows, lo, n)
	case v.Type.ID() == types.IDTime:
		pick(out, vec.Values[int64](v), rows, lo, n, func(x int64) int64 { return x / 1000 })
	case vw == w.width && rows == nil:
		copy(out, v.Data[lo*vw:(lo+n)*vw])
	case vw == w.width && vw == 8:
		pickSame(out, vec.Values[uint64](v), rows)
	case vw == w.width && vw == 4:
		pickSame(out, vec.Values[uint32](v), rows)
	case vw == w.width && vw == 1:
		pickSame(out, vec.Values[uint8](v), rows)
	case vw == 1:
		pick(out, vec.Values[int8](v), rows, lo, n, func(x int8) int32 { return int32(x) })
	case vw == 2:
		pick(out, vec.Values[int16](v), rows, lo, n, func(x int16) int32 { return int32(x) })
	}
	return dst
}

func pickSame[T any](out []byte, values []T, rows []int32) {
	o := slice[T](out, len(rows))
	for i, r := range rows {
		o[i] = values[r]
	}
}

func pick[In, Out any](out []byte, values []In, rows []int32, lo, n int, f func(In) Out) {
	o := slice[Out](out, n)
	if rows == nil {
		for i, x := range values[lo : lo+n] {
			o[i] = f(x)
		}
		return
	}
	for i, r := range rows {
		o[i] = f(values[r])
	}
}

func (w *leafWriter) plainDecimals(out []byte, values []types.Int128, rows []int32, lo, n int) {
	switch w.elem.Type {
	case format.Int32:
		pick(out, values, rows, lo, n, func(d types.Int128) int32 { return int32(d.Lo) })
		return
	case format.Int64:
		pick(out, values, rows, lo, n, func(d types.Int128) int64 { return int64(d.Lo) })
		return
	}
	var b [16]byte
	for i := range n {
		r := lo + i
		if rows != nil {
			r = int(rows[i])
		}
		binary.BigEndian.PutUint64(b[:], uint64(values[r].Hi))
		binary.BigEndian.PutUint64(b[8:], values[r].Lo)
		copy(out[i*w.width:(i+1)*w.width], b[16-w.width:])
	}
}

// plainInt96 writes timestamps as nanoseconds of the day and Julian day.
func (w *leafWriter) plainInt96(out []byte, values []int64, rows []int32, lo, n int) {
	for i := range n {
		r := lo + i
		if rows != nil {
			r = int(rows[i])
		}
		day := floorDiv(values[r], microsPerDay)
		binary.LittleEndian.PutUint64(out[i*12:], uint64(values[r]-day*microsPerDay)*1000)
		binary.LittleEndian.PutUint32(out[i*12+8:], uint32(day+julianEpoch))
	}
}

// addText adds byte arrays.
func (w *leafWriter) addText(v *vec.Vector, rows []int32, lo, n int) error {
	views := vec.Values[vec.View](v)
	if rows == nil {
		views = views[lo : lo+n]
	}
	if w.dict != nil {
		w.codes = w.dict.addText(w.codes, views, rows)
		return nil
	}
	if rows == nil {
		total := 0
		for i := range views {
			total += views[i].Len() + 4
		}
		w.raw = encoding.Grow(w.raw, total+16)
		for i := range views {
			w.appendText(&views[i])
		}
		return nil
	}
	for _, r := range rows {
		w.appendText(&views[r])
	}
	return nil
}

// appendText appends a byte array to the page and keeps the page's bounds.
func (w *leafWriter) appendText(v *vec.View) {
	n := v.Len()
	at := len(w.raw) + 4
	if cap(w.raw)-len(w.raw) < n+4+16 {
		w.raw = encoding.Grow(w.raw, n+4+16)
	}
	w.raw = w.raw[:at+n]
	binary.LittleEndian.PutUint32(w.raw[at-4:], uint32(n))
	b := v.Bytes()
	if n <= 12 { // inline: the view's twelve bytes are there whatever the length
		*(*[12]byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(w.raw)), at)) = *(*[12]byte)(unsafe.Pointer(unsafe.SliceData(b)))
	} else {
		copy(w.raw[at:], b)
	}
	prefix := textPrefix(w.raw[at:at+n:cap(w.raw)], n)
	if !w.textMin.ok || prefix <= w.textMin.prefix && (prefix < w.textMin.prefix || string(b) < string(w.text(w.textMin))) {
		w.textMin = bound{at, n, prefix, true}
	}
	if !w.textMax.ok || prefix >= w.textMax.prefix && (prefix > w.textMax.prefix || string(b) > string(w.text(w.textMax))) {
		w.textMax = bound{at, n, prefix, true}
	}
}

func (w *leafWriter) text(b bound) []byte { return w.raw[b.at : b.at+b.n] }

// textPrefix is the first eight bytes as a number that orders as they do; b has at least eight bytes of capacity.
func textPrefix(b []byte, n int) uint64 {
	p := binary.BigEndian.Uint64(b[:8])
	if n < 8 {
		p &= ^uint64(0) << (64 - 8*n)
	}
	return p
}
