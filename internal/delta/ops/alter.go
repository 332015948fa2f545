package ops

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/eval"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/scan"
)

// AlterHooks are what altering needs of the session.
type AlterHooks struct {
	// Field makes a schema field of a column definition.
	Field func(plan.ColumnDef) (types.StructField, error)
	// Check binds the text of a condition over columns.
	Check func(ctx context.Context, text string, attrs []*expr.Attribute) (expr.Expr, error)
}

// Alter runs one ALTER TABLE action on a Delta table.
func Alter(env *Env, table *scan.Delta, action plan.AlterAction, hooks AlterHooks) error {
	snap := table.Snapshot()
	schema, err := snap.Schema()
	if err != nil {
		return err
	}
	a := &alteration{env: env, table: table, hooks: hooks, tx: snap.Table().Begin(snap), meta: *snap.Metadata, schema: schema}
	a.meta.Configuration = maps.Clone(a.meta.Configuration)
	if a.meta.Configuration == nil {
		a.meta.Configuration = map[string]string{}
	}
	a.schema.Fields = slices.Clone(a.schema.Fields)
	op, err := a.apply(action)
	if err != nil || op.Name == "" {
		return err
	}
	a.meta.SchemaString = types.JSON(a.schema)
	if err := a.tx.SetMetadata(&a.meta); err != nil {
		return err
	}
	_, err = a.tx.Commit(env, nil, op)
	return err
}

// alteration is the metadata of a table while it is changed.
type alteration struct {
	env    *Env
	table  *scan.Delta
	hooks  AlterHooks
	tx     *log.Transaction
	meta   log.Metadata
	schema types.StructType
}

func (a *alteration) apply(action plan.AlterAction) (log.Operation, error) {
	switch x := action.(type) {
	case *plan.AlterSetProperties:
		return a.setProperties(x)
	case *plan.AlterUnsetProperties:
		return a.unsetProperties(x)
	case *plan.AlterAddColumns:
		return a.addColumns(x)
	case *plan.AlterRenameColumn:
		return a.renameColumn(x)
	case *plan.AlterDropColumns:
		return a.dropColumns(x)
	case *plan.AlterAddConstraint:
		return a.addConstraint(x)
	case *plan.AlterDropConstraint:
		return a.dropConstraint(x)
	case *plan.AlterChangeColumn:
		return a.changeColumn(x)
	}
	return log.Operation{}, sparkerr.Unsupported("this ALTER TABLE on a Delta table")
}

func (a *alteration) setProperties(x *plan.AlterSetProperties) (log.Operation, error) {
	checked, err := log.CheckProperties(x.Properties, a.env.Conf("spark.databricks.delta.allowArbitraryProperties.enabled") == "true")
	if err != nil {
		return log.Operation{}, err
	}
	for k, v := range checked {
		if k == "comment" {
			a.meta.Description = v
			continue
		}
		a.meta.Configuration[k] = v
	}
	if a.meta.ColumnMappingMode() != "none" && a.table.Snapshot().Metadata.ColumnMappingMode() == "none" {
		next := int64(0)
		a.schema = mapInPlace(a.schema, &next)
		a.meta.Configuration["delta.columnMapping.maxColumnId"] = strconv.FormatInt(next, 10)
	}
	return log.Operation{Name: "SET TBLPROPERTIES", Parameters: log.Params{{Name: "properties", Value: jsonText(x.Properties)}}}, nil
}

// mapInPlace turns mapping on for a table that has data: every field's physical name is the name it has.
func mapInPlace(s types.StructType, next *int64) types.StructType {
	s = assignMapping(s, next)
	for i := range s.Fields {
		s.Fields[i].Metadata["delta.columnMapping.physicalName"] = s.Fields[i].Name
		s.Fields[i].Type = namesInside(s.Fields[i].Type)
	}
	return s
}

func namesInside(t types.DataType) types.DataType {
	switch t := t.(type) {
	case types.StructType:
		for i := range t.Fields {
			t.Fields[i].Metadata["delta.columnMapping.physicalName"] = t.Fields[i].Name
			t.Fields[i].Type = namesInside(t.Fields[i].Type)
		}
	case types.ArrayType:
		t.Element = namesInside(t.Element)
		return t
	case types.MapType:
		t.Key, t.Value = namesInside(t.Key), namesInside(t.Value)
		return t
	}
	return t
}

func (a *alteration) unsetProperties(x *plan.AlterUnsetProperties) (log.Operation, error) {
	for _, k := range x.Keys {
		delete(a.meta.Configuration, k)
	}
	return log.Operation{Name: "UNSET TBLPROPERTIES", Parameters: log.Params{{Name: "properties", Value: jsonText(x.Keys)}, {Name: "ifExists", Value: x.IfExists}}}, nil
}

