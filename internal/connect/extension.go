package connect

import (
	"path"
	"strings"

	"google.golang.org/protobuf/types/known/anypb"

	"github.com/flintlake/flintlake/internal/plan"
	pb "github.com/flintlake/flintlake/proto"
)

// The messages that travel in Any, by the names that Delta gives them.
const (
	deltaRelationURL = "type.googleapis.com/delta.connect.DeltaRelation"
	deltaCommandURL  = "type.googleapis.com/delta.connect.DeltaCommand"
)

// extensionRelation converts Delta's relations. Those that change a table are commands in the place of a relation.
func (d *decoder) extensionRelation(m *anypb.Any, n plan.Node) plan.Relation {
	if m.GetTypeUrl() != deltaRelationURL {
		fail(invalid("NO_HANDLER_FOR_EXTENSION", "extensionTypeUrl", m.GetTypeUrl()))
	}
	var r pb.DeltaRelation
	if err := unmarshal(m.GetValue(), &r, "DeltaRelation"); err != nil {
		fail(err)
	}
	if err := check(&r, "extension"); err != nil {
		fail(err)
	}
	command := func(c plan.Command) plan.Relation { return &plan.CommandRelation{Node: n, Command: c} }
	switch k := r.GetRelationType().(type) {
	case *pb.DeltaRelation_Scan:
		return deltaScan(k.Scan, n)
	case *pb.DeltaRelation_DescribeHistory:
		return command(&plan.Describe{Kind: "history", Name: deltaTable(k.DescribeHistory.GetTable()).Name})
	case *pb.DeltaRelation_DescribeDetail:
		return command(&plan.Describe{Kind: "detail", Name: deltaTable(k.DescribeDetail.GetTable()).Name})
	case *pb.DeltaRelation_ConvertToDelta:
		return command(d.convertToDelta(k.ConvertToDelta))
	case *pb.DeltaRelation_RestoreTable:
		return command(restore(k.RestoreTable))
	case *pb.DeltaRelation_IsDeltaTable:
		return &plan.CatalogCall{Node: n, Name: "isDeltaTable", Args: map[string]any{"path": k.IsDeltaTable.GetPath()}}
	case *pb.DeltaRelation_DeleteFromTable:
		return command(&plan.Delete{Target: d.target(k.DeleteFromTable.GetTarget(), "DeleteFromTable"), Where: d.maybeExpr(k.DeleteFromTable.GetCondition())})
	case *pb.DeltaRelation_UpdateTable:
		u := k.UpdateTable
		return command(&plan.Update{Target: d.target(u.GetTarget(), "UpdateTable"), Where: d.maybeExpr(u.GetCondition()), Assignments: d.assignments(u.GetAssignments())})
	case *pb.DeltaRelation_MergeIntoTable:
		return command(d.deltaMerge(k.MergeIntoTable))
	case *pb.DeltaRelation_OptimizeTable:
		return command(optimize(k.OptimizeTable))
	}
	fail(notDeltaSet("DeltaRelation", "relation_type"))
	return nil
}

func notDeltaSet(message, oneof string) error {
	return invalid("INVALID_ONE_OF_FIELD_NOT_SET", "fullName", "delta.connect."+message, "name", oneof)
}

// deltaTable converts a table by path or by name.
func deltaTable(m *pb.DeltaTable) plan.Table {
	if m == nil {
		fail(invalid("FIELD_CANNOT_BE_EMPTY", "fieldName", "table", "fullName", "delta.connect"))
	}
	switch k := m.GetAccessType().(type) {
	case *pb.DeltaTable_Path_:
		return plan.Table{Name: []string{"delta", k.Path.GetPath()}, Options: k.Path.GetHadoopConf()}
	case *pb.DeltaTable_TableOrViewName:
		return plan.Table{Name: tableName(k.TableOrViewName)}
	}
	fail(notDeltaSet("DeltaTable", "access_type"))
	return plan.Table{}
}

func deltaScan(m *pb.Scan, n plan.Node) plan.Relation {
	t := deltaTable(m.GetTable())
	return &plan.NamedTable{Node: n, Name: t.Name, Options: t.Options}
}

// target converts the relation that a DML message changes: a scan, aliased or not.
func (d *decoder) target(m *pb.Relation, message string) plan.Table {
	if m == nil {
		fail(invalid("FIELD_CANNOT_BE_EMPTY", "fieldName", "target", "fullName", "delta.connect."+message))
	}
	r := d.relation(m)
	t := plan.Table{Relation: r, PlanID: r.Common().PlanID, Origin: r.Common().Origin}
	for {
		switch k := r.(type) {
		case *plan.SubqueryAlias:
			if t.Alias == "" {
				t.Alias = k.Name
			}
			r = k.Input
			continue
		case *plan.NamedTable:
			t.Name, t.Options = k.Name, k.Options
			return t
		}
		fail(invalid("ASSERTION_FAILURE", "message", "the target of "+message+" is no table"))
	}
}

