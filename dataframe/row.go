package dataframe

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/scan"
	"github.com/flintlake/flintlake/internal/vec"
	pb "github.com/flintlake/flintlake/proto"
)

// Row is one row of a result. Values by type: nil, bool, int8 … int64, float32, float64, types.Decimal, string, []byte, Date, time.Time
// (TIMESTAMP in UTC; TIMESTAMP_NTZ as if it were UTC), []any for arrays, types.MapValue for maps, Row for structs; intervals as plan values.
type Row struct {
	schema *types.StructType
	values []any
}

// Len is the number of columns, Get the value of one.
func (r Row) Len() int      { return len(r.values) }
func (r Row) Get(i int) any { return r.values[i] }

// Values are all values, in order.
func (r Row) Values() []any { return r.values }

// GetAs is the value of a column by name, without case; ok is false when there is none.
func (r Row) GetAs(name string) (v any, ok bool) {
	_, i, ok := r.schema.Field(name)
	if !ok {
		return nil, false
	}
	return r.values[i], true
}

// String is Row(a=1, b=x).
func (r Row) String() string {
	parts := make([]string, len(r.values))
	for i, v := range r.values {
		if v == nil {
			v = "NULL"
		}
		parts[i] = fmt.Sprintf("%s=%v", r.schema.Fields[i].Name, v)
	}
	return "Row(" + strings.Join(parts, ", ") + ")"
}

// Collect runs the query and gives all rows.
func (d *DataFrame) Collect(ctx context.Context) ([]Row, error) {
	if d.err != nil {
		return nil, d.err
	}
	res, err := d.spark.engine.ExecuteMessage(ctx, &pb.Plan{OpType: &pb.Plan_Root{Root: d.relation}})
	if err != nil {
		return nil, err
	}
	defer res.Close()
	var rows []Row
	for {
		b, err := res.Next(ctx)
		if err != nil || b == nil {
			return rows, err
		}
		for i := range b.Rows() {
			row := Row{schema: &res.Schema, values: make([]any, len(b.Cols))}
			for c, v := range b.Cols {
				row.values[c] = public(vec.ValueAt(v, b.Row(i)), res.Schema.Fields[c].Type)
			}
			rows = append(rows, row)
		}
		b.Release()
	}
}

// public turns the engine's values into those Row documents.
func public(v any, t types.DataType) any {
	if v == nil {
		return nil
	}
	switch t := t.(type) {
	case types.DateType:
		return Date(v.(int32))
	case types.TimestampType, types.TimestampNTZType:
		return time.UnixMicro(v.(int64)).UTC()
	case types.ArrayType:
		list := v.([]any)
		out := make([]any, len(list))
		for i, e := range list {
			out[i] = public(e, t.Element)
		}
		return out
	case types.MapType:
		m := v.(types.MapValue)
		out := types.MapValue{Keys: make([]any, len(m.Keys)), Values: make([]any, len(m.Values))}
		for i := range m.Keys {
			out.Keys[i], out.Values[i] = public(m.Keys[i], t.Key), public(m.Values[i], t.Value)
		}
		return out
	case types.StructType:
		list := v.([]any)
		row := Row{schema: &t, values: make([]any, len(list))}
		for i, e := range list {
			row.values[i] = public(e, t.Fields[i].Type)
		}
		return row
	}
	return v
}

// First is the first row; ok is false when there is none.
func (d *DataFrame) First(ctx context.Context) (row Row, ok bool, err error) {
	rows, err := d.Limit(1).Collect(ctx)
	if err != nil || len(rows) == 0 {
		return Row{}, false, err
	}
	return rows[0], true, nil
}

// Count is the number of rows.
func (d *DataFrame) Count(ctx context.Context) (int64, error) {
	row, _, err := d.Agg(Call("count", Lit(1)).Alias("count")).First(ctx)
	if err != nil {
		return 0, err
	}
	return row.Get(0).(int64), nil
}

// ShowString is the table that PySpark's show prints: up to rows rows, cells cut to truncate characters (0: whole).
func (d *DataFrame) ShowString(ctx context.Context, rows, truncate int, vertical bool) (string, error) {
	show := &pb.ShowString{Input: d.relation, NumRows: int32(rows), Truncate: int32(truncate), Vertical: vertical}
	row, _, err := d.then(&pb.Relation{RelType: &pb.Relation_ShowString{ShowString: show}}, nil).First(ctx)
	if err != nil {
		return "", err
	}
	return row.Get(0).(string), nil
}

// Show writes the first 20 rows as a table.
func (d *DataFrame) Show(ctx context.Context, w io.Writer) error {
	text, err := d.ShowString(ctx, 20, 20, false)
	if err == nil {
		_, err = fmt.Fprintln(w, text)
	}
	return err
}

// encodeRows makes the Arrow bytes of a local relation.
func encodeRows(rows [][]any, schema types.StructType) ([]byte, error) {
	alloc := vec.NewAllocator(0)
	var batches []*vec.Batch
	defer func() {
		for _, b := range batches {
			b.Release()
		}
	}()
	for start := 0; start < len(rows); start += vec.BatchRows {
		part := rows[start:min(start+vec.BatchRows, len(rows))]
		b := alloc.NewBatch(len(part))
		batches = append(batches, b)
		for c, f := range schema.Fields {
			values := make([]any, len(part))
			for r, row := range part {
				if c >= len(row) {
					return nil, badArgument("createDataFrame", row)
				}
				values[r] = internal(row[c], f.Type)
			}
			v, err := vec.FromValues(b.Arena, f.Type, values)
			if err != nil {
				return nil, err
			}
			b.Cols = append(b.Cols, v)
		}
	}
	return scan.ToIPC(schema, batches)
}

// internal is the inverse of public, and takes int for any integer type.
func internal(v any, t types.DataType) any {
	switch x := v.(type) {
	case int:
		switch t.ID() {
		case types.IDByte:
			return int8(x)
		case types.IDShort:
			return int16(x)
		case types.IDInteger:
			return int32(x)
		case types.IDDouble:
			return float64(x)
		}
		return int64(x)
	case Date:
		return int32(x)
	case time.Time:
		if t.ID() == types.IDDate {
			return int32(DateOf(x))
		}
		return x.UnixMicro()
	case Row:
		s, ok := t.(types.StructType)
		if !ok {
			return v
		}
		out := make([]any, len(x.values))
		for i, e := range x.values {
			out[i] = internal(e, s.Fields[i].Type)
		}
		return out
	case []any:
		out := make([]any, len(x))
		for i, e := range x {
			switch t := t.(type) {
			case types.ArrayType:
				out[i] = internal(e, t.Element)
			case types.StructType:
				out[i] = internal(e, t.Fields[i].Type)
			}
		}
		return out
	}
	return v
}
