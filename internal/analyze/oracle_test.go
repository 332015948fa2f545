package analyze_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/analyze"
	"github.com/flintlake/flintlake/internal/eval"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/builtin"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/sqlparse"
)

// table is a table without rows.
type table struct {
	name   string
	schema types.StructType
}

func (t table) Name() string             { return t.name }
func (t table) Schema() types.StructType { return t.schema }

// catalog is a session's names for tests.
type catalog struct {
	tables    map[string]analyze.Resolved
	functions map[string]analyze.UserFunction
	variables map[string]*expr.Literal
}

func newCatalog() *catalog {
	return &catalog{map[string]analyze.Resolved{}, map[string]analyze.UserFunction{}, map[string]*expr.Literal{}}
}

func (c *catalog) Relation(_ context.Context, name []string, _ map[string]string, _ *analyze.TimeTravel) (analyze.Resolved, bool, error) {
	r, ok := c.tables[strings.ToLower(name[len(name)-1])]
	return r, ok, nil
}
func (c *catalog) Source(context.Context, string, *types.StructType, map[string]string, []string) (logical.Table, error) {
	return nil, sparkerr.Unsupported("sources")
}
func (c *catalog) Cached(string) (logical.Node, bool) { return nil, false }
func (c *catalog) Local([]byte, *types.StructType) (types.StructType, logical.LocalRows, error) {
	return types.StructType{}, nil, sparkerr.Unsupported("local rows")
}
func (c *catalog) Function(name []string) (analyze.UserFunction, bool) {
	f, ok := c.functions[strings.ToLower(name[len(name)-1])]
	return f, ok
}
func (c *catalog) Variable(name []string) (*expr.Literal, bool) {
	l, ok := c.variables[strings.ToLower(name[len(name)-1])]
	return l, ok
}
func (c *catalog) Current() (string, []string) { return "spark_catalog", []string{"default"} }

func newAnalyzer(c *catalog, conf map[string]string) *analyze.Analyzer {
	zone, id := time.UTC, "UTC"
	if z := conf["spark.sql.session.timeZone"]; z != "" {
		if l, err := time.LoadLocation(z); err == nil {
			zone, id = l, z
		}
	}
	env := &fn.Env{ANSI: conf["spark.sql.ansi.enabled"] != "false", TimeZone: zone, ZoneID: id, Now: time.Now().UnixMicro(), Conf: func(k string) string { return conf[k] }}
	a := analyze.New(c, fn.NewRegistry(builtin.Functions()), env)
	a.Fold = eval.Fold
	return a
}

// run does what a setup statement says; ok is false for statements this catalog does not know.
func (c *catalog) run(a *analyze.Analyzer, conf map[string]string, sql string) (ok bool, err error) {
	r, err := sqlparse.Statement(sql, sqlparse.Options{})
	if err != nil {
		return false, err
	}
	cmd, is := r.(*plan.CommandRelation)
	if !is {
		_, err = a.Relation(context.Background(), r)
		return true, err
	}
	switch k := cmd.Command.(type) {
	case *plan.CreateView:
		n, err := a.Relation(context.Background(), k.Query)
		if err != nil {
			return true, err
		}
		name := strings.ToLower(k.Name[len(k.Name)-1])
		c.tables[name] = analyze.Resolved{Name: []string{k.Name[len(k.Name)-1]}, Plan: n}
		return true, nil
	case *plan.CreateTable:
		if k.Query != nil || len(k.Columns) == 0 {
			return false, nil
		}
		s := types.StructType{}
		for _, col := range k.Columns {
			s = s.Add(col.Name, col.Type, !col.NotNull)
		}
		name := k.Name[len(k.Name)-1]
		c.tables[strings.ToLower(name)] = analyze.Resolved{Name: []string{"spark_catalog", "default", name}, Table: table{name, s}}
		return true, nil
	case *plan.Insert:
		return true, nil
	case *plan.SetConf:
		if k.Value != nil {
			conf[k.Key] = *k.Value
		}
		return true, nil
	case *plan.CreateFunction:
		f := analyze.UserFunction{Name: k.Name[len(k.Name)-1], Params: k.Params, Returns: k.Returns, Body: k.BodyExpr, Query: k.BodyQuery}
		for _, col := range k.ReturnsTable {
			f.Columns = f.Columns.Add(col.Name, col.Type, true)
		}
		c.functions[strings.ToLower(f.Name)] = f
		return true, nil
	case *plan.DeclareVariable:
		var l *expr.Literal
		if k.Default != nil {
			if l, err = a.Constant(context.Background(), k.Default, k.Type); err != nil {
				return true, err
			}
		} else {
			l = &expr.Literal{DataType: k.Type}
		}
		for _, n := range k.Names {
			c.variables[strings.ToLower(n[len(n)-1])] = l
		}
		return true, nil
	}
	return false, nil
}

