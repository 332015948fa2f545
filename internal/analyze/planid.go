package analyze

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/plan"
)

// markPlan records that r is the DataFrame relation with an id.
func (b *binder) markPlan(r *rel, id int64, inputs *planRef) *rel {
	if id == 0 {
		if r.plans == nil {
			r.plans = inputs
		}
		return r
	}
	c := *r
	c.plans = &planRef{id: id, rel: r}
	if inputs != nil {
		c.plans.inputs = []*planRef{inputs}
	}
	return &c
}

// planColumn resolves a column that was taken from a DataFrame (df["x"]): by name in that relation's output, wherever it is below,
// as long as the column survives up to here (ColumnResolutionHelper.resolveDataFrameColumn). found is false when no relation below has the id.
func (b *binder) planColumn(r *rel, at *plan.Attribute) (e expr.Expr, found bool) {
	if r == nil || r.plans == nil {
		return nil, false
	}
	var best []*expr.Attribute
	var rest []string
	depth := 1 << 30
	here := b.byOrigin(r)
	var walk func(p *planRef, d int)
	walk = func(p *planRef, d int) {
		if p == nil {
			return
		}
		if p.id != at.PlanID {
			for _, in := range p.inputs {
				walk(in, d+1)
			}
			return
		}
		found = true
		a, fields, err := b.find(p.rel, at.Parts)
		if err != nil {
			throw(err)
		}
		if a == nil || here[b.origin(a.ID)] == nil || d > depth {
			return
		}
		if d < depth {
			depth, best = d, nil
		}
		best, rest = append(best, a), fields
	}
	walk(r.plans, 0)
	if len(best) > 1 {
		throw(sparkerr.New("AMBIGUOUS_COLUMN_REFERENCE", "name", "\""+plainName(at.Parts)+"\"").WithContext(queryContext(at.Origin)))
	}
	if len(best) == 0 {
		return nil, found
	}
	// Id and nullability are what they have become here (grouping, outer joins).
	a := *here[b.origin(best[0].ID)]
	a.Name = best[0].Name
	return b.fields(&a, rest, at.Origin), true
}

// byOrigin finds the columns of r by the column they are copies of.
func (b *binder) byOrigin(r *rel) map[expr.AttributeID]*expr.Attribute {
	if r.origins == nil {
		r.origins = make(map[expr.AttributeID]*expr.Attribute, len(r.attrs))
		for _, a := range r.attrs {
			if id := b.origin(a.ID); r.origins[id] == nil {
				r.origins[id] = a
			}
		}
	}
	return r.origins
}

func ids(attrs []*expr.Attribute) map[expr.AttributeID]bool {
	m := make(map[expr.AttributeID]bool, len(attrs))
	for _, a := range attrs {
		m[a.ID] = true
	}
	return m
}
