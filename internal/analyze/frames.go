package analyze

import (
	"math/rand/v2"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/sqlparse"
)

// sample is TABLESAMPLE and DataFrame.sample.
func (b *binder) sample(r *rel, p *plan.Sample) *rel {
	if p.Rows != nil {
		n := b.rowCount(p.Rows, "limit")
		return r.keep(func(in logical.Node) logical.Node { return &logical.Limit{Input: in, Count: n} })
	}
	seed := rand.Int64()
	if p.Seed != nil {
		seed = *p.Seed
	}
	return r.keep(func(in logical.Node) logical.Node {
		return &logical.Sample{Input: in, Lower: p.Lower, Upper: p.Upper, WithReplacement: p.WithReplacement, Seed: seed}
	})
}

// repartition is repartition, coalesce, repartitionByRange and DISTRIBUTE BY.
func (b *binder) repartition(r *rel, p *plan.Repartition) *rel {
	s := b.clauseScope(r, "DISTRIBUTE BY")
	var k *block
	if r.block != nil {
		c := *r.block
		k = &c
		s = k.scope(r, "DISTRIBUTE BY")
	}
	bind := func(e plan.Expr) expr.Expr {
		x := stripAlias(b.expression(e, s))
		if k != nil {
			x = k.reach(x)
		}
		return x
	}
	var by []expr.SortOrder
	for _, e := range p.By {
		switch o := e.(type) {
		case plan.SortOrder:
			by = append(by, directed(bind(o.Child), o))
		case *plan.SortOrder:
			by = append(by, directed(bind(o.Child), *o))
		default:
			by = append(by, expr.SortOrder{Child: bind(e), NullsFirst: true})
		}
	}
	wrap := func(in logical.Node) logical.Node {
		return &logical.Repartition{Input: in, Count: p.Count, By: by, Range: p.Range, Shuffle: p.Shuffle}
	}
	if k == nil {
		return r.keep(wrap)
	}
	return k.finish(r, wrap)
}

// hint keeps repartition hints; join hints only steer a cluster's strategies, and unknown ones are ignored, as Spark does.
func (b *binder) hint(r *rel, p *plan.Hint) *rel {
	switch upper(p.Name) {
	case "REPARTITION", "COALESCE", "REPARTITION_BY_RANGE", "REBALANCE":
	default:
		return r
	}
	n := 0
	var by []expr.SortOrder
	for i, e := range p.Params {
		if i == 0 {
			if c, ok := ordinal(e); ok {
				n = c
				continue
			}
		}
		by = append(by, expr.SortOrder{Child: stripAlias(b.expression(e, b.scope(r))), NullsFirst: true})
	}
	return r.keep(func(in logical.Node) logical.Node {
		return &logical.Repartition{Input: in, Count: n, By: by, Range: upper(p.Name) == "REPARTITION_BY_RANGE", Shuffle: upper(p.Name) != "COALESCE"}
	})
}

func (b *binder) collectMetrics(r *rel, p *plan.CollectMetrics) *rel {
	s := b.scope(r)
	s.allow.aggregates = true
	m := &logical.CollectMetrics{Name: p.Name}
	for _, e := range p.Metrics {
		x := b.expression(e, s)
		named := b.namedItem(e, x)
		a, ok := named.(*expr.Alias)
		if !ok {
			a = expr.NewAlias(x, stripName(named))
		}
		m.Metrics = append(m.Metrics, a)
	}
	return r.keep(func(in logical.Node) logical.Node {
		c := *m
		c.Input = in
		return &c
	})
}

// watermark only concerns streams: a batch keeps its rows, once column and delay are known to be right.
func (b *binder) watermark(r *rel, p *plan.WithWatermark) *rel {
	a, _, err := b.find(r, []string{p.EventTime})
	if err != nil {
		throw(err)
	}
	if a == nil {
		throw(unresolvedColumn([]string{p.EventTime}, r.visible(), p.Origin))
	}
	if t := a.DataType.ID(); t != types.IDTimestamp && t != types.IDTimestampNTZ && t != types.IDStruct {
		fail("EVENT_TIME_IS_NOT_ON_TIMESTAMP_TYPE", "eventName", quoteID(p.EventTime), "eventType", quotedType(a.DataType))
	}
	if _, err := sqlparse.Expression("INTERVAL '"+strings.ReplaceAll(p.Delay, "'", "")+"'", sqlparse.Options{}); err != nil {
		fail("CANNOT_PARSE_INTERVAL", "intervalString", "'"+p.Delay+"'")
	}
	return r
}

// columnsFor picks the columns that na functions work on: those named, or all.
func (b *binder) columnsFor(r *rel, names []string, origin plan.Origin) map[expr.AttributeID]int {
	out := map[expr.AttributeID]int{}
	if len(names) == 0 {
		for _, a := range r.visible() {
			out[a.ID] = -1
		}
		return out
	}
	for i, n := range names {
		a, rest, err := b.find(r, []string{n})
		if err != nil {
			throw(err)
		}
		if a == nil || len(rest) > 0 {
			throw(unresolvedColumn([]string{n}, r.visible(), origin))
		}
		out[a.ID] = i
	}
	return out
}

