package analyze_test

import (
	"context"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/analyze"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/sqlparse"
)

// deltaTable is a Delta table without files.
type deltaTable struct {
	table
	meta *log.Metadata
}

func (d deltaTable) Snapshot() *log.Snapshot { return &log.Snapshot{Metadata: d.meta} }

func deltaCatalog(t *testing.T) *catalog {
	t.Helper()
	c := newCatalog()
	schema := func(ddl string) types.StructType {
		s, err := types.ParseSchema(ddl)
		if err != nil {
			t.Fatal(err)
		}
		return s.(types.StructType)
	}
	add := func(name, ddl string, conf map[string]string, change func(types.StructType) types.StructType, parts ...string) {
		s := schema(ddl)
		if change != nil {
			s = change(s)
		}
		c.tables[name] = analyze.Resolved{Name: []string{"spark_catalog", "default", name},
			Table: deltaTable{table{name, s}, &log.Metadata{Configuration: conf, PartitionColumns: parts}}}
	}
	add("t", "id INT, name STRING, qty INT, p STRING", map[string]string{"delta.constraints.ids": "id < 11 OR id IS NULL"}, nil, "p")
	add("s", "id BIGINT, name STRING, qty BIGINT, p STRING", nil, nil)
	add("wide", "id INT, name STRING, qty INT, p STRING, extra DOUBLE", nil, nil)
	add("st", "id INT, v STRUCT<a: INT, b: STRING>", nil, nil)
	add("st3", "id INT, v STRUCT<a: INT, c: STRING>", nil, nil)
	add("gen", "a INT, b INT, c STRING", nil, func(s types.StructType) types.StructType {
		s.Fields[1] = s.Fields[1].WithMetadata("delta.generationExpression", "a * 10")
		s.Fields[2] = s.Fields[2].WithMetadata(types.CurrentDefaultKey, "'new'")
		return s
	})
	add("ident", "id BIGINT, v STRING", nil, func(s types.StructType) types.StructType {
		s.Fields[0] = s.Fields[0].WithMetadata("delta.identity.start", int64(1)).WithMetadata("delta.identity.allowExplicitInsert", false)
		return s
	})
	return c
}

func command(t *testing.T, sql string) plan.Command {
	t.Helper()
	r, err := sqlparse.Statement(sql, sqlparse.Options{})
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return r.(*plan.CommandRelation).Command
}

// resolve binds a DML statement and prints what it writes.
func resolve(t *testing.T, sql string) (string, error) {
	t.Helper()
	a := newAnalyzer(deltaCatalog(t), map[string]string{})
	ctx := context.Background()
	values := func(list []expr.Expr) string {
		out := make([]string, len(list))
		for i, v := range list {
			out[i] = "-"
			if v != nil {
				out[i] = stable(v)
			}
		}
		return strings.Join(out, ", ")
	}
	switch c := command(t, sql).(type) {
	case *plan.Merge:
		m, err := a.Merge(ctx, c)
		if err != nil {
			return "", err
		}
		out := stable(m.Condition)
		for _, list := range [][]logical.MergeClause{m.Matched, m.NotMatched, m.BySource} {
			for _, k := range list {
				out += " | " + k.ActionText + ": " + values(k.Values)
			}
		}
		return out, nil
	case *plan.Update:
		u, err := a.Update(ctx, c)
		if err != nil {
			return "", err
		}
		return values(u.Values), nil
	case *plan.Insert:
		in, err := a.Insert(ctx, c)
		if err != nil {
			return "", err
		}
		return logical.FormatStable(in.Input), nil
	}
	t.Fatal("not DML: ", sql)
	return "", nil
}

