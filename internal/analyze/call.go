package analyze

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/plan"
)

// call binds a function call. Operators that have nodes of their own, and functions that need the plan, are bound here; all
// others by their declarations.
func (x *exprBinder) call(c *plan.Call) expr.Expr {
	if len(c.Name) == 1 || len(c.Name) == 3 && x.same(c.Name[0], "system") && x.same(c.Name[1], "builtin") {
		name := lower(c.Name[len(c.Name)-1])
		if !c.UserDefined {
			if e := x.operator(name, c); e != nil {
				return e
			}
			if e := x.special(name, c); e != nil {
				return e
			}
			if f, ok := x.functions.Lookup(name); ok {
				return x.declared(f, c)
			}
		}
	}
	if f, ok := x.catalog.Function(c.Name); ok {
		return x.userFunction(f, c)
	}
	throw(sparkerr.New("UNRESOLVED_ROUTINE", "routineName", quoteID(c.Name...), "searchPath", x.searchPath()).WithContext(queryContext(c.Origin)))
	return nil
}

// callOptions are the parts of a call besides name and arguments.
type callOptions struct {
	written  string // the name as written
	distinct bool
	ignore   *bool
	filter   expr.Expr
	order    []expr.SortOrder
	operator bool
	origin   plan.Origin
}

// declared binds a builtin function.
func (x *exprBinder) declared(f *fn.Function, c *plan.Call) expr.Expr {
	x.checkSyntax(f, c)
	in := *x
	in.over, in.atTop = false, false
	if f.Name == "nth_value" && len(c.Args) == 3 { // the API gives IGNORE NULLS as an argument
		if l, ok := c.Args[2].(*plan.Literal); ok {
			if skip, ok := l.Value.(bool); ok {
				k := *c
				k.Args, k.IgnoreNulls = c.Args[:2], &skip
				c = &k
			}
		}
	}
	opts := callOptions{written: c.Name[len(c.Name)-1], distinct: c.Distinct, ignore: c.IgnoreNulls, operator: c.Operator, origin: c.Origin}
	switch f.Kind {
	case fn.Aggregate:
		if !x.over {
			x.checkAggregate(f, c)
			in.inAggregate = true
		}
		if c.Filter != nil {
			opts.filter = x.filterClause(&in, c.Filter)
		}
		for _, o := range c.WithinGroup {
			opts.order = append(opts.order, in.sortOrder(o))
		}
	case fn.Window:
		if !x.over {
			e := x.bindDeclared(f, in.arguments(c, f), opts)
			failAt(c.Origin, "WINDOW_FUNCTION_WITHOUT_OVER_CLAUSE", "funcName", x.quoted(e))
		}
	}
	args := in.arguments(c, f)
	if f.Kind == fn.Aggregate {
		args, opts.order = withinGroup(f.Name, args, opts.order)
	}
	e := x.bindDeclared(f, args, opts)
	if g, ok := e.(*expr.Generator); ok && !x.atTop {
		return &nestedGenerator{g}
	}
	return e
}

func (x *exprBinder) filterClause(in *exprBinder, e plan.Expr) expr.Expr {
	f := in.value(e)
	if f.Type().ID() != types.IDBoolean {
		fail("DATATYPE_MISMATCH.FILTER_NOT_BOOLEAN", "sqlExpr", x.quoted(f), "filter", x.quoted(f), "type", quotedType(f.Type()))
	}
	return f
}

// checkAggregate refuses an aggregate function where none may stand.
func (x *exprBinder) checkAggregate(f *fn.Function, c *plan.Call) {
	if x.inAggregate {
		failAt(c.Origin, "NESTED_AGGREGATE_FUNCTION")
	}
	if x.scope.allow.aggregates {
		return
	}
	in := *x
	s := *x.scope
	s.allow.aggregates = true
	in.scope = &s
	text := x.sql(stripAlias(in.declared(f, c)))
	switch x.scope.clause {
	case "WHERE":
		failAt(c.Origin, "INVALID_WHERE_CONDITION", "condition", "\""+text+"\"", "expressionList", text)
	case "GROUP BY":
		failAt(c.Origin, "GROUP_BY_AGGREGATE", "sqlExpr", text)
	}
	failAt(c.Origin, "UNSUPPORTED_EXPR_FOR_OPERATOR", "invalidExprSqls", "\""+text+"\"")
}

