package session_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/session"
	"github.com/flintlake/flintlake/internal/vec"
)

// open starts a session over an empty warehouse; the test fails when it leaks memory.
func open(t *testing.T, options ...string) *session.Session {
	t.Helper()
	conf := map[string]string{"spark.sql.warehouse.dir": t.TempDir()}
	for i := 0; i+1 < len(options); i += 2 {
		conf[options[i]] = options[i+1]
	}
	s, err := session.New(conf)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		if n := s.Memory().Used(); n != 0 {
			t.Errorf("%d bytes are still in use", n)
		}
	})
	return s
}

// query runs SQL and gives its rows as text, one line a row.
func query(t *testing.T, s *session.Session, sql string) string {
	t.Helper()
	out, err := try(s, sql)
	if err != nil {
		t.Fatalf("%s\n%v", sql, err)
	}
	return out
}

func try(s *session.Session, sql string) (string, error) {
	ctx := context.Background()
	r, err := s.Run(ctx, &plan.SQLText{SQL: sql})
	if err != nil {
		return "", err
	}
	defer r.Close()
	var lines []string
	for {
		b, err := r.Next(ctx)
		if err != nil {
			return "", err
		}
		if b == nil {
			return strings.Join(lines, "\n"), nil
		}
		for i := range b.Rows() {
			cells := make([]string, len(b.Cols))
			for c, v := range b.Cols {
				cells[c] = fmt.Sprint(vec.ValueAt(v, b.Row(i)))
			}
			lines = append(lines, strings.Join(cells, "|"))
		}
		b.Release()
	}
}

func TestSelect(t *testing.T) {
	s := open(t)
	if got := query(t, s, "SELECT a + 1 AS x, upper(b) FROM VALUES (1, 'a'), (2, 'b') AS t(a, b) ORDER BY x DESC"); got != "3|B\n2|A" {
		t.Fatal(got)
	}
}

func TestCreateTableAsSelect(t *testing.T) {
	s := open(t)
	query(t, s, "CREATE TABLE t USING delta AS SELECT * FROM VALUES (1, 'a', DATE '2024-01-01'), (2, 'a longer text than twelve', NULL) AS t(id, name, d)")
	if got := query(t, s, "SELECT * FROM t ORDER BY id"); got != "1|a|19723\n2|a longer text than twelve|<nil>" {
		t.Fatal(got)
	}
	if got := query(t, s, "DESCRIBE t"); got != "id|int|<nil>\nname|string|<nil>\nd|date|<nil>" {
		t.Fatal(got)
	}
	query(t, s, "CREATE OR REPLACE TABLE t USING delta PARTITIONED BY (p) AS SELECT 5 AS id, 'ä b/c' AS p")
	if got := query(t, s, "SELECT id, p FROM t"); got != "5|ä b/c" {
		t.Fatal(got)
	}
	if got := query(t, s, "SELECT id FROM t VERSION AS OF 0 ORDER BY id"); got != "1\n2" {
		t.Fatal(got)
	}
	query(t, s, "DROP TABLE t")
	if _, err := try(s, "SELECT * FROM t"); err == nil {
		t.Fatal("the table is gone")
	}
}

func TestMergeUpdateDelete(t *testing.T) {
	for _, dv := range []string{"false", "true"} {
		t.Run("deletion vectors "+dv, func(t *testing.T) {
			s := open(t)
			query(t, s, "CREATE TABLE t (id BIGINT, name STRING, qty INT) USING delta TBLPROPERTIES ('delta.enableDeletionVectors' = '"+dv+"')")
			query(t, s, "INSERT INTO t VALUES (1, 'ann', 10), (2, 'bob', 20), (3, NULL, 30)")
			query(t, s, "INSERT INTO t (name, id) VALUES ('eve', 4)")
			got := query(t, s, `MERGE INTO t USING (SELECT * FROM VALUES (2, 'bobby'), (3, 'cy'), (9, 'new') AS v(id, name)) s ON t.id = s.id
				WHEN MATCHED AND s.id = 3 THEN DELETE
				WHEN MATCHED THEN UPDATE SET name = s.name, qty = t.qty + 1
				WHEN NOT MATCHED THEN INSERT (id, name) VALUES (s.id, s.name)
				WHEN NOT MATCHED BY SOURCE AND t.id = 4 THEN UPDATE SET qty = -1`)
			if got != "4|2|1|1" {
				t.Fatal(got)
			}
			if got := query(t, s, "SELECT * FROM t ORDER BY id"); got != "1|ann|10\n2|bobby|21\n4|eve|-1\n9|new|<nil>" {
				t.Fatal(got)
			}
			if got := query(t, s, "UPDATE t SET qty = qty * 2 WHERE id <= 2"); got != "2" {
				t.Fatal(got)
			}
			if got := query(t, s, "DELETE FROM t WHERE qty IS NULL"); got != "1" {
				t.Fatal(got)
			}
			if got := query(t, s, "SELECT id, qty FROM t ORDER BY id"); got != "1|20\n2|42\n4|-1" {
				t.Fatal(got)
			}
			if got := query(t, s, "SELECT count(*) FROM t VERSION AS OF 2"); got != "4" {
				t.Fatal(got)
			}
			_, err := try(s, "MERGE INTO t USING (SELECT * FROM VALUES (1), (1) AS v(id)) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET qty = 0")
			if err == nil || !strings.Contains(err.Error(), "DELTA_MULTIPLE_SOURCE_ROW_MATCHING_TARGET_ROW_IN_MERGE") || !strings.Contains(err.Error(), "id = 1: 2 rows") {
				t.Fatal(err)
			}
			if got := query(t, s, "SELECT count(*) FROM t"); got != "3" {
				t.Fatal(got)
			}
		})
	}
}

func TestReadCSVAndJSON(t *testing.T) {
	s := open(t)
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("a.csv", "id,name\n1,\"x, y\"\n2,\n")
	write("a.json", `{"b": 1.5, "a": [1, 2]}`+"\n")
	query(t, s, "CREATE TEMPORARY VIEW c USING csv OPTIONS (path '"+dir+"/a.csv', header 'true', inferSchema 'true')")
	if got := query(t, s, "SELECT id + 1, name FROM c"); got != "2|x, y\n3|<nil>" {
		t.Fatal(got)
	}
	if got := query(t, s, "SELECT a[1], b FROM json.`"+dir+"/a.json`"); got != "2|1.5" {
		t.Fatal(got)
	}
}
