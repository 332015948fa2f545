package main

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
)

// golden is a row of the index of golden tables: a Delta table of another engine, or a Parquet file, and what is known about it.
type golden struct {
	folder   string // of the index
	path     string
	features string
	expected string
	notes    string
}

func loadGolden(folder string, _ options) ([]testCase, error) {
	f, err := os.Open(filepath.Join(folder, "INDEX.tsv"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []testCase
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		c := strings.Split(lines.Text(), "\t")
		if len(c) < 8 || c[0] == "path" {
			continue
		}
		g := &golden{folder: folder, path: c[0], features: c[5], expected: c[7]}
		if len(c) > 8 {
			g.notes = c[8]
		}
		out = append(out, testCase{id: g.path, about: strings.SplitN(g.path, "/", 2)[0], run: g.check})
	}
	return out, lines.Err()
}

// place is where the table lies; archives are unpacked once a worker.
func (g *golden) place(w *worker) (string, error) {
	archive, inside, packed := strings.Cut(g.path, "!")
	if !packed {
		return filepath.Abs(filepath.Join(g.folder, filepath.FromSlash(g.path)))
	}
	dir := filepath.Join(w.scratch, "archive-"+strings.ReplaceAll(archive, "/", "-"))
	if !exists(dir) {
		if err := unpack(filepath.Join(g.folder, archive), dir); err != nil {
			return "", err
		}
	}
	return filepath.Join(dir, inside), nil
}

func unpack(archive, dir string) error {
	f, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag != tar.TypeReg || !filepath.IsLocal(h.Name) {
			continue
		}
		target := filepath.Join(dir, h.Name)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		data, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		if err := os.WriteFile(target, data, 0o644); err != nil {
			return err
		}
	}
}

// check reads what the index describes. The expectations are, in this order: specs of a workload, expected data, a sentence.
func (g *golden) check(w *worker) *difference {
	place, err := g.place(w)
	if err != nil {
		return differs("archive", "%v", err)
	}
	e, err := w.open()
	if err != nil {
		return differs("session", "%v", err)
	}
	defer e.close()
	beside := filepath.Dir(place)
	switch {
	case strings.HasPrefix(g.path, "parquet-testing/"):
		return g.parquet(e, place)
	case exists(filepath.Join(beside, "specs")):
		return g.specs(w, place)
	case g.mayFail():
		_, err := e.load("delta", place, nil, nil, "")
		return refusal(err, false)
	case strings.Contains(g.expected, "ERROR"):
		return g.refused(e, place)
	case strings.Contains(g.features, "log-only") || strings.Contains(g.expected, "log state"):
		return g.snapshot(place)
	}
	if d := g.data(e, place); d != nil {
		return d
	}
	return g.sentence(e, place)
}

// mayFail are the tables on which engines disagree, or which need a feature that a reader may refuse.
func (g *golden) mayFail() bool {
	return strings.Contains(g.expected, "disputed") || strings.Contains(g.notes, "disputed") || strings.Contains(g.expected, "must refuse")
}

// refused checks that a table cannot be read, for a reason that is a condition.
func (g *golden) refused(e *engine, place string) *difference {
	options := map[string]string{}
	if strings.Contains(g.expected, "for the given request") || strings.Contains(g.expected, "range end") {
		return g.snapshot(place) // only requests fail that the index does not spell out
	}
	_, err := e.load("delta", place, options, nil, "")
	return refusal(err, true)
}

// refusal checks that err is an error of Spark's or Delta's, not an accident; must says that nil is wrong.
func refusal(err error, must bool) *difference {
	if err == nil {
		if must {
			return differs("no error", "the table was read")
		}
		return nil
	}
	if f := fault(err); f.Condition == "INTERNAL_ERROR" {
		return unexpected(err)
	}
	return nil
}

// data compares with expected data beside the table: a folder of Parquet files for the newest version, or one for each version.
func (g *golden) data(e *engine, place string) *difference {
	expected := filepath.Join(filepath.Dir(place), "expected")
	entries, err := os.ReadDir(expected)
	if err != nil {
		return nil // none
	}
	plain := false
	for _, x := range entries {
		content := filepath.Join(expected, x.Name(), "table_content")
		if !exists(content) {
			plain = plain || strings.HasSuffix(x.Name(), ".parquet")
			continue
		}
		var options map[string]string
		if v, err := strconv.Atoi(strings.TrimPrefix(x.Name(), "v")); err == nil {
			options = map[string]string{"versionAsOf": strconv.Itoa(v)}
		}
		if d := sameContent(e, place, options, nil, "", content); d != nil {
			d.detail = x.Name() + ": " + d.detail
			return d
		}
	}
	if plain {
		return sameContent(e, place, nil, nil, "", expected)
	}
	return nil
}

// load reads a table or file: some columns of the rows for which the predicate holds.
func (e *engine) load(format, path string, options map[string]string, columns []string, predicate string) (*table, error) {
	view := &plan.CreateView{Name: []string{"loaded"}, Temporary: true, Replace: true,
		Query: &plan.DataSource{Format: format, Options: options, Paths: []string{path}}}
	if err := e.command(view); err != nil {
		return nil, err
	}
	text := "SELECT "
	for i, c := range columns {
		if i > 0 {
			text += ", "
		}
		text += c
	}
	if len(columns) == 0 {
		text += "*"
	}
	text += " FROM loaded"
	if predicate != "" {
		text += " WHERE " + predicate
	}
	return e.sql(text)
}

// sameContent compares a read of a Delta table with a folder of Parquet files, by names of columns, rows in any order.
func sameContent(e *engine, place string, options map[string]string, columns []string, predicate, content string) *difference {
	got, err := e.load("delta", place, options, columns, predicate)
	if err != nil {
		return unexpected(err)
	}
	files, err := filepath.Glob(filepath.Join(content, "*.parquet"))
	if err != nil || len(files) == 0 {
		return nil
	}
	want, err := e.load("parquet", content, nil, nil, "")
	if err != nil {
		return inStep("expected data", err)
	}
	if d := differText("columns", sortedNames(want.schema), sortedNames(got.schema)); d != nil {
		return d
	}
	return firstDifference(contentTexts(want, want.schema), contentTexts(got, want.schema))
}

var counted = regexp.MustCompile(`(?:^|[ ;])(\d+) rows?\b`)

// parquet reads a file of parquet-testing.
func (g *golden) parquet(e *engine, place string) *difference {
	if !strings.HasSuffix(place, ".parquet") {
		return g.parquetFolder(e, place)
	}
	got, err := e.load("parquet", place, nil, nil, "")
	switch {
	case strings.HasPrefix(g.expected, "ERROR"):
		return refusal(err, true)
	case err != nil && strings.Contains(g.expected, "refused"):
		return refusal(err, false)
	case err != nil:
		return unexpected(err)
	}
	if m := counted.FindStringSubmatch(g.expected); m != nil && m[1] != strconv.Itoa(len(got.rows)) {
		return differs("row count", "wanted %s, found %d", m[1], len(got.rows))
	}
	return nil
}

func sortedNames(t types.StructType) []string {
	names := map[string]any{}
	for _, f := range t.Fields {
		names[strings.ToLower(f.Name)] = nil
	}
	return keysOf(names)
}
