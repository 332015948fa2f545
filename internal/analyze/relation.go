package analyze

import (
	"fmt"

	"github.com/flintlake/flintlake/internal/plan"
)

// relation binds a relation and everything below it.
func (b *binder) relation(r plan.Relation) *rel {
	if r == nil {
		return b.oneRow()
	}
	var below []*planRef
	in := func(r plan.Relation) *rel {
		x := b.relation(r)
		below = append(below, x.plans)
		return x
	}
	out := b.dispatch(r, in)
	return b.markPlan(out, r.Common().PlanID, group(below, out.plans))
}

// group gathers the plan ids below a node. Nodes that keep their input's plan ids themselves give them as own.
func group(below []*planRef, own *planRef) *planRef {
	if own != nil {
		return own
	}
	n := 0
	var last *planRef
	for _, p := range below {
		if p != nil {
			n++
			last = p
		}
	}
	switch n {
	case 0:
		return nil
	case 1:
		return last
	}
	return &planRef{inputs: below}
}

func (b *binder) dispatch(r plan.Relation, in func(plan.Relation) *rel) *rel {
	switch r := r.(type) {
	case *plan.NamedTable:
		return b.namedTable(r)
	case *plan.DataSource:
		return b.dataSource(r)
	case *plan.LocalData:
		return b.localData(r)
	case *plan.OneRow:
		return b.oneRow()
	case *plan.InlineTable:
		return b.inlineTable(r)
	case *plan.Range:
		return b.rangeTable(r.Start, r.End, r.Step, r.NumPartitions)
	case *plan.TableFunction:
		return b.tableFunction(r)
	case *plan.SQLText:
		return b.sqlText(r)
	case *plan.CachedRelation:
		return b.cached(r)
	case *plan.SubqueryAlias:
		return b.subqueryAlias(in(r.Input), r)
	case *plan.Project:
		return b.project(r, in)
	case *plan.Aggregate:
		return b.aggregate(r, in)
	case *plan.Having:
		return b.having(r, in)
	case *plan.Qualify:
		return b.qualify(in(r.Input), r)
	case *plan.WindowDefinitions:
		return b.windowDefinitions(r, in)
	case *plan.Filter:
		return b.filter(in(r.Input), r)
	case *plan.Join:
		return b.join(r, in)
	case *plan.AsOfJoin:
		return b.asOfJoin(r, in)
	case *plan.SetOperation:
		return b.setOperation(r, in)
	case *plan.Sort:
		return b.sort(in(r.Input), r)
	case *plan.Limit:
		return b.limit(in(r.Input), r)
	case *plan.Offset:
		return b.offset(in(r.Input), r)
	case *plan.Tail:
		return b.tail(in(r.Input), r)
	case *plan.With:
		return b.with(r, in)
	case *plan.Distinct:
		return b.distinct(in(r.Input))
	case *plan.Deduplicate:
		return b.deduplicate(in(r.Input), r)
	case *plan.LateralView:
		return b.lateralView(in(r.Input), r)
	case *plan.PivotRelation:
		return b.pivotRelation(in(r.Input), r)
	case *plan.Unpivot:
		return b.unpivot(in(r.Input), r)
	case *plan.WithColumns:
		return b.withColumns(in(r.Input), r.Columns)
	case *plan.PipeSet:
		return b.pipeSet(in(r.Input), r)
	case *plan.WithColumnsRenamed:
		return b.withColumnsRenamed(in(r.Input), r)
	case *plan.Drop:
		return b.drop(in(r.Input), r)
	case *plan.ToDF:
		return b.toDF(in(r.Input), r)
	case *plan.ToSchema:
		return b.toSchema(in(r.Input), r)
	case *plan.WithRelations:
		return b.withRelations(r, in)
	}
	return b.dispatchRare(r, in)
}

func (b *binder) dispatchRare(r plan.Relation, in func(plan.Relation) *rel) *rel {
	switch r := r.(type) {
	case *plan.Sample:
		return b.sample(in(r.Input), r)
	case *plan.Repartition:
		return b.repartition(in(r.Input), r)
	case *plan.Hint:
		return b.hint(in(r.Input), r)
	case *plan.Transpose:
		return b.transpose(in(r.Input), r)
	case *plan.NAFill:
		return b.naFill(in(r.Input), r)
	case *plan.NADrop:
		return b.naDrop(in(r.Input), r)
	case *plan.NAReplace:
		return b.naReplace(in(r.Input), r)
	case *plan.Stat:
		return b.stat(r, in)
	case *plan.ShowString:
		unsupported("show() inside of another query") // on its own it is answered by the session
	case *plan.CollectMetrics:
		return b.collectMetrics(in(r.Input), r)
	case *plan.WithWatermark:
		return b.watermark(in(r.Input), r)
	case *plan.CommandRelation:
		unsupported(fmt.Sprintf("the command %T as part of a query", r.Command))
	case *plan.CatalogCall:
		unsupported("catalog calls as part of a query")
	}
	unsupported(fmt.Sprintf("relation %T", r))
	return nil
}

// withRelations binds Root with the relations at hand that its expressions name by plan id.
func (b *binder) withRelations(r *plan.WithRelations, in func(plan.Relation) *rel) *rel {
	saved := b.refs
	b.refs = map[int64]plan.Relation{}
	for id, x := range saved {
		b.refs[id] = x
	}
	views := map[string]plan.Relation{}
	for _, x := range r.Refs {
		b.refs[x.Common().PlanID] = x
		if a, ok := x.(*plan.SubqueryAlias); ok {
			views[b.fold(a.Name)] = a.Input
		}
	}
	savedLocals := b.locals
	if len(views) > 0 {
		b.locals = views
	}
	defer func() { b.refs, b.locals = saved, savedLocals }()
	return in(r.Root)
}
