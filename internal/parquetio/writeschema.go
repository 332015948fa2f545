package parquetio

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/parquetio/format"
)

// target is a field to be written: a leaf, or a group of targets.
type target struct {
	kind     fieldKind
	typ      types.DataType
	nullable bool
	// def and rep are the levels at which the field itself is there; a list or map element is there at def+1 (its repeated
	// group), rep+1.
	def, rep int
	children []*target
	leaf     *leafWriter
}

// schemaBuilder turns a Spark schema into Parquet's, in the forms Spark writes (SparkToParquetSchemaConverter).
type schemaBuilder struct {
	elements []format.SchemaElement
	leaves   []*leafWriter
	opts     *WriterOptions
	path     []string
}

func (b *schemaBuilder) build(s types.StructType) ([]*target, error) {
	b.elements = []format.SchemaElement{{Name: "spark_schema", Type: format.Group, NumChildren: int32(len(s.Fields)), FieldID: -1}}
	return b.fields(s, 0, 0)
}

func (b *schemaBuilder) fields(s types.StructType, def, rep int) ([]*target, error) {
	l := make([]*target, len(s.Fields))
	for i := range s.Fields {
		f := &s.Fields[i]
		id := int32(-1)
		if v, ok := fieldID(f); ok && b.opts.FieldIDs {
			id = v
		}
		var err error
		if l[i], err = b.field(f.Name, f.Type, f.Nullable, id, def, rep); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// element appends a schema element and returns the levels below it.
func (b *schemaBuilder) element(e format.SchemaElement, nullable bool, def int) int {
	if e.Repetition == format.Repeated {
		b.elements = append(b.elements, e)
		return def + 1
	}
	e.Repetition = format.Required
	if nullable {
		e.Repetition = format.Optional
		def++
	}
	b.elements = append(b.elements, e)
	return def
}

func (b *schemaBuilder) field(name string, t types.DataType, nullable bool, id int32, def, rep int) (*target, error) {
	b.path = append(b.path, name)
	defer func() { b.path = b.path[:len(b.path)-1] }()
	w := &target{typ: t, nullable: nullable, rep: rep}
	group := format.SchemaElement{Name: name, Type: format.Group, FieldID: id}
	var err error
	switch t := t.(type) {
	case types.StructType:
		if len(t.Fields) == 0 {
			return nil, b.unsupported(t)
		}
		w.kind, group.NumChildren = structField, int32(len(t.Fields))
		w.def = b.element(group, nullable, def)
		w.children, err = b.fields(t, w.def, rep)
	case types.ArrayType:
		w.kind, group.NumChildren, group.Annotation.Kind = listField, 1, format.List
		w.def = b.element(group, nullable, def)
		inner := b.element(format.SchemaElement{Name: "list", Type: format.Group, Repetition: format.Repeated, NumChildren: 1, FieldID: -1}, false, w.def)
		b.path = append(b.path, "list")
		w.children = make([]*target, 1)
		w.children[0], err = b.field("element", t.Element, t.ContainsNull, -1, inner, rep+1)
		b.path = b.path[:len(b.path)-1]
	case types.MapType:
		w.kind, group.NumChildren, group.Annotation.Kind = mapField, 1, format.Map
		w.def = b.element(group, nullable, def)
		inner := b.element(format.SchemaElement{Name: "key_value", Type: format.Group, Repetition: format.Repeated, NumChildren: 2, FieldID: -1}, false, w.def)
		b.path = append(b.path, "key_value")
		w.children = make([]*target, 2)
		if w.children[0], err = b.field("key", t.Key, false, -1, inner, rep+1); err == nil {
			w.children[1], err = b.field("value", t.Value, t.ValueContainsNull, -1, inner, rep+1)
		}
		b.path = b.path[:len(b.path)-1]
	case types.VariantType:
		w.kind, group.NumChildren = variantField, 2
		w.def = b.element(group, nullable, def)
		w.children = make([]*target, 2)
		if w.children[0], err = b.field("value", types.Binary, false, -1, w.def, rep); err == nil {
			w.children[1], err = b.field("metadata", types.Binary, false, -1, w.def, rep)
		}
	default:
		e, ok := leafElement(t)
		if !ok {
			return nil, b.unsupported(t)
		}
		e.Name, e.FieldID = name, id
		w.kind = leafField
		w.def = b.element(e, nullable, def)
		w.leaf = newLeafWriter(b.opts, e, t, w.def, rep, append([]string(nil), b.path...))
		b.leaves = append(b.leaves, w.leaf)
	}
	return w, err
}

func (b *schemaBuilder) unsupported(t types.DataType) error {
	return sparkerr.New("UNSUPPORTED_DATA_TYPE_FOR_DATASOURCE", "columnName", "`"+b.path[0]+"`", "columnType", `"`+t.SQL()+`"`, "format", "Parquet")
}

// leafElement is how a primitive type is stored.
func leafElement(t types.DataType) (e format.SchemaElement, ok bool) {
	ok = true
	switch t := t.(type) {
	case types.BooleanType:
		e.Type = format.Boolean
	case types.ByteType:
		e.Type, e.Annotation = format.Int32, format.Annotation{Kind: format.Integer, Bits: 8, Signed: true}
	case types.ShortType:
		e.Type, e.Annotation = format.Int32, format.Annotation{Kind: format.Integer, Bits: 16, Signed: true}
	case types.IntegerType, types.YearMonthIntervalType:
		e.Type = format.Int32
	case types.DateType:
		e.Type, e.Annotation.Kind = format.Int32, format.Date
	case types.LongType, types.DayTimeIntervalType:
		e.Type = format.Int64
	case types.TimestampType:
		e.Type, e.Annotation = format.Int64, format.Annotation{Kind: format.Timestamp, Unit: format.Micros, UTC: true}
	case types.TimestampNTZType:
		e.Type, e.Annotation = format.Int64, format.Annotation{Kind: format.Timestamp, Unit: format.Micros}
	case types.TimeType:
		e.Type, e.Annotation = format.Int64, format.Annotation{Kind: format.Time, Unit: format.Micros}
	case types.FloatType:
		e.Type = format.Float
	case types.DoubleType:
		e.Type = format.Double
	case types.StringType, types.CharType, types.VarcharType:
		e.Type, e.Annotation.Kind = format.ByteArray, format.String
	case types.BinaryType:
		e.Type = format.ByteArray
	case types.GeometryType:
		e.Type, e.Annotation.Kind = format.ByteArray, format.Geometry
	case types.GeographyType:
		e.Type, e.Annotation.Kind = format.ByteArray, format.Geography
	case types.DecimalType:
		e.Annotation = format.Annotation{Kind: format.Decimal, Precision: int32(t.Precision), Scale: int32(t.Scale)}
		switch {
		case t.Precision <= 9:
			e.Type = format.Int32
		case t.Precision <= 18:
			e.Type = format.Int64
		default:
			e.Type, e.TypeLength = format.FixedLenByteArray, int32(bytesOfPrecision(t.Precision))
		}
	default:
		return e, false
	}
	return e, ok
}
