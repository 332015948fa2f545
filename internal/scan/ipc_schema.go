package scan

import (
	"github.com/flintlake/flintlake/dataframe/types"
	flatbuffers "github.com/google/flatbuffers/go"
)

// fb reads a flatbuffers table by field numbers (Arrow's Message.fbs and Schema.fbs).
type fb struct{ flatbuffers.Table }

func fbTable(b []byte) fb {
	return fb{flatbuffers.Table{Bytes: b, Pos: flatbuffers.GetUOffsetT(b)}}
}

func (t fb) at(field int) flatbuffers.UOffsetT {
	if o := t.Offset(flatbuffers.VOffsetT(4 + 2*field)); o != 0 {
		return flatbuffers.UOffsetT(o) + t.Pos
	}
	return 0
}

func (t fb) int64(field int) int64 {
	if o := t.at(field); o != 0 {
		return t.GetInt64(o)
	}
	return 0
}

func (t fb) int32(field int, def int32) int32 {
	if o := t.at(field); o != 0 {
		return t.GetInt32(o)
	}
	return def
}

func (t fb) int16(field int, def int16) int16 {
	if o := t.at(field); o != 0 {
		return t.GetInt16(o)
	}
	return def
}

func (t fb) uint8(field int) uint8 {
	if o := t.at(field); o != 0 {
		return t.GetUint8(o)
	}
	return 0
}

func (t fb) bool(field int) bool { return t.uint8(field) != 0 }

func (t fb) string(field int) string {
	if o := t.at(field); o != 0 {
		return string(t.ByteVector(o))
	}
	return ""
}

func (t fb) table(field int) (fb, bool) {
	o := t.at(field)
	if o == 0 {
		return fb{}, false
	}
	return fb{flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(o)}}, true
}

// vector is the length of a vector and where its elements start.
func (t fb) vector(field int) (n int, start flatbuffers.UOffsetT) {
	o := t.at(field)
	if o == 0 {
		return 0, 0
	}
	o -= t.Pos
	if n = t.VectorLen(o); n < 0 || n > len(t.Bytes) {
		panic("a vector is longer than its message") // caught by ipcReader.guarded, like other bad offsets
	}
	return n, t.Vector(o)
}

// Arrow's type numbers.
const (
	arrowNull        = 1
	arrowInt         = 2
	arrowFloat       = 3
	arrowBinary      = 4
	arrowUtf8        = 5
	arrowBool        = 6
	arrowDecimal     = 7
	arrowDate        = 8
	arrowTime        = 9
	arrowTimestamp   = 10
	arrowInterval    = 11
	arrowList        = 12
	arrowStruct      = 13
	arrowFixedBinary = 15
	arrowFixedList   = 16
	arrowMap         = 17
	arrowDuration    = 18
	arrowLargeBinary = 19
	arrowLargeUtf8   = 20
	arrowLargeList   = 21
	arrowBinaryView  = 23
	arrowUtf8View    = 24
)

// ipcField is a column or a part of one as the stream lays it out.
type ipcField struct {
	name     string
	typ      types.DataType
	nullable bool
	arrow    uint8
	width    int // bits of a number, bytes of a fixed binary, elements of a fixed list
	signed   bool
	unit     int16
	children []*ipcField
	// dictionary is the id of the dictionary, -1 for none; index is the layout of the codes.
	dictionary  int64
	index       int
	indexSigned bool
}

// dictionaryOf finds the field whose values a dictionary holds.
func (f *ipcField) dictionaryOf(id int64) *ipcField {
	if f.dictionary == id {
		return f
	}
	for _, c := range f.children {
		if v := c.dictionaryOf(id); v != nil {
			return v
		}
	}
	return nil
}

// ipcFields reads a vector of Field tables.
func ipcFields(t fb, field int) ([]*ipcField, error) {
	n, start := t.vector(field)
	out := make([]*ipcField, n)
	for i := range n {
		pos := t.Indirect(start + flatbuffers.UOffsetT(4*i))
		f, err := ipcFieldOf(fb{flatbuffers.Table{Bytes: t.Bytes, Pos: pos}})
		if err != nil {
			return nil, err
		}
		out[i] = f
	}
	return out, nil
}

