package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
)

// canonicalRows is the rows of a result in the encoding of oracle/canonical.py. Columns whose type holds an interval are cast to text as a
// whole by running the query again; that is done for queries only, since a command must not run twice.
func canonicalRows(e *engine, query plan.Relation, got *table, again bool) ([]any, error) {
	texts := slices.ContainsFunc(got.schema.Fields, func(f types.StructField) bool { return types.Exists(f.Type, isInterval) && nested(f.Type) })
	if texts && again {
		t, err := e.run(withTexts(query, got.schema))
		if err != nil {
			return nil, err
		}
		got = t
	}
	out := make([]any, len(got.rows))
	for i, r := range got.rows {
		row := make([]any, len(r))
		for c, v := range r {
			row[c] = cell(v, got.schema.Fields[c].Type)
		}
		out[i] = row
	}
	return out, nil
}

func nested(t types.DataType) bool {
	switch t.(type) {
	case types.ArrayType, types.MapType, types.StructType:
		return true
	}
	return false
}

func isInterval(t types.DataType) bool {
	switch t.(type) {
	case types.YearMonthIntervalType, types.DayTimeIntervalType, types.CalendarIntervalType:
		return true
	}
	return false
}

// withTexts casts the columns that hold intervals to text.
func withTexts(query plan.Relation, schema types.StructType) plan.Relation {
	names, list := make([]string, len(schema.Fields)), make([]plan.Expr, len(schema.Fields))
	for i, f := range schema.Fields {
		names[i] = "c" + strconv.Itoa(i)
		list[i] = &plan.Attribute{Parts: []string{names[i]}}
		if types.Exists(f.Type, isInterval) {
			list[i] = &plan.Alias{Child: &plan.Cast{Child: list[i], Type: types.String}, Names: []string{names[i]}}
		}
	}
	return &plan.Project{Input: &plan.ToDF{Input: query, Names: names}, List: list}
}

// cell is one value in the encoding of oracle/canonical.py: what its JSON would be read as.
func cell(v any, t types.DataType) any {
	if v == nil {
		return nil
	}
	switch t := t.(type) {
	case types.ArrayType:
		list, _ := v.([]any)
		out := make([]any, len(list))
		for i, x := range list {
			out[i] = cell(x, t.Element)
		}
		return out
	case types.StructType:
		list, _ := v.([]any)
		out := make([]any, len(list))
		for i, x := range list {
			out[i] = []any{t.Fields[i].Name, cell(x, t.Fields[i].Type)}
		}
		return map[string]any{"struct": out}
	case types.MapType:
		return map[string]any{"map": pairsOf(v, t, cell)}
	case types.BinaryType:
		b, _ := v.([]byte)
		return map[string]any{"hex": hex.EncodeToString(b)}
	case types.VariantType:
		x, _ := v.(types.VariantValue)
		return map[string]any{"variant": variantJSON(x)}
	case types.TimeType:
		n, _ := v.(int64)
		return time.Unix(0, n).UTC().Format("15:04:05.000000")
	case types.GeometryType, types.GeographyType:
		b, _ := v.([]byte)
		return map[string]any{"text": base64.StdEncoding.EncodeToString(b)}
	}
	return plainCell(v, t)
}

// plainCell is a scalar that both encodings of Spark's answers write alike.
func plainCell(v any, t types.DataType) any {
	switch x := v.(type) {
	case bool:
		return x
	case float32:
		return pythonFloat(float64(x), 32)
	case float64:
		return pythonFloat(x, 64)
	}
	text := scalarText(v, t)
	switch t.ID() {
	case types.IDByte, types.IDShort, types.IDInteger, types.IDLong:
		return json.Number(text)
	}
	return text
}

// pairsOf is a map as [key, value] pairs, sorted by the JSON text of the key.
func pairsOf(v any, t types.MapType, encode func(any, types.DataType) any) []any {
	m, _ := v.(types.MapValue)
	out := make([]any, len(m.Keys))
	for i := range m.Keys {
		out[i] = []any{encode(m.Keys[i], t.Key), encode(m.Values[i], t.Value)}
	}
	slices.SortStableFunc(out, func(a, b any) int {
		return compareText(sortedJSON(a.([]any)[0]), sortedJSON(b.([]any)[0]))
	})
	return out
}

// pythonFloat is Python's repr of the shortest digits that read back.
func pythonFloat(f float64, bits int) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	case f == 0:
		return map[bool]string{true: "-0.0", false: "0.0"}[math.Signbit(f)]
	}
	scientific := strconv.FormatFloat(f, 'e', -1, bits)
	_, exponent, _ := strings.Cut(scientific, "e")
	if x, _ := strconv.Atoi(exponent); x < -4 || x >= 16 {
		return scientific
	}
	text := strconv.FormatFloat(f, 'f', -1, bits)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// scrubAll takes what depends on the run out of every text of a row.
func scrubAll(v any) any {
	switch v := v.(type) {
	case string:
		return scrub(v)
	case []any:
		if len(v) > 1 && v[0] == "Owner" { // of DESCRIBE EXTENDED
			return append([]any{"Owner", "{owner}"}, v[2:]...)
		}
		out := make([]any, len(v))
		for i, x := range v {
			out[i] = scrubAll(x)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k, x := range v {
			out[scrub(k)] = scrubAll(x)
		}
		return out
	}
	return v
}

// sortedJSON is a compact JSON text with sorted keys, for comparing and sorting.
func sortedJSON(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Sprint(v)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func compareText(a, b string) int { return strings.Compare(a, b) }

// same compares as oracle/compare.py does: texts of doubles may differ by 1e-12 of their size, everything else is exact.
func same(a, b any) bool {
	switch x := a.(type) {
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			if !same(x[i], y[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for k, v := range x {
			if w, ok := y[k]; !ok || !same(v, w) {
				return false
			}
		}
		return true
	case string:
		y, ok := b.(string)
		return ok && (x == y || near(x, y))
	}
	return a == b
}

// near tells whether both texts are doubles that differ in the last places only.
func near(a, b string) bool {
	if !strings.ContainsAny(a, ".e") || !strings.ContainsAny(b, ".e") {
		return false
	}
	x, err1 := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	return err1 == nil && err2 == nil && math.Abs(x-y) <= 1e-12*max(math.Abs(x), math.Abs(y))
}
