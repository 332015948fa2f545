package vec

import (
	"unsafe"

	"github.com/flintlake/flintlake/dataframe/types"
)

// BatchRows is the usual number of rows of a batch. Operators may emit fewer, never more.
const BatchRows = 8192

// Form is the physical form of a Vector.
type Form uint8

const (
	// Flat: one slot per row.
	Flat Form = iota
	// Constant: one slot, at index 0, that stands for every row.
	Constant
	// Dictionary: Codes[row] indexes Children[0], a flat vector without nulls; nulls are in Valid, per row.
	Dictionary
)

// Vector is one column in memory. Len is the number of rows it stands for, whatever its Form.
//
// Physical layout of Data by type (fixed width, native byte order; see Physical):
//
//	boolean                      1 byte, 0 or 1 (packed to bits only when exported to Arrow)
//	byte, short, int, long       int8, int16, int32, int64
//	float, double                float32, float64
//	date, year-month interval    int32 days, int32 months
//	timestamp(_ntz)              int64 microseconds
//	time                         int64 nanoseconds of the day
//	day-time interval            int64 microseconds
//	decimal (all precisions)     Int128, the unscaled value
//	string, char, varchar, binary, geo   View (16 bytes)
//	calendar interval            CalendarInterval (16 bytes)
//	array, map                   Span{Offset, Size} into Children[0] (element) or Children[0], Children[1] (key, value)
//	struct                       no Data; Children are the fields, each as long as this vector
//	variant                      no Data; Children[0] value, Children[1] metadata, both binary
//	null                         no Data; every row is null
//
// Data at a null slot is unspecified but readable (a View there is always a valid or zero View).
// A Constant vector has one slot (Children of a constant struct are constants too).
// Vectors do not own memory: the Arena of the batch (or whatever it Keeps) does.
type Vector struct {
	Type     types.DataType
	Form     Form
	Len      int
	Valid    Bitmap // nil: no nulls. Bit 1 = not null. Constant: bit 0 only.
	Data     []byte
	Codes    []uint32
	Children []*Vector
}

// View is a string or binary value of 16 bytes: length, then up to 12 bytes inline, or 4 bytes of prefix and a pointer to
// off-heap memory. Unlike Arrow's view it holds an address instead of (buffer, offset), so that join, sort and gather
// move 16 bytes without re-basing; the exporter translates. Text it points to must never be Go-heap memory.
type View struct {
	n      uint32
	prefix [4]byte
	tail   uint64 // 8 more inline bytes when n <= 12, else the address of all n bytes
}

// Len is the number of bytes.
func (v *View) Len() int { return int(v.n) }

// Bytes is the value; it aliases the View itself when short, so v must outlive it. Callers never write through it.
func (v *View) Bytes() []byte {
	if v.n <= 12 {
		return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(v), 4)), int(v.n))
	}
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&v.tail)), int(v.n))
}

// Str is Bytes as a string without a copy: it must not outlive the memory behind v. Clone it to keep it.
func (v *View) Str() string {
	b := v.Bytes()
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// ViewOf makes a View of off-heap bytes; short ones are copied inline.
func ViewOf(b []byte) View {
	v := View{n: uint32(len(b))}
	if len(b) <= 12 {
		copy(unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(&v), 4)), 12), b)
		return v
	}
	copy(v.prefix[:], b)
	*(*unsafe.Pointer)(unsafe.Pointer(&v.tail)) = unsafe.Pointer(unsafe.SliceData(b))
	return v
}

// EqualView compares two values byte by byte, deciding most pairs on length and prefix.
func EqualView(a, b *View) bool {
	if *(*uint64)(unsafe.Pointer(a)) != *(*uint64)(unsafe.Pointer(b)) {
		return false
	}
	if a.tail == b.tail {
		return true
	}
	return a.n > 12 && a.Str() == b.Str()
}

// Span locates an array or map value in its child vector(s).
type Span struct{ Offset, Size int32 }

// CalendarInterval is Spark's legacy interval value.
type CalendarInterval struct {
	Months, Days int32
	Micros       int64
}

// Values is the Data of v as a slice of T: one slot for a Constant, Len slots for a Flat vector.
func Values[T any](v *Vector) []T {
	var t T
	if len(v.Data) == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(v.Data))), len(v.Data)/int(unsafe.Sizeof(t)))
}

// Bools is the Data of a boolean vector.
func Bools(v *Vector) []bool { return Values[bool](v) }

// IsNull tells whether row i is null.
func (v *Vector) IsNull(i int) bool {
	if v.Type.ID() == types.IDNull {
		return true
	}
	if v.Valid == nil {
		return false
	}
	if v.Form == Constant {
		i = 0
	}
	return !v.Valid.Get(i)
}

// Slot is the index in Data for row i: 0 for a Constant, i for a Flat vector, and for a Dictionary the
// index in the Data of Children[0].
func (v *Vector) Slot(i int) int {
	switch v.Form {
	case Constant:
		return 0
	case Dictionary:
		return int(v.Codes[i])
	}
	return i
}

// Base is the vector whose Data the Slot indexes: Children[0] for a Dictionary, else v.
func (v *Vector) Base() *Vector {
	if v.Form == Dictionary {
		return v.Children[0]
	}
	return v
}

// At reads row i of a fixed-width or view vector in any form. It is for rare paths; loops switch on Form once.
func At[T any](v *Vector, i int) T { return Values[T](v.Base())[v.Slot(i)] }

// Width is the bytes per slot of t in Data; 0 for struct, variant and null.
func Width(t types.DataType) int {
	switch t.ID() {
	case types.IDBoolean, types.IDByte:
		return 1
	case types.IDShort:
		return 2
	case types.IDInteger, types.IDFloat, types.IDDate, types.IDYearMonthInterval:
		return 4
	case types.IDLong, types.IDDouble, types.IDTimestamp, types.IDTimestampNTZ, types.IDTime, types.IDDayTimeInterval, types.IDArray, types.IDMap:
		return 8
	case types.IDDecimal, types.IDString, types.IDChar, types.IDVarchar, types.IDBinary, types.IDCalendarInterval, types.IDGeometry, types.IDGeography:
		return 16
	}
	return 0
}
