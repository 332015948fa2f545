package connect

import (
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
	pb "github.com/flintlake/flintlake/proto"
)

func long(v int64) plan.Expr { return &plan.Literal{Type: types.Long, Value: v} }

func text(s string) plan.Expr { return &plan.Literal{Type: types.String, Value: s} }

func schemaOf(ddl string) types.StructType { return must(types.ParseDDL(ddl)) }

func columnsOf(s types.StructType) []plan.ColumnDef {
	out := make([]plan.ColumnDef, len(s.Fields))
	for i, f := range s.Fields {
		out[i] = plan.ColumnDef{Name: f.Name, Type: f.Type, NotNull: !f.Nullable, Metadata: f.Metadata}
	}
	return out
}

// extensionCommand converts Delta's commands.
func (d *decoder) extensionCommand(m *anypb.Any) plan.Command {
	if m.GetTypeUrl() != deltaCommandURL {
		fail(invalid("NO_HANDLER_FOR_EXTENSION", "extensionTypeUrl", m.GetTypeUrl()))
	}
	var c pb.DeltaCommand
	if err := unmarshal(m.GetValue(), &c, "DeltaCommand"); err != nil {
		fail(err)
	}
	if err := check(&c, "extension"); err != nil {
		fail(err)
	}
	switch k := c.GetCommandType().(type) {
	case *pb.DeltaCommand_CloneTable:
		return clone(k.CloneTable)
	case *pb.DeltaCommand_VacuumTable:
		v := &plan.Vacuum{Target: deltaTable(k.VacuumTable.GetTable())}
		if k.VacuumTable.RetentionHours != nil {
			v.RetainHours = &plan.Literal{Type: types.Double, Value: k.VacuumTable.GetRetentionHours()}
		}
		return v
	case *pb.DeltaCommand_UpgradeTableProtocol:
		u := k.UpgradeTableProtocol
		return &plan.UpgradeProtocol{Target: deltaTable(u.GetTable()), Reader: int(u.GetReaderVersion()), Writer: int(u.GetWriterVersion())}
	case *pb.DeltaCommand_Generate:
		return &plan.GenerateManifest{Target: deltaTable(k.Generate.GetTable()), Mode: k.Generate.GetMode()}
	case *pb.DeltaCommand_CreateDeltaTable:
		return d.createDeltaTable(k.CreateDeltaTable)
	case *pb.DeltaCommand_AddFeatureSupport:
		return &plan.AddFeature{Target: deltaTable(k.AddFeatureSupport.GetTable()), Feature: k.AddFeatureSupport.GetFeatureName()}
	case *pb.DeltaCommand_DropFeatureSupport:
		f := k.DropFeatureSupport
		return &plan.AlterTable{Name: deltaTable(f.GetTable()).Name,
			Action: &plan.AlterDropFeature{Feature: f.GetFeatureName(), TruncateHistory: f.GetTruncateHistory()}}
	}
	fail(notDeltaSet("DeltaCommand", "command_type"))
	return nil
}

func clone(m *pb.CloneTable) plan.Command {
	source := deltaTable(m.GetTable())
	c := &plan.CloneTable{Shallow: m.GetIsShallow(), Replace: m.GetReplace(), OrCreate: m.GetReplace(), Properties: m.GetProperties()}
	c.Source = plan.NamedTable{Name: source.Name, Options: source.Options}
	if isPath(m.GetTarget()) {
		c.Name = []string{"delta", m.GetTarget()}
	} else {
		c.Name = tableName(m.GetTarget())
	}
	switch k := m.GetVersionOrTimestamp().(type) {
	case *pb.CloneTable_Version:
		c.Source.TimeTravel = &plan.TimeTravel{Version: long(int64(k.Version))}
	case *pb.CloneTable_Timestamp:
		c.Source.TimeTravel = &plan.TimeTravel{Timestamp: text(k.Timestamp)}
	}
	return c
}

// createDeltaTable converts DeltaTable.create, createIfNotExists, replace and createOrReplace. A table without a name is
// one by path.
func (d *decoder) createDeltaTable(m *pb.CreateDeltaTable) plan.Command {
	t := &plan.CreateTable{Provider: "delta", Location: m.GetLocation(), Comment: m.GetComment(), Properties: m.GetProperties()}
	switch m.GetMode() {
	case pb.CreateDeltaTable_MODE_CREATE:
	case pb.CreateDeltaTable_MODE_CREATE_IF_NOT_EXISTS:
		t.IfNotExists = true
	case pb.CreateDeltaTable_MODE_REPLACE:
		t.Replace = true
	case pb.CreateDeltaTable_MODE_CREATE_OR_REPLACE:
		t.Replace, t.OrCreate = true, true
	default:
		fail(badEnum("delta.connect.CreateDeltaTable", m.GetMode().String(), int32(m.GetMode())))
	}
	switch {
	case m.TableName != nil:
		t.Name = tableName(m.GetTableName())
	case m.Location != nil:
		t.Name, t.Location = []string{"delta", m.GetLocation()}, ""
	default:
		fail(invalid("ASSERTION_FAILURE", "message", "a table needs a name or a location"))
	}
	for _, c := range m.GetColumns() {
		t.Columns = append(t.Columns, d.deltaColumn(c))
	}
	for _, p := range m.GetPartitioningColumns() {
		t.PartitionBy = append(t.PartitionBy, &plan.Attribute{Parts: []string{p}})
	}
	for _, c := range m.GetClusteringColumns() {
		t.ClusterBy = append(t.ClusterBy, attributeName(c))
	}
	return t
}

func (d *decoder) deltaColumn(m *pb.CreateDeltaTable_Column) plan.ColumnDef {
	t := required(m.GetDataType(), "delta.connect.CreateDeltaTable.Column", "data_type")
	c := plan.ColumnDef{Name: m.GetName(), Type: d.dataType(t), NotNull: !m.GetNullable(), Comment: m.GetComment(), Generated: m.GetGeneratedAlwaysAs()}
	if i := m.GetIdentityInfo(); i != nil {
		c.Identity = &plan.Identity{Always: !i.GetAllowExplicitInsert(), Start: i.GetStart(), Step: i.GetStep()}
	}
	return c
}
