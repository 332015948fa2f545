package parquetio

import (
	"io"

	"golang.org/x/sync/errgroup"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/parquetio/codec"
	"github.com/flintlake/flintlake/internal/parquetio/format"
	"github.com/flintlake/flintlake/internal/vec"
)

// WriterOptions tunes a Writer. The zero value writes what Spark writes: Snappy, dictionaries, statistics, page index.
type WriterOptions struct {
	// Codec is DefaultCodec (Snappy) when not set; Level 0 is the codec's usual level.
	Codec Codec
	Level int
	// RowGroupBytes ends a row group when its encoded size reaches it: 128 MiB when 0. RowGroupRows bounds its rows too.
	RowGroupBytes int64
	RowGroupRows  int64
	// PageBytes and PageRows end a page: 1 MiB and 2,048 rows when 0 (8,192 rows for the slow codecs). Short pages let a reader
	// of a few rows fetch little, stay in the cache while they are encoded, and cost 0.6 % of size with Snappy; Zstd loses 5 %.
	PageBytes, PageRows int
	// NoDictionary writes plain pages only. A dictionary is given up past DictionaryBytes (1 MiB when 0), or when it does not pay.
	NoDictionary    bool
	DictionaryBytes int
	NoStatistics    bool
	NoPageIndex     bool
	// BloomFilters names the columns (dotted paths) that get one, with the false-positive rate BloomRate (0.01 when 0).
	BloomFilters []string
	BloomRate    float64
	// FieldIDs writes the ids in the fields' metadata (parquet.field.id, delta.columnMapping.id).
	FieldIDs bool
	// KeyValue is further application metadata.
	KeyValue []format.KeyValue
	// NoSparkSchema leaves out Spark's own schema in the metadata.
	NoSparkSchema bool
	// SparkVersion is what the metadata claims for readers that ask: "4.2.0" when empty.
	SparkVersion string
	// CreatedBy is "flintlake version 0.1.0 (build none)" when empty.
	CreatedBy string
	// Checksums writes a CRC with each page.
	Checksums bool
	// Copy appends n bytes of a file from offset to the output inside the kernel or the store; nil reads and writes them.
	// It is used for row groups and column chunks that are kept as they are. With an objstore.Writer as output it calls
	// CopyFrom(src.(objstore.Reader), offset, n).
	Copy func(src Source, offset, n int64) error
	// Workers encodes columns in parallel; the file does not depend on it.
	Workers int
}

// Codec names a compression in WriterOptions.
type Codec uint8

// The codecs that can be written.
const (
	DefaultCodec Codec = iota // Snappy
	Snappy
	Uncompressed
	Zstd
	Gzip
	LZ4Raw
	Brotli
)

func (c Codec) format() format.Codec {
	return [...]format.Codec{format.Snappy, format.Snappy, format.Uncompressed, format.Zstd, format.Gzip, format.LZ4Raw, format.Brotli}[c]
}

func (o WriterOptions) withDefaults() WriterOptions {
	set := func(v *int, d int) {
		if *v == 0 {
			*v = d
		}
	}
	set(&o.PageBytes, 1<<20)
	switch o.Codec {
	case Zstd, Gzip, Brotli:
		set(&o.PageRows, 8192)
	default:
		set(&o.PageRows, 2048)
	}
	set(&o.DictionaryBytes, 1<<20)
	set(&o.Workers, 1)
	if o.RowGroupBytes == 0 {
		o.RowGroupBytes = 128 << 20
	}
	if o.RowGroupRows == 0 {
		o.RowGroupRows = 1<<31 - 1
	}
	if o.SparkVersion == "" {
		o.SparkVersion = "4.2.0"
	}
	if o.CreatedBy == "" {
		o.CreatedBy = "flintlake version 0.1.0 (build none)"
	}
	if o.BloomRate == 0 {
		o.BloomRate = 0.01
	}
	return o
}

// Writer writes one file. It belongs to one goroutine.
type Writer struct {
	out     io.Writer
	opts    WriterOptions
	schema  types.StructType
	targets []*target
	leaves  []*leafWriter // by leaf number; nil where a file to be copied from has a form that cannot be written
	refused error         // why Write is not possible, for a Writer that was made for copying
	meta    format.FileMetaData
	offset  int64
	indexes []groupIndex
	blooms  []bloomPlace

	pending     []*vec.Batch // until pendingRows are worth an encoding step
	pendingRows int
	groupRows   int64
	infos       []ColumnInfo // by leaf
	err         error
}

