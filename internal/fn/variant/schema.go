package variant

import (
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
)

// Schema is the type that values are of, as far as they agree: a SQL type, or an object or array of such.
type Schema struct {
	sql    string // of a type that is neither object nor array
	fields map[string]*Schema
	item   *Schema
	number int // digits before the point of a decimal, with scale
	scale  int
}

const (
	void    = "VOID"
	unclear = "VARIANT"
	decimal = "DECIMAL"
	bigint  = "BIGINT"
)

// SchemaOf is the schema of a value.
func SchemaOf(v Value) (*Schema, error) {
	kind, err := v.Kind()
	if err != nil {
		return nil, err
	}
	switch kind {
	case Object:
		s := &Schema{fields: map[string]*Schema{}}
		return s, v.Fields(func(key string, e Value) (err error) {
			s.fields[key], err = SchemaOf(e)
			return err
		})
	case Array:
		s := &Schema{item: &Schema{sql: void}}
		return s, v.Elements(func(e Value) error {
			i, err := SchemaOf(e)
			if err == nil {
				s.item = s.item.Merge(i)
			}
			return err
		})
	case Decimal:
		u, scale, err := v.Decimal()
		precision := max(u.Digits(), scale)
		return &Schema{sql: decimal, number: precision - scale, scale: scale}, err
	}
	return &Schema{sql: [...]string{void, "BOOLEAN", bigint, "DOUBLE", decimal, "DATE", "TIMESTAMP", "TIMESTAMP_NTZ", "FLOAT", "BINARY", "STRING"}[kind]}, nil
}

// NoSchema is the schema of no values.
func NoSchema() *Schema { return &Schema{sql: void} }

// Merge is the schema of the values of both.
func (s *Schema) Merge(t *Schema) *Schema {
	switch {
	case s.sql == void:
		return t
	case t.sql == void:
		return s
	case s.fields != nil && t.fields != nil:
		out := &Schema{fields: map[string]*Schema{}}
		for k, f := range s.fields {
			out.fields[k] = f
		}
		for k, f := range t.fields {
			if g, ok := out.fields[k]; ok {
				f = g.Merge(f)
			}
			out.fields[k] = f
		}
		return out
	case s.item != nil && t.item != nil:
		return &Schema{item: s.item.Merge(t.item)}
	case s.fields != nil || t.fields != nil || s.item != nil || t.item != nil:
		return &Schema{sql: unclear}
	}
	return mergeScalars(s, t)
}

func mergeScalars(s, t *Schema) *Schema {
	a, b := s.widened(), t.widened()
	switch {
	case s.sql == t.sql && s.sql != decimal:
		return s
	case a.sql == decimal && b.sql == decimal:
		out := &Schema{sql: decimal, number: max(a.number, b.number), scale: max(a.scale, b.scale)}
		if over := out.number + out.scale - types.MaxPrecision; over > 0 {
			out.scale = max(0, out.scale-over)
		}
		return out
	case a.isNumber() && b.isNumber():
		return &Schema{sql: "DOUBLE"}
	case isMoment(s.sql) && isMoment(t.sql):
		if s.sql == "TIMESTAMP" || t.sql == "TIMESTAMP" {
			return &Schema{sql: "TIMESTAMP"}
		}
		return &Schema{sql: "TIMESTAMP_NTZ"}
	}
	return &Schema{sql: unclear}
}

// widened is an integer as a decimal.
func (s *Schema) widened() *Schema {
	if s.sql == bigint {
		return &Schema{sql: decimal, number: 20}
	}
	return s
}

func (s *Schema) isNumber() bool { return s.sql == decimal || s.sql == "FLOAT" || s.sql == "DOUBLE" }

func isMoment(sql string) bool { return sql == "DATE" || sql == "TIMESTAMP" || sql == "TIMESTAMP_NTZ" }

// String is the schema as schema_of_variant prints it.
func (s *Schema) String() string {
	switch {
	case s.fields != nil:
		keys := make([]string, 0, len(s.fields))
		for k := range s.fields {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for i, k := range keys {
			keys[i] = types.QuoteIfNeeded(k) + ": " + s.fields[k].String()
		}
		return "OBJECT<" + strings.Join(keys, ", ") + ">"
	case s.item != nil:
		return "ARRAY<" + s.item.String() + ">"
	case s.sql == decimal:
		return "DECIMAL(" + itoa(s.number+s.scale) + "," + itoa(s.scale) + ")"
	}
	return s.sql
}
