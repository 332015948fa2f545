package dataframe

import (
	"context"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	pb "github.com/flintlake/flintlake/proto"
)

// DataFrame describes a query. It is immutable; transformations give a new one and never fail at once.
type DataFrame struct {
	spark    *SparkSession
	relation *pb.Relation
	err      error
}

// Session is the session the DataFrame belongs to.
func (d *DataFrame) Session() *SparkSession { return d.spark }

// Relation is the plan message, for packages that build on this one. It must not be changed.
func (d *DataFrame) Relation() *pb.Relation { return d.relation }

// Err is what was wrong with a transformation, nil if nothing was. Actions return it.
func (d *DataFrame) Err() error { return d.err }

// then makes the next DataFrame; err adds to what is wrong already.
func (d *DataFrame) then(r *pb.Relation, err error) *DataFrame {
	if d.err != nil {
		err = d.err
	}
	return d.spark.frame(r, err)
}

// Col is a column of this DataFrame: unlike functions.Col it stays bound to it, which tells the two sides of a self-join apart.
func (d *DataFrame) Col(name string) *Column {
	c := Col(name)
	switch e := c.expr.ExprType.(type) {
	case *pb.Expression_UnresolvedAttribute_:
		e.UnresolvedAttribute.PlanId = d.relation.Common.PlanId
	case *pb.Expression_UnresolvedStar_:
		e.UnresolvedStar.PlanId = d.relation.Common.PlanId
	}
	return c
}

// Select keeps the given columns.
func (d *DataFrame) Select(cols ...any) *DataFrame {
	es, err := expressions(cols)
	return d.then(&pb.Relation{RelType: &pb.Relation_Project{Project: &pb.Project{Input: d.relation, Expressions: es}}}, err)
}

// SelectExpr is Select of SQL texts.
func (d *DataFrame) SelectExpr(texts ...string) *DataFrame {
	cols := make([]any, len(texts))
	for i, t := range texts {
		cols[i] = Expr(t)
	}
	return d.Select(cols...)
}

// Where keeps the rows for which a condition is true: a *Column or SQL text.
func (d *DataFrame) Where(condition any) *DataFrame {
	c, err := columnOf(condition, Expr)
	if err != nil {
		return d.then(d.relation, err)
	}
	return d.then(&pb.Relation{RelType: &pb.Relation_Filter{Filter: &pb.Filter{Input: d.relation, Condition: c.expr}}}, nil)
}

// Filter is Where.
func (d *DataFrame) Filter(condition any) *DataFrame { return d.Where(condition) }

// WithColumn adds a column or replaces one of that name.
func (d *DataFrame) WithColumn(name string, c *Column) *DataFrame {
	alias := c.Alias(name).expr.GetAlias()
	return d.then(&pb.Relation{RelType: &pb.Relation_WithColumns{WithColumns: &pb.WithColumns{Input: d.relation, Aliases: []*pb.Expression_Alias{alias}}}}, c.err)
}

// WithColumnRenamed renames a column; a name that is not there is no error.
func (d *DataFrame) WithColumnRenamed(from, to string) *DataFrame {
	return d.then(&pb.Relation{RelType: &pb.Relation_WithColumnsRenamed{WithColumnsRenamed: &pb.WithColumnsRenamed{Input: d.relation,
		Renames: []*pb.WithColumnsRenamed_Rename{{ColName: from, NewColName: to}}}}}, nil)
}

// Drop removes columns; names that are not there are no error.
func (d *DataFrame) Drop(cols ...any) *DataFrame {
	drop := &pb.Drop{Input: d.relation}
	var err error
	for _, c := range cols {
		if name, ok := c.(string); ok {
			drop.ColumnNames = append(drop.ColumnNames, name)
			continue
		}
		col, bad := columnOf(c, Col)
		if bad != nil {
			err = bad
			continue
		}
		drop.Columns = append(drop.Columns, col.expr)
	}
	return d.then(&pb.Relation{RelType: &pb.Relation_Drop{Drop: drop}}, err)
}

// ToDF renames all columns.
func (d *DataFrame) ToDF(names ...string) *DataFrame {
	return d.then(&pb.Relation{RelType: &pb.Relation_ToDf{ToDf: &pb.ToDF{Input: d.relation, ColumnNames: names}}}, nil)
}

// As names the DataFrame, so that columns can be addressed as alias.column.
func (d *DataFrame) As(alias string) *DataFrame {
	return d.then(&pb.Relation{RelType: &pb.Relation_SubqueryAlias{SubqueryAlias: &pb.SubqueryAlias{Input: d.relation, Alias: alias}}}, nil)
}

// Alias is As.
func (d *DataFrame) Alias(alias string) *DataFrame { return d.As(alias) }

