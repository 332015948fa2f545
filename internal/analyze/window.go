package analyze

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// windowExpr is f OVER (spec) while its select list is being bound; it becomes a column of a logical.Window.
type windowExpr struct {
	fn        expr.Expr // *expr.WindowFunction or *expr.Aggregate
	partition []expr.Expr
	order     []expr.SortOrder
	frame     logical.Frame
}

func (w *windowExpr) Type() types.DataType { return w.fn.Type() }
func (w *windowExpr) Nullable() bool       { return w.fn.Nullable() }

// Children are the operands of the function, not the function itself: an aggregate over a window is no aggregate of the block.
func (w *windowExpr) Children() []expr.Expr {
	out := append(append([]expr.Expr(nil), w.fn.Children()...), w.partition...)
	for _, o := range w.order {
		out = append(out, o.Child)
	}
	return out
}

func (w *windowExpr) WithChildren(c []expr.Expr) expr.Expr {
	n := len(w.fn.Children())
	k := &windowExpr{frame: w.frame}
	k.fn = w.fn.WithChildren(c[:n:n])
	k.partition = c[n : n+len(w.partition) : n+len(w.partition)]
	k.order = append([]expr.SortOrder(nil), w.order...)
	for i := range k.order {
		k.order[i].Child = c[n+len(w.partition)+i]
	}
	return k
}

// window binds f OVER (spec).
func (x *exprBinder) window(e *plan.Window) expr.Expr {
	if !x.scope.allow.windows {
		clause := x.scope.clause
		if clause == "" {
			clause = "WHERE"
		}
		if clause == "ORDER BY" {
			in := *x
			in.scope = x.scope.allowingWindows()
			fail("UNSUPPORTED_EXPR_FOR_OPERATOR", "invalidExprSqls", x.quoted(in.window(e)))
		}
		failAt(e.Origin, "WINDOW_FUNCTION_NOT_ALLOWED_IN_CLAUSE", "clauseName", clause)
	}
	if x.inWindow {
		failAt(e.Origin, "NESTED_WINDOW_FUNCTION")
	}
	spec := x.windowSpec(e, 0)
	in := *x
	in.inWindow = true
	w := &windowExpr{}
	for _, p := range spec.PartitionBy {
		w.partition = append(w.partition, in.value(p))
	}
	for _, o := range spec.OrderBy {
		w.order = append(w.order, in.checkedOrder(o))
	}
	f := in.overFunction(e.Func)
	build := func(f expr.Expr) expr.Expr {
		k := &windowExpr{fn: f, partition: w.partition, order: w.order}
		x.frame(k, spec.Frame)
		if a, ok := f.(*expr.Aggregate); ok && a.Distinct {
			fail("DISTINCT_WINDOW_FUNCTION_UNSUPPORTED", "windowExpr", x.quoted(k))
		}
		return k
	}
	switch f.(type) {
	case *expr.Aggregate, *expr.WindowFunction:
		return build(f)
	}
	if text, ok := x.texts[f]; ok && x.aggregateCall(e.Func) {
		// A function that is made of aggregates: each of them gets the window.
		out := expr.Transform(f, func(y expr.Expr) expr.Expr {
			if a, ok := y.(*expr.Aggregate); ok {
				return build(a)
			}
			return y
		})
		w.fn = f
		x.frame(w, spec.Frame)
		x.texts[out] = text + " OVER (" + x.specSQL(w) + ")"
		return out
	}
	fail("UNSUPPORTED_EXPR_FOR_WINDOW", "sqlExpr", x.quoted(f))
	return nil
}

// overFunction binds the function before OVER. Its arguments may hold the block's own aggregates: sum(sum(x)) OVER ().
func (x *exprBinder) overFunction(e plan.Expr) expr.Expr {
	in := *x
	in.over = true
	return in.value(e)
}

func (x *exprBinder) aggregateCall(e plan.Expr) bool {
	c, ok := e.(*plan.Call)
	if !ok {
		return false
	}
	f, ok := x.functions.Lookup(lower(c.Name[len(c.Name)-1]))
	return ok && f.Kind == fn.Aggregate
}

func (s *scope) allowingWindows() *scope {
	c := *s
	c.allow.windows = true
	return &c
}

