package parquetio

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/parquetio/format"
	"github.com/flintlake/flintlake/internal/vec"
)

// A shredded variant keeps parts of its values in typed columns (VariantShredding.md of apache/parquet-format):
//
//	optional group v (VARIANT) {
//	  required binary metadata;
//	  optional binary value;            what does not fit the typed column
//	  optional <type> typed_value;      a primitive, a LIST of such groups, or a group of named such groups
//	}
//
// It is read as the struct that it is, and each row is then put together to one binary value.

// shape is the group of value and typed_value at one place of a shredded variant. value and typed are the numbers of its
// children, -1 where there is none.
type shape struct {
	value, typed int
	leaf         *node             // typed is a primitive
	element      *shape            // typed is a list
	fields       map[string]*shape // typed is an object; names in order of the vector's children
	names        []string
}

// variantShredded matches a group that has a typed_value.
func (r *resolver) variantShredded(n *node) (*field, error) {
	s, t, err := shapeOf(n, true)
	if err != nil {
		return nil, err
	}
	f, err := r.structure(n, t)
	if err != nil {
		return nil, err
	}
	return &field{kind: shreddedField, typ: types.Variant, node: n, children: []*field{f}, leaf: f.leaf, shape: s}, nil
}

var errShredded = errors.New("a shredded variant does not follow the specification")

// shapeOf describes a group of value and typed_value, and the struct that it is read as; top groups have metadata first.
func shapeOf(n *node, top bool) (*shape, types.StructType, error) {
	s := &shape{value: -1, typed: -1}
	var t types.StructType
	add := func(name string, f types.DataType) int {
		t.Fields = append(t.Fields, types.StructField{Name: name, Type: f, Nullable: true})
		return len(t.Fields) - 1
	}
	if top {
		add("metadata", types.Binary)
	}
	for _, c := range n.children {
		switch c.Name {
		case "metadata":
		case "value":
			s.value = add("value", types.Binary)
		case "typed_value":
			typed, err := s.typedType(c)
			if err != nil {
				return nil, t, err
			}
			s.typed = add("typed_value", typed)
		default:
			return nil, t, errShredded
		}
	}
	return s, t, nil
}

// typedType is the type that a typed_value is read as.
func (s *shape) typedType(c *node) (types.DataType, error) {
	if !c.isGroup() {
		s.leaf = c
		if c.Annotation.Kind == format.Timestamp && c.Annotation.Unit == format.Nanos { // keep all digits
			return types.Long, nil
		}
		t, err := sparkPrimitive(c)
		if err == nil && !variantPrimitive(c) {
			err = illegal(c)
		}
		return t, err
	}
	if c.Annotation.Kind == format.List {
		e, ok := listElement(c)
		if !ok || !e.isGroup() {
			return nil, errShredded
		}
		element, t, err := shapeOf(e, false)
		s.element = element
		return types.ArrayType{Element: t, ContainsNull: true}, err
	}
	s.fields = map[string]*shape{}
	var t types.StructType
	for _, f := range c.children {
		if !f.isGroup() {
			return nil, errShredded
		}
		inner, ft, err := shapeOf(f, false)
		if err != nil {
			return nil, err
		}
		s.fields[f.Name] = inner
		s.names = append(s.names, f.Name)
		t.Fields = append(t.Fields, types.StructField{Name: f.Name, Type: ft, Nullable: true})
	}
	return t, nil
}

// variantPrimitive tells whether the specification lists the leaf's type for a typed_value.
func variantPrimitive(n *node) bool {
	switch a := &n.Annotation; n.Type {
	case format.FixedLenByteArray:
		return a.Kind == format.Decimal || a.Kind == format.UUID && n.TypeLength == 16
	case format.Int32, format.Int64:
		return a.Kind != format.Integer || a.Signed
	case format.Int96:
		return false
	}
	return true
}

