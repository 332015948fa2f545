package format

import "errors"

// DecodeFileMetaData reads a footer.
func DecodeFileMetaData(b []byte) (*FileMetaData, error) {
	r, m := &reader{b: b}, &FileMetaData{NumRows: -1}
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			break
		}
		last = id
		switch {
		case id == 1 && t == tI32:
			m.Version = r.i32()
		case id == 2 && t == tList:
			m.Schema = list(r, (*reader).schemaElement)
		case id == 3 && t == tI64:
			m.NumRows = r.varint()
		case id == 4 && t == tList:
			m.RowGroups = list(r, (*reader).rowGroup)
		case id == 5 && t == tList:
			m.KeyValue = list(r, (*reader).keyValue)
		case id == 6 && t == tBinary:
			m.CreatedBy = string(r.bytes())
		case id == 7 && t == tList:
			m.TypeOrder = list(r, (*reader).columnOrder)
		case id == 8 && t == tStruct:
			m.Encrypted = true
			r.skip(t, 0)
		default:
			r.skip(t, 0)
		}
	}
	switch {
	case r.err != nil:
		return nil, r.err
	case len(m.Schema) == 0:
		return nil, errors.New("the footer has no schema")
	case m.NumRows < 0:
		return nil, errors.New("the footer has no number of rows")
	}
	return m, nil
}

// list decodes a list of structures. It grows as elements are really there, whatever the header claims.
func list[T any](r *reader, element func(*reader) T) []T {
	n := r.list(tStruct)
	if r.err != nil {
		return nil
	}
	l := make([]T, 0, min(n, 64))
	for i := 0; i < n && r.err == nil; i++ {
		l = append(l, element(r))
	}
	return l
}

func (r *reader) schemaElement() SchemaElement {
	e := SchemaElement{Type: Group, FieldID: -1}
	converted, scale, precision, named := int32(-1), int32(0), int32(0), false
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			break
		}
		last = id
		switch {
		case id == 4 && t == tBinary:
			e.Name, named = string(r.bytes()), true
		case id == 10 && t == tStruct:
			e.Annotation = r.logicalType()
		case t != tI32:
			r.skip(t, 0)
		case id == 1:
			if v := r.i32(); v < 0 || v > int32(FixedLenByteArray) {
				r.fail("the schema has physical type %d", v)
			} else {
				e.Type = Type(v)
			}
		case id == 2:
			e.TypeLength = r.i32()
		case id == 3:
			if v := r.i32(); v < 0 || v > 2 {
				r.fail("the schema has repetition %d", v)
			} else {
				e.Repetition = Repetition(v)
			}
		case id == 5:
			e.NumChildren = r.i32()
		case id == 6:
			converted = r.i32()
		case id == 7:
			scale = r.i32()
		case id == 8:
			precision = r.i32()
		case id == 9:
			e.FieldID = r.i32()
		default:
			r.skip(t, 0)
		}
	}
	if !named {
		r.fail("a schema element has no name")
	}
	if converted >= 0 && (e.Annotation.Kind == NoLogical || e.Annotation.Kind == UnknownLogical) {
		e.Annotation = convertedType(converted, scale, precision)
	}
	return e
}

// convertedType is the older form of an annotation.
func convertedType(c, scale, precision int32) Annotation {
	integer := func(bits int8, signed bool) Annotation { return Annotation{Kind: Integer, Bits: bits, Signed: signed} }
	switch c {
	case 0:
		return Annotation{Kind: String}
	case 1:
		return Annotation{Kind: Map}
	case 2:
		return Annotation{Kind: MapKeyValue}
	case 3:
		return Annotation{Kind: List}
	case 4:
		return Annotation{Kind: Enum}
	case 5:
		return Annotation{Kind: Decimal, Scale: scale, Precision: precision}
	case 6:
		return Annotation{Kind: Date}
	case 7:
		return Annotation{Kind: Time, Unit: Millis, UTC: true}
	case 8:
		return Annotation{Kind: Time, Unit: Micros, UTC: true}
	case 9:
		return Annotation{Kind: Timestamp, Unit: Millis, UTC: true}
	case 10:
		return Annotation{Kind: Timestamp, Unit: Micros, UTC: true}
	case 11, 12, 13, 14:
		return integer(8<<(c-11), false)
	case 15, 16, 17, 18:
		return integer(8<<(c-15), true)
	case 19:
		return Annotation{Kind: JSON}
	case 20:
		return Annotation{Kind: BSON}
	case 21:
		return Annotation{Kind: Interval}
	}
	return Annotation{Kind: UnknownLogical}
}