// groupIndex is the page index of one row group, written before the footer.
type groupIndex struct {
	columns [][]byte // as Thrift; nil: none
	offsets []*format.OffsetIndex
}

// encodeRows is how many rows are collected before they are encoded, column after column: fewer, and the working set
// of each column is loaded too often; more, and the batches leave the cache.
const encodeRows = 32 << 10

// NewWriter starts a file of the given schema. A type that Parquet files of Spark cannot hold gives
// UNSUPPORTED_DATA_TYPE_FOR_DATASOURCE.
func NewWriter(out io.Writer, schema types.StructType, opts WriterOptions) (*Writer, error) {
	w := &Writer{out: out, opts: opts.withDefaults(), schema: schema}
	b := &schemaBuilder{opts: &w.opts}
	var err error
	if w.targets, err = b.build(schema); err != nil {
		return nil, err
	}
	w.leaves = b.leaves
	if err := w.prepareLeaves(); err != nil {
		return nil, err
	}
	w.meta = format.FileMetaData{Version: 1, Schema: b.elements, CreatedBy: w.opts.CreatedBy}
	for range w.leaves {
		w.meta.TypeOrder = append(w.meta.TypeOrder, true)
	}
	if !w.opts.NoSparkSchema {
		w.meta.KeyValue = append(w.meta.KeyValue,
			format.KeyValue{Key: "org.apache.spark.version", Value: w.opts.SparkVersion, HasValue: true},
			format.KeyValue{Key: sparkSchemaKey, Value: types.JSON(schema), HasValue: true})
	}
	w.meta.KeyValue = append(w.meta.KeyValue, w.opts.KeyValue...)
	return w, w.write([]byte("PAR1"))
}

// prepareLeaves gives each leaf its compressor and its place for statistics.
func (w *Writer) prepareLeaves() (err error) {
	w.infos = make([]ColumnInfo, len(w.leaves))
	for i, l := range w.leaves {
		if l == nil {
			continue
		}
		if l.comp, err = codec.NewCompressor(w.opts.Codec.format(), w.opts.Level); err != nil {
			return err
		}
		w.infos[i] = ColumnInfo{Path: l.path, Type: l.typ, Repeated: l.rep > 0}
		l.info = &w.infos[i]
	}
	return nil
}

func (w *Writer) write(b []byte) error {
	n, err := w.out.Write(b)
	w.offset += int64(n)
	if err != nil {
		w.err = err
	}
	return err
}

func (w *Writer) writeAll(parts [][]byte) error {
	for _, b := range parts {
		if len(b) == 0 {
			continue
		}
		if err := w.write(b); err != nil {
			return err
		}
	}
	return nil
}

// Write adds the selected rows of a batch, whose columns are those of the schema, in order. The caller keeps its reference.
func (w *Writer) Write(b *vec.Batch) error {
	if w.err != nil {
		return w.err
	}
	if w.refused != nil {
		return w.refused
	}
	if len(b.Cols) != len(w.targets) {
		return sparkerr.Internal("a batch of %d columns for a file of %d", len(b.Cols), len(w.targets))
	}
	for i, v := range b.Cols {
		if !sameLayout(v.Type, w.targets[i].typ) {
			return sparkerr.Internal("column %s is %s, the file has %s", w.schema.Fields[i].Name, v.Type.SQL(), w.targets[i].typ.SQL())
		}
	}
	if b.Rows() == 0 {
		return nil
	}
	b.Retain()
	w.pending = append(w.pending, b)
	w.pendingRows += b.Rows()
	if w.pendingRows >= encodeRows || w.groupRows+int64(w.pendingRows) >= w.opts.RowGroupRows {
		return w.encode()
	}
	return nil
}

// sameLayout tells whether vectors of both types have the same memory.
func sameLayout(a, b types.DataType) bool {
	if a.ID() == b.ID() {
		return true
	}
	nested := func(t types.DataType) bool { return t.ID() >= types.IDArray && t.ID() <= types.IDVariant }
	return isText(a) == isText(b) && vec.Width(a) == vec.Width(b) && !nested(a) && !nested(b)
}

// encode encodes what is pending, ending row groups where they are full.
func (w *Writer) encode() error {
	defer w.release()
	for i, skip := 0, 0; i < len(w.pending); {
		var parts []piece
		room := w.opts.RowGroupRows - w.groupRows
		rows := int64(0)
		for i < len(w.pending) && rows < room {
			n := int64(w.pending[i].Rows() - skip)
			take := min(n, room-rows)
			parts = append(parts, piece{w.pending[i], skip, skip + int(take)})
			rows += take
			if take == n {
				i, skip = i+1, 0
			} else {
				skip += int(take)
			}
		}
		if err := w.encodePieces(parts); err != nil {
			w.err = err
			return err
		}
		w.groupRows += rows
		size := int64(0)
		for _, l := range w.leaves {
			size += l.buffered()
		}
		if w.groupRows >= w.opts.RowGroupRows || size >= w.opts.RowGroupBytes {
			if err := w.flushGroup(); err != nil {
				w.err = err
				return err
			}
		}
	}
	return nil
}

