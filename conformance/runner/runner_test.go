package main

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/flintlake/flintlake/dataframe/types"
)

var rewrite = flag.Bool("rewrite", false, "raise the counts that must pass")

// results runs the areas of a folder in this process and counts what passes.
func results(t *testing.T, root string, names ...string) map[string]int {
	t.Helper()
	o := options{root: root, parameters: true}
	w, err := newWorker(o)
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	out := map[string]int{}
	for _, a := range areas {
		folder := a.find(root)
		if folder == "" || len(names) > 0 && !contains(names, a.name) {
			continue
		}
		cases, err := a.load(folder, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			d := safely(c, w)
			if d == nil {
				out[a.name]++
			} else if testing.Verbose() {
				t.Logf("%s: %s: %s: %s", a.name, c.id, d.kind, d.detail)
			}
		}
		t.Logf("%s: %d of %d pass", a.name, out[a.name], len(cases))
	}
	for key, e := range w.shared {
		if e.session.Memory().Used() != 0 {
			t.Errorf("the session with the settings %s holds %d bytes", key, e.session.Memory().Used())
		}
	}
	return out
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// baseline reads counts of passed cases by area.
func baseline(t *testing.T, file string) map[string]int {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	if err := json.Unmarshal(data, &counts); err != nil {
		t.Fatal(err)
	}
	return counts
}

// TestSelection runs the committed cases, so that a clone without the recordings beside it tests real answers.
func TestSelection(t *testing.T) {
	const file = "../cases/baseline.json"
	got := results(t, "../cases")
	want := baseline(t, file)
	for area, n := range want {
		if got[area] < n {
			t.Errorf("%s: %d cases pass, %d passed before", area, got[area], n)
		}
	}
	if !*rewrite {
		return
	}
	for area, n := range got {
		want[area] = max(want[area], n)
	}
	data, err := json.MarshalIndent(want, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(data, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestGoldenTables reads the tables of other engines that lie beside the repository.
func TestGoldenTables(t *testing.T) {
	root, err := filepath.Abs("../../../shared")
	if err != nil {
		t.Fatal(err)
	}
	if !exists(filepath.Join(root, "golden", "INDEX.tsv")) {
		if os.Getenv("CI") == "true" {
			t.Fatal("../shared is not beside the repository")
		}
		t.Skip("no golden tables beside the repository")
	}
	if n, want := results(t, root, "golden")["golden"], baseline(t, "../baseline.json")["golden"]; n < want {
		t.Errorf("%d tables read as expected, %d did before", n, want)
	}
}

// TestAreasAreFound looks into the folder oracle itself, and into one that holds a single area.
func TestAreasAreFound(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "delta", "merge"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, a := range areas {
		if found := a.find(dir) != ""; found != (a.name == "delta/merge") {
			t.Errorf("%s: found %t", a.name, found)
		}
	}
}

func TestPythonFloat(t *testing.T) {
	for _, c := range []struct {
		f    float64
		bits int
		want string
	}{{1.5, 64, "1.5"}, {1e16, 64, "1e+16"}, {1e15, 64, "1000000000000000.0"}, {1e-5, 64, "1e-05"}, {0.0001, 64, "0.0001"}, {float64(float32(0.1)), 32, "0.1"}} {
		if got := pythonFloat(c.f, c.bits); got != c.want {
			t.Errorf("%v: %s, want %s", c.f, got, c.want)
		}
	}
}

func TestSame(t *testing.T) {
	if !same("0.30000000000000004", "0.3") {
		t.Error("doubles that differ in the last place agree")
	}
	if same("0.3000001", "0.3") || same("1", "1.0") || same("a", "b") || same([]any{"1.0"}, []any{}) {
		t.Error("different cells agree")
	}
}

func TestVectorText(t *testing.T) {
	m := types.MapType{Key: types.String, Value: types.Double}
	got := vectorText(types.MapValue{Keys: []any{"b", "a"}, Values: []any{0.5, nil}}, m)
	want := recordedText([]any{[]any{"a", nil}, []any{"b", "0.5"}}, m)
	if got != want || got != `[["a",null],["b","0.5"]]` {
		t.Errorf("%s, want %s", got, want)
	}
	if got := vectorText("a\xe2\x82z\xff", types.String); got != "\"a�z�\"" {
		t.Error(got)
	}
	if got := dateText(2932897); got != "+10000-01-01" {
		t.Error(got)
	}
}

func TestErrorsCompareByConditionStateAndParameters(t *testing.T) {
	var r recordedError
	if err := json.Unmarshal([]byte(`{"class":"AnalysisException","condition":"UNSUPPORTED_FEATURE","sqlState":"0A000","parameters":{"feature":"x"}}`), &r); err != nil {
		t.Fatal(err)
	}
	e := fault(errNotFromGo{"x"})
	if r.compare(e, options{}, false) == nil {
		t.Error("INTERNAL_ERROR passes for UNSUPPORTED_FEATURE")
	}
}