// logicalKinds is the Logical of each member of the union LogicalType.
var logicalKinds = [...]Logical{1: String, 2: Map, 3: List, 4: Enum, 5: Decimal, 6: Date, 7: Time, 8: Timestamp, 10: Integer,
	11: Null, 12: JSON, 13: BSON, 14: UUID, 15: Float16, 16: Variant, 17: Geometry, 18: Geography}

func (r *reader) logicalType() (a Annotation) {
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			return a
		}
		last = id
		if id <= 0 || int(id) >= len(logicalKinds) || logicalKinds[id] == NoLogical || t != tStruct {
			a = Annotation{Kind: UnknownLogical}
			r.skip(t, 0)
			continue
		}
		a = Annotation{Kind: logicalKinds[id]}
		r.annotation(&a)
	}
}

// annotation reads the parameters of the member.
func (r *reader) annotation(a *Annotation) {
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			return
		}
		last = id
		isBool := t == tTrue || t == tFalse
		switch {
		case a.Kind == Decimal && id == 1 && t == tI32:
			a.Scale = r.i32()
		case a.Kind == Decimal && id == 2 && t == tI32:
			a.Precision = r.i32()
		case (a.Kind == Time || a.Kind == Timestamp) && id == 1 && isBool:
			a.UTC = t == tTrue
		case (a.Kind == Time || a.Kind == Timestamp) && id == 2 && t == tStruct:
			a.Unit = r.unit()
		case a.Kind == Integer && id == 1 && t == tI8:
			a.Bits = int8(r.byte())
		case a.Kind == Integer && id == 2 && isBool:
			a.Signed = t == tTrue
		case a.Kind == Variant && id == 1 && t == tI8:
			a.Version = int8(r.byte())
		case (a.Kind == Geometry || a.Kind == Geography) && id == 1 && t == tBinary:
			a.CRS = string(r.bytes())
		case a.Kind == Geography && id == 2 && t == tI32:
			a.Algorithm = r.i32()
		default:
			r.skip(t, 0)
		}
	}
}

func (r *reader) unit() (u Unit) {
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			return u
		}
		last = id
		if id >= 1 && id <= 3 {
			u = Unit(id)
		}
		r.skip(t, 0)
	}
}

func (r *reader) keyValue() (kv KeyValue) {
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			return kv
		}
		last = id
		switch {
		case id == 1 && t == tBinary:
			kv.Key = string(r.bytes())
		case id == 2 && t == tBinary:
			kv.Value, kv.HasValue = string(r.bytes()), true
		default:
			r.skip(t, 0)
		}
	}
}

// columnOrder tells whether the member is TypeDefinedOrder.
func (r *reader) columnOrder() (typeOrder bool) {
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			return typeOrder
		}
		last = id
		typeOrder = id == 1
		r.skip(t, 0)
	}
}

func (r *reader) rowGroup() (g RowGroup) {
	g.NumRows = -1
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			break
		}
		last = id
		switch {
		case id == 1 && t == tList:
			g.Columns = list(r, (*reader).columnChunk)
		case id == 2 && t == tI64:
			g.TotalByteSize = r.varint()
		case id == 3 && t == tI64:
			g.NumRows = r.varint()
		case id == 4 && t == tList:
			g.Sorting = list(r, (*reader).sortingColumn)
		case id == 5 && t == tI64:
			g.FileOffset = r.varint()
		case id == 6 && t == tI64:
			g.TotalCompressedSize = r.varint()
		default:
			r.skip(t, 0)
		}
	}
	if g.NumRows < 0 {
		r.fail("a row group has no number of rows")
	}
	return g
}

