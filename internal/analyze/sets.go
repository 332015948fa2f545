package analyze

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// groupingSets multiplies the input: one copy of each row per set, in which the keys outside the set are null, numbered by the
// bits of those keys (Spark's Expand with spark_grouping_id).
type groupingSets struct {
	b *binder
	// keys are the expressions over the input; columns the same as put out by Expand.
	keys    []expr.Expr
	columns []*expr.Attribute
	sets    [][]int // ordinals of the keys in each set
	id      *expr.Attribute
	// idKey and position are grouping keys of the aggregate: the number of the set, and its place when a set occurs twice.
	idKey    *expr.Alias
	position *expr.Attribute
}

// groupingMark is grouping(), grouping_id() or grouping__id before the sets are known.
type groupingMark struct {
	id   bool        // grouping_id
	args []expr.Expr // keys asked for; none: all
	text string
}

func (m *groupingMark) Type() types.DataType {
	if m.id {
		return types.Long
	}
	return types.Byte
}
func (m *groupingMark) Nullable() bool        { return false }
func (m *groupingMark) Children() []expr.Expr { return m.args }
func (m *groupingMark) WithChildren(c []expr.Expr) expr.Expr {
	k := *m
	k.args = c
	return &k
}

func (x *exprBinder) grouping(c *plan.Call) expr.Expr {
	if len(c.Args) != 1 {
		failAt(c.Origin, "WRONG_NUM_ARGS.WITHOUT_SUGGESTION", "functionName", "`grouping`", "expectedNum", "1", "actualNum", itoa(len(c.Args)), "docroot", docRoot)
	}
	a := x.value(c.Args[0])
	return &groupingMark{args: []expr.Expr{a}, text: "grouping(" + x.sql(a) + ")"}
}

func (x *exprBinder) groupingID(c *plan.Call) expr.Expr {
	args := x.binds(c.Args)
	for i := range args {
		args[i] = stripAlias(args[i])
	}
	return &groupingMark{id: true, args: args, text: "grouping_id(" + x.sqlList(args) + ")"}
}

// groupingIDColumn is Hive's grouping__id.
func (x *exprBinder) groupingIDColumn() expr.Expr {
	return &groupingMark{id: true, text: "grouping__id"}
}

// flatKeys are the grouping expressions of a clause, composite elements taken apart.
func flatKeys(p *plan.Aggregate) []plan.Expr {
	var out []plan.Expr
	for _, e := range p.Grouping {
		if r, ok := e.(*plan.RowValue); ok && p.Kind != plan.GroupBy {
			out = append(out, r.Fields...)
			continue
		}
		out = append(out, e)
	}
	if len(out) == 0 {
		for _, s := range p.Sets {
			out = append(out, s...)
		}
	}
	return out
}

// expandSets finds the sets of ROLLUP, CUBE and GROUPING SETS, and points the aggregate's keys at the multiplied columns.
func (b *binder) expandSets(g *aggregation, p *plan.Aggregate, keys []expr.Expr) *groupingSets {
	s := &groupingSets{b: b, id: expr.NewAttribute("spark_grouping_id", types.Long, false)}
	s.sets = b.sets(g, p, keys)
	for _, k := range g.grouping {
		s.keys = append(s.keys, k.Child)
		a := expr.NewAttribute(k.Name, k.Child.Type(), true)
		a.Qualifier, a.Metadata = k.Qualifier, k.Metadata
		s.columns = append(s.columns, a)
	}
	if len(s.keys) == 0 && len(s.sets) == 1 {
		return nil // GROUPING SETS (()): a global aggregate, which has a row even without input
	}
	if len(s.keys) > 64 {
		fail("GROUPING_SIZE_LIMIT_EXCEEDED", "maxSize", "64")
	}
	for i := range g.grouping {
		k := *g.grouping[i]
		k.Child = s.columns[i]
		g.grouping[i] = &k
	}
	g.setKeys = s.keys
	s.idKey = expr.NewAlias(s.id, "spark_grouping_id")
	g.grouping = append(g.grouping, s.idKey)
	if repeated(s.sets) {
		s.position = expr.NewAttribute("_gen_grouping_pos", types.Long, false)
		g.grouping = append(g.grouping, expr.NewAlias(s.position, "_gen_grouping_pos"))
	}
	return s
}

func repeated(sets [][]int) bool {
	seen := map[int64]bool{}
	for _, s := range sets {
		var m int64
		for _, i := range s {
			m |= 1 << i
		}
		if seen[m] {
			return true
		}
		seen[m] = true
	}
	return false
}

