package session_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/plan"
)

// refused runs a statement that must fail with a condition and SQLSTATE.
func refused(t *testing.T, sql string, err error, condition, state string) {
	t.Helper()
	var e *sparkerr.Error
	if !errors.As(err, &e) || e.Condition != condition || e.SQLState != state {
		t.Errorf("%s\nwanted %s (%s), got %v", sql, condition, state, err)
	}
}

func TestBadInputHasConditions(t *testing.T) {
	s := open(t)
	dir := t.TempDir()
	query(t, s, "CREATE TABLE t (id INT, name STRING) USING delta")
	query(t, s, "INSERT INTO t VALUES (1, 'a')")
	if err := os.WriteFile(filepath.Join(dir, "bad.csv"), []byte("id\nx\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ sql, condition, state string }{
		{"SELECT nme FROM t", "UNRESOLVED_COLUMN.WITH_SUGGESTION", "42703"},
		{"SELECT * FROM nowhere", "TABLE_OR_VIEW_NOT_FOUND", "42P01"},
		{"SELECT * FROM delta.`" + dir + "/nothing`", "DELTA_MISSING_DELTA_TABLE", "42P01"},
		{"SELECT frobnicate(id) FROM t", "UNRESOLVED_ROUTINE", "42883"},
		{"SELECT (1 FROM t", "PARSE_SYNTAX_ERROR", "42601"},
		{"SELECT id + 2147483647 FROM t", "ARITHMETIC_OVERFLOW", "22003"},
		{"SELECT 1 / 0", "DIVIDE_BY_ZERO", "22012"},
		{"SELECT CAST('x' AS INT)", "CAST_INVALID_INPUT", "22018"},
		{"SELECT id AND true FROM t", "DATATYPE_MISMATCH.BINARY_OP_DIFF_TYPES", "42K09"},
		{"UPDATE t SET nme = 'x'", "UNRESOLVED_COLUMN.WITH_SUGGESTION", "42703"},
	} {
		_, err := try(s, c.sql)
		refused(t, c.sql, err, c.condition, c.state)
	}
	if got := query(t, s, "SELECT * FROM t"); got != "1|a" {
		t.Fatalf("the table changed: %s", got)
	}
}

func TestCorruptLogEntryNamesTheFile(t *testing.T) {
	s := open(t)
	dir := t.TempDir() + "/t"
	query(t, s, "CREATE TABLE delta.`"+dir+"` USING delta AS SELECT 1 AS id")
	entry := filepath.Join(dir, "_delta_log", "00000000000000000001.json")
	if err := os.WriteFile(entry, []byte("{\"add\": {\"path\": "), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := try(open(t), "SELECT * FROM delta.`"+dir+"`")
	if err == nil || !strings.Contains(err.Error(), "00000000000000000001.json") {
		t.Fatalf("got %v", err)
	}
}

func TestUnwritableFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		s := open(t)
		_, err := try(s, "CREATE TABLE delta.`"+dir+"/file/t` USING delta AS SELECT 1 AS id") // a file where a folder must be
		if sparkerr.Condition(err) == "" || sparkerr.Condition(err) == "INTERNAL_ERROR" {
			t.Fatalf("got %v", err)
		}
		return
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	s := open(t)
	_, err := try(s, "CREATE TABLE delta.`"+dir+"/t` USING delta AS SELECT 1 AS id")
	refused(t, "CREATE TABLE", err, "TASK_WRITE_FAILED", "58030")
}

func TestCancelledQueryStopsSoon(t *testing.T) {
	s := open(t)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		time.Sleep(20 * time.Millisecond)
		cancel()
	}()
	started := time.Now()
	r, err := s.Run(ctx, &plan.SQLText{SQL: "SELECT count(*) FROM range(100000) a CROSS JOIN range(1000000) b WHERE a.id * b.id % 7 = 3"})
	if err == nil {
		_, err = r.Next(ctx)
		r.Close()
	}
	refused(t, "cancelled", err, "OPERATION_CANCELED", "HY008")
	if d := time.Since(started); d > 3*time.Second {
		t.Errorf("it took %v to stop", d)
	}
}

func TestSmallMemorySpillsAndLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	s := open(t, "spark.flintlake.memory", "4m", "spark.flintlake.spill.dir", dir, "spark.flintlake.threads", "2")
	query(t, s, "CREATE TABLE t USING delta AS SELECT id % 200000 AS k, id AS v FROM range(600000)")
	if n, err := os.ReadDir(dir); err != nil || len(n) > 1 {
		t.Fatalf("at most the session's own folder: %v %v", n, err)
	}
	if got := query(t, s, "SELECT count(*), sum(n), max(m) FROM (SELECT k, count(*) AS n, max(v) AS m FROM t GROUP BY k)"); got != "200000|600000|599999" {
		t.Fatal(got)
	}
	s.Close()
	if n, err := os.ReadDir(dir); err != nil || len(n) != 0 {
		t.Fatalf("the spill folder stays: %v %v", n, err)
	}
}
