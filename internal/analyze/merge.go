package analyze

import (
	"context"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// Merge resolves MERGE INTO.
func (a *Analyzer) Merge(ctx context.Context, p *plan.Merge) (m *logical.Merge, err error) {
	defer catch(&err)
	b := a.binder(ctx)
	checkClauses(p)
	t := b.target(p.Target, "MERGE INTO TABLE", nil)
	source := b.relation(p.Source)
	k := &merging{target: t, b: b, source: source, both: combined(t.rel, source)}
	k.both.plans = group([]*planRef{t.rel.plans, source.plans}, nil)
	t.Evolves = p.SchemaEvolution || b.conf("spark.databricks.delta.schema.autoMerge.enabled") == "true"
	if t.Evolves {
		k.evolve(p)
	}
	m = &logical.Merge{Plan: p}
	m.Condition = k.condition(p.Condition, k.both, "search condition")
	m.ConditionText = logical.FormatExpr(m.Condition)
	for _, c := range p.Matched {
		m.Matched = append(m.Matched, k.clause(c, k.both))
	}
	for _, c := range p.NotMatched {
		m.NotMatched = append(m.NotMatched, k.clause(c, source))
	}
	for _, c := range p.BySource {
		m.BySource = append(m.BySource, k.clause(c, t.rel))
	}
	m.Source = b.withShared(k.sourceNode())
	m.Target = t.finish()
	return m, nil
}

// checkClauses refuses a clause that can never act because an unconditional one stands before it.
func checkClauses(p *plan.Merge) {
	for _, k := range []struct {
		clauses []plan.MergeClause
		name    string
	}{{p.Matched, "MATCHED"}, {p.NotMatched, "NOT_MATCHED"}, {p.BySource, "NOT_MATCHED_BY_SOURCE"}} {
		for i, c := range k.clauses {
			if c.Condition == nil && i < len(k.clauses)-1 {
				fail("DELTA_NON_LAST_" + k.name + "_CLAUSE_OMIT_CONDITION")
			}
		}
	}
	if len(p.Matched)+len(p.NotMatched)+len(p.BySource) == 0 {
		fail("DELTA_MERGE_MISSING_WHEN")
	}
}

// merging is the state of resolving one MERGE.
type merging struct {
	*target
	b      *binder
	source *rel
	both   *rel
}

// sourceNode is the source with its visible columns and the hidden ones that clauses may name.
func (k *merging) sourceNode() logical.Node { return k.source.node }

// condition binds a condition and refuses what Delta does not evaluate in a MERGE.
func (k *merging) condition(e plan.Expr, r *rel, clause string) expr.Expr {
	s := k.b.clauseScope(r, "MERGE")
	s.allow.aggregates = true
	var c expr.Expr
	k.target.merging(func() { c = stripAlias(k.b.expression(e, s)) }, clause, s)
	operation := clause + " of MERGE operation"
	switch {
	case has[*expr.Subquery](c):
		fail("DELTA_UNSUPPORTED_SUBQUERY", "operation", operation, "cond", k.b.qualifiedSQL(c))
	case has[*expr.Aggregate](c):
		fail("DELTA_AGGREGATION_NOT_SUPPORTED", "operation", operation, "predicate", "(condition = "+k.b.qualifiedSQL(c)+")")
	case !expr.Deterministic(c):
		fail("DELTA_NON_DETERMINISTIC_FUNCTION_NOT_SUPPORTED", "operation", operation, "expression", "(condition = "+k.b.qualifiedSQL(c)+").")
	}
	return k.b.boolean(c)
}

// qualifiedSQL prints an expression with qualified column names.
func (b *binder) qualifiedSQL(e expr.Expr) string {
	return b.sql(expr.Transform(e, func(x expr.Expr) expr.Expr {
		if a, ok := x.(*expr.Attribute); ok {
			c := *a
			c.Name = plainName(append(append([]string(nil), a.Qualifier...), a.Name))
			return &c
		}
		return x
	}))
}

func (k *merging) clause(c plan.MergeClause, r *rel) logical.MergeClause {
	out := logical.MergeClause{Action: c.Action}
	word := map[plan.MergeAction]string{plan.MergeUpdate: "UPDATE", plan.MergeDelete: "DELETE", plan.MergeInsert: "INSERT"}[c.Action]
	out.ActionText = lower(word)
	if c.Condition != nil {
		out.Condition = k.condition(c.Condition, r, word+" condition")
		out.ConditionText = logical.FormatExpr(out.Condition)
	}
	switch c.Action {
	case plan.MergeUpdate:
		if c.All {
			out.Values = k.updateAll(c)
		} else {
			s := k.b.clauseScope(r, "MERGE")
			out.Values = k.assign(c.Assignments, s, assignMergeUpdate)
		}
	case plan.MergeInsert:
		out.Values = k.insert(c, r)
	case plan.MergeDoNothing:
		unsupported("WHEN … THEN DO NOTHING")
	}
	return out
}

// updateAll is UPDATE SET *: every column of the target from the column of the same name; with schema evolution those that the
// source lacks stay.
func (k *merging) updateAll(c plan.MergeClause) []expr.Expr {
	values := make([]expr.Expr, len(k.Schema.Fields))
	for i, f := range k.Schema.Fields {
		src := k.sourceColumn(f.Name)
		if src == nil {
			if !k.Evolves {
				k.unresolved([]string{f.Name}, "UPDATE clause", k.source.visible())
			}
			continue
		}
		if k.alwaysIdentity(i) || k.identity(i) {
			fail("DELTA_IDENTITY_COLUMNS_UPDATE_NOT_SUPPORTED", "colName", f.Name)
		}
		k.set[i] = true
		var e expr.Expr = src
		if i < len(k.Attrs) && k.Evolves {
			e = k.keepTargetFields(e, k.Attrs[i], f.Type)
		}
		values[i] = k.b.store(e, f, k.Evolves, true)
	}
	k.recompute(values)
	return values
}

// keepTargetFields fills fields that only the target's struct has with its present values. A null source struct stays null.
func (k *merging) keepTargetFields(src expr.Expr, old expr.Expr, to types.DataType) expr.Expr {
	want, ok := to.(types.StructType)
	have, ok2 := src.Type().(types.StructType)
	present, ok3 := old.Type().(types.StructType)
	if !ok || !ok2 || !ok3 || types.EqualIgnoreNullability(have, want) {
		return src
	}
	m := &expr.MakeStruct{}
	for _, f := range want.Fields {
		i, j := k.b.fieldIndex(have, f.Name), k.b.fieldIndex(present, f.Name)
		var v expr.Expr
		switch {
		case i >= 0 && j >= 0:
			v = k.keepTargetFields(&expr.GetField{Child: src, Ordinal: i, Name: f.Name}, &expr.GetField{Child: old, Ordinal: j, Name: f.Name}, f.Type)
		case i >= 0:
			v = &expr.GetField{Child: src, Ordinal: i, Name: f.Name}
		case j >= 0:
			v = &expr.GetField{Child: old, Ordinal: j, Name: f.Name}
		default:
			v = &expr.Literal{DataType: f.Type}
		}
		m.Fields = append(m.Fields, v)
		m.DataType.Fields = append(m.DataType.Fields, types.StructField{Name: f.Name, Type: v.Type(), Nullable: v.Nullable()})
	}
	return nullGuard(src, m)
}

// sourceColumn is the source's column of a name; nil when there is none.
func (k *merging) sourceColumn(name string) *expr.Attribute {
	a, rest, err := k.b.find(k.source, []string{name})
	if err != nil {
		throw(err)
	}
	if len(rest) > 0 {
		return nil
	}
	return a
}

// insert aligns the values of an insert clause with the table's columns and fills in what is not given.
func (k *merging) insert(c plan.MergeClause, r *rel) []expr.Expr {
	values := make([]expr.Expr, len(k.Schema.Fields))
	given := map[int]bool{}
	if c.All {
		for i, f := range k.Schema.Fields {
			src := k.sourceColumn(f.Name)
			if src == nil {
				if !k.Evolves {
					k.unresolved([]string{f.Name}, "INSERT clause", k.source.visible())
				}
				continue
			}
			given[i] = true
			values[i] = k.b.store(src, f, k.Evolves, true)
		}
	} else {
		s := k.b.clauseScope(r, "MERGE")
		for _, it := range c.Assignments {
			a := k.assignment(it, s, assignMergeInsert)
			if len(a.path) > 1 {
				fail("DELTA_NESTED_FIELDS_NEED_RENAME")
			}
			if given[a.path[0]] {
				fail("DELTA_DUPLICATE_COLUMNS_ON_INSERT")
			}
			given[a.path[0]] = true
			values[a.path[0]] = k.b.store(a.value, k.Schema.Fields[a.path[0]], k.Evolves, true)
		}
	}
	for i := range values {
		if given[i] {
			k.set[i] = true
			if k.alwaysIdentity(i) {
				fail("DELTA_IDENTITY_COLUMNS_EXPLICIT_INSERT_NOT_SUPPORTED", "colName", k.Schema.Fields[i].Name)
			}
		}
	}
	k.fill(values)
	return values
}

// fill gives columns without a value their default, or compute it. Identity columns stay nil.
func (t *target) fill(values []expr.Expr) {
	for i := range values {
		if values[i] == nil && t.generated(i) == "" && !t.identity(i) {
			values[i] = t.defaultValue(i)
		}
	}
	for i := range values {
		if values[i] == nil && t.generated(i) != "" {
			values[i] = t.computed(i, values, nil)
		}
	}
}

// evolve widens the target's schema by what the source brings: all its columns when a clause takes *, else those assigned by
// name; fields of structs likewise.
func (k *merging) evolve(p *plan.Merge) {
	star := false
	named := map[string][][]string{}
	for _, c := range append(append([]plan.MergeClause(nil), p.Matched...), p.NotMatched...) {
		star = star || c.All
		for _, it := range c.Assignments {
			names, _ := k.columnNames(it.Column)
			key := k.b.fold(names[0])
			named[key] = append(named[key], names[1:])
		}
	}
	for _, a := range k.source.visible() {
		paths := named[k.b.fold(a.Name)]
		if star {
			paths = [][]string{nil}
		}
		for _, path := range paths {
			if t := k.b.along(a.DataType, path); t != nil {
				k.evolveColumn(a.Name, t)
			}
		}
	}
}

// along is a struct type with nothing but the field at a path; nil when there is no such field.
func (b *binder) along(t types.DataType, path []string) types.DataType {
	if len(path) == 0 {
		return t
	}
	s, ok := t.(types.StructType)
	if !ok {
		return nil
	}
	i := b.fieldIndex(s, path[0])
	if i < 0 {
		return nil
	}
	f := s.Fields[i]
	if f.Type = b.along(f.Type, path[1:]); f.Type == nil {
		return nil
	}
	return types.StructType{Fields: []types.StructField{f}}
}

// evolveColumn adds a column, or the fields that a struct column lacks.
func (t *target) evolveColumn(name string, source types.DataType) {
	fields := append([]types.StructField(nil), t.Schema.Fields...)
	if i := t.find(name); i >= 0 {
		fields[i].Type = t.b.widerFields(fields[i].Type, source)
	} else {
		fields = append(fields, types.StructField{Name: name, Type: types.AsNullable(source), Nullable: true})
	}
	t.Schema.Fields = fields
}

// widerFields adds the fields that a source type has and the table's lacks.
func (b *binder) widerFields(have, more types.DataType) types.DataType {
	switch h := have.(type) {
	case types.StructType:
		m, ok := more.(types.StructType)
		if !ok {
			return have
		}
		fields := append([]types.StructField(nil), h.Fields...)
		for _, f := range m.Fields {
			if i := b.fieldIndex(h, f.Name); i >= 0 {
				fields[i].Type = b.widerFields(fields[i].Type, f.Type)
				continue
			}
			fields = append(fields, types.StructField{Name: f.Name, Type: types.AsNullable(f.Type), Nullable: true})
		}
		return types.StructType{Fields: fields}
	case types.ArrayType:
		if m, ok := more.(types.ArrayType); ok {
			return types.ArrayType{Element: b.widerFields(h.Element, m.Element), ContainsNull: h.ContainsNull}
		}
	case types.MapType:
		if m, ok := more.(types.MapType); ok {
			return types.MapType{Key: h.Key, Value: b.widerFields(h.Value, m.Value), ValueContainsNull: h.ValueContainsNull}
		}
	}
	return have
}