// sets are the ordinals of the distinct keys in each grouping set.
func (b *binder) sets(g *aggregation, p *plan.Aggregate, keys []expr.Expr) [][]int {
	ks := b.clauseScope(g.input, "GROUP BY")
	place := func(e expr.Expr) int {
		for i, k := range g.grouping {
			if b.equal(k.Child, e) {
				return i
			}
		}
		g.key(e)
		return len(g.grouping) - 1
	}
	var elements [][]int
	if len(p.Sets) > 0 || p.Kind == plan.GroupingSets {
		next := 0
		for _, set := range p.Sets {
			one := []int{}
			for _, e := range set {
				// The keys of the sets stand in the flat list too, in the same order, when the parser made it.
				if next < len(keys) && len(p.Grouping) == totalKeys(p.Sets) && p.Kind != plan.GroupingSets {
					one = append(one, place(stripAlias(keys[next])))
					next++
					continue
				}
				one = append(one, place(stripAlias(b.groupKey(e, p, ks, ks.list()))))
			}
			elements = append(elements, one)
		}
	} else {
		for _, k := range keys {
			elements = append(elements, []int{place(stripAlias(k))})
		}
	}
	switch p.Kind {
	case plan.Rollup:
		return rollup(elements)
	case plan.Cube:
		return cube(elements)
	}
	return elements
}

func totalKeys(sets [][]plan.Expr) int {
	n := 0
	for _, s := range sets {
		n += len(s)
	}
	return n
}

// list is the scope as a select list has it.
func (s *scope) list() *scope {
	c := *s
	c.allow = allowance{aggregates: true, windows: true, generators: true}
	c.clause = ""
	return &c
}

func rollup(elements [][]int) [][]int {
	var out [][]int
	for n := len(elements); n >= 0; n-- {
		set := []int{}
		for _, e := range elements[:n] {
			set = append(set, e...)
		}
		out = append(out, set)
	}
	return out
}

func cube(elements [][]int) [][]int {
	if len(elements) == 0 {
		return [][]int{{}}
	}
	rest := cube(elements[1:])
	var out [][]int
	for _, r := range rest {
		out = append(out, append(append([]int{}, elements[0]...), r...))
	}
	return append(out, rest...)
}

// node is the Expand below the aggregate.
func (s *groupingSets) node(input logical.Node) logical.Node {
	in := input.Output()
	e := &logical.Expand{Input: input}
	// Aggregates read the input's columns as they were: these keep their ids, and only the keys are new columns.
	e.Columns = append(append(append(e.Columns, in...), s.columns...), s.id)
	if s.position != nil {
		e.Columns = append(e.Columns, s.position)
	}
	for n, set := range s.sets {
		row := make([]expr.Expr, 0, len(e.Columns))
		for _, a := range in {
			row = append(row, a)
		}
		inSet := map[int]bool{}
		for _, i := range set {
			inSet[i] = true
		}
		var id int64
		for i, k := range s.keys {
			id <<= 1
			if inSet[i] {
				row = append(row, k)
			} else {
				row = append(row, &expr.Literal{DataType: k.Type()})
				id |= 1
			}
		}
		row = append(row, &expr.Literal{DataType: types.Long, Value: id})
		if s.position != nil {
			row = append(row, &expr.Literal{DataType: types.Long, Value: int64(n)})
		}
		e.Projections = append(e.Projections, row)
	}
	return e
}

// mark replaces grouping() by a bit of the set's number.
func (s *groupingSets) mark(m *groupingMark) expr.Expr {
	id := s.idKey.Attr()
	if m.id {
		if len(m.args) > 0 && !s.b.equalList(m.args, s.keys) {
			fail("GROUPING_ID_COLUMN_MISMATCH", "groupingIdColumn", s.names(m.args), "groupByColumns", s.names(s.keys))
		}
		e := clone(id)
		s.b.texts[e] = m.text
		return e
	}
	for i, k := range s.keys {
		if !s.b.equal(k, m.args[0]) {
			continue
		}
		mask := int64(1) << (len(s.keys) - 1 - i)
		one := func(v int8) expr.Expr { return &expr.Literal{DataType: types.Byte, Value: v} }
		bit := s.b.function("&", plan.Origin{}, id, &expr.Literal{DataType: types.Long, Value: mask})
		e := &expr.Case{When: []expr.Expr{&expr.Compare{Op: expr.Eq, Left: bit, Right: &expr.Literal{DataType: types.Long, Value: int64(0)}}},
			Then: []expr.Expr{one(0)}, Else: one(1)}
		s.b.texts[e] = m.text
		return e
	}
	fail("GROUPING_COLUMN_MISMATCH", "grouping", s.names(m.args), "groupingColumns", s.names(s.keys))
	return nil
}

func (s *groupingSets) names(list []expr.Expr) string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = s.b.sql(e)
		if a, ok := e.(*expr.Attribute); ok {
			out[i] = a.Name + "#" + itoa(int(a.ID))
		}
	}
	return strings.Join(out, ",")
}
