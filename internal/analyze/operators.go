package analyze

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/plan"
)

var comparisons = map[string]expr.CompareOp{"=": expr.Eq, "==": expr.Eq, "<": expr.Lt, "<=": expr.Le, ">": expr.Gt, ">=": expr.Ge, "<=>": expr.EqNullSafe}

// operator binds the operators that have nodes of their own; nil for others.
func (x *exprBinder) operator(name string, c *plan.Call) expr.Expr {
	if op, ok := comparisons[name]; ok && len(c.Args) == 2 {
		return x.compare(op, x.value(c.Args[0]), x.value(c.Args[1]), c.Origin)
	}
	switch name {
	case "and", "or":
		if len(c.Args) == 2 {
			return x.chain(name, c)
		}
	case "not", "!":
		if len(c.Args) == 1 {
			return x.not(x.value(c.Args[0]))
		}
	case "<>", "!=":
		if len(c.Args) == 2 {
			return &expr.Not{Child: x.compare(expr.Eq, x.value(c.Args[0]), x.value(c.Args[1]), c.Origin)}
		}
	case "isnull", "isnotnull":
		if len(c.Args) == 1 {
			return &expr.IsNull{Child: x.value(c.Args[0]), Negated: name == "isnotnull"}
		}
	case "isunknown", "isnotunknown":
		if len(c.Args) == 1 {
			return x.unknown(x.value(c.Args[0]), name == "isnotunknown", c.Origin)
		}
	case "in":
		if len(c.Args) >= 1 {
			return x.in(&plan.In{Value: c.Args[0], List: c.Args[1:], Origin: c.Origin})
		}
	case "||":
		if len(c.Args) == 2 {
			return x.function("concat", c.Origin, x.value(c.Args[0]), x.value(c.Args[1]))
		}
	case "between":
		if len(c.Args) == 3 {
			return x.between(&plan.Between{Value: c.Args[0], Low: c.Args[1], High: c.Args[2], Origin: c.Origin})
		}
	}
	return nil
}

// chain binds a left-deep run of one connective without recursion: conditions of thousands of terms are common in generated code.
func (x *exprBinder) chain(name string, c *plan.Call) expr.Expr {
	var rights []plan.Expr
	var left plan.Expr = c
	for {
		k, ok := left.(*plan.Call)
		if !ok || len(k.Args) != 2 || len(k.Name) != 1 || lower(k.Name[0]) != name {
			break
		}
		rights = append(rights, k.Args[1])
		left = k.Args[0]
	}
	first := x.value(left)
	out := x.truth(first, name, left)
	for i := len(rights) - 1; i >= 0; i-- {
		second := x.value(rights[i])
		r := x.truth(second, name, rights[i])
		out, r = x.promoted(out, r), x.promoted(r, out)
		if out.Type().ID() != types.IDBoolean || r.Type().ID() != types.IDBoolean {
			x.badLogic(name, first, second)
		}
		if name == "and" {
			out = &expr.And{Left: out, Right: r}
		} else {
			out = &expr.Or{Left: out, Right: r}
		}
		first = out
	}
	return out
}

func (x *exprBinder) truth(e expr.Expr, _ string, _ plan.Expr) expr.Expr {
	if e.Type().ID() == types.IDNull {
		return x.implicit(e, types.Boolean)
	}
	if types.IsString(e.Type()) && x.env.ANSI {
		if _, ok := e.(*expr.Literal); ok {
			return x.implicit(e, types.Boolean)
		}
	}
	return e
}

// promoted casts text beside a boolean, as ANSI string promotion does in every binary operator.
func (x *exprBinder) promoted(e, other expr.Expr) expr.Expr {
	if x.env.ANSI && types.IsString(e.Type()) && other.Type().ID() == types.IDBoolean {
		return x.implicit(e, types.Boolean)
	}
	return e
}

