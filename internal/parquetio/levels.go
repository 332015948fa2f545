package parquetio

import (
	"errors"

	"github.com/flintlake/flintlake/internal/parquetio/format"
	"github.com/flintlake/flintlake/internal/vec"
)

// levels are the definition and repetition levels of a column for the rows of one batch. reps is nil for a column that is
// not repeated: every entry starts a row.
type levels struct {
	defs, reps []uint8
}

// levelWindow is a piece of the present page's levels that is decoded but not yet consumed.
type levelWindow struct {
	defs, reps [levelStep]uint8
	at, end    int
}

const levelStep = 1024

// entriesMax bounds the levels of one batch: a few kilobytes of corrupt runs can claim billions.
const entriesMax = 1 << 27

// slotDef is the definition level from which an entry is an element of the innermost repeated group around the leaf.
func slotDef(n *node) int {
	for ; n != nil; n = n.parent {
		if n.parent != nil && n.Repetition == format.Repeated {
			return n.def
		}
	}
	return 0
}

// window makes sure that levels of the present page are decoded; ok is false at the end of the column chunk.
func (c *column) window() (ok bool, err error) {
	w := &c.win
	if w.at < w.end {
		return true, nil
	}
	for c.page.left == 0 {
		if c.valuesLeft <= 0 || c.off >= c.fetch.hi {
			return false, nil
		}
		if err := c.nextPage(); err != nil {
			return false, err
		}
	}
	n := min(c.page.left, levelStep)
	var t [levelStep]uint32
	if c.leaf.rep > 0 {
		if err := readLevels(w.reps[:n], t[:n], &c.page.rep, c.leaf.rep); err != nil {
			return false, err
		}
	}
	if c.leaf.def > 0 {
		if err := readLevels(w.defs[:n], t[:n], &c.page.def, c.leaf.def); err != nil {
			return false, err
		}
	}
	w.at, w.end = 0, n
	return true, nil
}

var errLevels = errors.New("a level is higher than the schema allows")

func readLevels(dst []uint8, t []uint32, h interface{ Read([]uint32) error }, top int) error {
	if err := h.Read(t); err != nil {
		return err
	}
	var high uint32
	for i, v := range t {
		dst[i] = uint8(v)
		high = max(high, v)
	}
	if int(high) > top {
		return errLevels
	}
	return nil
}

// take finds the entries of the window that belong to the next rows: up to the start of row n, counting from *rows.
func (w *levelWindow) take(repeated bool, rows *int, n int) (from, to int) {
	from = w.at
	if !repeated {
		to = min(w.end, from+n-*rows)
		*rows += to - from
		w.at = to
		return from, to
	}
	for to = from; to < w.end; to++ {
		if w.reps[to] == 0 {
			if *rows == n {
				break
			}
			*rows++
		}
	}
	w.at = to
	return from, to
}

var (
	errRowStart = errors.New("a page starts in the middle of a row that has no start")
	errTooFew   = errors.New("a column chunk has fewer rows than its row group")
)

// readNested reads the next n rows of a leaf in groups or lists: its levels into c.batch, its values into a vector (nil when
// c.levelsOnly).
func (c *column) readNested(a *vec.Arena, n int) (*vec.Vector, error) {
	c.batch.defs, c.batch.reps = c.batch.defs[:0], c.batch.reps[:0]
	repeated := c.leaf.rep > 0
	var o *output
	if !c.levelsOnly {
		slots := n
		if repeated {
			slots = n + int(min(int64(n)*c.chunk.NumValues/max(c.groupRows, 1), 1<<20))
		}
		o = c.newOutput(a, slots, true)
	}
	for rows := 0; ; {
		ok, err := c.window()
		if err != nil {
			return nil, err
		}
		if !ok {
			if rows < n {
				return nil, errTooFew
			}
			break
		}
		if rows == 0 && repeated && c.win.reps[c.win.at] != 0 {
			return nil, errRowStart
		}
		from, to := c.win.take(repeated, &rows, n)
		if from == to {
			break
		}
		if err := c.consume(o, from, to); err != nil {
			return nil, err
		}
		if !repeated && rows == n {
			break
		}
	}
	if o == nil {
		return nil, nil
	}
	o.trim(c)
	return o.vector(c), nil
}

// consume reads the values of entries [from, to) of the window.
func (c *column) consume(o *output, from, to int) error {
	defs := c.win.defs[from:to]
	c.page.left -= to - from
	if len(c.batch.defs)+len(defs) > entriesMax {
		return errors.New("a batch of rows has too many values")
	}
	c.batch.defs = append(c.batch.defs, defs...)
	if c.leaf.rep > 0 {
		c.batch.reps = append(c.batch.reps, c.win.reps[from:to]...)
	}
	if o == nil {
		return nil
	}
	o.ensure(c, o.pos+len(defs))
	slot, top := uint8(c.slotDef), uint8(c.leaf.def)
	k, nvalid := 0, 0
	for _, d := range defs {
		if d < slot {
			continue
		}
		if d == top {
			o.valid.Set(o.pos + k)
			nvalid++
		}
		k++
	}
	if k == 0 {
		return nil
	}
	return c.read(o, k, nvalid)
}

// ensure makes room for n slots.
func (o *output) ensure(c *column, n int) {
	if n <= o.slots {
		return
	}
	size := n + n/2 + 64
	valid := o.arena.Zeroed(vec.BitmapBytes(size))
	copy(valid, o.valid)
	o.valid = valid
	if o.data != nil {
		w := c.conv.outWidth
		data := o.arena.Alloc(size*w + 16)[:size*w]
		copy(data, o.data[:o.pos*w])
		o.data = data
	}
	if o.codes != nil {
		codes := vec.AllocOf[uint32](o.arena, size+4)[:size]
		copy(codes, o.codes[:o.pos])
		o.codes = codes
	}
	o.slots = size
}

// trim cuts the output to what was filled.
func (o *output) trim(c *column) {
	o.slots = o.pos
	if o.data != nil {
		o.data = o.data[:o.pos*c.conv.outWidth]
	}
	if o.codes != nil {
		o.codes = o.codes[:o.pos]
	}
	o.valid = o.valid[:vec.BitmapBytes(o.pos)]
}

// skipNested passes over n rows of a repeated leaf.
func (c *column) skipNested(n int) error {
	for rows := 0; ; {
		ok, err := c.window()
		if err != nil {
			return err
		}
		if !ok {
			if rows < n {
				return errTooFew
			}
			return nil
		}
		from, to := c.win.take(true, &rows, n)
		if from == to {
			return nil
		}
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
}