// assembleShredded builds a variant vector from the struct that it was read as.
func assembleShredded(a *vec.Arena, s *shape, in *vec.Vector) (*vec.Vector, error) {
	n := in.Len
	values, metadata := vec.AllocOf[vec.View](a, n), vec.AllocOf[vec.View](a, n)
	var buf []byte
	for i := range n {
		values[i], metadata[i] = vec.View{}, vec.View{}
		if in.IsNull(i) {
			continue
		}
		if in.Children[0].IsNull(i) {
			return nil, errShredded
		}
		metadata[i] = vec.At[vec.View](in.Children[0], i)
		d, err := parseDictionary(metadata[i].Bytes())
		if err != nil {
			return nil, err
		}
		b, there, err := s.join(buf[:0], d, in, i)
		if err != nil {
			return nil, err
		}
		if !there {
			b = append(b, 0) // null
		}
		buf = b
		values[i] = a.View(b)
	}
	binary := func(v []vec.View) *vec.Vector {
		return &vec.Vector{Type: types.Binary, Len: n, Data: viewBytes(v)}
	}
	return &vec.Vector{Type: types.Variant, Len: n, Valid: in.Valid, Children: []*vec.Vector{binary(values), binary(metadata)}}, nil
}

// join appends the value of row i of a group; there is false when it has neither value nor typed_value.
func (s *shape) join(b []byte, d *variantDictionary, group *vec.Vector, i int) (out []byte, there bool, err error) {
	var rest []byte
	hasRest := s.value >= 0 && !group.Children[s.value].IsNull(i)
	if hasRest {
		v := vec.Values[vec.View](group.Children[s.value].Base())
		rest = v[group.Children[s.value].Slot(i)].Bytes()
	}
	if s.typed < 0 || group.Children[s.typed].IsNull(i) {
		return append(b, rest...), hasRest, nil
	}
	typed := group.Children[s.typed]
	switch {
	case s.fields != nil:
		b, err = s.joinObject(b, d, typed, i, rest)
	case hasRest:
		return nil, false, errShredded
	case s.element != nil:
		b, err = s.joinArray(b, d, typed, i)
	default:
		b, err = appendVariant(b, s.leaf, typed, i)
	}
	return b, true, err
}

func (s *shape) joinArray(b []byte, d *variantDictionary, v *vec.Vector, i int) ([]byte, error) {
	span := vec.Values[vec.Span](v)[v.Slot(i)]
	var parts []byte
	ends := []int{0}
	for k := span.Offset; k < span.Offset+span.Size; k++ {
		var there bool
		var err error
		if parts, there, err = s.element.join(parts, d, v.Children[0], int(k)); err != nil {
			return nil, err
		}
		if !there {
			parts = append(parts, 0)
		}
		ends = append(ends, len(parts))
	}
	return appendVariantArray(b, ends, parts), nil
}

// variantField is a named part of an object.
type objectField struct {
	name  string
	id    int
	value []byte
}

// joinObject merges the typed fields with those left in the value.
func (s *shape) joinObject(b []byte, d *variantDictionary, v *vec.Vector, i int, rest []byte) ([]byte, error) {
	fields, err := objectFields(rest, d)
	if err != nil {
		return nil, err
	}
	for c, name := range s.names {
		group := v.Children[c]
		if group.IsNull(i) {
			continue
		}
		value, there, err := s.fields[name].join(nil, d, group, i)
		if err != nil {
			return nil, err
		}
		if !there {
			continue
		}
		id, ok := d.ids[name]
		if !ok || slices.ContainsFunc(fields, func(f objectField) bool { return f.id == id }) {
			return nil, errShredded
		}
		fields = append(fields, objectField{name, id, value})
	}
	slices.SortFunc(fields, func(x, y objectField) int {
		switch {
		case x.name < y.name:
			return -1
		case x.name > y.name:
			return 1
		}
		return 0
	})
	return appendVariantObject(b, fields), nil
}

// variantDictionary is the names in a variant's metadata.
type variantDictionary struct {
	names []string
	ids   map[string]int
}