func (d *decoder) assignments(ms []*pb.Assignment) []plan.Assignment {
	out := make([]plan.Assignment, len(ms))
	for i, m := range ms {
		field := required(m.GetField(), "delta.connect.Assignment", "field")
		value := required(m.GetValue(), "delta.connect.Assignment", "value")
		out[i] = plan.Assignment{Column: d.column(field), Value: d.expr(value)}
	}
	return out
}

// column converts the left side of an assignment; as text it is a name.
func (d *decoder) column(m *pb.Expression) plan.Expr {
	if t, ok := m.GetExprType().(*pb.Expression_ExpressionString_); ok {
		return &plan.Attribute{Parts: tableName(t.ExpressionString.GetExpression())}
	}
	return d.expr(m)
}

func (d *decoder) deltaMerge(m *pb.MergeIntoTable) *plan.Merge {
	r := &plan.Merge{Target: d.target(m.GetTarget(), "MergeIntoTable"), SchemaEvolution: m.GetWithSchemaEvolution()}
	r.Source = d.relation(required(m.GetSource(), "delta.connect.MergeIntoTable", "source"))
	r.Condition = d.expr(required(m.GetCondition(), "delta.connect.MergeIntoTable", "condition"))
	r.Matched = d.mergeClauses(m.GetMatchedActions())
	r.NotMatched = d.mergeClauses(m.GetNotMatchedActions())
	r.BySource = d.mergeClauses(m.GetNotMatchedBySourceActions())
	for _, c := range r.NotMatched {
		if c.Action != plan.MergeInsert {
			fail(invalid("ASSERTION_FAILURE", "message", "a NOT MATCHED clause can only insert"))
		}
	}
	for _, c := range append(r.Matched[:len(r.Matched):len(r.Matched)], r.BySource...) {
		if c.Action == plan.MergeInsert {
			fail(invalid("ASSERTION_FAILURE", "message", "only a NOT MATCHED clause can insert"))
		}
	}
	return r
}

func (d *decoder) mergeClauses(ms []*pb.MergeIntoTable_Action) []plan.MergeClause {
	var out []plan.MergeClause
	for _, m := range ms {
		c := plan.MergeClause{Condition: d.maybeExpr(m.GetCondition())}
		switch k := m.GetActionType().(type) {
		case *pb.MergeIntoTable_Action_DeleteAction_:
			c.Action = plan.MergeDelete
		case *pb.MergeIntoTable_Action_UpdateAction_:
			c.Action, c.Assignments = plan.MergeUpdate, d.assignments(k.UpdateAction.GetAssignments())
		case *pb.MergeIntoTable_Action_UpdateStarAction_:
			c.Action, c.All = plan.MergeUpdate, true
		case *pb.MergeIntoTable_Action_InsertAction_:
			c.Action, c.Assignments = plan.MergeInsert, d.assignments(k.InsertAction.GetAssignments())
		case *pb.MergeIntoTable_Action_InsertStarAction_:
			c.Action, c.All = plan.MergeInsert, true
		default:
			fail(notDeltaSet("MergeIntoTable.Action", "action_type"))
		}
		out = append(out, c)
	}
	return out
}

func (d *decoder) convertToDelta(m *pb.ConvertToDelta) plan.Command {
	c := &plan.ConvertToDelta{Target: plan.Table{Name: tableName(m.GetIdentifier())}}
	switch k := m.GetPartitionSchema().(type) {
	case *pb.ConvertToDelta_PartitionSchemaString:
		c.PartitionBy = columnsOf(schemaOf(k.PartitionSchemaString))
	case *pb.ConvertToDelta_PartitionSchemaStruct:
		c.PartitionBy = columnsOf(d.structOf(k.PartitionSchemaStruct))
	}
	return c
}

func restore(m *pb.RestoreTable) plan.Command {
	r := &plan.Restore{Target: deltaTable(m.GetTable())}
	switch k := m.GetVersionOrTimestamp().(type) {
	case *pb.RestoreTable_Version:
		r.To.Version = long(k.Version)
	case *pb.RestoreTable_Timestamp:
		r.To.Timestamp = text(k.Timestamp)
	default:
		fail(notDeltaSet("RestoreTable", "version_or_timestamp"))
	}
	return r
}

// optimize puts the partition filters, which are texts, together by AND.
func optimize(m *pb.OptimizeTable) plan.Command {
	o := &plan.Optimize{Target: deltaTable(m.GetTable())}
	for _, f := range m.GetPartitionFilters() {
		var e plan.Expr = &plan.Text{SQL: f}
		if o.Where != nil {
			e = &plan.Call{Name: []string{"and"}, Args: []plan.Expr{o.Where, e}, Operator: true}
		}
		o.Where = e
	}
	for _, c := range m.GetZorderColumns() {
		o.ZOrder = append(o.ZOrder, attributeName(c))
	}
	return o
}

// isPath tells a path from a table name, as Delta does for clone targets: absolute, or with a scheme.
func isPath(s string) bool { return path.IsAbs(s) || strings.Contains(s, ":/") }
