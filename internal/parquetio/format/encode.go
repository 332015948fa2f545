package format

// AppendFileMetaData appends the Thrift form of a footer. Paths of column chunks are made from the schema.
func AppendFileMetaData(b []byte, m *FileMetaData) []byte {
	w := &writer{b: b}
	paths := leafPaths(m.Schema)
	w.i32(1, m.Version)
	w.list(2, tStruct, len(m.Schema))
	for i := range m.Schema {
		w.schemaElement(&m.Schema[i], i == 0)
	}
	w.i64(3, m.NumRows)
	w.list(4, tStruct, len(m.RowGroups))
	for i := range m.RowGroups {
		w.rowGroup(&m.RowGroups[i], i, paths)
	}
	w.keyValues(5, m.KeyValue)
	if m.CreatedBy != "" {
		w.string(6, m.CreatedBy)
	}
	if m.TypeOrder != nil {
		w.list(7, tStruct, len(m.TypeOrder))
		for range m.TypeOrder {
			l := w.element()
			w.close(w.open(1))
			w.close(l)
		}
	}
	return append(w.b, tStop)
}

// leafPaths lists the names below the root that lead to each leaf.
func leafPaths(schema []SchemaElement) [][]string {
	var paths [][]string
	var walk func(i int, path []string) int
	walk = func(i int, path []string) int {
		if i >= len(schema) {
			return i
		}
		e := &schema[i]
		if i > 0 {
			path = append(path[:len(path):len(path)], e.Name)
		}
		i++
		if e.Type != Group {
			paths = append(paths, path)
			return i
		}
		for n := e.NumChildren; n > 0 && i < len(schema); n-- {
			i = walk(i, path)
		}
		return i
	}
	walk(0, nil)
	return paths
}

func (w *writer) keyValues(id int16, kvs []KeyValue) {
	if len(kvs) == 0 {
		return
	}
	w.list(id, tStruct, len(kvs))
	for i := range kvs {
		l := w.element()
		w.string(1, kvs[i].Key)
		if kvs[i].HasValue || kvs[i].Value != "" {
			w.string(2, kvs[i].Value)
		}
		w.close(l)
	}
}

func (w *writer) schemaElement(e *SchemaElement, root bool) {
	l := w.element()
	if e.Type != Group {
		w.i32(1, int32(e.Type))
	}
	if e.Type == FixedLenByteArray {
		w.i32(2, e.TypeLength)
	}
	if !root {
		w.i32(3, int32(e.Repetition))
	}
	w.string(4, e.Name)
	if e.Type == Group {
		w.i32(5, e.NumChildren)
	}
	if c, ok := e.Annotation.converted(); ok {
		w.i32(6, c)
	}
	if e.Annotation.Kind == Decimal {
		w.i32(7, e.Annotation.Scale)
		w.i32(8, e.Annotation.Precision)
	}
	if e.FieldID >= 0 {
		w.i32(9, e.FieldID)
	}
	w.logicalType(10, &e.Annotation)
	w.close(l)
}

// converted is the ConvertedType that older readers understand.
func (a *Annotation) converted() (int32, bool) {
	switch a.Kind {
	case String:
		return 0, true
	case Map:
		return 1, true
	case MapKeyValue:
		return 2, true
	case List:
		return 3, true
	case Enum:
		return 4, true
	case Decimal:
		return 5, true
	case Date:
		return 6, true
	case Time:
		return int32(a.Unit) + 6, a.UTC && a.Unit <= Micros
	case Timestamp:
		return int32(a.Unit) + 8, a.UTC && a.Unit <= Micros
	case Integer:
		c := map[int8]int32{8: 0, 16: 1, 32: 2, 64: 3}[a.Bits] + 11
		if a.Signed {
			c += 4
		}
		return c, true
	case JSON:
		return 19, true
	case BSON:
		return 20, true
	case Interval:
		return 21, true
	}
	return 0, false
}

func (w *writer) logicalType(id int16, a *Annotation) {
	member := int16(0)
	for i, k := range logicalKinds {
		if k == a.Kind && i > 0 {
			member = int16(i)
		}
	}
	if a.Kind == NoLogical || member == 0 {
		return
	}
	union := w.open(id)
	l := w.open(member)
	switch a.Kind {
	case Decimal:
		w.i32(1, a.Scale)
		w.i32(2, a.Precision)
	case Time, Timestamp:
		w.bool(1, a.UTC)
		u := w.open(2)
		w.close(w.open(int16(a.Unit)))
		w.close(u)
	case Integer:
		w.i8(1, a.Bits)
		w.bool(2, a.Signed)
	case Variant:
		if a.Version != 0 {
			w.i8(1, a.Version)
		}
	case Geometry, Geography:
		if a.CRS != "" {
			w.string(1, a.CRS)
		}
		if a.Kind == Geography && a.Algorithm != 0 {
			w.i32(2, a.Algorithm)
		}
	}
	w.close(l)
	w.close(union)
}

