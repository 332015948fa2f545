package analyze

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// pivotAggregate is groupBy(…).pivot(column, values).agg(…).
func (b *binder) pivotAggregate(input *rel, p *plan.Aggregate) *rel {
	s := b.scope(input)
	var keys []expr.Expr
	for _, e := range p.Grouping {
		keys = append(keys, b.namedItem(e, b.expression(e, s)))
	}
	return b.pivot(input, keys, *p.Pivot, p.List)
}

// pivotRelation is FROM t PIVOT (…): all columns that are not used are keys.
func (b *binder) pivotRelation(input *rel, p *plan.PivotRelation) *rel {
	used := map[expr.AttributeID]bool{}
	s := b.scope(input)
	s.allow.aggregates = true
	for _, a := range p.Aggregates {
		expr.AddReferences(b.expression(a, s), used)
	}
	for _, c := range p.Pivot.Columns {
		expr.AddReferences(b.expression(c, s), used)
	}
	var keys []expr.Expr
	for _, a := range input.visible() {
		if !used[a.ID] {
			keys = append(keys, a)
		}
	}
	return b.pivot(input, keys, p.Pivot, p.Aggregates)
}

// pivotValue is one value of the pivot column with the name of its columns.
type pivotValue struct {
	literal expr.Expr
	name    string
}

// pivot groups by the keys and computes every aggregate once per value, over the rows that have it.
func (b *binder) pivot(input *rel, keys []expr.Expr, p plan.Pivot, aggs []plan.Expr) *rel {
	s := b.scope(input)
	columns := make([]expr.Expr, len(p.Columns))
	for i, c := range p.Columns {
		columns[i] = stripAlias(b.expression(c, s))
	}
	var column expr.Expr
	if len(columns) == 1 {
		column = columns[0]
	} else {
		m := &expr.MakeStruct{Fields: columns}
		for i, c := range columns {
			m.DataType.Fields = append(m.DataType.Fields, types.StructField{Name: stripNameOr(c, i), Type: c.Type(), Nullable: c.Nullable()})
		}
		column = m
	}
	if !types.IsOrderable(column.Type()) {
		fail("INCOMPARABLE_PIVOT_COLUMN", "columnName", quoteID(b.sql(column)))
	}
	values := b.pivotValues(input, column, p)

	g := &aggregation{b: b, input: input, explicit: true}
	k := &block{b: b, input: input, agg: g}
	for _, e := range keys {
		g.key(e)
	}
	for _, e := range keys {
		a := g.keyAttr(stripAlias(e))
		c := *a
		if named, ok := e.(*expr.Alias); ok {
			k.items = append(k.items, expr.NewAlias(a, named.Name))
			continue
		}
		src := e.(*expr.Attribute)
		c.Name, c.Qualifier = src.Name, src.Qualifier
		k.items = append(k.items, &c)
	}
	as := b.scope(input)
	as.allow.aggregates = true
	for _, v := range values {
		for _, a := range aggs {
			e := b.expression(a, as)
			named := b.namedItem(a, e)
			name := v.name
			if len(aggs) > 1 {
				name += "_" + stripName(named)
			}
			if !has[*expr.Aggregate](e) {
				fail("_LEGACY_ERROR_TEMP_1006", "sql", b.sql(stripAlias(e)))
			}
			matches := &expr.Compare{Op: expr.EqNullSafe, Left: column, Right: v.literal}
			e = expr.Transform(stripAlias(e), func(x expr.Expr) expr.Expr {
				ag, ok := x.(*expr.Aggregate)
				if !ok {
					return x
				}
				c := *ag
				c.Filter = matches
				if ag.Filter != nil {
					c.Filter = &expr.And{Left: matches, Right: ag.Filter}
				}
				return &c
			})
			e = g.replace(e, nil)
			// No row for a value gives null, also for counts.
			if b.countLike(e, g) {
				e = b.nullWhenNone(e, g, matches)
			}
			k.items = append(k.items, expr.NewAlias(e, name))
		}
	}
	k.visible = len(k.items)
	return k.rel()
}

func stripNameOr(e expr.Expr, i int) string {
	if a, ok := e.(*expr.Attribute); ok {
		return a.Name
	}
	return "col" + itoa(i+1)
}

// countLike tells whether an aggregate gives a value for no rows.
func (b *binder) countLike(e expr.Expr, _ *aggregation) bool {
	t := e.Type()
	return !e.Nullable() && (types.IsNumeric(t) || t.ID() == types.IDBoolean)
}