// stable prints an expression without ids.
func stable(e expr.Expr) string {
	text := logical.FormatExpr(e)
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '#' {
			for i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9' {
				i++
			}
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

func TestDML(t *testing.T) {
	for _, c := range []struct{ sql, want string }{
		{"MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *",
			"(cast(id as bigint) = id) | update: cast(id as int), name, cast(qty as int), p | insert: cast(id as int), name, cast(qty as int), p"},
		{"MERGE INTO t USING s ON t.id = s.id WHEN MATCHED AND s.qty > 3 THEN UPDATE SET qty = s.qty + 1 WHEN MATCHED THEN DELETE WHEN NOT MATCHED BY SOURCE THEN UPDATE SET t.name = 'gone'",
			"(cast(id as bigint) = id) | update: -, -, cast((qty + cast(1 as bigint)) as int), - | delete:  | update: -, gone, -, -"},
		{"MERGE INTO t USING s ON t.id = s.id WHEN NOT MATCHED THEN INSERT (name, id) VALUES (s.name, s.id)",
			"(cast(id as bigint) = id) | insert: cast(id as int), name, null, null"},
		{"MERGE WITH SCHEMA EVOLUTION INTO t USING wide s ON t.id = s.id WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *",
			"(id = id) | update: id, name, qty, p, extra | insert: id, name, qty, p, extra"},
		{"MERGE INTO gen USING s ON gen.a = s.id WHEN MATCHED THEN UPDATE SET a = 5 WHEN NOT MATCHED THEN INSERT (a) VALUES (7)",
			"(cast(a as bigint) = id) | update: 5, (5 * 10), - | insert: 7, (7 * 10), new"},
		{"UPDATE t SET qty = 1", "-, -, 1, -"},
		{"UPDATE st SET v.a = 9", "-, named_struct(a, 9, b, v.b)"},
		{"UPDATE gen SET c = DEFAULT", "-, -, new"},
		{"MERGE WITH SCHEMA EVOLUTION INTO st USING st3 s ON st.id = s.id WHEN MATCHED THEN UPDATE SET *",
			"(id = id) | update: id, CASE WHEN isnull(v) THEN null ELSE named_struct(a, v.a, b, v.b, c, v.c) END"},
		{"INSERT INTO ident (v) VALUES ('x')", "Project [null AS id#0, col1#1 AS v#2]\n+- Values [col1#1] [x]\n"},
		{"INSERT INTO gen (a) VALUES (1)", "Project [col1#0 AS a#1, (col1#0 * 10) AS b#2, new AS c#3]\n+- Values [col1#0] [1]\n"},
		{"INSERT INTO gen VALUES (1, 10, DEFAULT)", "Project [col1#0 AS a#1, col2#2 AS b#3, col3#4 AS c#5]\n+- Values [col1#0, col2#2, col3#4] [1, 10, new]\n"},
		{"INSERT INTO t PARTITION (p = 'x') SELECT id, name, qty FROM s",
			"Project [cast(id#0 as int) AS id#1, name#2 AS name#3, cast(qty#4 as int) AS qty#5, x AS p#6]\n+- Project [id#0, name#2, qty#4]\n   +- Relation s [id#0, name#2, qty#4, p#7]\n"},
	} {
		got, err := resolve(t, c.sql)
		if err != nil {
			t.Errorf("%s: %v", c.sql, err)
		} else if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.sql, got, c.want)
		}
	}
}

func TestDMLErrors(t *testing.T) {
	for _, c := range []struct{ sql, condition, param, value string }{
		{"MERGE INTO t USING s ON t.id = s.nope WHEN MATCHED THEN DELETE", "DELTA_MERGE_UNRESOLVED_EXPRESSION", "sqlExpr", "s.nope"},
		{"MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET nope = 1", "DELTA_MERGE_UNRESOLVED_EXPRESSION", "sqlExpr", "nope"},
		{"MERGE INTO t USING s ON id = s.id WHEN MATCHED THEN DELETE", "AMBIGUOUS_REFERENCE", "name", "`id`"},
		{"MERGE INTO wide USING s ON wide.id = s.id WHEN NOT MATCHED THEN INSERT *", "DELTA_MERGE_UNRESOLVED_EXPRESSION", "sqlExpr", "extra"},
		{"MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET qty = 1, QTY = 2", "DELTA_CONFLICT_SET_COLUMN", "columnList", "[`qty`, `QTY`]"},
		{"MERGE INTO t USING s ON t.id = s.id WHEN NOT MATCHED AND t.qty > 1 THEN INSERT *", "DELTA_MERGE_UNRESOLVED_EXPRESSION", "sqlExpr", "t.qty"},
		{"MERGE INTO t USING s ON t.id = s.id AND t.id IN (SELECT id FROM s) WHEN MATCHED THEN DELETE", "DELTA_UNSUPPORTED_SUBQUERY", "operation", "search condition of MERGE operation"},
		{"MERGE INTO t USING s ON NULL WHEN MATCHED THEN DELETE", "DATATYPE_MISMATCH.FILTER_NOT_BOOLEAN", "type", "\"VOID\""},
		{"MERGE INTO st USING st3 s ON st.id = s.id WHEN MATCHED THEN UPDATE SET *", "DELTA_UPDATE_SCHEMA_MISMATCH_EXPRESSION", "fromCatalog", "struct<a:int,c:string>"},
		{"UPDATE ident SET id = 9", "DELTA_IDENTITY_COLUMNS_UPDATE_NOT_SUPPORTED", "colName", "id"},
		{"INSERT INTO ident VALUES (7, 'c')", "DELTA_IDENTITY_COLUMNS_EXPLICIT_INSERT_NOT_SUPPORTED", "colName", "id"},
		{"INSERT INTO t VALUES (1, 'a')", "DELTA_INSERT_COLUMN_ARITY_MISMATCH", "insertColumns", "2"},
		{"INSERT INTO t VALUES (1, 'a', 2, 'p', 5)", "DELTA_METADATA_MISMATCH", "", ""},
		{"INSERT INTO t (id, zz) VALUES (1, 2)", "UNRESOLVED_COLUMN.WITH_SUGGESTION", "objectName", "`zz`"},
	} {
		_, err := resolve(t, c.sql)
		e, ok := err.(*sparkerr.Error)
		if !ok || e.Condition != c.condition || e.Params[c.param] != c.value {
			t.Errorf("%s: %v (%v)", c.sql, err, e)
		}
	}
}

func TestChecks(t *testing.T) {
	a := newAnalyzer(deltaCatalog(t), map[string]string{})
	m, err := a.Merge(context.Background(), command(t, "MERGE INTO t USING s ON t.id = s.id WHEN NOT MATCHED THEN INSERT *").(*plan.Merge))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Target.Checks) != 1 || m.Target.Checks[0].Name != "ids" || m.Target.Checks[0].Text != "((id < 11) OR (id IS NULL))" {
		t.Errorf("checks are %+v", m.Target.Checks)
	}
}
