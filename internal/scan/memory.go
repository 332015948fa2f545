package scan

import (
	"fmt"
	"sync/atomic"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// Memory is rows in memory. It borrows the batches: who made it keeps them alive until no run reads it any more, or lets the garbage
// collector find out (Owned).
type Memory struct {
	schema  types.StructType
	batches []*vec.Batch
	rows    int64
}

// NewMemory wraps batches whose columns are those of schema. The batches are not retained.
func NewMemory(schema types.StructType, batches []*vec.Batch) *Memory {
	m := &Memory{schema: schema, batches: batches}
	for _, b := range batches {
		m.rows += int64(b.Rows())
	}
	return m
}

// RowCount implements logical.LocalRows.
func (m *Memory) RowCount() int64 { return m.rows }

// Schema is the columns.
func (m *Memory) Schema() types.StructType { return m.schema }

// Batches are the rows; they stay with m.
func (m *Memory) Batches() []*vec.Batch { return m.batches }

// Source reads all columns under the given attributes.
func (m *Memory) Source(columns []*expr.Attribute) exec.Source { return &memorySource{m, columns} }

type memorySource struct {
	m       *Memory
	columns []*expr.Attribute
}

func (s *memorySource) Columns() []*expr.Attribute { return s.columns }

func (s *memorySource) Describe() string { return fmt.Sprintf("LocalRows %d", s.m.rows) }

func (s *memorySource) Start(*exec.Context) (exec.Feed, error) { return &memoryFeed{m: s.m}, nil }

type memoryFeed struct {
	m     *Memory
	taken atomic.Int64
}

func (f *memoryFeed) Next(*exec.Context, int) (*vec.Batch, error) {
	i := f.taken.Add(1) - 1
	if i >= int64(len(f.m.batches)) {
		return nil, nil
	}
	b := *f.m.batches[i]
	b.Retain()
	b.Seq = i
	return &b, nil
}

func (f *memoryFeed) Close() error { return nil }