func ipcFieldOf(t fb) (*ipcField, error) {
	f := &ipcField{name: t.string(0), nullable: t.bool(1), arrow: t.uint8(2), dictionary: -1}
	var err error
	if f.children, err = ipcFields(t, 5); err != nil {
		return nil, err
	}
	if d, ok := t.table(4); ok {
		f.dictionary, f.index, f.indexSigned = d.int64(0), 32, true
		if i, ok := d.table(1); ok {
			f.index, f.indexSigned = int(i.int32(0, 32)), i.bool(1)
		}
	}
	details, _ := t.table(3)
	f.typ, err = f.sparkType(details)
	return f, err
}

// sparkType is the Spark type of an Arrow type, and keeps what reading needs.
func (f *ipcField) sparkType(t fb) (types.DataType, error) {
	switch f.arrow {
	case arrowNull:
		return types.Null, nil
	case arrowInt:
		f.width, f.signed = int(t.int32(0, 0)), t.bool(1)
		return integerType(f.width, f.signed)
	case arrowFloat:
		f.unit = t.int16(0, 0)
		if f.unit == 2 {
			return types.Double, nil
		}
		return types.Float, nil
	case arrowBinary, arrowLargeBinary, arrowBinaryView:
		return types.Binary, nil
	case arrowFixedBinary:
		f.width = int(t.int32(0, 0))
		return types.Binary, nil
	case arrowUtf8, arrowLargeUtf8, arrowUtf8View:
		return types.String, nil
	case arrowBool:
		return types.Boolean, nil
	case arrowDecimal:
		if f.width = int(t.int32(2, 128)); f.width != 128 {
			return nil, ipcError("a decimal of %d bits", f.width)
		}
		return types.DecimalType{Precision: int(t.int32(0, 0)), Scale: int(t.int32(1, 0))}, nil
	case arrowDate:
		f.unit = t.int16(0, 1)
		return types.Date, nil
	case arrowTime:
		f.unit, f.width = t.int16(0, 1), int(t.int32(1, 32))
		return types.TimeType{Precision: 6}, nil
	case arrowTimestamp:
		f.unit = t.int16(0, 0)
		if t.string(1) == "" {
			return types.TimestampNTZ, nil
		}
		return types.Timestamp, nil
	case arrowInterval:
		if f.unit = t.int16(0, 0); f.unit == 0 {
			return types.YearMonthIntervalType{Start: types.YearField, End: types.MonthField}, nil
		}
		return types.CalendarInterval, nil
	case arrowDuration:
		f.unit = t.int16(0, 1)
		return types.DayTimeIntervalType{Start: types.DayField, End: types.SecondField}, nil
	case arrowList, arrowLargeList, arrowFixedList:
		f.width = int(t.int32(0, 0))
		if len(f.children) != 1 {
			return nil, ipcError("a list of %d children", len(f.children))
		}
		return types.ArrayType{Element: f.children[0].typ, ContainsNull: f.children[0].nullable}, nil
	case arrowStruct:
		var s types.StructType
		for _, c := range f.children {
			s.Fields = append(s.Fields, types.StructField{Name: c.name, Type: c.typ, Nullable: c.nullable})
		}
		return s, nil
	case arrowMap:
		if len(f.children) != 1 || len(f.children[0].children) != 2 {
			return nil, ipcError("a malformed map")
		}
		kv := f.children[0].children
		return types.MapType{Key: kv[0].typ, Value: kv[1].typ, ValueContainsNull: kv[1].nullable}, nil
	}
	return nil, ipcError("Arrow type %d has no counterpart in Spark", f.arrow)
}

// integerType takes unsigned integers to the next larger signed type, as Spark does not have them.
func integerType(width int, signed bool) (types.DataType, error) {
	if !signed {
		width *= 2
	}
	switch width {
	case 8:
		return types.Byte, nil
	case 16:
		return types.Short, nil
	case 32:
		return types.Integer, nil
	case 64:
		return types.Long, nil
	case 128:
		return types.DecimalType{Precision: 20}, nil
	}
	return nil, ipcError("an integer of %d bits", width)
}