// windowSpec resolves named windows.
func (x *exprBinder) windowSpec(e *plan.Window, depth int) plan.WindowSpec {
	spec := e.Spec
	name := e.Ref
	if name == "" {
		name = spec.Base
	}
	for ; name != ""; depth++ {
		base, ok := x.scope.windows[name]
		if !ok || depth > 50 {
			failAt(e.Origin, "MISSING_WINDOW_SPECIFICATION", "windowName", name, "docroot", docRoot)
		}
		if len(spec.PartitionBy) == 0 {
			spec.PartitionBy = base.PartitionBy
		}
		if len(spec.OrderBy) == 0 {
			spec.OrderBy = base.OrderBy
		}
		if spec.Frame == nil {
			spec.Frame = base.Frame
		}
		name = base.Base
	}
	return spec
}

// frame sets the frame that is written, or the function's default, and validates it.
func (x *exprBinder) frame(w *windowExpr, f *plan.Frame) {
	name := ""
	if r, ok := w.fn.(*expr.WindowFunction); ok {
		name = r.Fn.FunctionName()
		if len(w.order) == 0 && name != "nth_value" {
			fail("WINDOW_FUNCTION_FRAME_NOT_ORDERED", "wf_name", lower(name), "wf_expr", x.qualifiedSQL(w.fn))
		}
		if fixed, ok := x.fixedFrame(r, name); ok {
			if f != nil {
				if bound := x.boundFrame(w, f); !x.sameFrame(bound, fixed) {
					if lower(name) == "lag" || lower(name) == "lead" {
						fail("_LEGACY_ERROR_TEMP_1035", "prettyName", lower(name))
					}
					fail("_LEGACY_ERROR_TEMP_1036", "wf", x.frameSQL(bound), "required", x.frameSQL(fixed))
				}
			}
			w.frame = fixed
			return
		}
	}
	if f == nil {
		if len(w.order) > 0 {
			w.frame = logical.Frame{Lower: logical.FrameBound{Kind: plan.UnboundedPreceding}, Upper: logical.FrameBound{Kind: plan.CurrentRow}}
		} else {
			w.frame = logical.Frame{Rows: true, Lower: logical.FrameBound{Kind: plan.UnboundedPreceding}, Upper: logical.FrameBound{Kind: plan.UnboundedFollowing}}
		}
		return
	}
	w.frame = x.boundFrame(w, f)
	x.checkFrame(w)
}

// fixedFrame is the frame of functions that have only one.
func (x *exprBinder) fixedFrame(f *expr.WindowFunction, name string) (logical.Frame, bool) {
	running := logical.Frame{Rows: true, Lower: logical.FrameBound{Kind: plan.UnboundedPreceding}, Upper: logical.FrameBound{Kind: plan.CurrentRow}}
	switch lower(name) {
	case "row_number", "rank", "dense_rank", "percent_rank", "ntile":
		return running, true
	case "cume_dist":
		running.Rows = false
		return running, true
	case "lag", "lead":
		var offset expr.Expr = &expr.Literal{DataType: types.Integer, Value: int32(1)}
		if len(f.Args) > 1 {
			offset = f.Args[1]
		}
		kind := plan.Following
		offset = clone(offset)
		if lower(name) == "lag" {
			kind = plan.Preceding
			x.texts[offset] = "-" + x.sql(offset)
		}
		at := logical.FrameBound{Kind: kind, Offset: offset}
		return logical.Frame{Rows: true, Lower: at, Upper: at}, true
	}
	return logical.Frame{}, false
}

func (x *exprBinder) sameFrame(a, b logical.Frame) bool { return x.frameSQL(a) == x.frameSQL(b) }

func (x *exprBinder) boundFrame(w *windowExpr, f *plan.Frame) logical.Frame {
	out := logical.Frame{Rows: !f.Range}
	out.Lower, out.Upper = x.bound(w, f, f.Lower, "lower"), x.bound(w, f, f.Upper, "upper")
	return out
}

func (x *exprBinder) bound(w *windowExpr, f *plan.Frame, p plan.Bound, location string) logical.FrameBound {
	if p.Value == nil {
		return logical.FrameBound{Kind: p.Kind}
	}
	v := x.value(p.Value)
	if !foldable(v) {
		fail("DATATYPE_MISMATCH.SPECIFIED_WINDOW_FRAME_WITHOUT_FOLDABLE", "location", location, "expression", x.quoted(v), "sqlExpr", x.quoted(v))
	}
	kind := p.Kind
	if kind == plan.BoundValue {
		return x.signedBound(v)
	}
	if !f.Range {
		if t := v.Type(); t.ID() != types.IDInteger && t.ID() != types.IDShort && t.ID() != types.IDByte && t.ID() != types.IDLong || t.ID() == types.IDLong && !isSmall(v) {
			x.badBound(w, f, v, location, "\"INT\"")
		}
	} else if len(w.order) == 1 {
		v = x.rangeOffset(w, f, v, location)
	}
	return logical.FrameBound{Kind: kind, Offset: v}
}

