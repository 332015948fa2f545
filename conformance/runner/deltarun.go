package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
)

// deltaRun executes the steps of one document of oracle/delta in a database and a folder of its own, as deltacase.py's Run does.
type deltaRun struct {
	*engine
	db, dir string
	vars    map[string]string
}

// errNotFromGo marks steps that need Python.
type errNotFromGo struct{ op string }

func (e errNotFromGo) Error() string { return "the step " + e.op + " needs Python" }

func (w *worker) deltaRun(id string, conf map[string]string) (*deltaRun, error) {
	e, err := w.open()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(w.scratch, "case_")
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(id))
	r := &deltaRun{engine: e, db: "c_" + hex.EncodeToString(sum[:6]), dir: dir, vars: map[string]string{}}
	for _, text := range []string{"CREATE DATABASE IF NOT EXISTS " + r.db, "USE " + r.db} {
		if _, err := e.sql(text); err != nil {
			r.end()
			return nil, err
		}
	}
	if err := e.set(conf); err != nil {
		r.end()
		return nil, err
	}
	return r, nil
}

func (r *deltaRun) end() {
	r.engine.close()
	_ = os.RemoveAll(r.dir)
}

var (
	uuidText     = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	expressionID = regexp.MustCompile(`(\w)#\d+L?`)
	dataFile     = regexp.MustCompile(`part-\d+-\{uuid\}[-.\w]*parquet`)
)

// mask takes what depends on the run out of a text.
func (r *deltaRun) mask(s string) string {
	s = strings.ReplaceAll(s, "file:///", "file:/")
	for _, p := range []struct{ path, name string }{{r.dir, "{dir}"}, {r.warehouse, "{warehouse}"}} {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "file:"+p.path, p.name), p.path, p.name)
	}
	s = uuidText.ReplaceAllString(strings.ReplaceAll(s, r.db, "{db}"), "{uuid}")
	return dataFile.ReplaceAllString(expressionID.ReplaceAllString(s, "$1#N"), "{file}")
}

func (r *deltaRun) maskAll(v any) any { return eachText(v, r.mask) }

// substitute puts folder, database and variables into the texts of a step.
func (r *deltaRun) substitute(v any) any {
	return eachText(v, func(s string) string {
		s = strings.NewReplacer("{dir}", r.dir, "{db}", r.db).Replace(s)
		for k, x := range r.vars {
			s = strings.ReplaceAll(s, "{"+k+"}", x)
		}
		return s
	})
}