func (w *Writer) release() {
	for _, b := range w.pending {
		b.Release()
	}
	w.pending, w.pendingRows = w.pending[:0], 0
}

// piece is selected rows [lo, hi) of a batch.
type piece struct {
	b      *vec.Batch
	lo, hi int
}

func (w *Writer) encodePieces(parts []piece) error {
	return w.parallel(len(w.targets), func(i int) error {
		for _, p := range parts {
			if err := w.targets[i].addPiece(p.b.Cols[i], p.b.Sel, p.lo, p.hi); err != nil {
				return err
			}
		}
		return nil
	})
}

// parallel runs f for 0 to n-1 on the workers.
func (w *Writer) parallel(n int, f func(i int) error) error {
	var g errgroup.Group
	g.SetLimit(w.opts.Workers)
	for i := range n {
		if w.opts.Workers == 1 {
			if err := f(i); err != nil {
				return err
			}
			continue
		}
		g.Go(func() error { return f(i) })
	}
	return g.Wait()
}

func (t *target) addPiece(v *vec.Vector, sel vec.Sel, lo, hi int) error {
	if t.kind == leafField {
		return t.leaf.addFlat(v, sel, lo, hi)
	}
	return t.shred(v, sel, lo, hi)
}

// flushGroup writes the row group.
func (w *Writer) flushGroup() error {
	if w.groupRows == 0 {
		return nil
	}
	if err := w.parallel(len(w.leaves), func(i int) error { return w.leaves[i].flushPage() }); err != nil {
		return err
	}
	rg := format.RowGroup{NumRows: w.groupRows, FileOffset: w.offset}
	var x groupIndex
	for i, l := range w.leaves {
		c, ci, oi, err := l.finish(w)
		if err != nil {
			return err
		}
		rg.TotalByteSize += c.TotalUncompressedSize
		rg.TotalCompressedSize += c.TotalCompressedSize
		rg.Columns = append(rg.Columns, c)
		x.columns, x.offsets = append(x.columns, ci), append(x.offsets, oi)
		w.finishBloom(i)
		l.startGroup()
	}
	w.meta.RowGroups = append(w.meta.RowGroups, rg)
	w.meta.NumRows += w.groupRows
	w.indexes = append(w.indexes, x)
	w.groupRows = 0
	return nil
}

// finish writes the column chunk: dictionary, then data pages.
func (l *leafWriter) finish(w *Writer) (c format.ColumnChunk, ci []byte, oi *format.OffsetIndex, err error) {
	l.finishDictionary()
	c = format.ColumnChunk{Type: l.elem.Type, Codec: w.opts.Codec.format(), NumValues: l.values}
	start := w.offset
	c.DataPageOffset = start
	data := l.pages.all()
	if l.dictPages > 0 {
		l.pages = blocks{free: l.pages.free}
		h := format.PageHeader{Type: format.DictionaryPage, UncompressedSize: int32(len(l.dictPlain)), NumValues: int32(l.dictN), Encoding: format.Plain}
		if err := l.appendPage(&h, l.dictPlain); err != nil {
			return c, nil, nil, err
		}
		c.DictionaryPageOffset = start
		if err := w.writeAll(l.pages.all()); err != nil {
			return c, nil, nil, err
		}
		l.pages.full = append(l.pages.full, data...) // to be reused
		c.DataPageOffset = w.offset
		c.EncodingStats = append(c.EncodingStats, format.PageEncodingStats{Page: format.DictionaryPage, Encoding: format.Plain, Count: 1},
			format.PageEncodingStats{Page: format.DataPage, Encoding: format.RLEDictionary, Count: l.dictPages})
		c.Encodings = append(c.Encodings, format.RLEDictionary)
	}
	if l.plain > 0 {
		c.EncodingStats = append(c.EncodingStats, format.PageEncodingStats{Page: format.DataPage, Encoding: format.Plain, Count: l.plain})
	}
	c.Encodings = append(c.Encodings, format.Plain, format.RLE)
	dataAt := w.offset
	if err := w.writeAll(data); err != nil {
		return c, nil, nil, err
	}
	c.TotalCompressedSize, c.TotalUncompressedSize = w.offset-start, l.rawSize
	c.Statistics = l.statistics()
	l.addToFile()
	if !w.opts.NoPageIndex {
		oi = &format.OffsetIndex{Pages: append([]format.PageLocation(nil), l.locations...)}
		for i := range oi.Pages {
			oi.Pages[i].Offset += dataAt
		}
		if !l.noIndex && !w.opts.NoStatistics {
			l.index.Order = l.boundaryOrder(&l.index)
			ci = format.AppendColumnIndex(nil, &l.index)
		}
	}
	return c, ci, oi, nil
}

