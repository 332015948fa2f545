package connect

import (
	"math"
	"sort"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
	pb "github.com/flintlake/flintlake/proto"
)

func integer(v int32) plan.Expr { return &plan.Literal{Type: types.Integer, Value: v} }

func (d *decoder) withColumns(m *pb.WithColumns, n plan.Node) plan.Relation {
	r := &plan.WithColumns{Node: n, Input: d.input(m.GetInput(), "WithColumns")}
	for _, a := range m.GetAliases() {
		if len(a.GetName()) != 1 {
			fail(invalid("WITH_COLUMNS_REQUIRE_SINGLE_NAME_PART", "got", strings.Join(a.GetName(), ".")))
		}
		r.Columns = append(r.Columns, d.alias(a, n.Origin))
	}
	return r
}

// renamed takes the ordered list, or the older map in the order of its keys.
func (d *decoder) renamed(m *pb.WithColumnsRenamed, n plan.Node) plan.Relation {
	r := &plan.WithColumnsRenamed{Node: n, Input: d.input(m.GetInput(), "WithColumnsRenamed")}
	for _, p := range m.GetRenames() {
		r.From, r.To = append(r.From, p.GetColName()), append(r.To, p.GetNewColName())
	}
	if len(r.From) > 0 {
		return r
	}
	for from := range m.GetRenameColumnsMap() {
		r.From = append(r.From, from)
	}
	sort.Strings(r.From)
	for _, from := range r.From {
		r.To = append(r.To, m.GetRenameColumnsMap()[from])
	}
	return r
}

func (d *decoder) drop(m *pb.Drop, n plan.Node) plan.Relation {
	return &plan.Drop{Node: n, Input: d.input(m.GetInput(), "Drop"), Columns: d.exprs(m.GetColumns()), Names: m.GetColumnNames()}
}

func (d *decoder) deduplicate(m *pb.Deduplicate, n plan.Node) plan.Relation {
	switch {
	case m.GetAllColumnsAsKeys() && len(m.GetColumnNames()) > 0:
		fail(invalid("DEDUPLICATE_ALL_COLUMNS_AND_SUBSET"))
	case !m.GetAllColumnsAsKeys() && len(m.GetColumnNames()) == 0:
		fail(invalid("DEDUPLICATE_REQUIRES_COLUMNS_OR_ALL"))
	}
	return &plan.Deduplicate{Node: n, Input: d.input(m.GetInput(), "Deduplicate"), Columns: m.GetColumnNames(), All: m.GetAllColumnsAsKeys(),
		WithinWatermark: m.GetWithinWatermark()}
}

func joinType(t pb.Join_JoinType) plan.JoinType {
	switch t {
	case pb.Join_JOIN_TYPE_INNER:
		return plan.InnerJoin
	case pb.Join_JOIN_TYPE_FULL_OUTER:
		return plan.FullOuterJoin
	case pb.Join_JOIN_TYPE_LEFT_OUTER:
		return plan.LeftOuterJoin
	case pb.Join_JOIN_TYPE_RIGHT_OUTER:
		return plan.RightOuterJoin
	case pb.Join_JOIN_TYPE_LEFT_ANTI:
		return plan.LeftAntiJoin
	case pb.Join_JOIN_TYPE_LEFT_SEMI:
		return plan.LeftSemiJoin
	case pb.Join_JOIN_TYPE_CROSS:
		return plan.CrossJoin
	}
	fail(badEnum("spark.connect.Join", t.String(), int32(t)))
	return 0
}

func (d *decoder) join(m *pb.Join, n plan.Node) plan.Relation {
	if m.GetJoinDataType() != nil {
		failUnsupported("joinWith")
	}
	if m.GetJoinCondition() != nil && len(m.GetUsingColumns()) > 0 {
		fail(invalid("USING_COLUMNS_OR_JOIN_CONDITION_SET_IN_JOIN"))
	}
	j := &plan.Join{Node: n, Type: joinType(m.GetJoinType()), Using: m.GetUsingColumns()}
	j.Left = d.relation(required(m.GetLeft(), "spark.connect.Join", "left"))
	j.Right = d.relation(required(m.GetRight(), "spark.connect.Join", "right"))
	j.Condition = d.maybeExpr(m.GetJoinCondition())
	return j
}

func (d *decoder) lateralJoin(m *pb.LateralJoin, n plan.Node) plan.Relation {
	j := &plan.Join{Node: n, Type: joinType(m.GetJoinType()), Lateral: true}
	if j.Type != plan.InnerJoin && j.Type != plan.LeftOuterJoin && j.Type != plan.CrossJoin {
		fail(invalid("ASSERTION_FAILURE", "message", "a lateral join cannot be "+m.GetJoinType().String()))
	}
	j.Left = d.relation(required(m.GetLeft(), "spark.connect.LateralJoin", "left"))
	j.Right = d.relation(required(m.GetRight(), "spark.connect.LateralJoin", "right"))
	j.Condition = d.maybeExpr(m.GetJoinCondition())
	return j
}

