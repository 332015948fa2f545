package scan

import (
	"encoding/binary"
	"math"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// ipcDecoder turns the buffers of one record batch into vectors, column by column, in the order of the format.
type ipcDecoder struct {
	body         []byte
	arena        *vec.Arena
	nodes        []ipcNode
	buffers      [][2]int64
	variadic     []int64
	codec        int
	dictionaries map[int64]*vec.Vector
}

func (d *ipcDecoder) node() (ipcNode, error) {
	if len(d.nodes) == 0 {
		return ipcNode{}, ipcError("too few field nodes")
	}
	n := d.nodes[0]
	d.nodes = d.nodes[1:]
	if n.length < 0 || n.length > math.MaxInt32 || n.length > 8*int64(len(d.body))+emptyRowsMax {
		return n, ipcError("a column of %d rows in %d bytes", n.length, len(d.body))
	}
	return n, nil
}

// buffer is the next buffer, at least min bytes long (an empty one is fine for no rows).
func (d *ipcDecoder) buffer(min int) ([]byte, error) {
	if len(d.buffers) == 0 {
		return nil, ipcError("too few buffers")
	}
	at := d.buffers[0]
	d.buffers = d.buffers[1:]
	if at[0] < 0 || at[1] < 0 || at[0] > int64(len(d.body)) || at[1] > int64(len(d.body))-at[0] {
		return nil, ipcError("a buffer outside of its body")
	}
	b, err := inflate(d.codec, d.body[at[0]:at[0]+at[1]])
	if err == nil && len(b) < min {
		err = ipcError("a buffer of %d bytes where %d are needed", len(b), min)
	}
	return b, err
}

func (d *ipcDecoder) validity(n ipcNode) (vec.Bitmap, error) {
	need := 0
	if n.nulls > 0 {
		need = int(n.length+7) / 8
	}
	b, err := d.buffer(need)
	if err != nil || n.nulls == 0 {
		return nil, err
	}
	valid := vec.NewBitmap(d.arena, int(n.length))
	copy(valid, b[:need])
	return valid, nil
}

func (d *ipcDecoder) column(f *ipcField) (*vec.Vector, error) {
	n, err := d.node()
	if err != nil {
		return nil, err
	}
	rows := int(n.length)
	if f.arrow == arrowNull && f.dictionary < 0 {
		return &vec.Vector{Type: types.Null, Form: vec.Constant, Len: rows}, nil
	}
	valid, err := d.validity(n)
	if err != nil {
		return nil, err
	}
	if f.dictionary >= 0 {
		return d.codes(f, rows, valid)
	}
	v := &vec.Vector{Type: f.typ, Len: rows, Valid: valid}
	switch f.arrow {
	case arrowStruct:
		return v, d.children(v, f.children)
	case arrowList, arrowMap, arrowLargeList, arrowFixedList:
		return v, d.list(v, f)
	case arrowUtf8, arrowBinary, arrowLargeUtf8, arrowLargeBinary, arrowFixedBinary, arrowUtf8View, arrowBinaryView:
		return v, d.text(v, f)
	}
	return v, d.fixed(v, f)
}

func (d *ipcDecoder) children(v *vec.Vector, fields []*ipcField) error {
	for _, c := range fields {
		child, err := d.column(c)
		if err != nil {
			return err
		}
		if child.Len < v.Len {
			return ipcError("a struct field of %d rows in %d", child.Len, v.Len)
		}
		v.Children = append(v.Children, child)
	}
	return nil
}

// offsets reads n+1 ascending offsets of 4 or 8 bytes.
func (d *ipcDecoder) offsets(n int, wide bool) ([]int64, error) {
	size := 4
	if wide {
		size = 8
	}
	need := (n + 1) * size
	if n == 0 {
		need = 0
	}
	b, err := d.buffer(need)
	if err != nil {
		return nil, err
	}
	out := make([]int64, n+1)
	for i := range out {
		switch {
		case need == 0:
		case wide:
			out[i] = int64(binary.LittleEndian.Uint64(b[8*i:]))
		default:
			out[i] = int64(int32(binary.LittleEndian.Uint32(b[4*i:])))
		}
		if i > 0 && out[i] < out[i-1] || out[i] < 0 {
			return nil, ipcError("descending offsets")
		}
	}
	return out, nil
}

func (d *ipcDecoder) list(v *vec.Vector, f *ipcField) error {
	spans := vec.AllocOf[vec.Span](d.arena, v.Len)
	var end int64
	if f.arrow == arrowFixedList {
		for i := range spans {
			spans[i] = vec.Span{Offset: int32(i * f.width), Size: int32(f.width)}
		}
		end = int64(v.Len * f.width)
	} else {
		offsets, err := d.offsets(v.Len, f.arrow == arrowLargeList)
		if err != nil {
			return err
		}
		if end = offsets[v.Len]; end > math.MaxInt32 {
			return ipcError("a list of %d elements", end)
		}
		for i := range spans {
			spans[i] = vec.Span{Offset: int32(offsets[i]), Size: int32(offsets[i+1] - offsets[i])}
		}
	}
	v.Data = vec.FlatVector(f.typ, spans, nil).Data
	child, err := d.column(f.children[0])
	if err != nil {
		return err
	}
	if int64(child.Len) < end {
		return ipcError("a list of %d elements with %d values", end, child.Len)
	}
	if f.arrow == arrowMap {
		v.Children = child.Children
	} else {
		v.Children = []*vec.Vector{child}
	}
	return nil
}

// text reads strings and binary; the bytes are copied to the arena once, all together.
func (d *ipcDecoder) text(v *vec.Vector, f *ipcField) error {
	views := vec.AllocOf[vec.View](d.arena, v.Len)
	v.Data = vec.FlatVector(f.typ, views, nil).Data
	switch f.arrow {
	case arrowUtf8View, arrowBinaryView:
		return d.views(v, views)
	case arrowFixedBinary:
		b, err := d.buffer(v.Len * f.width)
		if err != nil {
			return err
		}
		b = d.arena.Bytes(b)
		for i := range views {
			views[i] = vec.ViewOf(b[i*f.width : (i+1)*f.width])
		}
		return nil
	}
	offsets, err := d.offsets(v.Len, f.arrow == arrowLargeUtf8 || f.arrow == arrowLargeBinary)
	if err != nil {
		return err
	}
	b, err := d.buffer(int(offsets[v.Len]))
	if err != nil {
		return err
	}
	b = d.arena.Bytes(b)
	for i := range views {
		views[i] = vec.ViewOf(b[offsets[i]:offsets[i+1]])
	}
	return nil
}

// views reads Arrow's own views: length, then 12 bytes of text, or prefix, buffer and offset.
func (d *ipcDecoder) views(v *vec.Vector, out []vec.View) error {
	b, err := d.buffer(16 * v.Len)
	if err != nil {
		return err
	}
	if len(d.variadic) == 0 {
		return ipcError("views without data buffers")
	}
	buffers := make([][]byte, d.variadic[0])
	d.variadic = d.variadic[1:]
	for i := range buffers {
		data, err := d.buffer(0)
		if err != nil {
			return err
		}
		buffers[i] = d.arena.Bytes(data)
	}
	for i := range out {
		if v.IsNull(i) {
			out[i] = vec.View{}
			continue
		}
		e := b[16*i : 16*i+16]
		n := int64(binary.LittleEndian.Uint32(e))
		if n <= 12 {
			out[i] = vec.ViewOf(e[4 : 4+n])
			continue
		}
		buffer, offset := binary.LittleEndian.Uint32(e[8:]), int64(binary.LittleEndian.Uint32(e[12:]))
		if int(buffer) >= len(buffers) || offset+n > int64(len(buffers[buffer])) {
			return ipcError("a view outside of its buffer")
		}
		out[i] = vec.ViewOf(buffers[buffer][offset : offset+n])
	}
	return nil
}

func (d *ipcDecoder) codes(f *ipcField, rows int, valid vec.Bitmap) (*vec.Vector, error) {
	b, err := d.buffer(rows * f.index / 8)
	if err != nil {
		return nil, err
	}
	dict := d.dictionaries[f.dictionary]
	if dict == nil {
		return nil, ipcError("a column whose dictionary is missing")
	}
	codes := make([]int32, rows)
	for i := range codes {
		codes[i] = -1
		if valid == nil || valid.Get(i) {
			code := readInt(b, i, f.index, f.indexSigned)
			if code < 0 || code >= int64(dict.Len) {
				return nil, ipcError("code %d in a dictionary of %d", code, dict.Len)
			}
			codes[i] = int32(code)
		}
	}
	return vec.Gather(d.arena, dict, codes), nil
}

func readInt(b []byte, i, bits int, signed bool) int64 {
	switch bits {
	case 8:
		if signed {
			return int64(int8(b[i]))
		}
		return int64(b[i])
	case 16:
		v := binary.LittleEndian.Uint16(b[2*i:])
		if signed {
			return int64(int16(v))
		}
		return int64(v)
	case 32:
		v := binary.LittleEndian.Uint32(b[4*i:])
		if signed {
			return int64(int32(v))
		}
		return int64(v)
	}
	return int64(binary.LittleEndian.Uint64(b[8*i:]))
}

// fixed reads numbers, dates and the like, changing units to Spark's.
func (d *ipcDecoder) fixed(v *vec.Vector, f *ipcField) error {
	n := v.Len
	switch f.arrow {
	case arrowBool:
		b, err := d.buffer((n + 7) / 8)
		if err != nil {
			return err
		}
		out := vec.AllocOf[bool](d.arena, n)
		for i := range out {
			out[i] = b[i>>3]>>(i&7)&1 != 0
		}
		v.Data = vec.FlatVector(f.typ, out, nil).Data
		return nil
	case arrowInt:
		b, err := d.buffer(n * f.width / 8)
		if err != nil {
			return err
		}
		return d.integers(v, f, b)
	case arrowFloat:
		return d.floats(v, f)
	case arrowDecimal:
		return d.raw(v, 16)
	case arrowDate:
		if f.unit == 0 {
			return d.raw(v, 4)
		}
		return converted(d, v, 8, func(x int64) int32 { return int32(x / 86_400_000) })
	case arrowTimestamp, arrowDuration:
		return converted(d, v, 8, toMicros(f.unit))
	case arrowTime:
		return converted(d, v, f.width/8, toNanos(f.unit))
	}
	switch f.unit {
	case 0: // months
		return d.raw(v, 4)
	case 2: // months, days, nanoseconds
		b, err := d.buffer(16 * n)
		if err != nil {
			return err
		}
		out := vec.AllocOf[vec.CalendarInterval](d.arena, n)
		for i := range out {
			e := b[16*i:]
			out[i] = vec.CalendarInterval{Months: int32(binary.LittleEndian.Uint32(e)), Days: int32(binary.LittleEndian.Uint32(e[4:])), Micros: int64(binary.LittleEndian.Uint64(e[8:])) / 1000}
		}
		v.Data = vec.FlatVector(f.typ, out, nil).Data
		return nil
	}
	return ipcError("interval unit %d", f.unit)
}

// raw copies values whose layout is ours.
func (d *ipcDecoder) raw(v *vec.Vector, width int) error {
	b, err := d.buffer(v.Len * width)
	if err == nil {
		v.Data = d.arena.Bytes(b[:v.Len*width])
	}
	return err
}

func (d *ipcDecoder) integers(v *vec.Vector, f *ipcField, b []byte) error {
	if f.signed {
		v.Data = d.arena.Bytes(b[:v.Len*f.width/8])
		return nil
	}
	switch f.width {
	case 8:
		return widened(d, v, b, f.width, func(x int64) int16 { return int16(x) })
	case 16:
		return widened(d, v, b, f.width, func(x int64) int32 { return int32(x) })
	case 32:
		return widened(d, v, b, f.width, func(x int64) int64 { return x })
	}
	return widened(d, v, b, f.width, func(x int64) types.Int128 { return types.Int128FromUint64(uint64(x)) })
}

func widened[T any](d *ipcDecoder, v *vec.Vector, b []byte, bits int, f func(int64) T) error {
	out := vec.AllocOf[T](d.arena, v.Len)
	for i := range out {
		out[i] = f(readInt(b, i, bits, false))
	}
	v.Data = vec.FlatVector(v.Type, out, nil).Data
	return nil
}

func (d *ipcDecoder) floats(v *vec.Vector, f *ipcField) error {
	if f.unit != 0 {
		return d.raw(v, 4*int(f.unit))
	}
	b, err := d.buffer(2 * v.Len)
	if err != nil {
		return err
	}
	out := vec.AllocOf[float32](d.arena, v.Len)
	for i := range out {
		out[i] = halfFloat(binary.LittleEndian.Uint16(b[2*i:]))
	}
	v.Data = vec.FlatVector(v.Type, out, nil).Data
	return nil
}

// halfFloat is an IEEE 754 binary16 as a float32.
func halfFloat(h uint16) float32 {
	sign, exp, frac := uint32(h>>15)<<31, uint32(h>>10)&31, uint32(h)&1023
	switch {
	case exp == 31:
		return math.Float32frombits(sign | 0xff<<23 | frac<<13)
	case exp != 0:
		return math.Float32frombits(sign | (exp+112)<<23 | frac<<13)
	}
	f := float32(frac) / (1 << 24)
	if sign != 0 {
		f = -f
	}
	return f
}

func converted[T any](d *ipcDecoder, v *vec.Vector, width int, f func(int64) T) error {
	b, err := d.buffer(v.Len * width)
	if err != nil {
		return err
	}
	out := vec.AllocOf[T](d.arena, v.Len)
	for i := range out {
		out[i] = f(readInt(b, i, 8*width, true))
	}
	v.Data = vec.FlatVector(v.Type, out, nil).Data
	return nil
}

// toMicros changes Arrow's unit (seconds, milli-, micro-, nanoseconds) to microseconds, rounding down.
func toMicros(unit int16) func(int64) int64 {
	switch unit {
	case 0:
		return func(x int64) int64 { return x * 1_000_000 }
	case 1:
		return func(x int64) int64 { return x * 1000 }
	case 3:
		return func(x int64) int64 {
			if q := x / 1000; x%1000 >= 0 {
				return q
			} else {
				return q - 1
			}
		}
	}
	return func(x int64) int64 { return x }
}

func toNanos(unit int16) func(int64) int64 {
	scale := [...]int64{1_000_000_000, 1_000_000, 1000, 1}[unit&3]
	return func(x int64) int64 { return x * scale }
}
