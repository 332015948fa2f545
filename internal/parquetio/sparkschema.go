package parquetio

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/parquetio/format"
)

// sparkSchema is what Spark reads out of a file without its own schema in the metadata
// (ParquetToSparkSchemaConverter, Spark 4.2).
func sparkSchema(root *node) (types.StructType, error) {
	return sparkStruct(root)
}

func sparkStruct(n *node) (types.StructType, error) {
	s := types.StructType{Fields: []types.StructField{}}
	for _, c := range n.children {
		t, err := sparkField(c)
		if err != nil {
			return s, err
		}
		s.Fields = append(s.Fields, types.StructField{Name: c.Name, Type: t, Nullable: c.Repetition != format.Required})
	}
	for i := range s.Fields {
		if s.Fields[i].Type.ID() == types.IDArray && n.children[i].Repetition == format.Repeated {
			s.Fields[i].Nullable = false
		}
	}
	return s, nil
}

// sparkField is the type of a field, which is an array when the element is repeated without an annotation around it.
func sparkField(n *node) (types.DataType, error) {
	t, err := sparkType(n)
	if err != nil || n.Repetition != format.Repeated {
		return t, err
	}
	return types.ArrayType{Element: t, ContainsNull: false}, nil
}

// sparkType is the type of the element itself, whatever its repetition.
func sparkType(n *node) (types.DataType, error) {
	if !n.isGroup() {
		return sparkPrimitive(n)
	}
	switch n.Annotation.Kind {
	case format.List:
		element, ok := listElement(n)
		if !ok {
			return nil, illegal(n)
		}
		t, err := sparkType(element)
		if err != nil {
			return nil, err
		}
		return types.ArrayType{Element: t, ContainsNull: element.Repetition == format.Optional}, nil
	case format.Map, format.MapKeyValue:
		key, value, ok := mapEntry(n)
		if !ok {
			return nil, illegal(n)
		}
		k, err := sparkType(key)
		if err != nil {
			return nil, err
		}
		if value == nil { // a set: Spark has no such type
			return types.MapType{Key: k, Value: types.Null, ValueContainsNull: true}, nil
		}
		v, err := sparkType(value)
		if err != nil {
			return nil, err
		}
		return types.MapType{Key: k, Value: v, ValueContainsNull: value.Repetition == format.Optional}, nil
	case format.Variant:
		return types.Variant, nil
	}
	return sparkStruct(n)
}

// listElement finds the element of a LIST group. It is the repeated child itself in the older two-level forms
// (LogicalTypes.md, backward-compatibility rules), else the only child of that.
func listElement(n *node) (*node, bool) {
	if len(n.children) != 1 || n.children[0].Repetition != format.Repeated {
		return nil, false
	}
	r := n.children[0]
	if r.isGroup() && len(r.children) == 1 && r.Name != "array" && r.Name != n.Name+"_tuple" {
		return r.children[0], true
	}
	return r, true
}

// mapEntry finds key and value of a MAP group; value is nil for a set.
func mapEntry(n *node) (key, value *node, ok bool) {
	if len(n.children) != 1 || n.children[0].Repetition != format.Repeated || !n.children[0].isGroup() {
		return nil, nil, false
	}
	switch e := n.children[0]; len(e.children) {
	case 1:
		return e.children[0], nil, true
	case 2:
		return e.children[0], e.children[1], true
	}
	return nil, nil, false
}

// sparkPrimitive is the type of a leaf.
func sparkPrimitive(n *node) (types.DataType, error) {
	a := &n.Annotation
	switch n.Type {
	case format.Boolean:
		return types.Boolean, nil
	case format.Float:
		return types.Float, nil
	case format.Double:
		return types.Double, nil
	case format.Int96:
		return types.Timestamp, nil
	case format.Int32:
		return sparkInt32(n)
	case format.Int64:
		return sparkInt64(n)
	case format.ByteArray:
		switch a.Kind {
		case format.String, format.Enum, format.JSON:
			return types.String, nil
		case format.NoLogical, format.BSON, format.UnknownLogical, format.Null:
			return types.Binary, nil
		case format.Decimal:
			return sparkDecimal(n, types.MaxPrecision)
		case format.Geometry:
			return types.GeometryType{SRID: geoSRID(a.CRS)}, nil
		case format.Geography:
			return types.GeographyType{SRID: geoSRID(a.CRS)}, nil
		}
	case format.FixedLenByteArray:
		switch a.Kind {
		case format.Decimal:
			return sparkDecimal(n, precisionOfBytes(int(n.TypeLength)))
		case format.NoLogical, format.UnknownLogical, format.Interval, format.Null:
			return types.Binary, nil
		case format.UUID:
			return types.Binary, nil
		case format.Float16:
			if n.TypeLength == 2 {
				return types.Float, nil
			}
		}
	}
	return nil, illegal(n)
}