func (d *decoder) asOfJoin(m *pb.AsOfJoin, n plan.Node) plan.Relation {
	j := &plan.AsOfJoin{Node: n, Using: m.GetUsingColumns(), AllowExactMatches: m.GetAllowExactMatches(), Direction: m.GetDirection()}
	j.Left = d.relation(required(m.GetLeft(), "spark.connect.AsOfJoin", "left"))
	j.Right = d.relation(required(m.GetRight(), "spark.connect.AsOfJoin", "right"))
	j.LeftAsOf = d.expr(required(m.GetLeftAsOf(), "spark.connect.AsOfJoin", "left_as_of"))
	j.RightAsOf = d.expr(required(m.GetRightAsOf(), "spark.connect.AsOfJoin", "right_as_of"))
	j.Condition, j.Tolerance = d.maybeExpr(m.GetJoinExpr()), d.maybeExpr(m.GetTolerance())
	switch strings.ToLower(m.GetJoinType()) {
	case "inner":
	case "left", "leftouter", "left_outer":
		j.Type = plan.LeftOuterJoin
	default:
		fail(invalid("ASSERTION_FAILURE", "message", "unknown join type "+m.GetJoinType()))
	}
	return j
}

func (d *decoder) setOperation(m *pb.SetOperation, n plan.Node) plan.Relation {
	s := &plan.SetOperation{Node: n, All: m.GetIsAll(), ByName: m.GetByName(), AllowMissingColumns: m.GetAllowMissingColumns()}
	switch m.GetSetOpType() {
	case pb.SetOperation_SET_OP_TYPE_UNION:
		s.Op = plan.Union
		if s.AllowMissingColumns && !s.ByName {
			fail(invalid("UNION_BY_NAME_ALLOW_MISSING_COL_REQUIRES_BY_NAME"))
		}
	case pb.SetOperation_SET_OP_TYPE_INTERSECT:
		s.Op = plan.Intersect
		if s.ByName {
			fail(invalid("INTERSECT_DOES_NOT_SUPPORT_UNION_BY_NAME"))
		}
	case pb.SetOperation_SET_OP_TYPE_EXCEPT:
		s.Op = plan.Except
		if s.ByName {
			fail(invalid("EXCEPT_DOES_NOT_SUPPORT_UNION_BY_NAME"))
		}
	default:
		fail(badEnum("spark.connect.SetOperation", m.GetSetOpType().String(), int32(m.GetSetOpType())))
	}
	s.Left = d.relation(required(m.GetLeftInput(), "spark.connect.SetOperation", "left_input"))
	s.Right = d.relation(required(m.GetRightInput(), "spark.connect.SetOperation", "right_input"))
	return s
}

func (d *decoder) aggregate(m *pb.Aggregate, n plan.Node) plan.Relation {
	a := &plan.Aggregate{Node: n, IncludeGrouping: true}
	a.Input = d.input(m.GetInput(), "Aggregate")
	a.Grouping = d.exprs(m.GetGroupingExpressions())
	a.List = d.exprs(m.GetAggregateExpressions())
	switch m.GetGroupType() {
	case pb.Aggregate_GROUP_TYPE_GROUPBY:
	case pb.Aggregate_GROUP_TYPE_ROLLUP:
		a.Kind, a.Sets = plan.Rollup, oneEach(a.Grouping)
	case pb.Aggregate_GROUP_TYPE_CUBE:
		a.Kind, a.Sets = plan.Cube, oneEach(a.Grouping)
	case pb.Aggregate_GROUP_TYPE_GROUPING_SETS:
		a.Kind = plan.GroupingSets
		for _, s := range m.GetGroupingSets() {
			set := d.exprs(s.GetGroupingSet())
			if set == nil {
				set = []plan.Expr{}
			}
			a.Sets = append(a.Sets, set)
		}
	case pb.Aggregate_GROUP_TYPE_PIVOT:
		a.Kind = plan.PivotGroup
		if m.GetPivot() == nil {
			fail(invalid("AGGREGATE_WITH_PIVOT_REQUIRES_PIVOT"))
		}
		a.Pivot = d.pivot(m.GetPivot())
	default:
		fail(badEnum("spark.connect.Aggregate", m.GetGroupType().String(), int32(m.GetGroupType())))
	}
	return a
}