// withinGroup puts the sort key of an ordered-set aggregate in front of its arguments, as its function takes it.
func withinGroup(name string, args []expr.Expr, order []expr.SortOrder) ([]expr.Expr, []expr.SortOrder) {
	switch name {
	case "percentile_cont", "percentile_disc", "mode":
		if len(order) == 1 {
			return append([]expr.Expr{order[0].Child}, args...), order
		}
	}
	return args, order
}

// checkSyntax refuses clauses that a function of this kind does not have.
func (x *exprBinder) checkSyntax(f *fn.Function, c *plan.Call) {
	syntax := ""
	switch {
	case f.Kind == fn.Aggregate:
		if len(c.WithinGroup) > 0 && !takesOrder(f.Name) {
			syntax = "WITHIN GROUP (ORDER BY ...)"
		}
	case c.Distinct:
		syntax = "DISTINCT"
	case c.Filter != nil:
		syntax = "FILTER CLAUSE"
	case len(c.WithinGroup) > 0:
		syntax = "WITHIN GROUP (ORDER BY ...)"
	}
	if c.IgnoreNulls != nil && !takesIgnoreNulls(f.Name) {
		syntax = "IGNORE NULLS"
	}
	if syntax != "" {
		failAt(c.Origin, "INVALID_SQL_SYNTAX.FUNCTION_WITH_UNSUPPORTED_SYNTAX", "prettyName", quoteID(f.Name), "syntax", syntax)
	}
}

func takesOrder(name string) bool {
	switch name {
	case "listagg", "string_agg", "percentile_cont", "percentile_disc", "mode", "collect_list", "array_agg":
		return true
	}
	return false
}

func takesIgnoreNulls(name string) bool {
	switch name {
	case "first", "first_value", "last", "last_value", "any_value", "nth_value", "lag", "lead", "collect_list", "array_agg", "collect_set":
		return true
	}
	return false
}

// arguments binds the arguments: stars are expanded, named ones put in place, lambdas typed by the arguments before them.
func (x *exprBinder) arguments(c *plan.Call, f *fn.Function) []expr.Expr {
	list := c.Args
	if c.ArgNames != nil && f != nil {
		list = x.placeNamed(c, f)
	}
	hasLambda := false
	for _, a := range list {
		if _, ok := a.(*plan.Lambda); ok {
			hasLambda = true
		}
	}
	if hasLambda {
		return x.lambdaArguments(lower(c.Name[len(c.Name)-1]), list, c.Origin)
	}
	out := make([]expr.Expr, 0, len(list))
	for _, a := range list {
		if s, ok := a.(*plan.Star); ok {
			for _, col := range x.star(s, x.argumentScope()) {
				out = append(out, stripStarAlias(col))
			}
			continue
		}
		e := x.bind(a)
		if f != nil {
			e = stripAlias(e)
		}
		out = append(out, e)
	}
	return out
}

func stripStarAlias(e expr.Expr) expr.Expr {
	if a, ok := e.(*expr.Alias); ok {
		return a.Child
	}
	return e
}

func (x *exprBinder) argumentScope() *scope {
	if x.inAggregate && x.scope.aggregateInput != nil {
		return x.scope.aggregateInput
	}
	return x.scope
}