func eachText(v any, change func(string) string) any {
	switch v := v.(type) {
	case string:
		return change(v)
	case []any:
		out := make([]any, len(v))
		for i, x := range v {
			out[i] = eachText(x, change)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k, x := range v {
			out[k] = eachText(x, change)
		}
		return out
	}
	return v
}

// step is what a document asks for.
type step struct {
	Op      string             `json:"op"`
	SQL     string             `json:"sql"`
	Show    bool               `json:"show"`
	Ordered bool               `json:"ordered"`
	Count   any                `json:"count"`
	MayFail bool               `json:"may_fail"`
	Name    string             `json:"name"`
	Table   string             `json:"table"`
	Schema  string             `json:"schema"`
	Rows    []any              `json:"rows"`
	Limit   int                `json:"limit"`
	From    any                `json:"from"`
	To      any                `json:"to"`
	Version json.Number        `json:"version"`
	Var     string             `json:"var"`
	Set     map[string]*string `json:"set"`
	Path    string             `json:"path"`
	Seconds float64            `json:"s"`
}

// do runs one step; the answer is nil when there is nothing to show.
func (r *deltaRun) do(raw map[string]any) (answer any, err error) {
	text, err := json.Marshal(r.substitute(raw))
	if err != nil {
		return nil, err
	}
	var s step
	if err := decode(text, &s); err != nil {
		return nil, err
	}
	switch s.Op {
	case "sql":
		return r.statement(s)
	case "view", "append":
		return nil, r.frame(s)
	case "rows":
		t, err := r.sql("SELECT * FROM " + s.Table)
		if err != nil {
			return nil, err
		}
		return show(t, false), nil
	case "schema":
		t, err := r.schema(s.Table)
		if err != nil {
			return nil, err
		}
		return map[string]any{"schema": schemaList(t, true)}, nil
	case "history":
		h, err := r.history(s.Table, s.Limit)
		if err != nil {
			return nil, err
		}
		return map[string]any{"history": h}, nil
	case "cdf":
		return r.changes(s)
	case "detail":
		t, err := r.sql("DESCRIBE DETAIL " + s.Table)
		if err != nil {
			return nil, err
		}
		return map[string]any{"detail": r.maskAll(t.object(0))}, nil
	}
	return nil, r.files(s)
}

// files are the steps that do nothing but look at or wait for files. What the log holds is not compared at this level.
func (r *deltaRun) files(s step) error {
	switch s.Op {
	case "log":
		dir := s.Path
		if dir == "" {
			dir = filepath.Join(r.databaseDir(r.db), s.Table)
		}
		_, err := os.ReadDir(filepath.Join(dir, "_delta_log"))
		return err
	case "ls":
		return nil
	case "sleep":
		time.Sleep(time.Duration(s.Seconds * float64(time.Second)))
		return nil
	case "timestamp_of":
		return r.remember(s)
	case "conf":
		for k, v := range s.Set {
			if v == nil {
				_ = r.session.Conf().Unset(k)
			} else if err := r.session.Conf().Set(k, *v); err != nil {
				return err
			}
		}
		return nil
	case "rm":
		return os.RemoveAll(filepath.Join(r.dir, s.Path))
	}
	return errNotFromGo{s.Op}
}

func (r *deltaRun) statement(s step) (any, error) {
	t, err := r.sql(s.SQL)
	switch {
	case err != nil:
		return nil, err
	case s.Show:
		x := show(t, s.Ordered)
		x.Rows, _ = r.maskAll(x.Rows).([]any)
		return x, nil
	case s.Count == true:
		return map[string]any{"count": len(t.rows)}, nil
	}
	return nil, nil
}

// frame makes rows a temporary view, or appends them to a table.
func (r *deltaRun) frame(s step) error {
	rel, err := frame(s.Schema, s.Rows)
	if err != nil {
		return err
	}
	if s.Op == "view" {
		return r.command(&plan.CreateView{Name: []string{s.Name}, Query: rel, Temporary: true, Replace: true})
	}
	return r.command(&plan.Write{Input: rel, Format: "delta", Mode: plan.Append, Table: strings.Split(s.Table, ".")})
}

func (r *deltaRun) schema(table string) (types.StructType, error) {
	t, err := r.sql("SELECT * FROM " + table + " LIMIT 0")
	if err != nil {
		return types.StructType{}, err
	}
	return t.schema, nil
}

// object is row i with its names, maps as objects.
func (t *table) object(i int) map[string]any {
	out := map[string]any{}
	for c, f := range t.schema.Fields {
		v := deltaCell(t.rows[i][c], f.Type)
		if _, ok := f.Type.(types.MapType); ok {
			object := map[string]any{}
			pairs, _ := v.([]any)
			for _, p := range pairs {
				kv := p.([]any)
				object[textOf(kv[0])] = kv[1]
			}
			v = object
		}
		out[f.Name] = v
	}
	return out
}

// commit is a version as DESCRIBE HISTORY shows it.
type commit struct {
	Version    json.Number
	Operation  string
	Parameters map[string]any
	Metrics    map[string]any
	Timestamp  string
}

func (r *deltaRun) history(table string, limit int) ([]commit, error) {
	text := "DESCRIBE HISTORY " + table
	if limit > 0 {
		text += fmt.Sprintf(" LIMIT %d", limit)
	}
	t, err := r.sql(text)
	if err != nil {
		return nil, err
	}
	var out []commit
	for i := range t.rows {
		o := t.object(i)
		var c commit
		c.Version, _ = o["version"].(json.Number)
		c.Operation, _ = o["operation"].(string)
		c.Parameters, _ = o["operationParameters"].(map[string]any)
		c.Metrics, _ = o["operationMetrics"].(map[string]any)
		c.Timestamp, _ = o["timestamp"].(string)
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b commit) int { return compareVersions(b.Version, a.Version) })
	return out, nil
}

func compareVersions(a, b json.Number) int {
	x, _ := a.Int64()
	y, _ := b.Int64()
	return int(x - y)
}

// changes are the change rows of some versions, without the time of their commits.
func (r *deltaRun) changes(s step) (any, error) {
	text := fmt.Sprintf("SELECT * FROM table_changes('%s', %s", s.Table, textOf(s.From))
	if s.To != nil {
		text += ", " + textOf(s.To)
	}
	t, err := r.sql(text + ")")
	if err != nil {
		return nil, err
	}
	return show(t.without("_commit_timestamp"), false), nil
}

func (t *table) without(column string) *table {
	at := slices.IndexFunc(t.schema.Fields, func(f types.StructField) bool { return f.Name == column })
	if at < 0 {
		return t
	}
	out := &table{schema: types.StructType{Fields: slices.Delete(slices.Clone(t.schema.Fields), at, at+1)}}
	for _, r := range t.rows {
		out.rows = append(out.rows, slices.Delete(slices.Clone(r), at, at+1))
	}
	return out
}

// remember keeps the time of a commit as a variable.
func (r *deltaRun) remember(s step) error {
	h, err := r.history(s.Table, 0)
	for _, c := range h {
		if c.Version == s.Version {
			r.vars[s.Var] = strings.NewReplacer("T", " ", "Z", "").Replace(c.Timestamp)
		}
	}
	return err
}
