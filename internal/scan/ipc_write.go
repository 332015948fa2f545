package scan

import (
	"bytes"
	"encoding/binary"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
	flatbuffers "github.com/google/flatbuffers/go"
)

// ToIPC writes batches as an Arrow IPC stream: a schema message, one record batch message per batch, the end marker. Buffers are not
// compressed.
func ToIPC(schema types.StructType, batches []*vec.Batch) ([]byte, error) {
	var out bytes.Buffer
	b := flatbuffers.NewBuilder(1024)
	fields := make([]flatbuffers.UOffsetT, len(schema.Fields))
	for i, f := range schema.Fields {
		o, err := ipcFieldTable(b, f)
		if err != nil {
			return nil, err
		}
		fields[i] = o
	}
	list := offsetVector(b, fields)
	b.StartObject(4)
	b.PrependUOffsetTSlot(1, list, 0)
	writeMessage(&out, b, schemaMessage, b.EndObject(), nil)
	for _, batch := range batches {
		e := &ipcEncoder{}
		n := batch.Rows()
		for i, f := range schema.Fields {
			v := batch.Cols[i]
			if batch.Sel != nil {
				v = vec.Gather(batch.Arena, v, batch.Sel)
			}
			if err := e.column(v, f.Type, vec.All(n)); err != nil {
				return nil, err
			}
		}
		b = flatbuffers.NewBuilder(1024)
		writeMessage(&out, b, batchMessage, e.table(b, int64(n)), e.body)
	}
	out.Write([]byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0})
	return out.Bytes(), nil
}

func offsetVector(b *flatbuffers.Builder, offsets []flatbuffers.UOffsetT) flatbuffers.UOffsetT {
	b.StartVector(4, len(offsets), 4)
	for i := len(offsets) - 1; i >= 0; i-- {
		b.PrependUOffsetT(offsets[i])
	}
	return b.EndVector(len(offsets))
}

// writeMessage frames a message: marker, length, metadata padded to 8 bytes, body.
func writeMessage(out *bytes.Buffer, b *flatbuffers.Builder, kind byte, header flatbuffers.UOffsetT, body []byte) {
	b.StartObject(5)
	b.PrependInt16Slot(0, 4, 0) // metadata version V5
	b.PrependByteSlot(1, kind, 0)
	b.PrependUOffsetTSlot(2, header, 0)
	b.PrependInt64Slot(3, int64(len(body)), 0)
	b.Finish(b.EndObject())
	meta := b.FinishedBytes()
	pad := -len(meta) & 7
	var head [8]byte
	binary.LittleEndian.PutUint32(head[:], 0xffffffff)
	binary.LittleEndian.PutUint32(head[4:], uint32(len(meta)+pad))
	out.Write(head[:])
	out.Write(meta)
	out.Write(make([]byte, pad))
	out.Write(body)
}

// ipcFieldTable writes a Field table.
func ipcFieldTable(b *flatbuffers.Builder, f types.StructField) (flatbuffers.UOffsetT, error) {
	var children []flatbuffers.UOffsetT
	add := func(fields ...types.StructField) error {
		for _, c := range fields {
			o, err := ipcFieldTable(b, c)
			if err != nil {
				return err
			}
			children = append(children, o)
		}
		return nil
	}
	var err error
	switch t := f.Type.(type) {
	case types.StructType:
		err = add(t.Fields...)
	case types.ArrayType:
		err = add(types.StructField{Name: "element", Type: t.Element, Nullable: t.ContainsNull})
	case types.MapType:
		entries := types.NewStruct(types.StructField{Name: "key", Type: t.Key}, types.StructField{Name: "value", Type: t.Value, Nullable: t.ValueContainsNull})
		err = add(types.StructField{Name: "entries", Type: entries})
	}
	if err != nil {
		return 0, err
	}
	kids := offsetVector(b, children)
	name := b.CreateString(f.Name)
	kind, details, err := arrowType(b, f.Type)
	if err != nil {
		return 0, err
	}
	b.StartObject(7)
	b.PrependUOffsetTSlot(0, name, 0)
	b.PrependBoolSlot(1, f.Nullable, false)
	b.PrependByteSlot(2, kind, 0)
	b.PrependUOffsetTSlot(3, details, 0)
	b.PrependUOffsetTSlot(5, kids, 0)
	return b.EndObject(), nil
}

