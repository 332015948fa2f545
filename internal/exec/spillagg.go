package exec

import (
	"sync"
	"sync/atomic"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// spillParts is the number of files a spilling operator spreads its rows over; each is processed alone, in about that part of the memory.
const spillParts = 16

// aggregateSpill takes the input rows of groups that a worker's full table does not hold. States of functions are not written: rows of
// known groups go on being aggregated in memory, the others are written whole and aggregated file by file afterwards.
//
//	row ── key in the worker's table? ── yes ──▶ accumulators
//	                                  └─ no ───▶ file[hash(key) mod 16]
//
// A group may be in the table of one worker and in the files of another; therefore the rows of the files are first offered to the merged
// table.
type aggregateSpill struct {
	on    atomic.Bool
	mu    sync.Mutex
	types []types.DataType
	files [spillParts]*spillFile
}

func (s *aggregateSpill) active() bool { return s != nil && s.on.Load() }

// activate begins to spill for all workers.
func (s *aggregateSpill) activate(c *Context, a *aggregator) error {
	if s == nil || c.SpillDir == "" {
		return outOfMemory(c, "an aggregation")
	}
	s.on.Store(true)
	return nil
}

// take writes the rows of unknown groups and gives the others.
func (s *aggregateSpill) take(c *Context, b *vec.Batch, keys []*vec.Vector, groups []int32) (vec.Sel, error) {
	known := vec.Sel{}
	var unknown vec.Sel
	for _, r := range vec.SelOrAll(b.Sel, b.Len) {
		if groups[r] >= 0 {
			known = append(known, r)
		} else {
			unknown = append(unknown, r)
		}
	}
	if len(unknown) == 0 {
		return known, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return known, writeParts(c, &s.files, s.columnTypes(b), b, keys, unknown)
}

func (s *aggregateSpill) columnTypes(b *vec.Batch) []types.DataType {
	if s.types == nil {
		for _, v := range b.Cols {
			s.types = append(s.types, v.Type)
		}
	}
	return s.types
}

// writeParts spreads the rows in sel over files by the hash of their keys.
func writeParts(c *Context, files *[spillParts]*spillFile, columns []types.DataType, b *vec.Batch, keys []*vec.Vector, sel vec.Sel) error {
	hashes := make([]uint64, b.Len)
	vec.HashRows(keys, sel, b.Len, hashes)
	var parts [spillParts]vec.Sel
	for _, r := range sel {
		p := partOf(hashes[r])
		parts[p] = append(parts[p], r)
	}
	for p, rows := range parts {
		if len(rows) == 0 {
			continue
		}
		if files[p] == nil {
			f, err := newSpill(c, columns)
			if err != nil {
				return err
			}
			files[p] = f
		}
		part := &vec.Batch{Cols: b.Cols, Len: b.Len, Sel: rows, Seq: b.Seq, Arena: b.Arena}
		if err := files[p].write(c, part); err != nil {
			return err
		}
	}
	return nil
}

// partOf uses the high bits: hash tables use the low ones.
func partOf(h uint64) int { return int(h >> 60) }

func (s *aggregateSpill) close() {
	for i, f := range s.files {
		f.remove()
		s.files[i] = nil
	}
}

// spilled puts out the groups of the files one after the other, then those of the table.
func (a *aggregation) spilled(c *Context, table *aggregator) (result, error) {
	a.workers = nil // owned by the result from here on
	next := 0
	more := func(c *Context) (*aggregator, error) {
		for next < spillParts {
			f := a.spill.files[next]
			a.spill.files[next] = nil
			next++
			if f == nil {
				continue
			}
			part, err := a.part(c, table, f)
			f.remove()
			if err != nil || part.n > 0 {
				return part, err
			}
			part.close()
		}
		if table == nil {
			return nil, nil
		}
		last := table
		table = nil
		return last, last.finish(c)
	}
	g := newGroups(nil, more)
	g.free = func() {
		if table != nil {
			table.close()
		}
		a.spill.close()
	}
	first, err := more(c)
	g.a = first
	if err != nil {
		g.close()
		return nil, err
	}
	return g, nil
}

// part aggregates the rows of one file: those of groups in the table there, the others in a new aggregator.
func (a *aggregation) part(c *Context, table *aggregator, f *spillFile) (*aggregator, error) {
	part, err := newAggregator(c, a.node, a.node.Input.Columns())
	if err != nil {
		return nil, err
	}
	err = a.fillPart(c, table, part, f)
	if err == nil {
		err = part.finish(c)
	}
	if err != nil {
		part.close()
		return nil, err
	}
	return part, nil
}

func (a *aggregation) fillPart(c *Context, table, part *aggregator, f *spillFile) error {
	if err := f.finish(c); err != nil {
		return err
	}
	r, err := f.reader(c)
	if err != nil {
		return err
	}
	for {
		b, err := r.next(c)
		if err != nil || b == nil {
			return err
		}
		err = c.Err()
		if err == nil {
			err = a.offer(c, table, part, b)
		}
		b.Release()
		if err != nil {
			return err
		}
	}
}

// offer feeds a batch to the table where that knows the group, else to part.
func (a *aggregation) offer(c *Context, table, part *aggregator, b *vec.Batch) error {
	scratch := c.Alloc.NewArena()
	defer scratch.Release()
	fc := c.fnContext(scratch)
	keys, err := table.keys.eval(fc, b, nil)
	if err != nil {
		return err
	}
	groups := vec.AllocOf[int32](scratch, b.Len)
	table.table.lookup(keys, nil, b.Len, groups)
	known, unknown := vec.Sel{}, vec.Sel{}
	for r, g := range groups {
		if g >= 0 {
			known = append(known, int32(r))
		} else {
			unknown = append(unknown, int32(r))
		}
	}
	if len(known) > 0 {
		if err := table.update(fc, b, known, groups); err != nil {
			return err
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	part.table.groups(keys, unknown, b.Len, groups)
	part.grow(part.table.n)
	return part.update(fc, b, unknown, groups)
}
