package optimize

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/vec"
)

// pulled is a subquery without references to outer columns: node gives its rows for all outer rows at once, and conditions say which belong
// to an outer row.
type pulled struct {
	node       logical.Node
	columns    []*expr.Attribute // the subquery's own columns; node may have more behind them
	conditions []expr.Expr       // over outer columns and those of node
	// empty is the value of the first column for an outer row to which no row of node belongs, nil for null: what count and the like give
	// for no rows.
	empty expr.Expr
	// atMostOne: no two rows of node belong to one outer row.
	atMostOne bool
	// overDomain: node has its rows for every outer row, those of global aggregates over nothing too.
	overDomain bool
}

// pulledUp optimizes a subquery's plan and pulls the conditions with outer columns up.
func (o *optimizer) pulledUp(left logical.Node, s *expr.Subquery) (*pulled, error) {
	n, err := o.unnest(s.Plan.(logical.Node))
	if err != nil {
		return nil, err
	}
	if s.Kind == expr.ExistsSubquery {
		n = existsPlan(n)
	}
	if s.Kind == expr.ExistsSubquery && alwaysHasRow(n) {
		n = &logical.Values{Rows: [][]expr.Expr{{}}}
	}
	return o.pullUp(left, n)
}

// alwaysHasRow tells whether a plan gives a row whatever it reads: a global aggregate does.
func alwaysHasRow(n logical.Node) bool {
	switch n := n.(type) {
	case *logical.Aggregate:
		return len(n.Grouping) == 0
	case *logical.Project:
		return alwaysHasRow(n.Input)
	}
	return false
}

// existsPlan drops what does not change whether there are rows.
func existsPlan(n logical.Node) logical.Node {
	for {
		switch x := n.(type) {
		case *logical.Sort:
			n = x.Input
		case *logical.Limit:
			if x.Count < 1 || x.Offset > 0 {
				return n
			}
			n = x.Input
		default:
			return n
		}
	}
}

// pullUp handles a plan whose own subqueries are joins already; left has the outer columns.
func (o *optimizer) pullUp(left, n logical.Node) (*pulled, error) {
	p := &pulled{columns: n.Output(), atMostOne: givesOneRow(n)}
	if !correlated(n) {
		p.node = n
		return p, nil
	}
	empty, err := o.emptyValue(n)
	if err != nil {
		return nil, err
	}
	p.empty = empty
	u := &pulling{o: o}
	if p.node, err = u.node(n); err != nil {
		return o.overDomain(left, n)
	}
	p.conditions = u.conditions
	p.atMostOne = p.atMostOne && u.equalOnly()
	return p, nil
}

// givesOneRow tells whether a plan gives at most one row, per outer row when it is correlated.
func givesOneRow(n logical.Node) bool {
	switch n := n.(type) {
	case *logical.Aggregate:
		return len(n.Grouping) == 0
	case *logical.Project:
		return givesOneRow(n.Input)
	case *logical.Filter:
		return givesOneRow(n.Input)
	case *logical.Limit:
		return n.Count >= 0 && n.Count <= 1 || givesOneRow(n.Input)
	case *logical.Values:
		return len(n.Rows) <= 1
	}
	return false
}

// correlated tells whether a plan reads outer columns.
func correlated(n logical.Node) bool {
	for _, e := range logical.Expressions(n) {
		if hasOuter(e) {
			return true
		}
	}
	for _, k := range n.Children() {
		if correlated(k) {
			return true
		}
	}
	return false
}

func hasOuter(e expr.Expr) bool {
	found := false
	expr.Walk(e, func(x expr.Expr) bool {
		_, is := x.(*expr.Outer)
		found = found || is
		return !found
	})
	return found
}

// bare is e with outer columns as plain ones, for a place where they are in the input.
func bare(e expr.Expr) expr.Expr {
	return expr.Transform(e, func(x expr.Expr) expr.Expr {
		if o, ok := x.(*expr.Outer); ok {
			return o.Attr
		}
		return x
	})
}

// pulling walks down a correlated plan and takes out the conditions with outer columns.
type pulling struct {
	o          *optimizer
	conditions []expr.Expr // bare
	inner      []expr.Expr // the same, with Outer still marked
}

// needs are the columns of the subquery that the conditions read.
func (u *pulling) needs() map[expr.AttributeID]bool {
	ids := map[expr.AttributeID]bool{}
	for _, c := range u.inner {
		expr.AddReferences(c, ids) // Outer is no reference
	}
	return ids
}