// placeNamed orders name => value arguments by the function's parameters.
func (x *exprBinder) placeNamed(c *plan.Call, f *fn.Function) []plan.Expr {
	named := false
	for _, n := range c.ArgNames {
		named = named || n != ""
	}
	if !named {
		return c.Args
	}
	switch f.Name {
	case "mask", "explode", "explode_outer", "posexplode", "posexplode_outer", "inline", "inline_outer", "count_min_sketch", "variant_explode",
		"variant_explode_outer", "stack", "range":
	default:
		failAt(c.Origin, "NAMED_PARAMETERS_NOT_SUPPORTED", "functionName", quoteID(f.Name))
	}
	place := map[string]int{}
	for i, a := range f.Doc.Args {
		place[x.fold(a.Name)] = i
	}
	out := make([]plan.Expr, len(f.Doc.Args))
	seenNamed := false
	last := 0
	for i, e := range c.Args {
		n := c.ArgNames[i]
		if n == "" {
			if seenNamed {
				failAt(c.Origin, "UNEXPECTED_POSITIONAL_ARGUMENT", "routineName", quoteID(f.Name), "parameterName", quoteID(c.ArgNames[i-1]))
			}
			if i >= len(out) {
				return c.Args
			}
			out[i], last = e, max(last, i+1)
			continue
		}
		seenNamed = true
		p, ok := place[x.fold(n)]
		if !ok && lower(n) == "collection" {
			p, ok = 0, strings.Contains(f.Name, "explode") || strings.HasPrefix(f.Name, "inline")
		}
		if !ok {
			var names []string
			for _, a := range f.Doc.Args {
				names = append(names, a.Name)
			}
			near := sparkerr.Suggest(n, names)
			for i := range near {
				near[i] = quoteID(near[i])
			}
			failAt(c.Origin, "UNRECOGNIZED_PARAMETER_NAME", "routineName", quoteID(f.Name), "argumentName", quoteID(n),
				"proposal", strings.Join(near[:min(3, len(near))], " "))
		}
		if out[p] != nil {
			kind := "DOUBLE_NAMED_ARGUMENT_REFERENCE"
			if p < len(c.ArgNames) && c.ArgNames[p] == "" {
				kind = "BOTH_POSITIONAL_AND_NAMED"
			}
			failAt(c.Origin, "DUPLICATE_ROUTINE_PARAMETER_ASSIGNMENT."+kind, "routineName", quoteID(f.Name), "parameterName", quoteID(n))
		}
		out[p], last = e, max(last, p+1)
	}
	for i, e := range out[:last] {
		if e == nil {
			if !f.Doc.Args[i].Optional {
				failAt(c.Origin, "REQUIRED_PARAMETER_NOT_FOUND", "routineName", quoteID(f.Name), "parameterName", quoteID(f.Doc.Args[i].Name), "index", itoa(i))
			}
			out[i] = &plan.Literal{Type: types.Null}
		}
	}
	return out[:last]
}

// function binds a builtin by name; the declarations it is asked for always exist.
func (b *binder) function(name string, origin plan.Origin, args ...expr.Expr) expr.Expr {
	return b.bindFunction(name, args, callOptions{origin: origin})
}

func (b *binder) bindFunction(name string, args []expr.Expr, opts callOptions) expr.Expr {
	f, ok := b.functions.Lookup(name)
	if !ok {
		throw(sparkerr.New("UNRESOLVED_ROUTINE", "routineName", quoteID(name), "searchPath", b.searchPath()).WithContext(queryContext(opts.origin)))
	}
	return b.bindDeclared(f, args, opts)
}

