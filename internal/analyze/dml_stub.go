package analyze

// Placeholder so that the session compiles; delete this file when the real methods are written.

import (
	"context"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// Merge is not there yet.
func (a *Analyzer) Merge(ctx context.Context, m *plan.Merge) (*logical.Merge, error) {
	return nil, sparkerr.Unsupported("MERGE")
}

// Update is not there yet.
func (a *Analyzer) Update(ctx context.Context, m *plan.Update) (*logical.Update, error) {
	return nil, sparkerr.Unsupported("UPDATE")
}

// Delete is not there yet.
func (a *Analyzer) Delete(ctx context.Context, m *plan.Delete) (*logical.Delete, error) {
	return nil, sparkerr.Unsupported("DELETE")
}

// Insert is not there yet.
func (a *Analyzer) Insert(ctx context.Context, m *plan.Insert) (*logical.Insert, error) {
	return nil, sparkerr.Unsupported("INSERT")
}