// equalOnly tells whether all conditions are inner column = outer expression: then the rows of one outer row share the inner columns.
func (u *pulling) equalOnly() bool {
	for _, c := range u.inner {
		if !isCorrelatedEquality(c) {
			return false
		}
	}
	return true
}

func isCorrelatedEquality(c expr.Expr) bool {
	cmp, ok := c.(*expr.Compare)
	if !ok || cmp.Op != expr.Eq && cmp.Op != expr.EqNullSafe {
		return false
	}
	pure := func(inner, outer expr.Expr) bool {
		return !hasOuter(inner) && len(expr.References(outer)) == 0 && injective(inner)
	}
	return pure(cmp.Left, cmp.Right) || pure(cmp.Right, cmp.Left)
}

// injective tells whether equal values of e mean equal values of the column in it: it is a column, or a widening of one.
func injective(e expr.Expr) bool {
	if c, ok := e.(*expr.Cast); ok && c.Implicit && types.IsIntegral(c.Child.Type()) && types.IsIntegral(c.DataType) {
		e = c.Child
	}
	_, ok := e.(*expr.Attribute)
	return ok
}

func (u *pulling) node(n logical.Node) (logical.Node, error) {
	if !correlated(n) {
		return n, nil
	}
	switch n := n.(type) {
	case *logical.Filter:
		return u.filter(n)
	case *logical.Project:
		return u.project(n)
	case *logical.Aggregate:
		return u.aggregate(n)
	case *logical.Join:
		return u.join(n)
	case *logical.Sort:
		if anyOuter(n) {
			break
		}
		in, err := u.node(n.Input)
		if err != nil {
			return nil, err
		}
		return n.WithChildren([]logical.Node{in}), nil
	case *logical.Limit:
		return u.limit(n)
	case *logical.Window:
		return u.window(n)
	case *logical.Generate:
		if anyOuter(n) {
			break
		}
		return u.generate(n)
	}
	return nil, sparkerr.Unsupported("a correlated subquery of this form")
}

func anyOuter(n logical.Node) bool {
	for _, e := range logical.Expressions(n) {
		if hasOuter(e) {
			return true
		}
	}
	return false
}

func (u *pulling) take(c expr.Expr) {
	u.inner = append(u.inner, c)
	u.conditions = append(u.conditions, bare(c))
}

func (u *pulling) filter(n *logical.Filter) (logical.Node, error) {
	in, err := u.node(n.Input)
	if err != nil {
		return nil, err
	}
	var stay []expr.Expr
	for _, c := range expr.Conjuncts(n.Condition) {
		if hasOuter(c) {
			u.take(c)
		} else {
			stay = append(stay, c)
		}
	}
	return filtered(in, stay), nil
}

// project keeps the columns that conditions read, behind its own.
func (u *pulling) project(n *logical.Project) (logical.Node, error) {
	in, err := u.node(n.Input)
	if err != nil {
		return nil, err
	}
	if anyOuter(n) {
		return nil, sparkerr.Unsupported("outer columns in the select list of a subquery")
	}
	list := n.List[:len(n.List):len(n.List)]
	have := idsOf(n)
	for _, a := range u.missing(in, have) {
		list = append(list, a)
	}
	return &logical.Project{Input: in, List: list}, nil
}

// missing are the columns of in that conditions read and that are not in have.
func (u *pulling) missing(in logical.Node, have map[expr.AttributeID]bool) []*expr.Attribute {
	var out []*expr.Attribute
	needs := u.needs()
	for _, a := range in.Output() {
		if needs[a.ID] && !have[a.ID] {
			out = append(out, a)
		}
	}
	return out
}

