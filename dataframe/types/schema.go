package types

import (
	"encoding/json"
	"strings"
)

// NewStruct makes a struct of the given fields; add more with Add.
func NewStruct(fields ...StructField) StructType { return StructType{fields} }

// Add returns a struct with one more field at the end; s itself is not changed.
func (s StructType) Add(name string, t DataType, nullable bool) StructType {
	return s.AddField(StructField{Name: name, Type: t, Nullable: nullable})
}

// AddField is Add for a complete field.
func (s StructType) AddField(f StructField) StructType {
	return StructType{append(s.Fields[:len(s.Fields):len(s.Fields)], f)}
}

// Names are the field names in order.
func (s StructType) Names() []string {
	names := make([]string, len(s.Fields))
	for i := range s.Fields {
		names[i] = s.Fields[i].Name
	}
	return names
}

// FieldExact finds a field by name with case.
func (s StructType) FieldExact(name string) (f StructField, index int, ok bool) {
	for i := range s.Fields {
		if s.Fields[i].Name == name {
			return s.Fields[i], i, true
		}
	}
	return StructField{}, -1, false
}

// Select is the struct of the named fields, in the order of names and found without case; missing ones are left out.
func (s StructType) Select(names ...string) StructType {
	var out StructType
	for _, n := range names {
		if f, _, ok := s.Field(n); ok {
			out.Fields = append(out.Fields, f)
		}
	}
	return out
}

// Find follows a path of field names, found without case; through arrays and maps it goes by "element", "key" and "value", as Delta
// names nested columns.
func (s StructType) Find(path ...string) (StructField, bool) {
	var t DataType = s
	f := StructField{}
	for _, p := range path {
		var ok bool
		if f, ok = child(t, p); !ok {
			return StructField{}, false
		}
		t = f.Type
	}
	return f, len(path) > 0
}

func child(t DataType, name string) (StructField, bool) {
	switch t := t.(type) {
	case StructType:
		f, _, ok := t.Field(name)
		return f, ok
	case ArrayType:
		return StructField{Name: "element", Type: t.Element, Nullable: t.ContainsNull}, strings.EqualFold(name, "element")
	case MapType:
		if strings.EqualFold(name, "key") {
			return StructField{Name: "key", Type: t.Key}, true
		}
		return StructField{Name: "value", Type: t.Value, Nullable: t.ValueContainsNull}, strings.EqualFold(name, "value")
	}
	return StructField{}, false
}

// Metadata keys that Spark and Delta give a meaning to.
const (
	CommentKey        = "comment"
	CurrentDefaultKey = "CURRENT_DEFAULT"            // SQL text of the default now in force
	ExistsDefaultKey  = "EXISTS_DEFAULT"             // SQL text of the default for rows older than the column
	CharVarcharKey    = "__CHAR_VARCHAR_TYPE_STRING" // "char(5)" of a column that is stored as string
	CollationsKey     = "__COLLATIONS"
)

// Comment is the column comment; ok is false when there is none.
func (f StructField) Comment() (text string, ok bool) { return f.MetadataString(CommentKey) }

// WithComment returns the field with a comment.
func (f StructField) WithComment(text string) StructField { return f.WithMetadata(CommentKey, text) }

// MetadataString reads a text entry.
func (f StructField) MetadataString(key string) (value string, ok bool) {
	value, ok = f.Metadata[key].(string)
	return value, ok
}

// MetadataInt reads an integer entry, whichever Go type holds it.
func (f StructField) MetadataInt(key string) (value int64, ok bool) {
	switch v := f.Metadata[key].(type) {
	case json.Number:
		n, err := v.Int64()
		return n, err == nil
	case float64:
		return int64(v), v == float64(int64(v))
	case int:
		return int64(v), true
	case int64:
		return v, true
	}
	return 0, false
}

// WithMetadata returns the field with one entry set; the field's own map is not changed.
func (f StructField) WithMetadata(key string, value any) StructField {
	m := make(map[string]any, len(f.Metadata)+1)
	for k, v := range f.Metadata {
		m[k] = v
	}
	m[key] = value
	f.Metadata = m
	return f
}

// WithoutMetadata returns the field with entries removed.
func (f StructField) WithoutMetadata(keys ...string) StructField {
	m := make(map[string]any, len(f.Metadata))
	for k, v := range f.Metadata {
		m[k] = v
	}
	for _, k := range keys {
		delete(m, k)
	}
	if len(m) == 0 {
		m = nil
	}
	f.Metadata = m
	return f
}
