package parquetio

import (
	"context"
	"fmt"
	"io"
	"slices"
	"unsafe"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/parquetio/codec"
	"github.com/flintlake/flintlake/internal/parquetio/format"
	"github.com/flintlake/flintlake/internal/vec"
)

// Range is rows [First, End) of a file, counted from 0.
type Range struct{ First, End int64 }

// ScanOptions says what to read.
type ScanOptions struct {
	// Schema is the columns (and fields of them) to read, in order, as the types to read them as. Columns that the file lacks are
	// null. An empty schema yields batches without columns that only count rows.
	Schema        types.StructType
	Match         Match
	CaseSensitive bool
	// RowGroups to read, in order; nil means all.
	RowGroups []int
	// Rows to read within the row groups: ascending and disjoint; nil means all. Pages without a wanted row are not fetched
	// when the file has a page index.
	Rows []Range
	// BatchRows is the most rows of a batch, vec.BatchRows when 0.
	BatchRows int
	Alloc     *vec.Allocator
	// KeepDictionary leaves dictionary-encoded text columns as Dictionary vectors.
	KeepDictionary bool
	// VerifyChecksums checks the CRC of pages that have one.
	VerifyChecksums bool
	// CoalesceGap is how many unwanted bytes are fetched to save a request to an object store: 1 MiB when 0.
	CoalesceGap int64
	// NoReadAhead does not fetch the next row group while one is decoded, which halves the memory of reading from an object
	// store. Local files are never read ahead.
	NoReadAhead bool
}

// Scanner yields batches. It belongs to one goroutine; several scanners of one File may run at the same time.
type Scanner struct {
	ctx    context.Context
	f      *File
	opts   ScanOptions
	fields []*field
	groups []int
	codec  codec.Decompressor
	group  *rowGroupReader // nil between row groups
	at     int             // next of groups
	ahead  chan prepared   // the row group groups[at] on its way from an object store; nil when not
}

// prepared is a row group whose bytes are there.
type prepared struct {
	u   *rowGroupReader
	err error
}

// Scan prepares reading; it does no input yet. Types that do not convert give
// FAILED_READ_FILE.PARQUET_COLUMN_DATA_TYPE_MISMATCH. Close the scanner.
func (f *File) Scan(ctx context.Context, opts ScanOptions) (*Scanner, error) {
	if opts.BatchRows <= 0 {
		opts.BatchRows = vec.BatchRows
	}
	if opts.CoalesceGap == 0 {
		opts.CoalesceGap = 1 << 20
	}
	r := &resolver{f: f, match: opts.Match, caseSensitive: opts.CaseSensitive}
	fields, err := r.schema(opts.Schema)
	if err != nil {
		return nil, err
	}
	s := &Scanner{ctx: ctx, f: f, opts: opts, fields: fields, groups: opts.RowGroups}
	if opts.RowGroups == nil {
		for g := range f.meta.RowGroups {
			s.groups = append(s.groups, g)
		}
	}
	for _, g := range s.groups {
		if g < 0 || g >= len(f.meta.RowGroups) {
			return nil, sparkerr.Internal("row group %d of %d", g, len(f.meta.RowGroups))
		}
	}
	return s, nil
}

// Next returns the next batch and the number in the file of its physical row 0; io.EOF at the end. The caller releases the
// batch. After an error every call returns it or another.
func (s *Scanner) Next() (b *vec.Batch, firstRow int64, err error) {
	for {
		if err := s.ctx.Err(); err != nil {
			return nil, 0, err
		}
		if s.group == nil {
			if s.at >= len(s.groups) {
				return nil, 0, io.EOF
			}
			u, err := s.open()
			if err != nil {
				return nil, 0, readError(s.f.name, err)
			}
			s.group = u
		}
		b, first, err := s.group.next()
		if err != nil {
			return nil, 0, readError(s.f.name, err)
		}
		if b != nil {
			return b, first, nil
		}
		s.group.close()
		s.group = nil
	}
}

// Close releases what the scanner holds.
func (s *Scanner) Close() {
	if s.group != nil {
		s.group.close()
		s.group = nil
	}
	if s.ahead != nil {
		<-s.ahead
		s.ahead = nil
	}
	s.codec.Close()
	s.at = len(s.groups)
}

// open returns the next row group, and has the one after it fetched meanwhile when that takes requests.
func (s *Scanner) open() (*rowGroupReader, error) {
	var p prepared
	if s.ahead != nil {
		p = <-s.ahead
		s.ahead = nil
	} else {
		p.u, p.err = s.prepare(s.groups[s.at])
	}
	if p.err != nil {
		return nil, p.err
	}
	s.at++
	if s.at < len(s.groups) && !isLocal(s.f.src) && !s.opts.NoReadAhead {
		g, ahead := s.groups[s.at], make(chan prepared, 1)
		s.ahead = ahead
		go func() {
			u, err := s.prepare(g)
			ahead <- prepared{u, err}
		}()
	}
	return p.u, nil
}

