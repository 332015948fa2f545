package parquetio

import (
	"io"
	"slices"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/parquetio/format"
	"github.com/flintlake/flintlake/internal/vec"
)

// NewRewriter starts a file with the Parquet schema and application metadata of base, to be filled with row groups that are
// copied (CopyRowGroup), copied with some columns replaced (PatchRowGroup), or encoded from batches (Write). schema and match
// say which columns batches have, as in a scan of base; new pages take the physical form that base has.
//
// Columns in a form that this package does not write (decimals as byte arrays, timestamps in milliseconds …) can be copied;
// only replacing them is refused, and Write when there is one.
func NewRewriter(out io.Writer, base *File, schema types.StructType, match Match, opts WriterOptions) (*Writer, error) {
	w := &Writer{out: out, opts: opts.withDefaults(), schema: schema}
	r := &resolver{f: base, match: match}
	fields, err := r.schema(schema)
	if err != nil {
		return nil, err
	}
	w.leaves = make([]*leafWriter, len(base.leaves))
	for _, f := range fields {
		t, err := w.targetOf(f)
		if err != nil {
			w.refused = err
		}
		w.targets = append(w.targets, t)
	}
	for i, l := range w.leaves {
		if l == nil && w.refused == nil {
			w.refused = sparkerr.Unsupported("adding rows without column " + base.leaves[i].path())
		}
	}
	if err := w.prepareLeaves(); err != nil {
		return nil, err
	}
	for i, n := range base.leaves {
		if w.leaves[i] == nil {
			t, _ := sparkPrimitive(n)
			w.infos[i] = ColumnInfo{Path: n.names(), Type: t, Repeated: n.rep > 0}
		}
	}
	w.meta = format.FileMetaData{Version: max(base.meta.Version, 1), Schema: base.meta.Schema, CreatedBy: w.opts.CreatedBy}
	w.meta.KeyValue = append(slices.Clone(base.meta.KeyValue), w.opts.KeyValue...)
	for range w.leaves {
		w.meta.TypeOrder = append(w.meta.TypeOrder, true)
	}
	return w, w.write([]byte("PAR1"))
}

// names is the path from the root.
func (n *node) names() []string {
	if n.parent == nil {
		return nil
	}
	return append(n.parent.names(), n.Name)
}

// targetOf makes the target that writes a field in the form the file has; nil with an error when that is not possible.
func (w *Writer) targetOf(f *field) (*target, error) {
	if f.kind == missingField {
		return nil, sparkerr.Unsupported("adding a column to a copied Parquet file")
	}
	n := f.node
	if f.kind == shreddedField {
		return nil, sparkerr.Unsupported("writing shredded variant column " + n.path())
	}
	t := &target{kind: f.kind, typ: f.typ, nullable: n.Repetition == format.Optional, def: n.def, rep: n.rep}
	if f.kind == listField && f.repeated.parent == n && f.repeated.Annotation.Kind == format.NoLogical && n.Annotation.Kind == format.NoLogical {
		t.nullable = false // a repeated field by itself: its parent's nullness is dealt with there
	}
	if f.kind == leafField {
		if !writable(n, f.typ) {
			return nil, sparkerr.Unsupported("writing Parquet column " + n.path() + " as " + n.typeText())
		}
		t.nullable = n.Repetition == format.Optional
		t.leaf = newLeafWriter(&w.opts, *n.SchemaElement, f.typ, n.def, n.rep, n.names())
		w.leaves[n.leaf] = t.leaf
		return t, nil
	}
	for _, c := range f.children {
		child, err := w.targetOf(c)
		if err != nil {
			return nil, err
		}
		t.children = append(t.children, child)
	}
	return t, nil
}

// writable tells whether values of type t can be put into the physical form of the leaf.
func writable(n *node, t types.DataType) bool {
	if n.Type == format.Int96 {
		return t.ID() == types.IDTimestamp
	}
	e, ok := leafElement(t)
	if !ok {
		return false
	}
	if t.ID() == types.IDDecimal && n.Annotation.Kind == format.Decimal {
		d := t.(types.DecimalType)
		return n.Annotation.Scale == int32(d.Scale) && n.Annotation.Precision == int32(d.Precision) && n.Type != format.ByteArray
	}
	a, b := n.Annotation, e.Annotation
	if a.Kind == format.Integer && a.Signed && (a.Bits == 32 || a.Bits == 64) {
		a = format.Annotation{}
	}
	return n.Type == e.Type && (a == b || n.Type == format.ByteArray)
}

