package analyze_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/analyze"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// frame builds the relations of a DataFrame front end, which numbers them.
type frame struct{ last int64 }

func (f *frame) node() plan.Node { f.last++; return plan.Node{PlanID: f.last} }

func (f *frame) table(name string) plan.Relation {
	return &plan.NamedTable{Node: f.node(), Name: []string{name}}
}

func col(r plan.Relation, name string) plan.Expr {
	return &plan.Attribute{Parts: []string{name}, PlanID: r.Common().PlanID}
}

func name(n string) plan.Expr { return &plan.Attribute{Parts: []string{n}} }

func call(fn string, args ...plan.Expr) plan.Expr {
	return &plan.Call{Name: []string{fn}, Args: args, Operator: true}
}

func integer(n int32) plan.Expr { return &plan.Literal{Type: types.Integer, Value: n} }

func frameCatalog() *catalog {
	c := newCatalog()
	s := types.NewStruct(types.StructField{Name: "id", Type: types.Integer}, types.StructField{Name: "v", Type: types.Integer, Nullable: true})
	c.tables["t"] = analyze.Resolved{Name: []string{"spark_catalog", "default", "t"}, Table: table{"t", s}}
	wide := types.StructType{}
	for i := 0; i < 4000; i++ {
		wide.Fields = append(wide.Fields, types.StructField{Name: fmt.Sprint("c", i), Type: types.Integer, Nullable: true})
	}
	c.tables["wide"] = analyze.Resolved{Name: []string{"wide"}, Table: table{"wide", wide}}
	return c
}

func bindFrame(r plan.Relation) (logical.Node, error) {
	return newAnalyzer(frameCatalog(), map[string]string{}).Relation(context.Background(), r)
}

func TestPlanIDs(t *testing.T) {
	f := &frame{}
	a, b := f.table("t"), f.table("t")
	join := func(l, r plan.Relation, on plan.Expr) plan.Relation {
		return &plan.Join{Node: f.node(), Left: l, Right: r, Condition: on}
	}
	project := func(in plan.Relation, list ...plan.Expr) plan.Relation {
		return &plan.Project{Node: f.node(), Input: in, List: list}
	}
	joined := join(a, b, call("=", col(a, "id"), col(b, "id")))
	added := &plan.WithColumns{Node: f.node(), Input: a, Columns: []*plan.Alias{{Names: []string{"v"}, Child: integer(1)}}}
	grouped := &plan.Aggregate{Node: f.node(), Input: a, Grouping: []plan.Expr{name("id")}, IncludeGrouping: true,
		List: []plan.Expr{call("sum", name("v"))}}
	distinct := &plan.Distinct{Node: f.node(), Input: a}
	for _, c := range []struct {
		what string
		r    plan.Relation
		want string // columns, or a condition
	}{
		{"both sides of a join", project(joined, col(b, "v"), col(a, "id")), "v id"},
		{"a self-join by one frame", join(a, a, call("=", col(a, "id"), col(a, "id"))), "AMBIGUOUS_COLUMN_REFERENCE"},
		{"a name of both sides", project(joined, name("id")), "AMBIGUOUS_REFERENCE"},
		{"a column that was replaced", project(added, col(a, "v")), "CANNOT_RESOLVE_DATAFRAME_COLUMN"},
		{"a column of another frame", project(a, col(f.table("t"), "id")), "CANNOT_RESOLVE_DATAFRAME_COLUMN"},
		{"filter on a dropped column", &plan.Filter{Node: f.node(), Input: project(a, name("id")), Condition: call(">", col(a, "v"), integer(1))}, "id"},
		{"sort by a dropped column", &plan.Sort{Node: f.node(), Input: project(a, name("id")), Order: []plan.SortOrder{{Child: name("v")}}, Global: true}, "id"},
		{"a key after grouping", project(grouped, col(a, "id"), name("sum(v)")), "id sum(v)"},
		{"a column after distinct", project(distinct, col(a, "v")), "v"},
		{"drop of the other side's column", &plan.Drop{Node: f.node(), Input: joined, Columns: []plan.Expr{col(b, "id")}}, "id v v"},
	} {
		n, err := bindFrame(c.r)
		got := sparkerr.Condition(err)
		if err == nil {
			for i, a := range n.Output() {
				if i > 0 {
					got += " "
				}
				got += a.Name
			}
		}
		if got != c.want {
			t.Errorf("%s: got %s (%v), want %s", c.what, got, err, c.want)
		}
	}
}

// TestLinear binds the large plans that programs make. Each takes milliseconds; the limit only catches exponential and quadratic growth.
func TestLinear(t *testing.T) {
	f := &frame{}
	columns := f.table("t")
	for i := 0; i < 300; i++ {
		columns = &plan.WithColumns{Node: f.node(), Input: columns, Columns: []*plan.Alias{{Names: []string{fmt.Sprint("x", i)}, Child: call("+", name("v"), integer(int32(i)))}}}
	}
	unions, byName := f.table("t"), f.table("t")
	for i := 0; i < 500; i++ {
		unions = &plan.SetOperation{Node: f.node(), Left: unions, Right: f.table("t"), Op: plan.Union, All: true}
		byName = &plan.SetOperation{Node: f.node(), Left: byName, Right: f.table("t"), Op: plan.Union, All: true, ByName: true}
	}
	or := call("=", name("id"), integer(0))
	for i := 0; i < 2000; i++ {
		or = call("or", or, call("=", name("id"), integer(int32(i))))
	}
	var list []plan.Expr
	for i := 0; i < 4000; i++ {
		list = append(list, call("+", name(fmt.Sprint("C", i)), integer(1)))
	}
	for what, r := range map[string]plan.Relation{
		"300 withColumn": columns, "500 unions": unions, "500 unionByName": byName,
		"2,000 terms":   &plan.Filter{Node: f.node(), Input: f.table("t"), Condition: or},
		"4,000 columns": &plan.Project{Node: f.node(), Input: f.table("wide"), List: list},
	} {
		start := time.Now()
		if _, err := bindFrame(r); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if d := time.Since(start); d > 2*time.Second {
			t.Errorf("%s took %v", what, d)
		} else {
			t.Logf("%s: %v", what, d)
		}
	}
}
