package log

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/objstore"
)

// step is what an operation of the recorded conflict pairs reads and does.
type step struct {
	whole       bool     // reads the whole table
	all         bool     // scans without a partition condition
	partitions  []string // scans these partitions
	files       []*AddFile
	actions     []Action
	addsColumn  bool
	setsFeature string
}

// recordedSteps are the operations by the names of the recorder. The table has the files a1 (ids 1, 2), b1 (4, 5) and a2 (3).
func recordedSteps() map[string]step {
	a1, a2, b1 := fileIn("a", "1"), fileIn("a", "2"), fileIn("b", "1")
	rewrite := func(add *AddFile, change bool, old ...*AddFile) []Action {
		var l []Action
		for _, f := range old {
			l = append(l, f.Remove(1, change))
		}
		add.DataChange = change
		return append(l, add)
	}
	inA := step{partitions: []string{"a"}, files: []*AddFile{a1, a2}, actions: rewrite(fileIn("a", "new"), true, a1)}
	inB := step{partitions: []string{"b"}, files: []*AddFile{b1}, actions: rewrite(fileIn("b", "new"), true, b1)}
	anywhere := func(add, old *AddFile) step {
		return step{all: true, files: []*AddFile{a1, a2, b1}, actions: rewrite(add, true, old)}
	}
	replaceA := step{partitions: []string{"a"}, files: []*AddFile{a1, a2}, actions: rewrite(fileIn("a", "new"), true, a1, a2)}
	optimize := step{all: true, files: []*AddFile{a1, a2}, actions: rewrite(fileIn("a", "new"), false, a1, a2)}
	return map[string]step{
		"append":                                 {actions: []Action{fileIn("c", "app")}},
		"append into a":                          {actions: []Action{fileIn("a", "app")}},
		"append into b":                          {actions: []Action{fileIn("b", "app")}},
		"merge update in a (partition in ON)":    inA,
		"merge update in b (partition in ON)":    inB,
		"merge upsert id=1 (no partition in ON)": anywhere(fileIn("a", "new"), a1),
		"merge upsert id=4 (no partition in ON)": anywhere(fileIn("b", "new"), b1),
		"merge insert only":                      {all: true, actions: []Action{fileIn("a", "new")}},
		"delete row in a":                        inA,
		"delete other row of the same file":      inA,
		"delete row in b":                        inB,
		"delete by id only":                      anywhere(fileIn("a", "new"), a1),
		"delete partition a":                     {partitions: []string{"a"}, files: []*AddFile{a1, a2}, actions: []Action{a1.Remove(1, true), a2.Remove(1, true)}},
		"update row in a":                        inA,
		"update row in b":                        inB,
		"optimize":                               optimize,
		"optimize a":                             optimize,
		"replace where p=a":                      replaceA,
		"replace where p=b":                      {partitions: []string{"b"}, files: []*AddFile{b1}, actions: rewrite(fileIn("b", "new"), true, b1)},
		"overwrite all":                          {whole: true, actions: rewrite(fileIn("a", "new"), true, a1, a2, b1)},
		"add column":                             {addsColumn: true},
		"set property":                           {addsColumn: true},
		"add feature":                            {setsFeature: "domainMetadata"},
	}
}

type anyFile struct{}

func (anyFile) MayMatch(*AddFile) bool { return true }

func (s step) begin(t *testing.T, table *Table, snap *Snapshot) *Transaction {
	x := table.Begin(snap)
	if s.whole {
		x.ReadWholeTable()
	}
	if s.all {
		x.ReadMatching(anyFile{})
	}
	for _, p := range s.partitions {
		x.ReadMatching(inPartition(p))
	}
	x.ReadFiles(s.files...)
	m := *snap.Metadata
	m.Configuration = map[string]string{}
	if s.addsColumn {
		m.Description = "changed"
	}
	if s.setsFeature != "" {
		m.Configuration["delta.feature."+s.setsFeature] = "supported"
	}
	if s.addsColumn || s.setsFeature != "" {
		if err := x.SetMetadata(&m); err != nil {
			t.Fatal(err)
		}
	}
	return x
}

// TestRecordedConflicts replays the pairs of transactions that were recorded on Delta 4.4, those that really overlapped there.
func TestRecordedConflicts(t *testing.T) {
	name, _ := filepath.Abs("../../../../shared/oracle/delta/conflicts.jsonl")
	f, err := os.Open(name)
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("no recorded answers beside the repository")
	}
	defer f.Close()
	steps := recordedSteps()
	ctx := context.Background()
	replayed := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var c struct {
			ID, Loser, Winner string
			Interleaved       bool
			Answer            struct{ Loser, Winner json.RawMessage }
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		loser, ok1 := steps[c.Loser]
		winner, ok2 := steps[c.Winner]
		if !ok1 || !ok2 {
			t.Errorf("%s: unknown operations %q, %q", c.ID, c.Loser, c.Winner)
			continue
		}
		if !c.Interleaved {
			continue
		}
		replayed++
		var want struct{ Condition string }
		json.Unmarshal(c.Answer.Loser, &want) // "ok" leaves it empty
		table := create(t, objstore.NewMemory())
		if _, err := commit(ctx, table, fileIn("a", "1"), fileIn("b", "1"), fileIn("a", "2")); err != nil {
			t.Fatal(err)
		}
		snap, _ := table.Snapshot(ctx)
		x := loser.begin(t, table, snap)
		if _, err := winner.begin(t, table, snap).Commit(ctx, winner.actions, Operation{Name: "WINNER"}); err != nil {
			t.Fatal(err)
		}
		_, err := x.Commit(ctx, loser.actions, Operation{Name: "LOSER"})
		if got := sparkerr.Condition(err); got != want.Condition {
			t.Errorf("%s: %s after %s: got %q, Delta %q", c.ID, c.Loser, c.Winner, got, want.Condition)
		}
	}
	t.Logf("%d pairs replayed", replayed)
}
