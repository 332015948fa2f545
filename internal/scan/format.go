package scan

import (
	"context"
	"io"
	"strings"

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
		merge := optionOf(r.Options, "mergeSchema")
		if merge == "" {
			merge = setting(r.Settings, "spark.sql.parquet.mergeSchema", "false")
		}
		return parquetFormat{merge: strings.EqualFold(merge, "true")}, nil
	}
	if t, err := newTextFormat(r); t != nil || err != nil {
		return t, err
	}
	return nil, sparkerr.New("DATA_SOURCE_NOT_FOUND", "provider", r.Format)
}

// parquetFormat reads Parquet files.
type parquetFormat struct {
	merge bool // the schema is that of all files together
}

// infer takes the schema of the first file, as Spark does, or with mergeSchema the columns of all.
func (p parquetFormat) infer(ctx context.Context, files []*dataFile) (types.StructType, error) {
	out, err := parquetSchema(ctx, files[0])
	if err != nil || !p.merge {
		return out, err
	}
	for _, f := range files[1:] {
		s, err := parquetSchema(ctx, f)
		if err != nil {
			return out, err
		}
		for _, field := range s.Fields {
			have, _, there := out.Field(field.Name)
			switch {
			case !there:
				out.Fields = append(out.Fields, field)
			case !types.EqualIgnoreMetadata(have.Type, field.Type):
				return out, sparkerr.New("CANNOT_MERGE_SCHEMAS", "left", "\""+out.SQL()+"\"", "right", "\""+s.SQL()+"\"")
			}
		}
	}
	return out, nil
}

func parquetSchema(ctx context.Context, f *dataFile) (types.StructType, error) {
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