// bindDeclared calls a declaration's Bind and makes the node of its kind.
func (b *binder) bindDeclared(f *fn.Function, args []expr.Expr, opts callOptions) expr.Expr {
	if opts.written == "" {
		opts.written = f.Name
	}
	if opts.ignore != nil && *opts.ignore && f.Kind == fn.Aggregate && takesFlag(f.Name) {
		args = append(args[:len(args):len(args)], &expr.Literal{DataType: types.Boolean, Value: true})
	}
	call := &fn.Call{Name: opts.written, Args: args, Distinct: opts.distinct, Env: b.env, SQL: b.sql, Fold: b.foldTo}
	bound, err := f.Bind(call)
	if err != nil {
		if e, ok := err.(*sparkerr.Error); ok {
			if e.Params["sqlExpr"] == sparkerr.QuoteSQL(call.Text()) {
				t := operatorText(opts.written, opts.operator, args, b)
				if t == "" && strings.HasSuffix(call.Text(), ")") && !strings.HasPrefix(call.Text(), "(") {
					w := written(f.Name, opts.written, f.Aliases, args, args)
					t = w.name + "(" + b.sqlList(withDefaults(f.Name, w.args)) + ")"
				}
				if t != "" {
					e.Params["sqlExpr"] = sparkerr.QuoteSQL(t)
				}
			}
			err = e.WithContext(queryContext(opts.origin))
		}
		throw(err)
	}
	e := node(f, bound, opts)
	if bound.Rewrite != nil {
		return b.rewritten(f, bound.Rewrite, args, opts)
	}
	b.calls[e] = written(f.Name, opts.written, f.Aliases, args, bound.Args)
	if t := operatorText(opts.written, opts.operator, args, b); t != "" {
		b.texts[e] = t
	}
	return e
}

// withDefaults adds the arguments that were left out, for the functions whose errors show them.
func withDefaults(name string, args []expr.Expr) []expr.Expr {
	add := func(at int, t types.DataType, v any) []expr.Expr {
		if len(args) != at {
			return args
		}
		return append(args[:at:at], &expr.Literal{DataType: t, Value: v})
	}
	switch name {
	case "unix_timestamp", "to_unix_timestamp", "from_unixtime":
		return add(1, types.String, "yyyy-MM-dd HH:mm:ss")
	case "months_between":
		return add(2, types.Boolean, true)
	case "substring":
		return add(2, types.Integer, int32(1<<31-1))
	case "regexp_replace":
		return add(3, types.Integer, int32(1))
	case "split":
		return add(2, types.Integer, int32(-1))
	}
	return args
}

// node is the expression of a bound function, by its kind.
func node(f *fn.Function, bound *fn.Bound, opts callOptions) expr.Expr {
	context := queryContext(opts.origin)
	switch {
	case bound.Rank != "":
		return &expr.WindowFunction{Fn: bound, Args: bound.Args, IgnoreNulls: opts.ignore != nil && *opts.ignore, DataType: bound.Type,
			IsNull: bound.Nullable, Context: context}
	case bound.Accumulate != nil:
		return &expr.Aggregate{Fn: bound, Args: bound.Args, Distinct: opts.distinct, Filter: opts.filter, Order: opts.order,
			DataType: bound.Type, IsNull: bound.Nullable, Context: context}
	case f.Kind == fn.Generator:
		return &expr.Generator{Fn: bound, Args: bound.Args, Columns: bound.Columns}
	}
	return &expr.Call{Fn: bound, Args: bound.Args, DataType: bound.Type, IsNull: bound.Nullable, Context: context}
}

// takesFlag are aggregates whose last argument says that nulls are skipped.
func takesFlag(name string) bool {
	switch name {
	case "first", "first_value", "last", "last_value", "any_value":
		return true
	}
	return false
}

// rewritten keeps the call's own text for an expression that replaces it.
func (b *binder) rewritten(f *fn.Function, e expr.Expr, args []expr.Expr, opts callOptions) expr.Expr {
	switch e.(type) {
	case *expr.Compare, *expr.And, *expr.Or, *expr.Not, *expr.IsNull, *expr.In:
		return e
	}
	text := operatorText(opts.written, opts.operator, args, b)
	if text == "" {
		w := written(f.Name, opts.written, f.Aliases, args, args)
		text = w.name + "(" + b.sqlList(w.args) + ")"
	}
	if a, ok := e.(*expr.Aggregate); ok && opts.filter != nil && a.Filter == nil {
		c := *a
		c.Filter = opts.filter
		e = &c
		text += " FILTER (WHERE " + b.sql(opts.filter) + ")"
	}
	e = clone(e)
	b.texts[e] = text
	return e
}

