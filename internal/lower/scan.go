package lower

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
)

// scannable is a table that can be read; internal/scan has the implementations.
type scannable interface {
	// Source reads columns, whose places in the table's schema are ordinals. It may skip rows for which a filter is not true, and stop
	// after limit rows when limit > 0.
	Source(columns []*expr.Attribute, ordinals []int, filters []expr.Expr, limit int64) (exec.Source, error)
}

// readable is rows in memory.
type readable interface {
	Source(columns []*expr.Attribute) exec.Source
}

func (l *lowering) scan(n *logical.Scan) (exec.Node, error) {
	t, ok := n.Table.(scannable)
	if !ok {
		return nil, sparkerr.Unsupported("reading " + n.Table.Name())
	}
	s, err := t.Source(n.Columns, n.Ordinals, n.Filters, n.Limit)
	if err != nil {
		return nil, err
	}
	return &exec.Read{Source: s}, nil
}

func (l *lowering) local(n *logical.Local) (exec.Node, error) {
	r, ok := n.Rows.(readable)
	if !ok {
		return nil, sparkerr.Internal("%T are no rows in memory", n.Rows)
	}
	return &exec.Read{Source: r.Source(n.Columns)}, nil
}
