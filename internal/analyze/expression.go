package analyze

import (
	"fmt"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/plan"
)

// exprBinder binds one expression over a scope.
type exprBinder struct {
	*binder
	scope *scope
	// lambdas are the parameters of the lambda functions around, innermost last.
	lambdas []map[string]*expr.Attribute
	// inAggregate and inWindow are set while the arguments of such a function are bound.
	inAggregate, inWindow bool
	// over is set for the function before OVER, not for its arguments.
	over bool
	// atTop is set for a generator that stands alone in a select list or a LATERAL VIEW.
	atTop bool
}

// expression binds e over s. Aliases stay at the top and as arguments; their names matter to the caller.
func (b *binder) expression(e plan.Expr, s *scope) expr.Expr {
	x := &exprBinder{binder: b, scope: s}
	return x.bind(e)
}

// condition binds a boolean expression.
func (b *binder) condition(e plan.Expr, s *scope) expr.Expr {
	return b.boolean(stripAlias(b.expression(e, s)))
}

// boolean refuses a condition of another type.
func (b *binder) boolean(e expr.Expr) expr.Expr {
	if e.Type().ID() != types.IDBoolean {
		fail("DATATYPE_MISMATCH.FILTER_NOT_BOOLEAN", "sqlExpr", b.quoted(e), "filter", b.quoted(e), "type", quotedType(e.Type()))
	}
	return e
}

func (x *exprBinder) bind(e plan.Expr) expr.Expr {
	switch e := e.(type) {
	case *plan.Attribute:
		return x.attribute(e)
	case *plan.Literal:
		return &expr.Literal{DataType: e.Type, Value: e.Value}
	case *plan.TypedText:
		return x.typedText(e)
	case *plan.Call:
		return x.call(e)
	case *plan.Case:
		return x.caseWhen(e)
	case *plan.Cast:
		return x.castExpr(e)
	case *plan.Alias:
		return x.alias(e)
	case *plan.Field:
		return x.field(e)
	case *plan.UpdateFields:
		return x.updateFields(e)
	case *plan.Window:
		return x.window(e)
	case *plan.LambdaVariable:
		return x.lambdaVariable(e.Name, plan.Origin{})
	case *plan.Lambda:
		failAt(e.Origin, "INVALID_LAMBDA_FUNCTION_CALL.NON_HIGHER_ORDER_FUNCTION", "class", "lambda")
	case *plan.In:
		return x.in(e)
	case *plan.Like:
		return x.like(e)
	case *plan.Between:
		return x.between(e)
	case *plan.ScalarSubquery:
		return x.scalarSubquery(e)
	case *plan.Exists:
		return x.exists(e)
	case *plan.InSubquery:
		return x.inSubquery(e)
	case *plan.Interval:
		return x.interval(e)
	case *plan.Parameter:
		name := e.Name
		if name == "" {
			name = "_" + itoa(e.Position)
		}
		failAt(e.Origin, "UNBOUND_SQL_PARAMETER", "name", name)
	case *plan.Default:
		failAt(e.Origin, "DEFAULT_PLACEMENT_INVALID")
	case *plan.Text:
		return x.bind(x.parse(e.SQL))
	case *plan.Collate:
		return x.collate(e)
	case *plan.RowValue:
		return x.rowValue(e)
	case *plan.Star:
		failAt(e.Origin, "INVALID_USAGE_OF_STAR_OR_REGEX", "elem", "'*'", "prettyName", "expression")
	case *plan.Regex:
		fail("INVALID_USAGE_OF_STAR_OR_REGEX", "elem", "regular expression '"+e.Pattern+"'", "prettyName", "expression")
	case plan.SortOrder:
		return x.bind(e.Child)
	case *plan.SortOrder:
		return x.bind(e.Child)
	}
	unsupported(fmt.Sprintf("expression %T", e))
	return nil
}

func (x *exprBinder) binds(list []plan.Expr) []expr.Expr {
	out := make([]expr.Expr, len(list))
	for i, e := range list {
		out[i] = x.bind(e)
	}
	return out
}

// value binds an operand: an alias around it is of no interest.
func (x *exprBinder) value(e plan.Expr) expr.Expr { return stripAlias(x.bind(e)) }