// statistics of the row group. Bounds are left out when there were NaN, which readers order in different ways.
func (l *leafWriter) statistics() format.Statistics {
	s := format.Statistics{NullCount: l.nulls, DistinctCount: -1, MinExact: -1, MaxExact: -1}
	if l.opts.NoStatistics {
		s.NullCount = -1
		return s
	}
	if !l.group.ok || l.group.nan {
		return s
	}
	s.MinValue, s.MaxValue, s.HasMin, s.HasMax = l.group.min, l.group.max, true, true
	s.MinExact, s.MaxExact = 1, 1
	if l.order == orderBytes {
		text := l.elem.Annotation.Kind == format.String
		var exact bool
		if s.MinValue, exact = truncateMin(l.group.min, text); !exact {
			s.MinExact = 0
		}
		if s.MaxValue, exact, s.HasMax = truncateMax(l.group.max, text); !exact {
			s.MaxExact = 0
		}
	}
	return s
}

// boundaryOrder tells whether the pages' bounds rise or fall.
func (l *leafWriter) boundaryOrder(x *format.ColumnIndex) format.BoundaryOrder {
	rising, falling, last := true, true, -1
	for i := range x.MinValues {
		if x.NullPages[i] {
			continue
		}
		if last >= 0 {
			rising = rising && !l.less(x.MinValues[i], x.MinValues[last]) && !l.less(x.MaxValues[i], x.MaxValues[last])
			falling = falling && !l.less(x.MinValues[last], x.MinValues[i]) && !l.less(x.MaxValues[last], x.MaxValues[i])
		}
		last = i
	}
	switch {
	case rising:
		return format.Ascending
	case falling:
		return format.Descending
	}
	return format.Unordered
}

// Close encodes what is left and writes indexes and footer. It does not close the underlying writer.
func (w *Writer) Close() (FileInfo, error) {
	if w.err == nil {
		if err := w.encode(); err == nil {
			w.err = w.flushGroup()
		}
	}
	w.release()
	if w.err != nil {
		return FileInfo{}, w.err
	}
	if err := w.finishFile(); err != nil {
		return FileInfo{}, err
	}
	w.err = sparkerr.Internal("the Parquet writer is closed")
	return w.info(), nil
}

// Abort gives back what the writer holds, leaving the output unfinished.
func (w *Writer) Abort() {
	w.release()
	w.err = sparkerr.Internal("the Parquet writer is closed")
}

func (w *Writer) finishFile() error {
	if err := w.writeBlooms(); err != nil {
		return err
	}
	tail, err := appendTail(nil, w.offset, &w.meta, w.indexes)
	if err != nil {
		return err
	}
	return w.write(tail)
}

// appendTail appends column indexes, offset indexes and the footer, which begin at offset in the file.
func appendTail(b []byte, offset int64, meta *format.FileMetaData, indexes []groupIndex) ([]byte, error) {
	start := offset - int64(len(b))
	for g := range indexes {
		for i, x := range indexes[g].columns {
			if c := &meta.RowGroups[g].Columns[i]; x != nil {
				at := len(b)
				b = append(b, x...)
				c.ColumnIndexOffset, c.ColumnIndexLength = start+int64(at), int32(len(b)-at)
			}
		}
	}
	for g := range indexes {
		for i, x := range indexes[g].offsets {
			if c := &meta.RowGroups[g].Columns[i]; x != nil {
				at := len(b)
				b = format.AppendOffsetIndex(b, x)
				c.OffsetIndexOffset, c.OffsetIndexLength = start+int64(at), int32(len(b)-at)
			}
		}
	}
	at := len(b)
	b = format.AppendFileMetaData(b, meta)
	n := len(b) - at
	if n > 1<<31-1 {
		return nil, sparkerr.Unsupported("a Parquet footer over 2 GiB")
	}
	return append(b, byte(n), byte(n>>8), byte(n>>16), byte(n>>24), 'P', 'A', 'R', '1'), nil
}