func (x *exprBinder) badLogic(name string, l, r expr.Expr) {
	text := "\"(" + x.sql(l) + " " + upper(name) + " " + x.sql(r) + ")\""
	a, b := fn.ReportedTypes(x.env, l, r)
	if !types.EqualIgnoreNullability(a, b) {
		fail("DATATYPE_MISMATCH.BINARY_OP_DIFF_TYPES", "left", quotedType(a), "right", quotedType(b), "sqlExpr", text)
	}
	fail("DATATYPE_MISMATCH.BINARY_OP_WRONG_TYPE", "inputType", quotedType(types.Boolean), "actualDataType", quotedType(a), "sqlExpr", text)
}

func (x *exprBinder) not(e expr.Expr) expr.Expr {
	e = x.truth(e, "not", nil)
	if e.Type().ID() != types.IDBoolean {
		fail("DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE", "sqlExpr", "\"(NOT "+x.sql(e)+")\"", "paramIndex", "first", "inputSql", x.quoted(e),
			"inputType", quotedType(e.Type()), "requiredType", quotedType(types.Boolean))
	}
	return &expr.Not{Child: e}
}

// unknown is IS [NOT] UNKNOWN: IS NULL of a condition.
func (x *exprBinder) unknown(e expr.Expr, negated bool, origin plan.Origin) expr.Expr {
	e = x.truth(e, "", nil)
	word := "UNKNOWN"
	if negated {
		word = "NOT UNKNOWN"
	}
	text := "(" + x.sql(e) + " IS " + word + ")"
	if e.Type().ID() != types.IDBoolean {
		failAt(origin, "DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE", "sqlExpr", x.quoted(&expr.IsNull{Child: e, Negated: negated}), "paramIndex", "first",
			"inputSql", x.quoted(e), "inputType", quotedType(e.Type()), "requiredType", quotedType(types.Boolean))
	}
	out := &expr.IsNull{Child: e, Negated: negated}
	x.texts[out] = text
	return out
}

// compare brings both sides to one type and checks that its values can be compared.
func (b *binder) compare(op expr.CompareOp, l, r expr.Expr, origin plan.Origin) expr.Expr {
	r = likeNamed(l, r)
	l, r = b.collated(l, r)
	return b.bindFunction(compareSymbols[op], []expr.Expr{l, r}, callOptions{origin: origin, operator: true})
}

// likeNamed renames the fields of a struct to those of the one it is compared with: structs compare by position.
func likeNamed(l, r expr.Expr) expr.Expr {
	a, ok := l.Type().(types.StructType)
	c, ok2 := r.Type().(types.StructType)
	if !ok || !ok2 || len(a.Fields) != len(c.Fields) || types.EqualIgnoreCaseAndNullability(a, c) {
		return r
	}
	to := types.StructType{Fields: append([]types.StructField(nil), c.Fields...)}
	for i := range to.Fields {
		to.Fields[i].Name = a.Fields[i].Name
	}
	return &expr.Cast{Child: r, DataType: to, Mode: expr.ANSI, Implicit: true}
}

// collated brings a string of the default collation to the other side's.
func (b *binder) collated(l, r expr.Expr) (expr.Expr, expr.Expr) {
	x, ok := l.Type().(types.StringType)
	y, ok2 := r.Type().(types.StringType)
	if !ok || !ok2 || x.Collation == y.Collation {
		return l, r
	}
	to := func(e expr.Expr, t types.StringType) expr.Expr {
		c := &expr.Cast{Child: e, DataType: t, Mode: expr.ANSI, Implicit: true}
		if s, ok := literalText(e); ok {
			b.texts[c] = "'" + s + "' collate " + t.Collation
		}
		return c
	}
	if y.IsBinaryCollation() && y.Collation == "" {
		return l, to(r, x)
	}
	if x.IsBinaryCollation() && x.Collation == "" {
		return to(l, y), r
	}
	return l, r
}

