package flintlake_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/flintlake/flintlake/"

// layers lists the rooms from the bottom up. A room may import rooms of lower layers and of its own layer's neighbours
// only where mayImport says so. docs: ARCHITECTURE.md, "Who may import whom".
var layers = [][]string{
	{"dataframe/sparkerr"},
	{"dataframe/types"},
	{"internal/datetime"},
	{"internal/conf"},
	{"internal/objstore", "internal/vec"},
	{"internal/expr"},
	{"internal/fn", "internal/parquetio", "internal/textio", "internal/plan"},
	{"internal/fn/builtin", "internal/eval"},
	{"internal/logical", "internal/delta/dv"},
	{"internal/delta/log", "internal/sqlparse", "internal/catalog", "internal/optimize", "internal/exec"},
	{"internal/scan"},
	{"internal/analyze"},
	{"internal/lower"},
	{"internal/delta/ops", "internal/streaming"},
	{"proto"},
	{"internal/connect"},
	{"internal/session"},
	{"dataframe"},
	{"window", "deltatable", "functions"},
	{"cshared", "cmd/flintlake", "conformance", "bench", "examples"},
}

// only lists what a single room may reach although others may not: protobuf, files, threads of control.
var only = map[string][]string{
	"google.golang.org/protobuf": {"proto", "internal/connect", "dataframe", "deltatable", "functions", "window"},
	"os":                         {"internal/objstore", "cmd/", "cshared", "conformance", "bench", "examples", "internal/session"},
	"github.com/apache/arrow-go": {"conformance", "bench"},
}

func TestImportsGoDownTheList(t *testing.T) {
	rank := map[string]int{}
	for i, l := range layers {
		for _, room := range l {
			rank[room] = i
		}
	}
	seen := 0
	for file, imports := range sources(t) {
		if strings.Contains(file, "/gen/") { // a generator is a program run by hand: it may read and write files, and reads what is above it
			continue
		}
		room := roomOf(filepath.ToSlash(filepath.Dir(file)), rank)
		if room == "" {
			t.Errorf("%s is in no room of ARCHITECTURE.md", file)
			continue
		}
		seen++
		for _, imp := range imports {
			if sub, ok := strings.CutPrefix(imp, module); ok {
				other := roomOf(sub, rank)
				switch {
				case other == "":
					t.Errorf("%s imports %s, which is in no room", file, sub)
				case other != room && rank[other] >= rank[room]:
					t.Errorf("%s (%s) imports %s: imports go down the list, never up", file, room, other)
				}
			}
			for what, rooms := range only {
				if (imp == what || strings.HasPrefix(imp, what+"/")) && !slices.ContainsFunc(rooms, func(r string) bool { return strings.HasPrefix(file, r) }) {
					t.Errorf("%s imports %s, which only %v may", file, imp, rooms)
				}
			}
		}
	}
	if seen < 100 {
		t.Fatalf("only %d files were checked", seen)
	}
}

// roomOf finds the room that a package folder belongs to: the longest listed prefix.
func roomOf(dir string, rank map[string]int) string {
	for ; dir != "." && dir != ""; dir = filepath.ToSlash(filepath.Dir(dir)) {
		if _, ok := rank[dir]; ok {
			return dir
		}
	}
	return ""
}

// sources gives the imports of every non-test Go file by path.
func sources(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && p != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "python" || d.Name() == "build") {
			return filepath.SkipDir
		}
		if d.IsDir() || p == "doc.go" || !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
			return nil
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), p, src, parser.ImportsOnly)
		if err != nil {
			return err
		}
		list := []string{}
		for _, i := range f.Imports {
			path, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			list = append(list, path)
		}
		out[filepath.ToSlash(p)] = list
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
