package dataframe

import (
	"context"
	"maps"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	pb "github.com/flintlake/flintlake/proto"
)

// DataFrameReader reads tables and files.
type DataFrameReader struct {
	spark   *SparkSession
	format  string
	schema  string
	options map[string]string
}

// Format is delta, parquet, csv, json or text.
func (r *DataFrameReader) Format(format string) *DataFrameReader { r.format = format; return r }

// Option sets an option of the source.
func (r *DataFrameReader) Option(key, value string) *DataFrameReader {
	r.options[key] = value
	return r
}

// Schema gives the columns instead of finding them in the files.
func (r *DataFrameReader) Schema(schema types.StructType) *DataFrameReader {
	r.schema = types.JSON(schema)
	return r
}

// Load opens paths.
func (r *DataFrameReader) Load(paths ...string) *DataFrame {
	src := &pb.Read_DataSource{Options: maps.Clone(r.options), Paths: paths}
	if r.format != "" {
		src.Format = &r.format
	}
	if r.schema != "" {
		src.Schema = &r.schema
	}
	return r.spark.frame(&pb.Relation{RelType: &pb.Relation_Read{Read: &pb.Read{ReadType: &pb.Read_DataSource_{DataSource: src}}}}, nil)
}

// CSV, JSON and Parquet are Format and Load in one.
func (r *DataFrameReader) CSV(paths ...string) *DataFrame  { return r.Format("csv").Load(paths...) }
func (r *DataFrameReader) JSON(paths ...string) *DataFrame { return r.Format("json").Load(paths...) }
func (r *DataFrameReader) Parquet(paths ...string) *DataFrame {
	return r.Format("parquet").Load(paths...)
}

// Table opens a table or view by name.
func (r *DataFrameReader) Table(name string) *DataFrame {
	t := &pb.Read_NamedTable{UnparsedIdentifier: name, Options: maps.Clone(r.options)}
	return r.spark.frame(&pb.Relation{RelType: &pb.Relation_Read{Read: &pb.Read{ReadType: &pb.Read_NamedTable_{NamedTable: t}}}}, nil)
}

// DataFrameWriter writes a DataFrame to a table or to files.
type DataFrameWriter struct {
	frame *DataFrame
	op    *pb.WriteOperation
	err   error
}

// Write starts a writer.
func (d *DataFrame) Write() *DataFrameWriter {
	return &DataFrameWriter{frame: d, op: &pb.WriteOperation{Input: d.relation, Options: map[string]string{}, Mode: pb.WriteOperation_SAVE_MODE_ERROR_IF_EXISTS}, err: d.err}
}

// Format is delta, parquet, csv, json or text.
func (w *DataFrameWriter) Format(format string) *DataFrameWriter { w.op.Source = &format; return w }

// Option sets an option: replaceWhere, mergeSchema, overwriteSchema, partitionOverwriteMode, txnAppId …
func (w *DataFrameWriter) Option(key, value string) *DataFrameWriter {
	w.op.Options[key] = value
	return w
}

// Mode is append, overwrite, ignore or errorifexists (the default).
func (w *DataFrameWriter) Mode(mode string) *DataFrameWriter {
	switch strings.ToLower(mode) {
	case "append":
		w.op.Mode = pb.WriteOperation_SAVE_MODE_APPEND
	case "overwrite":
		w.op.Mode = pb.WriteOperation_SAVE_MODE_OVERWRITE
	case "ignore":
		w.op.Mode = pb.WriteOperation_SAVE_MODE_IGNORE
	case "error", "errorifexists", "default":
		w.op.Mode = pb.WriteOperation_SAVE_MODE_ERROR_IF_EXISTS
	default:
		w.err = badArgument("mode", mode)
	}
	return w
}

// PartitionBy are the partition columns of a new table.
func (w *DataFrameWriter) PartitionBy(columns ...string) *DataFrameWriter {
	w.op.PartitioningColumns = columns
	return w
}

// Save writes to a path.
func (w *DataFrameWriter) Save(ctx context.Context, path string) error {
	w.op.SaveType = &pb.WriteOperation_Path{Path: path}
	return w.run(ctx)
}

// SaveAsTable writes to a catalog table by name, InsertInto into one by position.
func (w *DataFrameWriter) SaveAsTable(ctx context.Context, name string) error {
	return w.table(ctx, name, pb.WriteOperation_SaveTable_TABLE_SAVE_METHOD_SAVE_AS_TABLE)
}
func (w *DataFrameWriter) InsertInto(ctx context.Context, name string) error {
	if w.op.Mode == pb.WriteOperation_SAVE_MODE_ERROR_IF_EXISTS {
		w.op.Mode = pb.WriteOperation_SAVE_MODE_APPEND
	}
	return w.table(ctx, name, pb.WriteOperation_SaveTable_TABLE_SAVE_METHOD_INSERT_INTO)
}

func (w *DataFrameWriter) table(ctx context.Context, name string, m pb.WriteOperation_SaveTable_TableSaveMethod) error {
	w.op.SaveType = &pb.WriteOperation_Table{Table: &pb.WriteOperation_SaveTable{TableName: name, SaveMethod: m}}
	return w.run(ctx)
}

func (w *DataFrameWriter) run(ctx context.Context) error {
	if w.err != nil {
		return w.err
	}
	return w.frame.spark.command(ctx, &pb.Command{CommandType: &pb.Command_WriteOperation{WriteOperation: w.op}})
}
