package analyze

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// withColumns adds or replaces columns by name.
func (b *binder) withColumns(r *rel, columns []*plan.Alias) *rel {
	k := &block{b: b, input: r}
	s := b.scope(r)
	s.allow = allowance{windows: true, generators: true}
	at := map[string]int{}
	for i, c := range columns {
		n := b.fold(c.Names[0])
		if _, twice := at[n]; twice {
			fail("COLUMN_ALREADY_EXISTS", "columnName", quoteID(n))
		}
		at[n] = i
	}
	bound := make([][]expr.Expr, len(columns))
	for i, c := range columns {
		bound[i] = k.item(s, c)
	}
	for _, a := range r.visible() {
		if i, ok := at[b.fold(a.Name)]; ok {
			k.items = append(k.items, bound[i]...)
			bound[i] = nil
			continue
		}
		k.items = append(k.items, a)
	}
	for _, e := range bound {
		k.items = append(k.items, e...)
	}
	k.dedupe()
	k.visible = len(k.items)
	return k.rel()
}

// dedupe gives repeated columns ids of their own.
func (k *block) dedupe() {
	seen := make(map[expr.AttributeID]bool, len(k.items))
	for i, it := range k.items {
		a, ok := it.(*expr.Attribute)
		if !ok {
			continue
		}
		if seen[a.ID] {
			c := expr.NewAlias(a, a.Name)
			c.Metadata, c.Qualifier = a.Metadata, a.Qualifier
			k.b.copies[c.ID] = a.ID
			k.items[i] = c
		}
		seen[a.ID] = true
	}
}

// itemsRel is a projection of ready items.
func (b *binder) itemsRel(r *rel, items []expr.Expr) *rel {
	k := &block{b: b, input: r, items: items}
	k.dedupe()
	k.visible = len(k.items)
	return k.rel()
}

// pipeSet is |> SET: every column must be there already.
func (b *binder) pipeSet(r *rel, p *plan.PipeSet) *rel {
	for _, c := range p.Columns {
		if a, _, err := b.find(r, []string{c.Names[0]}); a == nil {
			if err != nil {
				throw(err)
			}
			throw(unresolvedColumn([]string{c.Names[0]}, r.visible(), p.Origin))
		}
	}
	return b.withColumns(r, p.Columns)
}

func (b *binder) withColumnsRenamed(r *rel, p *plan.WithColumnsRenamed) *rel {
	to := map[string]string{}
	for i, f := range p.From {
		to[b.fold(f)] = p.To[i]
	}
	vis := r.visible()
	items := make([]expr.Expr, len(vis))
	for i, a := range vis {
		items[i] = a
		if n, ok := to[b.fold(a.Name)]; ok {
			c := expr.NewAlias(a, n)
			c.Metadata = a.Metadata
			items[i] = c
		}
	}
	return b.itemsRel(r, items)
}

// drop removes columns. Names that are not there are no error in a DataFrame; SQL's |> DROP says so by its origin.
func (b *binder) drop(r *rel, p *plan.Drop) *rel {
	gone := map[expr.AttributeID]bool{}
	for _, n := range p.Names {
		for _, i := range b.named(r, n) {
			gone[r.attrs[i].ID] = true
		}
	}
	for _, c := range p.Columns {
		var e expr.Expr
		err := attempt(func() { e = stripAlias(b.expression(c, b.scope(r))) })
		if err != nil {
			if conditionOf(err) == "AMBIGUOUS_REFERENCE" || p.PlanID == 0 {
				throw(err)
			}
			continue
		}
		if a, ok := e.(*expr.Attribute); ok {
			gone[a.ID] = true
		}
	}
	var items []expr.Expr
	for _, a := range r.visible() {
		if !gone[a.ID] {
			items = append(items, a)
		}
	}
	return b.itemsRel(r, items)
}

func (b *binder) toDF(r *rel, p *plan.ToDF) *rel {
	vis := r.visible()
	if len(vis) != len(p.Names) {
		fail("ASSIGNMENT_ARITY_MISMATCH", "numExpr", itoa(len(vis)), "numTarget", itoa(len(p.Names)))
	}
	return b.renamed(r, p.Names)
}

// toSchema is DataFrame.to(schema): columns and nested fields by name, cast where nothing is lost.
func (b *binder) toSchema(r *rel, p *plan.ToSchema) *rel {
	items := make([]expr.Expr, len(p.Schema.Fields))
	for i, f := range p.Schema.Fields {
		a, _, err := b.find(r, []string{f.Name})
		if err != nil {
			throw(err)
		}
		if a == nil {
			if !f.Nullable {
				throw(unresolvedColumn([]string{f.Name}, byName(r.visible()), p.Origin))
			}
			items[i] = expr.NewAlias(&expr.Literal{DataType: f.Type}, f.Name)
			continue
		}
		e := b.conform(a, f.Type, []string{f.Name})
		if a.IsNull && !f.Nullable {
			fail("NULLABLE_COLUMN_OR_FIELD", "name", quoteID(f.Name))
		}
		if e == expr.Expr(a) && a.Name == f.Name && len(f.Metadata) == 0 {
			items[i] = a
			continue
		}
		alias := expr.NewAlias(e, f.Name)
		alias.Metadata = a.Metadata
		if len(f.Metadata) > 0 {
			alias.Metadata = f.Metadata
		}
		items[i] = alias
	}
	return b.itemsRel(r, items)
}

