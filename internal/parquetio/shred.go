package parquetio

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// entries are the levels of one nested column for some rows, on the way from the root down to its leaves.
type entries struct {
	defs, reps []uint8
	rows       []int32 // of the vector at hand, -1: nothing there, the levels say where it ended
}

// shred splits the rows [lo, hi) of a nested column into the levels and values of its leaves.
func (t *target) shred(v *vec.Vector, sel vec.Sel, lo, hi int) error {
	e := &entries{defs: make([]uint8, hi-lo), reps: make([]uint8, hi-lo), rows: make([]int32, hi-lo)}
	for i := range e.rows {
		e.rows[i] = int32(lo + i)
		if sel != nil {
			e.rows[i] = sel[lo+i]
		}
	}
	return t.add(v, e)
}

// add descends with the entries of this field's scope. The entries' slices are not shared with siblings when they change.
func (t *target) add(v *vec.Vector, e *entries) error {
	if t.kind == leafField {
		return t.leaf.addEntries(v, e, t.nullable)
	}
	e, err := t.present(v, e)
	if err != nil {
		return err
	}
	switch t.kind {
	case structField, variantField:
		for i, c := range t.children {
			if err := c.add(v.Children[i], e); err != nil {
				return err
			}
		}
		return nil
	}
	e = t.elements(v, e)
	for i, c := range t.children {
		if err := c.add(v.Children[i], e); err != nil {
			return err
		}
	}
	return nil
}

// present raises the definition level of entries where the field is not null, and turns rows into slots.
func (t *target) present(v *vec.Vector, e *entries) (*entries, error) {
	out := &entries{defs: append([]uint8(nil), e.defs...), reps: e.reps, rows: append([]int32(nil), e.rows...)}
	for i, r := range e.rows {
		switch {
		case r < 0:
		case v.IsNull(int(r)):
			if !t.nullable {
				return nil, t.firstLeaf().notNull()
			}
			out.rows[i] = -1
		default:
			if t.nullable {
				out.defs[i]++
			}
			if v.Form == vec.Constant {
				out.rows[i] = 0
			}
		}
	}
	return out, nil
}

func (t *target) firstLeaf() *leafWriter {
	for t.leaf == nil {
		t = t.children[0]
	}
	return t.leaf
}

// elements replaces each list or map by an entry for every element, or one for none.
func (t *target) elements(v *vec.Vector, e *entries) *entries {
	spans := vec.Values[vec.Span](v)
	n := 0
	for _, r := range e.rows {
		n++
		if r >= 0 && spans[r].Size > 1 {
			n += int(spans[r].Size) - 1
		}
	}
	out := &entries{defs: make([]uint8, 0, n), reps: make([]uint8, 0, n), rows: make([]int32, 0, n)}
	rep := uint8(t.rep + 1)
	for i, r := range e.rows {
		if r < 0 || spans[r].Size == 0 {
			out.defs, out.reps, out.rows = append(out.defs, e.defs[i]), append(out.reps, e.reps[i]), append(out.rows, -1)
			continue
		}
		d := e.defs[i] + 1
		for k := range spans[r].Size {
			x := rep
			if k == 0 {
				x = e.reps[i]
			}
			out.defs, out.reps, out.rows = append(out.defs, d), append(out.reps, x), append(out.rows, spans[r].Offset+k)
		}
	}
	return out
}

// addEntries adds a nested leaf's entries, page by page in whole rows.
func (w *leafWriter) addEntries(v *vec.Vector, e *entries, nullable bool) error {
	step := textStep
	if w.width == 0 {
		step = w.textRows(v)
	}
	for at := 0; at < len(e.rows); {
		end, rows := at, 0
		for ; end < len(e.rows); end++ {
			if e.reps[end] == 0 {
				if rows == step || w.rows+rows == w.opts.PageRows || rows > 0 && end-at >= 64*textStep {
					break
				}
				rows++
			}
		}
		if err := w.addPiece(v, e, at, end, rows, nullable); err != nil {
			return err
		}
		at = end
		if w.full() || w.entries >= 1<<20 {
			if err := w.flushPage(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *leafWriter) addPiece(v *vec.Vector, e *entries, at, end, rows int, nullable bool) error {
	slots := w.slots[:0]
	isNull := v.Valid != nil || v.Type.ID() == types.IDNull
	for i := at; i < end; i++ {
		d, r := uint32(e.defs[i]), e.rows[i]
		if r >= 0 {
			if isNull && v.IsNull(int(r)) {
				if !nullable {
					return w.notNull()
				}
			} else {
				if nullable {
					d++
				}
				slots = append(slots, r)
			}
		}
		w.defs = append(w.defs, d)
		w.reps = append(w.reps, uint32(e.reps[i]))
	}
	w.rows += rows
	w.entries += end - at
	w.nvalid += len(slots)
	w.slots = slots[:0]
	if len(slots) == 0 {
		return nil
	}
	return w.addValues(v, slots, 0, len(slots))
}
