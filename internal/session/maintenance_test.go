package session_test

import (
	"context"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/internal/plan"
)

func TestOptimizeKeepsRows(t *testing.T) {
	for _, order := range []string{"", " ZORDER BY (id, name)"} {
		s := open(t)
		query(t, s, "CREATE TABLE t (id INT, name STRING, p STRING) USING delta PARTITIONED BY (p) TBLPROPERTIES ('delta.enableDeletionVectors' = 'true', 'delta.enableChangeDataFeed' = 'true')")
		for range 3 {
			query(t, s, "INSERT INTO t SELECT id, 'a name longer than twelve ' || id, if(id % 2 = 0, 'a', NULL) FROM range(100)")
		}
		query(t, s, "DELETE FROM t WHERE id < 10")
		before := query(t, s, "SELECT * FROM t ORDER BY ALL")
		query(t, s, "OPTIMIZE t"+order)
		if got := query(t, s, "SELECT * FROM t ORDER BY ALL"); got != before {
			t.Fatal(got)
		}
		if got := query(t, s, "SELECT count(DISTINCT _metadata.file_name) FROM t"); got != "2" {
			t.Fatal(got)
		}
		if got := query(t, s, "SELECT count(*) FROM table_changes('t', 5)"); got != "0" {
			t.Fatal("OPTIMIZE changes no rows: " + got)
		}
	}
}

func TestOptimizeRefuses(t *testing.T) {
	s := open(t)
	query(t, s, "CREATE TABLE t USING delta PARTITIONED BY (p) AS SELECT 1 AS id, 'x' AS p")
	for sql, condition := range map[string]string{
		"OPTIMIZE t WHERE id = 1":              "DELTA_NON_PARTITION_COLUMN_REFERENCE",
		"OPTIMIZE t ZORDER BY (p)":             "DELTA_ZORDERING_ON_PARTITION_COLUMN",
		"OPTIMIZE t ZORDER BY (nope)":          "DELTA_ZORDERING_COLUMN_DOES_NOT_EXIST",
		"VACUUM t RETAIN 1 HOURS":              "DELTA_VACUUM_RETENTION_PERIOD_TOO_SHORT",
		"RESTORE t TO VERSION AS OF 7":         "DELTA_CANNOT_RESTORE_TABLE_VERSION",
		"DELETE FROM t WHERE id IN (SELECT 1)": "DELTA_UNSUPPORTED_SUBQUERY",
	} {
		if _, err := try(s, sql); err == nil || !strings.Contains(err.Error(), condition) {
			t.Errorf("%s: %v", sql, err)
		}
	}
}

func TestRestoreAndVacuum(t *testing.T) {
	s := open(t, "spark.databricks.delta.retentionDurationCheck.enabled", "false")
	query(t, s, "CREATE TABLE t USING delta TBLPROPERTIES ('delta.enableDeletionVectors' = 'true') AS SELECT id FROM range(5)")
	query(t, s, "DELETE FROM t WHERE id = 2")
	query(t, s, "UPDATE t SET id = 10 WHERE id = 1")
	query(t, s, "RESTORE TABLE t TO VERSION AS OF 1")
	if got := query(t, s, "SELECT id FROM t ORDER BY id"); got != "0\n1\n3\n4" {
		t.Fatal(got)
	}
	query(t, s, "VACUUM t RETAIN 0 HOURS")
	if got := query(t, s, "SELECT id FROM t ORDER BY id"); got != "0\n1\n3\n4" {
		t.Fatal("VACUUM took a needed file or vector: " + got)
	}
	if got := query(t, s, "VACUUM t RETAIN 0 HOURS DRY RUN"); got != "" {
		t.Fatal(got)
	}
}

func TestShallowCloneIsIndependent(t *testing.T) {
	s := open(t)
	query(t, s, "CREATE TABLE t USING delta PARTITIONED BY (p) TBLPROPERTIES ('delta.enableDeletionVectors' = 'true') AS SELECT * FROM VALUES (1, 'a b'), (2, 'a b'), (3, 'ü%') AS v(id, p)")
	query(t, s, "DELETE FROM t WHERE id = 1")
	query(t, s, "CREATE TABLE c SHALLOW CLONE t")
	query(t, s, "DELETE FROM c WHERE id = 2")
	query(t, s, "INSERT INTO c VALUES (9, 'z')")
	if got := query(t, s, "SELECT id FROM c ORDER BY id"); got != "3\n9" {
		t.Fatal(got)
	}
	if got := query(t, s, "SELECT id FROM t ORDER BY id"); got != "2\n3" {
		t.Fatal(got)
	}
}

