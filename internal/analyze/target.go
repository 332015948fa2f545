package analyze

import (
	"context"
	"encoding/json"
	"sort"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// Column metadata of Delta that says how values come about.
const (
	generationKey     = "delta.generationExpression"
	identityStartKey  = "delta.identity.start"
	identityInsertKey = "delta.identity.allowExplicitInsert"
	invariantsKey     = "delta.invariants"
	constraintPrefix  = "delta.constraints."
)

// deltaTable is a logical.Table over a Delta snapshot, as internal/scan makes it.
type deltaTable interface{ Snapshot() *log.Snapshot }

// fileTable is a logical.Table over files without a log: it takes INSERT only.
type fileTable interface{ PartitionColumns() []string }

// target binds the table that a command changes.
type target struct {
	b    *binder
	name []string // qualified, for errors
	rel  *rel     // its columns under the alias
	meta *log.Metadata
	logical.Target
	files bool // a table of files: Spark's own rules of writing instead of Delta's
	// set are the columns with values that the statement gives, by ordinal in Schema: generated ones among them are checked.
	set map[int]bool
}

// target resolves a table for writing; operation names the command in errors.
func (b *binder) target(t plan.Table, operation string, options map[string]string) *target {
	found, ok, err := b.catalog.Relation(b.ctx, t.Name, options, nil)
	if err != nil {
		throw(err)
	}
	if !ok {
		throw(b.tableNotFound(t.Name, t.Origin))
	}
	if found.Table == nil {
		if operation == "INSERT" {
			fail("EXPECT_TABLE_NOT_VIEW.NO_ALTERNATIVE", "viewName", quoteID(found.Name...), "operation", operation)
		}
		fail("UNSUPPORTED_FEATURE.TABLE_OPERATION", "tableName", "`unknown`", "operation", operation)
	}
	d, ok := found.Table.(deltaTable)
	files, isFiles := found.Table.(fileTable)
	isFiles = isFiles && operation == "INSERT"
	if !ok && !isFiles {
		fail("UNSUPPORTED_FEATURE.TABLE_OPERATION", "tableName", quoteID(found.Name...), "operation", operation)
	}
	r := b.scan(found.Table, found.Name)
	if t.Alias != "" {
		r = requalify(r, []string{t.Alias})
	}
	if t.PlanID != 0 {
		r = b.markPlan(r, t.PlanID, nil)
	}
	out := &target{b: b, name: found.Name, rel: r, files: isFiles, set: map[int]bool{}}
	if isFiles {
		out.meta = &log.Metadata{PartitionColumns: files.PartitionColumns()}
	} else {
		out.meta = d.Snapshot().Metadata
	}
	out.Table = found.Table
	for _, a := range r.attrs {
		if !a.Hidden {
			out.Attrs = append(out.Attrs, a)
			out.Schema.Fields = append(out.Schema.Fields, types.StructField{Name: a.Name, Type: a.DataType, Nullable: a.IsNull, Metadata: a.Metadata})
		}
	}
	return out
}

// find is the ordinal of a column by name; -1 when there is none.
func (t *target) find(name string) int { return t.b.fieldIndex(t.Schema, name) }

// finish makes the attributes of written rows and the checks over them.
func (t *target) finish() logical.Target {
	for _, f := range t.Schema.Fields {
		t.Written = append(t.Written, fieldAttribute(f))
	}
	s := t.b.scope(&rel{attrs: t.Written})
	bind := func(sql string) expr.Expr { return stripAlias(t.b.expression(t.b.parse(sql), s)) }
	for i, f := range t.Schema.Fields {
		if g, ok := f.MetadataString(generationKey); ok && t.set[i] {
			c := &expr.Compare{Op: expr.EqNullSafe, Left: t.Written[i], Right: t.b.implicit(bind(g), f.Type)}
			t.Checks = append(t.Checks, logical.Check{Name: "Generated Column", Kind: "generated", Text: t.b.sql(c), Condition: c})
		}
		if inv, ok := f.MetadataString(invariantsKey); ok {
			var stored struct {
				Expression struct {
					Expression string `json:"expression"`
				} `json:"expression"`
			}
			if json.Unmarshal([]byte(inv), &stored) == nil && stored.Expression.Expression != "" {
				c := bind(stored.Expression.Expression)
				t.Checks = append(t.Checks, logical.Check{Kind: "invariant", Text: t.b.sql(c), Condition: c})
			}
		}
	}
	var names []string
	for key := range t.meta.Configuration {
		if strings.HasPrefix(key, constraintPrefix) {
			names = append(names, key)
		}
	}
	sort.Strings(names)
	for _, key := range names {
		c := bind(t.meta.Configuration[key])
		t.Checks = append(t.Checks, logical.Check{Name: strings.TrimPrefix(key, constraintPrefix), Kind: "check", Text: t.b.sql(c), Condition: c})
	}
	return t.Target
}

// column metadata, read.
func (t *target) generated(i int) string {
	g, _ := t.Schema.Fields[i].MetadataString(generationKey)
	return g
}

func (t *target) identity(i int) bool {
	_, ok := t.Schema.Fields[i].Metadata[identityStartKey]
	return ok
}

// alwaysIdentity columns take no values from statements.
func (t *target) alwaysIdentity(i int) bool {
	allowed, _ := t.Schema.Fields[i].Metadata[identityInsertKey].(bool)
	return t.identity(i) && !allowed
}

// defaultValue is what a column gets when the statement gives nothing.
func (t *target) defaultValue(i int) expr.Expr {
	f := t.Schema.Fields[i]
	text, ok := f.MetadataString(types.CurrentDefaultKey)
	if !ok {
		return &expr.Literal{DataType: f.Type}
	}
	e := stripAlias(t.b.expression(t.b.parse(text), t.b.scope(&rel{})))
	return t.b.store(e, f, true, false)
}

// computed is a generated column's value over the other values of the row; old stands for columns without a new value.
func (t *target) computed(i int, values []expr.Expr, old []*expr.Attribute) expr.Expr {
	cols := make([]*expr.Attribute, len(t.Schema.Fields))
	with := map[expr.AttributeID]expr.Expr{}
	for k, f := range t.Schema.Fields {
		cols[k] = fieldAttribute(f)
		switch {
		case values[k] != nil:
			with[cols[k].ID] = values[k]
		case k < len(old):
			with[cols[k].ID] = old[k]
		default:
			with[cols[k].ID] = &expr.Literal{DataType: f.Type}
		}
	}
	e := stripAlias(t.b.expression(t.b.parse(t.generated(i)), t.b.scope(&rel{attrs: cols})))
	return t.b.implicit(expr.Replace(e, with), t.Schema.Fields[i].Type)
}

// store casts a value to a column's type as UPDATE, MERGE and INSERT do: structs by name, everything else by an ANSI cast whose
// overflow names the column. evolve lets a source struct lack fields.
func (b *binder) store(e expr.Expr, f types.StructField, evolve, update bool) expr.Expr {
	return b.lengthChecked(b.storeAs(e, f.Type, f.Name, evolve, update), f)
}

func (b *binder) storeAs(e expr.Expr, to types.DataType, column string, evolve, update bool) expr.Expr {
	from := e.Type()
	if types.EqualIgnoreMetadata(from, to) || from.ID() == to.ID() && types.EqualIgnoreNullability(from, to) {
		return e
	}
	if from.ID() == types.IDNull {
		return b.implicit(e, to)
	}
	switch to := to.(type) {
	case types.StructType:
		if s, ok := from.(types.StructType); ok {
			return b.storeStruct(e, s, to, column, evolve, update)
		}
	case types.ArrayType:
		if a, ok := from.(types.ArrayType); ok && types.Exists(a.Element, isStruct) {
			p := expr.NewAttribute("x", a.Element, a.ContainsNull)
			return b.function("transform", plan.Origin{}, e, &expr.Lambda{Params: []*expr.Attribute{p}, Body: b.storeAs(p, to.Element, column, evolve, update)})
		}
	case types.MapType:
		if m, ok := from.(types.MapType); ok && types.Exists(m.Value, isStruct) {
			k, v := expr.NewAttribute("k", m.Key, false), expr.NewAttribute("v", m.Value, m.ValueContainsNull)
			return b.function("transform_values", plan.Origin{}, e, &expr.Lambda{Params: []*expr.Attribute{k, v}, Body: b.storeAs(v, to.Value, column, evolve, update)})
		}
	}
	mode := expr.ANSI
	if strings.EqualFold(b.conf("spark.sql.storeAssignmentPolicy"), "LEGACY") {
		mode = expr.Legacy
	}
	c := b.checkedStore(e, to, mode)
	c.Store = &expr.StoredColumn{Name: column, Update: update}
	return c
}

func isStruct(t types.DataType) bool { return t.ID() == types.IDStruct }

func (b *binder) storeStruct(e expr.Expr, from, to types.StructType, column string, evolve, update bool) expr.Expr {
	mismatch := func() {
		fail("DELTA_UPDATE_SCHEMA_MISMATCH_EXPRESSION", "fromCatalog", from.SimpleString(), "toCatalog", to.SimpleString())
	}
	for _, f := range from.Fields {
		if b.fieldIndex(to, f.Name) < 0 {
			mismatch()
		}
	}
	if len(from.Fields) != len(to.Fields) && !evolve {
		mismatch()
	}
	m := &expr.MakeStruct{}
	for _, f := range to.Fields {
		var v expr.Expr = &expr.Literal{DataType: f.Type}
		if i := b.fieldIndex(from, f.Name); i >= 0 {
			v = b.storeAs(&expr.GetField{Child: e, Ordinal: i, Name: f.Name}, f.Type, column, evolve, update)
		}
		m.Fields = append(m.Fields, v)
		m.DataType.Fields = append(m.DataType.Fields, types.StructField{Name: f.Name, Type: v.Type(), Nullable: v.Nullable(), Metadata: f.Metadata})
	}
	return nullGuard(e, m)
}

// lengthChecked adds the length check of CHAR and VARCHAR columns, which are stored as strings.
func (b *binder) lengthChecked(e expr.Expr, f types.StructField) expr.Expr {
	text, ok := f.MetadataString(types.CharVarcharKey)
	if !ok {
		return e
	}
	t, err := types.ParseSchema(text)
	if err != nil {
		return e
	}
	switch t := t.(type) {
	case types.CharType:
		return b.function("char_type_write_side_check", plan.Origin{}, e, &expr.Literal{DataType: types.Integer, Value: int32(t.Length)})
	case types.VarcharType:
		return b.function("varchar_type_write_side_check", plan.Origin{}, e, &expr.Literal{DataType: types.Integer, Value: int32(t.Length)})
	}
	return e
}

// Update resolves UPDATE.
func (a *Analyzer) Update(ctx context.Context, p *plan.Update) (u *logical.Update, err error) {
	defer catch(&err)
	b := a.binder(ctx)
	t := b.target(p.Target, "UPDATE TABLE", nil)
	u = &logical.Update{}
	s := b.clauseScope(t.rel, "WHERE")
	if p.Where != nil {
		u.Where = b.condition(p.Where, s)
		b.refuseSubquery(u.Where, "UPDATE")
		u.WhereText = logical.FormatExpr(u.Where)
	}
	u.Values = t.assign(p.Assignments, b.clauseScope(t.rel, "UPDATE"), assignUpdate)
	u.Target = t.finish()
	return u, nil
}

// Delete resolves DELETE FROM.
func (a *Analyzer) Delete(ctx context.Context, p *plan.Delete) (d *logical.Delete, err error) {
	defer catch(&err)
	b := a.binder(ctx)
	t := b.target(p.Target, "DELETE", nil)
	d = &logical.Delete{}
	if p.Where != nil {
		d.Where = b.condition(p.Where, b.clauseScope(t.rel, "WHERE"))
		b.refuseSubquery(d.Where, "DELETE")
		d.WhereText = logical.FormatExpr(d.Where)
	}
	d.Target = t.finish()
	return d, nil
}

// refuseSubquery: Delta takes no subqueries in the conditions of UPDATE and DELETE.
func (b *binder) refuseSubquery(c expr.Expr, operation string) {
	if has[*expr.Subquery](c) {
		fail("DELTA_UNSUPPORTED_SUBQUERY", "operation", operation, "cond", b.qualifiedSQL(c))
	}
}

// Target resolves a Delta table for a maintenance command, with a condition over its columns (nil: none).
func (a *Analyzer) Target(ctx context.Context, table plan.Table, where plan.Expr, operation string) (t logical.Target, cond expr.Expr, err error) {
	defer catch(&err)
	b := a.binder(ctx)
	x := b.target(table, operation, nil)
	if where != nil {
		cond = b.condition(where, b.clauseScope(x.rel, "WHERE"))
	}
	return x.finish(), cond, nil
}

// checkedStore is an implicit cast that must be possible.
func (b *binder) checkedStore(e expr.Expr, t types.DataType, mode expr.CastMode) *expr.Cast {
	c := b.checkedCast(e, t, mode)
	k, ok := c.(*expr.Cast)
	if !ok {
		throw(sparkerr.Internal("a cast that is none"))
	}
	out := *k
	out.Implicit = true
	return &out
}
