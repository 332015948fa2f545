package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
)

// deltaCell is a value in the encoding of oracle/delta: as cell, but structs are objects, maps bare lists of pairs, binary bare hex.
func deltaCell(v any, t types.DataType) any {
	if v == nil {
		return nil
	}
	switch t := t.(type) {
	case types.ArrayType:
		list, _ := v.([]any)
		out := make([]any, len(list))
		for i, x := range list {
			out[i] = deltaCell(x, t.Element)
		}
		return out
	case types.StructType:
		list, _ := v.([]any)
		out := map[string]any{}
		for i, x := range list {
			out[t.Fields[i].Name] = deltaCell(x, t.Fields[i].Type)
		}
		return out
	case types.MapType:
		return pairsOf(v, t, deltaCell)
	case types.BinaryType:
		b, _ := v.([]byte)
		return hex.EncodeToString(b)
	case types.VariantType:
		x, _ := v.(types.VariantValue)
		var out any
		if err := decode([]byte(variantJSON(x)), &out); err != nil {
			return err.Error()
		}
		return out
	}
	return plainCell(v, t)
}

// shown is a result as a step shows it: names, types and rows, sorted unless ordered.
type shown struct {
	Schema [][]any `json:"schema"`
	Rows   []any   `json:"rows"`
}

func show(t *table, ordered bool) *shown {
	s := &shown{Schema: schemaList(t.schema, false), Rows: make([]any, len(t.rows))}
	for i, r := range t.rows {
		row := make([]any, len(r))
		for c, v := range r {
			row[c] = deltaCell(v, t.schema.Fields[c].Type)
		}
		s.Rows[i] = row
	}
	if !ordered {
		sortRows(s.Rows)
	}
	return s
}

func sortRows(rows []any) {
	slices.SortStableFunc(rows, func(a, b any) int { return compareText(sortedJSON(a), sortedJSON(b)) })
}

// schemaList is a schema as oracle/delta writes it: [name, type], with nullability on demand.
func schemaList(t types.StructType, nullability bool) [][]any {
	out := make([][]any, len(t.Fields))
	for i, f := range t.Fields {
		out[i] = []any{f.Name, typeName(f.Type)}
		if nullability {
			out[i] = append(out[i], f.Nullable)
		}
	}
	return out
}

// typeName is deltacase.py's ddl_type: Spark's JSON names in angle brackets.
func typeName(t types.DataType) string {
	switch t := t.(type) {
	case types.ArrayType:
		return "array<" + typeName(t.Element) + ">"
	case types.MapType:
		return "map<" + typeName(t.Key) + "," + typeName(t.Value) + ">"
	case types.StructType:
		parts := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			parts[i] = f.Name + ":" + typeName(f.Type)
		}
		return "struct<" + strings.Join(parts, ",") + ">"
	}
	return strings.Trim(types.JSON(t), `"`)
}

// frame is rows in the encoding of oracle/delta as a relation, as createDataFrame makes one.
func frame(ddl string, rows []any) (plan.Relation, error) {
	schema, err := types.ParseDDL(ddl)
	if err != nil {
		return nil, err
	}
	for i := range schema.Fields {
		schema.Fields[i].Metadata = nil
		schema.Fields[i].Nullable = true
	}
	if len(rows) == 0 {
		return &plan.LocalData{Schema: &schema}, nil
	}
	t := &plan.InlineTable{}
	for _, f := range schema.Fields {
		t.Names = append(t.Names, f.Name)
	}
	for _, r := range rows {
		list, ok := r.([]any)
		if !ok || len(list) != len(schema.Fields) {
			return nil, fmt.Errorf("a row of %d cells for %s", len(list), ddl)
		}
		row := make([]plan.Expr, len(list))
		for i, v := range list {
			x, err := goValue(v, schema.Fields[i].Type)
			if err != nil {
				return nil, err
			}
			row[i] = &plan.Literal{Type: schema.Fields[i].Type, Value: x}
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}

// goValue reads a value of oracle/delta's encoding.
func goValue(v any, t types.DataType) (any, error) {
	if v == nil {
		return nil, nil
	}
	switch t := t.(type) {
	case types.ArrayType:
		return goList(v, t.Element)
	case types.StructType:
		object, ok := v.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("%v is no struct", v)
		}
		out := make([]any, len(t.Fields))
		for i, f := range t.Fields {
			x, err := goValue(object[f.Name], f.Type)
			if err != nil {
				return nil, err
			}
			out[i] = x
		}
		return out, nil
	case types.MapType:
		return goMap(v, t)
	}
	return goScalar(v, t)
}

func goList(v any, element types.DataType) ([]any, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("%v is no list", v)
	}
	out := make([]any, len(list))
	for i, x := range list {
		var err error
		if out[i], err = goValue(x, element); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func goMap(v any, t types.MapType) (any, error) {
	list, _ := v.([]any)
	var m types.MapValue
	for _, p := range list {
		pair, ok := p.([]any)
		if !ok || len(pair) != 2 {
			return nil, fmt.Errorf("%v is no pair", p)
		}
		k, err := goValue(pair[0], t.Key)
		if err != nil {
			return nil, err
		}
		x, err := goValue(pair[1], t.Value)
		if err != nil {
			return nil, err
		}
		m.Keys, m.Values = append(m.Keys, k), append(m.Values, x)
	}
	return m, nil
}

func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return fmt.Sprint(v)
}
