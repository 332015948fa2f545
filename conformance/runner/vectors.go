package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
)

// vector is a record of oracle/functions: an expression with its value, or a query with its rows, or either with an error.
type vector struct {
	SQL      string            `json:"sql"`
	Query    string            `json:"query"`
	Conf     map[string]string `json:"conf"`
	Type     string            `json:"type"`
	Nullable bool              `json:"nullable"`
	JSONType json.RawMessage   `json:"jsonType"`
	Value    json.RawMessage   `json:"value"`
	Schema   string            `json:"schema"`
	Rows     [][]any           `json:"rows"`
	Ordered  bool              `json:"ordered"`
	Error    *recordedError    `json:"error"`
}

func loadVectors(folder string, o options) ([]testCase, error) {
	var out []testCase
	err := jsonLines(folder, func(file string, n int, line []byte) error {
		if topic(file) == "NOTES" {
			return nil
		}
		v := &vector{}
		if err := decode(line, v); err != nil {
			return err
		}
		text := v.SQL + v.Query
		sum := sha256.Sum256([]byte(text))
		category := filepath.Base(filepath.Dir(file))
		out = append(out, testCase{
			id:    category + "/" + topic(file) + "#" + hex.EncodeToString(sum[:3]) + " " + text,
			about: category + "/" + topic(file),
			run:   v.check,
		})
		return nil
	})
	return out, err
}

func (v *vector) check(w *worker) *difference {
	e, err := w.literals(v.Conf)
	if err != nil {
		return differs("setting refused", "%v", err)
	}
	text := v.Query
	if v.SQL != "" {
		text = "SELECT " + v.SQL + " AS c0"
	}
	got, err := e.sql(text)
	switch {
	case err != nil && v.Error == nil:
		return unexpected(err)
	case v.Error != nil && err == nil:
		return differs("no error: "+v.Error.Condition, "found %v", got.rows)
	case err != nil:
		return v.Error.vectorError(err, w.options)
	case v.SQL != "":
		return v.expression(got, w.options)
	}
	return v.relation(got, w.options)
}

func (v *vector) expression(got *table, o options) *difference {
	f := got.schema.Fields[0]
	if want, have := typeText(v.Type, o), typeText(f.Type.SQL(), o); want != have {
		return differs("type", "wanted %s, found %s", want, have)
	}
	if o.nullability && f.Nullable != v.Nullable {
		return differs("nullability", "wanted %t, found %t", v.Nullable, f.Nullable)
	}
	if len(v.Value) == 0 { // depends on the clock: type only
		return nil
	}
	if len(got.rows) != 1 {
		return differs("rows", "wanted 1, found %d", len(got.rows))
	}
	var want any
	if err := decode(v.Value, &want); err != nil {
		return differs("record", "%v", err)
	}
	have := vectorText(got.rows[0][0], f.Type)
	if wanted := recordedText(want, f.Type); wanted != have {
		return differs("value", "wanted %s, found %s", wanted, have)
	}
	return nil
}

func (v *vector) relation(got *table, o options) *difference {
	if want, have := typeText(v.Schema, o), typeText(got.schema.ToDDL(), o); want != have {
		return differs("schema", "wanted %s, found %s", want, have)
	}
	row := types.StructType{Fields: got.schema.Fields}
	want, have := make([]string, len(v.Rows)), make([]string, len(got.rows))
	for i, r := range v.Rows {
		want[i] = recordedText(r, row)
	}
	for i, r := range got.rows {
		have[i] = vectorText(r, row)
	}
	if !v.Ordered {
		slices.Sort(want)
		slices.Sort(have)
	}
	return firstDifference(want, have)
}

func firstDifference(want, have []string) *difference {
	if len(want) != len(have) {
		return differs("row count", "wanted %d, found %d", len(want), len(have))
	}
	for i := range want {
		if want[i] != have[i] {
			return differs("rows", "row %d: wanted %s, found %s", i, want[i], have[i])
		}
	}
	return nil
}

// typeText is a type or schema as far as it is compared.
func typeText(ddl string, o options) string {
	if o.nullability {
		return ddl
	}
	return strings.ReplaceAll(ddl, " NOT NULL", "")
}