func TestChangeFeed(t *testing.T) {
	for _, dv := range []string{"false", "true"} {
		s := open(t)
		query(t, s, "CREATE TABLE t (id INT, v STRING) USING delta TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = '"+dv+"')")
		query(t, s, "INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')")
		query(t, s, `MERGE INTO t USING (SELECT * FROM VALUES (2, 'B'), (4, 'd') AS x(id, v)) s ON t.id = s.id
			WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT * WHEN NOT MATCHED BY SOURCE AND t.id = 3 THEN DELETE`)
		want := "2|B|update_postimage|2\n2|b|update_preimage|2\n3|c|delete|2\n4|d|insert|2"
		if got := query(t, s, "SELECT id, v, _change_type, _commit_version FROM table_changes('t', 2) ORDER BY id, v"); got != want {
			t.Fatal(got)
		}
		query(t, s, "RESTORE t TO VERSION AS OF 1") // has no change files: changes are derived
		if got := query(t, s, "SELECT count_if(_change_type = 'insert') - count_if(_change_type = 'delete') FROM table_changes('t', 3)"); got != "0" {
			t.Fatal(got)
		}
	}
}

// Delta counts all pairs of a row once there are clauses other than WHEN MATCHED; among matched clauses with conditions only those that fire.
func TestSeveralSourceRows(t *testing.T) {
	const source = "USING (SELECT * FROM VALUES (1, 'x'), (1, 'y') AS v(id, k)) s ON t.id = s.id "
	for clauses, fails := range map[string]bool{
		"WHEN MATCHED AND s.k = 'x' THEN UPDATE SET k = s.k":                                false,
		"WHEN MATCHED THEN DELETE":                                                          false,
		"WHEN MATCHED AND s.id = 1 THEN DELETE":                                             true,
		"WHEN MATCHED AND s.k = 'x' THEN UPDATE SET k = s.k WHEN NOT MATCHED THEN INSERT *": true,
		"WHEN NOT MATCHED BY SOURCE THEN DELETE":                                            true,
		"WHEN NOT MATCHED THEN INSERT *":                                                    false,
	} {
		s := open(t)
		query(t, s, "CREATE TABLE t USING delta AS SELECT * FROM VALUES (1, 'a'), (2, 'b') AS v(id, k)")
		_, err := try(s, "MERGE INTO t "+source+clauses)
		if got := err != nil && strings.Contains(err.Error(), "DELTA_MULTIPLE_SOURCE_ROW_MATCHING"); got != fails || err != nil && !fails {
			t.Errorf("%s: %v", clauses, err)
		}
	}
}

// Row identity is (file, row): files of a batch, a batch and one row, and many batches never raise the error for several matches.
func TestMergeAcrossBatches(t *testing.T) {
	for _, n := range []string{"8192", "8193", "50000"} {
		s := open(t)
		query(t, s, "CREATE TABLE t USING delta AS SELECT id, id AS v FROM range("+n+")")
		if got := query(t, s, "MERGE INTO t USING range("+n+") s ON t.id = s.id WHEN MATCHED THEN UPDATE SET v = -1"); got != n+"|"+n+"|0|0" {
			t.Fatal(got)
		}
		if got := query(t, s, "SELECT count(*), sum(v) FROM t"); got != n+"|-"+n {
			t.Fatal(got)
		}
	}
}

func TestMergeWithoutEffectCommitsNothing(t *testing.T) {
	s := open(t)
	query(t, s, "CREATE TABLE t USING delta AS SELECT id, id AS v FROM range(10)")
	query(t, s, "MERGE INTO t USING (SELECT id, id AS v FROM range(10)) s ON t.id = s.id WHEN MATCHED AND t.v <> s.v THEN UPDATE SET *")
	if got := query(t, s, "SELECT max(_metadata.file_name) = min(_metadata.file_name) FROM t"); got != "true" {
		t.Fatal(got)
	}
	if _, err := try(s, "SELECT * FROM t VERSION AS OF 1"); err == nil {
		t.Fatal("a version was added")
	}
}

func TestWidening(t *testing.T) {
	s := open(t)
	query(t, s, "CREATE TABLE t (k INT, v SMALLINT) USING delta TBLPROPERTIES ('delta.enableTypeWidening' = 'true')")
	query(t, s, "INSERT INTO t VALUES (1, 7)")
	query(t, s, "ALTER TABLE t ALTER COLUMN v TYPE BIGINT")
	query(t, s, "INSERT INTO t VALUES (2, 5000000000)")
	if got := query(t, s, "SELECT * FROM t ORDER BY k"); got != "1|7\n2|5000000000" {
		t.Fatal(got)
	}
	query(t, s, "UPDATE t SET k = 3 WHERE k = 1")
	if got := query(t, s, "SELECT v FROM t WHERE k = 3"); got != "7" {
		t.Fatal(got)
	}
}

// A cancelled command leaves the table as it was and no memory behind.
func TestCancelledMerge(t *testing.T) {
	s := open(t)
	query(t, s, "CREATE TABLE t USING delta AS SELECT id, id AS v FROM range(20000)")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := s.Run(ctx, &plan.SQLText{SQL: "MERGE INTO t USING range(20000) s ON t.id = s.id WHEN MATCHED THEN UPDATE SET v = -1"}); err == nil {
		r.Close()
		t.Fatal("it ran")
	}
	if got := query(t, s, "SELECT min(v), count(*) FROM t"); got != "0|20000" {
		t.Fatal(got)
	}
}
