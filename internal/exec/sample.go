package exec

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// Sample keeps each row with probability Upper - Lower, or repeats it by a Poisson count with that mean.
type Sample struct {
	Input           Node
	Lower, Upper    float64
	WithReplacement bool
	Seed            int64
}

// Columns are the input's.
func (n *Sample) Columns() []*expr.Attribute { return n.Input.Columns() }

// Inputs is the one input.
func (n *Sample) Inputs() []Node { return []Node{n.Input} }

// Describe shows the fraction.
func (n *Sample) Describe() string {
	return fmt.Sprintf("Sample (%g, %g) seed %d", n.Lower, n.Upper, n.Seed)
}

// Start makes a generator per worker; a morsel's draws depend on the seed and the morsel only, so that a seed gives the same sample with
// any number of workers.
func (n *Sample) Start(c *Context) (Feed, error) {
	return startStages(c, n.Input, func(int) (stage, error) { return &sampleStage{node: n, seq: -1}, nil })
}

type sampleStage struct {
	node *Sample
	seq  int64
	rand *rand.Rand
}

func (s *sampleStage) process(c *Context, b *vec.Batch) (*vec.Batch, error) {
	if s.rand == nil || s.seq != b.Seq {
		s.seq, s.rand = b.Seq, rand.New(rand.NewPCG(uint64(s.node.Seed), uint64(b.Seq)))
	}
	if s.node.WithReplacement {
		return s.repeat(c, b)
	}
	sel := make(vec.Sel, 0, b.Rows())
	for _, i := range vec.SelOrAll(b.Sel, b.Len) {
		if x := s.rand.Float64(); x >= s.node.Lower && x < s.node.Upper {
			sel = append(sel, i)
		}
	}
	if len(sel) == 0 {
		b.Release()
		return nil, nil
	}
	return selected(b, sel), nil
}

// repeat copies rows by their counts. A mean above one may make more than a batch of rows; the overhang is cut into the same batch.
func (s *sampleStage) repeat(c *Context, b *vec.Batch) (*vec.Batch, error) {
	var idx []int32
	for _, i := range vec.SelOrAll(b.Sel, b.Len) {
		for range s.poisson(s.node.Upper - s.node.Lower) {
			idx = append(idx, i)
		}
	}
	defer b.Release()
	if len(idx) == 0 {
		return nil, nil
	}
	return gatherBatch(c, b, idx), nil
}

// poisson draws by multiplication, which is fast for the small means of samples.
func (s *sampleStage) poisson(mean float64) int {
	limit, n := math.Exp(-mean), 0
	for p := s.rand.Float64(); p > limit; p *= s.rand.Float64() {
		n++
	}
	return n
}

// gatherBatch is the rows idx of b, kept alive by the new batch.
func gatherBatch(c *Context, b *vec.Batch, idx []int32) *vec.Batch {
	out := c.Alloc.NewBatch(len(idx))
	out.Keep(b)
	out.Seq = b.Seq
	for _, v := range b.Cols {
		out.Cols = append(out.Cols, vec.Gather(out.Arena, v, idx))
	}
	return out
}