// nullWhenNone is null for groups without any row of the value.
func (b *binder) nullWhenNone(e expr.Expr, g *aggregation, matches expr.Expr) expr.Expr {
	n, ok := b.function("count", plan.Origin{}, &expr.Literal{DataType: types.Integer, Value: int32(1)}).(*expr.Aggregate)
	if !ok {
		return e
	}
	c := *n
	c.Filter = matches
	count := g.aggregateAttr(&c)
	zero := &expr.Compare{Op: expr.Gt, Left: count, Right: &expr.Literal{DataType: types.Long, Value: int64(0)}}
	return &expr.Case{When: []expr.Expr{zero}, Then: []expr.Expr{e}}
}

func (b *binder) pivotValues(input *rel, column expr.Expr, p plan.Pivot) []pivotValue {
	if p.Values == nil {
		return b.distinctValues(input, column)
	}
	out := make([]pivotValue, len(p.Values))
	for i, v := range p.Values {
		e := b.expression(v, b.scope(input))
		name := ""
		if a, ok := e.(*expr.Alias); ok {
			name, e = a.Name, a.Child
		}
		if !foldable(e) {
			fail("NON_LITERAL_PIVOT_VALUES", "expression", b.quoted(e))
		}
		if !types.EqualIgnoreNullability(e.Type(), column.Type()) {
			if !fn.CanCast(e.Type(), column.Type(), b.castMode(plan.CastDefault)) {
				fail("PIVOT_VALUE_DATA_TYPE_MISMATCH", "value", b.sql(e), "valueType", e.Type().SimpleString(), "pivotType", column.Type().SimpleString())
			}
		}
		typed := b.cast(e, column.Type(), b.castMode(plan.CastDefault), true)
		if name == "" {
			name = b.pivotName(typed)
		}
		out[i] = pivotValue{typed, name}
	}
	return out
}

// pivotName is the value cast to text, as a column name.
func (b *binder) pivotName(e expr.Expr) string {
	l, err := b.foldTo(&expr.Cast{Child: e, DataType: types.String, Mode: expr.ANSI, TimeZone: b.env.ZoneID})
	if err != nil {
		return b.sql(e)
	}
	if s, ok := l.Value.(string); ok {
		return s
	}
	return "null"
}

// distinctValues finds the values by a query, ordered.
func (b *binder) distinctValues(input *rel, column expr.Expr) []pivotValue {
	if b.Rows == nil {
		unsupported("pivot without values")
	}
	key := expr.NewAlias(column, "value")
	n := logical.Renew(&logical.Aggregate{Input: input.node, Grouping: []*expr.Alias{key}})
	o := n.Output()[0]
	most := b.limitConf("spark.sql.pivotMaxValues", 10_000)
	n = &logical.Limit{Input: &logical.Sort{Input: n, Order: []expr.SortOrder{{Child: o, NullsFirst: true}}, Global: true}, Count: most + 1}
	rows, err := b.Rows(b.ctx, b.withShared(n))
	if err != nil {
		throw(err)
	}
	if int64(len(rows)) > most {
		fail("_LEGACY_ERROR_TEMP_1324", "pivotColumn", b.sql(column), "maxValues", itoa(int(most)), "config", "spark.sql.pivotMaxValues")
	}
	out := make([]pivotValue, len(rows))
	for i, r := range rows {
		l := &expr.Literal{DataType: column.Type(), Value: r[0]}
		out[i] = pivotValue{l, b.pivotName(l)}
	}
	return out
}

