package types

import (
	"bytes"
	"encoding/json"
	"sort"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// JSON is the text of a type as Spark's DataType.json writes it, without spaces, with fields in the order name, type,
// nullable, metadata. Metadata keys are sorted.
func JSON(t DataType) string {
	var w jsonWriter
	w.dataType(t)
	return string(w.b)
}

// FieldJSON is the text of one field, as it stands in the JSON of a struct.
func FieldJSON(f StructField) string {
	var w jsonWriter
	w.field(f)
	return string(w.b)
}

// MarshalJSON is JSON; it makes schemas usable with encoding/json (which may re-escape the text, see JSON for Delta's).
func (s StructType) MarshalJSON() ([]byte, error) { return []byte(JSON(s)), nil }

// UnmarshalJSON is FromJSON for a struct.
func (s *StructType) UnmarshalJSON(b []byte) error {
	t, err := FromJSON(b)
	if err != nil {
		return err
	}
	st, ok := t.(StructType)
	if !ok {
		return invalidJSONType(string(b))
	}
	*s = st
	return nil
}

type jsonWriter struct{ b []byte }

func (w *jsonWriter) dataType(t DataType) {
	switch t := t.(type) {
	case StructType:
		w.text(`{"type":"struct","fields":[`)
		for i, f := range t.Fields {
			if i > 0 {
				w.text(",")
			}
			w.field(f)
		}
		w.text("]}")
	case ArrayType:
		w.text(`{"type":"array","elementType":`)
		w.dataType(t.Element)
		w.text(`,"containsNull":`)
		w.text(strconv.FormatBool(t.ContainsNull))
		w.text("}")
	case MapType:
		w.text(`{"type":"map","keyType":`)
		w.dataType(t.Key)
		w.text(`,"valueType":`)
		w.dataType(t.Value)
		w.text(`,"valueContainsNull":`)
		w.text(strconv.FormatBool(t.ValueContainsNull))
		w.text("}")
	default:
		w.string(atomicJSON(t))
	}
}

// atomicJSON is the JSON name of a type without parts. Collations live in the metadata of the field.
func atomicJSON(t DataType) string {
	switch t := t.(type) {
	case StringType:
		return "string"
	case GeometryType:
		return "geometry(" + crsName(t.SRID) + ")"
	case GeographyType:
		return "geography(" + crsName(t.SRID) + ", SPHERICAL)"
	}
	return TypeName(t)
}

func (w *jsonWriter) field(f StructField) {
	w.text(`{"name":`)
	w.string(f.Name)
	w.text(`,"type":`)
	w.dataType(f.Type)
	w.text(`,"nullable":`)
	w.text(strconv.FormatBool(f.Nullable))
	w.text(`,"metadata":`)
	w.value(withCollations(f))
	w.text("}")
}

// withCollations adds the collations of strings at or below a field, down to but not into nested structs, by path.
func withCollations(f StructField) map[string]any {
	found := map[string]any{}
	collectCollations(f.Type, f.Name, found)
	if len(found) == 0 {
		return f.Metadata
	}
	return f.WithMetadata(CollationsKey, found).Metadata
}

func collectCollations(t DataType, path string, into map[string]any) {
	switch t := t.(type) {
	case StringType:
		if !t.IsBinaryCollation() {
			into[path] = collationProvider(t.Collation) + "." + t.Collation
		}
	case ArrayType:
		collectCollations(t.Element, path+".element", into)
	case MapType:
		collectCollations(t.Key, path+".key", into)
		collectCollations(t.Value, path+".value", into)
	}
}

func collationProvider(name string) string {
	if strings.HasPrefix(name, "UTF8_") {
		return "spark"
	}
	return "icu"
}

func (w *jsonWriter) value(v any) {
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		w.text("{")
		for i, k := range keys {
			if i > 0 {
				w.text(",")
			}
			w.string(k)
			w.text(":")
			w.value(v[k])
		}
		w.text("}")
	case []any:
		w.text("[")
		for i, e := range v {
			if i > 0 {
				w.text(",")
			}
			w.value(e)
		}
		w.text("]")
	case string:
		w.string(v)
	case json.Number:
		w.text(string(v))
	default:
		b, err := json.Marshal(v)
		if err != nil {
			b = []byte("null")
		}
		w.b = append(w.b, b...)
	}
}

func (w *jsonWriter) text(s string) { w.b = append(w.b, s...) }

