package exec

import (
	"fmt"
	"sync"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// Sort orders all rows. Rows with equal keys keep the order of the source.
type Sort struct {
	Input Node
	Order []expr.SortOrder
	// Limit > 0 wants only the first rows (TopN); Offset of these are skipped.
	Limit, Offset int64
}

// Columns are the input's.
func (n *Sort) Columns() []*expr.Attribute { return n.Input.Columns() }

// Inputs is the one input.
func (n *Sort) Inputs() []Node { return []Node{n.Input} }

// Describe shows the keys.
func (n *Sort) Describe() string {
	if n.Limit > 0 {
		return fmt.Sprintf("TopN %d offset %d by %s", n.Limit, n.Offset, expr.OrderString(n.Order))
	}
	return "Sort " + expr.OrderString(n.Order)
}

// Start starts the input.
func (n *Sort) Start(c *Context) (Feed, error) {
	keyed, err := newKeyed(c, n.Input.Columns(), orderExprs(n.Order))
	if err != nil {
		return nil, err
	}
	return startBreaker(c, []Node{n.Input}, func(c *Context, in []Feed) (result, error) {
		s := &sorting{node: n, keyed: keyed, keys: sortKeys(n.Order), collector: newCollector(c, keyed.columns)}
		if n.Limit > 0 {
			s.limits = make([]topRows, c.workers())
		}
		r, err := s.run(c, in[0])
		if err != nil {
			s.close()
			return nil, err
		}
		return r, nil
	})
}

// keyed adds the values of key expressions to batches, as columns, unless they are columns already.
type keyed struct {
	columns []*expr.Attribute // input columns, then computed keys
	keys    []int             // places of the keys in columns
	width   int               // number of input columns
	workers []evaluators
}

func newKeyed(c *Context, input []*expr.Attribute, keys []expr.Expr) (*keyed, error) {
	k := &keyed{columns: input[:len(input):len(input)], width: len(input)}
	var computed []expr.Expr
	for _, e := range keys {
		if at, ok := columnsOf([]expr.Expr{e}, input); ok {
			k.keys = append(k.keys, at[0])
			continue
		}
		k.keys = append(k.keys, len(k.columns))
		k.columns = append(k.columns, expr.NewAttribute("key", e.Type(), true))
		computed = append(computed, e)
	}
	for range c.workers() {
		evs, err := compileAll(computed, input)
		if err != nil {
			return nil, err
		}
		k.workers = append(k.workers, evs)
	}
	return k, nil
}

// add evaluates the keys of a batch, which it owns, and gives the wider batch.
func (k *keyed) add(c *Context, worker int, b *vec.Batch) (*vec.Batch, error) {
	evs := k.workers[worker]
	if len(evs) == 0 {
		return b, nil
	}
	out := c.Alloc.NewBatch(b.Len)
	out.Keep(b)
	b.Release()
	out.Sel, out.Seq = b.Sel, b.Seq
	cols, err := evs.eval(c.fnContext(out.Arena), b, b.Sel)
	if err != nil {
		out.Release()
		return nil, err
	}
	out.Cols = append(b.Cols[:len(b.Cols):len(b.Cols)], cols...)
	return out, nil
}

// of are the key columns of rows.
func (k *keyed) of(cols []*vec.Vector) []*vec.Vector {
	out := make([]*vec.Vector, len(k.keys))
	for i, at := range k.keys {
		out[i] = cols[at]
	}
	return out
}

// types are the types of all columns.
func (k *keyed) types() []types.DataType {
	out := make([]types.DataType, len(k.columns))
	for i, a := range k.columns {
		out[i] = a.DataType
	}
	return out
}

// sorting is one run of a Sort. What does not fit into memory is sorted and written to a file, and the files are merged at the end.
type sorting struct {
	node      *Sort
	keyed     *keyed
	keys      []SortKey
	collector *collector
	limits    []topRows
	mu        sync.Mutex // spilling
	runs      []*spillFile
}

func (s *sorting) run(c *Context, in Feed) (result, error) {
	err := drain(c, in, func(w int, b *vec.Batch) error {
		b, err := s.keyed.add(c, w, b)
		if err != nil {
			return err
		}
		if s.limits != nil {
			return s.limits[w].add(c, s, b)
		}
		return s.add(c, b)
	})
	if err != nil {
		return nil, err
	}
	for i := range s.limits {
		s.limits[i].moveTo(s.collector)
	}
	if len(s.runs) > 0 {
		return s.mergeRuns(c)
	}
	r, err := s.collector.rows(c)
	if err != nil {
		return nil, err
	}
	idx := s.sorted(r)
	r.cols = r.cols[:s.keyed.width]
	return &sortedRows{rows: r, idx: s.window(idx), pieces: pieces{n: len(s.window(idx))}, held: s.collector}, nil
}

// sorted is the order of the rows.
func (s *sorting) sorted(r *rows) []int32 {
	idx := numbers(r.n)
	newSorter(s.keyed.of(r.cols), s.keys).sort(idx)
	return idx
}

// window cuts offset and limit out of the order.
func (s *sorting) window(idx []int32) []int32 {
	if s.node.Limit <= 0 {
		return idx
	}
	from := min(int64(len(idx)), s.node.Offset)
	return idx[from:min(int64(len(idx)), from+s.node.Limit)]
}

func (s *sorting) close() {
	for i := range s.limits {
		s.limits[i].release()
	}
	s.collector.close()
	for _, f := range s.runs {
		f.remove()
	}
	s.runs = nil
}

// sortedRows are rows handed out in the order of idx.
type sortedRows struct {
	*rows
	idx []int32
	pieces
	held *collector
}

func (r *sortedRows) next(c *Context, _ int) (*vec.Batch, error) {
	seq, from, to, ok := r.pieces.next()
	if !ok {
		return nil, nil
	}
	b := r.gather(c, r.idx[from:to])
	b.Seq = seq
	return b, nil
}

func (r *sortedRows) close() {
	r.rows.release()
	r.held.close()
}
