package analyze

import (
	"sort"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// stat binds DataFrame statistics. Args by kind: summary "statistics" []string; corr "method" string; approxQuantile "probabilities"
// []float64 and "relativeError" float64; sampleBy "column" plan.Expr, "strata" []*plan.Literal, "fractions" []float64 and "seed" int64.
func (b *binder) stat(p *plan.Stat, in func(plan.Relation) *rel) *rel {
	r := in(p.Input)
	switch p.Kind {
	case "describe":
		return b.summary(r, p.Columns, []string{"count", "mean", "stddev", "min", "max"}, p.Origin)
	case "summary":
		wanted, _ := p.Args["statistics"].([]string)
		if len(wanted) == 0 {
			wanted = []string{"count", "mean", "stddev", "min", "25%", "50%", "75%", "max"}
		}
		return b.summary(r, nil, wanted, p.Origin)
	case "cov":
		return b.pairStatistic(r, p, "covar_samp", "cov")
	case "corr":
		if m, _ := p.Args["method"].(string); m != "" && m != "pearson" {
			fail("INVALID_PARAMETER_VALUE.CORR_METHOD", "method", m)
		}
		return b.pairStatistic(r, p, "corr", "corr")
	case "crosstab":
		return b.crosstab(r, p)
	case "approxQuantile":
		return b.approxQuantile(r, p)
	case "sampleBy":
		return b.sampleBy(r, p)
	}
	unsupported("DataFrame.stat." + p.Kind)
	return nil
}

// summary computes statistics of columns in one aggregation and turns the row into one row per statistic, all as text.
func (b *binder) summary(r *rel, names, statistics []string, origin plan.Origin) *rel {
	var cols []*expr.Attribute
	if len(names) > 0 {
		for _, n := range names {
			a, _, err := b.find(r, []string{n})
			if err != nil {
				throw(err)
			}
			if a == nil {
				throw(unresolvedColumn([]string{n}, byName(r.visible()), origin))
			}
			cols = append(cols, a)
		}
	} else {
		cols = r.visible()
	}
	var kept []*expr.Attribute
	for _, a := range cols {
		if types.IsNumeric(a.DataType) || types.IsString(a.DataType) {
			kept = append(kept, a)
		}
	}
	g := &aggregation{b: b, input: r}
	e := &logical.Expand{Columns: []*expr.Attribute{expr.NewAttribute("summary", types.String, true)}}
	for _, a := range kept {
		e.Columns = append(e.Columns, expr.NewAttribute(a.Name, types.String, true))
	}
	for _, s := range statistics {
		row := []expr.Expr{&expr.Literal{DataType: types.String, Value: s}}
		for _, a := range kept {
			v := g.replace(b.statistic(s, a), nil)
			row = append(row, b.cast(v, types.String, b.castMode(plan.CastDefault), true))
		}
		e.Projections = append(e.Projections, row)
	}
	e.Input = g.node()
	return newRel(e)
}

// statistic is one statistic of one column. Text counts as numbers where it reads as one.
func (b *binder) statistic(name string, a *expr.Attribute) expr.Expr {
	var number expr.Expr = a
	if types.IsString(a.DataType) {
		number = &expr.Cast{Child: a, DataType: types.Double, Mode: expr.Try}
	}
	if percent, ok := strings.CutSuffix(name, "%"); ok {
		f, err := strconv.ParseFloat(percent, 64)
		if err != nil || f < 0 || f > 100 {
			fail("UNRECOGNIZED_STATISTIC", "stats", "'"+name+"'")
		}
		return b.function("percentile_approx", plan.Origin{}, number, &expr.Literal{DataType: types.Double, Value: f / 100})
	}
	switch strings.ToLower(name) {
	case "count", "min", "max":
		return b.function(strings.ToLower(name), plan.Origin{}, a)
	case "mean":
		return b.function("avg", plan.Origin{}, number)
	case "stddev":
		return b.function("stddev_samp", plan.Origin{}, number)
	case "count_distinct":
		return b.bindFunction("count", []expr.Expr{a}, callOptions{distinct: true})
	case "approx_count_distinct":
		return b.function("approx_count_distinct", plan.Origin{}, a)
	}
	fail("UNRECOGNIZED_STATISTIC", "stats", "'"+name+"'")
	return nil
}

// pairStatistic is one number about two numeric columns.
func (b *binder) pairStatistic(r *rel, p *plan.Stat, function, name string) *rel {
	var args []expr.Expr
	for _, n := range p.Columns {
		a, _, err := b.find(r, []string{n})
		if err != nil {
			throw(err)
		}
		if a == nil {
			throw(unresolvedColumn([]string{n}, byName(r.visible()), p.Origin))
		}
		if !types.IsNumeric(a.DataType) {
			fail("_LEGACY_ERROR_TEMP_3007", "functionName", name, "dataType", a.DataType.SimpleString())
		}
		args = append(args, b.implicit(a, types.Double))
	}
	g := &aggregation{b: b, input: r}
	v := g.replace(b.function(function, p.Origin, args...), nil)
	if name == "cov" {
		v = &expr.Coalesce{Args: []expr.Expr{v, &expr.Literal{DataType: types.Double, Value: 0.0}}}
	}
	return newRel(&logical.Project{Input: g.node(), List: []expr.Expr{expr.NewAlias(v, name)}})
}

// crosstab counts pairs of values: a row per value of the first column, a column per value of the second, which takes a query.
func (b *binder) crosstab(r *rel, p *plan.Stat) *rel {
	if b.Rows == nil {
		unsupported("crosstab")
	}
	var text []expr.Expr
	for _, n := range p.Columns {
		a, _, err := b.find(r, []string{n})
		if err != nil {
			throw(err)
		}
		if a == nil {
			throw(unresolvedColumn([]string{n}, byName(r.visible()), p.Origin))
		}
		t := b.cast(a, types.String, b.castMode(plan.CastDefault), true)
		text = append(text, &expr.Coalesce{Args: []expr.Expr{t, &expr.Literal{DataType: types.String, Value: "null"}}})
	}
	var names []string
	for _, v := range b.distinctValues(r, text[1]) {
		names = append(names, v.name)
	}
	sort.Strings(names)
	g := &aggregation{b: b, input: r, explicit: true}
	g.key(text[0])
	list := []expr.Expr{expr.NewAlias(g.grouping[0].Attr(), p.Columns[0]+"_"+p.Columns[1])}
	for _, n := range names {
		c, ok := b.function("count", p.Origin, &expr.Literal{DataType: types.Integer, Value: int32(1)}).(*expr.Aggregate)
		if !ok {
			unsupported("crosstab")
		}
		one := *c
		one.Filter = &expr.Compare{Op: expr.Eq, Left: text[1], Right: &expr.Literal{DataType: types.String, Value: n}}
		list = append(list, expr.NewAlias(g.aggregateAttr(&one), n))
	}
	return newRel(&logical.Project{Input: g.node(), List: list})
}

// approxQuantile is one row with an array of quantiles per column.
func (b *binder) approxQuantile(r *rel, p *plan.Stat) *rel {
	probabilities, _ := p.Args["probabilities"].([]float64)
	accuracy := int64(2_147_483_647)
	if e, _ := p.Args["relativeError"].(float64); e > 0 {
		accuracy = int64(1 / e)
	}
	quantiles := make([]any, len(probabilities))
	for i, q := range probabilities {
		quantiles[i] = q
	}
	g := &aggregation{b: b, input: r}
	var columns []expr.Expr
	for _, n := range p.Columns {
		a, _, err := b.find(r, []string{n})
		if err != nil {
			throw(err)
		}
		if a == nil {
			throw(unresolvedColumn([]string{n}, byName(r.visible()), p.Origin))
		}
		if !types.IsNumeric(a.DataType) {
			fail("_LEGACY_ERROR_TEMP_3007", "functionName", "approxQuantile", "dataType", a.DataType.SimpleString())
		}
		wanted := &expr.Literal{DataType: types.ArrayType{Element: types.Double}, Value: quantiles}
		v := b.function("percentile_approx", p.Origin, b.implicit(a, types.Double), wanted, &expr.Literal{DataType: types.Long, Value: accuracy})
		columns = append(columns, g.replace(v, nil))
	}
	return newRel(&logical.Project{Input: g.node(), List: []expr.Expr{expr.NewAlias(b.function("array", p.Origin, columns...), "approx_quantile")}})
}

// sampleBy keeps rows of each stratum with its own probability.
func (b *binder) sampleBy(r *rel, p *plan.Stat) *rel {
	column := stripAlias(b.expression(p.Args["column"].(plan.Expr), b.scope(r)))
	strata, _ := p.Args["strata"].([]*plan.Literal)
	fractions, _ := p.Args["fractions"].([]float64)
	var seed []expr.Expr
	if s, ok := p.Args["seed"].(int64); ok {
		seed = append(seed, &expr.Literal{DataType: types.Long, Value: s})
	}
	c := &expr.Case{}
	for i, s := range strata {
		if i < len(fractions) {
			l := &expr.Literal{DataType: s.Type, Value: s.Value}
			c.When = append(c.When, b.compare(expr.Eq, column, l, p.Origin))
			c.Then = append(c.Then, &expr.Literal{DataType: types.Double, Value: fractions[i]})
		}
	}
	var chance expr.Expr = &expr.Literal{DataType: types.Double, Value: 0.0}
	if len(c.When) > 0 {
		c.Else = chance
		chance = c
	}
	cond := &expr.Compare{Op: expr.Lt, Left: b.function("rand", p.Origin, seed...), Right: chance}
	return r.keep(func(in logical.Node) logical.Node { return &logical.Filter{Input: in, Condition: cond} })
}

// transpose turns columns into rows, named by the values of an index column; it takes a query to know them.
func (b *binder) transpose(r *rel, p *plan.Transpose) *rel {
	if b.Rows == nil {
		unsupported("transpose")
	}
	vis := r.visible()
	if len(vis) == 0 {
		return newRel(&logical.Values{})
	}
	index := expr.Expr(vis[0])
	if len(p.Index) > 0 {
		index = stripAlias(b.expression(p.Index[0], b.scope(r)))
	}
	at, ok := index.(*expr.Attribute)
	if !ok || !types.IsAtomic(at.DataType) {
		fail("TRANSPOSE_INVALID_INDEX_COLUMN", "reason", "Index column must be of atomic type, but found: "+index.Type().SimpleString())
	}
	var values []*expr.Attribute
	var list []types.DataType
	for _, a := range vis {
		if a.ID != at.ID {
			values = append(values, a)
			list = append(list, a.DataType)
		}
	}
	common, ok := types.DataType(types.String), true
	if len(list) > 0 {
		common, ok = b.commonWithoutText(list)
	}
	if !ok {
		fail("TRANSPOSE_NO_LEAST_COMMON_TYPE", "dt1", quotedType(list[0]), "dt2", quotedType(list[len(list)-1]))
	}
	items := []expr.Expr{expr.NewAlias(b.cast(at, types.String, b.castMode(plan.CastDefault), true), "key")}
	for _, a := range values {
		items = append(items, expr.NewAlias(b.implicit(a, common), a.Name))
	}
	sorted := &logical.Sort{Input: r.node, Order: []expr.SortOrder{{Child: at, NullsFirst: true}}, Global: true}
	rows, err := b.Rows(b.ctx, b.withShared(&logical.Project{Input: sorted, List: items}))
	if err != nil {
		throw(err)
	}
	out := &logical.Values{Columns: []*expr.Attribute{expr.NewAttribute("key", types.String, false)}}
	for _, row := range rows {
		if name, ok := row[0].(string); ok {
			out.Columns = append(out.Columns, expr.NewAttribute(name, common, true))
		}
	}
	for i, a := range values {
		line := []expr.Expr{&expr.Literal{DataType: types.String, Value: a.Name}}
		for _, row := range rows {
			if _, ok := row[0].(string); ok {
				line = append(line, &expr.Literal{DataType: common, Value: row[i+1]})
			}
		}
		out.Rows = append(out.Rows, line)
	}
	return newRel(out)
}
