package types

import (
	"encoding/json"
	"reflect"
	"strings"
)

// Equal tells whether two types are the same including nullability, field names with case, and metadata, as == does on
// Spark's types.
func Equal(a, b DataType) bool { return same(a, b, sameness{nullability: true, metadata: true}) }

// EqualIgnoreNullability is Equal without regard to nullability and metadata; names still count, with case.
func EqualIgnoreNullability(a, b DataType) bool { return same(a, b, sameness{}) }

// EqualIgnoreCaseAndNullability compares names without case, as operators do that combine two structs.
func EqualIgnoreCaseAndNullability(a, b DataType) bool { return same(a, b, sameness{foldNames: true}) }

// EqualIgnoreMetadata counts nullability and names, and leaves metadata out.
func EqualIgnoreMetadata(a, b DataType) bool { return same(a, b, sameness{nullability: true}) }

// EqualStructurally ignores names, nullability and metadata: two such types have the same layout.
func EqualStructurally(a, b DataType) bool { return same(a, b, sameness{anyNames: true}) }

type sameness struct{ nullability, metadata, foldNames, anyNames bool }

func same(a, b DataType, how sameness) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	switch a := a.(type) {
	case ArrayType:
		b, ok := b.(ArrayType)
		return ok && (!how.nullability || a.ContainsNull == b.ContainsNull) && same(a.Element, b.Element, how)
	case MapType:
		b, ok := b.(MapType)
		return ok && (!how.nullability || a.ValueContainsNull == b.ValueContainsNull) &&
			same(a.Key, b.Key, how) && same(a.Value, b.Value, how)
	case StructType:
		b, ok := b.(StructType)
		return ok && sameFields(a.Fields, b.Fields, how)
	case StringType:
		b, ok := b.(StringType)
		return ok && (a.Collation == b.Collation || a.IsBinaryCollation() && b.IsBinaryCollation())
	}
	return a == b
}

func sameFields(a, b []StructField, how sameness) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		switch {
		case how.anyNames:
		case how.foldNames:
			if !strings.EqualFold(a[i].Name, b[i].Name) {
				return false
			}
		case a[i].Name != b[i].Name:
			return false
		}
		if how.nullability && a[i].Nullable != b[i].Nullable || !same(a[i].Type, b[i].Type, how) {
			return false
		}
		if how.metadata && !EqualMetadata(a[i].Metadata, b[i].Metadata) {
			return false
		}
	}
	return true
}

// EqualMetadata compares two metadata objects; nil equals empty, and an int equals the json.Number of the same digits.
func EqualMetadata(a, b map[string]any) bool {
	if len(a) == 0 && len(b) == 0 {
		return true
	}
	return reflect.DeepEqual(normalMetadata(a), normalMetadata(b))
}

// normalMetadata gives numbers one Go type by way of their JSON text.
func normalMetadata(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := make(map[string]any, len(v))
		for k, e := range v {
			m[k] = normalMetadata(e)
		}
		return m
	case []any:
		s := make([]any, len(v))
		for i, e := range v {
			s[i] = normalMetadata(e)
		}
		return s
	case nil, string, bool, json.Number:
		return v
	}
	text, err := json.Marshal(v)
	if err != nil {
		return v
	}
	return json.Number(text)
}

// AsNullable is t with every field, element and value nullable, which is what a reader of files promises.
func AsNullable(t DataType) DataType {
	switch t := t.(type) {
	case ArrayType:
		return ArrayType{AsNullable(t.Element), true}
	case MapType:
		return MapType{AsNullable(t.Key), AsNullable(t.Value), true}
	case StructType:
		fields := make([]StructField, len(t.Fields))
		for i, f := range t.Fields {
			f.Nullable, f.Type = true, AsNullable(f.Type)
			fields[i] = f
		}
		return StructType{fields}
	}
	return t
}

// Exists tells whether pred holds for t or for a type inside it.
func Exists(t DataType, pred func(DataType) bool) bool {
	if pred(t) {
		return true
	}
	switch t := t.(type) {
	case ArrayType:
		return Exists(t.Element, pred)
	case MapType:
		return Exists(t.Key, pred) || Exists(t.Value, pred)
	case StructType:
		for _, f := range t.Fields {
			if Exists(f.Type, pred) {
				return true
			}
		}
	}
	return false
}
