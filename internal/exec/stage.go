package exec

import (
	"sync"

	"github.com/flintlake/flintlake/internal/eval"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// stage is one worker's part of a streaming operator.
type stage interface {
	// process makes of a batch, which it owns, another one; nil when nothing is left of it.
	process(c *Context, b *vec.Batch) (*vec.Batch, error)
}

// stages is the feed of a streaming operator: one stage per worker over a shared input.
type stages struct {
	in      Feed
	workers []stage
}

// startStages starts the input and makes a stage per worker.
func startStages(c *Context, input Node, make func(worker int) (stage, error)) (Feed, error) {
	f := &stages{}
	for w := range c.workers() {
		s, err := make(w)
		if err != nil {
			return nil, err
		}
		f.workers = append(f.workers, s)
	}
	var err error
	f.in, err = c.start(input)
	return f, err
}

// Next processes input batches until one has rows.
func (f *stages) Next(c *Context, worker int) (*vec.Batch, error) {
	for {
		b, err := f.in.Next(c, worker)
		if err != nil || b == nil {
			return nil, err
		}
		if b.Rows() == 0 {
			b.Release()
			continue
		}
		out, err := f.workers[worker].process(c, b)
		if err != nil || out != nil {
			return out, err
		}
	}
}

// Close closes the input.
func (f *stages) Close() error { return f.in.Close() }

// evaluators are expressions compiled for one worker.
type evaluators []eval.Evaluator

func compileAll(es []expr.Expr, input []*expr.Attribute) (evaluators, error) {
	out := make(evaluators, len(es))
	for i, e := range es {
		ev, err := eval.Compile(e, input)
		if err != nil {
			return nil, err
		}
		out[i] = ev
	}
	return out, nil
}

// eval computes all expressions on the selected rows of a batch.
func (es evaluators) eval(c *fn.Context, b *vec.Batch, sel vec.Sel) ([]*vec.Vector, error) {
	out := make([]*vec.Vector, len(es))
	for i, e := range es {
		v, err := e.Eval(c, b, sel)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// numbering gives fn.Context.Partition and RowBase: the morsel and the position of a batch's rows in it.
type numbering struct {
	morsels   *morselNumbers
	seq, rows int64
	partition int
	any       bool
}

func (n *numbering) next(c *fn.Context, b *vec.Batch) {
	if !n.any || n.seq != b.Seq {
		*n = numbering{morsels: n.morsels, seq: b.Seq, any: true, partition: n.morsels.of(b.Seq)}
	}
	c.Partition, c.RowBase = n.partition, n.rows
	n.rows += int64(b.Len)
}

// morselNumbers are small numbers for morsels, which functions like monotonically_increasing_id can shift: the Seq itself while it is
// small, else the next free number. Workers share it.
type morselNumbers struct {
	mu    sync.Mutex
	large map[int64]int
}

const morselSmall = 1 << 28

func (m *morselNumbers) of(seq int64) int {
	if seq >= 0 && seq < morselSmall {
		return int(seq)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	n, ok := m.large[seq]
	if !ok {
		if m.large == nil {
			m.large = map[int64]int{}
		}
		n = morselSmall + len(m.large)
		m.large[seq] = n
	}
	return n
}