func isSmall(e expr.Expr) bool {
	l, ok := e.(*expr.Literal)
	if !ok {
		return false
	}
	v, ok := l.Value.(int64)
	return ok && v == int64(int32(v))
}

// signedBound is the DataFrame form of a bound: negative before, zero the current row, positive after.
func (x *exprBinder) signedBound(v expr.Expr) logical.FrameBound {
	l := check(x.foldTo(v))
	n, ok := asInt64(l.Value)
	if !ok {
		return logical.FrameBound{Kind: plan.Following, Offset: l}
	}
	switch {
	case n == 0:
		return logical.FrameBound{Kind: plan.CurrentRow}
	case n < 0:
		neg := *l
		switch l.Value.(type) {
		case int32:
			neg.Value = int32(-n)
		case int64:
			neg.Value = -n
		}
		x.texts[&neg] = itoa(int(n))
		return logical.FrameBound{Kind: plan.Preceding, Offset: &neg}
	}
	return logical.FrameBound{Kind: plan.Following, Offset: l}
}

func asInt64(v any) (int64, bool) {
	switch v := v.(type) {
	case int8:
		return int64(v), true
	case int16:
		return int64(v), true
	case int32:
		return int64(v), true
	case int64:
		return v, true
	}
	return 0, false
}

// rangeOffset checks a RANGE offset against the type of the order key.
func (x *exprBinder) rangeOffset(w *windowExpr, f *plan.Frame, v expr.Expr, location string) expr.Expr {
	key := w.order[0].Child.Type()
	ok := false
	switch key.ID() {
	case types.IDDate:
		ok = types.IsANSIInterval(v.Type()) || v.Type().ID() == types.IDCalendarInterval || types.IsIntegral(v.Type()) && v.Type().ID() != types.IDLong
	case types.IDTimestamp, types.IDTimestampNTZ:
		ok = types.IsANSIInterval(v.Type()) || v.Type().ID() == types.IDCalendarInterval
	default:
		if types.IsNumeric(key) && types.IsNumeric(v.Type()) || types.IsANSIInterval(key) && v.Type().ID() == key.ID() {
			return x.implicit(v, key)
		}
		x.badBound(w, f, w.order[0].Child, location, "(\"NUMERIC\" or \"INTERVAL DAY TO SECOND\" or \"INTERVAL YEAR TO MONTH\" or \"INTERVAL\")")
	}
	if !ok {
		fail("DATATYPE_MISMATCH.RANGE_FRAME_INVALID_TYPE", "orderSpecType", quotedType(key), "valueBoundaryType", quotedType(v.Type()),
			"sqlExpr", "\"("+x.unboundSpec(w, f)+")\"")
	}
	return v
}

func (x *exprBinder) badBound(_ *windowExpr, f *plan.Frame, v expr.Expr, location, want string) {
	fail("DATATYPE_MISMATCH.SPECIFIED_WINDOW_FRAME_UNACCEPTED_TYPE", "location", location, "exprType", quotedType(v.Type()), "expectedType", want,
		"sqlExpr", "\""+x.writtenFrame(f)+"\"")
}

// writtenFrame prints a frame that cannot be bound.
func (x *exprBinder) writtenFrame(f *plan.Frame) string {
	kind := "ROWS"
	if f.Range {
		kind = "RANGE"
	}
	one := func(p plan.Bound) string {
		if p.Value == nil {
			return x.boundSQL(logical.FrameBound{Kind: p.Kind})
		}
		v := x.sql(x.value(p.Value))
		if p.Kind == plan.Preceding {
			if f.Range {
				return "(- " + v + ") FOLLOWING"
			}
			return v + " PRECEDING"
		}
		return v + " FOLLOWING"
	}
	return kind + " BETWEEN " + one(f.Lower) + " AND " + one(f.Upper)
}

func (x *exprBinder) unboundSpec(w *windowExpr, f *plan.Frame) string {
	text := ""
	if len(w.partition) > 0 {
		text = "PARTITION BY " + x.sqlList(w.partition) + " "
	}
	if len(w.order) > 0 {
		text += "ORDER BY " + x.orderSQL(w.order) + " "
	}
	return text + x.writtenFrame(f)
}

