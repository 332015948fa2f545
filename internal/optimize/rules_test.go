package optimize

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

type namedTable string

func (t namedTable) Name() string             { return string(t) }
func (t namedTable) Schema() types.StructType { return types.StructType{} }

// relation is a scan of integer columns.
func relation(name string, columns ...string) *logical.Scan {
	s := &logical.Scan{Table: namedTable(name)}
	for i, c := range columns {
		s.Columns, s.Ordinals = append(s.Columns, expr.NewAttribute(c, types.Integer, true)), append(s.Ordinals, i)
	}
	return s
}

func lit(n int32) expr.Expr { return &expr.Literal{DataType: types.Integer, Value: n} }
func null() expr.Expr       { return &expr.Literal{DataType: types.Boolean} }
func gt(l, r expr.Expr) expr.Expr {
	return &expr.Compare{Op: expr.Gt, Left: l, Right: r}
}
func eq(l, r expr.Expr) expr.Expr {
	return &expr.Compare{Op: expr.Eq, Left: l, Right: r}
}
func and(l, r expr.Expr) expr.Expr { return &expr.And{Left: l, Right: r} }
func or(l, r expr.Expr) expr.Expr  { return &expr.Or{Left: l, Right: r} }
func not(e expr.Expr) expr.Expr    { return &expr.Not{Child: e} }
func isNull(e expr.Expr) expr.Expr { return &expr.IsNull{Child: e} }

// random is a function that is not deterministic.
func random() expr.Expr {
	return &expr.Call{Fn: &fn.Bound{Fn: &fn.Function{Name: "rand", NonDeterministic: true}}, DataType: types.Integer}
}

func plus(l, r expr.Expr) expr.Expr {
	return &expr.Call{Fn: &fn.Bound{Fn: &fn.Function{Name: "plus"}}, Args: []expr.Expr{l, r}, DataType: types.Integer}
}

func where(n logical.Node, c expr.Expr) logical.Node { return &logical.Filter{Input: n, Condition: c} }

func project(n logical.Node, list ...expr.Expr) *logical.Project {
	return &logical.Project{Input: n, List: list}
}

func named(e expr.Expr, name string) *expr.Alias { return expr.NewAlias(e, name) }

func joined(l logical.Node, t plan.JoinType, r logical.Node, on expr.Expr) *logical.Join {
	return &logical.Join{Left: l, Right: r, Type: t, Condition: on}
}

var idMark = regexp.MustCompile(`#\d+`)

