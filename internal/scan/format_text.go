package scan

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/conf"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/textio"
	"github.com/flintlake/flintlake/internal/vec"
)

// textFormat reads files of text: how they are inferred and opened is all that CSV, JSON and plain text differ in.
type textFormat struct {
	inferFiles func(files []io.Reader) (types.StructType, error)
	open       func(r io.Reader, c textio.Columns, alloc *vec.Allocator) (textio.Scanner, error)
	// schema is that of the files: their columns are found by position or need the whole record.
	schema types.StructType
}

// newTextFormat makes the reader of csv, json or text; nil for other formats.
func newTextFormat(r FilesRequest) (*textFormat, error) {
	s, err := textSession(r.Settings)
	if err != nil {
		return nil, err
	}
	switch r.Format {
	case "csv":
		o, err := textio.ParseCSVOptions(r.Options, s)
		if err != nil {
			return nil, err
		}
		return &textFormat{
			inferFiles: func(files []io.Reader) (types.StructType, error) {
				i := textio.NewCSVInference(o)
				return inferAll(files, i.Add, i.Schema)
			},
			open: func(r io.Reader, c textio.Columns, alloc *vec.Allocator) (textio.Scanner, error) {
				return textio.OpenCSV(r, o, c, alloc)
			},
		}, nil
	case "json":
		o, err := textio.ParseJSONOptions(r.Options, s)
		if err != nil {
			return nil, err
		}
		return &textFormat{
			inferFiles: func(files []io.Reader) (types.StructType, error) {
				i := textio.NewJSONInference(o)
				return inferAll(files, i.Add, i.Schema)
			},
			open: func(r io.Reader, c textio.Columns, alloc *vec.Allocator) (textio.Scanner, error) {
				return textio.OpenJSON(r, o, c, alloc)
			},
		}, nil
	case "text":
		o, err := textio.ParseTextOptions(r.Options)
		if err != nil {
			return nil, err
		}
		return &textFormat{
			inferFiles: func([]io.Reader) (types.StructType, error) {
				return types.NewStruct(types.StructField{Name: "value", Type: types.String, Nullable: true}), nil
			},
			open: func(r io.Reader, c textio.Columns, alloc *vec.Allocator) (textio.Scanner, error) {
				return textio.OpenText(r, o, c, alloc)
			},
		}, nil
	}
	return nil, nil
}

// textSession is what readers and writers of text take from the session.
func textSession(settings *conf.Settings) (textio.Session, error) {
	zone, err := datetime.LoadZone(conf.SessionTimeZone.Get(settings))
	return textio.Session{
		Zone: zone, NTZ: conf.TimestampType.Get(settings) == "TIMESTAMP_NTZ", CorruptColumn: conf.ColumnNameOfCorrupt.Get(settings),
		CaseSensitive: conf.CaseSensitive.Get(settings),
	}, err
}

func inferAll(files []io.Reader, add func(io.Reader) error, schema func() types.StructType) (types.StructType, error) {
	for _, f := range files {
		if err := add(f); err != nil {
			return types.StructType{}, err
		}
	}
	return schema(), nil
}

func (t *textFormat) infer(ctx context.Context, files []*dataFile) (types.StructType, error) {
	var readers []io.Reader
	var open []objstore.Reader
	defer func() {
		for _, o := range open {
			_ = o.Close() // opened for reading only
		}
	}()
	for _, f := range files {
		object, err := f.store.Open(ctx, f.info.Key, f.info.Size)
		if err != nil {
			return types.StructType{}, openError(f.store.URI(f.info.Key), err)
		}
		open = append(open, object)
		r, err := unpacked(io.NewSectionReader(object, 0, object.Size()), f.info.Key)
		if err != nil {
			return types.StructType{}, err
		}
		readers = append(readers, r)
	}
	s, err := t.inferFiles(readers)
	if err != nil {
		return s, err
	}
	for i, f := range s.Fields {
		if slices.ContainsFunc(s.Fields[:i], func(g types.StructField) bool { return strings.EqualFold(f.Name, g.Name) }) {
			return s, sparkerr.New("COLUMN_ALREADY_EXISTS", "columnName", sparkerr.QuoteID(strings.ToLower(f.Name)))
		}
	}
	return s, nil
}

// described takes the schema of the files, given or inferred.
func (t *textFormat) described(schema types.StructType) { t.schema = schema }

func (t *textFormat) start(c *exec.Context, f *dataFile, columns types.StructType) (batches, error) {
	object, err := f.store.Open(c, f.info.Key, f.info.Size)
	if err != nil {
		return nil, openError(f.store.URI(f.info.Key), err)
	}
	required := make([]int, len(columns.Fields))
	for i, want := range columns.Fields {
		_, required[i], _ = t.schema.Field(want.Name)
	}
	b := &textBatches{object: object, name: f.store.URI(f.info.Key)}
	r, err := unpacked(io.NewSectionReader(object, 0, object.Size()), f.info.Key)
	if err != nil {
		b.Close()
		return nil, err
	}
	b.scanner, err = t.open(r, textio.Columns{Schema: t.schema, Required: required}, c.Alloc)
	if err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

type textBatches struct {
	object  objstore.Reader
	scanner textio.Scanner
	name    string
}

// Next implements batches. A record that FAILFAST refuses is named with its file, as Spark does.
func (b *textBatches) Next() (*vec.Batch, error) {
	out, err := b.scanner.Next()
	var e *sparkerr.Error
	if errors.As(err, &e) && strings.HasPrefix(e.Condition, "MALFORMED_RECORD_IN_PARSING") {
		err = sparkerr.New("FAILED_READ_FILE.NO_HINT", "path", b.name).WithCause(err)
	}
	return out, err
}

// Close implements batches.
func (b *textBatches) Close() { _ = b.object.Close() } // opened for reading only