func (r *reader) sortingColumn() (s SortingColumn) {
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			return s
		}
		last = id
		switch {
		case id == 1 && t == tI32:
			s.Column = r.i32()
		case id == 2:
			s.Descending = t == tTrue
			r.skip(t, 0)
		case id == 3:
			s.NullsFirst = t == tTrue
			r.skip(t, 0)
		default:
			r.skip(t, 0)
		}
	}
}

func (r *reader) columnChunk() (c ColumnChunk) {
	c.NumValues = -1
	c.Statistics = noStatistics
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			break
		}
		last = id
		switch {
		case id == 1 && t == tBinary:
			c.FilePath = string(r.bytes())
		case id == 2 && t == tI64:
			c.FileOffset = r.varint()
		case id == 3 && t == tStruct:
			r.columnMetaData(&c)
		case id == 4 && t == tI64:
			c.OffsetIndexOffset = r.varint()
		case id == 5 && t == tI32:
			c.OffsetIndexLength = r.i32()
		case id == 6 && t == tI64:
			c.ColumnIndexOffset = r.varint()
		case id == 7 && t == tI32:
			c.ColumnIndexLength = r.i32()
		case id == 8 && t == tStruct:
			c.Encrypted = true
			r.skip(t, 0)
		default:
			r.skip(t, 0)
		}
	}
	if c.NumValues < 0 && !c.Encrypted {
		r.fail("a column chunk has no metadata")
	}
	return c
}

func (r *reader) columnMetaData(c *ColumnChunk) {
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			return
		}
		last = id
		switch {
		case id == 1 && t == tI32:
			if v := r.i32(); v < 0 || v > int32(FixedLenByteArray) {
				r.fail("a column chunk has physical type %d", v)
			} else {
				c.Type = Type(v)
			}
		case id == 2 && t == tList:
			for n := r.list(tI32); n > 0 && r.err == nil; n-- {
				c.Encodings = append(c.Encodings, Encoding(r.i32()))
			}
		case id == 4 && t == tI32:
			if v := r.i32(); v < 0 || v > 127 {
				r.fail("a column chunk has codec %d", v)
			} else {
				c.Codec = Codec(v)
			}
		case id == 5 && t == tI64:
			c.NumValues = r.varint()
		case id == 6 && t == tI64:
			c.TotalUncompressedSize = r.varint()
		case id == 7 && t == tI64:
			c.TotalCompressedSize = r.varint()
		case id == 8 && t == tList:
			c.KeyValue = list(r, (*reader).keyValue)
		case id == 9 && t == tI64:
			c.DataPageOffset = r.varint()
		case id == 11 && t == tI64:
			c.DictionaryPageOffset = r.varint()
		case id == 12 && t == tStruct:
			c.Statistics = r.statistics()
		case id == 13 && t == tList:
			c.EncodingStats = list(r, (*reader).encodingStats)
		case id == 14 && t == tI64:
			c.BloomFilterOffset = r.varint()
		case id == 15 && t == tI32:
			c.BloomFilterLength = r.i32()
		case id == 16 && t == tStruct:
			c.SizeStatistics = r.raw()
		case id == 17 && t == tStruct:
			c.Geospatial = r.raw()
		default:
			r.skip(t, 0)
		}
	}
}

func (r *reader) encodingStats() (s PageEncodingStats) {
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			return s
		}
		last = id
		switch {
		case id == 1 && t == tI32:
			s.Page = PageType(r.i32())
		case id == 2 && t == tI32:
			s.Encoding = Encoding(r.i32())
		case id == 3 && t == tI32:
			s.Count = r.i32()
		default:
			r.skip(t, 0)
		}
	}
}

var noStatistics = Statistics{NullCount: -1, DistinctCount: -1, MinExact: -1, MaxExact: -1}

