package session_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

var rewrite = flag.Bool("rewrite", false, "write the answers of the transcripts anew")

// TestTranscripts runs the statements of testdata/*.txt, each file in a session of its own. A statement is a line after "> ", a comment one after "-- "; the rows, or
// the condition of its error, are the lines up to the next one.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no transcripts", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s := open(t)
			folder := t.TempDir()
			var out strings.Builder
			for line := range strings.Lines(string(data)) {
				if strings.HasPrefix(line, "-- ") || line == "\n" {
					out.WriteString(line)
					continue
				}
				sql, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "> ")
				if !ok {
					continue
				}
				out.WriteString(line)
				rows, err := try(s, strings.ReplaceAll(sql, "{dir}", folder))
				if err != nil {
					rows = "! " + sparkerr.Condition(err)
				}
				if rows = strings.TrimRight(rows, "\n"); rows != "" {
					out.WriteString(rows + "\n")
				}
			}
			if *rewrite {
				if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if out.String() != string(data) {
				t.Errorf("%s differs:\n%s", file, out.String())
			}
		})
	}
}