// aggregate groups by the columns of the conditions too. That gives each outer row its own groups only when the conditions are
// equalities; without aggregate functions (DISTINCT) any condition will do.
func (u *pulling) aggregate(n *logical.Aggregate) (logical.Node, error) {
	in, err := u.node(n.Input)
	if err != nil {
		return nil, err
	}
	if anyOuter(n) {
		return nil, sparkerr.New("UNSUPPORTED_SUBQUERY_EXPRESSION_CATEGORY.CORRELATED_REFERENCE", "sqlExprs", "aggregate")
	}
	if len(n.List) > 0 && !u.equalOnly() {
		return nil, sparkerr.New("UNSUPPORTED_SUBQUERY_EXPRESSION_CATEGORY.CORRELATED_COLUMN_IS_NOT_ALLOWED_IN_PREDICATE", "treeNode", "aggregate")
	}
	out := *n
	out.Input = in
	out.Grouping = n.Grouping[:len(n.Grouping):len(n.Grouping)]
	have := map[expr.AttributeID]bool{}
	for _, g := range n.Grouping {
		have[g.ID] = true
	}
	var behind []expr.Expr
	for _, a := range u.missing(in, have) {
		out.Grouping = append(out.Grouping, &expr.Alias{Child: a, Name: a.Name, ID: a.ID, Metadata: a.Metadata, Qualifier: a.Qualifier})
		behind = append(behind, a)
	}
	list := []expr.Expr{}
	for _, a := range n.Output() {
		list = append(list, a)
	}
	return &logical.Project{Input: &out, List: append(list, behind...)}, nil
}

// join pulls up from a side whose rows are not kept without a match.
func (u *pulling) join(n *logical.Join) (logical.Node, error) {
	out := *n
	var err error
	right := n.Type == plan.InnerJoin || n.Type == plan.CrossJoin || n.Type == plan.RightOuterJoin
	left := n.Type != plan.RightOuterJoin && n.Type != plan.FullOuterJoin
	if correlated(n.Left) {
		if !left {
			return nil, sparkerr.Unsupported("a correlated subquery below an outer join")
		}
		if out.Left, err = u.node(n.Left); err != nil {
			return nil, err
		}
	}
	if correlated(n.Right) {
		if !right || n.Mark != nil {
			return nil, sparkerr.Unsupported("a correlated subquery below an outer join")
		}
		if out.Right, err = u.node(n.Right); err != nil {
			return nil, err
		}
	}
	var stay []expr.Expr
	for _, c := range expr.Conjuncts(n.Condition) {
		if !hasOuter(c) {
			stay = append(stay, c)
			continue
		}
		if n.Type != plan.InnerJoin && n.Type != plan.CrossJoin {
			return nil, sparkerr.Unsupported("outer columns in the condition of an outer join")
		}
		u.take(c)
	}
	out.Condition = expr.AndAll(stay)
	return &out, nil
}

// limit numbers the rows of each outer row and keeps the first ones.
func (u *pulling) limit(n *logical.Limit) (logical.Node, error) {
	in, err := u.node(n.Input)
	if err != nil {
		return nil, err
	}
	if !u.equalOnly() || n.Count < 0 {
		return nil, sparkerr.Unsupported("LIMIT in a correlated subquery whose conditions are not equalities")
	}
	var by []expr.Expr
	needs := u.needs()
	for _, a := range in.Output() {
		if needs[a.ID] {
			by = append(by, a)
		}
	}
	columns := n.Output()
	return numbered(n, in, by, append(columns[:len(columns):len(columns)], u.missing(in, idsOf(n))...)), nil
}

// numbered keeps, of the rows of each partition, those that a limit passes, and puts out columns.
func numbered(n *logical.Limit, in logical.Node, by []expr.Expr, columns []*expr.Attribute) logical.Node {
	w := &logical.Window{Input: in, PartitionBy: by}
	if s, ok := in.(*logical.Sort); ok {
		w.OrderBy = s.Order
	}
	number := expr.NewAttribute("row_number", types.Integer, false)
	call := &expr.WindowFunction{Fn: &fn.Bound{Fn: &fn.Function{Name: "row_number", Kind: fn.Window}, Type: types.Integer, Rank: "row_number"}, DataType: types.Integer}
	frame := logical.Frame{Rows: true, Lower: logical.FrameBound{Kind: plan.UnboundedPreceding}, Upper: logical.FrameBound{Kind: plan.CurrentRow}}
	w.List = []logical.WindowColumn{{Func: call, Frame: frame, Attr: number}}
	bound := func(op expr.CompareOp, n int64) expr.Expr {
		return &expr.Compare{Op: op, Left: number, Right: &expr.Literal{DataType: types.Integer, Value: int32(min(n, 1<<31-1))}}
	}
	conditions := []expr.Expr{bound(expr.Le, n.Offset+n.Count)}
	if n.Offset > 0 {
		conditions = append(conditions, bound(expr.Gt, n.Offset))
	}
	return &logical.Project{Input: filtered(w, conditions), List: attributeExprs(columns)}
}