func geoSRID(crs string) int {
	switch strings.ToUpper(crs) {
	case "", "OGC:CRS84", "EPSG:4326":
		return 4326
	case "EPSG:3857":
		return 3857
	}
	return 0
}

func sparkInt32(n *node) (types.DataType, error) {
	a := &n.Annotation
	switch a.Kind {
	case format.NoLogical, format.UnknownLogical, format.Null:
		return types.Integer, nil
	case format.Date:
		return types.Date, nil
	case format.Decimal:
		return sparkDecimal(n, 9)
	case format.Integer:
		switch {
		case a.Signed && a.Bits == 8:
			return types.Byte, nil
		case a.Signed && a.Bits == 16, !a.Signed && a.Bits == 8:
			return types.Short, nil
		case a.Signed && a.Bits == 32, !a.Signed && a.Bits == 16:
			return types.Integer, nil
		case !a.Signed && a.Bits == 32:
			return types.Long, nil
		}
	case format.Time:
		if a.Unit == format.Millis {
			return nil, notSupported(n)
		}
	}
	return nil, illegal(n)
}

func sparkInt64(n *node) (types.DataType, error) {
	a := &n.Annotation
	switch a.Kind {
	case format.NoLogical, format.UnknownLogical, format.Null:
		return types.Long, nil
	case format.Decimal:
		return sparkDecimal(n, 18)
	case format.Integer:
		if a.Bits == 64 && a.Signed {
			return types.Long, nil
		}
		if a.Bits == 64 {
			return types.DecimalType{Precision: 20}, nil
		}
	case format.Timestamp:
		if a.Unit == format.Nanos || a.Unit == format.Micros || a.Unit == format.Millis {
			if a.UTC {
				return types.Timestamp, nil
			}
			return types.TimestampNTZ, nil
		}
	case format.Time:
		if a.Unit == format.Micros {
			return types.TimeType{Precision: 6}, nil
		}
		return nil, notSupported(n)
	}
	return nil, illegal(n)
}

func sparkDecimal(n *node, precisionMax int) (types.DataType, error) {
	p, s := int(n.Annotation.Precision), int(n.Annotation.Scale)
	if p < 1 || p > types.MaxPrecision || s < 0 || s > p || p > precisionMax && precisionMax >= 0 {
		return nil, illegal(n)
	}
	return types.DecimalType{Precision: p, Scale: s}, nil
}

// precisionOfBytes is how many decimal digits always fit into n bytes of two's complement.
func precisionOfBytes(n int) int {
	if n >= 17 {
		return types.MaxPrecision
	}
	limit := new(big.Float).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(8*n-1)))
	f, _ := limit.Float64()
	return int(math.Floor(math.Log10(f)))
}

// bytesOfPrecision is the length of the fixed-length array that a decimal is written as.
func bytesOfPrecision(p int) int {
	for n := 1; ; n++ {
		if precisionOfBytes(n) >= p {
			return n
		}
	}
}

func illegal(n *node) error {
	return sparkerr.New("PARQUET_TYPE_ILLEGAL", "parquetType", n.typeText())
}

func notSupported(n *node) error {
	return sparkerr.New("PARQUET_TYPE_NOT_SUPPORTED", "parquetType", n.typeText())
}

// typeText is the type as Parquet's tools print it: "INT64 (TIMESTAMP(MILLIS,true))".
func (n *node) typeText() string {
	if n.isGroup() {
		return "group " + n.Name
	}
	t := n.Type.String()
	if n.Type == format.FixedLenByteArray {
		t = fmt.Sprintf("%s(%d)", t, n.TypeLength)
	}
	if a := n.Annotation.String(); a != "" {
		t += " (" + a + ")"
	}
	return t
}