func oneEach(es []plan.Expr) [][]plan.Expr {
	out := make([][]plan.Expr, len(es))
	for i, e := range es {
		out[i] = []plan.Expr{e}
	}
	return out
}

func (d *decoder) pivot(m *pb.Aggregate_Pivot) *plan.Pivot {
	p := &plan.Pivot{Columns: []plan.Expr{d.expr(required(m.GetCol(), "spark.connect.Aggregate.Pivot", "col"))}}
	for _, v := range m.GetValues() {
		p.Values = append(p.Values, d.literal(v, plan.Origin{}))
	}
	return p
}

// repartitionBy is a range partitioning when its expressions are sort keys.
func (d *decoder) repartitionBy(m *pb.RepartitionByExpression, n plan.Node) plan.Relation {
	r := &plan.Repartition{Node: n, Input: d.input(m.GetInput(), "RepartitionByExpression"), Count: int(m.GetNumPartitions()), Shuffle: true}
	r.By = d.exprs(m.GetPartitionExprs())
	for _, e := range r.By {
		if _, sorted := e.(plan.SortOrder); sorted {
			r.Range = true
		}
	}
	return r
}

func (d *decoder) sample(m *pb.Sample, n plan.Node) plan.Relation {
	if math.IsNaN(m.GetLowerBound()) || math.IsNaN(m.GetUpperBound()) {
		fail(invalid("ASSERTION_FAILURE", "message", "the bounds of a sample are no numbers"))
	}
	s := &plan.Sample{Node: n, Input: d.input(m.GetInput(), "Sample"), Lower: m.GetLowerBound(), Upper: m.GetUpperBound(),
		WithReplacement: m.GetWithReplacement(), DeterministicOrder: m.GetDeterministicOrder()}
	if m.Seed != nil {
		seed := m.GetSeed()
		s.Seed = &seed
	}
	return s
}

func (d *decoder) unpivot(m *pb.Unpivot, n plan.Node) plan.Relation {
	u := &plan.Unpivot{Node: n, Input: d.input(m.GetInput(), "Unpivot"), IDs: d.exprs(m.GetIds()), VariableName: m.GetVariableColumnName(),
		ValueNames: []string{m.GetValueColumnName()}, IncludeNulls: true}
	if m.GetValues() != nil {
		u.Values = oneEach(d.exprs(m.GetValues().GetValues()))
	}
	return u
}

func (d *decoder) literals(ms []*pb.Expression_Literal) []*plan.Literal {
	out := make([]*plan.Literal, len(ms))
	for i, m := range ms {
		out[i] = d.literal(m, plan.Origin{})
	}
	return out
}

func (d *decoder) fill(m *pb.NAFill, n plan.Node) plan.Relation {
	switch {
	case len(m.GetValues()) == 0:
		fail(invalid("NA_FILL_VALUES_EMPTY"))
	case len(m.GetValues()) > 1 && len(m.GetValues()) != len(m.GetCols()):
		fail(invalid("NA_FILL_VALUES_LENGTH_MISMATCH"))
	}
	return &plan.NAFill{Node: n, Input: d.input(m.GetInput(), "NAFill"), Columns: m.GetCols(), Values: d.literals(m.GetValues())}
}

func (d *decoder) replace(m *pb.NAReplace, n plan.Node) plan.Relation {
	r := &plan.NAReplace{Node: n, Input: d.input(m.GetInput(), "NAReplace"), Columns: m.GetCols()}
	for _, p := range m.GetReplacements() {
		r.From = append(r.From, d.literal(required(p.GetOldValue(), "spark.connect.NAReplace.Replacement", "old_value"), n.Origin))
		r.To = append(r.To, d.literal(required(p.GetNewValue(), "spark.connect.NAReplace.Replacement", "new_value"), n.Origin))
	}
	return r
}

// sampleBy gives Args: column (plan.Expr), strata ([]*plan.Literal), fractions ([]float64) and seed (int64, when set).
func (d *decoder) sampleBy(m *pb.StatSampleBy, n plan.Node) plan.Relation {
	s := &plan.Stat{Node: n, Input: d.input(m.GetInput(), "StatSampleBy"), Kind: "sampleBy", Args: map[string]any{}}
	s.Args["column"] = d.expr(required(m.GetCol(), "spark.connect.StatSampleBy", "col"))
	var strata []*plan.Literal
	var fractions []float64
	for _, f := range m.GetFractions() {
		strata = append(strata, d.literal(required(f.GetStratum(), "spark.connect.StatSampleBy.Fraction", "stratum"), n.Origin))
		fractions = append(fractions, f.GetFraction())
	}
	s.Args["strata"], s.Args["fractions"] = strata, fractions
	if m.Seed != nil {
		s.Args["seed"] = m.GetSeed()
	}
	return s
}
