package connect

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/plan"
	pb "github.com/flintlake/flintlake/proto"
)

// command converts a command.
func (d *decoder) command(m *pb.Command) plan.Command {
	switch k := m.GetCommandType().(type) {
	case *pb.Command_SqlCommand:
		return d.sqlCommand(k.SqlCommand)
	case *pb.Command_WriteOperation:
		return d.write(k.WriteOperation)
	case *pb.Command_WriteOperationV2:
		return d.writeV2(k.WriteOperationV2)
	case *pb.Command_CreateDataframeView:
		v := k.CreateDataframeView
		return &plan.CreateView{Name: tableName(v.GetName()), Query: d.input(v.GetInput(), "CreateDataFrameViewCommand"), Temporary: true,
			Global: v.GetIsGlobal(), Replace: v.GetReplace()}
	case *pb.Command_MergeIntoTableCommand:
		return d.merge(k.MergeIntoTableCommand)
	case *pb.Command_CheckpointCommand:
		c := k.CheckpointCommand
		r := required(c.GetRelation(), "spark.connect.CheckpointCommand", "relation")
		return &plan.Checkpoint{Input: d.relation(r), Local: c.GetLocal(), Eager: c.GetEager()}
	case *pb.Command_RemoveCachedRemoteRelationCommand:
		return &plan.RemoveCachedRelation{ID: k.RemoveCachedRemoteRelationCommand.GetRelation().GetRelationId()}
	case *pb.Command_RegisterFunction:
		return d.registerFunction(k.RegisterFunction)
	case *pb.Command_Extension:
		return d.extensionCommand(k.Extension)
	case nil:
		fail(notSet("spark.connect.Command", "command_type"))
	}
	return unsupportedCommand(m)
}

func unsupportedCommand(m *pb.Command) plan.Command {
	switch m.GetCommandType().(type) {
	case *pb.Command_WriteStreamOperationStart, *pb.Command_StreamingQueryCommand, *pb.Command_StreamingQueryManagerCommand,
		*pb.Command_StreamingQueryListenerBusCommand:
		failUnsupported("streaming queries")
	case *pb.Command_RegisterTableFunction:
		failUnsupported("user-defined table functions")
	case *pb.Command_RegisterDataSource:
		failUnsupported("Python data sources")
	case *pb.Command_GetResourcesCommand, *pb.Command_CreateResourceProfileCommand:
		failUnsupported("resource profiles")
	case *pb.Command_ExecuteExternalCommand:
		failUnsupported("external commands")
	}
	fail(sparkerr.Internal("command message %T", m.GetCommandType()))
	return nil
}

// sqlCommand takes the relation of newer clients, or the text and parameters of older ones.
func (d *decoder) sqlCommand(m *pb.SqlCommand) plan.Command {
	if m.GetInput() != nil {
		r := d.relation(m.GetInput())
		switch k := r.(type) {
		case *plan.SQLText:
			return &plan.SQLCommand{Input: r}
		case *plan.WithRelations:
			if _, ok := k.Root.(*plan.SQLText); ok {
				return &plan.SQLCommand{Input: r}
			}
		}
		fail(invalid("INVALID_SQL_WITH_REFERENCES", "query", m.GetSql()))
	}
	t := &plan.SQLText{SQL: m.GetSql()}
	t.Named, t.Position = d.sqlArguments(m.GetNamedArguments(), m.GetPosArguments(), m.GetArgs(), m.GetPosArgs())
	return &plan.SQLCommand{Input: t}
}

func saveMode(m pb.WriteOperation_SaveMode) plan.SaveMode {
	switch m {
	case pb.WriteOperation_SAVE_MODE_APPEND:
		return plan.Append
	case pb.WriteOperation_SAVE_MODE_OVERWRITE:
		return plan.Overwrite
	case pb.WriteOperation_SAVE_MODE_IGNORE:
		return plan.Ignore
	}
	return plan.ErrorIfExists // also when not given, as in Spark
}

func (d *decoder) write(m *pb.WriteOperation) plan.Command {
	w := &plan.Write{Input: d.input(m.GetInput(), "WriteOperation"), Format: m.GetSource(), Mode: saveMode(m.GetMode()), Options: m.GetOptions(),
		PartitionBy: m.GetPartitioningColumns(), ClusterBy: m.GetClusteringColumns(), SortBy: m.GetSortColumnNames(),
		SchemaEvolution: m.GetWithSchemaEvolution()}
	if b := m.GetBucketBy(); b != nil {
		w.BucketBy, w.NumBuckets = b.GetBucketColumnNames(), int(b.GetNumBuckets())
	}
	switch k := m.GetSaveType().(type) {
	case *pb.WriteOperation_Path:
		w.Path = k.Path
	case *pb.WriteOperation_Table:
		w.Table = tableName(k.Table.GetTableName())
		switch k.Table.GetSaveMethod() {
		case pb.WriteOperation_SaveTable_TABLE_SAVE_METHOD_SAVE_AS_TABLE:
		case pb.WriteOperation_SaveTable_TABLE_SAVE_METHOD_INSERT_INTO:
			w.InsertInto = true
		default:
			fail(badEnum("spark.connect.WriteOperation.SaveTable", k.Table.GetSaveMethod().String(), int32(k.Table.GetSaveMethod())))
		}
	}
	return w
}

