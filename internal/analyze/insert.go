package analyze

import (
	"context"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// Insert resolves a write of rows into a table: by position, by a column list, or by name.
func (a *Analyzer) Insert(ctx context.Context, p *plan.Insert) (in *logical.Insert, err error) {
	defer catch(&err)
	b := a.binder(ctx)
	t := b.target(p.Target, "INSERT", nil)
	t.Evolves = p.SchemaEvolution || b.conf("spark.databricks.delta.schema.autoMerge.enabled") == "true"
	w := &inserting{target: t, b: b, p: p}
	w.partitions()
	columns := w.columns()
	source := b.relation(w.withDefaults(p.Input, columns))
	in = &logical.Insert{Options: p.Options, StaticPartition: w.static}
	if p.ByName {
		columns = w.byName(source)
	}
	list := w.align(source, columns)
	in.Input = b.withShared(&logical.Project{Input: source.node, List: list})
	w.mode(in, source)
	in.Target = t.finish()
	return in, nil
}

// inserting is the state of resolving one INSERT.
type inserting struct {
	*target
	b      *binder
	p      *plan.Insert
	static map[int]expr.Expr
}

// partitions binds the fixed values of PARTITION (a = 1, b).
func (w *inserting) partitions() {
	for _, v := range w.p.Partition {
		i := w.find(v.Name)
		if i < 0 || !w.meta.IsPartitionColumn(w.Schema.Fields[i].Name) {
			fail("NON_PARTITION_COLUMN", "columnName", quoteID(v.Name))
		}
		if v.Value == nil {
			continue
		}
		if w.static == nil {
			w.static = map[int]expr.Expr{}
		}
		e := stripAlias(w.b.expression(v.Value, w.b.scope(&rel{})))
		w.static[i] = w.b.store(e, w.Schema.Fields[i], false, false)
	}
}

// columns are the ordinals that the input's columns go to, in order.
func (w *inserting) columns() []int {
	var out []int
	if len(w.p.Columns) > 0 {
		seen := map[int]bool{}
		for _, n := range w.p.Columns {
			i := w.find(n)
			if i < 0 {
				throw(unresolvedColumn([]string{n}, unqualifiedColumns(w.Attrs), w.p.Target.Origin))
			}
			if seen[i] {
				fail("COLUMN_ALREADY_EXISTS", "columnName", quoteID(n))
			}
			seen[i] = true
			out = append(out, i)
		}
		return out
	}
	for i := range w.Schema.Fields {
		if _, fixed := w.static[i]; !fixed {
			out = append(out, i)
		}
	}
	return out
}

func unqualifiedColumns(attrs []*expr.Attribute) []*expr.Attribute {
	return byName(requalified(attrs, nil))
}

// byName finds a place for every column of the input, new ones at the end when the schema evolves.
func (w *inserting) byName(source *rel) []int {
	var out []int
	seen := map[int]bool{}
	for _, a := range source.visible() {
		i := w.find(a.Name)
		switch {
		case i >= 0 && seen[i]:
			fail("COLUMN_ALREADY_EXISTS", "columnName", quoteID(a.Name))
		case i >= 0:
			if w.Evolves {
				w.evolveColumn(a.Name, a.DataType)
			}
		case w.Evolves:
			i = w.addColumn(a.Name, a.DataType)
		case w.files:
			fail("INCOMPATIBLE_DATA_FOR_TABLE.EXTRA_COLUMNS", "tableName", quoteID(w.name...), "extraColumns", quoteIDs(w.extra(source)))
		default:
			fail("DELTA_METADATA_MISMATCH")
		}
		seen[i] = true
		out = append(out, i)
	}
	return out
}

// extra are the names of input columns that the table does not have.
func (w *inserting) extra(source *rel) []string {
	var out []string
	for _, a := range source.visible() {
		if w.find(a.Name) < 0 {
			out = append(out, a.Name)
		}
	}
	return out
}

func (w *inserting) addColumn(name string, t types.DataType) int {
	w.evolveColumn(name, t)
	return len(w.Schema.Fields) - 1
}

// withDefaults puts the columns' defaults in the place of DEFAULT in VALUES and SELECT lists without FROM.
func (w *inserting) withDefaults(r plan.Relation, columns []int) plan.Relation {
	one := func(e plan.Expr, at int) plan.Expr {
		if _, ok := e.(*plan.Default); !ok || at >= len(columns) {
			return e
		}
		f := w.Schema.Fields[columns[at]]
		if text, ok := f.MetadataString(types.CurrentDefaultKey); ok {
			return w.b.parse(text)
		}
		return &plan.Literal{Type: types.Null}
	}
	switch q := r.(type) {
	case *plan.InlineTable:
		c := *q
		c.Rows = make([][]plan.Expr, len(q.Rows))
		for i, row := range q.Rows {
			for j, e := range row {
				c.Rows[i] = append(c.Rows[i], one(e, j))
			}
		}
		return &c
	case *plan.Project:
		c := *q
		c.List = nil
		for j, e := range q.List {
			c.List = append(c.List, one(e, j))
		}
		return &c
	case *plan.SubqueryAlias:
		c := *q
		c.Input = w.withDefaults(q.Input, columns)
		return &c
	}
	return r
}

// align casts the input's columns and orders them as the table has them.
func (w *inserting) align(source *rel, columns []int) []expr.Expr {
	vis := source.visible()
	switch {
	case len(vis) < len(columns):
		w.arity("not enough data columns", vis, columns)
	case len(vis) > len(columns):
		if len(w.p.Columns) > 0 || w.files {
			w.arity("too many data columns", vis, columns)
		}
		if !w.Evolves {
			fail("DELTA_METADATA_MISMATCH")
		}
		for _, a := range vis[len(columns):] {
			columns = append(columns, w.addColumn(a.Name, a.DataType))
		}
	}
	values := make([]expr.Expr, len(w.Schema.Fields))
	for i, e := range w.static {
		values[i] = e
		w.set[i] = true
	}
	for k, i := range columns {
		f := w.Schema.Fields[i]
		if w.alwaysIdentity(i) {
			fail("DELTA_IDENTITY_COLUMNS_EXPLICIT_INSERT_NOT_SUPPORTED", "colName", f.Name)
		}
		w.set[i] = true
		if w.Evolves && !w.p.ByName {
			w.evolveColumn(f.Name, vis[k].DataType)
			f = w.Schema.Fields[i]
		}
		values[i] = w.stored(vis[k], f)
	}
	w.fill(values)
	list := make([]expr.Expr, len(values))
	for i, v := range values {
		f := w.Schema.Fields[i]
		if v == nil {
			v = &expr.Literal{DataType: f.Type}
		}
		alias := expr.NewAlias(v, f.Name)
		alias.Metadata = f.Metadata
		list[i] = alias
	}
	return list
}

// stored casts one column of the input. Structs of an INSERT by position are matched by position, too, as Spark does.
func (w *inserting) stored(a *expr.Attribute, f types.StructField) expr.Expr {
	var e expr.Expr = a
	if !w.p.ByName {
		e = byPosition(e, f.Type)
	}
	if w.files {
		w.safely(e, f)
	}
	return w.b.store(e, f, w.Evolves || w.p.ByName, false)
}

// safely refuses casts that the store assignment policy does not allow.
func (w *inserting) safely(e expr.Expr, f types.StructField) {
	from, to := types.AsNullable(e.Type()), types.AsNullable(f.Type)
	allowed := true
	switch strings.ToUpper(w.b.conf("spark.sql.storeAssignmentPolicy")) {
	case "LEGACY":
	case "STRICT":
		allowed = from.ID() == types.IDNull || fn.CanUpCast(from, to)
	default:
		allowed = fn.CanStoreAssign(from, to)
	}
	if !allowed {
		fail("INCOMPATIBLE_DATA_FOR_TABLE.CANNOT_SAFELY_CAST", "tableName", quoteID(w.name...), "colName", quoteID(f.Name),
			"srcType", `"`+e.Type().SQL()+`"`, "targetType", `"`+f.Type.SQL()+`"`)
	}
}

// byPosition renames the fields of a struct to those of a type with as many.
func byPosition(e expr.Expr, to types.DataType) expr.Expr {
	from, ok := e.Type().(types.StructType)
	want, ok2 := to.(types.StructType)
	if !ok || !ok2 || len(from.Fields) != len(want.Fields) || types.EqualIgnoreCaseAndNullability(from, want) {
		return e
	}
	m := &expr.MakeStruct{}
	for i, f := range want.Fields {
		v := byPosition(&expr.GetField{Child: e, Ordinal: i, Name: from.Fields[i].Name}, f.Type)
		m.Fields = append(m.Fields, v)
		m.DataType.Fields = append(m.DataType.Fields, types.StructField{Name: f.Name, Type: v.Type(), Nullable: from.Fields[i].Nullable})
	}
	return nullGuard(e, m)
}

func (w *inserting) arity(what string, vis []*expr.Attribute, columns []int) {
	name := strings.Join(w.name, ".")
	if len(w.p.Columns) == 0 && !w.files {
		fail("DELTA_INSERT_COLUMN_ARITY_MISMATCH", "columnName", what, "insertColumns", itoa(len(vis)), "numColumns", itoa(len(w.Schema.Fields)), "tableName", name)
	}
	var names, data []string
	for _, i := range columns {
		names = append(names, w.Schema.Fields[i].Name)
	}
	for _, a := range vis {
		data = append(data, a.Name)
	}
	condition := "INSERT_COLUMN_ARITY_MISMATCH.NOT_ENOUGH_DATA_COLUMNS"
	if len(vis) > len(columns) {
		condition = "INSERT_COLUMN_ARITY_MISMATCH.TOO_MANY_DATA_COLUMNS"
	}
	fail(condition, "tableName", quoteID(w.name...), "tableColumns", quoteIDs(names), "dataColumns", quoteIDs(data))
}

// mode tells which present rows the write removes.
func (w *inserting) mode(in *logical.Insert, source *rel) {
	switch {
	case w.p.Replace != nil:
		in.Mode = logical.InsertReplaceWhere
		in.Replace = w.b.condition(w.p.Replace, w.b.clauseScope(w.rel, "WHERE"))
		in.ReplaceText = w.b.sql(in.Replace)
		if t, ok := w.p.Replace.(*plan.Text); ok {
			in.ReplaceText = t.SQL
		}
	case w.p.ReplaceOn != nil:
		in.Mode = logical.InsertReplaceOn
		in.Replace = w.b.condition(w.p.ReplaceOn, w.b.clauseScope(combined(w.rel, source), "WHERE"))
		in.Replace = w.overInput(in.Replace, source, in.Input)
		in.ReplaceText = w.b.sql(in.Replace)
	case len(w.p.ReplaceUsing) > 0:
		in.Mode = logical.InsertReplaceUsing
		for _, n := range w.p.ReplaceUsing {
			i := w.find(n)
			if i < 0 {
				throw(unresolvedColumn([]string{n}, unqualifiedColumns(w.Attrs), w.p.Target.Origin))
			}
			in.ReplaceUsing = append(in.ReplaceUsing, i)
		}
	case w.p.Overwrite:
		in.Mode = logical.InsertOverwrite
		mode := w.b.conf("spark.sql.sources.partitionOverwriteMode")
		for key, v := range w.p.Options {
			if strings.EqualFold(key, "partitionOverwriteMode") {
				mode = v
			}
		}
		if strings.EqualFold(mode, "dynamic") && len(w.meta.PartitionColumns) > 0 && len(w.static) < len(w.meta.PartitionColumns) {
			in.Mode = logical.InsertOverwritePartitions
		}
	}
	for key, v := range w.p.Options {
		if strings.EqualFold(key, "dataChange") && strings.EqualFold(v, "false") {
			in.NoDataChange = true
		}
	}
}

// overInput makes a condition over the source's columns one over the aligned input.
func (w *inserting) overInput(e expr.Expr, source *rel, input logical.Node) expr.Expr {
	with := map[expr.AttributeID]expr.Expr{}
	p, ok := input.(*logical.Project)
	if !ok {
		return e
	}
	for _, it := range p.List {
		a := it.(*expr.Alias)
		child := a.Child
		if c, ok := child.(*expr.Cast); ok && c.Implicit {
			child = c.Child
		}
		if at, ok := child.(*expr.Attribute); ok {
			with[at.ID] = a.Attr()
		}
	}
	return expr.Replace(e, with)
}
