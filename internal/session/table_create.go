package session

import (
	"context"
	"encoding/json"
	"maps"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/catalog"
	"github.com/flintlake/flintlake/internal/conf"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/delta/ops"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// newDelta is a Delta table about to be created or replaced. entry is its catalog entry, nil for a path table.
type newDelta struct {
	log   *log.Table
	entry *catalog.Entry
	name  string
	path  string
}

// createTable is CREATE TABLE and REPLACE TABLE, with and without AS.
func (s *Session) createTable(ctx context.Context, c *plan.CreateTable) (*answer, error) {
	if len(c.Like) > 0 {
		return s.createLike(ctx, c)
	}
	provider := strings.ToLower(c.Provider)
	if provider == "" {
		provider = conf.DefaultSource.Get(s.settings)
	}
	if len(c.Name) == 2 && strings.EqualFold(c.Name[0], "delta") && strings.Contains(c.Name[1], "/") {
		c2 := *c
		c2.Location = c.Name[1]
		return s.createDelta(ctx, &c2, nil, "delta.`"+c.Name[1]+"`")
	}
	ns, name, ok := s.split(c.Name)
	if !ok {
		return nil, sparkerr.New("REQUIRES_SINGLE_PART_NAMESPACE", "sessionCatalog", catalogName, "namespace", sparkerr.QuoteID(c.Name[:len(c.Name)-1]...))
	}
	e, exists, err := s.catalog.Lookup(ctx, ns, name)
	if err != nil {
		return nil, err
	}
	switch {
	case exists && c.IfNotExists:
		return nothing, nil
	case exists && !c.Replace:
		return nil, sparkerr.New("TABLE_OR_VIEW_ALREADY_EXISTS", "relationName", sparkerr.QuoteID(catalogName, ns, name))
	case !exists && c.Replace && !c.OrCreate:
		return nil, sparkerr.New("TABLE_OR_VIEW_NOT_FOUND", "relationName", sparkerr.QuoteID(catalogName, ns, name))
	}
	if !exists {
		if e, err = s.newEntry(ctx, ns, name, provider, c); err != nil {
			return nil, err
		}
	}
	if provider != "delta" {
		return s.createFileTable(ctx, c, e, exists)
	}
	return s.createDelta(ctx, c, e, strings.Join([]string{catalogName, ns, name}, "."))
}

func (s *Session) newEntry(ctx context.Context, ns, name, provider string, c *plan.CreateTable) (*catalog.Entry, error) {
	e := &catalog.Entry{Namespace: ns, Name: name, Kind: catalog.Managed, Provider: provider, Location: c.Location, Comment: c.Comment, Properties: c.Properties, Options: c.Options}
	if p, ok := option(c.Options, "path"); ok && e.Location == "" {
		e.Location = p
	}
	if e.Location != "" {
		e.Kind = catalog.External
		store, key, err := s.stores.Resolve(e.Location)
		if err != nil {
			return nil, err
		}
		e.Location = store.URI(key)
		return e, nil
	}
	var err error
	e.Location, err = s.catalog.TableLocation(ctx, ns, name)
	return e, err
}

// createDelta creates or replaces a Delta table and its catalog entry (e nil: a path table).
func (s *Session) createDelta(ctx context.Context, c *plan.CreateTable, e *catalog.Entry, name string) (*answer, error) {
	location := c.Location
	if e != nil {
		location = e.Location
	}
	t, err := s.tables.Open(location)
	if err != nil {
		return nil, err
	}
	there, err := t.Exists(ctx)
	if err != nil {
		return nil, err
	}
	schema, input, err := s.tableSchema(ctx, c)
	if err != nil {
		return nil, err
	}
	if there && !c.Replace {
		if input != nil && (e == nil || e.Kind == catalog.Managed) || e == nil && !c.IfNotExists {
			return nil, sparkerr.New("DELTA_TABLE_ALREADY_EXISTS", "tableName", name)
		}
		if err := s.adopt(ctx, t, schema, c, name); err != nil {
			return nil, err
		}
		return nothing, s.register(ctx, e)
	}
	n := ops.NewTable{Log: t, Schema: schema, Comment: c.Comment, Properties: s.tableProperties(c.Properties), Input: input}
	if n.PartitionBy, err = partitionNames(c.PartitionBy); err != nil {
		return nil, err
	}
	for _, col := range c.ClusterBy {
		n.ClusterBy = append(n.ClusterBy, strings.Join(col, "."))
	}
	if there {
		if n.Replaced, err = t.Snapshot(ctx); err != nil {
			return nil, err
		}
	}
	n.Operation, n.Params = createOperation(c, n, e)
	return s.create(ctx, n, e)
}

// create commits the table and registers it.
func (s *Session) create(ctx context.Context, n ops.NewTable, e *catalog.Entry) (*answer, error) {
	_, env, err := s.dml(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := ops.Create(env, n); err != nil {
		return nil, err
	}
	return nothing, s.register(ctx, e)
}

func (s *Session) register(ctx context.Context, e *catalog.Entry) error {
	if e == nil {
		return nil
	}
	return s.catalog.Replace(ctx, e)
}

// adopt checks that the schema given for a table that is there already is the table's own.
func (s *Session) adopt(ctx context.Context, t *log.Table, schema types.StructType, c *plan.CreateTable, name string) error {
	snap, err := t.Snapshot(ctx)
	if err != nil {
		return err
	}
	if len(schema.Fields) == 0 {
		return nil
	}
	have, err := snap.Schema()
	if err != nil {
		return err
	}
	if !types.EqualIgnoreMetadata(types.AsNullable(have), types.AsNullable(schema)) {
		return sparkerr.New("DELTA_CREATE_TABLE_SCHEME_MISMATCH", "path", t.URI(), "specifiedSchema", schema.TreeString(0), "existingSchema", have.TreeString(0), "schemaDifferences", "")
	}
	parts, err := partitionNames(c.PartitionBy)
	if err != nil {
		return err
	}
	if len(parts) > 0 && !equalFold(parts, snap.Metadata.PartitionColumns) {
		return sparkerr.New("DELTA_CREATE_TABLE_WITH_DIFFERENT_PARTITIONING", "path", t.URI(), "specifiedColumns", strings.Join(parts, ", "), "existingColumns", strings.Join(snap.Metadata.PartitionColumns, ", "))
	}
	return nil
}

// tableProperties are the given ones over the session's defaults for new tables.
func (s *Session) tableProperties(given map[string]string) map[string]string {
	out := map[string]string{}
	for k, v := range s.settings.WithPrefix(conf.DeltaDefaultsPrefix) {
		out["delta."+strings.TrimPrefix(k, conf.DeltaDefaultsPrefix)] = v
	}
	maps.Copy(out, given)
	return out
}

// tableSchema is the schema of a table to create: its column definitions, or those of its query.
func (s *Session) tableSchema(ctx context.Context, c *plan.CreateTable) (types.StructType, logical.Node, error) {
	var schema types.StructType
	if c.Query != nil {
		node, err := s.analyze(ctx, c.Query)
		if err != nil {
			return schema, nil, err
		}
		for _, a := range node.Output() {
			schema.Fields = append(schema.Fields, types.StructField{Name: a.Name, Type: types.AsNullable(a.DataType), Nullable: true, Metadata: publicMetadata(a.Metadata)})
		}
		return schema, node, nil
	}
	for _, d := range c.Columns {
		f, err := s.field(d)
		if err != nil {
			return schema, nil, err
		}
		schema.Fields = append(schema.Fields, f)
	}
	return schema, nil, nil
}

// publicMetadata drops what belongs to the table a column came from.
func publicMetadata(m map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range m {
		if !strings.HasPrefix(k, "delta.") && !strings.HasPrefix(k, "__") && k != "CURRENT_DEFAULT" && k != "EXISTS_DEFAULT" {
			out[k] = v
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// field is the schema field of a column definition.
func (s *Session) field(d plan.ColumnDef) (types.StructField, error) {
	f := types.StructField{Name: d.Name, Type: d.Type, Nullable: !d.NotNull, Metadata: map[string]any{}}
	maps.Copy(f.Metadata, d.Metadata)
	if d.Comment != "" {
		f.Metadata["comment"] = d.Comment
	}
	if d.Default != "" {
		f.Metadata["CURRENT_DEFAULT"] = d.Default
		f.Metadata["EXISTS_DEFAULT"] = d.Default
	}
	if d.Generated != "" {
		f.Metadata["delta.generationExpression"] = d.Generated
	}
	if d.Identity != nil {
		if d.Type.ID() != types.IDLong {
			return f, sparkerr.New("DELTA_IDENTITY_COLUMNS_UNSUPPORTED_DATA_TYPE", "dataType", d.Type.SimpleString())
		}
		f.Metadata["delta.identity.start"], f.Metadata["delta.identity.step"] = d.Identity.Start, d.Identity.Step
		f.Metadata["delta.identity.allowExplicitInsert"] = !d.Identity.Always
	}
	switch t := d.Type.(type) {
	case types.CharType:
		f.Type, f.Metadata["__CHAR_VARCHAR_TYPE_STRING"] = types.String, t.SimpleString()
	case types.VarcharType:
		f.Type, f.Metadata["__CHAR_VARCHAR_TYPE_STRING"] = types.String, t.SimpleString()
	}
	if len(f.Metadata) == 0 {
		f.Metadata = nil
	}
	return f, nil
}

func partitionNames(list []plan.Expr) ([]string, error) {
	var out []string
	for _, e := range list {
		a, ok := e.(*plan.Attribute)
		if !ok || len(a.Parts) != 1 {
			return nil, sparkerr.New("DELTA_UNSUPPORTED_TRANSFORM", "transform", "other than identity")
		}
		out = append(out, a.Parts[0])
	}
	return out, nil
}

// createOperation is the operation of a CREATE or REPLACE as history shows it.
func createOperation(c *plan.CreateTable, n ops.NewTable, e *catalog.Entry) (string, log.Params) {
	name := "CREATE TABLE"
	switch {
	case c.Replace && c.OrCreate:
		name = "CREATE OR REPLACE TABLE"
	case c.Replace:
		name = "REPLACE TABLE"
	}
	if c.Query != nil {
		name += " AS SELECT"
	}
	var description any
	if c.Comment != "" {
		description = c.Comment
	}
	return name, log.Params{
		{Name: "partitionBy", Value: jsonList(n.PartitionBy)},
		{Name: "clusterBy", Value: jsonList(n.ClusterBy)},
		{Name: "description", Value: description},
		{Name: "isManaged", Value: strconv.FormatBool(e != nil && e.Kind == catalog.Managed)},
		{Name: "properties", Value: jsonMap(n.Properties)},
	}
}

func jsonList(l []string) string {
	if l == nil {
		l = []string{}
	}
	b, err := json.Marshal(l)
	if err != nil {
		return "[]"
	}
	return string(b)
}

func jsonMap(m map[string]string) string {
	if m == nil {
		m = map[string]string{}
	}
	b, err := json.Marshal(m)
	if err != nil {
		return "{}"
	}
	return string(b)
}

// createFrom makes a Delta table of a written DataFrame, or replaces one with its schema (overwriteSchema).
func (s *Session) createFrom(ctx context.Context, t newDelta, c *plan.Write, operation string) (*answer, error) {
	node, err := s.analyze(ctx, c.Input)
	if err != nil {
		return nil, err
	}
	n := ops.NewTable{Log: t.log, PartitionBy: c.PartitionBy, ClusterBy: c.ClusterBy, Properties: s.tableProperties(deltaOptions(c.Options)), Input: node, Operation: operation}
	for _, a := range node.Output() {
		n.Schema.Fields = append(n.Schema.Fields, types.StructField{Name: a.Name, Type: types.AsNullable(a.DataType), Nullable: true, Metadata: publicMetadata(a.Metadata)})
	}
	mode := map[plan.SaveMode]string{plan.ErrorIfExists: "ErrorIfExists", plan.Append: "Append", plan.Overwrite: "Overwrite", plan.Ignore: "Ignore"}[c.Mode]
	n.Params = log.Params{{Name: "mode", Value: mode}, {Name: "partitionBy", Value: jsonList(c.PartitionBy)}}
	if exists, err := t.log.Exists(ctx); err != nil {
		return nil, err
	} else if exists {
		if n.Replaced, err = t.log.Snapshot(ctx); err != nil {
			return nil, err
		}
		n.Params = append(n.Params, log.Param{Name: "canOverwriteSchema", Value: true})
		if len(n.Properties) == 0 {
			n.Properties = n.Replaced.Metadata.Configuration
		}
	}
	w := s.writeOptions(c.Options)
	n.UserMetadata = w.UserMetadata
	n.Txn = w.Txn
	return s.create(ctx, n, nil)
}

// deltaOptions are the writer's options that become table properties.
func deltaOptions(options map[string]string) map[string]string {
	out := map[string]string{}
	for k, v := range options {
		if strings.HasPrefix(strings.ToLower(k), "delta.") {
			out[k] = v
		}
	}
	return out
}

// attributesOf makes attributes with new ids for a schema.
func attributesOf(schema types.StructType) []*expr.Attribute {
	out := make([]*expr.Attribute, len(schema.Fields))
	for i, f := range schema.Fields {
		out[i] = expr.NewAttribute(f.Name, f.Type, f.Nullable)
		out[i].Metadata = f.Metadata
	}
	return out
}

// transactionOf is the action of an idempotent write; nil when the version is not a number.
func transactionOf(app, version string) *log.SetTransaction {
	v, err := strconv.ParseInt(version, 10, 64)
	if err != nil {
		return nil
	}
	return &log.SetTransaction{AppID: app, Version: v}
}