// arrowType writes the type table of a Spark type.
func arrowType(b *flatbuffers.Builder, t types.DataType) (kind byte, details flatbuffers.UOffsetT, err error) {
	number := func(bits int32) (byte, flatbuffers.UOffsetT, error) {
		b.StartObject(2)
		b.PrependInt32Slot(0, bits, 0)
		b.PrependBoolSlot(1, true, false)
		return arrowInt, b.EndObject(), nil
	}
	unit := func(kind byte, fields int, u int16) (byte, flatbuffers.UOffsetT, error) {
		b.StartObject(fields)
		b.PrependInt16Slot(0, u, -1)
		return kind, b.EndObject(), nil
	}
	empty := func(kind byte) (byte, flatbuffers.UOffsetT, error) {
		b.StartObject(0)
		return kind, b.EndObject(), nil
	}
	switch t := t.(type) {
	case types.NullType:
		return empty(arrowNull)
	case types.BooleanType:
		return empty(arrowBool)
	case types.ByteType:
		return number(8)
	case types.ShortType:
		return number(16)
	case types.IntegerType:
		return number(32)
	case types.LongType:
		return number(64)
	case types.FloatType:
		return unit(arrowFloat, 1, 1)
	case types.DoubleType:
		return unit(arrowFloat, 1, 2)
	case types.StringType, types.CharType, types.VarcharType:
		return empty(arrowUtf8)
	case types.BinaryType:
		return empty(arrowBinary)
	case types.DateType:
		return unit(arrowDate, 1, 0)
	case types.TimestampType:
		zone := b.CreateString("UTC")
		b.StartObject(2)
		b.PrependInt16Slot(0, 2, 0)
		b.PrependUOffsetTSlot(1, zone, 0)
		return arrowTimestamp, b.EndObject(), nil
	case types.TimestampNTZType:
		return unit(arrowTimestamp, 2, 2)
	case types.YearMonthIntervalType:
		return unit(arrowInterval, 1, 0)
	case types.DayTimeIntervalType:
		return unit(arrowDuration, 1, 2)
	case types.DecimalType:
		b.StartObject(3)
		b.PrependInt32Slot(0, int32(t.Precision), 0)
		b.PrependInt32Slot(1, int32(t.Scale), 0)
		b.PrependInt32Slot(2, 128, 0)
		return arrowDecimal, b.EndObject(), nil
	case types.ArrayType:
		return empty(arrowList)
	case types.MapType:
		return empty(arrowMap)
	case types.StructType:
		return empty(arrowStruct)
	}
	return 0, 0, sparkerr.Unsupported("local data of type " + t.SQL())
}

// ipcEncoder collects the nodes and buffers of one record batch.
type ipcEncoder struct {
	nodes   []ipcNode
	buffers [][2]int64
	body    []byte
}

func (e *ipcEncoder) table(b *flatbuffers.Builder, rows int64) flatbuffers.UOffsetT {
	b.StartVector(16, len(e.buffers), 8)
	for i := len(e.buffers) - 1; i >= 0; i-- {
		b.PrependInt64(e.buffers[i][1])
		b.PrependInt64(e.buffers[i][0])
	}
	buffers := b.EndVector(len(e.buffers))
	b.StartVector(16, len(e.nodes), 8)
	for i := len(e.nodes) - 1; i >= 0; i-- {
		b.PrependInt64(e.nodes[i].nulls)
		b.PrependInt64(e.nodes[i].length)
	}
	nodes := b.EndVector(len(e.nodes))
	b.StartObject(5)
	b.PrependInt64Slot(0, rows, 0)
	b.PrependUOffsetTSlot(1, nodes, 0)
	b.PrependUOffsetTSlot(2, buffers, 0)
	return b.EndObject()
}