// rowGroupReader reads one row group.
type rowGroupReader struct {
	s       *Scanner
	g       int
	first   int64 // number in the file of row 0
	rows    int64
	windows []window
	columns map[int]*column
	order   []*column
	values  map[int]*vec.Vector
	step    int // rows of a batch
}

// window is consecutive rows of the row group that become one batch; sel picks some of them.
type window struct {
	first int64
	n     int
	sel   vec.Sel
}

// prepare plans the reading of a row group and fetches its bytes from an object store. It touches nothing of the scanner that
// changes.
func (s *Scanner) prepare(g int) (*rowGroupReader, error) {
	rg := &s.f.meta.RowGroups[g]
	u := &rowGroupReader{s: s, g: g, first: s.f.firsts[g], rows: rg.NumRows, columns: map[int]*column{}, values: map[int]*vec.Vector{}}
	ranges := []Range{{0, u.rows}}
	if s.opts.Rows != nil {
		ranges = within(s.opts.Rows, u.first, u.rows)
	}
	if len(ranges) == 0 {
		return u, nil
	}
	u.step = s.opts.BatchRows
	for _, f := range s.fields {
		var err error
		f.walk(func(leaf int, lf *field) {
			if err == nil {
				err = u.addColumn(leaf, lf, f.kind == leafField)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	u.windows = windows(ranges, u.step)
	if err := u.fetch(); err != nil {
		return nil, err
	}
	return u, nil
}

// within cuts ranges of the file to a row group and counts them from its start.
func within(ranges []Range, first, rows int64) []Range {
	var l []Range
	for _, r := range ranges {
		lo, hi := max(r.First-first, 0), min(r.End-first, rows)
		if lo < hi {
			l = append(l, Range{lo, hi})
		}
	}
	return l
}

// windowGap is how many unwanted rows a batch may contain between wanted ones.
const windowGap = 64

// windows cuts ranges into batches of at most step rows. Ranges close to each other share a batch, which selects from them.
func windows(ranges []Range, step int) []window {
	var l []window
	for i := 0; i < len(ranges); {
		first, end := ranges[i].First, ranges[i].End
		j := i + 1
		for ; j < len(ranges) && ranges[j].First-end <= windowGap && ranges[j].End-first <= int64(step); j++ {
			end = ranges[j].End
		}
		if j == i+1 {
			for at := first; at < end; at += int64(step) {
				l = append(l, window{first: at, n: int(min(int64(step), end-at))})
			}
		} else {
			w := window{first: first, n: int(end - first), sel: vec.Sel{}}
			for _, r := range ranges[i:j] {
				for k := r.First; k < r.End; k++ {
					w.sel = append(w.sel, int32(k-first))
				}
			}
			if len(w.sel) == w.n {
				w.sel = nil
			}
			l = append(l, w)
		}
		i = j
	}
	return l
}

// addColumn prepares a leaf. lf is nil when only its levels are wanted.
func (u *rowGroupReader) addColumn(leaf int, lf *field, top bool) error {
	s := u.s
	chunk := &s.f.meta.RowGroups[u.g].Columns[leaf]
	n := s.f.leaves[leaf]
	switch {
	case u.columns[leaf] != nil && (lf == nil || !u.columns[leaf].levelsOnly):
		if lf != nil {
			return sparkerr.Unsupported("reading one Parquet column twice")
		}
		return nil
	case chunk.Encrypted:
		return sparkerr.Unsupported("encrypted Parquet column " + n.path())
	case chunk.FilePath != "":
		return sparkerr.Unsupported("Parquet column chunk in another file")
	}
	lo, size := chunk.Range()
	c := &column{leaf: n, name: s.f.name, chunk: chunk, alloc: s.opts.Alloc, codec: &s.codec, pageBytesMax: s.f.opts.PageBytesMax,
		checkCRC: s.opts.VerifyChecksums, off: lo, valuesLeft: chunk.NumValues, groupRows: u.rows, slotDef: slotDef(n),
		flat: top && n.rep == 0 && n.def <= 1,
	}
	// Old writers do not count a dictionary's header in the size of the chunk.
	c.fetch = fetcher{src: s.f.src, lo: lo, hi: min(lo+size+chunkSlack, max(s.f.src.Size()-8, lo+size)), window: localWindow}
	if lf == nil {
		c.levelsOnly, c.conv = true, levelsOnly(n)
		c.typ = types.Null
	} else {
		c.conv, c.typ = lf.conv, lf.typ
		c.keepDictionary = s.opts.KeepDictionary && top && c.conv.text
	}
	if n.rep == 0 && chunk.NumValues != u.rows {
		return fmt.Errorf("column %s has %d values in a row group of %d rows", n.path(), chunk.NumValues, u.rows)
	}
	if n.rep > 0 && u.rows > 0 { // keep the elements of a batch near a million
		average := max(chunk.NumValues/u.rows, 1)
		u.step = max(1, min(u.step, int(elementsWanted/average)))
	}
	if old := u.columns[leaf]; old != nil {
		u.order = slices.DeleteFunc(u.order, func(o *column) bool { return o == old })
	}
	u.columns[leaf] = c
	u.order = append(u.order, c)
	return nil
}

const (
	chunkSlack     = 100
	elementsWanted = 1 << 20
	localWindow    = 1 << 20
)

// next reads the next window; nil at the end of the row group.
func (u *rowGroupReader) next() (*vec.Batch, int64, error) {
	if len(u.windows) == 0 {
		return nil, 0, nil
	}
	w := u.windows[0]
	u.windows = u.windows[1:]
	b := u.s.opts.Alloc.NewBatch(w.n)
	b.Sel = w.sel
	if err := u.read(b, w); err != nil {
		b.Release()
		return nil, 0, err
	}
	return b, u.first + w.first, nil
}

// read fills a batch. A decoder that trips over input it was not made for must not take the process down.
func (u *rowGroupReader) read(b *vec.Batch, w window) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s %v", decoderFailed, p)
		}
	}()
	for _, c := range u.order {
		if err := c.advance(w.first); err != nil {
			return fmt.Errorf("column %s: %w", c.leaf.path(), err)
		}
		read := c.readNested
		if c.flat {
			read = c.readFlat
		}
		v, err := read(b.Arena, w.n)
		if err != nil {
			return fmt.Errorf("column %s: %w", c.leaf.path(), err)
		}
		c.row += int64(w.n)
		u.values[c.leaf.leaf] = v
	}
	for _, f := range u.s.fields {
		v, err := u.assemble(b.Arena, f, scope{}, w.n)
		if err != nil {
			return err
		}
		b.Cols = append(b.Cols, v)
	}
	return nil
}

const decoderFailed = "the decoder failed:"

func (u *rowGroupReader) close() {
	for _, c := range u.order {
		c.close()
	}
}

// advance moves the column to a row further on, by the page index when that leads out of the present page.
func (c *column) advance(row int64) error {
	if row == c.row {
		return nil
	}
	if row < c.row {
		return sparkerr.Internal("a column reader went back")
	}
	if p := c.pageOf(row); p != nil && p.FirstRow > c.row {
		if err := c.jump(p); err != nil {
			return err
		}
	}
	n := int(row - c.row)
	c.row = row
	if c.leaf.rep > 0 {
		return c.skipNested(n)
	}
	if c.flat {
		return c.skipFlat(n)
	}
	return c.skipStruct(n)
}

// pageOf is the page in which a row starts, nil without an index.
func (c *column) pageOf(row int64) *format.PageLocation {
	if c.index == nil || len(c.index.Pages) == 0 {
		return nil
	}
	i, found := slices.BinarySearchFunc(c.index.Pages, row, func(p format.PageLocation, row int64) int {
		switch {
		case p.FirstRow < row:
			return -1
		case p.FirstRow > row:
			return 1
		}
		return 0
	})
	if !found {
		i--
	}
	for i+1 < len(c.index.Pages) && c.index.Pages[i+1].FirstRow == row { // skip empty pages
		i++
	}
	return &c.index.Pages[max(i, 0)]
}

// jump goes to a page, reading the dictionary first if that has not happened.
func (c *column) jump(p *format.PageLocation) error {
	if c.dict == nil && c.off < c.index.Pages[0].Offset {
		if err := c.header(); err != nil {
			return err
		}
		if c.head.Type == format.DictionaryPage {
			body, err := c.fetch.at(c.off, int(c.head.CompressedSize))
			if err != nil {
				return err
			}
			if err := c.loadDictionary(body); err != nil {
				return err
			}
		}
	}
	c.dropPage()
	c.win.at, c.win.end = 0, 0
	c.off, c.row, c.valuesLeft = p.Offset, p.FirstRow, c.chunk.NumValues
	return nil
}

// skipStruct passes over n rows of a leaf inside of groups.
func (c *column) skipStruct(n int) error {
	for rows := 0; rows < n; {
		ok, err := c.window()
		if err != nil {
			return err
		}
		if !ok {
			return errTooFew
		}
		from, to := c.win.take(false, &rows, n)
		c.page.left -= to - from
		if c.levelsOnly {
			continue
		}
		values := 0
		for _, d := range c.win.defs[from:to] {
			if int(d) == c.leaf.def {
				values++
			}
		}
		if err := c.skipValues(values); err != nil {
			return err
		}
	}
	return nil
}

func spanBytes(s []vec.Span) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*8)
}