// number reads n little-endian bytes at i.
func number(b []byte, i, n int) (int, bool) {
	if n < 1 || n > 4 || i < 0 || i > len(b)-n {
		return 0, false
	}
	v := 0
	for k := range n {
		v |= int(b[i+k]) << (8 * k)
	}
	return v, true
}

func parseDictionary(b []byte) (*variantDictionary, error) {
	if len(b) == 0 || b[0]&15 != 1 {
		return nil, errShredded
	}
	w := int(b[0]>>6) + 1
	n, ok := number(b, 1, w)
	if !ok || n > len(b) {
		return nil, errShredded
	}
	d := &variantDictionary{ids: make(map[string]int, n)}
	base := 1 + w + (n+1)*w
	for k := range n {
		from, ok := number(b, 1+w+k*w, w)
		to, ok2 := number(b, 1+w+(k+1)*w, w)
		if !ok || !ok2 || from > to || to > len(b)-base {
			return nil, errShredded
		}
		name := string(b[base+from : base+to])
		d.names = append(d.names, name)
		d.ids[name] = k
	}
	return d, nil
}

// objectFields takes an object apart; nothing is one without fields.
func objectFields(b []byte, d *variantDictionary) ([]objectField, error) {
	if len(b) == 0 {
		return nil, nil
	}
	h := int(b[0])
	if h&3 != 2 {
		return nil, errShredded
	}
	offW, idW, countW := h>>2&3+1, h>>4&3+1, 1
	if h>>6&1 != 0 {
		countW = 4
	}
	n, ok := number(b, 1, countW)
	if !ok || n > len(b) {
		return nil, errShredded
	}
	ids := 1 + countW
	offsets := ids + n*idW
	base := offsets + (n+1)*offW
	total, ok := number(b, offsets+n*offW, offW)
	if !ok || total > len(b)-base {
		return nil, errShredded
	}
	starts := make([]int, n, n+1)
	fields := make([]objectField, n)
	for k := range n {
		id, ok := number(b, ids+k*idW, idW)
		off, ok2 := number(b, offsets+k*offW, offW)
		if !ok || !ok2 || id >= len(d.names) || off >= total {
			return nil, errShredded
		}
		fields[k] = objectField{name: d.names[id], id: id}
		starts[k] = off
	}
	sorted := append(slices.Clone(starts), total) // values may lie in any order: each ends where the next one starts
	slices.Sort(sorted)
	for k, from := range starts {
		i, _ := slices.BinarySearch(sorted, from+1)
		fields[k].value = b[base+from : base+sorted[i]]
	}
	return fields, nil
}

func byteWidth(n int) int {
	switch {
	case n < 1<<8:
		return 1
	case n < 1<<16:
		return 2
	case n < 1<<24:
		return 3
	}
	return 4
}

func appendNumber(b []byte, v, width int) []byte {
	for k := range width {
		b = append(b, byte(v>>(8*k)))
	}
	return b
}

func appendVariantArray(b []byte, ends []int, parts []byte) []byte {
	n, w := len(ends)-1, byteWidth(len(parts))
	large, countW := 0, 1
	if n > 255 {
		large, countW = 1, 4
	}
	b = append(b, byte((large<<2|(w-1))<<2|3))
	b = appendNumber(b, n, countW)
	for _, e := range ends {
		b = appendNumber(b, e, w)
	}
	return append(b, parts...)
}

func appendVariantObject(b []byte, fields []objectField) []byte {
	total, idMax := 0, 0
	for _, f := range fields {
		total += len(f.value)
		idMax = max(idMax, f.id)
	}
	n, w, idW := len(fields), byteWidth(total), byteWidth(idMax)
	large, countW := 0, 1
	if n > 255 {
		large, countW = 1, 4
	}
	b = append(b, byte((large<<4|(idW-1)<<2|(w-1))<<2|2))
	b = appendNumber(b, n, countW)
	for _, f := range fields {
		b = appendNumber(b, f.id, idW)
	}
	at := 0
	for _, f := range fields {
		b = appendNumber(b, at, w)
		at += len(f.value)
	}
	b = appendNumber(b, at, w)
	for _, f := range fields {
		b = append(b, f.value...)
	}
	return b
}