// checkFrame refuses frames that hold no row or need another order.
func (x *exprBinder) checkFrame(w *windowExpr) {
	f := w.frame
	if f.Lower.Kind == plan.UnboundedFollowing || f.Upper.Kind == plan.UnboundedPreceding {
		fail("DATATYPE_MISMATCH.SPECIFIED_WINDOW_FRAME_INVALID_BOUND", "upper", "\""+x.boundSQL(f.Upper)+"\"", "lower", "\""+x.boundSQL(f.Lower)+"\"",
			"sqlExpr", "\""+x.frameSQL(f)+"\"")
	}
	if f.Lower.Offset != nil && f.Upper.Offset != nil && x.distance(f.Lower) > x.distance(f.Upper) {
		fail("DATATYPE_MISMATCH.SPECIFIED_WINDOW_FRAME_WRONG_COMPARISON", "comparison", "less than or equal", "sqlExpr", "\""+x.frameSQL(f)+"\"")
	}
	offsets := f.Lower.Offset != nil || f.Upper.Offset != nil
	if !f.Rows && offsets {
		switch {
		case len(w.order) == 0:
			fail("DATATYPE_MISMATCH.RANGE_FRAME_WITHOUT_ORDER", "sqlExpr", "\"("+x.specSQL(w)+")\"")
		case len(w.order) > 1:
			fail("DATATYPE_MISMATCH.RANGE_FRAME_MULTI_ORDER", "orderSpec", x.orderSQL(w.order), "sqlExpr", "\"("+x.specSQL(w)+")\"")
		}
	}
}

// distance is a bound as a signed number of rows or units; zero when it is no whole number.
func (x *exprBinder) distance(f logical.FrameBound) int64 {
	l, err := x.foldTo(f.Offset)
	if err != nil {
		return 0
	}
	n, _ := asInt64(l.Value)
	if f.Kind == plan.Preceding {
		return -n
	}
	return n
}

// extractWindows puts the windows of a list of expressions into nodes over input, one per partitioning and order.
func (b *binder) extractWindows(input logical.Node, list []expr.Expr) (logical.Node, []expr.Expr) {
	var nodes []*logical.Window
	find := func(w *windowExpr) *logical.Window {
		for _, n := range nodes {
			if b.equalList(n.PartitionBy, w.partition) && b.equalOrder(n.OrderBy, w.order) {
				return n
			}
		}
		n := &logical.Window{PartitionBy: w.partition, OrderBy: w.order}
		nodes = append(nodes, n)
		return n
	}
	out := make([]expr.Expr, len(list))
	for i, e := range list {
		if !has[*windowExpr](e) {
			out[i] = e
			continue
		}
		out[i] = expr.Transform(e, func(x expr.Expr) expr.Expr {
			w, ok := x.(*windowExpr)
			if !ok {
				return x
			}
			n := find(w)
			for _, c := range n.List {
				if b.equal(c.Func, w.fn) && b.equalFrame(c.Frame, w.frame) {
					return c.Attr
				}
			}
			a := expr.NewAttribute("_w"+itoa(len(n.List)), w.Type(), w.Nullable())
			n.List = append(n.List, logical.WindowColumn{Func: w.fn, Frame: w.frame, Attr: a})
			return a
		})
	}
	for _, n := range nodes {
		n.Input = input
		input = n
	}
	return input, out
}

func (b *binder) equalFrame(x, y logical.Frame) bool {
	return x.Rows == y.Rows && b.equalBound(x.Lower, y.Lower) && b.equalBound(x.Upper, y.Upper)
}

func (b *binder) equalBound(x, y logical.FrameBound) bool {
	return x.Kind == y.Kind && (x.Offset == nil) == (y.Offset == nil) && (x.Offset == nil || b.equal(x.Offset, y.Offset))
}

func (b *binder) equalOrder(x, y []expr.SortOrder) bool {
	if !sameDirections(x, y) {
		return false
	}
	for i := range x {
		if !b.equal(x[i].Child, y[i].Child) {
			return false
		}
	}
	return true
}

// has tells whether a node of type T is in e.
func has[T expr.Expr](e expr.Expr) bool {
	found := false
	expr.Walk(e, func(x expr.Expr) bool {
		if _, ok := x.(T); ok {
			found = true
		}
		return !found
	})
	return found
}
