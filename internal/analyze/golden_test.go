package analyze_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/sqlparse"
)

var rewrite = flag.Bool("rewrite", false, "write the answers into testdata")

// TestGolden binds the queries of testdata/*.txt. A file is a list of blocks, parted by blank lines: a query, a line of dashes, and the plan
// or the error. Statements before the first block, ended by semicolons, set up names.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { golden(t, file) })
	}
}

func golden(t *testing.T, file string) {
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := newCatalog()
	conf := map[string]string{}
	var out []string
	for _, block := range strings.Split(strings.TrimSpace(string(raw)), "\n\n") {
		query, want, _ := strings.Cut(block, "\n----\n")
		query = strings.TrimSuffix(query, "\n----")
		if strings.HasSuffix(query, ";") {
			for _, s := range strings.Split(query, ";\n") {
				if _, err := c.run(newAnalyzer(c, conf), conf, strings.TrimSuffix(s, ";")); err != nil {
					t.Fatal(err)
				}
			}
			out = append(out, query)
			continue
		}
		got := bound(c, conf, query)
		if got != strings.TrimRight(want, "\n") && !*rewrite {
			t.Errorf("%s\ngot:\n%s\nwant:\n%s", query, got, want)
		}
		out = append(out, query+"\n----\n"+got)
	}
	if *rewrite {
		if err := os.WriteFile(file, []byte(strings.Join(out, "\n\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func bound(c *catalog, conf map[string]string, query string) string {
	q, err := sqlparse.Statement(query, sqlparse.Options{})
	if err == nil {
		var n logical.Node
		if n, err = newAnalyzer(c, conf).Relation(context.Background(), q); err == nil {
			return strings.TrimRight(logical.FormatStable(n), "\n")
		}
	}
	text, _, _ := strings.Cut(err.Error(), "\n")
	return text
}
