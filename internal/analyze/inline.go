package analyze

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/sqlparse"
)

// inlineTable is VALUES: foldable expressions (or outer columns), widened column by column.
func (b *binder) inlineTable(p *plan.InlineTable) *rel {
	width := len(p.Rows[0])
	rows := make([][]expr.Expr, len(p.Rows))
	s := b.clauseScope(&rel{}, "VALUES")
	s.allow.aggregates = true
	for i, row := range p.Rows {
		rows[i] = make([]expr.Expr, width)
		for j, e := range row {
			rows[i][j] = b.inlineValue(e, s)
		}
	}
	names := p.Names
	if names == nil {
		for j := 0; j < width; j++ {
			names = append(names, "col"+itoa(j+1))
		}
	}
	v := &logical.Values{Rows: rows}
	for j := 0; j < width; j++ {
		column := make([]expr.Expr, len(rows))
		for i := range rows {
			column[i] = rows[i][j]
		}
		t, ok := b.inlineType(column)
		if !ok {
			failAt(p.Origin, "INVALID_INLINE_TABLE.INCOMPATIBLE_TYPES_IN_INLINE_TABLE", "colName", quoteID(names[j]))
		}
		nullable := false
		for i := range rows {
			rows[i][j] = b.implicit(column[i], t)
			nullable = nullable || rows[i][j].Nullable()
		}
		v.Columns = append(v.Columns, expr.NewAttribute(names[j], t, nullable))
	}
	return newRel(v)
}

// inlineType is the type of a column of VALUES; strings are not turned into other types here.
func (b *binder) inlineType(column []expr.Expr) (types.DataType, bool) {
	text, other := false, false
	list := make([]types.DataType, len(column))
	for i, e := range column {
		list[i] = e.Type()
		switch {
		case types.IsString(list[i]):
			text = true
		case list[i].ID() != types.IDNull:
			other = true
		}
	}
	if text && other && b.env.ANSI {
		return nil, false
	}
	return b.commonType(list)
}

func (b *binder) inlineValue(e plan.Expr, s *scope) expr.Expr {
	x := stripAlias(b.expression(e, s))
	bad := false
	expr.Walk(x, func(y expr.Expr) bool {
		switch y := y.(type) {
		case *expr.Aggregate, *nestedGenerator, *windowExpr:
			bad = true
		case *expr.Subquery:
			fail("UNSUPPORTED_SUBQUERY_EXPRESSION_CATEGORY.SCALAR_SUBQUERY_IN_VALUES")
		case *expr.Call:
			bad = bad || !y.Fn.Deterministic()
		case *expr.Outer:
			name := append(append([]string(nil), y.Attr.Qualifier...), y.Attr.Name)
			fail("INVALID_INLINE_TABLE.CANNOT_EVALUATE_EXPRESSION_IN_INLINE_TABLE", "expr", "\"outer("+plainName(name)+")\"")
		}
		return !bad
	})
	if bad {
		fail("INVALID_INLINE_TABLE.CANNOT_EVALUATE_EXPRESSION_IN_INLINE_TABLE", "expr", b.quoted(x))
	}
	return x
}

// sqlText parses and binds spark.sql(text, args).
func (b *binder) sqlText(p *plan.SQLText) *rel {
	opts := sqlparse.Options{Named: p.Named, Positional: p.Position, Identifier: b.identifier}
	r := check(sqlparse.Statement(p.SQL, opts))
	saved := b.locals
	if len(p.Views) > 0 {
		b.locals = map[string]plan.Relation{}
		for n, v := range p.Views {
			b.locals[b.fold(n)] = v
		}
	}
	defer func() { b.locals = saved }()
	return b.relation(r)
}

// identifier evaluates the argument of IDENTIFIER(…).
func (b *binder) identifier(e plan.Expr) (name string, err error) {
	defer catch(&err)
	x := stripAlias(b.expression(e, b.scope(&rel{})))
	l := check(b.foldTo(x))
	s, ok := l.Value.(string)
	switch {
	case l.Value == nil:
		fail("NOT_A_CONSTANT_STRING.NULL", "name", "IDENTIFIER", "expr", b.quoted(x))
	case !ok:
		fail("NOT_A_CONSTANT_STRING.WRONG_TYPE", "name", "IDENTIFIER", "expr", b.quoted(x), "dataType", quotedType(x.Type()))
	}
	return s, nil
}