func (a *alteration) addColumns(x *plan.AlterAddColumns) (log.Operation, error) {
	var list []string
	for _, d := range x.Columns {
		if len(d.Path) > 1 {
			return log.Operation{}, sparkerr.Unsupported("ADD COLUMN inside of a struct")
		}
		f, err := a.hooks.Field(d)
		if err != nil {
			return log.Operation{}, err
		}
		if !f.Nullable {
			return log.Operation{}, sparkerr.New("DELTA_ADD_COLUMN_PARENT_NOT_STRUCT", "columnName", f.Name, "other", "NOT NULL")
		}
		if _, _, there := a.schema.Field(f.Name); there {
			return log.Operation{}, sparkerr.New("DELTA_DUPLICATE_COLUMNS_FOUND", "coltype", "adding columns", "duplicateCols", strings.ToLower(f.Name))
		}
		shown := `{"column":` + types.FieldJSON(f)
		if d.Position != "" {
			shown += `,"position":` + jsonText(d.Position)
		}
		list = append(list, shown+"}")
		if a.schema.Fields, err = place(a.schema.Fields, f, d.Position); err != nil {
			return log.Operation{}, err
		}
	}
	if a.meta.ColumnMappingMode() != "none" {
		next, err := strconv.ParseInt(a.meta.Property("delta.columnMapping.maxColumnId"), 10, 64)
		if err != nil {
			return log.Operation{}, sparkerr.Internal("the table has no delta.columnMapping.maxColumnId: %v", err)
		}
		a.schema = assignMapping(a.schema, &next)
		a.meta.Configuration["delta.columnMapping.maxColumnId"] = strconv.FormatInt(next, 10)
	}
	return log.Operation{Name: "ADD COLUMNS", Parameters: log.Params{{Name: "columns", Value: "[" + strings.Join(list, ",") + "]"}}}, nil
}

// place inserts a field at a position written as FIRST or AFTER name; "" appends.
func place(fields []types.StructField, f types.StructField, position string) ([]types.StructField, error) {
	words := strings.SplitN(position, " ", 2)
	switch strings.ToUpper(words[0]) {
	case "":
		return append(fields, f), nil
	case "FIRST":
		return slices.Insert(fields, 0, f), nil
	}
	after := strings.Trim(words[1], "` ")
	for i := range fields {
		if strings.EqualFold(fields[i].Name, after) {
			return slices.Insert(fields, i+1, f), nil
		}
	}
	return nil, sparkerr.New("DELTA_COLUMN_NOT_FOUND", "columnName", after, "columnList", strings.Join(fieldNames(types.StructType{Fields: fields}), ", "))
}

// column finds a top-level column.
func (a *alteration) column(path []string) (int, error) {
	if len(path) > 1 {
		return 0, sparkerr.Unsupported("altering fields inside of a struct")
	}
	_, i, ok := a.schema.Field(path[0])
	if !ok {
		return 0, sparkerr.New("UNRESOLVED_COLUMN.WITHOUT_SUGGESTION", "objectName", sparkerr.QuoteID(path...))
	}
	return i, nil
}

func (a *alteration) renameColumn(x *plan.AlterRenameColumn) (log.Operation, error) {
	i, err := a.column(x.From)
	if err != nil {
		return log.Operation{}, err
	}
	if a.meta.ColumnMappingMode() == "none" {
		return log.Operation{}, sparkerr.New("DELTA_UNSUPPORTED_RENAME_COLUMN", "advice", "set delta.columnMapping.mode to name first")
	}
	if _, k, there := a.schema.Field(x.To); there && k != i {
		return log.Operation{}, sparkerr.New("DELTA_DUPLICATE_COLUMNS_FOUND", "coltype", "in renaming column", "duplicateCols", strings.ToLower(x.To))
	}
	old := a.schema.Fields[i].Name
	a.schema.Fields[i].Name = x.To
	a.meta.PartitionColumns = slices.Clone(a.meta.PartitionColumns)
	for k, p := range a.meta.PartitionColumns {
		if strings.EqualFold(p, old) {
			a.meta.PartitionColumns[k] = x.To
		}
	}
	return log.Operation{Name: "RENAME COLUMN", Parameters: log.Params{{Name: "oldColumnPath", Value: old}, {Name: "newColumnPath", Value: x.To}}}, nil
}

func (a *alteration) dropColumns(x *plan.AlterDropColumns) (log.Operation, error) {
	var names []string
	for _, path := range x.Columns {
		i, err := a.column(path)
		if err != nil {
			if x.IfExists {
				continue
			}
			return log.Operation{}, err
		}
		if a.meta.ColumnMappingMode() == "none" {
			return log.Operation{}, sparkerr.New("DELTA_UNSUPPORTED_DROP_COLUMN", "advice", "set delta.columnMapping.mode to name first")
		}
		name := a.schema.Fields[i].Name
		if a.meta.IsPartitionColumn(name) {
			return log.Operation{}, sparkerr.New("DELTA_UNSUPPORTED_DROP_PARTITION_COLUMN", "columnList", name)
		}
		names = append(names, name)
		a.schema.Fields = slices.Delete(a.schema.Fields, i, i+1)
	}
	return log.Operation{Name: "DROP COLUMNS", Parameters: log.Params{{Name: "columns", Value: jsonText(names)}}}, nil
}

