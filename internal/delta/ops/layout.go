package ops

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/parquetio"
	"github.com/flintlake/flintlake/internal/vec"
)

const changeType = "_change_type"

// metadata is what the table will have after the command.
func (t *target) metadata() *log.Metadata { return t.tx.Metadata() }

// layout is how rows of the goal's schema are laid out in files.
type layout struct {
	data     []int            // ordinals of the columns that files hold: all but the partition columns
	logical  types.StructType // those columns, by their own names
	physical types.StructType // as files call them, at every depth
	ids      bool             // field ids are written
}

func newLayout(m *log.Metadata, schema types.StructType) *layout {
	l := &layout{ids: m.ColumnMappingMode() != "none"}
	for i, f := range schema.Fields {
		if m.IsPartitionColumn(f.Name) {
			continue
		}
		l.data = append(l.data, i)
		l.logical.Fields = append(l.logical.Fields, f)
		l.physical.Fields = append(l.physical.Fields, physicalField(f, l.ids))
	}
	return l
}

// physicalField renames a field and those inside it as files call them, and drops what only the table's schema needs to know.
func physicalField(f types.StructField, mapped bool) types.StructField {
	out := types.StructField{Name: f.Name, Type: physicalType(f.Type, mapped), Nullable: true}
	if mapped {
		out.Name = log.PhysicalName(f, true)
		if id, ok := metadataInt(f.Metadata, "delta.columnMapping.id"); ok {
			out.Metadata = map[string]any{"parquet.field.id": id}
		}
	}
	return out
}

func physicalType(t types.DataType, mapped bool) types.DataType {
	switch t := t.(type) {
	case types.StructType:
		out := types.StructType{Fields: make([]types.StructField, len(t.Fields))}
		for i, f := range t.Fields {
			out.Fields[i] = physicalField(f, mapped)
		}
		return out
	case types.ArrayType:
		return types.ArrayType{Element: physicalType(t.Element, mapped), ContainsNull: true}
	case types.MapType:
		return types.MapType{Key: physicalType(t.Key, mapped), Value: physicalType(t.Value, mapped), ValueContainsNull: true}
	case types.CharType, types.VarcharType:
		return types.String
	}
	return t
}

// schema is the columns of a file of a kind.
func (l *layout) schema(kind fileKind) types.StructType {
	if kind == dataFiles {
		return l.physical
	}
	return types.StructType{Fields: append(l.physical.Fields[:len(l.physical.Fields):len(l.physical.Fields)],
		types.StructField{Name: changeType, Type: types.String, Nullable: true})}
}

// columns picks what a file holds from the columns of a row (change rows have _change_type last).
func (l *layout) columns(kind fileKind, cols []*vec.Vector) []*vec.Vector {
	out := make([]*vec.Vector, 0, len(l.data)+1)
	for _, i := range l.data {
		out = append(out, cols[i])
	}
	if kind == changeFiles {
		out = append(out, cols[len(cols)-1])
	}
	return out
}

func (t *target) writerOptions() parquetio.WriterOptions {
	return parquetio.WriterOptions{}
}