// clone is another node of the same meaning, so that it can carry a text of its own.
func clone(e expr.Expr) expr.Expr {
	switch x := e.(type) {
	case *expr.Attribute:
		c := *x
		return &c
	case *expr.Literal:
		c := *x
		return &c
	case *expr.Outer:
		c := *x
		return &c
	}
	return e.WithChildren(e.Children())
}

// userFunction expands a SQL function: its body over the arguments.
func (x *exprBinder) userFunction(f UserFunction, c *plan.Call) expr.Expr {
	if f.Body == nil {
		unsupported("function " + f.Name + " in a scalar expression")
	}
	if x.depth > 64 {
		unsupported("recursive SQL function " + f.Name)
	}
	args := x.userArguments(f, c)
	params := &rel{}
	with := map[expr.AttributeID]expr.Expr{}
	for i, p := range f.Params {
		a := expr.NewAttribute(p.Name, p.Type, true)
		a.Qualifier = []string{f.Name}
		params.attrs = append(params.attrs, a)
		with[a.ID] = x.implicit(args[i], p.Type)
	}
	in := *x.binder
	in.outer, in.params, in.ctes = nil, &scope{rel: params}, nil
	in.depth++
	body := stripAlias(in.expression(f.Body, &scope{rel: &rel{}, outer: &scope{rel: params}}))
	x.defs = in.defs
	body = substituteArguments(body, with)
	if f.Returns != nil {
		body = x.cast(body, castTarget(f.Returns), x.castMode(plan.CastDefault), true)
	}
	body = clone(body)
	x.texts[body] = f.Name + "(" + x.sqlList(args) + ")"
	return body
}

// substituteArguments puts arguments in the place of parameters, which the body sees as columns of an outer query.
func substituteArguments(body expr.Expr, with map[expr.AttributeID]expr.Expr) expr.Expr {
	return expr.Transform(body, func(e expr.Expr) expr.Expr {
		if o, ok := e.(*expr.Outer); ok {
			if v, ok := with[o.Attr.ID]; ok {
				return v
			}
		}
		if s, ok := e.(*expr.Subquery); ok {
			return mapSubquery(s, func(o *expr.Outer) expr.Expr {
				if v, ok := with[o.Attr.ID]; ok {
					return markOuter(v)
				}
				return o
			})
		}
		return e
	})
}

func (x *exprBinder) userArguments(f UserFunction, c *plan.Call) []expr.Expr {
	args := make([]expr.Expr, len(f.Params))
	if len(c.Args) > len(f.Params) {
		x.wrongCount(f, c)
	}
	for i, a := range c.Args {
		at := i
		if c.ArgNames != nil && c.ArgNames[i] != "" {
			at = -1
			for j, p := range f.Params {
				if x.same(p.Name, c.ArgNames[i]) {
					at = j
				}
			}
			if at < 0 {
				var names []string
				for _, p := range f.Params {
					names = append(names, p.Name)
				}
				near := sparkerr.Suggest(c.ArgNames[i], names)
				for i := range near {
					near[i] = quoteID(near[i])
				}
				failAt(c.Origin, "UNRECOGNIZED_PARAMETER_NAME", "routineName", quoteID(f.Name), "argumentName", quoteID(c.ArgNames[i]),
					"proposal", strings.Join(near, " "))
			}
		}
		args[at] = x.value(a)
	}
	for i, p := range f.Params {
		if args[i] == nil {
			if p.Default == "" {
				x.wrongCount(f, c)
			}
			args[i] = stripAlias(x.expression(x.parse(p.Default), x.binder.scope(&rel{})))
		}
	}
	return args
}

func (x *exprBinder) wrongCount(f UserFunction, c *plan.Call) {
	failAt(c.Origin, "WRONG_NUM_ARGS.WITHOUT_SUGGESTION", "functionName", quoteID(f.Name), "expectedNum", itoa(len(f.Params)),
		"actualNum", itoa(len(c.Args)), "docroot", docRoot)
}

const docRoot = "https://spark.apache.org/docs/latest"
