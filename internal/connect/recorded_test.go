package connect_test

import (
	"bufio"
	"encoding/base64"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/internal/connect"
	"github.com/flintlake/flintlake/internal/plan"
)

var rewrite = flag.Bool("rewrite", false, "write the decoded plans anew")

type recordedPlan struct {
	name, kind string
	data       []byte
}

// readRecorded gives the plans that PySpark's client built (testdata/record.py).
func readRecorded(t testing.TB) []recordedPlan {
	t.Helper()
	f, err := os.Open("testdata/plans.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	var out []recordedPlan
	for lines.Scan() {
		parts := strings.Split(lines.Text(), "\t")
		data, err := base64.StdEncoding.DecodeString(parts[2])
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, recordedPlan{parts[0], parts[1], data})
	}
	return out
}

// The plans of real PySpark decode, and to what testdata/plans.golden shows.
func TestRecordedPlans(t *testing.T) {
	var got strings.Builder
	plans := readRecorded(t)
	for _, r := range plans {
		p, err := connect.DecodePlan(r.data)
		if err != nil {
			t.Errorf("%s: %v", r.name, err)
			continue
		}
		if (p.Relation != nil) != (r.kind == "relation") || (p.Command != nil) != (r.kind == "command") {
			t.Errorf("%s: not a %s", r.name, r.kind)
			continue
		}
		got.WriteString("== " + r.name + "\n")
		if p.Relation != nil {
			got.WriteString(plan.Format(p.Relation))
		} else {
			got.WriteString(plan.FormatCommand(p.Command))
		}
	}
	if *rewrite {
		if err := os.WriteFile("testdata/plans.golden", []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile("testdata/plans.golden")
	if err != nil {
		t.Fatal(err)
	}
	compareSections(t, string(want), got.String())
}

func compareSections(t *testing.T, want, got string) {
	t.Helper()
	if want == got {
		return
	}
	w, g := strings.Split(want, "== "), strings.Split(got, "== ")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			t.Errorf("want\n%s\ngot\n%s", w[i], g[i])
		}
	}
	if len(w) != len(g) {
		t.Errorf("%d plans, want %d", len(g)-1, len(w)-1)
	}
}