// conform brings a value to a type by names of fields.
func (b *binder) conform(e expr.Expr, t types.DataType, path []string) expr.Expr {
	if types.EqualIgnoreMetadata(e.Type(), t) {
		return e
	}
	from, ok := e.Type().(types.StructType)
	want, ok2 := t.(types.StructType)
	if ok && ok2 {
		m := &expr.MakeStruct{DataType: types.StructType{}}
		for _, f := range want.Fields {
			at := append(path[:len(path):len(path)], f.Name)
			j := b.fieldIndex(from, f.Name)
			var v expr.Expr
			switch {
			case j >= 0:
				if from.Fields[j].Nullable && !f.Nullable {
					fail("NULLABLE_COLUMN_OR_FIELD", "name", quoteID(at...))
				}
				v = b.conform(&expr.GetField{Child: e, Ordinal: j, Name: f.Name}, f.Type, at)
			case f.Nullable:
				v = &expr.Literal{DataType: f.Type}
			default:
				fail("UNRESOLVED_FIELD.WITH_SUGGESTION", "fieldName", quoteID(f.Name), "columnPath", quoteID(path...), "proposal", quoteIDs(from.Names()))
			}
			m.Fields = append(m.Fields, v)
			m.DataType.Fields = append(m.DataType.Fields, types.StructField{Name: f.Name, Type: v.Type(), Nullable: f.Nullable, Metadata: f.Metadata})
		}
		return nullGuard(e, m)
	}
	if !types.EqualIgnoreNullability(e.Type(), t) && !canConform(e.Type(), t) {
		fail("INVALID_COLUMN_OR_FIELD_DATA_TYPE", "name", quoteID(path...), "type", quotedType(e.Type()), "expectedType", quotedType(t))
	}
	return b.cast(e, t, b.castMode(plan.CastDefault), true)
}

// canConform allows casts that lose nothing, and between numbers.
func canConform(from, to types.DataType) bool {
	return expr.CanUpCast(from, to) || types.IsNumeric(from) && types.IsNumeric(to)
}

// deduplicate keeps one row per value of some columns: the first seen.
func (b *binder) deduplicate(r *rel, p *plan.Deduplicate) *rel {
	if p.WithinWatermark {
		unsupported("dropDuplicatesWithinWatermark")
	}
	if p.All || len(p.Columns) == 0 {
		return b.distinct(r)
	}
	keys := map[expr.AttributeID]bool{}
	g := &logical.Aggregate{Input: r.node}
	attr := map[expr.AttributeID]*expr.Attribute{}
	for _, name := range p.Columns {
		hits := b.named(r, name)
		if len(hits) == 0 {
			fail("UNRESOLVED_COLUMN_AMONG_FIELD_NAMES", "colName", name, "fieldNames", plainList(attrNames(r.visible())))
		}
		for _, i := range hits {
			a := r.attrs[i]
			if a.Hidden || keys[a.ID] {
				continue
			}
			keys[a.ID] = true
			k := expr.NewAlias(a, a.Name)
			k.Metadata, k.Qualifier = a.Metadata, a.Qualifier
			g.Grouping = append(g.Grouping, k)
			attr[a.ID] = k.Attr()
			b.copies[k.ID] = a.ID
		}
	}
	vis := r.visible()
	list := make([]expr.Expr, len(vis))
	attrs := make([]*expr.Attribute, len(vis))
	for i, a := range vis {
		if attr[a.ID] == nil {
			first, ok := b.function("first", p.Origin, a).(*expr.Aggregate)
			if !ok {
				unsupported("dropDuplicates with a subset of the columns")
			}
			c := *first
			c.IsNull = a.IsNull
			k := expr.NewAlias(&c, a.Name)
			k.Metadata, k.Qualifier = a.Metadata, a.Qualifier
			g.List = append(g.List, k)
			attr[a.ID] = k.Attr()
			b.copies[k.ID] = a.ID
		}
		list[i], attrs[i] = attr[a.ID], attr[a.ID]
	}
	out := newRel(&logical.Project{Input: g, List: list})
	out.attrs, out.plans = attrs, r.plans
	return out
}

// lateralView is LATERAL VIEW [OUTER] f(…) t AS a, b.
func (b *binder) lateralView(r *rel, p *plan.LateralView) *rel {
	s := b.scope(r)
	s.allow.generators = true
	x := &exprBinder{binder: b, scope: s, atTop: true}
	e := stripAlias(x.call(p.Generator))
	g, ok := e.(*expr.Generator)
	if !ok {
		name := p.Generator.Name[len(p.Generator.Name)-1]
		fail("UNSUPPORTED_GENERATOR.NOT_GENERATOR", "functionName", quoteID(lower(name)), "classCanonicalName", "org.apache.spark.sql.catalyst.expressions."+title(name))
	}
	cols := attributesOf(g.Columns)
	if len(p.Columns) > 0 {
		if len(p.Columns) != len(cols) {
			fail("UDTF_ALIAS_NUMBER_MISMATCH", "aliasesSize", itoa(len(cols)), "aliasesNames", strings.Join(p.Columns, ","))
		}
		for i, n := range p.Columns {
			cols[i].Name = n
		}
	}
	outer := p.Outer || strings.HasSuffix(g.Fn.FunctionName(), "_outer")
	for _, a := range cols {
		a.IsNull = a.IsNull || outer
		if p.Table != "" {
			a.Qualifier = []string{p.Table}
		}
	}
	n := &logical.Generate{Input: r.node, Generator: g, Required: r.node.Output(), Columns: cols, Outer: outer}
	return &rel{node: n, attrs: append(append([]*expr.Attribute(nil), r.attrs...), cols...), plans: r.plans, qualifiedOnly: r.qualifiedOnly}
}

func title(s string) string {
	if s == "" {
		return s
	}
	return upper(s[:1]) + lower(s[1:])
}