// sameSchema tells whether column chunks of one file fit into the other.
func sameSchema(a, b []format.SchemaElement) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := a[i], b[i]
		if i == 0 {
			x.Name, x.Repetition, y.Repetition = y.Name, 0, 0
		}
		x.FieldID = y.FieldID
		if x != y {
			return false
		}
	}
	return true
}

// CopyRowGroup appends row group g of f byte for byte, with its page index and bloom filters. Rows written before end their
// row group.
func (w *Writer) CopyRowGroup(f *File, g int) error {
	return w.PatchRowGroup(f, g, nil, nil)
}

// PatchRowGroup appends row group g of f with the given columns (numbers in the schema of the Writer) replaced and all other
// column chunks copied. next yields batches of those columns, in that order, until it returns io.EOF; together they have
// the rows of the row group. PatchRowGroup releases them.
func (w *Writer) PatchRowGroup(f *File, g int, columns []int, next func() (*vec.Batch, error)) error {
	if w.err != nil {
		return w.err
	}
	if err := w.patch(f, g, columns, next); err != nil {
		w.err = readError(f.name, err)
	}
	return w.err
}

func (w *Writer) patch(f *File, g int, columns []int, next func() (*vec.Batch, error)) error {
	if !sameSchema(w.meta.Schema, f.meta.Schema) {
		return sparkerr.Unsupported("copying row groups between Parquet files of different schemas")
	}
	if err := w.encode(); err != nil {
		return err
	}
	if err := w.flushGroup(); err != nil {
		return err
	}
	replaced, err := w.encodeColumns(f.meta.RowGroups[g].NumRows, columns, next)
	if err != nil {
		return err
	}
	return w.copyGroup(f, g, replaced)
}

// encodeColumns encodes the replacements, and tells which leaves they are.
func (w *Writer) encodeColumns(rows int64, columns []int, next func() (*vec.Batch, error)) (replaced map[int]bool, err error) {
	replaced = map[int]bool{}
	for _, c := range columns {
		if w.targets[c] == nil {
			return nil, w.refused
		}
		w.targets[c].each(func(l *leafWriter) {
			for i := range w.leaves {
				if w.leaves[i] == l {
					replaced[i] = true
				}
			}
		})
	}
	if len(columns) == 0 {
		return replaced, nil
	}
	var n int64
	for {
		b, err := next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		for i, c := range columns {
			if err == nil {
				err = w.targets[c].addPiece(b.Cols[i], b.Sel, 0, b.Rows())
			}
		}
		n += int64(b.Rows())
		b.Release()
		if err != nil {
			return nil, err
		}
	}
	if n != rows {
		return nil, sparkerr.Internal("%d rows replace a row group of %d", n, rows)
	}
	for i := range replaced {
		if err := w.leaves[i].flushPage(); err != nil {
			return nil, err
		}
	}
	return replaced, nil
}

// each visits the leaves of a target.
func (t *target) each(visit func(*leafWriter)) {
	if t.leaf != nil {
		visit(t.leaf)
	}
	for _, c := range t.children {
		c.each(visit)
	}
}

// copyGroup writes the row group: chunks that follow each other in the file are copied in one go.
func (w *Writer) copyGroup(f *File, g int, replaced map[int]bool) error {
	old := &f.meta.RowGroups[g]
	x, err := f.rawIndexes(g)
	if err != nil {
		return err
	}
	rg := format.RowGroup{NumRows: old.NumRows, Sorting: old.Sorting, FileOffset: w.offset}
	if len(replaced) > 0 {
		rg.Sorting = nil
	}
	run := copyRun{w: w, f: f}
	for i := range old.Columns {
		if replaced[i] {
			if err := run.flush(); err != nil {
				return err
			}
			c, ci, oi, err := w.leaves[i].finish(w)
			if err != nil {
				return err
			}
			rg.Columns = append(rg.Columns, c)
			x.columns[i], x.offsets[i] = ci, oi
			w.finishBloom(i)
			w.leaves[i].startGroup()
		} else {
			c, err := run.chunk(&old.Columns[i], x.offsets[i])
			if err != nil {
				return err
			}
			rg.Columns = append(rg.Columns, c)
			if err := w.copyBloom(f, &old.Columns[i], i); err != nil {
				return err
			}
			w.infos[i].copied(f, g, i)
		}
		c := &rg.Columns[i]
		rg.TotalByteSize += c.TotalUncompressedSize
		rg.TotalCompressedSize += c.TotalCompressedSize
	}
	if err := run.flush(); err != nil {
		return err
	}
	w.meta.RowGroups = append(w.meta.RowGroups, rg)
	w.meta.NumRows += rg.NumRows
	w.indexes = append(w.indexes, x)
	return nil
}