func (d *decoder) writeV2(m *pb.WriteOperationV2) plan.Command {
	w := &plan.WriteV2{Input: d.input(m.GetInput(), "WriteOperationV2"), Table: tableName(m.GetTableName()), Provider: m.GetProvider(),
		PartitionBy: d.exprs(m.GetPartitioningColumns()), ClusterBy: m.GetClusteringColumns(), Options: m.GetOptions(), Properties: m.GetTableProperties(),
		Condition: d.maybeExpr(m.GetOverwriteCondition()), SchemaEvolution: m.GetWithSchemaEvolution()}
	switch m.GetMode() {
	case pb.WriteOperationV2_MODE_CREATE:
		w.Mode = plan.V2Create
	case pb.WriteOperationV2_MODE_OVERWRITE:
		w.Mode = plan.V2Overwrite
		required(m.GetOverwriteCondition(), "spark.connect.WriteOperationV2", "overwrite_condition")
	case pb.WriteOperationV2_MODE_OVERWRITE_PARTITIONS:
		w.Mode = plan.V2OverwritePartitions
	case pb.WriteOperationV2_MODE_APPEND:
		w.Mode = plan.V2Append
	case pb.WriteOperationV2_MODE_REPLACE:
		w.Mode = plan.V2Replace
	case pb.WriteOperationV2_MODE_CREATE_OR_REPLACE:
		w.Mode = plan.V2CreateOrReplace
	default:
		fail(badEnum("spark.connect.WriteOperationV2", m.GetMode().String(), int32(m.GetMode())))
	}
	return w
}

// merge converts df.mergeInto.
func (d *decoder) merge(m *pb.MergeIntoTableCommand) plan.Command {
	r := &plan.Merge{Target: plan.Table{Name: tableName(m.GetTargetTableName())}, SchemaEvolution: m.GetWithSchemaEvolution()}
	r.Source = d.relation(required(m.GetSourceTablePlan(), "spark.connect.MergeIntoTableCommand", "source_table_plan"))
	if a, ok := r.Source.(*plan.SubqueryAlias); ok && a.Name == "" {
		r.Source = a.Input
	}
	r.Condition = d.expr(required(m.GetMergeCondition(), "spark.connect.MergeIntoTableCommand", "merge_condition"))
	r.Matched = d.mergeActions(m.GetMatchActions())
	r.NotMatched = d.mergeActions(m.GetNotMatchedActions())
	r.BySource = d.mergeActions(m.GetNotMatchedBySourceActions())
	return r
}

func (d *decoder) mergeActions(ms []*pb.Expression) []plan.MergeClause {
	var out []plan.MergeClause
	for _, m := range ms {
		k, ok := m.GetExprType().(*pb.Expression_MergeAction)
		if !ok {
			fail(invalid("ASSERTION_FAILURE", "message", "a clause of MERGE is no MergeAction"))
		}
		a := k.MergeAction
		c := plan.MergeClause{Condition: d.maybeExpr(a.GetCondition()), Origin: origin(m.GetCommon().GetOrigin())}
		switch a.GetActionType() {
		case pb.MergeAction_ACTION_TYPE_DELETE:
			c.Action = plan.MergeDelete
		case pb.MergeAction_ACTION_TYPE_INSERT:
			c.Action = plan.MergeInsert
		case pb.MergeAction_ACTION_TYPE_INSERT_STAR:
			c.Action, c.All = plan.MergeInsert, true
		case pb.MergeAction_ACTION_TYPE_UPDATE:
			c.Action = plan.MergeUpdate
		case pb.MergeAction_ACTION_TYPE_UPDATE_STAR:
			c.Action, c.All = plan.MergeUpdate, true
		default:
			fail(badEnum("spark.connect.MergeAction", a.GetActionType().String(), int32(a.GetActionType())))
		}
		for _, s := range a.GetAssignments() {
			key := required(s.GetKey(), "spark.connect.MergeAction.Assignment", "key")
			value := required(s.GetValue(), "spark.connect.MergeAction.Assignment", "value")
			c.Assignments = append(c.Assignments, plan.Assignment{Column: d.column(key), Value: d.expr(value)})
		}
		out = append(out, c)
	}
	return out
}

func (d *decoder) registerFunction(m *pb.CommonInlineUserDefinedFunction) plan.Command {
	k, ok := m.GetFunction().(*pb.CommonInlineUserDefinedFunction_PythonUdf)
	if !ok {
		failUnsupported("user-defined functions of the JVM")
	}
	f := &plan.PythonFunction{Command: k.PythonUdf.GetCommand(), EvalType: int(k.PythonUdf.GetEvalType()), PythonVersion: k.PythonUdf.GetPythonVer(),
		Deterministic: m.GetDeterministic()}
	if t := k.PythonUdf.GetOutputType(); t != nil {
		f.Output = d.dataType(t)
	}
	return &plan.RegisterUDF{Name: m.GetFunctionName(), Kind: "python", Payload: f}
}