func (x *exprBinder) alias(e *plan.Alias) expr.Expr {
	if s, ok := e.Child.(*plan.Star); ok {
		failAt(s.Origin, "INVALID_USAGE_OF_STAR_OR_REGEX", "elem", "'*'", "prettyName", "expression `alias`")
	}
	child := stripAlias(x.bind(e.Child))
	if len(e.Names) != 1 {
		failAt(e.Origin, "MULTI_ALIAS_WITHOUT_GENERATOR", "expr", x.quoted(child), "names", plainList(e.Names))
	}
	a := expr.NewAlias(child, e.Names[0])
	a.Metadata = e.Metadata
	if a.Metadata == nil {
		a.Metadata = metadataOf(child)
	}
	return a
}

// metadataOf is the column metadata that an alias of a plain column inherits.
func metadataOf(e expr.Expr) map[string]any {
	switch e := e.(type) {
	case *expr.Attribute:
		return e.Metadata
	case *expr.GetField:
		return e.Child.Type().(types.StructType).Fields[e.Ordinal].Metadata
	}
	return nil
}

// attribute resolves a name: lambda parameters, columns, earlier aliases, the clause's second scope, outer queries, variables.
func (x *exprBinder) attribute(e *plan.Attribute) expr.Expr {
	if v := x.findLambda(e.Parts); v != nil {
		return x.fields(v, e.Parts[1:], e.Origin)
	}
	s := x.scope
	if x.inAggregate && s.aggregateInput != nil {
		s = s.aggregateInput
	}
	if e.PlanID != 0 {
		return x.planAttribute(e, s)
	}
	if r := x.lookup(e, s); r != nil {
		return r
	}
	if x.params != nil {
		if r := x.lookup(e, x.params); r != nil {
			return r
		}
	}
	if l, n := x.variable(e.Parts); l != nil {
		l = clone(l).(*expr.Literal)
		x.texts[l] = "variablereference(system.session." + lower(e.Parts[n-1]) + "=" + typedSQL(l, x.env.TimeZone) + ")"
		return x.fields(l, e.Parts[n:], e.Origin)
	}
	if f := x.keywordFunction(e); f != nil {
		return f
	}
	throw(unresolvedColumn(e.Parts, x.scope.candidates(), e.Origin))
	return nil
}

// lookup goes through the scopes of this query and of those around it.
func (x *exprBinder) lookup(e *plan.Attribute, s *scope) expr.Expr {
	for ; s != nil; s = s.next {
		if s.rel != nil {
			a, rest, err := x.find(s.rel, e.Parts)
			if err != nil {
				throw(err.(*sparkerr.Error).WithContext(queryContext(e.Origin)))
			}
			if a != nil {
				return x.fields(a, rest, e.Origin)
			}
		}
		if r := x.earlierAlias(e, s); r != nil {
			return r
		}
		if s.next == nil {
			return x.outerColumn(e, s.outer)
		}
	}
	return nil
}

// outerColumn finds a name in an enclosing query and marks it.
func (x *exprBinder) outerColumn(e *plan.Attribute, s *scope) expr.Expr {
	for s != nil {
		last := s
		for c := s; c != nil; c = c.next {
			last = c
			if c.rel == nil {
				continue
			}
			a, rest, err := x.find(c.rel, e.Parts)
			if err != nil {
				throw(err)
			}
			if a != nil {
				return x.fields(&expr.Outer{Attr: a}, rest, e.Origin)
			}
		}
		s = last.outer
	}
	return nil
}

// earlierAlias is a lateral column alias: a name the same select list defined before.
func (x *exprBinder) earlierAlias(e *plan.Attribute, s *scope) expr.Expr {
	if s.earlier == nil || x.inWindow && x.inAggregate {
		return nil
	}
	list := s.earlier.byName[x.fold(e.Parts[0])]
	if len(list) == 0 {
		return nil
	}
	if len(list) > 1 {
		failAt(e.Origin, "AMBIGUOUS_LATERAL_COLUMN_ALIAS", "name", quoteID(e.Parts[0]), "n", itoa(len(list)))
	}
	s.earlier.used[list[0].ID] = true
	a := list[0].Attr()
	a.Name = e.Parts[0]
	return x.fields(a, e.Parts[1:], e.Origin)
}

