package log

import (
	"context"
	"errors"
	"io"
	"iter"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/parquetio"
	"github.com/flintlake/flintlake/internal/vec"
)

// parquetFiles is Parquet by package parquetio.
type parquetFiles struct{ alloc *vec.Allocator }

func (p parquetFiles) Open(ctx context.Context, r objstore.Reader) (ParquetFile, error) {
	f, err := parquetio.Open(ctx, r, r.Key(), parquetio.OpenOptions{})
	if err != nil {
		return nil, err
	}
	return parquetFile{f, p.alloc}, nil
}

type parquetFile struct {
	f     *parquetio.File
	alloc *vec.Allocator
}

// Schema takes the types of the Parquet columns: a schema that a writer left as text may say something else.
func (p parquetFile) Schema() (types.StructType, error) { return p.f.ParquetSchema() }

func (p parquetFile) Read(ctx context.Context, want types.StructType) iter.Seq2[*vec.Batch, error] {
	return func(yield func(*vec.Batch, error) bool) {
		s, err := p.f.Scan(ctx, parquetio.ScanOptions{Schema: want, Alloc: p.alloc, CaseSensitive: true})
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

// Write takes part of the memory of a file at a time: a checkpoint of a million files is some row groups.
func (p parquetFiles) Write(ctx context.Context, w objstore.Writer, schema types.StructType, rows iter.Seq2[*vec.Batch, error]) error {
	out, err := parquetio.NewWriter(w, schema, parquetio.WriterOptions{RowGroupRows: checkpointGroupRows})
	if err != nil {
		return err
	}
	for b, err := range rows {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = out.Write(b)
		}
		if b != nil {
			b.Release()
		}
		if err != nil {
			out.Abort()
			return err
		}
	}
	_, err = out.Close()
	return err
}

// checkpointGroupRows is the rows of a row group of a checkpoint, so that readers can work on several.
const checkpointGroupRows = 250_000