func (e *ipcEncoder) buffer(data []byte) {
	e.buffers = append(e.buffers, [2]int64{int64(len(e.body)), int64(len(data))})
	e.body = append(e.body, data...)
	for len(e.body)&7 != 0 {
		e.body = append(e.body, 0)
	}
}

// column writes the rows of v in the order of rows.
func (e *ipcEncoder) column(v *vec.Vector, t types.DataType, rows []int32) error {
	nulls := int64(0)
	valid := make([]byte, (len(rows)+7)/8)
	for i, r := range rows {
		if v.IsNull(int(r)) {
			nulls++
		} else {
			valid[i>>3] |= 1 << (i & 7)
		}
	}
	e.nodes = append(e.nodes, ipcNode{int64(len(rows)), nulls})
	if t.ID() == types.IDNull {
		return nil
	}
	e.buffer(valid)
	if v.Type.ID() == types.IDNull { // all null, of another declared type
		empty := vec.NullVector(vec.NewAllocator(0).NewArena(), t, v.Len)
		v = empty
	}
	switch t := t.(type) {
	case types.BooleanType:
		bits := make([]byte, (len(rows)+7)/8)
		for i, r := range rows {
			if !v.IsNull(int(r)) && vec.At[bool](v, int(r)) {
				bits[i>>3] |= 1 << (i & 7)
			}
		}
		e.buffer(bits)
	case types.StringType, types.CharType, types.VarcharType, types.BinaryType:
		e.text(v, rows)
	case types.ArrayType:
		return e.lists(v, rows, func(base *vec.Vector, elements []int32) error { return e.column(base.Children[0], t.Element, elements) })
	case types.MapType:
		return e.lists(v, rows, func(base *vec.Vector, elements []int32) error {
			e.nodes = append(e.nodes, ipcNode{int64(len(elements)), 0})
			e.buffer(nil)
			if err := e.column(base.Children[0], t.Key, elements); err != nil {
				return err
			}
			return e.column(base.Children[1], t.Value, elements)
		})
	case types.StructType:
		slots := make([]int32, len(rows))
		for i, r := range rows {
			slots[i] = int32(v.Slot(int(r)))
		}
		for i, f := range t.Fields {
			if err := e.column(v.Base().Children[i], f.Type, slots); err != nil {
				return err
			}
		}
	default:
		w := vec.Width(t)
		data := make([]byte, 0, w*len(rows))
		base := v.Base()
		for _, r := range rows {
			if v.IsNull(int(r)) {
				data = append(data, make([]byte, w)...)
				continue
			}
			s := v.Slot(int(r))
			data = append(data, base.Data[s*w:(s+1)*w]...)
		}
		e.buffer(data)
	}
	return nil
}

func (e *ipcEncoder) text(v *vec.Vector, rows []int32) {
	offsets := binary.LittleEndian.AppendUint32(nil, 0)
	var data []byte
	for _, r := range rows {
		if !v.IsNull(int(r)) {
			view := vec.At[vec.View](v, int(r))
			data = append(data, view.Bytes()...)
		}
		offsets = binary.LittleEndian.AppendUint32(offsets, uint32(len(data)))
	}
	e.buffer(offsets)
	e.buffer(data)
}

func (e *ipcEncoder) lists(v *vec.Vector, rows []int32, child func(base *vec.Vector, elements []int32) error) error {
	offsets := binary.LittleEndian.AppendUint32(nil, 0)
	var elements []int32
	for _, r := range rows {
		if !v.IsNull(int(r)) {
			s := vec.At[vec.Span](v, int(r))
			for k := range s.Size {
				elements = append(elements, s.Offset+k)
			}
		}
		offsets = binary.LittleEndian.AppendUint32(offsets, uint32(len(elements)))
	}
	e.buffer(offsets)
	base := v.Base()
	if len(base.Children) == 0 { // a null constant has no elements
		return sparkerr.Internal("a list without elements")
	}
	return child(base, elements)
}
