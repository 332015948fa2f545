package connect

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/plan"
	pb "github.com/flintlake/flintlake/proto"
)

func node(m *pb.RelationCommon) plan.Node {
	if m == nil {
		return plan.Node{}
	}
	return plan.Node{PlanID: planID(m.PlanId), Origin: origin(m.GetOrigin())}
}

// planID moves the numbers of a client up by one: PySpark counts from 0, which means no number in plans.
func planID(id *int64) int64 {
	if id == nil {
		return 0
	}
	return *id + 1
}

// input converts a relation that a message must have.
func (d *decoder) input(m *pb.Relation, message string) plan.Relation {
	return d.relation(required(m, "spark.connect."+message, "input"))
}

// relation converts a relation. The messages are told apart in three functions by how common they are.
func (d *decoder) relation(m *pb.Relation) plan.Relation {
	d.enter()
	defer d.leave()
	n := node(m.GetCommon())
	switch k := m.GetRelType().(type) {
	case *pb.Relation_Project:
		r := &plan.Project{Node: n, List: d.exprs(k.Project.GetExpressions())}
		if k.Project.GetInput() != nil {
			r.Input = d.relation(k.Project.GetInput())
		}
		return r
	case *pb.Relation_Filter:
		c := required(k.Filter.GetCondition(), "spark.connect.Filter", "condition")
		return &plan.Filter{Node: n, Input: d.input(k.Filter.GetInput(), "Filter"), Condition: d.expr(c)}
	case *pb.Relation_WithColumns:
		return d.withColumns(k.WithColumns, n)
	case *pb.Relation_Join:
		return d.join(k.Join, n)
	case *pb.Relation_SetOp:
		return d.setOperation(k.SetOp, n)
	case *pb.Relation_Sort:
		s := &plan.Sort{Node: n, Input: d.input(k.Sort.GetInput(), "Sort"), Order: d.sortOrders(k.Sort.GetOrder()), Global: true}
		if k.Sort.IsGlobal != nil {
			s.Global = k.Sort.GetIsGlobal()
		}
		return s
	case *pb.Relation_Aggregate:
		return d.aggregate(k.Aggregate, n)
	case *pb.Relation_Limit:
		return &plan.Limit{Node: n, Input: d.input(k.Limit.GetInput(), "Limit"), Count: integer(k.Limit.GetLimit())}
	case *pb.Relation_Offset:
		return &plan.Offset{Node: n, Input: d.input(k.Offset.GetInput(), "Offset"), Count: integer(k.Offset.GetOffset())}
	case *pb.Relation_Tail:
		return &plan.Tail{Node: n, Input: d.input(k.Tail.GetInput(), "Tail"), Count: integer(k.Tail.GetLimit())}
	case *pb.Relation_SubqueryAlias:
		a := k.SubqueryAlias
		if len(a.GetQualifier()) > 0 {
			failUnsupported("qualifier of an alias")
		}
		return &plan.SubqueryAlias{Node: n, Input: d.input(a.GetInput(), "SubqueryAlias"), Name: a.GetAlias()}
	case *pb.Relation_Deduplicate:
		return d.deduplicate(k.Deduplicate, n)
	case *pb.Relation_Drop:
		return d.drop(k.Drop, n)
	case *pb.Relation_WithColumnsRenamed:
		return d.renamed(k.WithColumnsRenamed, n)
	case *pb.Relation_ToDf:
		return &plan.ToDF{Node: n, Input: d.input(k.ToDf.GetInput(), "ToDF"), Names: k.ToDf.GetColumnNames()}
	case *pb.Relation_Extension:
		return d.extensionRelation(k.Extension, n)
	case *pb.Relation_Catalog:
		return d.catalog(k.Catalog, n)
	case nil:
		fail(notSet("spark.connect.Relation", "rel_type"))
	}
	return d.sourceRelation(m, n)
}