func (r *reader) statistics() Statistics {
	s := noStatistics
	exact := func(t byte) int8 {
		r.skip(t, 0)
		if t == tTrue {
			return 1
		}
		return 0
	}
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			return s
		}
		last = id
		switch {
		case id == 1 && t == tBinary:
			s.Max = r.bytes()
		case id == 2 && t == tBinary:
			s.Min = r.bytes()
		case id == 3 && t == tI64:
			s.NullCount = r.varint()
		case id == 4 && t == tI64:
			s.DistinctCount = r.varint()
		case id == 5 && t == tBinary:
			s.MaxValue, s.HasMax = r.bytes(), true
		case id == 6 && t == tBinary:
			s.MinValue, s.HasMin = r.bytes(), true
		case id == 7:
			s.MaxExact = exact(t)
		case id == 8:
			s.MinExact = exact(t)
		default:
			r.skip(t, 0)
		}
	}
}

// DecodeOffsetIndex reads the page locations of a chunk.
func DecodeOffsetIndex(b []byte) (*OffsetIndex, error) {
	r, x := &reader{b: b}, &OffsetIndex{}
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			return x, r.err
		}
		last = id
		switch {
		case id == 1 && t == tList:
			x.Pages = list(r, (*reader).pageLocation)
		case id == 2 && t == tList:
			x.UnencodedBytes = r.i64s()
		default:
			r.skip(t, 0)
		}
	}
}

func (r *reader) pageLocation() (p PageLocation) {
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			return p
		}
		last = id
		switch {
		case id == 1 && t == tI64:
			p.Offset = r.varint()
		case id == 2 && t == tI32:
			p.CompressedSize = r.i32()
		case id == 3 && t == tI64:
			p.FirstRow = r.varint()
		default:
			r.skip(t, 0)
		}
	}
}

func (r *reader) i64s() []int64 {
	n := r.list(tI64)
	l := make([]int64, 0, n)
	for ; n > 0 && r.err == nil; n-- {
		l = append(l, r.varint())
	}
	return l
}

func (r *reader) binaries() [][]byte {
	n := r.list(tBinary)
	var l [][]byte
	for ; n > 0 && r.err == nil; n-- {
		l = append(l, r.bytes())
	}
	return l
}

// DecodeColumnIndex reads the page bounds of a chunk. Its lists are checked to be of one length.
func DecodeColumnIndex(b []byte) (*ColumnIndex, error) {
	r, x := &reader{b: b}, &ColumnIndex{}
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			break
		}
		last = id
		switch {
		case id == 1 && t == tList:
			for n := r.list(tFalse); n > 0 && r.err == nil; n-- {
				x.NullPages = append(x.NullPages, r.byte() == tTrue)
			}
		case id == 2 && t == tList:
			x.MinValues = r.binaries()
		case id == 3 && t == tList:
			x.MaxValues = r.binaries()
		case id == 4 && t == tI32:
			x.Order = BoundaryOrder(r.i32())
		case id == 5 && t == tList:
			x.NullCounts = r.i64s()
		case id == 6 && t == tList:
			x.RepHistogram = r.i64s()
		case id == 7 && t == tList:
			x.DefHistogram = r.i64s()
		default:
			r.skip(t, 0)
		}
	}
	if n := len(x.NullPages); r.err == nil && (len(x.MinValues) != n || len(x.MaxValues) != n || x.NullCounts != nil && len(x.NullCounts) != n) {
		r.fail("the lists of a column index differ in length")
	}
	return x, r.err
}

// DecodeBloomHeader reads the header before the bits of a bloom filter and tells its length.
func DecodeBloomHeader(b []byte) (h BloomHeader, n int, err error) {
	r := &reader{b: b}
	known := 0
	for last := int16(0); ; {
		id, t, ok := r.field(last)
		if !ok {
			break
		}
		last = id
		switch {
		case id == 1 && t == tI32:
			h.NumBytes = r.i32()
		case id >= 2 && id <= 4 && t == tStruct: // unions whose only member we know is number 1
			if m, mt, ok := r.field(0); ok {
				if m == 1 {
					known++
				}
				r.skip(mt, 0)
				for r.err == nil && r.byte() != tStop {
					r.fail("a bloom filter header is malformed")
				}
			}
		default:
			r.skip(t, 0)
		}
	}
	h.Known = known == 3
	return h, r.i, r.err
}