var joinTypes = map[string]pb.Join_JoinType{
	"": pb.Join_JOIN_TYPE_INNER, "inner": pb.Join_JOIN_TYPE_INNER, "cross": pb.Join_JOIN_TYPE_CROSS,
	"outer": pb.Join_JOIN_TYPE_FULL_OUTER, "full": pb.Join_JOIN_TYPE_FULL_OUTER, "fullouter": pb.Join_JOIN_TYPE_FULL_OUTER,
	"left": pb.Join_JOIN_TYPE_LEFT_OUTER, "leftouter": pb.Join_JOIN_TYPE_LEFT_OUTER, "right": pb.Join_JOIN_TYPE_RIGHT_OUTER, "rightouter": pb.Join_JOIN_TYPE_RIGHT_OUTER,
	"semi": pb.Join_JOIN_TYPE_LEFT_SEMI, "leftsemi": pb.Join_JOIN_TYPE_LEFT_SEMI, "anti": pb.Join_JOIN_TYPE_LEFT_ANTI, "leftanti": pb.Join_JOIN_TYPE_LEFT_ANTI,
}

// Join joins two DataFrames. on is a condition (*Column), the name of a column both have, or several ([]string). how is inner, left, right,
// outer, left_semi, left_anti, cross; "" is inner.
func (d *DataFrame) Join(other *DataFrame, on any, how string) *DataFrame {
	j := &pb.Join{Left: d.relation, Right: other.relation}
	err := other.err
	var ok bool
	if j.JoinType, ok = joinTypes[strings.ReplaceAll(strings.ToLower(how), "_", "")]; !ok {
		err = badArgument("join", how)
	}
	switch on := on.(type) {
	case nil:
	case *Column:
		j.JoinCondition = on.expr
		if on.err != nil {
			err = on.err
		}
	case string:
		j.UsingColumns = []string{on}
	case []string:
		j.UsingColumns = on
	default:
		err = badArgument("join", on)
	}
	return d.then(&pb.Relation{RelType: &pb.Relation_Join{Join: j}}, err)
}

// CrossJoin pairs every row with every row.
func (d *DataFrame) CrossJoin(other *DataFrame) *DataFrame { return d.Join(other, nil, "cross") }

func (d *DataFrame) setOp(other *DataFrame, op pb.SetOperation_SetOpType, all, byName, allowMissing bool) *DataFrame {
	s := &pb.SetOperation{LeftInput: d.relation, RightInput: other.relation, SetOpType: op, IsAll: &all, ByName: &byName, AllowMissingColumns: &allowMissing}
	return d.then(&pb.Relation{RelType: &pb.Relation_SetOp{SetOp: s}}, other.err)
}

// Union appends the rows of other, by position. Duplicates stay.
func (d *DataFrame) Union(other *DataFrame) *DataFrame {
	return d.setOp(other, pb.SetOperation_SET_OP_TYPE_UNION, true, false, false)
}

// UnionByName appends the rows of other, by column names.
func (d *DataFrame) UnionByName(other *DataFrame) *DataFrame {
	return d.setOp(other, pb.SetOperation_SET_OP_TYPE_UNION, true, true, false)
}

// UnionByNameAllowMissing is UnionByName in which columns that one side lacks are NULL.
func (d *DataFrame) UnionByNameAllowMissing(other *DataFrame) *DataFrame {
	return d.setOp(other, pb.SetOperation_SET_OP_TYPE_UNION, true, true, true)
}

// Intersect is the distinct rows that both have, Subtract those that other lacks; ExceptAll keeps duplicates.
func (d *DataFrame) Intersect(other *DataFrame) *DataFrame {
	return d.setOp(other, pb.SetOperation_SET_OP_TYPE_INTERSECT, false, false, false)
}
func (d *DataFrame) Subtract(other *DataFrame) *DataFrame {
	return d.setOp(other, pb.SetOperation_SET_OP_TYPE_EXCEPT, false, false, false)
}
func (d *DataFrame) ExceptAll(other *DataFrame) *DataFrame {
	return d.setOp(other, pb.SetOperation_SET_OP_TYPE_EXCEPT, true, false, false)
}

// Distinct drops duplicate rows.
func (d *DataFrame) Distinct() *DataFrame { return d.DropDuplicates() }

// DropDuplicates keeps one row for each combination of the given columns, or of all.
func (d *DataFrame) DropDuplicates(columns ...string) *DataFrame {
	all := len(columns) == 0
	return d.then(&pb.Relation{RelType: &pb.Relation_Deduplicate{Deduplicate: &pb.Deduplicate{Input: d.relation, ColumnNames: columns, AllColumnsAsKeys: &all}}}, nil)
}

// OrderBy sorts the rows.
func (d *DataFrame) OrderBy(cols ...any) *DataFrame {
	order, err := sortOrders(cols)
	global := true
	return d.then(&pb.Relation{RelType: &pb.Relation_Sort{Sort: &pb.Sort{Input: d.relation, Order: order, IsGlobal: &global}}}, err)
}