const constraintPrefix = "delta.constraints."

func (a *alteration) addConstraint(x *plan.AlterAddConstraint) (log.Operation, error) {
	c := x.Constraint
	if c.Kind != "check" {
		return log.Operation{}, sparkerr.Unsupported("constraints other than CHECK")
	}
	key := constraintPrefix + strings.ToLower(c.Name)
	if old, there := a.meta.Configuration[key]; there {
		return log.Operation{}, sparkerr.New("DELTA_CONSTRAINT_ALREADY_EXISTS", "constraintName", c.Name, "oldConstraint", old)
	}
	attrs := make([]*expr.Attribute, len(a.schema.Fields))
	for i, f := range a.schema.Fields {
		attrs[i] = expr.NewAttribute(f.Name, f.Type, f.Nullable)
	}
	condition, err := a.hooks.Check(a.env, c.Expr, attrs)
	if err != nil {
		return log.Operation{}, err
	}
	if err := a.holds(c, condition, attrs); err != nil {
		return log.Operation{}, err
	}
	a.meta.Configuration[key] = c.Expr
	return log.Operation{Name: "ADD CONSTRAINT", Parameters: log.Params{{Name: "name", Value: c.Name}, {Name: "expr", Value: c.Expr}}}, nil
}

// holds counts the rows for which a condition is not true before it becomes a constraint. NULL counts, unlike in later writes: so does Delta.
func (a *alteration) holds(c plan.Constraint, condition expr.Expr, attrs []*expr.Attribute) error {
	a.tx.ReadWholeTable()
	ev, err := eval.Compile(&expr.Coalesce{Args: []expr.Expr{&expr.Not{Child: condition}, &expr.Literal{DataType: types.Boolean, Value: true}}}, attrs)
	if err != nil {
		return err
	}
	bad := 0
	for f, err := range a.table.Snapshot().Files(a.env, nil) {
		if err != nil {
			return err
		}
		in, err := a.table.OpenFile(a.env.Context, f, allOrdinals(len(attrs)), scan.FileOptions{})
		if err != nil {
			return err
		}
		for {
			b, _, err := in.Next()
			if err != nil {
				in.Close()
				return err
			}
			if b == nil {
				break
			}
			ctx := a.env.context()
			hit, err := eval.Filter(ctx, ev, b, b.Sel, nil)
			ctx.Release()
			b.Release()
			if err != nil {
				in.Close()
				return err
			}
			bad += len(hit)
		}
		in.Close()
	}
	if bad > 0 {
		return sparkerr.New("DELTA_NEW_CHECK_CONSTRAINT_VIOLATION", "numViolations", strconv.Itoa(bad), "tableName", a.table.Name(), "checkConstraint", c.Expr)
	}
	return nil
}

func (a *alteration) dropConstraint(x *plan.AlterDropConstraint) (log.Operation, error) {
	key := constraintPrefix + strings.ToLower(x.Name)
	old, there := a.meta.Configuration[key]
	if !there {
		if x.IfExists {
			return log.Operation{}, nil
		}
		return log.Operation{}, sparkerr.New("DELTA_CONSTRAINT_DOES_NOT_EXIST", "constraintName", x.Name, "tableName", a.table.Name(), "config", "spark.databricks.delta.constraints.assumesDropIfExists.enabled", "confValue", "false")
	}
	delete(a.meta.Configuration, key)
	return log.Operation{Name: "DROP CONSTRAINT", Parameters: log.Params{{Name: "name", Value: x.Name}, {Name: "expr", Value: old}}}, nil
}

func (a *alteration) changeColumn(x *plan.AlterChangeColumn) (log.Operation, error) {
	i, err := a.column(x.Column)
	if err != nil {
		return log.Operation{}, err
	}
	f := a.schema.Fields[i]
	f.Metadata = maps.Clone(f.Metadata)
	if f.Metadata == nil {
		f.Metadata = map[string]any{}
	}
	switch {
	case x.Type != nil && !types.EqualIgnoreNullability(x.Type, f.Type):
		if err := a.widen(&f, x.Type); err != nil {
			return log.Operation{}, err
		}
	case x.SetNotNull && f.Nullable:
		return log.Operation{}, sparkerr.New("_LEGACY_ERROR_TEMP_2330", "fieldName", f.Name)
	case x.DropNotNull:
		f.Nullable = true
	case x.Default != nil:
		f.Metadata["CURRENT_DEFAULT"] = *x.Default
	case x.DropDefault:
		delete(f.Metadata, "CURRENT_DEFAULT")
	}
	if x.Comment != nil {
		f.Metadata["comment"] = *x.Comment
	}
	op := log.Operation{Name: "CHANGE COLUMN", Parameters: log.Params{{Name: "column", Value: types.FieldJSON(f)}}}
	a.schema.Fields[i] = f
	if x.Position != "" {
		op.Parameters = append(op.Parameters, log.Param{Name: "position", Value: x.Position})
		a.schema.Fields, err = place(slices.Delete(a.schema.Fields, i, i+1), f, x.Position)
	}
	return op, err
}