// tableFunction is range(…), a generator, or a SQL table function in FROM.
func (b *binder) tableFunction(p *plan.TableFunction) *rel {
	c := p.Call
	name := lower(c.Name[len(c.Name)-1])
	if len(c.Name) == 1 && name == "range" {
		return b.rangeFunction(c)
	}
	if len(c.Name) == 1 && (name == "table_changes" || name == "table_changes_by_path") {
		return b.tableChanges(c, name == "table_changes_by_path")
	}
	if f, ok := b.catalog.Function(c.Name); ok && f.Query != nil {
		return b.userTable(f, c)
	}
	s := b.scope(&rel{})
	s.allow.generators = true
	x := &exprBinder{binder: b, scope: s, atTop: true}
	if _, ok := b.functions.Lookup(name); !ok {
		failAt(c.Origin, "UNRESOLVABLE_TABLE_VALUED_FUNCTION", "name", quoteID(c.Name...))
	}
	g, ok := stripAlias(x.call(c)).(*expr.Generator)
	if !ok {
		failAt(c.Origin, "UNRESOLVABLE_TABLE_VALUED_FUNCTION", "name", quoteID(c.Name...))
	}
	one := b.oneRow()
	cols := attributesOf(g.Columns)
	outer := len(name) > 6 && name[len(name)-6:] == "_outer"
	for _, a := range cols {
		a.IsNull = a.IsNull || outer
	}
	return newRel(&logical.Generate{Input: one.node, Generator: g, Columns: cols, Outer: outer})
}

// rangeFunction is range([start,] end [, step [, partitions]]).
func (b *binder) rangeFunction(c *plan.Call) *rel {
	names := []string{"start", "end", "step", "numSlices"}
	if len(c.Args) == 1 {
		names = []string{"end"}
	}
	values := make([]int64, len(c.Args))
	if len(c.Args) < 1 || len(c.Args) > 4 {
		failAt(c.Origin, "WRONG_NUM_ARGS.WITHOUT_SUGGESTION", "functionName", "`range`", "expectedNum", "[1, 2, 3, 4]", "actualNum", itoa(len(c.Args)),
			"docroot", docRoot)
	}
	for i, a := range c.Args {
		if c.ArgNames != nil && c.ArgNames[i] != "" {
			failAt(c.Origin, "NON_FOLDABLE_ARGUMENT", "funcName", "`range`", "paramName", quoteID(c.ArgNames[i]), "paramType", "\"BIGINT\"")
		}
		e := stripAlias(b.expression(a, b.scope(&rel{})))
		if !foldable(e) {
			failAt(c.Origin, "NON_FOLDABLE_ARGUMENT", "funcName", "`range`", "paramName", quoteID(names[i]), "paramType", "\"BIGINT\"")
		}
		if !types.IsNumeric(e.Type()) && !types.IsString(e.Type()) {
			failAt(c.Origin, "UNEXPECTED_INPUT_TYPE", "functionName", "`range`", "paramIndex", ordinalWord(i+1), "requiredType", "\"BIGINT\"",
				"inputSql", b.quoted(e), "inputType", quotedType(e.Type()))
		}
		l := check(b.foldTo(b.implicit(e, types.Long)))
		v, ok := l.Value.(int64)
		if !ok {
			failAt(c.Origin, "UNEXPECTED_INPUT_TYPE", "functionName", "`range`", "paramIndex", ordinalWord(i+1), "requiredType", "\"BIGINT\"",
				"inputSql", b.quoted(e), "inputType", quotedType(e.Type()))
		}
		values[i] = v
	}
	start, step, slices := int64(0), int64(1), 0
	end := values[0]
	if len(values) > 1 {
		start, end = values[0], values[1]
	}
	if len(values) > 2 {
		step = values[2]
	}
	if len(values) > 3 {
		slices = int(values[3])
	}
	return b.rangeTable(start, end, step, slices)
}

// userTable expands a SQL table function: its query with the parameters as outer columns, over one row of the arguments.
func (b *binder) userTable(f UserFunction, c *plan.Call) *rel {
	x := &exprBinder{binder: b, scope: b.scope(&rel{})}
	args := x.userArguments(f, c)
	items := make([]expr.Expr, len(args))
	for i, p := range f.Params {
		a := expr.NewAlias(b.implicit(args[i], p.Type), p.Name)
		a.Qualifier = []string{f.Name}
		items[i] = a
	}
	params := newRel(&logical.Project{Input: b.oneRow().node, List: items})
	saved, windows, ctes := b.outer, b.windows, b.ctes
	b.outer, b.windows, b.ctes = &scope{rel: params}, nil, nil
	q := b.relation(f.Query)
	b.outer, b.windows, b.ctes = saved, windows, ctes
	vis := q.visible()
	list := make([]expr.Expr, len(vis))
	for i, a := range vis {
		list[i] = a
		if i < len(f.Columns.Fields) {
			field := f.Columns.Fields[i]
			list[i] = expr.NewAlias(b.implicit(a, field.Type), field.Name)
		}
	}
	var n logical.Node = q.node
	if len(outerAttributes(q.node)) > 0 {
		n = &logical.Apply{Left: params.node, Right: q.node, Type: plan.InnerJoin}
	}
	return requalify(newRel(&logical.Project{Input: n, List: list}), []string{f.Name})
}
