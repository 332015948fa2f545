package log

import (
	"context"
	"iter"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/vec"
)

// Parquet is what the log needs of a Parquet library: checkpoints are Parquet files.
type Parquet interface {
	// Open reads the footer of a file, with one request where it can.
	Open(ctx context.Context, r objstore.Reader) (ParquetFile, error)
	// Write makes a file of the batches, which it releases. It does not commit w.
	Write(ctx context.Context, w objstore.Writer, schema types.StructType, rows iter.Seq2[*vec.Batch, error]) error
}

// ParquetFile is an open file.
type ParquetFile interface {
	// Schema is the types of the file's columns.
	Schema() (types.StructType, error)
	// Read yields the rows of a file in order, as batches whose columns are those of want (a part of the file's schema:
	// fields may be left out at any depth). The consumer releases each batch.
	Read(ctx context.Context, want types.StructType) iter.Seq2[*vec.Batch, error]
}
