package session_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/session"
)

// Whatever request to the store fails, with its effect done or not, a command leaves the table as it was or fully changed; a command that
// reports success has changed it, and its memory is given back.
func TestFaultsDuringCommands(t *testing.T) {
	commands := []string{
		"MERGE INTO t USING (SELECT * FROM VALUES (1, 'x'), (7, 'y') AS v(id, k)) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *",
		"UPDATE t SET k = 'u' WHERE id = 2",
		"DELETE FROM t WHERE id < 3",
		"INSERT INTO t VALUES (9, 'n')",
	}
	for _, dv := range []string{"false", "true"} {
		t.Run("deletion vectors "+dv, func(t *testing.T) {
			t.Parallel()
			s, faulty := openFaulty(t)
			reset := func() {
				query(t, s, "CREATE OR REPLACE TABLE t USING delta TBLPROPERTIES ('delta.enableDeletionVectors' = '"+dv+"') AS SELECT * FROM VALUES (1, 'a'), (2, 'b'), (3, 'c') AS v(id, k)")
			}
			rows := func() string { return query(t, s, "SELECT * FROM t ORDER BY id") }
			for _, sql := range commands {
				reset()
				before := rows()
				query(t, s, sql)
				after := rows()
				for _, done := range []bool{false, true} {
					for n, hit := 1, true; hit; n++ {
						reset()
						hit = false
						var mu sync.Mutex
						faulty.SetFaults(func(r objstore.Request) objstore.Fault {
							mu.Lock()
							defer mu.Unlock()
							if r.N != n {
								return objstore.Fault{}
							}
							hit = true
							return objstore.Fault{Err: objstore.ErrInjected, Done: done}
						})
						_, err := try(s, sql)
						faulty.SetFaults(nil)
						got := rows()
						if got != after && (err == nil || got != before) {
							t.Fatalf("%s\nrequest %d (done: %v): %v\n%s", sql, n, done, err, got)
						}
						if err != nil && !errors.Is(err, objstore.ErrInjected) {
							t.Logf("request %d (done: %v): %v", n, done, err)
						}
					}
				}
			}
		})
	}
}

func openFaulty(t *testing.T) (*session.Session, *objstore.Faulty) {
	t.Helper()
	var faulty *objstore.Faulty
	var once sync.Once
	stores := &objstore.Stores{Wrap: func(s objstore.Store) objstore.Store {
		once.Do(func() { faulty = objstore.NewFaulty(s, nil) })
		return faulty
	}}
	s, err := session.NewOver(stores, map[string]string{"spark.sql.warehouse.dir": t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		if n := s.Memory().Used(); n != 0 {
			t.Errorf("%d bytes are still in use", n)
		}
	})
	return s, faulty
}

func TestFullDiskLeavesTheTableAsItWas(t *testing.T) {
	s, disk := openFaulty(t)
	query(t, s, "CREATE TABLE t USING delta AS SELECT id, id * 2 AS v FROM range(1000)")
	before := query(t, s, "SELECT count(*), sum(v) FROM t")
	for _, sql := range []string{
		"MERGE INTO t USING (SELECT id + 500 AS id, -1L AS v FROM range(1000)) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *",
		"UPDATE t SET v = 0", "INSERT INTO t SELECT id, id FROM range(5000)",
	} {
		disk.LimitSpace(64)
		_, err := try(s, sql)
		disk.LimitSpace(-1)
		if c := sparkerr.Condition(err); c != "TASK_WRITE_FAILED" && c != "DELTA_COMMIT_FAILED" {
			t.Errorf("%s\ngot %v", sql, err)
		}
		if got := query(t, s, "SELECT count(*), sum(v) FROM t"); got != before {
			t.Errorf("%s changed the table: %s", sql, got)
		}
	}
}
