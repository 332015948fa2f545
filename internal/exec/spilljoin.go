package exec

import (
	"sync"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// graceJoin joins what does not fit into memory: both sides are spread over files by the hash of the key, and then the files are joined
// pair by pair.
type graceJoin struct {
	f       *joinFeed
	mu      sync.Mutex
	build   [spillParts]*spillFile
	probe   [spillParts]*spillFile
	columns []types.DataType // of the build side with keys
	total   int
	hasNull bool

	part  int
	table *joinTable
	held  *collector
	feed  *fileFeed
}

func newGraceJoin(c *Context, f *joinFeed) (*graceJoin, error) {
	if len(f.node.LeftKeys) == 0 || c.SpillDir == "" {
		return nil, outOfMemory(c, "the build side of a join")
	}
	return &graceJoin{f: f, columns: f.keyed.types()}, nil
}

// spillBuild writes collected build rows and frees them.
func (g *graceJoin) spillBuild(c *Context, k *collector) error {
	defer k.close()
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, b := range k.batches {
		keys := g.f.keyed.of(b.Cols)
		sel := vec.SelOrAll(b.Sel, b.Len)
		for _, r := range sel {
			g.hasNull = g.hasNull || hasUnsafeNull(keys, g.f.node.NullSafe, int(r))
		}
		g.total += len(sel)
		if err := writeParts(c, &g.build, g.columns, b, keys, sel); err != nil {
			return err
		}
	}
	return nil
}

// spillProbe writes the whole probe side.
func (g *graceJoin) spillProbe(c *Context, probe Feed) error {
	var columns []types.DataType
	for _, a := range g.f.node.Left.Columns() {
		columns = append(columns, a.DataType)
	}
	err := drain(c, probe, func(w int, b *vec.Batch) error {
		defer b.Release()
		scratch := c.Alloc.NewArena()
		defer scratch.Release()
		keys, err := g.f.probers[w].keys.eval(c.fnContext(scratch), b, b.Sel)
		if err != nil {
			return err
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		return writeParts(c, &g.probe, columns, b, keys, vec.SelOrAll(b.Sel, b.Len))
	})
	if err != nil {
		return err
	}
	for p := range spillParts {
		for _, f := range []*spillFile{g.build[p], g.probe[p]} {
			if f != nil {
				if err := f.finish(c); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// next joins the files one pair after the other. Workers take turns.
func (g *graceJoin) next(c *Context) (*vec.Batch, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.part < spillParts {
		if g.table == nil {
			if err := g.open(c); err != nil {
				return nil, err
			}
		}
		b, err := g.f.probers[0].next(c, 0, g.feed)
		if err != nil || b != nil {
			return b, err
		}
		g.closePart()
		g.part++
	}
	return nil, nil
}

// open loads the build file of the current part and points the prober at the probe file.
func (g *graceJoin) open(c *Context) error {
	k := &collector{columns: g.columns, budget: budget{alloc: c.Alloc}}
	g.held = k
	if f := g.build[g.part]; f != nil {
		r, err := f.reader(c)
		if err != nil {
			return err
		}
		for {
			b, err := r.next(c)
			if err != nil {
				return err
			}
			if b == nil {
				break
			}
			if !k.add(b) {
				b.Release()
				return outOfMemory(c, "one part in sixteen of the build side of a join")
			}
		}
	}
	r, err := k.rows(c)
	if err != nil {
		return err
	}
	g.table = newJoinTable(g.f.node, g.f.keyed, r)
	g.table.total, g.table.hasNull = g.total, g.hasNull
	g.f.active, g.f.tail = 0, false
	g.f.probers[0].use(g.table)
	g.feed = &fileFeed{}
	if f := g.probe[g.part]; f != nil {
		g.feed.r, err = f.reader(c)
	}
	return err
}

func (g *graceJoin) closePart() {
	g.f.probers[0].release()
	g.table.release()
	g.table = nil
	if g.held != nil {
		g.held.close()
		g.held = nil
	}
	if g.part < spillParts {
		g.build[g.part].remove()
		g.probe[g.part].remove()
	}
}

func (g *graceJoin) close() {
	g.closePart()
	for p := range spillParts {
		g.build[p].remove()
		g.probe[p].remove()
	}
}

// fileFeed reads a spill file as one worker's input.
type fileFeed struct{ r *spillReader }

func (f *fileFeed) Next(c *Context, _ int) (*vec.Batch, error) {
	if f.r == nil {
		return nil, nil
	}
	return f.r.next(c)
}

func (f *fileFeed) Close() error { return nil }