// window computes per outer row by partitioning by the columns of the conditions too.
func (u *pulling) window(n *logical.Window) (logical.Node, error) {
	in, err := u.node(n.Input)
	if err != nil {
		return nil, err
	}
	if anyOuter(n) || !u.equalOnly() {
		return nil, sparkerr.Unsupported("a window in a correlated subquery whose conditions are not equalities")
	}
	out := *n
	out.Input = in
	out.PartitionBy = n.PartitionBy[:len(n.PartitionBy):len(n.PartitionBy)]
	needs := u.needs()
	for _, a := range in.Output() {
		if needs[a.ID] {
			out.PartitionBy = append(out.PartitionBy, a)
		}
	}
	return &out, nil
}

func (u *pulling) generate(n *logical.Generate) (logical.Node, error) {
	in, err := u.node(n.Input)
	if err != nil {
		return nil, err
	}
	out := *n
	out.Input = in
	have := map[expr.AttributeID]bool{}
	for _, a := range n.Required {
		have[a.ID] = true
	}
	out.Required = append(n.Required[:len(n.Required):len(n.Required)], u.missing(in, have)...)
	return &out, nil
}

// emptyValue is what the first column of a subquery is for an outer row without matching rows: a global aggregate still has its row.
// nil is null.
func (o *optimizer) emptyValue(n logical.Node) (expr.Expr, error) {
	values, ok, err := o.emptyRow(n)
	if err != nil || !ok {
		return nil, err
	}
	v := o.simplify(expr.Replace(n.Output()[0], values))
	if isNullLiteral(v) {
		return nil, nil
	}
	return v, nil
}

// emptyRow gives the columns of a plan over a global aggregate of no rows; ok is false when there is no such row.
func (o *optimizer) emptyRow(n logical.Node) (map[expr.AttributeID]expr.Expr, bool, error) {
	switch n := n.(type) {
	case *logical.Aggregate:
		if len(n.Grouping) > 0 {
			return nil, false, nil
		}
		values := map[expr.AttributeID]expr.Expr{}
		for _, a := range n.List {
			v, err := o.ofNoRows(a.Child)
			if err != nil {
				return nil, false, err
			}
			values[a.ID] = v
		}
		return values, true, nil
	case *logical.Project:
		values, ok, err := o.emptyRow(n.Input)
		if !ok || err != nil {
			return nil, false, err
		}
		out := map[expr.AttributeID]expr.Expr{}
		for _, e := range n.List {
			switch e := e.(type) {
			case *expr.Attribute:
				out[e.ID] = values[e.ID]
			case *expr.Alias:
				out[e.ID] = bare(expr.Replace(e.Child, values))
			}
		}
		return out, true, nil
	case *logical.Filter: // HAVING
		values, ok, err := o.emptyRow(n.Input)
		if !ok || err != nil {
			return nil, false, err
		}
		c := o.simplify(bare(expr.Replace(n.Condition, values)))
		if v, known := truth(c); known {
			return values, v, nil
		} else if isNullLiteral(c) {
			return nil, false, nil
		}
		out := map[expr.AttributeID]expr.Expr{}
		for id, v := range values {
			out[id] = &expr.Case{When: []expr.Expr{c}, Then: []expr.Expr{v}}
		}
		return out, true, nil
	}
	return nil, false, nil
}

// ofNoRows is the result of an aggregate function over nothing.
func (o *optimizer) ofNoRows(e expr.Expr) (expr.Expr, error) {
	a, ok := e.(*expr.Aggregate)
	if !ok {
		return nil, sparkerr.Internal("%T is no aggregate function", e)
	}
	b, ok := a.Fn.(*fn.Bound)
	if !ok || b.Accumulate == nil {
		return nil, sparkerr.Internal("aggregate function %s has no accumulator", a.Fn.FunctionName())
	}
	alloc := vec.NewAllocator(0)
	arena := alloc.NewArena()
	defer arena.Release()
	acc := b.Accumulate()
	defer acc.Close()
	acc.Grow(1)
	v, err := acc.Result(&fn.Context{Arena: arena, Alloc: alloc, Env: o.env}, 0, 1)
	if err != nil {
		return nil, err
	}
	return &expr.Literal{DataType: a.DataType, Value: vec.ValueAt(v, 0)}, nil
}
