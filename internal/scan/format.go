package scan

import (
	"context"
	"io"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/parquetio"
	"github.com/flintlake/flintlake/internal/vec"
)

// newFormat finds the reader of a format.
func newFormat(r FilesRequest) (format, error) {
	if r.Format == "parquet" {
		return parquetFormat{}, nil
	}
	if t, err := newTextFormat(r); t != nil || err != nil {
		return t, err
	}
	return nil, sparkerr.New("DATA_SOURCE_NOT_FOUND", "provider", r.Format)
}

type parquetFormat struct{}

// infer takes the schema of the first file, as Spark does without mergeSchema.
func (parquetFormat) infer(ctx context.Context, files []*dataFile) (types.StructType, error) {
	f := files[0]
	object, err := f.store.Open(ctx, f.info.Key, f.info.Size)
	if err != nil {
		return types.StructType{}, openError(f.store.URI(f.info.Key), err)
	}
	defer func() { _ = object.Close() }() // opened for reading only
	file, err := parquetio.Open(ctx, object, f.store.URI(f.info.Key), parquetio.OpenOptions{})
	if err != nil {
		return types.StructType{}, err
	}
	s, err := file.Schema()
	if err != nil {
		return s, err
	}
	return types.AsNullable(s).(types.StructType), nil
}

func (parquetFormat) start(c *exec.Context, f *dataFile, columns types.StructType) (batches, error) {
	object, err := f.store.Open(c, f.info.Key, f.info.Size)
	if err != nil {
		return nil, openError(f.store.URI(f.info.Key), err)
	}
	b := &parquetBatches{object: object}
	file, err := parquetio.Open(c, object, f.store.URI(f.info.Key), parquetio.OpenOptions{})
	if err == nil {
		b.scanner, err = file.Scan(c, parquetio.ScanOptions{Schema: columns, Alloc: c.Alloc, KeepDictionary: true})
	}
	if err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

type parquetBatches struct {
	object  objstore.Reader
	scanner *parquetio.Scanner
}

// Next implements batches.
func (b *parquetBatches) Next() (*vec.Batch, error) {
	out, _, err := b.scanner.Next()
	if err == io.EOF {
		return nil, nil
	}
	return out, err
}

// Close implements batches.
func (b *parquetBatches) Close() {
	if b.scanner != nil {
		b.scanner.Close()
	}
	_ = b.object.Close() // opened for reading only
}
