package logical

import (
	"fmt"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/plan"
)

// Format prints a tree as Spark's explain() prints an optimized plan: one node a line, children below, attributes with their ids.
func Format(n Node) string { return (&formatter{}).tree(n) }

// FormatStable is Format with ids numbered by first appearance, so that texts of equal plans are equal.
func FormatStable(n Node) string {
	return (&formatter{ids: map[expr.AttributeID]int{}}).tree(n)
}

// FormatExpr prints one expression in the same style.
func FormatExpr(e expr.Expr) string { return (&formatter{}).expr(e) }

type formatter struct {
	ids map[expr.AttributeID]int // nil: ids as they are
	out strings.Builder
}

func (f *formatter) tree(n Node) string {
	f.node(n, "", "")
	return f.out.String()
}

// node prints n behind first, and what is below it behind rest.
func (f *formatter) node(n Node, first, rest string) {
	f.out.WriteString(first + f.line(n) + "\n")
	below := n.Children()
	for _, e := range Expressions(n) {
		expr.Walk(e, func(x expr.Expr) bool {
			if s, ok := x.(*expr.Subquery); ok {
				if p, ok := s.Plan.(Node); ok {
					f.node(p, rest+":  ", rest+":  ")
				}
			}
			return true
		})
	}
	for i, k := range below {
		if i == len(below)-1 {
			f.node(k, rest+"+- ", rest+"   ")
		} else {
			f.node(k, rest+":- ", rest+":  ")
		}
	}
}

func (f *formatter) line(n Node) string {
	switch n := n.(type) {
	case *Scan:
		s := "Relation " + n.Table.Name() + " [" + f.attrs(n.Columns) + "]"
		if len(n.Filters) > 0 {
			s += " filters=[" + f.list(n.Filters) + "]"
		}
		if n.Limit > 0 {
			s += fmt.Sprintf(" limit=%d", n.Limit)
		}
		return s
	case *Local:
		return "LocalRelation [" + f.attrs(n.Columns) + "]"
	case *Values:
		rows := make([]string, 0, len(n.Rows))
		for i, r := range n.Rows {
			if i == 5 {
				rows = append(rows, "...")
				break
			}
			rows = append(rows, "["+f.list(r)+"]")
		}
		return "Values [" + f.attrs(n.Columns) + "] " + strings.Join(rows, ", ")
	case *Range:
		return fmt.Sprintf("Range (%d, %d, step=%d) [%s]", n.Start, n.End, n.Step, f.attr(n.Column))
	case *Project:
		return "Project [" + f.list(n.List) + "]"
	case *Filter:
		return "Filter " + f.expr(n.Condition)
	case *Join:
		return f.join(n)
	case *Aggregate:
		return "Aggregate [" + f.aliases(n.Grouping) + "], [" + f.aliases(n.List) + "]"
	case *Expand:
		sets := make([]string, len(n.Projections))
		for i, p := range n.Projections {
			sets[i] = "[" + f.list(p) + "]"
		}
		return "Expand [" + strings.Join(sets, ", ") + "], [" + f.attrs(n.Columns) + "]"
	case *Sort:
		return fmt.Sprintf("Sort [%s], %t", f.order(n.Order), n.Global)
	case *Limit:
		if n.Offset > 0 {
			return fmt.Sprintf("Limit %d offset %d", n.Count, n.Offset)
		}
		return fmt.Sprintf("Limit %d", n.Count)
	case *Tail:
		return fmt.Sprintf("Tail %d", n.Count)
	case *Union:
		return "Union [" + f.attrs(n.Columns) + "]"
	case *SetOp:
		name := "Intersect"
		if n.Op == plan.Except {
			name = "Except"
		}
		if n.All {
			name += " All"
		}
		return name + " [" + f.attrs(n.Columns) + "]"
	}
	return f.rareLine(n)
}

