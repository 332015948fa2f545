package sqlparse_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/sqlparse"
)

var rewrite = flag.Bool("rewrite", false, "write the expected plans anew")

// Every file of testdata holds statements, each behind a line ">> kind" (statement or expression) and followed by "----" and the
// plan, or the error, that it gives.
func TestPlans(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			for _, section := range sections(string(data)) {
				kind, rest, _ := strings.Cut(section, "\n")
				text, want, _ := strings.Cut(rest, "----\n")
				got := parsed(kind, strings.TrimSuffix(text, "\n"))
				if !*rewrite && got != strings.TrimRight(want, "\n")+"\n" {
					t.Errorf("%s\ngot\n%s\nwant\n%s", text, got, want)
				}
				out.WriteString(">> " + kind + "\n" + text + "----\n" + got + "\n")
			}
			if *rewrite {
				if err := os.WriteFile(file, []byte(strings.TrimSuffix(out.String(), "\n")), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// sections cuts a file at its lines ">> kind".
func sections(data string) []string {
	parts := strings.Split("\n"+data, "\n>> ")[1:]
	for i, p := range parts {
		parts[i] = p + "\n"
	}
	return parts
}

func parsed(kind, text string) string {
	if kind == "expression" {
		e, err := sqlparse.Expression(text, sqlparse.Options{})
		if err != nil {
			return failure(err)
		}
		return plan.FormatExpr(e) + "\n"
	}
	r, err := sqlparse.Statement(text, sqlparse.Options{})
	if err != nil {
		return failure(err)
	}
	return plan.Format(r)
}

func failure(err error) string {
	e, ok := err.(*sparkerr.Error)
	if !ok {
		return "untyped: " + err.Error() + "\n"
	}
	out := e.Condition
	for _, k := range []string{"error", "hint", "ident", "value", "feature", "literal", "name"} {
		if v := e.Params[k]; v != "" {
			out += " " + k + "=" + v
		}
	}
	return out + "\n"
}
