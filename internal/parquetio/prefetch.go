package parquetio

import (
	"slices"

	"golang.org/x/sync/errgroup"
)

// span is bytes [lo, hi) of the file.
type span struct{ lo, hi int64 }

// fetch decides which bytes of each column are needed for the windows. From an object store it gets them at once, with
// neighbouring spans in one request; a local file is read as it is decoded, but not outside of the spans.
func (u *rowGroupReader) fetch() error {
	var ranges []Range
	for _, w := range u.windows {
		end := w.first + int64(w.n)
		if n := len(ranges); n > 0 && ranges[n-1].End == w.first {
			ranges[n-1].End = end
		} else {
			ranges = append(ranges, Range{w.first, end})
		}
	}
	all := len(ranges) == 1 && ranges[0] == Range{0, u.rows}
	var spans []span
	for _, c := range u.order {
		c.fetch.spans = []span{{c.fetch.lo, c.fetch.hi}}
		if !all {
			var err error
			if c.index, err = u.s.f.OffsetIndex(u.g, c.leaf.leaf); err != nil {
				return err
			}
			if c.index != nil && len(c.index.Pages) > 0 {
				c.fetch.hi = c.fetch.lo + c.chunk.TotalCompressedSize // jumps lose count of the values: the end must be exact
				c.fetch.spans = pageSpans(c, ranges, u.rows)
			}
		}
		spans = append(spans, c.fetch.spans...)
	}
	if isLocal(u.s.f.src) {
		return nil
	}
	parts, err := u.download(coalesce(spans, u.s.opts.CoalesceGap))
	if err != nil {
		return err
	}
	for _, c := range u.order {
		for _, p := range parts {
			if p.off < c.fetch.hi && p.off+int64(len(p.b)) > c.fetch.lo {
				c.fetch.parts = append(c.fetch.parts, p)
			}
		}
	}
	return nil
}

// pageSpans is what a column needs for some rows: what precedes the first data page (its dictionary) and the pages that
// hold a wanted row.
func pageSpans(c *column, ranges []Range, rows int64) []span {
	pages := c.index.Pages
	var l []span
	add := func(lo, hi int64) {
		if n := len(l); n > 0 && l[n-1].hi == lo {
			l[n-1].hi = hi
		} else if lo < hi {
			l = append(l, span{lo, hi})
		}
	}
	add(c.fetch.lo, pages[0].Offset)
	r := 0
	for i := range pages {
		first, end := pages[i].FirstRow, rows
		if i+1 < len(pages) {
			end = pages[i+1].FirstRow
		}
		for r < len(ranges) && ranges[r].End <= first {
			r++
		}
		if r < len(ranges) && ranges[r].First < end {
			add(pages[i].Offset, pages[i].Offset+int64(pages[i].CompressedSize))
		}
	}
	return l
}

// coalesce joins spans whose gap is at most gap bytes.
func coalesce(spans []span, gap int64) []span {
	slices.SortFunc(spans, func(a, b span) int {
		switch {
		case a.lo < b.lo:
			return -1
		case a.lo > b.lo:
			return 1
		}
		return 0
	})
	var l []span
	for _, s := range spans {
		if n := len(l); n > 0 && s.lo-l[n-1].hi <= gap {
			l[n-1].hi = max(l[n-1].hi, s.hi)
			continue
		}
		l = append(l, s)
	}
	return l
}

// requestsAtOnce bounds concurrent requests of one scanner.
const requestsAtOnce = 8

func (u *rowGroupReader) download(spans []span) ([]part, error) {
	parts := make([]part, len(spans))
	var g errgroup.Group
	g.SetLimit(requestsAtOnce)
	for i, s := range spans {
		g.Go(func() error {
			if err := u.s.ctx.Err(); err != nil {
				return err
			}
			b := make([]byte, s.hi-s.lo, s.hi-s.lo+padding)
			parts[i] = part{s.lo, b}
			return readRange(u.s.f.src, b, s.lo)
		})
	}
	return parts, g.Wait()
}