func (f *formatter) rareLine(n Node) string {
	switch n := n.(type) {
	case *Window:
		cols := make([]string, len(n.List))
		for i, c := range n.List {
			cols[i] = f.expr(c.Func) + " " + f.frame(c.Frame) + " AS " + f.attr(c.Attr)
		}
		return "Window [" + strings.Join(cols, ", ") + "], [" + f.list(n.PartitionBy) + "], [" + f.order(n.OrderBy) + "]"
	case *Generate:
		return fmt.Sprintf("Generate %s, outer=%t, [%s]", f.expr(n.Generator), n.Outer, f.attrs(n.Columns))
	case *Apply:
		s := "LateralJoin " + joinName(n.Type)
		if n.Condition != nil {
			s += ", " + f.expr(n.Condition)
		}
		return s
	case *Sample:
		return fmt.Sprintf("Sample %v, %v, %t, %d", n.Lower, n.Upper, n.WithReplacement, n.Seed)
	case *Repartition:
		return fmt.Sprintf("Repartition %d, [%s]", n.Count, f.order(n.By))
	case *CTERef:
		return fmt.Sprintf("CTERelationRef [%s]", f.attrs(n.Columns))
	case *WithCTE:
		return "WithCTE"
	case *CollectMetrics:
		return "CollectMetrics " + n.Name + ", [" + f.aliases(n.Metrics) + "]"
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", n), "*logical.")
}

func (f *formatter) join(n *Join) string {
	s := "Join " + joinName(n.Type)
	if n.Mark != nil {
		s = "Join ExistenceJoin(" + f.attr(n.Mark) + ")"
	}
	if n.NullAware {
		s += " null-aware"
	}
	if n.Single {
		s += " single"
	}
	if n.Condition != nil {
		s += ", " + f.expr(n.Condition)
	}
	if n.Hint != "" {
		s += ", hint=" + n.Hint
	}
	return s
}

func joinName(t plan.JoinType) string {
	return [...]string{"Inner", "LeftOuter", "RightOuter", "FullOuter", "LeftSemi", "LeftAnti", "Cross"}[t]
}

func (f *formatter) attr(a *expr.Attribute) string {
	id := int(a.ID)
	if f.ids != nil {
		n, ok := f.ids[a.ID]
		if !ok {
			n = len(f.ids)
			f.ids[a.ID] = n
		}
		id = n
	}
	return fmt.Sprintf("%s#%d", a.Name, id)
}

func (f *formatter) attrs(list []*expr.Attribute) string {
	out := make([]string, len(list))
	for i, a := range list {
		out[i] = f.attr(a)
	}
	return strings.Join(out, ", ")
}

func (f *formatter) aliases(list []*expr.Alias) string {
	out := make([]string, len(list))
	for i, a := range list {
		out[i] = f.expr(a)
	}
	return strings.Join(out, ", ")
}

func (f *formatter) list(list []expr.Expr) string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = f.expr(e)
	}
	return strings.Join(out, ", ")
}

func (f *formatter) order(list []expr.SortOrder) string {
	out := make([]string, len(list))
	for i, o := range list {
		out[i] = f.expr(o.Child) + " ASC"
		if o.Descending {
			out[i] = f.expr(o.Child) + " DESC"
		}
		if o.NullsFirst {
			out[i] += " NULLS FIRST"
		} else {
			out[i] += " NULLS LAST"
		}
	}
	return strings.Join(out, ", ")
}

func (f *formatter) frame(w Frame) string {
	kind := "RANGE"
	if w.Rows {
		kind = "ROWS"
	}
	return kind + " BETWEEN " + f.bound(w.Lower) + " AND " + f.bound(w.Upper)
}

func (f *formatter) bound(b FrameBound) string {
	switch b.Kind {
	case plan.UnboundedPreceding:
		return "UNBOUNDED PRECEDING"
	case plan.UnboundedFollowing:
		return "UNBOUNDED FOLLOWING"
	case plan.CurrentRow:
		return "CURRENT ROW"
	case plan.Preceding:
		return f.expr(b.Offset) + " PRECEDING"
	}
	return f.expr(b.Offset) + " FOLLOWING"
}

var compareNames = [...]string{expr.Eq: "=", expr.Ne: "!=", expr.Lt: "<", expr.Le: "<=", expr.Gt: ">", expr.Ge: ">=", expr.EqNullSafe: "<=>"}

