package main

/*
#include "flintlake.h"

void flReleaseArray(struct ArrowArray*);
*/
import "C"

import (
	"math"
	"unsafe"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// exporter writes one batch as Arrow arrays.
//
// All buffers are copied into an arena of the exporter's own. Pointing into the batch instead would spare a copy of some 64 kB a column
// and batch, but would pin the batch's whole arena (often the decoded row group) for as long as the caller keeps one column, and
// vectors of constants may lie on the Go heap, which must not be handed out.
type exporter struct {
	arena *vec.Arena
}

// exportBatch fills an ArrowArray with the selected rows of a batch, as a struct of its columns. The batch stays the caller's.
func exportBatch(out *C.struct_ArrowArray, b *vec.Batch, alloc *vec.Allocator) error {
	x := exporter{arena: alloc.NewArena()}
	defer x.arena.Release() // every node holds a reference of its own
	*out = C.struct_ArrowArray{}
	n := b.Rows()
	children := x.node(out, n, 0, [][]byte{nil}, len(b.Cols))
	for i, col := range b.Cols {
		if b.Sel != nil {
			col = vec.Gather(x.arena, col, b.Sel)
		}
		if err := x.vector(children[i], col); err != nil {
			C.flReleaseArray(out)
			return err
		}
	}
	return nil
}

// node fills an array node: its buffers (nil: missing) and room for its children, which are returned. The children are valid, empty
// nodes from the start, so that a half-filled tree can be released.
func (x *exporter) node(out *C.struct_ArrowArray, rows, nulls int, buffers [][]byte, children int) []*C.struct_ArrowArray {
	out.length, out.null_count = C.int64_t(rows), C.int64_t(nulls)
	out.n_buffers, out.n_children = C.int64_t(len(buffers)), C.int64_t(children)
	if len(buffers) > 0 {
		addresses := vec.AllocOf[uintptr](x.arena, len(buffers))
		for i, b := range buffers {
			addresses[i] = uintptr(unsafe.Pointer(unsafe.SliceData(b)))
		}
		out.buffers = (*unsafe.Pointer)(unsafe.Pointer(unsafe.SliceData(addresses)))
	}
	var kids []*C.struct_ArrowArray
	if children > 0 {
		kids = vec.AllocOf[*C.struct_ArrowArray](x.arena, children)
		nodes := unsafe.Slice((*C.struct_ArrowArray)(unsafe.Pointer(unsafe.SliceData(
			x.arena.Zeroed(children*int(unsafe.Sizeof(C.struct_ArrowArray{})))))), children)
		for i := range kids {
			kids[i] = &nodes[i]
		}
		out.children = (**C.struct_ArrowArray)(unsafe.Pointer(unsafe.SliceData(kids)))
	}
	out.release = (*[0]byte)(C.flReleaseArray)
	x.arena.Retain()
	*(*uintptr)(unsafe.Pointer(&out.private_data)) = uintptr(arenas.put(x.arena))
	return kids
}

// vector fills a node with a column in any form.
func (x *exporter) vector(out *C.struct_ArrowArray, v *vec.Vector) error {
	if v.Type.ID() == types.IDNull {
		x.node(out, v.Len, v.Len, nil, 0)
		return nil
	}
	v = vec.Flatten(x.arena, v, nil)
	valid, nulls := x.validity(v)
	switch v.Type.ID() {
	case types.IDArray, types.IDMap:
		return x.list(out, v, valid, nulls)
	case types.IDStruct, types.IDVariant:
		for i, k := range x.node(out, v.Len, nulls, [][]byte{valid}, len(v.Children)) {
			if err := x.vector(k, v.Children[i]); err != nil {
				return err
			}
		}
		return nil
	case types.IDString, types.IDChar, types.IDVarchar, types.IDBinary:
		offsets, text, err := x.text(v)
		if err != nil {
			return err
		}
		x.node(out, v.Len, nulls, [][]byte{valid, offsets, text}, 0)
		return nil
	case types.IDBoolean:
		x.node(out, v.Len, nulls, [][]byte{valid, x.bits(vec.Bools(v)[:v.Len])}, 0)
		return nil
	case types.IDCalendarInterval:
		x.node(out, v.Len, nulls, [][]byte{valid, x.intervals(v)}, 0)
		return nil
	}
	w := vec.Width(v.Type)
	if w == 0 {
		return sparkerr.Unsupported("results of type " + v.Type.SimpleString())
	}
	x.node(out, v.Len, nulls, [][]byte{valid, x.copied(v.Data[:v.Len*w])}, 0)
	return nil
}

// copied is b in the arena; an empty buffer has an address too, since some readers want one.
func (x *exporter) copied(b []byte) []byte {
	if len(b) == 0 {
		return x.arena.Zeroed(8)
	}
	return x.arena.Bytes(b)
}

// validity is the bitmap of v, nil when nothing is null.
func (x *exporter) validity(v *vec.Vector) (bitmap []byte, nulls int) {
	if v.Valid == nil {
		return nil, 0
	}
	if nulls = v.Len - v.Valid.Count(v.Len); nulls == 0 {
		return nil, 0
	}
	return x.arena.Bytes(v.Valid[:(v.Len+7)/8]), nulls
}

// bits packs booleans.
func (x *exporter) bits(values []bool) []byte {
	out := x.arena.Zeroed(max(8, (len(values)+7)/8))
	for i, v := range values {
		if v {
			out[i>>3] |= 1 << (i & 7)
		}
	}
	return out
}

// text is offsets and bytes of a column of views; nulls are empty.
func (x *exporter) text(v *vec.Vector) (offsets, text []byte, err error) {
	views := vec.Values[vec.View](v)
	ends := vec.AllocOf[int32](x.arena, v.Len+1)
	ends[0] = 0
	total := 0
	for i := range v.Len {
		if v.Valid == nil || v.Valid.Get(i) {
			total += views[i].Len()
		}
		if total > math.MaxInt32 {
			return nil, nil, sparkerr.Unsupported("a batch with more than 2 GiB of text in a column")
		}
		ends[i+1] = int32(total)
	}
	text = x.arena.Alloc(max(8, total))
	for i := range v.Len {
		if n := ends[i+1] - ends[i]; n > 0 {
			copy(text[ends[i]:ends[i+1]], views[i].Bytes())
		}
	}
	return rawBytes(ends), text, nil
}

// intervals are months, days and nanoseconds.
func (x *exporter) intervals(v *vec.Vector) []byte {
	type monthDayNano struct {
		months, days int32
		nanos        int64
	}
	out := vec.AllocOf[monthDayNano](x.arena, max(1, v.Len))
	for i, c := range vec.Values[vec.CalendarInterval](v)[:v.Len] {
		out[i] = monthDayNano{c.Months, c.Days, c.Micros * 1000}
	}
	return rawBytes(out)
}

// list fills the node of an array or map; elements that no span reaches, or in another order, are gathered first.
func (x *exporter) list(out *C.struct_ArrowArray, v *vec.Vector, valid []byte, nulls int) error {
	spans := vec.Values[vec.Span](v)
	ends := vec.AllocOf[int32](x.arena, v.Len+1)
	ends[0] = 0
	dense, total := true, int32(0)
	for i := range v.Len {
		if v.Valid == nil || v.Valid.Get(i) {
			dense = dense && (spans[i].Offset == total || spans[i].Size == 0)
			total += spans[i].Size
		}
		ends[i+1] = total
	}
	elements := v.Children
	if !dense || len(elements) > 0 && int(total) != elements[0].Len {
		elements = x.reached(v, spans, total)
	}
	k := x.node(out, v.Len, nulls, [][]byte{valid, rawBytes(ends)}, 1)[0]
	if v.Type.ID() == types.IDArray {
		return x.vector(k, elements[0])
	}
	for i, e := range x.node(k, int(total), 0, [][]byte{nil}, 2) {
		if err := x.vector(e, elements[i]); err != nil {
			return err
		}
	}
	return nil
}

// reached are the elements of the spans, in their order.
func (x *exporter) reached(v *vec.Vector, spans []vec.Span, total int32) []*vec.Vector {
	rows := make([]int32, 0, total)
	for i := range v.Len {
		if v.Valid == nil || v.Valid.Get(i) {
			for j := range spans[i].Size {
				rows = append(rows, spans[i].Offset+j)
			}
		}
	}
	out := make([]*vec.Vector, len(v.Children))
	for i, c := range v.Children {
		out[i] = vec.Gather(x.arena, c, rows)
	}
	return out
}

func rawBytes[T any](s []T) []byte {
	var t T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(t)))
}

// arenas are the arenas of nodes that were not released yet, one handle a node.
var arenas table[*vec.Arena]

//export flGoReleaseArena
func flGoReleaseArena(handle C.uintptr_t) {
	if a, ok := arenas.take(int64(handle)); ok {
		a.Release()
	}
}
