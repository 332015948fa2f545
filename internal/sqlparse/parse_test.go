package sqlparse_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/sqlparse"
)

// Long chains and deep nesting are written by programs; neither may overflow a stack or take more than linear time.
func TestLongAndDeep(t *testing.T) {
	chain := func(n int, first, rest string) string { return first + strings.Repeat(rest, n) }
	for name, c := range map[string]struct {
		text      string
		condition string
	}{
		"2000 OR":              {"SELECT * FROM t WHERE " + chain(2000, "a = 1", " OR a = 2"), ""},
		"2000 AND NOT":         {"SELECT * FROM t WHERE " + chain(2000, "a", " AND NOT b"), ""},
		"20000 plus":           {"SELECT " + chain(20000, "1", " + 1"), ""},
		"5000 concat":          {"SELECT " + chain(5000, "a", " || 'x'"), ""},
		"500 UNION ALL":        {chain(500, "SELECT 1", " UNION ALL SELECT 2"), ""},
		"1000 joins":           {"SELECT * FROM t0 " + strings.Repeat("JOIN t1 USING (k) ", 1000), ""},
		"4000 columns":         {"SELECT " + chain(4000, "a", ", b AS c"), ""},
		"50000 values":         {"SELECT * FROM VALUES " + chain(50000, "(1, 'a')", ", (2, 'b')"), ""},
		"1000 parentheses":     {"SELECT " + strings.Repeat("(", 1000) + "1" + strings.Repeat(")", 1000), ""},
		"1000 subqueries":      {strings.Repeat("SELECT * FROM (", 1000) + "SELECT 1" + strings.Repeat(")", 1000), ""},
		"1000 scalar":          {strings.Repeat("SELECT (", 1000) + "SELECT 1" + strings.Repeat(")", 1000), ""},
		"1000 mixed":           {"SELECT " + strings.Repeat("((", 500) + "SELECT 1" + strings.Repeat(") + 1)", 500), ""},
		"1000 CASE":            {"SELECT " + strings.Repeat("CASE WHEN a THEN ", 1000) + "1" + strings.Repeat(" END", 1000), ""},
		"1000 calls":           {"SELECT " + strings.Repeat("f(", 1000) + "1" + strings.Repeat(")", 1000), ""},
		"1000 minus":           {"SELECT " + strings.Repeat("- ", 1000) + "a", ""},
		"1000 NOT":             {"SELECT " + strings.Repeat("NOT ", 1000) + "a", ""},
		"100000 parentheses":   {"SELECT " + strings.Repeat("(", 100000) + "1" + strings.Repeat(")", 100000), "FAILED_TO_PARSE_TOO_COMPLEX"},
		"100000 open":          {"SELECT " + strings.Repeat("(", 100000), "FAILED_TO_PARSE_TOO_COMPLEX"},
		"100000 NOT":           {"SELECT " + strings.Repeat("NOT ", 100000) + "a", "FAILED_TO_PARSE_TOO_COMPLEX"},
		"100000 open brackets": {"SELECT a" + strings.Repeat("[a", 100000), "FAILED_TO_PARSE_TOO_COMPLEX"},
		"100000 comments":      {"SELECT 1 " + strings.Repeat("/*", 100000) + strings.Repeat("*/", 100000), ""},
	} {
		start := time.Now()
		_, err := sqlparse.Statement(c.text, sqlparse.Options{})
		if got := sparkerr.Condition(err); got != c.condition {
			t.Errorf("%s gives %.200v", name, err)
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%s took %v", name, d)
		}
	}
}

func TestStatements(t *testing.T) {
	script := `-- a; comment
SELECT ';', "a;b", ` + "`c;d`" + ` /* ; */;
;
BEGIN
  DECLARE x INT DEFAULT 1;
  IF x = 1 THEN SELECT CASE WHEN true THEN 1 END; ELSE SELECT 2; END IF;
  l: LOOP SET x = 2; LEAVE l; END LOOP l;
  BEGIN SELECT 3; END;
END;
SELECT if(a, b, c), r';' FROM t
`
	pieces, err := sqlparse.Statements(script)
	if err != nil {
		t.Fatal(err)
	}
	var starts []string
	for _, p := range pieces {
		first, _, _ := strings.Cut(p.Text, "\n")
		starts = append(starts, first)
		if script[p.Start:p.Start+len(p.Text)] != p.Text || strings.Count(script[:p.Start], "\n")+1 != p.Line {
			t.Errorf("%q is not at %d in line %d", p.Text, p.Start, p.Line)
		}
		if _, err := sqlparse.Statement(p.Text, sqlparse.Options{}); err != nil {
			t.Errorf("%s: %v", p.Text, err)
		}
	}
	want := []string{"SELECT ';', \"a;b\", `c;d`", "BEGIN", "SELECT if(a, b, c), r';' FROM t"}
	if strings.Join(starts, "|") != strings.Join(want, "|") {
		t.Errorf("got %q", starts)
	}
}

