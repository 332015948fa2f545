package analyze_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/analyze"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/sqlparse"
)

type mergeRecord struct {
	ID    string
	Conf  map[string]string
	Table struct {
		Name, DDL   string
		PartitionBy []string
		After       []string
	}
	Source struct{ Name, Schema string }
	Merge  struct{ SQL string }
	Answer struct {
		Schema [][]string
		Error  *struct {
			Class, Condition string
			Parameters       map[string]string
		}
	}
}

// deltaOf is the table that a CREATE TABLE makes.
func deltaOf(ddl string, after []string) (analyze.Resolved, error) {
	r, err := sqlparse.Statement(ddl, sqlparse.Options{})
	if err != nil {
		return analyze.Resolved{}, err
	}
	c := r.(*plan.CommandRelation).Command.(*plan.CreateTable)
	s := types.StructType{}
	meta := &log.Metadata{Configuration: map[string]string{}}
	for _, d := range c.Columns {
		f := types.StructField{Name: d.Name, Type: types.AsNullable(d.Type), Nullable: !d.NotNull}
		if d.Default != "" {
			f = f.WithMetadata(types.CurrentDefaultKey, d.Default)
		}
		if d.Generated != "" {
			f = f.WithMetadata("delta.generationExpression", d.Generated)
		}
		if d.Identity != nil {
			f = f.WithMetadata("delta.identity.start", d.Identity.Start).WithMetadata("delta.identity.allowExplicitInsert", !d.Identity.Always)
		}
		s.Fields = append(s.Fields, f)
	}
	for _, p := range c.PartitionBy {
		if a, ok := p.(*plan.Attribute); ok {
			meta.PartitionColumns = append(meta.PartitionColumns, a.Parts[0])
		}
	}
	for _, sql := range after {
		r, err := sqlparse.Statement(sql, sqlparse.Options{})
		if err != nil {
			return analyze.Resolved{}, err
		}
		if a, ok := r.(*plan.CommandRelation).Command.(*plan.AlterTable); ok {
			if k, ok := a.Action.(*plan.AlterAddConstraint); ok {
				meta.Configuration["delta.constraints."+k.Constraint.Name] = k.Constraint.Expr
			}
		}
	}
	name := c.Name[len(c.Name)-1]
	return analyze.Resolved{Name: []string{"spark_catalog", "default", name}, Table: deltaTable{table{name, s}, meta}}, nil
}

// TestMergeOracle binds the recorded MERGE statements: errors of analysis must be Delta's, and the resolved schema the one the table had
// after.
func TestMergeOracle(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(oracleDir, "delta", "merge", "*.jsonl"))
	if len(files) == 0 {
		t.Skip("the recorded answers are not here")
	}
	passed, failed, missing := 0, 0, map[string]int{}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			var r mergeRecord
			if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
				t.Fatal(err)
			}
			problem := tryMerge(&r)
			switch {
			case problem == "":
				passed++
			case strings.HasPrefix(problem, "missing "):
				missing[problem]++
			default:
				failed++
				if os.Getenv("ORACLE_VERBOSE") != "" {
					fmt.Printf("%s: %s\n   %s | %s\n    %s\n", r.ID, r.Merge.SQL, r.Table.DDL, r.Source.Schema, problem)
				}
			}
		}
		f.Close()
	}
	t.Logf("%d passed, %d failed, missing %v", passed, failed, missing)
	if failed > 0 {
		t.Errorf("%d recorded MERGE statements are bound in another way", failed)
	}
}

func tryMerge(r *mergeRecord) string {
	c := newCatalog()
	target, err := deltaOf(r.Table.DDL, r.Table.After)
	if err != nil {
		return "ddl: " + err.Error()
	}
	c.tables[strings.ToLower(r.Table.Name)] = target
	s, err := types.ParseSchema(r.Source.Schema)
	if err != nil {
		return "schema: " + err.Error()
	}
	c.tables[strings.ToLower(r.Source.Name)] = analyze.Resolved{Name: []string{r.Source.Name}, Table: table{r.Source.Name, s.(types.StructType)}}
	stmt, err := sqlparse.Statement(r.Merge.SQL, sqlparse.Options{})
	want := ""
	if e := r.Answer.Error; e != nil {
		want = e.Condition
	}
	if err != nil {
		// The builder has names of its own for what the parser refuses in SQL.
		if got := sparkerr.Condition(err); got == want || "DELTA_"+strings.Replace(got, "_BY_TARGET", "", 1) == want {
			return ""
		}
		return "parse: " + err.Error()
	}
	m, err := newAnalyzer(c, r.Conf).Merge(context.Background(), stmt.(*plan.CommandRelation).Command.(*plan.Merge))
	if r.Answer.Error != nil && runtimeMerge(want) {
		want = ""
	}
	if err != nil {
		problem := classify(err, "want "+want)
		if e, ok := err.(*sparkerr.Error); ok && e.Condition == want {
			for k, v := range r.Answer.Error.Parameters {
				if e.Params[k] != v {
					return fmt.Sprintf("%s is %q, want %q", k, e.Params[k], v)
				}
			}
			return ""
		}
		return problem
	}
	if want != "" {
		return "no error; want " + want
	}
	if r.Answer.Schema == nil {
		return ""
	}
	if len(m.Target.Schema.Fields) != len(r.Answer.Schema) {
		return fmt.Sprintf("schema %s, want %v", m.Target.Schema.SQL(), r.Answer.Schema)
	}
	for i, f := range m.Target.Schema.Fields {
		if f.Name != r.Answer.Schema[i][0] || plainType(f.Type.SimpleString()) != plainType(r.Answer.Schema[i][1]) {
			return fmt.Sprintf("column %s %s, want %v", f.Name, f.Type.SimpleString(), r.Answer.Schema[i])
		}
	}
	return ""
}

// plainType gives integer types one spelling.
func plainType(s string) string {
	return strings.NewReplacer("integer", "int", "long", "bigint", "short", "smallint", "byte", "tinyint", "big", "big", "small", "small", "tiny", "tiny").Replace(s)
}

// runtimeMerge are the conditions that arise from rows.
func runtimeMerge(condition string) bool {
	switch condition {
	case "DELTA_MULTIPLE_SOURCE_ROW_MATCHING_TARGET_ROW_IN_MERGE", "DELTA_VIOLATE_CONSTRAINT_WITH_VALUES", "DELTA_NOT_NULL_CONSTRAINT_VIOLATED",
		"DELTA_CAST_OVERFLOW_IN_TABLE_WRITE", "CAST_INVALID_INPUT", "USER_RAISED_EXCEPTION", "ARITHMETIC_OVERFLOW", "DIVIDE_BY_ZERO":
		return true
	}
	return false
}
