package main

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
)

// mergeCase is a document of oracle/delta/merge.
type mergeCase struct {
	ID    string            `json:"id"`
	Conf  map[string]string `json:"conf"`
	Tags  map[string]any    `json:"tags"`
	Table struct {
		Name     string   `json:"name"`
		DDL      string   `json:"ddl"`
		Schema   string   `json:"schema"`
		Files    [][]any  `json:"files"`
		After    []string `json:"after"`
		Identity string   `json:"identity"`
		Initial  struct {
			Rows    []any    `json:"rows"`
			Columns []string `json:"columns"`
		} `json:"initial"`
	} `json:"table"`
	Source struct {
		Name   string `json:"name"`
		Schema string `json:"schema"`
		Rows   []any  `json:"rows"`
	} `json:"source"`
	CDF   bool `json:"cdf"`
	Merge struct {
		SQL string `json:"sql"`
	} `json:"merge"`
	Answer struct {
		Result    any            `json:"result"`
		Schema    [][]any        `json:"schema"`
		Rows      []any          `json:"rows"`
		Committed bool           `json:"committed"`
		History   *recordedEntry `json:"history"`
		CDF       *struct {
			Rows *[]any `json:"rows"`
		} `json:"cdf"`
		Error *recordedError `json:"error"`
	} `json:"answer"`
}

type recordedEntry struct {
	Operation  string         `json:"operation"`
	Parameters map[string]any `json:"operationParameters"`
	Metrics    map[string]any `json:"operationMetrics"`
}

func loadMerges(folder string, _ options) ([]testCase, error) {
	var out []testCase
	err := jsonLines(folder, func(_ string, _ int, line []byte) error {
		m := &mergeCase{}
		if err := decode(line, m); err != nil {
			return err
		}
		out = append(out, testCase{id: m.ID, about: m.topic(), run: m.check})
		return nil
	})
	return out, err
}

// topic is what is special about the case, for counting.
func (m *mergeCase) topic() string {
	special, _ := m.Tags["special"].(string)
	if m.Tags["evolve"] == true {
		special += " evolve"
	}
	return strings.TrimSpace("merge " + special)
}

func (m *mergeCase) check(w *worker) *difference {
	r, err := w.deltaRun(m.ID, m.Conf)
	if err != nil {
		return differs("session", "%v", err)
	}
	defer r.end()
	if d := m.prepare(r); d != nil {
		return d
	}
	before, err := r.history(m.Table.Name, 0)
	if err != nil {
		return inStep("history before", err)
	}
	result, mergeErr := r.sql(m.Merge.SQL)
	if d := m.sameError(mergeErr); d != nil {
		return d
	}
	rows, err := r.sql("SELECT * FROM " + m.Table.Name)
	if err != nil {
		return inStep("reading the table", err)
	}
	found := show(rows, false)
	if mergeErr != nil {
		columns := make([][]any, len(m.Table.Initial.Columns))
		for i, c := range m.Table.Initial.Columns {
			columns[i] = []any{c}
		}
		return differ("table after the failure", m.comparable(m.Table.Initial.Rows, columns), m.comparable(found.Rows, found.Schema))
	}
	if d := m.sameTable(show(result, true), found); d != nil {
		return d
	}
	return m.sameCommit(r, before)
}

// prepare makes the table and the view of the source.
func (m *mergeCase) prepare(r *deltaRun) *difference {
	steps := []map[string]any{{"op": "sql", "sql": m.Table.DDL}}
	for _, f := range m.Table.Files {
		steps = append(steps, map[string]any{"op": "append", "table": m.Table.Name, "schema": m.Table.Schema, "rows": f})
	}
	for _, s := range m.Table.After {
		steps = append(steps, map[string]any{"op": "sql", "sql": s})
	}
	steps = append(steps, map[string]any{"op": "view", "name": m.Source.Name, "schema": m.Source.Schema, "rows": m.Source.Rows})
	for _, s := range steps {
		if _, err := r.do(s); err != nil {
			return inStep("setup "+s["op"].(string), err)
		}
	}
	return nil
}

func inStep(where string, err error) *difference {
	d := unexpected(err)
	d.kind = where + ": " + d.kind
	return d
}

func (m *mergeCase) sameError(err error) *difference {
	want := m.Answer.Error
	switch {
	case err != nil && want == nil:
		return unexpected(err)
	case err == nil && want != nil:
		return differs("no error: "+want.Condition, "the statement went through")
	case want != nil:
		return want.atSemanticLevel(err)
	}
	return nil
}

// atSemanticLevel compares condition and SQLSTATE; without a recorded condition any error will do.
func (r *recordedError) atSemanticLevel(err error) *difference {
	if r.Condition == "" {
		return nil
	}
	return r.compare(err, options{}, false)
}

