package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
)

// statement is a record of oracle/sql.
type statement struct {
	ID      string            `json:"id"`
	Setup   []string          `json:"setup"`
	Query   string            `json:"query"`
	Args    json.RawMessage   `json:"args"`
	Conf    map[string]string `json:"conf"`
	Schema  string            `json:"schema"`
	Rows    []any             `json:"rows"`
	Ordered bool              `json:"ordered"`
	Error   *recordedError    `json:"error"`
}

// reading tells queries from commands, whose answers hold paths and times.
var reading = regexp.MustCompile(`(?i)^\s*(--[^\n]*\n\s*)*(SELECT|WITH|VALUES|FROM|TABLE|\()`)

func loadStatements(folder string, _ options) ([]testCase, error) {
	var out []testCase
	err := jsonLines(folder, func(file string, _ int, line []byte) error {
		s := &statement{}
		if err := decode(line, s); err != nil {
			return err
		}
		out = append(out, testCase{id: s.ID, about: topic(file), run: s.check})
		return nil
	})
	return out, err
}

func (s *statement) check(w *worker) *difference {
	e, err := w.open()
	if err != nil {
		return differs("session", "%v", err)
	}
	defer e.close()
	if err := e.set(s.Conf); err != nil {
		return differs("setting refused", "%v", err)
	}
	for _, text := range s.Setup {
		if _, err := e.sql(text); err != nil {
			d := unexpected(err)
			d.kind = "setup: " + d.kind
			d.detail = text + ": " + d.detail
			return d
		}
	}
	query := &plan.SQLText{SQL: s.Query}
	if err := arguments(s.Args, query); err != nil {
		return differs("record", "%v", err)
	}
	got, err := e.run(query)
	switch {
	case err != nil && s.Error == nil:
		return unexpected(err)
	case s.Error != nil && err == nil:
		return differs("no error: "+s.Error.Condition, "found %v", got.rows)
	case err != nil:
		return s.Error.compare(err, w.options, true)
	}
	if want, have := typeText(s.Schema, w.options), typeText(plainDDL(got.schema), w.options); want != have {
		return differs("schema", "wanted %s, found %s", want, have)
	}
	return s.rows(e, query, got)
}

func (s *statement) rows(e *engine, query plan.Relation, got *table) *difference {
	rows, err := canonicalRows(e, query, got, reading.MatchString(s.Query))
	if err != nil {
		return differs("interval as text", "%v", err)
	}
	if !reading.MatchString(s.Query) {
		for i, r := range rows {
			rows[i] = scrubAll(r)
		}
	}
	return compareRows(s.Rows, rows, s.Ordered)
}

// plainDDL is the schema without comments and defaults.
func plainDDL(t types.StructType) string {
	plain := types.StructType{Fields: slices.Clone(t.Fields)}
	for i := range plain.Fields {
		plain.Fields[i].Metadata = nil
	}
	return plain.ToDDL()
}

// compareRows compares lists, or multisets, of canonical rows.
func compareRows(want, got []any, ordered bool) *difference {
	if len(want) != len(got) {
		return differs("row count", "wanted %d, found %d", len(want), len(got))
	}
	if !ordered {
		want, got = slices.Clone(want), slices.Clone(got)
		byText := func(a, b any) int { return compareText(sortedJSON(a), sortedJSON(b)) }
		slices.SortFunc(want, byText)
		slices.SortFunc(got, byText)
	}
	for i := range want {
		if !same(want[i], got[i]) {
			return differs("rows", "row %d: wanted %s, found %s", i, sortedJSON(want[i]), sortedJSON(got[i]))
		}
	}
	return nil
}

// arguments puts the recorded args of spark.sql into the statement: an object for names, a list for positions.
func arguments(raw json.RawMessage, into *plan.SQLText) error {
	if len(raw) == 0 {
		return nil
	}
	var v any
	if err := decode(raw, &v); err != nil {
		return err
	}
	switch v := v.(type) {
	case map[string]any:
		into.Named = map[string]plan.Expr{}
		for k, x := range v {
			e, err := argument(x)
			if err != nil {
				return err
			}
			into.Named[k] = e
		}
	case []any:
		for _, x := range v {
			e, err := argument(x)
			if err != nil {
				return err
			}
			into.Position = append(into.Position, e)
		}
	}
	return nil
}

// argument is a JSON value as PySpark turns the Python value into a literal.
func argument(v any) (plan.Expr, error) {
	switch v := v.(type) {
	case nil:
		return &plan.Literal{Type: types.Null}, nil
	case bool:
		return &plan.Literal{Type: types.Boolean, Value: v}, nil
	case string:
		return &plan.Literal{Type: types.String, Value: v}, nil
	case json.Number:
		if i, err := strconv.ParseInt(v.String(), 10, 32); err == nil {
			return &plan.Literal{Type: types.Integer, Value: int32(i)}, nil
		}
		if i, err := v.Int64(); err == nil {
			return &plan.Literal{Type: types.Long, Value: i}, nil
		}
		f, err := v.Float64()
		return &plan.Literal{Type: types.Double, Value: f}, err
	case []any:
		call := &plan.Call{Name: []string{"array"}}
		for _, x := range v {
			e, err := argument(x)
			if err != nil {
				return nil, err
			}
			call.Args = append(call.Args, e)
		}
		return call, nil
	}
	return nil, fmt.Errorf("argument of type %T", v)
}