// rawIndexes reads the page indexes of a row group for copying.
func (f *File) rawIndexes(g int) (groupIndex, error) {
	n := len(f.leaves)
	x := groupIndex{columns: make([][]byte, n), offsets: make([]*format.OffsetIndex, n)}
	err := f.readIndexes(g, func(c *format.ColumnChunk) (int64, int32) { return c.ColumnIndexOffset, c.ColumnIndexLength }, func(i int, b []byte) error {
		x.columns[i] = b
		return nil
	})
	if err != nil {
		return x, err
	}
	for i := range x.offsets {
		o, err := f.OffsetIndex(g, i)
		if err != nil {
			return x, err
		}
		if o != nil {
			x.offsets[i] = &format.OffsetIndex{Pages: slices.Clone(o.Pages), UnencodedBytes: o.UnencodedBytes}
		}
	}
	return x, nil
}

// copyRun collects neighbouring bytes to copy.
type copyRun struct {
	w      *Writer
	f      *File
	lo, hi int64
}

// chunk adds a column chunk to the run and returns its metadata at the new place; oi is moved too.
func (r *copyRun) chunk(old *format.ColumnChunk, oi *format.OffsetIndex) (format.ColumnChunk, error) {
	c := *old
	if c.Encrypted || c.FilePath != "" {
		return c, sparkerr.Unsupported("copying an encrypted or external Parquet column chunk")
	}
	lo, n := c.Range()
	if lo != r.hi || r.lo == r.hi {
		if err := r.flush(); err != nil {
			return c, err
		}
		r.lo, r.hi = lo, lo
	}
	delta := r.w.offset + (r.hi - r.lo) - lo
	r.hi += n
	c.FileOffset = 0
	c.DataPageOffset += delta
	if c.DictionaryPageOffset > 0 {
		c.DictionaryPageOffset += delta
	}
	c.BloomFilterOffset, c.BloomFilterLength = 0, 0
	c.ColumnIndexOffset, c.ColumnIndexLength, c.OffsetIndexOffset, c.OffsetIndexLength = 0, 0, 0, 0
	if oi != nil {
		for i := range oi.Pages {
			oi.Pages[i].Offset += delta
		}
	}
	return c, nil
}

// copyBuffer is the piece in which bytes are copied when the store cannot do it.
const copyBuffer = 4 << 20

func (r *copyRun) flush() error {
	off, n := r.lo, r.hi-r.lo
	r.lo, r.hi = 0, 0
	if n == 0 {
		return nil
	}
	if r.w.opts.Copy != nil {
		if err := r.w.opts.Copy(r.f.src, off, n); err != nil {
			return err
		}
		r.w.offset += n
		return nil
	}
	buf := make([]byte, min(n, copyBuffer))
	for n > 0 {
		b := buf[:min(n, int64(len(buf)))]
		if err := readRange(r.f.src, b, off); err != nil {
			return err
		}
		if err := r.w.write(b); err != nil {
			return err
		}
		off, n = off+int64(len(b)), n-int64(len(b))
	}
	return nil
}

// copied adds the statistics of a copied chunk.
func (c *ColumnInfo) copied(f *File, g, leaf int) {
	if c.Type == nil {
		c.Unknown = true
		return
	}
	b := f.Bounds(g, leaf, c.Type)
	switch {
	case b.Nulls < 0:
		c.Nulls = -1
	case c.Nulls >= 0:
		c.Nulls += b.Nulls
	}
	if b.Nulls == b.Values {
		return
	}
	c.widen(b.Min, b.Max, true)
	c.Inexact = c.Inexact || !b.MinExact || !b.MaxExact
	if t := f.leaves[leaf].Type; t == format.Float || t == format.Double {
		c.Unknown = true // NaN may hide behind the bounds
	}
}