func (x *exprBinder) planAttribute(e *plan.Attribute, s *scope) expr.Expr {
	for ; s != nil; s = s.next {
		r, _ := x.planColumn(s.rel, e)
		if r != nil {
			return r
		}
		if s.next == nil {
			for o := s.outer; o != nil; o = o.outer {
				if r, _ := x.planColumn(o.rel, e); r != nil {
					return markOuter(r)
				}
			}
		}
	}
	failAt(e.Origin, "CANNOT_RESOLVE_DATAFRAME_COLUMN", "name", "\""+plainName(e.Parts)+"\"")
	return nil
}

func markOuter(e expr.Expr) expr.Expr {
	return expr.Transform(e, func(x expr.Expr) expr.Expr {
		if a, ok := x.(*expr.Attribute); ok {
			return &expr.Outer{Attr: a}
		}
		return x
	})
}

// variable finds the session variable that the longest prefix of parts names.
func (b *binder) variable(parts []string) (*expr.Literal, int) {
	for n := min(len(parts), 3); n > 0; n-- {
		if l, ok := b.catalog.Variable(parts[:n]); ok {
			return l, n
		}
	}
	return nil, 0
}

// keywordFunction is a function that SQL lets one write without parentheses.
func (x *exprBinder) keywordFunction(e *plan.Attribute) expr.Expr {
	if len(e.Parts) != 1 {
		return nil
	}
	switch name := lower(e.Parts[0]); name {
	case "current_date", "current_timestamp", "current_user", "user", "session_user", "current_catalog", "current_database",
		"current_schema", "localtimestamp", "current_time", "now":
		return x.call(&plan.Call{Name: []string{name}, Origin: e.Origin})
	case "grouping__id":
		return x.groupingIDColumn()
	}
	return nil
}

// castExpr is CAST, TRY_CAST or ::.
func (x *exprBinder) castExpr(e *plan.Cast) expr.Expr {
	child := x.value(e.Child)
	c := x.checkedCast(child, e.Type, x.castMode(e.Mode))
	if k, ok := c.(*expr.Cast); ok {
		k.Context = queryContext(e.Origin)
	}
	return c
}

func (x *exprBinder) caseWhen(e *plan.Case) expr.Expr {
	c := &expr.Case{}
	for _, w := range e.When {
		c.When = append(c.When, x.value(w.When))
		c.Then = append(c.Then, x.value(w.Then))
	}
	if e.Else != nil {
		c.Else = x.value(e.Else)
	}
	return x.coerceCase(c)
}

// coerceCase makes conditions boolean and branches of one type.
func (b *binder) coerceCase(c *expr.Case) expr.Expr {
	for i, w := range c.When {
		if w.Type().ID() == types.IDNull {
			c.When[i] = b.cast(w, types.Boolean, expr.ANSI, true)
		} else if w.Type().ID() != types.IDBoolean {
			fail("DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE", "sqlExpr", b.quoted(c), "paramIndex", ordinalWord(2*i+1), "inputSql", b.quoted(w),
				"inputType", quotedType(w.Type()), "requiredType", quotedType(types.Boolean))
		}
	}
	values := append([]expr.Expr(nil), c.Then...)
	if c.Else != nil {
		values = append(values, c.Else)
	}
	same, ok := b.unify(values)
	if !ok {
		fail("DATATYPE_MISMATCH.DATA_DIFF_TYPES", "functionName", "`casewhen`", "dataType", typeList(values), "sqlExpr", b.quoted(c))
	}
	out := &expr.Case{When: c.When, Then: same[:len(c.Then)]}
	if c.Else != nil {
		out.Else = same[len(c.Then)]
	}
	return out
}

// rowValue is (a, b): a struct of columns col1, col2 …
func (x *exprBinder) rowValue(e *plan.RowValue) expr.Expr {
	args := make([]expr.Expr, 0, 2*len(e.Fields))
	for i, f := range e.Fields {
		v := x.bind(f)
		name := "col" + itoa(i+1)
		switch n := v.(type) {
		case *expr.Alias:
			name, v = n.Name, n.Child
		case *expr.Attribute:
			name = n.Name
		case *expr.GetField:
			name = n.Name
		}
		args = append(args, &expr.Literal{DataType: types.String, Value: name}, v)
	}
	return x.namedStruct(args, e.Origin)
}