// unpivot turns columns into rows by one Expand.
func (b *binder) unpivot(r *rel, p *plan.Unpivot) *rel {
	s := b.scope(r)
	groups := make([][]expr.Expr, 0, len(p.Values))
	used := map[expr.AttributeID]bool{}
	x := &exprBinder{binder: b, scope: s}
	var bad []string
	for _, g := range p.Values {
		var one []expr.Expr
		for _, v := range g {
			if st, ok := v.(*plan.Star); ok {
				for _, c := range x.star(st, s) {
					groups = append(groups, []expr.Expr{c})
					expr.AddReferences(c, used)
				}
				continue
			}
			e := b.namedItem(v, b.expression(v, s))
			if _, ok := e.(*expr.Attribute); !ok {
				bad = append(bad, "\""+b.sql(stripAlias(e))+" AS "+stripName(e)+"\"")
			}
			one = append(one, e)
			expr.AddReferences(e, used)
		}
		if len(one) > 0 {
			groups = append(groups, one)
		}
	}
	var idCols []expr.Expr
	for _, e := range p.IDs {
		if st, ok := e.(*plan.Star); ok {
			idCols = append(idCols, x.star(st, s)...)
			continue
		}
		idCols = append(idCols, b.namedItem(e, b.expression(e, s)))
	}
	explicit := !p.IDsAll && p.IDs != nil
	if len(bad) > 0 && !explicit {
		fail("UNPIVOT_REQUIRES_ATTRIBUTES", "given", "value", "empty", "id", "expressions", strings.Join(bad, ", "))
	}
	if !explicit {
		for _, a := range r.visible() {
			if !used[a.ID] {
				idCols = append(idCols, a)
			}
		}
	}
	if len(p.Values) == 0 {
		inIDs := map[expr.AttributeID]bool{}
		for _, e := range idCols {
			expr.AddReferences(e, inIDs)
		}
		for _, a := range r.visible() {
			if !inIDs[a.ID] {
				groups = append(groups, []expr.Expr{a})
			}
		}
		if len(groups) == 0 {
			fail("UNPIVOT_REQUIRES_VALUE_COLUMNS")
		}
	}
	return b.unpivoted(r, p, idCols, groups)
}

// commonWithoutText is the common type where strings are not turned into anything else.
func (b *binder) commonWithoutText(list []types.DataType) (types.DataType, bool) {
	text, other := false, false
	for _, t := range list {
		text = text || types.IsString(t)
		other = other || !types.IsString(t) && t.ID() != types.IDNull
	}
	if text && other {
		return nil, false
	}
	return b.commonType(list)
}

func (b *binder) unpivoted(r *rel, p *plan.Unpivot, idCols []expr.Expr, groups [][]expr.Expr) *rel {
	width := len(p.ValueNames)
	columns := make([]types.DataType, width)
	nullable := make([]bool, width)
	for c := 0; c < width; c++ {
		var list []types.DataType
		var names []string
		for _, g := range groups {
			if len(g) != width {
				fail("UNPIVOT_VALUE_SIZE_MISMATCH", "names", itoa(width))
			}
			list = append(list, g[c].Type())
			names = append(names, quotedType(g[c].Type())+" ("+quoteID(stripName(g[c]))+")")
			nullable[c] = nullable[c] || g[c].Nullable()
		}
		t, ok := b.commonWithoutText(list)
		if !ok {
			fail("UNPIVOT_VALUE_DATA_TYPE_MISMATCH", "types", strings.Join(names, ", "))
		}
		columns[c] = t
	}
	e := &logical.Expand{Input: r.node}
	for _, c := range idCols {
		a := expr.NewAttribute(stripName(c), c.Type(), c.Nullable())
		if src, ok := c.(*expr.Attribute); ok {
			a.Qualifier, a.Metadata = src.Qualifier, src.Metadata
			b.copies[a.ID] = src.ID
		}
		e.Columns = append(e.Columns, a)
	}
	e.Columns = append(e.Columns, expr.NewAttribute(p.VariableName, types.String, false))
	for c, n := range p.ValueNames {
		e.Columns = append(e.Columns, expr.NewAttribute(n, columns[c], nullable[c]))
	}
	for i, g := range groups {
		var row []expr.Expr
		for _, c := range idCols {
			row = append(row, stripAlias(c))
		}
		label := ""
		if i < len(p.ValueAliases) {
			label = p.ValueAliases[i]
		}
		if label == "" {
			var names []string
			for _, v := range g {
				names = append(names, stripName(v))
			}
			label = strings.Join(names, "_")
		}
		row = append(row, &expr.Literal{DataType: types.String, Value: label})
		for c, v := range g {
			row = append(row, b.implicit(stripAlias(v), columns[c]))
		}
		e.Projections = append(e.Projections, row)
	}
	var n logical.Node = e
	if !p.IncludeNulls {
		var some expr.Expr
		for _, a := range e.Columns[len(idCols)+1:] {
			var one expr.Expr = &expr.IsNull{Child: a, Negated: true}
			if some != nil {
				one = &expr.Or{Left: some, Right: one}
			}
			some = one
		}
		n = &logical.Filter{Input: e, Condition: some}
	}
	return newRel(n)
}
