package exec

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// deferredRows holds the argument rows of a DISTINCT or ordered aggregate until all rows are known: DISTINCT keeps each combination of
// group and arguments once, ORDER BY keeps all rows and sorts them by the keys.
type deferredRows struct {
	types    []types.DataType // group, arguments, order keys
	args     int
	order    []SortKey
	keys     evaluators
	distinct bool
	set      *groupTable  // DISTINCT without order
	batches  []*vec.Batch // ordered: group, arguments, order keys
	held     int64
}

func newDeferredRows(c *Context, agg *expr.Aggregate, input []*expr.Attribute) (*deferredRows, error) {
	d := &deferredRows{types: []types.DataType{types.Integer}, args: len(agg.Args), order: sortKeys(agg.Order), distinct: agg.Distinct}
	for _, e := range agg.Args {
		d.types = append(d.types, e.Type())
		if agg.Distinct {
			if err := checkCollation(e.Type()); err != nil {
				return nil, err
			}
		}
	}
	if len(agg.Order) == 0 {
		d.set = newGroupTable(c.Alloc, d.types)
		return d, nil
	}
	for _, o := range agg.Order {
		d.types = append(d.types, o.Child.Type())
	}
	var err error
	d.keys, err = compileAll(orderExprs(agg.Order), input)
	return d, err
}

// add takes over the rows in sel.
func (d *deferredRows) add(fc *fn.Context, b *vec.Batch, args []*vec.Vector, sel vec.Sel, groups []int32) error {
	group := vec.ConstantVector(fc.Arena, types.Integer, int32(0), b.Len)
	if groups != nil {
		group = vec.FlatVector(types.Integer, groups, nil)
	}
	cols := append([]*vec.Vector{group}, args...)
	if d.set != nil {
		d.set.groups(cols, sel, b.Len, vec.AllocOf[int32](fc.Arena, b.Len))
		return nil
	}
	keys, err := d.keys.eval(fc, b, sel)
	if err != nil {
		return err
	}
	d.keep(fc.Alloc, append(cols, keys...), sel, b)
	return nil
}

// keep copies rows, so that neither the batch nor the scratch memory of its evaluation must live on.
func (d *deferredRows) keep(alloc *vec.Allocator, cols []*vec.Vector, sel vec.Sel, b *vec.Batch) {
	out := alloc.NewBatch(len(vec.SelOrAll(sel, b.Len)))
	out.Seq = b.Seq
	for i, v := range cols {
		k := vec.NewBuilder(out.Arena, d.types[i])
		k.Rows(v, sel)
		out.Cols = append(out.Cols, k.Finish())
	}
	d.batches = append(d.batches, out)
	d.held += out.Size()
}

// merge takes over the rows of other, whose group g is into[g] here.
func (d *deferredRows) merge(c *Context, other *deferredRows, into []int32) error {
	if d.set != nil {
		return other.each(c, func(fc *fn.Context, cols []*vec.Vector, n int) error {
			cols[0] = renumbered(fc.Arena, cols[0], into)
			d.set.groups(cols, nil, n, vec.AllocOf[int32](fc.Arena, n))
			return nil
		})
	}
	for _, b := range other.batches {
		b.Cols[0] = renumbered(b.Arena, b.Cols[0], into)
	}
	d.batches = append(d.batches, other.batches...)
	other.batches = nil
	return nil
}

func renumbered(r *vec.Arena, groups *vec.Vector, into []int32) *vec.Vector {
	out := vec.AllocOf[int32](r, groups.Len)
	for i := range out {
		out[i] = into[vec.At[int32](groups, i)]
	}
	return vec.FlatVector(types.Integer, out, nil)
}

// each visits the rows of the set.
func (d *deferredRows) each(c *Context, visit func(fc *fn.Context, cols []*vec.Vector, n int) error) error {
	for from := 0; from < d.set.n; from += vec.BatchRows {
		if err := c.Err(); err != nil {
			return err
		}
		to := min(d.set.n, from+vec.BatchRows)
		scratch := c.Alloc.NewArena()
		err := visit(c.fnContext(scratch), d.set.columns(scratch, from, to), to-from)
		scratch.Release()
		if err != nil {
			return err
		}
	}
	return nil
}

// feed gives the rows to the accumulator.
func (d *deferredRows) feed(c *Context, acc fn.Accumulator) error {
	if d.set != nil {
		return d.each(c, func(fc *fn.Context, cols []*vec.Vector, n int) error {
			return acc.Update(fc, cols[1:], nil, n, vec.Values[int32](cols[0]))
		})
	}
	k := &collector{columns: d.types, budget: budget{alloc: c.Alloc}}
	for _, b := range d.batches {
		k.keep(b)
	}
	d.batches = nil
	r, err := k.rows(c)
	if err != nil {
		k.close()
		return err
	}
	defer r.release()
	idx := numbers(r.n)
	newSorter(r.cols[1+d.args:], d.order).sort(idx)
	return d.feedSorted(c, acc, r, idx)
}

func (d *deferredRows) feedSorted(c *Context, acc fn.Accumulator, r *rows, idx []int32) error {
	if d.distinct {
		d.set = newGroupTable(c.Alloc, d.types[:1+d.args])
	}
	for from := 0; from < len(idx); from += vec.BatchRows {
		b := r.gather(c, idx[from:min(len(idx), from+vec.BatchRows)])
		var sel vec.Sel
		if d.distinct {
			sel = d.firsts(b)
		}
		var err error
		if sel == nil || len(sel) > 0 {
			err = acc.Update(c.fnContext(b.Arena), b.Cols[1:1+d.args], sel, b.Len, vec.Values[int32](b.Cols[0]))
		}
		b.Release()
		if err != nil {
			return err
		}
	}
	return nil
}

// firsts selects the rows that the set has not seen.
func (d *deferredRows) firsts(b *vec.Batch) vec.Sel {
	seen := int32(d.set.n)
	out := make([]int32, b.Len)
	d.set.groups(b.Cols[:1+d.args], nil, b.Len, out)
	sel := vec.Sel{}
	for i, g := range out {
		if g == seen {
			sel = append(sel, int32(i))
			seen++
		}
	}
	return sel
}

func (d *deferredRows) bytes() int64 {
	if d.set != nil {
		return d.set.bytes()
	}
	return d.held
}

func (d *deferredRows) close() {
	d.set.release()
	for _, b := range d.batches {
		b.Release()
	}
	d.batches = nil
}