// show is a plan on one line, inputs in parentheses, without ids.
func show(n logical.Node) string {
	var b strings.Builder
	switch n := n.(type) {
	case *logical.Scan:
		names := []string{}
		for _, a := range n.Columns {
			names = append(names, a.Name)
		}
		fmt.Fprintf(&b, "%s[%s]", n.Table.Name(), strings.Join(names, " "))
		for _, f := range n.Filters {
			fmt.Fprintf(&b, " skip %s", expr.String(f))
		}
		if n.Limit > 0 {
			fmt.Fprintf(&b, " limit %d", n.Limit)
		}
	case *logical.Filter:
		fmt.Fprintf(&b, "where %s", expr.String(n.Condition))
	case *logical.Project:
		items := []string{}
		for _, e := range n.List {
			items = append(items, expr.String(e))
		}
		fmt.Fprintf(&b, "project [%s]", strings.Join(items, ", "))
	case *logical.Join:
		names := map[plan.JoinType]string{plan.InnerJoin: "inner", plan.LeftOuterJoin: "left", plan.RightOuterJoin: "right", plan.FullOuterJoin: "full",
			plan.LeftSemiJoin: "semi", plan.LeftAntiJoin: "anti", plan.CrossJoin: "cross"}
		fmt.Fprintf(&b, "%s join on %s", names[n.Type], expr.String(n.Condition))
	case *logical.Limit:
		fmt.Fprintf(&b, "limit %d", n.Count)
	default:
		b.WriteString(strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%T", n), "*logical.")))
	}
	for _, k := range n.Children() {
		b.WriteString(" (" + show(k) + ")")
	}
	return idMark.ReplaceAllString(b.String(), "")
}

func optimized(t *testing.T, n logical.Node) string {
	t.Helper()
	out, err := Run(n, &fn.Env{ANSI: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Output()) != len(n.Output()) {
		t.Fatalf("%s has other columns", show(out))
	}
	for i, a := range n.Output() {
		if out.Output()[i].ID != a.ID || out.Output()[i].Name != a.Name {
			t.Fatalf("%s has other columns", show(out))
		}
	}
	return show(out)
}

// Each case names the rule and the plan that it must make, or must leave.
func TestRules(t *testing.T) {
	a, b := relation("a", "k", "v", "w"), relation("b", "x", "y")
	k, v, x, y := a.Columns[0], a.Columns[1], b.Columns[0], b.Columns[1]
	count := func() *expr.Alias {
		return named(&expr.Aggregate{Fn: &fn.Bound{Fn: &fn.Function{Name: "count"}}, DataType: types.Long}, "n")
	}
	key := &expr.Alias{Child: k, Name: "k", ID: expr.NewID()}
	grouped := &logical.Aggregate{Input: a, Grouping: []*expr.Alias{key}, List: []*expr.Alias{count()}}
	global := &logical.Aggregate{Input: a, List: []*expr.Alias{count()}}
	sum, twice := named(plus(k, v), "s"), named(random(), "r")
	number := expr.NewAttribute("rn", types.Integer, false)
	windowed := &logical.Window{Input: a, PartitionBy: []expr.Expr{k}, List: []logical.WindowColumn{
		{Func: &expr.WindowFunction{Fn: &fn.Bound{Fn: &fn.Function{Name: "row_number"}, Rank: "row_number"}, DataType: types.Integer}, Attr: number}}}
	both := &logical.Union{Inputs: []logical.Node{project(a, k), project(b, x)}, Columns: []*expr.Attribute{expr.NewAttribute("u", types.Integer, true)}}
	for _, c := range []struct {
		name string
		plan logical.Node
		want string
	}{
		{"filters reach the scan", where(where(a, gt(k, lit(1))), gt(v, lit(2))),
			"where ((k > 1) AND (v > 2)) (a[k v w] skip (k > 1) skip (v > 2))"},
		{"a true filter goes", where(a, or(gt(k, lit(1)), boolean(true))), "a[k v w]"},
		{"a filter that is never true leaves no rows", where(a, and(gt(k, lit(1)), gt(lit(0), lit(1)))), "values"},
		{"null is not true", where(a, null()), "values"},
		{"NOT is pushed into comparisons", where(a, not(gt(k, lit(1)))), "where (k <= 1) (a[k v w] skip (k <= 1))"},
		{"a column that is not null is not tested", where(a, isNull(number)), "values"},
		{"columns are pruned", project(where(a, gt(v, lit(1))), k), "project [k] (where (v > 1) (a[k v] skip (v > 1)))"},
		{"projections are combined", project(project(a, sum), named(plus(sum.Attr(), lit(1)), "t")), "project [plus(plus(k, v), 1) AS t] (a[k v])"},
		{"not when that computes twice", project(project(a, sum), named(plus(sum.Attr(), sum.Attr()), "t")),
			"project [plus(s, s) AS t] (project [plus(k, v) AS s] (a[k v]))"},
		{"not when it is not deterministic", project(project(a, twice), named(plus(twice.Attr(), lit(1)), "t")),
			"project [plus(r, 1) AS t] (project [rand() AS r] (a[]))"},
		{"a filter goes below a projection", where(project(a, sum), gt(sum.Attr(), lit(1))),
			"project [plus(k, v) AS s] (where (plus(k, v) > 1) (a[k v] skip (plus(k, v) > 1)))"},
		{"not on a random column", where(project(a, twice), gt(twice.Attr(), lit(1))), "where (r > 1) (project [rand() AS r] (a[]))"},
		{"filters go to both sides of an inner join", project(where(joined(a, plan.InnerJoin, b, eq(k, x)), and(gt(v, lit(1)), gt(y, lit(2)))), k),
			"project [k] (inner join on (k = x) (project [k] (where (v > 1) (a[k v] skip (v > 1)))) (project [x] (where (y > 2) (b[x y] skip (y > 2)))))"},
		{"a cross join gets its condition", project(where(joined(a, plan.CrossJoin, b, nil), eq(k, x)), k),
			"project [k] (inner join on (k = x) (a[k]) (b[x]))"},
		{"a null-rejecting filter tightens an outer join", project(where(joined(a, plan.LeftOuterJoin, b, eq(k, x)), gt(y, lit(2))), k),
			"project [k] (inner join on (k = x) (a[k]) (project [x] (where (y > 2) (b[x y] skip (y > 2)))))"},
		{"a filter that nulls satisfy does not", project(where(joined(a, plan.LeftOuterJoin, b, eq(k, x)), isNull(y)), k),
			"project [k] (where y IS NULL (left join on (k = x) (a[k]) (b[x y])))"},
		{"the kept side of ON stays", project(joined(a, plan.LeftOuterJoin, b, and(eq(k, x), and(gt(v, lit(1)), gt(y, lit(2))))), k),
			"project [k] (left join on ((k = x) AND (v > 1)) (a[k v]) (project [x] (where (y > 2) (b[x y] skip (y > 2)))))"},
		{"full outer joins keep their filters", project(where(joined(a, plan.FullOuterJoin, b, eq(k, x)), or(gt(v, lit(1)), gt(y, lit(1)))), k),
			"project [k] (where ((v > 1) OR (y > 1)) (full join on (k = x) (a[k v]) (b[x y])))"},
		{"filters on keys go below an aggregation", where(grouped, gt(key.Attr(), lit(1))), "aggregate (where (k > 1) (a[k] skip (k > 1)))"},
		{"filters on results do not", where(grouped, gt(grouped.List[0].Attr(), lit(1))), "where (n > 1) (aggregate (a[k]))"},
		{"nothing goes below a global aggregation", where(global, gt(random(), lit(1))), "where (rand() > 1) (aggregate (a[]))"},
		{"filters on partition keys go below a window", where(windowed, gt(k, lit(1))), "window (where (k > 1) (a[k v w] skip (k > 1)))"},
		{"others do not", where(windowed, gt(v, lit(1))), "where (v > 1) (window (a[k v w]))"},
		{"a window that is not used goes", project(windowed, v), "a[v]"},
		{"filters go into all inputs of a union", where(both, gt(both.Columns[0], lit(1))),
			"union (where (k > 1) (a[k] skip (k > 1))) (where (x > 1) (b[x] skip (x > 1)))"},
		{"a limit reaches the scan through projections", &logical.Limit{Input: project(a, sum), Count: 5},
			"project [plus(k, v) AS s] (limit 5 (a[k v] limit 5))"},
		{"and the inputs of a union", &logical.Limit{Input: both, Count: 5},
			"limit 5 (union (limit 5 (a[k] limit 5)) (limit 5 (b[x] limit 5)))"},
		{"not past a filter", &logical.Limit{Input: where(a, gt(k, lit(1))), Count: 5}, "limit 5 (where (k > 1) (a[k v w] skip (k > 1)))"},
		{"nor past an inner join", &logical.Limit{Input: project(joined(a, plan.InnerJoin, b, eq(k, x)), k), Count: 5},
			"project [k] (limit 5 (inner join on (k = x) (a[k]) (b[x])))"},
		{"sorting columns stay below a projection", project(&logical.Sort{Input: a, Order: []expr.SortOrder{{Child: v}}, Global: true}, k),
			"project [k] (sort (a[k v]))"},
		{"DISTINCT needs no functions", &logical.Aggregate{Input: project(a, k), Grouping: []*expr.Alias{named(k, "k")}}, "aggregate (a[k])"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := optimized(t, c.plan); got != c.want {
				t.Errorf("\n got %s\nwant %s", got, c.want)
			}
		})
	}
}

// Chains as programs build them stay linear in time.
func TestLongChains(t *testing.T) {
	a := relation("a", "k")
	var n logical.Node = a
	list := []expr.Expr{a.Columns[0]}
	for i := range 300 {
		c := named(plus(a.Columns[0], lit(int32(i))), fmt.Sprint("c", i))
		n = project(n, append(append([]expr.Expr{}, list...), c)...)
		list = append(list, c.Attr())
	}
	if got := optimized(t, n); strings.Count(got, "project") != 1 {
		t.Errorf("300 projections became %d", strings.Count(got, "project"))
	}
	var c expr.Expr = eq(a.Columns[0], lit(0))
	for i := range 2000 {
		c = or(c, eq(a.Columns[0], lit(int32(i))))
	}
	optimized(t, where(a, c))
	var u logical.Node = project(a, a.Columns[0])
	for range 500 {
		b := relation("b", "k")
		u = &logical.Union{Inputs: []logical.Node{u, b}, Columns: []*expr.Attribute{expr.NewAttribute("k", types.Integer, true)}}
	}
	optimized(t, u)
}