// comparable leaves out the identity column, whose values are free.
func (m *mergeCase) comparable(rows []any, schema [][]any) []any {
	at := slices.IndexFunc(schema, func(c []any) bool { return c[0] == m.Table.Identity })
	if m.Table.Identity == "" || at < 0 {
		return rows
	}
	out := make([]any, len(rows))
	for i, r := range rows {
		list, _ := r.([]any)
		if len(list) <= at {
			return rows
		}
		out[i] = slices.Delete(slices.Clone(list), at, at+1)
	}
	return out
}

// differ compares lists of rows as multisets of texts.
func differ(what string, want, got []any) *difference {
	want, got = slices.Clone(want), slices.Clone(got)
	sortRows(want)
	sortRows(got)
	return differText(what, want, got)
}

func differText(what string, want, got any) *difference {
	if w, g := sortedJSON(want), sortedJSON(got); w != g {
		return differs(what, "wanted %.600s, found %.600s", w, g)
	}
	return nil
}

func (m *mergeCase) sameTable(result, found *shown) *difference {
	var row any
	if len(result.Rows) > 0 {
		object := map[string]any{}
		for i, v := range result.Rows[0].([]any) {
			object[textOf(result.Schema[i][0])] = v
		}
		row = object
	}
	if d := differText("result", m.Answer.Result, row); d != nil {
		return d
	}
	if d := differText("schema", lowerNames(m.Answer.Schema), lowerNames(found.Schema)); d != nil {
		return d
	}
	if d := differ("rows", m.comparable(m.Answer.Rows, m.Answer.Schema), m.comparable(found.Rows, found.Schema)); d != nil {
		return d
	}
	return m.uniqueIdentity(found)
}

// uniqueIdentity checks generated identity values, which are free but for being unique.
func (m *mergeCase) uniqueIdentity(found *shown) *difference {
	at := slices.IndexFunc(found.Schema, func(c []any) bool { return c[0] == m.Table.Identity })
	if m.Table.Identity == "" || at < 0 || !strings.Contains(m.Table.DDL, "GENERATED ALWAYS AS IDENTITY") {
		return nil
	}
	seen := map[string]bool{}
	for _, r := range found.Rows {
		v := sortedJSON(r.([]any)[at])
		if seen[v] {
			return differs("identity values are not unique", "%s", v)
		}
		seen[v] = true
	}
	return nil
}

func lowerNames(schema [][]any) [][]any {
	out := make([][]any, len(schema))
	for i, c := range schema {
		out[i] = []any{strings.ToLower(textOf(c[0])), c[1]}
	}
	return out
}

// rowMetrics are the metrics that do not depend on how rows lie in files (numTargetRowsCopied does).
var rowMetrics = regexp.MustCompile(`^(numSourceRows|numTargetRows.*|numUpdatedRows|numDeletedRows)$`)

func countsOnly(metrics map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range metrics {
		if rowMetrics.MatchString(k) && !strings.HasPrefix(k, "numTargetRowsCopied") {
			out[k] = v
		}
	}
	return out
}

func (m *mergeCase) sameCommit(r *deltaRun, before []commit) *difference {
	after, err := r.history(m.Table.Name, 1)
	if err != nil || len(after) == 0 {
		return inStep("history", errors.Join(err, errors.New("no versions")))
	}
	last := after[0]
	committed := compareVersions(last.Version, before[0].Version) > 0
	if committed != m.Answer.Committed {
		return differs("committed", "wanted %t, found %t", m.Answer.Committed, committed)
	}
	if want := m.Answer.History; want != nil && committed {
		d := differText("history", []any{want.Operation, countsOnly(want.Metrics), keysOf(want.Parameters)},
			[]any{last.Operation, countsOnly(last.Metrics), keysOf(last.Parameters)})
		if d != nil {
			return d
		}
	}
	return m.sameChanges(r, last.Version, committed)
}

func (m *mergeCase) sameChanges(r *deltaRun, version json.Number, committed bool) *difference {
	if m.Answer.CDF == nil || m.Answer.CDF.Rows == nil || m.Table.Identity != "" || !committed {
		return nil
	}
	a, err := r.do(map[string]any{"op": "cdf", "table": m.Table.Name, "from": version, "to": version})
	if err != nil {
		return inStep("change data", err)
	}
	changes := a.(*shown)
	rows := make([]any, len(changes.Rows))
	for i, row := range changes.Rows { // without the version, the last column left
		list := row.([]any)
		rows[i] = list[:len(list)-1]
	}
	return differ("change data", *m.Answer.CDF.Rows, rows)
}

func keysOf(m map[string]any) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