// sourceRelation converts relations without an input.
func (d *decoder) sourceRelation(m *pb.Relation, n plan.Node) plan.Relation {
	switch k := m.GetRelType().(type) {
	case *pb.Relation_Read:
		return d.read(k.Read, n)
	case *pb.Relation_Sql:
		return d.sql(k.Sql, n)
	case *pb.Relation_WithRelations:
		return d.withRelations(k.WithRelations, n)
	case *pb.Relation_LocalRelation:
		return local(k.LocalRelation, n)
	case *pb.Relation_CachedLocalRelation:
		return &plan.CachedLocalData{Node: n, DataHashes: []string{k.CachedLocalRelation.GetHash()}}
	case *pb.Relation_ChunkedCachedLocalRelation:
		c := k.ChunkedCachedLocalRelation
		if len(c.GetDataHashes()) == 0 {
			fail(invalid("CHUNKED_CACHED_LOCAL_RELATION_WITHOUT_DATA"))
		}
		return &plan.CachedLocalData{Node: n, DataHashes: c.GetDataHashes(), SchemaHash: c.GetSchemaHash()}
	case *pb.Relation_CachedRemoteRelation:
		return &plan.CachedRelation{Node: n, ID: k.CachedRemoteRelation.GetRelationId()}
	case *pb.Relation_Range:
		return &plan.Range{Node: n, Start: k.Range.GetStart(), End: k.Range.GetEnd(), Step: k.Range.GetStep(), NumPartitions: int(k.Range.GetNumPartitions())}
	case *pb.Relation_UnresolvedTableValuedFunction:
		f := k.UnresolvedTableValuedFunction
		c := &plan.Call{Name: []string{f.GetFunctionName()}, Origin: n.Origin}
		d.arguments(c, f.GetArguments())
		return &plan.TableFunction{Node: n, Call: c}
	case *pb.Relation_RelationChanges:
		failUnsupported("changes of a table")
	case *pb.Relation_CommonInlineUserDefinedTableFunction:
		failUnsupported("user-defined table functions")
	case *pb.Relation_CommonInlineUserDefinedDataSource:
		failUnsupported("Python data sources")
	case *pb.Relation_Unknown:
		fail(invalid("INVALID_ONE_OF_FIELD_NOT_SUPPORTED", "fullName", "spark.connect.Relation", "name", "unknown", "number", "999"))
	}
	return d.shapeRelation(m, n)
}

// shapeRelation converts relations that change the shape or the placement of their input.
func (d *decoder) shapeRelation(m *pb.Relation, n plan.Node) plan.Relation {
	switch k := m.GetRelType().(type) {
	case *pb.Relation_Sample:
		return d.sample(k.Sample, n)
	case *pb.Relation_Repartition:
		r := &plan.Repartition{Node: n, Input: d.input(k.Repartition.GetInput(), "Repartition"), Count: int(k.Repartition.GetNumPartitions()), Shuffle: true}
		if k.Repartition.Shuffle != nil {
			r.Shuffle = k.Repartition.GetShuffle()
		}
		return r
	case *pb.Relation_RepartitionByExpression:
		return d.repartitionBy(k.RepartitionByExpression, n)
	case *pb.Relation_Hint:
		return &plan.Hint{Node: n, Input: d.input(k.Hint.GetInput(), "Hint"), Name: k.Hint.GetName(), Params: d.exprs(k.Hint.GetParameters())}
	case *pb.Relation_Unpivot:
		return d.unpivot(k.Unpivot, n)
	case *pb.Relation_Transpose:
		return &plan.Transpose{Node: n, Input: d.input(k.Transpose.GetInput(), "Transpose"), Index: d.exprs(k.Transpose.GetIndexColumns())}
	case *pb.Relation_ToSchema:
		s := required(k.ToSchema.GetSchema(), "spark.connect.ToSchema", "schema")
		return &plan.ToSchema{Node: n, Input: d.input(k.ToSchema.GetInput(), "ToSchema"), Schema: d.structOf(s)}
	case *pb.Relation_CollectMetrics:
		c := k.CollectMetrics
		return &plan.CollectMetrics{Node: n, Input: d.input(c.GetInput(), "CollectMetrics"), Name: c.GetName(), Metrics: d.exprs(c.GetMetrics())}
	case *pb.Relation_WithWatermark:
		w := k.WithWatermark
		return &plan.WithWatermark{Node: n, Input: d.input(w.GetInput(), "WithWatermark"), EventTime: w.GetEventTime(), Delay: w.GetDelayThreshold()}
	case *pb.Relation_Parse:
		return d.parse(k.Parse, n)
	case *pb.Relation_AsOfJoin:
		return d.asOfJoin(k.AsOfJoin, n)
	case *pb.Relation_LateralJoin:
		return d.lateralJoin(k.LateralJoin, n)
	case *pb.Relation_ShowString:
		s := k.ShowString
		return &plan.ShowString{Node: n, Input: d.input(s.GetInput(), "ShowString"), Rows: int(s.GetNumRows()), Truncate: int(s.GetTruncate()), Vertical: s.GetVertical()}
	case *pb.Relation_HtmlString:
		s := k.HtmlString
		return &plan.ShowString{Node: n, Input: d.input(s.GetInput(), "HtmlString"), Rows: int(s.GetNumRows()), Truncate: int(s.GetTruncate()), HTML: true}
	case *pb.Relation_MapPartitions, *pb.Relation_GroupMap, *pb.Relation_CoGroupMap, *pb.Relation_ApplyInPandasWithState:
		failUnsupported("Python functions over rows")
	case *pb.Relation_NearestByJoin:
		failUnsupported("nearest-by joins")
	}
	return d.statRelation(m, n)
}