const oracleDir = "../../../shared/oracle"

type record struct {
	ID     string
	Setup  []string
	Query  string
	Conf   map[string]string
	Args   json.RawMessage
	Schema *string
	Error  *struct {
		Class, Condition string
		Parameters       map[string]string
	}
}

// TestOracle binds the queries that Spark answered and compares names and types of columns, and the conditions of errors.
func TestOracle(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(oracleDir, "sql", "*.jsonl"))
	if len(files) == 0 {
		t.Skip("the recorded answers are not here")
	}
	passed, failed, missing, skipped := 0, 0, map[string]int{}, 0
	verbose := os.Getenv("ORACLE_VERBOSE")
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			var r record
			if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
				t.Fatal(err)
			}
			problem, known := try(&r)
			switch {
			case !known:
				skipped++
			case problem == "":
				passed++
			case strings.HasPrefix(problem, "missing "):
				missing[problem]++
			default:
				failed++
				if verbose != "" && strings.Contains(r.ID, verbose) {
					fmt.Printf("%s: %s\n    %s\n", r.ID, strings.Join(strings.Fields(r.Query), " "), problem)
				}
			}
		}
		f.Close()
	}
	t.Logf("%d passed, %d failed, %d not tried, %d functions missing", passed, failed, skipped, len(missing))
	// Those left need rows, statements of the session, or options of the parser.
	if failed > 50 || passed < 900 {
		t.Errorf("%d recorded queries are bound in another way", failed)
	}
	if verbose != "" {
		var names []string
		for n, k := range missing {
			names = append(names, fmt.Sprintf("%s×%d", strings.TrimPrefix(n, "missing "), k))
		}
		sort.Strings(names)
		fmt.Println(strings.Join(names, " "))
	}
}

// runtimeErrors arise when rows are computed, which is not the analyzer's business.
func runtimeError(condition, class string) bool {
	switch class {
	case "ParseException", "ArithmeticException", "SparkRuntimeException", "NumberFormatException", "DateTimeException", "ArrayIndexOutOfBoundsException", "Py4JJavaError":
		return true
	}
	return false
}

func try(r *record) (problem string, known bool) {
	defer func() {
		if p := recover(); p != nil {
			problem, known = fmt.Sprint("PANIC ", p), true
		}
	}()
	c := newCatalog()
	conf := map[string]string{}
	for k, v := range r.Conf {
		conf[k] = v
	}
	for _, s := range r.Setup {
		ok, err := c.run(newAnalyzer(c, conf), conf, s)
		if err != nil {
			return classify(err, "setup"), true
		}
		if !ok {
			return "", false
		}
	}
	if r.Args != nil && string(r.Args) != "{}" && string(r.Args) != "[]" {
		return "", false
	}
	q, err := sqlparse.Statement(r.Query, sqlparse.Options{})
	if err != nil {
		return "", false
	}
	if _, is := q.(*plan.CommandRelation); is {
		return "", false
	}
	n, err := newAnalyzer(c, conf).Relation(context.Background(), q)
	if r.Error != nil {
		if runtimeError(r.Error.Condition, r.Error.Class) {
			return "", false
		}
		if err == nil {
			return "no error; want " + r.Error.Condition, true
		}
		var e *sparkerr.Error
		if !errors.As(err, &e) || e.Condition != r.Error.Condition {
			if r.Error.Condition != "UNRESOLVED_ROUTINE" {
				return classify(err, "want "+r.Error.Condition), true
			}
		}
		for k, v := range r.Error.Parameters {
			if e.Params[k] != v && !strings.Contains(v, "#N") {
				return fmt.Sprintf("%s: %s is %q, want %q", e.Condition, k, e.Params[k], v), true
			}
		}
		return "", true
	}
	if err != nil {
		return classify(err, "want rows"), true
	}
	want, err := types.ParseSchema(*r.Schema)
	if *r.Schema == "" {
		return "", false
	}
	if err != nil {
		return "", false
	}
	got := types.StructType{}
	for _, a := range n.Output() {
		got = got.Add(a.Name, a.DataType, a.IsNull)
	}
	if !types.EqualIgnoreNullability(got, want) {
		return fmt.Sprintf("got  %s\n    want %s", got.SQL(), want.SQL()), true
	}
	return "", true
}

func classify(err error, context string) string {
	var e *sparkerr.Error
	if errors.As(err, &e) {
		if e.Condition == "UNRESOLVED_ROUTINE" || e.Condition == "UNRESOLVABLE_TABLE_VALUED_FUNCTION" {
			return "missing " + e.Params["routineName"] + e.Params["name"]
		}
	}
	return context + ": " + err.Error()
}