// naFill replaces nulls (and NaN in fractional columns) by values of the column's kind.
func (b *binder) naFill(r *rel, p *plan.NAFill) *rel {
	pick := b.columnsFor(r, p.Columns, p.Origin)
	vis := r.visible()
	items := make([]expr.Expr, len(vis))
	for i, a := range vis {
		items[i] = a
		at, ok := pick[a.ID]
		if !ok {
			continue
		}
		if at < 0 || len(p.Values) == 1 {
			at = 0
		}
		v := p.Values[at]
		if !sameKind(a.DataType, v.Type) {
			continue
		}
		var e expr.Expr = a
		if t := a.DataType.ID(); t == types.IDDouble || t == types.IDFloat {
			e = b.function("nanvl", p.Origin, a, &expr.Literal{DataType: a.DataType})
		}
		value := b.cast(&expr.Literal{DataType: v.Type, Value: v.Value}, a.DataType, b.castMode(plan.CastDefault), true)
		c := expr.NewAlias(&expr.Coalesce{Args: []expr.Expr{e, value}}, a.Name)
		c.Metadata = a.Metadata
		items[i] = c
	}
	return b.itemsRel(r, items)
}

// sameKind tells whether a fill value fits a column: numbers to numbers, text to text, booleans to booleans.
func sameKind(column, value types.DataType) bool {
	switch {
	case types.IsNumeric(value):
		return types.IsNumeric(column)
	case types.IsString(value):
		return types.IsString(column)
	}
	return column.ID() == value.ID()
}

// naDrop keeps rows with enough values that are neither null nor NaN.
func (b *binder) naDrop(r *rel, p *plan.NADrop) *rel {
	pick := b.columnsFor(r, p.Columns, p.Origin)
	var args []expr.Expr
	for _, a := range r.visible() {
		if _, ok := pick[a.ID]; ok {
			args = append(args, a)
		}
	}
	need := len(args)
	if p.MinNonNulls != nil {
		need = *p.MinNonNulls
	}
	cond := b.atLeast(args, need)
	return r.keep(func(in logical.Node) logical.Node { return &logical.Filter{Input: in, Condition: cond} })
}

// atLeast is true when at least n of the values are neither null nor NaN.
func (b *binder) atLeast(args []expr.Expr, n int) expr.Expr {
	present := func(e expr.Expr) expr.Expr {
		var ok expr.Expr = &expr.IsNull{Child: e, Negated: true}
		if t := e.Type().ID(); t == types.IDDouble || t == types.IDFloat {
			ok = &expr.And{Left: ok, Right: &expr.Not{Child: b.function("isnan", plan.Origin{}, e)}}
		}
		return ok
	}
	if n == len(args) {
		list := make([]expr.Expr, len(args))
		for i, a := range args {
			list[i] = present(a)
		}
		if all := expr.AndAll(list); all != nil {
			return all
		}
	}
	number := func(v int32) expr.Expr { return &expr.Literal{DataType: types.Integer, Value: v} }
	sum := number(0)
	for _, a := range args {
		one := &expr.Case{When: []expr.Expr{present(a)}, Then: []expr.Expr{number(1)}, Else: number(0)}
		sum = b.function("+", plan.Origin{}, sum, one)
	}
	return &expr.Compare{Op: expr.Ge, Left: sum, Right: number(int32(n))}
}

// naReplace exchanges values in columns of the same kind.
func (b *binder) naReplace(r *rel, p *plan.NAReplace) *rel {
	pick := b.columnsFor(r, p.Columns, p.Origin)
	vis := r.visible()
	items := make([]expr.Expr, len(vis))
	for i, a := range vis {
		items[i] = a
		if _, ok := pick[a.ID]; !ok || len(p.From) == 0 {
			continue
		}
		kind := types.DataType(types.Null)
		for _, f := range p.From {
			if f.Value != nil {
				kind = f.Type
			}
		}
		if kind.ID() != types.IDNull && !sameKind(a.DataType, kind) {
			continue
		}
		c := &expr.Case{}
		for k, f := range p.From {
			from := b.cast(&expr.Literal{DataType: f.Type, Value: f.Value}, a.DataType, b.castMode(plan.CastDefault), true)
			to := b.cast(&expr.Literal{DataType: p.To[k].Type, Value: p.To[k].Value}, a.DataType, b.castMode(plan.CastDefault), true)
			c.When = append(c.When, &expr.Compare{Op: expr.Eq, Left: a, Right: from})
			c.Then = append(c.Then, to)
		}
		c.Else = a
		alias := expr.NewAlias(c, a.Name)
		alias.Metadata = a.Metadata
		items[i] = alias
	}
	return b.itemsRel(r, items)
}