// statRelation converts df.stat, df.na and the like.
func (d *decoder) statRelation(m *pb.Relation, n plan.Node) plan.Relation {
	switch k := m.GetRelType().(type) {
	case *pb.Relation_FillNa:
		return d.fill(k.FillNa, n)
	case *pb.Relation_DropNa:
		r := &plan.NADrop{Node: n, Input: d.input(k.DropNa.GetInput(), "NADrop"), Columns: k.DropNa.GetCols()}
		if k.DropNa.MinNonNulls != nil {
			least := int(k.DropNa.GetMinNonNulls())
			r.MinNonNulls = &least
		}
		return r
	case *pb.Relation_Replace:
		return d.replace(k.Replace, n)
	case *pb.Relation_Summary:
		s := k.Summary
		return &plan.Stat{Node: n, Input: d.input(s.GetInput(), "StatSummary"), Kind: "summary", Args: map[string]any{"statistics": s.GetStatistics()}}
	case *pb.Relation_Describe:
		return &plan.Stat{Node: n, Input: d.input(k.Describe.GetInput(), "StatDescribe"), Kind: "describe", Columns: k.Describe.GetCols()}
	case *pb.Relation_Crosstab:
		s := k.Crosstab
		return &plan.Stat{Node: n, Input: d.input(s.GetInput(), "StatCrosstab"), Kind: "crosstab", Columns: []string{s.GetCol1(), s.GetCol2()}}
	case *pb.Relation_Cov:
		s := k.Cov
		return &plan.Stat{Node: n, Input: d.input(s.GetInput(), "StatCov"), Kind: "cov", Columns: []string{s.GetCol1(), s.GetCol2()}}
	case *pb.Relation_Corr:
		s := k.Corr
		method := "pearson"
		if s.Method != nil {
			method = s.GetMethod()
		}
		return &plan.Stat{Node: n, Input: d.input(s.GetInput(), "StatCorr"), Kind: "corr", Columns: []string{s.GetCol1(), s.GetCol2()}, Args: map[string]any{"method": method}}
	case *pb.Relation_ApproxQuantile:
		s := k.ApproxQuantile
		return &plan.Stat{Node: n, Input: d.input(s.GetInput(), "StatApproxQuantile"), Kind: "approxQuantile", Columns: s.GetCols(),
			Args: map[string]any{"probabilities": s.GetProbabilities(), "relativeError": s.GetRelativeError()}}
	case *pb.Relation_FreqItems:
		s := k.FreqItems
		support := 0.01
		if s.Support != nil {
			support = s.GetSupport()
		}
		return &plan.Stat{Node: n, Input: d.input(s.GetInput(), "StatFreqItems"), Kind: "freqItems", Columns: s.GetCols(), Args: map[string]any{"support": support}}
	case *pb.Relation_SampleBy:
		return d.sampleBy(k.SampleBy, n)
	}
	fail(sparkerr.Internal("relation message %T", m.GetRelType()))
	return nil
}