func (w *writer) rowGroup(g *RowGroup, ordinal int, paths [][]string) {
	l := w.element()
	w.list(1, tStruct, len(g.Columns))
	for i := range g.Columns {
		w.columnChunk(&g.Columns[i], paths[i])
	}
	w.i64(2, g.TotalByteSize)
	w.i64(3, g.NumRows)
	if len(g.Sorting) > 0 {
		w.list(4, tStruct, len(g.Sorting))
		for _, s := range g.Sorting {
			e := w.element()
			w.i32(1, s.Column)
			w.bool(2, s.Descending)
			w.bool(3, s.NullsFirst)
			w.close(e)
		}
	}
	w.i64(5, g.FileOffset)
	w.i64(6, g.TotalCompressedSize)
	if ordinal < 1<<15 {
		w.header(7, tI16)
		w.varint(int64(ordinal))
	}
	w.close(l)
}

func (w *writer) columnChunk(c *ColumnChunk, path []string) {
	l := w.element()
	if c.FilePath != "" {
		w.string(1, c.FilePath)
	}
	w.i64(2, c.FileOffset)
	w.columnMetaData(c, path)
	if c.OffsetIndexLength > 0 {
		w.i64(4, c.OffsetIndexOffset)
		w.i32(5, c.OffsetIndexLength)
	}
	if c.ColumnIndexLength > 0 {
		w.i64(6, c.ColumnIndexOffset)
		w.i32(7, c.ColumnIndexLength)
	}
	w.close(l)
}

func (w *writer) columnMetaData(c *ColumnChunk, path []string) {
	l := w.open(3)
	w.i32(1, int32(c.Type))
	w.list(2, tI32, len(c.Encodings))
	for _, e := range c.Encodings {
		w.varint(int64(e))
	}
	w.list(3, tBinary, len(path))
	for _, p := range path {
		w.rawBytes([]byte(p))
	}
	w.i32(4, int32(c.Codec))
	w.i64(5, c.NumValues)
	w.i64(6, c.TotalUncompressedSize)
	w.i64(7, c.TotalCompressedSize)
	w.keyValues(8, c.KeyValue)
	w.i64(9, c.DataPageOffset)
	if c.DictionaryPageOffset > 0 {
		w.i64(11, c.DictionaryPageOffset)
	}
	w.statistics(12, &c.Statistics)
	if len(c.EncodingStats) > 0 {
		w.list(13, tStruct, len(c.EncodingStats))
		for _, s := range c.EncodingStats {
			e := w.element()
			w.i32(1, int32(s.Page))
			w.i32(2, int32(s.Encoding))
			w.i32(3, s.Count)
			w.close(e)
		}
	}
	if c.BloomFilterOffset > 0 {
		w.i64(14, c.BloomFilterOffset)
		if c.BloomFilterLength > 0 {
			w.i32(15, c.BloomFilterLength)
		}
	}
	if c.SizeStatistics != nil {
		w.raw(16, c.SizeStatistics)
	}
	if c.Geospatial != nil {
		w.raw(17, c.Geospatial)
	}
	w.close(l)
}

func (w *writer) statistics(id int16, s *Statistics) {
	l := w.open(id)
	if s.Max != nil {
		w.binary(1, s.Max)
	}
	if s.Min != nil {
		w.binary(2, s.Min)
	}
	if s.NullCount >= 0 {
		w.i64(3, s.NullCount)
	}
	if s.DistinctCount >= 0 {
		w.i64(4, s.DistinctCount)
	}
	if s.HasMax {
		w.binary(5, s.MaxValue)
	}
	if s.HasMin {
		w.binary(6, s.MinValue)
	}
	if s.MaxExact >= 0 {
		w.bool(7, s.MaxExact == 1)
	}
	if s.MinExact >= 0 {
		w.bool(8, s.MinExact == 1)
	}
	w.close(l)
}

// AppendOffsetIndex appends the Thrift form of x.
func AppendOffsetIndex(b []byte, x *OffsetIndex) []byte {
	w := &writer{b: b}
	w.list(1, tStruct, len(x.Pages))
	for _, p := range x.Pages {
		l := w.element()
		w.i64(1, p.Offset)
		w.i32(2, p.CompressedSize)
		w.i64(3, p.FirstRow)
		w.close(l)
	}
	w.i64s(2, x.UnencodedBytes)
	return append(w.b, tStop)
}

func (w *writer) i64s(id int16, l []int64) {
	if len(l) == 0 {
		return
	}
	w.list(id, tI64, len(l))
	for _, v := range l {
		w.varint(v)
	}
}

// AppendColumnIndex appends the Thrift form of x.
func AppendColumnIndex(b []byte, x *ColumnIndex) []byte {
	w := &writer{b: b}
	w.list(1, tTrue, len(x.NullPages))
	for _, n := range x.NullPages {
		if n {
			w.b = append(w.b, tTrue)
		} else {
			w.b = append(w.b, tFalse)
		}
	}
	w.list(2, tBinary, len(x.MinValues))
	for _, v := range x.MinValues {
		w.rawBytes(v)
	}
	w.list(3, tBinary, len(x.MaxValues))
	for _, v := range x.MaxValues {
		w.rawBytes(v)
	}
	w.i32(4, int32(x.Order))
	w.i64s(5, x.NullCounts)
	w.i64s(6, x.RepHistogram)
	w.i64s(7, x.DefHistogram)
	return append(w.b, tStop)
}

// AppendBloomHeader appends the header of an uncompressed split-block filter with xxHash.
func AppendBloomHeader(b []byte, numBytes int32) []byte {
	w := &writer{b: b}
	w.i32(1, numBytes)
	for id := int16(2); id <= 4; id++ {
		l := w.open(id)
		w.close(w.open(1))
		w.close(l)
	}
	return append(w.b, tStop)
}