// in is value IN (list).
func (x *exprBinder) in(e *plan.In) expr.Expr {
	v := x.value(e.Value)
	if len(e.List) == 1 {
		switch q := e.List[0].(type) {
		case *plan.ScalarSubquery:
			return x.inSubquery(&plan.InSubquery{Values: []plan.Expr{e.Value}, Plan: q.Plan, Origin: e.Origin})
		}
	}
	list := append([]expr.Expr{v}, make([]expr.Expr, len(e.List))...)
	for i, p := range e.List {
		list[i+1] = likeNamed(v, x.value(p))
	}
	same, ok := x.unify(list)
	if !ok {
		failAt(e.Origin, "DATATYPE_MISMATCH.DATA_DIFF_TYPES", "functionName", "`in`", "dataType", typeList(list),
			"sqlExpr", x.quoted(&expr.In{Value: v, List: list[1:]}))
	}
	if len(same) == 1 {
		none := &expr.Literal{DataType: types.Boolean, Value: false}
		x.texts[none] = "(" + x.sql(v) + " IN ())"
		return none
	}
	out := &expr.In{Value: same[0], List: same[1:]}
	if t := same[0].Type(); t.ID() != types.IDNull && !types.IsOrderable(t) {
		failAt(e.Origin, "DATATYPE_MISMATCH.INVALID_ORDERING_TYPE", "functionName", "`in`", "dataType", quotedType(t), "sqlExpr", x.quoted(out))
	}
	return out
}

// between is value >= low AND value <= high; SYMMETRIC takes the bounds in either order.
func (x *exprBinder) between(e *plan.Between) expr.Expr {
	v, low, high := x.value(e.Value), x.value(e.Low), x.value(e.High)
	ref := expr.NewAttribute("commonexpressionref()", v.Type(), v.Nullable()) // as which errors name the value
	x.compare(expr.Ge, ref, low, e.Origin)
	x.compare(expr.Le, ref, high, e.Origin)
	within := func(low, high expr.Expr) expr.Expr {
		return &expr.And{Left: x.compare(expr.Ge, v, low, e.Origin), Right: x.compare(expr.Le, v, high, e.Origin)}
	}
	out := within(low, high)
	if e.Symmetric {
		out = &expr.Or{Left: out, Right: within(high, low)}
	}
	x.texts[out] = "between(" + x.sqlList([]expr.Expr{v, low, high}) + ")"
	return out
}

// like is LIKE, ILIKE and RLIKE with one pattern, or ANY/ALL of several.
func (x *exprBinder) like(e *plan.Like) expr.Expr {
	v := x.value(e.Value)
	one := func(p plan.Expr) expr.Expr {
		args := []expr.Expr{v, x.value(p)}
		if e.Escape != "" && e.Kind != "rlike" {
			args = append(args, &expr.Literal{DataType: types.String, Value: e.Escape})
		}
		return x.bindFunction(e.Kind, args, callOptions{origin: e.Origin, operator: true})
	}
	out := one(e.Patterns[0])
	for _, p := range e.Patterns[1:] {
		if e.Quantifier == "all" {
			out = &expr.And{Left: out, Right: one(p)}
		} else {
			out = &expr.Or{Left: out, Right: one(p)}
		}
	}
	if e.Quantifier != "" {
		list := []expr.Expr{v}
		for _, p := range e.Patterns {
			list = append(list, x.value(p))
		}
		out = clone(out)
		kind := e.Kind + "any"
		if e.Quantifier == "all" {
			kind = e.Kind + "all"
		}
		x.texts[out] = kind + "(" + x.sqlList(list) + ")"
	}
	return out
}

// interval is INTERVAL expr unit …: each part is its value times one unit.
func (x *exprBinder) interval(e *plan.Interval) expr.Expr {
	var out expr.Expr
	for _, u := range e.Units {
		unit := check(unitInterval(u.Unit))
		part := x.bindFunction("*", []expr.Expr{x.value(u.Value), unit}, callOptions{origin: e.Origin, operator: true})
		if out == nil {
			out = part
		} else {
			out = x.bindFunction("+", []expr.Expr{out, part}, callOptions{origin: e.Origin, operator: true})
		}
	}
	return out
}

// collate is expr COLLATE name.
func (x *exprBinder) collate(e *plan.Collate) expr.Expr {
	return x.function("collate", e.Origin, x.value(e.Child), &expr.Literal{DataType: types.String, Value: e.Collation[len(e.Collation)-1]})
}