// The SQL files of the recorded articles are scripts.
func TestRecordedScripts(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(oracleDir, "delta/articles/*.sql"))
	if len(files) == 0 {
		t.Skip("no recorded answers beside this repository")
	}
	n := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pieces, err := sqlparse.Statements(strings.ReplaceAll(string(data), "{dir}", "/d"))
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		for _, p := range pieces {
			n++
			_, err := sqlparse.Statement(p.Text, sqlparse.Options{})
			if err != nil && !strings.HasPrefix(sparkerr.Condition(err), "NON_LAST_") { // one script shows that error
				t.Errorf("%s line %d: %v", filepath.Base(file), p.Line, err)
			}
		}
	}
	if n < 50 {
		t.Errorf("only %d statements", n)
	}
}

func TestErrorsHaveAPlace(t *testing.T) {
	text := "SELECT a\nFROM t\nWHERE  ) x"
	_, err := sqlparse.Statement(text, sqlparse.Options{})
	var e *sparkerr.Error
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	c := e.Context
	if c.Line != 3 || c.Position != 7 || text[c.Start] != ')' || e.SQLState != "42601" || e.Class != sparkerr.ParseException {
		t.Errorf("%+v %s %s", c, e.SQLState, e.Class)
	}
}

func TestOriginsAreTheText(t *testing.T) {
	text := "SELECT  a + 1 , f(b)\n FROM t"
	r, err := sqlparse.Statement(text, sqlparse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	list := r.(*plan.Project).List
	for i, want := range []string{"a + 1", "f(b)"} {
		o := list[i].(*plan.Call).Origin
		if o.Text != want || text[o.Start:o.Stop+1] != want || o.Line != 1 {
			t.Errorf("%+v", o)
		}
	}
}

func TestParameters(t *testing.T) {
	one := &plan.Literal{Type: types.Integer, Value: int32(1)}
	name := &plan.Literal{Type: types.String, Value: "db.`my t`"}
	named := sqlparse.Options{Named: map[string]plan.Expr{"n": one, "t": name}}
	for text, want := range map[string]string{
		"SELECT :n FROM IDENTIFIER(:t) LIMIT :n": "Limit Count=1\n  Project List=[1]\n    NamedTable Name=[\"db\", \"my t\"]\n",
		"SELECT IDENTIFIER('a' || '.b')":         "Project List=[a.b]\n",
	} {
		r, err := sqlparse.Statement(text, named)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := plan.Format(r); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
	if _, err := sqlparse.Statement("SELECT :x", named); sparkerr.Condition(err) != "UNBOUND_SQL_PARAMETER" {
		t.Error(err)
	}
	positional := sqlparse.Options{Positional: []plan.Expr{one}}
	if _, err := sqlparse.Statement("SELECT ?", positional); err != nil {
		t.Error(err)
	}
	if _, err := sqlparse.Statement("SELECT ?, ?", positional); sparkerr.Condition(err) != "UNBOUND_SQL_PARAMETER" {
		t.Error(err)
	}
}

func TestTableName(t *testing.T) {
	for text, want := range map[string]string{"t": "t", "a.b.c": "a|b|c", "`a.b`.`c``d`": "a.b|c`d", "delta.`/p q`": "delta|/p q", "1st.select": "1st|select"} {
		parts, err := sqlparse.TableName(text)
		if got := strings.Join(parts, "|"); err != nil || got != want {
			t.Errorf("%s is %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "a.", "a b", "a-b", "a..b", "'a'"} {
		if _, err := sqlparse.TableName(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

func FuzzStatement(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txt")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, s := range sections(string(data)) {
			_, rest, _ := strings.Cut(s, "\n")
			text, _, _ := strings.Cut(rest, "\n----\n")
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := sqlparse.Statement(text, sqlparse.Options{})
		var e *sparkerr.Error
		switch {
		case err == nil:
			plan.Format(r)
		case !errors.As(err, &e):
			t.Fatalf("not a typed error: %v", err)
		case e.Condition == "INTERNAL_ERROR":
			t.Fatal(err)
		}
		if _, err := sqlparse.Statements(text); err != nil && !errors.As(err, &e) {
			t.Fatalf("not a typed error: %v", err)
		}
	})
}
