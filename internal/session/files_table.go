package session

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/catalog"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/scan"
)

// fileFormats are the formats of tables that the engine reads and writes besides Delta.
var fileFormats = map[string]bool{"parquet": true, "csv": true, "json": true, "text": true}

// createFileTable makes a catalog table over files of another format than Delta.
func (s *Session) createFileTable(ctx context.Context, c *plan.CreateTable, e *catalog.Entry, _ bool) (*answer, error) {
	unsupported := func(operation string) error {
		return sparkerr.New("UNSUPPORTED_FEATURE.TABLE_OPERATION", "tableName", sparkerr.QuoteID(catalogName, e.Namespace, e.Name), "operation", operation)
	}
	if c.Replace {
		return nil, unsupported("REPLACE TABLE")
	}
	if len(c.Constraints) > 0 {
		return nil, unsupported("CONSTRAINT")
	}
	if !fileFormats[e.Provider] {
		return nil, sparkerr.New("DATA_SOURCE_NOT_FOUND", "provider", e.Provider)
	}
	schema, input, err := s.tableSchema(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := distinctNames(schema, s.sameName); err != nil {
		return nil, err
	}
	if e.PartitionBy, err = s.partitionsLast(&schema, c.PartitionBy); err != nil {
		return nil, err
	}
	e.BucketBy, e.NumBuckets = c.BucketBy, c.NumBuckets
	switch {
	case input != nil:
		env, err := s.env()
		if err != nil {
			return nil, err
		}
		w := scan.WriteRequest{Stores: s.stores, Format: e.Provider, Path: e.Location, Options: e.Options, Settings: s.settings, PartitionBy: e.PartitionBy}
		if err := s.writeNode(s.execContext(ctx, env), input, w); err != nil {
			return nil, err
		}
	case len(schema.Fields) == 0 && e.Kind == catalog.External: // the files tell
		t, err := scan.OpenFiles(ctx, scan.FilesRequest{Stores: s.stores, Format: e.Provider, Options: e.Options, Paths: []string{e.Location}, Settings: s.settings})
		if err != nil {
			return nil, err
		}
		schema = tableColumns(t)
		if files, ok := t.(*scan.Files); ok {
			e.PartitionBy = files.PartitionColumns()
		}
	}
	e.Schema = &schema
	return nothing, s.catalog.Create(ctx, e)
}

// partitionsLast moves the partition columns of a schema to its end, in the order of PARTITIONED BY.
func (s *Session) partitionsLast(schema *types.StructType, by []plan.Expr) ([]string, error) {
	names, err := partitionNames(by)
	if err != nil || len(names) == 0 {
		return nil, err
	}
	var last []types.StructField
	var out []string
	fields := schema.Fields
	for _, n := range names {
		i := slices.IndexFunc(fields, func(f types.StructField) bool { return s.sameName(f.Name, n) })
		if i < 0 {
			var have []string
			for _, f := range schema.Fields {
				have = append(have, sparkerr.QuoteID(f.Name))
			}
			return nil, sparkerr.New("COLUMN_NOT_DEFINED_IN_TABLE", "colType", "partition", "colName", sparkerr.QuoteID(n), "tableName", "", "tableCols", strings.Join(have, ", "))
		}
		last, out = append(last, fields[i]), append(out, fields[i].Name)
		fields = slices.Delete(slices.Clone(fields), i, i+1)
	}
	if len(fields) == 0 {
		return nil, sparkerr.New("ALL_PARTITION_COLUMNS_NOT_ALLOWED")
	}
	schema.Fields = append(slices.Clone(fields), last...)
	return out, nil
}

// writeFileTable is saveAsTable over a table of files that is there: rows are added by name, or the table is made anew.
func (s *Session) writeFileTable(ctx context.Context, e *catalog.Entry, c *plan.Write) (*answer, error) {
	if c.Mode == plan.Append {
		return s.insert(ctx, &plan.Insert{Target: plan.Table{Name: c.Table}, Input: c.Input, ByName: true, Options: c.Options})
	}
	node, err := s.analyze(ctx, c.Input)
	if err != nil {
		return nil, err
	}
	if reads(node, e.Location) {
		return nil, sparkerr.New("UNSUPPORTED_OVERWRITE.TABLE", "table", sparkerr.QuoteID(catalogName, e.Namespace, e.Name))
	}
	schema := schemaOf(node)
	for i, f := range schema.Fields {
		schema.Fields[i] = types.StructField{Name: f.Name, Type: types.AsNullable(f.Type), Nullable: true, Metadata: publicMetadata(f.Metadata)}
	}
	replaced := *e
	if replaced.PartitionBy, err = s.partitionsLast(&schema, namesOf(c.PartitionBy)); err != nil {
		return nil, err
	}
	replaced.Schema, replaced.Options = &schema, merged(nil, c.Options)
	if c.Format != "" {
		replaced.Provider = strings.ToLower(c.Format)
	}
	env, err := s.env()
	if err != nil {
		return nil, err
	}
	w := scan.WriteRequest{Stores: s.stores, Format: replaced.Provider, Path: e.Location, Options: c.Options, Settings: s.settings,
		PartitionBy: replaced.PartitionBy, Replace: true}
	if err := s.writeNode(s.execContext(ctx, env), node, w); err != nil {
		return nil, err
	}
	return nothing, s.catalog.Replace(ctx, &replaced)
}

// createLike is CREATE TABLE … LIKE: the definition of another table without its rows.
func (s *Session) createLike(ctx context.Context, c *plan.CreateTable) (*answer, error) {
	table, schema, source, err := s.described(ctx, c.Like)
	if err != nil {
		return nil, err
	}
	made := *c
	made.Like = nil
	for _, f := range schema.Fields {
		made.Columns = append(made.Columns, plan.ColumnDef{Name: f.Name, Type: f.Type, NotNull: !f.Nullable, Metadata: f.Metadata})
	}
	var partitions []string
	if d, ok := table.(*scan.Delta); ok {
		partitions = d.Snapshot().Metadata.PartitionColumns
	} else if source != nil {
		partitions = source.PartitionBy
	}
	made.PartitionBy = namesOf(partitions)
	if source != nil && made.Provider == "" {
		made.Provider = source.Provider
		if len(made.Options) == 0 {
			made.Options = maps.Clone(source.Options)
		}
	}
	return s.createTable(ctx, &made)
}