// Limit keeps at most n rows, Offset skips n.
func (d *DataFrame) Limit(n int) *DataFrame {
	return d.then(&pb.Relation{RelType: &pb.Relation_Limit{Limit: &pb.Limit{Input: d.relation, Limit: int32(n)}}}, nil)
}
func (d *DataFrame) Offset(n int) *DataFrame {
	return d.then(&pb.Relation{RelType: &pb.Relation_Offset{Offset: &pb.Offset{Input: d.relation, Offset: int32(n)}}}, nil)
}

// GroupBy groups the rows; Rollup and Cube add subtotals.
func (d *DataFrame) GroupBy(cols ...any) *GroupedData {
	return d.group(pb.Aggregate_GROUP_TYPE_GROUPBY, cols)
}
func (d *DataFrame) Rollup(cols ...any) *GroupedData {
	return d.group(pb.Aggregate_GROUP_TYPE_ROLLUP, cols)
}
func (d *DataFrame) Cube(cols ...any) *GroupedData {
	return d.group(pb.Aggregate_GROUP_TYPE_CUBE, cols)
}

func (d *DataFrame) group(t pb.Aggregate_GroupType, cols []any) *GroupedData {
	keys, err := expressions(cols)
	return &GroupedData{frame: d, kind: t, keys: keys, err: err}
}

// Agg aggregates all rows.
func (d *DataFrame) Agg(aggregates ...*Column) *DataFrame { return d.GroupBy().Agg(aggregates...) }

// GroupedData is rows grouped by keys.
type GroupedData struct {
	frame *DataFrame
	kind  pb.Aggregate_GroupType
	keys  []*pb.Expression
	pivot *pb.Aggregate_Pivot
	err   error
}

// Agg computes aggregates for each group; the keys come first.
func (g *GroupedData) Agg(aggregates ...*Column) *DataFrame {
	a := &pb.Aggregate{Input: g.frame.relation, GroupType: g.kind, GroupingExpressions: g.keys, Pivot: g.pivot}
	err := g.err
	for _, c := range aggregates {
		if c.err != nil {
			err = c.err
		}
		a.AggregateExpressions = append(a.AggregateExpressions, c.expr)
	}
	return g.frame.then(&pb.Relation{RelType: &pb.Relation_Aggregate{Aggregate: a}}, err)
}

// Pivot turns the values of a column into columns; the values are listed, or all there are.
func (g *GroupedData) Pivot(column string, values ...any) *GroupedData {
	n := *g
	n.kind = pb.Aggregate_GROUP_TYPE_PIVOT
	n.pivot = &pb.Aggregate_Pivot{Col: Col(column).expr}
	for _, v := range values {
		l, err := literal(v)
		if err != nil {
			n.err = err
			continue
		}
		n.pivot.Values = append(n.pivot.Values, l)
	}
	return &n
}

// Count is the number of rows of each group, in a column count.
func (g *GroupedData) Count() *DataFrame { return g.Agg(Call("count", Lit(1)).Alias("count")) }

// Sum, Avg, Min and Max aggregate columns by name.
func (g *GroupedData) Sum(columns ...string) *DataFrame { return g.each("sum", columns) }
func (g *GroupedData) Avg(columns ...string) *DataFrame { return g.each("avg", columns) }
func (g *GroupedData) Min(columns ...string) *DataFrame { return g.each("min", columns) }
func (g *GroupedData) Max(columns ...string) *DataFrame { return g.each("max", columns) }

func (g *GroupedData) each(name string, columns []string) *DataFrame {
	aggs := make([]*Column, len(columns))
	for i, c := range columns {
		aggs[i] = Call(name, c)
	}
	return g.Agg(aggs...)
}

// Schema analyses the query without running it.
func (d *DataFrame) Schema(ctx context.Context) (types.StructType, error) {
	if d.err != nil {
		return types.StructType{}, d.err
	}
	return d.spark.engine.MessageSchema(ctx, &pb.Plan{OpType: &pb.Plan_Root{Root: d.relation}})
}

// Columns are the column names.
func (d *DataFrame) Columns(ctx context.Context) ([]string, error) {
	s, err := d.Schema(ctx)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(s.Fields))
	for i, f := range s.Fields {
		names[i] = f.Name
	}
	return names, nil
}

// Explain is the text of the plans; mode is simple, extended, cost or formatted.
func (d *DataFrame) Explain(ctx context.Context, mode string) (string, error) {
	if d.err != nil {
		return "", d.err
	}
	return d.spark.engine.ExplainMessage(ctx, &pb.Plan{OpType: &pb.Plan_Root{Root: d.relation}}, mode)
}

// CreateOrReplaceTempView gives the query a name for SQL.
func (d *DataFrame) CreateOrReplaceTempView(ctx context.Context, name string) error {
	if d.err != nil {
		return d.err
	}
	return d.spark.command(ctx, &pb.Command{CommandType: &pb.Command_CreateDataframeView{CreateDataframeView: &pb.CreateDataFrameViewCommand{Input: d.relation, Name: name, Replace: true}}})
}
