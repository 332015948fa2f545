package analyze

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
)

// Grouping by time: window(ts, duration, slide, start) and session_window(ts, gap) are columns named window and session_window that are put
// below the aggregation, as Spark's analyzer does.

// withTimeWindows moves the time windows of an aggregation into its input; p itself when there are none.
func (b *binder) withTimeWindows(p *plan.Aggregate) *plan.Aggregate {
	calls := map[string]*plan.Call{}
	find := func(e plan.Expr) (plan.Expr, error) {
		c, ok := e.(*plan.Call)
		if !ok || len(c.Name) != 1 {
			return e, nil
		}
		name := lower(c.Name[0])
		if name != "window" && name != "session_window" {
			return e, nil
		}
		calls[name+plan.FormatExpr(c)] = c
		return &plan.Attribute{Parts: []string{name}, Origin: c.Origin}, nil
	}
	out := *p
	var err error
	if out.Grouping, err = plan.TransformExprs(p.Grouping, find); err != nil {
		throw(err)
	}
	if out.List, err = plan.TransformExprs(p.List, find); err != nil {
		throw(err)
	}
	if len(calls) == 0 {
		return p
	}
	if len(calls) > 1 {
		fail("_LEGACY_ERROR_TEMP_1039")
	}
	for _, c := range calls {
		if lower(c.Name[0]) == "window" {
			out.Input = b.sliding(p.Input, c)
			continue
		}
		var keys []plan.Expr
		for _, k := range out.Grouping {
			if a, ok := k.(*plan.Attribute); !ok || len(a.Parts) != 1 || a.Parts[0] != "session_window" {
				keys = append(keys, k)
			}
		}
		out.Input = b.sessions(p.Input, c, keys)
	}
	return &out
}

// duration is the length in microseconds that an argument of a time window gives.
func (b *binder) duration(e plan.Expr) int64 {
	x := stripAlias(b.expression(e, b.scope(&rel{})))
	l := check(b.foldTo(x))
	if text, ok := l.Value.(string); ok {
		l = check(b.foldTo(stripAlias(b.expression(b.parse("INTERVAL '"+text+"'"), b.scope(&rel{})))))
	}
	micros, ok := l.Value.(int64)
	if _, days := l.DataType.(types.DayTimeIntervalType); !ok || !days {
		throw(sparkerr.Unsupported("time windows of months"))
	}
	return micros
}

func callOf(name string, args ...plan.Expr) plan.Expr {
	return &plan.Call{Name: []string{name}, Args: args}
}

func micros(n int64) plan.Expr { return &plan.Literal{Type: types.Long, Value: n} }

func columnOf(names ...string) plan.Expr { return &plan.Attribute{Parts: names} }

// sliding adds the column window: every window that a row's time lies in. Rows without a time are left out.
func (b *binder) sliding(in plan.Relation, c *plan.Call) plan.Relation {
	if len(c.Args) < 2 || len(c.Args) > 4 {
		fail("WRONG_NUM_ARGS.WITHOUT_SUGGESTION", "functionName", quoteID("window"), "expectedNum", "[2, 3, 4]", "actualNum", itoa(len(c.Args)))
	}
	length := b.duration(c.Args[1])
	slide, start := length, int64(0)
	if len(c.Args) > 2 {
		slide = b.duration(c.Args[2])
	}
	if len(c.Args) > 3 {
		start = b.duration(c.Args[3])
	}
	if length <= 0 || slide <= 0 || slide > length || start <= -slide || start >= slide {
		throw(sparkerr.Unsupported("a time window whose slide is longer than the window, or whose start is not within the slide"))
	}
	at := callOf("unix_micros", &plan.Cast{Child: c.Args[0], Type: types.Timestamp})
	last := callOf("-", at, callOf("pmod", callOf("-", at, micros(start)), micros(slide)))
	var windows []plan.Expr
	for i := int64(0); i*slide < length; i++ {
		from := callOf("-", last, micros(i*slide))
		windows = append(windows, timeRange(from, callOf("+", from, micros(length))))
	}
	if len(windows) == 1 {
		return &plan.Project{Input: &plan.Filter{Input: in, Condition: callOf("isnotnull", c.Args[0])},
			List: []plan.Expr{&plan.Star{}, &plan.Alias{Child: windows[0], Names: []string{"window"}}}}
	}
	all := &plan.Project{Input: &plan.Filter{Input: in, Condition: callOf("isnotnull", c.Args[0])},
		List: []plan.Expr{&plan.Star{}, &plan.Alias{Child: callOf("explode", callOf("array", windows...)), Names: []string{"window"}}}}
	return &plan.Filter{Input: all, Condition: callOf("and", callOf(">=", c.Args[0], columnOf("window", "start")), callOf("<", c.Args[0], columnOf("window", "end")))}
}

func timeRange(from, to plan.Expr) plan.Expr {
	name := func(s string) plan.Expr { return &plan.Literal{Type: types.String, Value: s} }
	return callOf("named_struct", name("start"), callOf("timestamp_micros", from), name("end"), callOf("timestamp_micros", to))
}

// Names of the columns that sessions needs in between.
const (
	sessionFrom  = "__session_start"
	sessionTo    = "__session_end"
	sessionNew   = "__session_begins"
	sessionIndex = "__session_number"
)

// sessions adds the column session_window: rows with the same keys whose times lie less than the gap apart share one.
func (b *binder) sessions(in plan.Relation, c *plan.Call, keys []plan.Expr) plan.Relation {
	if len(c.Args) != 2 {
		fail("WRONG_NUM_ARGS.WITHOUT_SUGGESTION", "functionName", quoteID("session_window"), "expectedNum", "2", "actualNum", itoa(len(c.Args)))
	}
	gap := b.duration(c.Args[1])
	at := callOf("unix_micros", &plan.Cast{Child: c.Args[0], Type: types.Timestamp})
	step := func(in plan.Relation, list ...plan.Expr) plan.Relation {
		return &plan.Project{Input: in, List: append([]plan.Expr{&plan.Star{}}, list...)}
	}
	named := func(e plan.Expr, name string) plan.Expr { return &plan.Alias{Child: e, Names: []string{name}} }
	order := []plan.SortOrder{{Child: columnOf(sessionFrom)}}
	over := func(f plan.Expr, s plan.WindowSpec) plan.Expr { return &plan.Window{Func: f, Spec: s} }
	byKeys := plan.WindowSpec{PartitionBy: keys, OrderBy: order}
	rel := step(&plan.Filter{Input: in, Condition: callOf("isnotnull", c.Args[0])}, named(at, sessionFrom), named(callOf("+", at, micros(gap)), sessionTo))
	// With one gap for all rows the session so far ends where its last row's time plus the gap does.
	begins := callOf("if", callOf(">=", columnOf(sessionFrom), over(callOf("lag", columnOf(sessionTo)), byKeys)), micros(1), micros(0))
	rel = step(rel, named(begins, sessionNew))
	rel = step(rel, named(over(callOf("sum", columnOf(sessionNew)), byKeys), sessionIndex))
	whole := plan.WindowSpec{PartitionBy: append(keys[:len(keys):len(keys)], columnOf(sessionIndex))}
	return step(rel, named(timeRange(over(callOf("min", columnOf(sessionFrom)), whole), over(callOf("max", columnOf(sessionTo)), whole)), "session_window"))
}
