package log

import (
	"context"
	"errors"
	"io"
	"iter"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/parquetio"
	"github.com/flintlake/flintlake/internal/vec"
)

// parquetFiles is Parquet by package parquetio.
type parquetFiles struct{ alloc *vec.Allocator }

func (p parquetFiles) open(ctx context.Context, r objstore.Reader) (*parquetio.File, error) {
	return parquetio.Open(ctx, r, r.Key(), parquetio.OpenOptions{})
}

// Schema takes the types of the Parquet columns: a schema that a writer left as text may say something else.
func (p parquetFiles) Schema(ctx context.Context, r objstore.Reader) (types.StructType, error) {
	f, err := p.open(ctx, r)
	if err != nil {
		return types.StructType{}, err
	}
	return f.ParquetSchema()
}

func (p parquetFiles) Read(ctx context.Context, r objstore.Reader, want types.StructType) iter.Seq2[*vec.Batch, error] {
	return func(yield func(*vec.Batch, error) bool) {
		f, err := p.open(ctx, r)
		if err != nil {
			yield(nil, err)
			return
		}
		s, err := f.Scan(ctx, parquetio.ScanOptions{Schema: want, Alloc: p.alloc, CaseSensitive: true})
		if err != nil {
			yield(nil, err)
			return
		}
		defer s.Close()
		for {
			b, _, err := s.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if !yield(b, err) || err != nil {
				return
			}
		}
	}
}

func (p parquetFiles) Write(ctx context.Context, w objstore.Writer, schema types.StructType, rows iter.Seq2[*vec.Batch, error]) error {
	return sparkerr.Unsupported("writing checkpoints")
}