// The primitive types of the variant encoding.
const (
	variantTrue = 1 + iota
	variantFalse
	variantInt8
	variantInt16
	variantInt32
	variantInt64
	variantDouble
	variantDecimal4
	variantDecimal8
	variantDecimal16
	variantDate
	variantTimestamp
	variantTimestampNTZ
	variantFloat
	variantBinary
	variantString
	variantTime
	variantNanos
	variantNanosNTZ
	variantUUID
)

// appendVariant encodes one typed value.
func appendVariant(b []byte, leaf *node, v *vec.Vector, i int) ([]byte, error) {
	le := binary.LittleEndian
	a := &leaf.Annotation
	switch v.Type.ID() {
	case types.IDBoolean:
		if vec.At[bool](v, i) {
			return append(b, variantTrue<<2), nil
		}
		return append(b, variantFalse<<2), nil
	case types.IDByte:
		return append(b, variantInt8<<2, byte(vec.At[int8](v, i))), nil
	case types.IDShort:
		return le.AppendUint16(append(b, variantInt16<<2), uint16(vec.At[int16](v, i))), nil
	case types.IDInteger:
		return le.AppendUint32(append(b, variantInt32<<2), uint32(vec.At[int32](v, i))), nil
	case types.IDDate:
		return le.AppendUint32(append(b, variantDate<<2), uint32(vec.At[int32](v, i))), nil
	case types.IDLong, types.IDTimestamp, types.IDTimestampNTZ:
		return le.AppendUint64(append(b, int64Kind(a)<<2), uint64(vec.At[int64](v, i))), nil
	case types.IDTime:
		return le.AppendUint64(append(b, variantTime<<2), uint64(vec.At[int64](v, i)/1000)), nil
	case types.IDFloat:
		return le.AppendUint32(append(b, variantFloat<<2), math.Float32bits(vec.At[float32](v, i))), nil
	case types.IDDouble:
		return le.AppendUint64(append(b, variantDouble<<2), math.Float64bits(vec.At[float64](v, i))), nil
	case types.IDDecimal:
		return appendVariantDecimal(b, v.Type.(types.DecimalType), vec.At[types.Int128](v, i)), nil
	case types.IDString, types.IDBinary:
		x := vec.At[vec.View](v, i)
		return appendVariantBytes(b, x.Bytes(), v.Type.ID() == types.IDString, a.Kind == format.UUID), nil
	}
	return nil, errShredded
}

func int64Kind(a *format.Annotation) byte {
	switch {
	case a.Kind != format.Timestamp:
		return variantInt64
	case a.Unit == format.Nanos && a.UTC:
		return variantNanos
	case a.Unit == format.Nanos:
		return variantNanosNTZ
	case a.UTC:
		return variantTimestamp
	}
	return variantTimestampNTZ
}

func appendVariantDecimal(b []byte, t types.DecimalType, v types.Int128) []byte {
	le := binary.LittleEndian
	switch {
	case t.Precision <= 9:
		return le.AppendUint32(append(b, variantDecimal4<<2, byte(t.Scale)), uint32(v.Lo))
	case t.Precision <= 18:
		return le.AppendUint64(append(b, variantDecimal8<<2, byte(t.Scale)), v.Lo)
	}
	return le.AppendUint64(le.AppendUint64(append(b, variantDecimal16<<2, byte(t.Scale)), v.Lo), uint64(v.Hi))
}

func appendVariantBytes(b, x []byte, text, uuid bool) []byte {
	switch {
	case uuid:
		return append(append(b, variantUUID<<2), x...)
	case text && len(x) < 64:
		return append(append(b, byte(len(x)<<2|1)), x...)
	case text:
		b = append(b, variantString<<2)
	default:
		b = append(b, variantBinary<<2)
	}
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(x))), x...)
}