// string quotes as Jackson does: only the quote, the back-slash and control characters are escaped.
func (w *jsonWriter) string(s string) {
	const hex = "0123456789ABCDEF"
	w.b = append(w.b, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			w.b = append(w.b, '\\', c)
		case c >= 0x20:
			w.b = append(w.b, c)
		case c == '\b':
			w.text(`\b`)
		case c == '\t':
			w.text(`\t`)
		case c == '\n':
			w.text(`\n`)
		case c == '\f':
			w.text(`\f`)
		case c == '\r':
			w.text(`\r`)
		default:
			w.b = append(w.b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	w.b = append(w.b, '"')
}

// FromJSON reads what JSON writes, and the older forms that Delta tables hold. A malformed text or an unknown type gives
// INVALID_JSON_DATA_TYPE.
func FromJSON(text []byte) (DataType, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, invalidJSONType(string(text)).WithCause(err)
	}
	if d.More() {
		return nil, invalidJSONType(string(text))
	}
	return typeFromJSON(v, nil, "")
}

func invalidJSONType(text string) *sparkerr.Error {
	return sparkerr.New("INVALID_JSON_DATA_TYPE", "invalidType", text)
}

func badJSONValue(v any) error {
	b, _ := json.Marshal(v)
	return invalidJSONType(string(b))
}

// typeFromJSON turns a decoded value into a type; collations are those of the enclosing field, by path.
func typeFromJSON(v any, collations map[string]any, path string) (DataType, error) {
	switch v := v.(type) {
	case string:
		return nameFromJSON(v, collations, path)
	case map[string]any:
		return objectFromJSON(v, collations, path)
	}
	return nil, badJSONValue(v)
}

func objectFromJSON(o map[string]any, collations map[string]any, path string) (DataType, error) {
	switch o["type"] {
	case "struct":
		return structFromJSON(o)
	case "array":
		element, err := typeFromJSON(o["elementType"], collations, path+".element")
		if err != nil {
			return nil, err
		}
		containsNull, ok := o["containsNull"].(bool)
		if !ok {
			return nil, badJSONValue(o)
		}
		return ArrayType{element, containsNull}, nil
	case "map":
		key, err := typeFromJSON(o["keyType"], collations, path+".key")
		if err != nil {
			return nil, err
		}
		value, err := typeFromJSON(o["valueType"], collations, path+".value")
		if err != nil {
			return nil, err
		}
		containsNull, ok := o["valueContainsNull"].(bool)
		if !ok {
			return nil, badJSONValue(o)
		}
		return MapType{key, value, containsNull}, nil
	case "udt":
		if t, ok := o["sqlType"]; ok { // the class is not ours to load: the data are those of its SQL type
			return typeFromJSON(t, collations, path)
		}
	}
	return nil, badJSONValue(o)
}

func structFromJSON(o map[string]any) (DataType, error) {
	list, ok := o["fields"].([]any)
	if !ok {
		return nil, badJSONValue(o)
	}
	s := StructType{Fields: make([]StructField, len(list))}
	for i, e := range list {
		f, ok := e.(map[string]any)
		if !ok {
			return nil, badJSONValue(e)
		}
		if err := fieldFromJSON(f, &s.Fields[i]); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func fieldFromJSON(o map[string]any, f *StructField) (err error) {
	var ok bool
	if f.Name, ok = o["name"].(string); !ok {
		return badJSONValue(o)
	}
	f.Nullable = true
	if n, there := o["nullable"]; there {
		if f.Nullable, ok = n.(bool); !ok {
			return badJSONValue(o)
		}
	}
	metadata, _ := o["metadata"].(map[string]any)
	collations, _ := metadata[CollationsKey].(map[string]any)
	if f.Type, err = typeFromJSON(o["type"], collations, f.Name); err != nil {
		return err
	}
	if len(metadata) > 0 {
		f.Metadata = metadata
	}
	if collations != nil {
		*f = f.WithoutMetadata(CollationsKey)
	}
	return nil
}

var jsonNames = map[string]DataType{
	"void": Null, "null": Null, "boolean": Boolean, "byte": Byte, "tinyint": Byte, "short": Short, "smallint": Short,
	"integer": Integer, "int": Integer, "long": Long, "bigint": Long, "float": Float, "double": Double,
	"decimal": UserDefaultDecimal, "string": String, "binary": Binary, "date": Date, "timestamp": Timestamp,
	"timestamp_ltz": Timestamp, "timestamp_ntz": TimestampNTZ, "interval": CalendarInterval, "calendarinterval": CalendarInterval, "variant": Variant,
}

func nameFromJSON(name string, collations map[string]any, path string) (DataType, error) {
	if name == "string" {
		if c, ok := collations[path].(string); ok {
			_, c, _ = strings.Cut(c, ".")
			c, _, _ = strings.Cut(c, ".") // a version may follow the name
			return StringType{Collation: c}, nil
		}
		return String, nil
	}
	if t, ok := jsonNames[name]; ok {
		return t, nil
	}
	head, _, _ := strings.Cut(name, "(")
	switch head {
	case "geometry", "geography":
		return geoFromJSON(head, name)
	}
	t, err := ParseType(name)
	if strings.HasPrefix(sparkerr.Condition(err), "DECIMAL_PRECISION_EXCEEDS_MAX_PRECISION") {
		return nil, err
	}
	if err != nil || IsNested(t) {
		return nil, badJSONValue(name)
	}
	return t, nil
}