func (f *formatter) expr(e expr.Expr) string {
	switch e := e.(type) {
	case *expr.Attribute:
		return f.attr(e)
	case *expr.Outer:
		return "outer(" + f.attr(e.Attr) + ")"
	case *expr.Literal:
		return literal(e)
	case *expr.Alias:
		return f.expr(e.Child) + " AS " + f.attr(&expr.Attribute{ID: e.ID, Name: e.Name})
	case *expr.Cast:
		name := "cast("
		if e.Mode == expr.Try {
			name = "try_cast("
		}
		return name + f.expr(e.Child) + " as " + e.DataType.SimpleString() + ")"
	case *expr.And:
		return "(" + f.expr(e.Left) + " AND " + f.expr(e.Right) + ")"
	case *expr.Or:
		return "(" + f.expr(e.Left) + " OR " + f.expr(e.Right) + ")"
	case *expr.Not:
		return "NOT " + f.expr(e.Child)
	case *expr.Compare:
		return "(" + f.expr(e.Left) + " " + compareNames[e.Op] + " " + f.expr(e.Right) + ")"
	case *expr.IsNull:
		if e.Negated {
			return "isnotnull(" + f.expr(e.Child) + ")"
		}
		return "isnull(" + f.expr(e.Child) + ")"
	case *expr.In:
		return f.expr(e.Value) + " IN (" + f.list(e.List) + ")"
	case *expr.Case:
		return f.caseWhen(e)
	case *expr.Coalesce:
		return "coalesce(" + f.list(e.Args) + ")"
	case *expr.GetField:
		return f.expr(e.Child) + "." + e.Name
	case *expr.MakeStruct:
		parts := make([]string, len(e.Fields))
		for i, x := range e.Fields {
			parts[i] = e.DataType.Fields[i].Name + ", " + f.expr(x)
		}
		return "named_struct(" + strings.Join(parts, ", ") + ")"
	case *expr.Lambda:
		return "lambda(" + f.attrs(e.Params) + " -> " + f.expr(e.Body) + ")"
	}
	return f.call(e)
}

func (f *formatter) caseWhen(e *expr.Case) string {
	s := "CASE"
	for i := range e.When {
		s += " WHEN " + f.expr(e.When[i]) + " THEN " + f.expr(e.Then[i])
	}
	if e.Else != nil {
		s += " ELSE " + f.expr(e.Else)
	}
	return s + " END"
}

func (f *formatter) call(e expr.Expr) string {
	switch e := e.(type) {
	case *expr.Call:
		name := e.Fn.FunctionName()
		if len(e.Args) == 2 && strings.Trim(name, "+-*/%&|^<>=!") == "" {
			return "(" + f.expr(e.Args[0]) + " " + name + " " + f.expr(e.Args[1]) + ")"
		}
		return name + "(" + f.list(e.Args) + ")"
	case *expr.Aggregate:
		s := e.Fn.FunctionName() + "("
		if e.Distinct {
			s += "distinct "
		}
		s += f.list(e.Args)
		if len(e.Order) > 0 {
			s += " ORDER BY " + f.order(e.Order)
		}
		s += ")"
		if e.Filter != nil {
			s += " FILTER (WHERE " + f.expr(e.Filter) + ")"
		}
		return s
	case *expr.WindowFunction:
		return e.Fn.FunctionName() + "(" + f.list(e.Args) + ")"
	case *expr.Generator:
		return e.Fn.FunctionName() + "(" + f.list(e.Args) + ")"
	case *expr.Subquery:
		switch e.Kind {
		case expr.ExistsSubquery:
			return "exists#"
		case expr.InSubquery:
			return "(" + f.list(e.Values) + ") IN (list#)"
		}
		return "scalar-subquery#"
	}
	return fmt.Sprintf("%T", e)
}

func literal(l *expr.Literal) string {
	switch v := l.Value.(type) {
	case nil:
		return "null"
	case []byte:
		return fmt.Sprintf("0x%X", v)
	case string:
		if len(v) > 100 {
			return v[:100] + "..."
		}
		return v
	case int32:
		if l.DataType.ID() == types.IDYearMonthInterval {
			return types.YearMonthInterval{Months: v, Type: l.DataType.(types.YearMonthIntervalType)}.String()
		}
	case int64:
		if l.DataType.ID() == types.IDDayTimeInterval {
			return types.DayTimeInterval{Micros: v, Type: l.DataType.(types.DayTimeIntervalType)}.String()
		}
	}
	return fmt.Sprint(l.Value)
}
