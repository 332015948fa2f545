package session

import (
	"context"
	"maps"
	"slices"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/catalog"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/scan"
	"github.com/flintlake/flintlake/internal/sqlparse"
)

// Columns of spark.catalog's listings.
var (
	textArray       = types.ArrayType{Element: types.String, ContainsNull: true}
	databaseColumns = columns("name", types.String, "catalog", types.String, "description", types.String, "locationUri", types.String)
	tableColumnsOf  = columns("name", types.String, "catalog", types.String, "namespace", textArray, "description", types.String, "tableType", types.String, "!isTemporary", types.Boolean)
	functionColumns = columns("name", types.String, "catalog", types.String, "namespace", textArray, "description", types.String, "className", types.String, "!isTemporary", types.Boolean)
	columnColumns   = columns("name", types.String, "description", types.String, "dataType", types.String, "!nullable", types.Boolean, "!isPartition", types.Boolean, "!isBucket", types.Boolean, "!isCluster", types.Boolean)
	catalogColumns  = columns("name", types.String, "description", types.String)
	boolValue       = columns("!value", types.Boolean)
	textValue       = columns("value", types.String)
)

// callSchema is the schema of a catalog call, known without making it.
func callSchema(name string) types.StructType {
	switch name {
	case "currentDatabase", "currentCatalog", "getCreateTableString":
		return textValue
	case "listDatabases", "getDatabase":
		return databaseColumns
	case "listTables", "listViews", "getTable":
		return tableColumnsOf
	case "listFunctions", "getFunction":
		return functionColumns
	case "listColumns":
		return columnColumns
	case "listCatalogs":
		return catalogColumns
	case "databaseExists", "tableExists", "functionExists", "isCached", "dropTempView", "dropGlobalTempView", "isDeltaTable":
		return boolValue
	case "getTableProperties":
		return keyValue
	}
	return types.StructType{}
}

// call answers spark.catalog.<name>(args).
func (s *Session) call(ctx context.Context, c *plan.CatalogCall) (*answer, error) {
	text := func(key string) string { v, _ := c.Args[key].(string); return v }
	pattern := func(name string) bool {
		p, ok := c.Args["pattern"].(string)
		return !ok || catalog.Match(p, name)
	}
	truth := func(v bool, err error) (*answer, error) { return &answer{boolValue, [][]any{{v}}}, err }
	switch c.Name {
	case "currentDatabase":
		ns, err := s.namespaceOf(nil)
		return &answer{textValue, [][]any{{ns}}}, err
	case "currentCatalog":
		return &answer{textValue, [][]any{{catalogName}}}, nil
	case "setCurrentDatabase":
		return s.use(ctx, &plan.Use{Name: []string{text("dbName")}, Namespace: true})
	case "setCurrentCatalog":
		return s.use(ctx, &plan.Use{Name: []string{text("catalogName")}, Catalog: true})
	case "listCatalogs":
		a := &answer{schema: catalogColumns}
		if pattern(catalogName) {
			a.rows = [][]any{{catalogName, nil}}
		}
		return a, nil
	case "listDatabases":
		return s.listDatabases(ctx, pattern)
	case "getDatabase":
		n, err := s.catalog.Namespace(ctx, text("dbName"))
		if err != nil {
			return nil, err
		}
		return &answer{databaseColumns, [][]any{databaseRow(n)}}, nil
	case "databaseExists":
		_, err := s.catalog.Namespace(ctx, text("dbName"))
		if sparkerr.Condition(err) == "SCHEMA_NOT_FOUND" {
			return truth(false, nil)
		}
		return truth(err == nil, err)
	case "listTables", "listViews":
		return s.listTables(ctx, text("dbName"), pattern, c.Name == "listViews")
	case "getTable":
		return s.getTable(ctx, text("dbName"), text("tableName"))
	case "tableExists":
		name, err := callName(text("dbName"), text("tableName"))
		if err != nil {
			return nil, err
		}
		if s.view(name) != nil {
			return truth(true, nil)
		}
		_, ok, err := s.entry(ctx, name)
		return truth(ok, err)
	case "listFunctions":
		a := &answer{schema: functionColumns}
		for _, n := range slices.Sorted(slices.Values(s.fns.Names())) {
			if pattern(n) {
				a.rows = append(a.rows, functionRow(n))
			}
		}
		return a, nil
	case "getFunction", "functionExists":
		f, ok := s.fns.Lookup(text("functionName"))
		if c.Name == "functionExists" {
			return truth(ok, nil)
		}
		if !ok {
			return nil, sparkerr.New("UNRESOLVED_ROUTINE", "routineName", sparkerr.QuoteID(text("functionName")), "searchPath", "[`system`.`builtin`, `system`.`session`, `spark_catalog`.`default`]")
		}
		return &answer{functionColumns, [][]any{functionRow(f.Name)}}, nil
	case "listColumns":
		return s.listColumns(ctx, text("dbName"), text("tableName"))
	case "createTable", "createExternalTable":
		return s.callCreate(ctx, c)
	case "dropTempView":
		return truth(s.dropView([]string{text("viewName")}), nil)
	case "dropGlobalTempView":
		return truth(s.dropView([]string{globalTemp, text("viewName")}), nil)
	case "isCached":
		return truth(false, nil)
	case "cacheTable", "uncacheTable", "refreshTable", "analyzeTable", "recoverPartitions":
		name, err := callName("", text("tableName"))
		if err != nil {
			return nil, err
		}
		return s.cacheCommand(ctx, &plan.Refresh{Name: name})
	case "clearCache", "refreshByPath":
		return nothing, nil
	case "dropTable", "dropView":
		key := "tableName"
		if c.Name == "dropView" {
			key = "viewName"
		}
		name, err := callName("", text(key))
		if err != nil {
			return nil, err
		}
		ifExists, _ := c.Args["ifExists"].(bool)
		return s.dropTable(ctx, &plan.DropTable{Name: name, IfExists: ifExists, View: c.Name == "dropView"})
	case "createDatabase":
		ifNot, _ := c.Args["ifNotExists"].(bool)
		props, _ := c.Args["properties"].(map[string]string)
		return s.createNamespace(ctx, &plan.CreateNamespace{Name: []string{text("dbName")}, IfNotExists: ifNot, Properties: props})
	case "dropDatabase":
		ifExists, _ := c.Args["ifExists"].(bool)
		cascade, _ := c.Args["cascade"].(bool)
		return s.dropNamespace(ctx, &plan.DropNamespace{Name: []string{text("dbName")}, IfExists: ifExists, Cascade: cascade})
	case "getTableProperties":
		name, err := callName("", text("tableName"))
		if err != nil {
			return nil, err
		}
		return s.showProperties(ctx, &plan.Show{Name: name})
	case "truncateTable":
		name, err := callName("", text("tableName"))
		if err != nil {
			return nil, err
		}
		return s.truncate(ctx, &plan.Truncate{Target: plan.Table{Name: name}})
	case "isDeltaTable":
		t, err := s.tables.Open(text("path"))
		if err != nil {
			return nil, err
		}
		return truth(t.Exists(ctx))
	}
	return nil, sparkerr.Unsupported("catalog." + c.Name)
}

// callName is a table name given as text, in a database given beside it.
func callName(db, table string) ([]string, error) {
	name, err := sqlparse.TableName(table)
	if err != nil {
		return nil, err
	}
	if db != "" && len(name) == 1 {
		name = []string{db, name[0]}
	}
	return name, nil
}

func databaseRow(n *catalog.Namespace) []any {
	return []any{n.Name, catalogName, n.Comment, n.Location}
}

func functionRow(name string) []any {
	return []any{name, nil, nil, "N/A.", "builtin", true}
}

func (s *Session) listDatabases(ctx context.Context, pattern func(string) bool) (*answer, error) {
	names, err := s.catalog.Namespaces(ctx)
	if err != nil {
		return nil, err
	}
	a := &answer{schema: databaseColumns}
	for _, name := range names {
		if !pattern(name) {
			continue
		}
		n, err := s.catalog.Namespace(ctx, name)
		if err != nil {
			return nil, err
		}
		a.rows = append(a.rows, databaseRow(n))
	}
	return a, nil
}

func (s *Session) listTables(ctx context.Context, db string, pattern func(string) bool, views bool) (*answer, error) {
	ns := db
	if ns == "" {
		ns, _ = s.namespaceOf(nil)
	}
	names, err := s.catalog.List(ctx, ns)
	if err != nil {
		return nil, err
	}
	a := &answer{schema: tableColumnsOf}
	for _, name := range names {
		if !pattern(name) {
			continue
		}
		e, ok, err := s.catalog.Lookup(ctx, ns, name)
		if err != nil {
			return nil, err
		}
		if ok && (!views || e.Kind == catalog.View) {
			a.rows = append(a.rows, []any{e.Name, catalogName, []any{e.Namespace}, nullable(e.Comment), string(e.Kind), false})
		}
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, name := range slices.Sorted(maps.Keys(s.views)) {
		if pattern(name) {
			a.rows = append(a.rows, temporaryRow(name))
		}
	}
	return a, nil
}

func temporaryRow(name string) []any {
	return []any{name, nil, []any{}, nil, "TEMPORARY", true}
}

func (s *Session) getTable(ctx context.Context, db, table string) (*answer, error) {
	name, err := callName(db, table)
	if err != nil {
		return nil, err
	}
	if v := s.view(name); v != nil {
		return &answer{tableColumnsOf, [][]any{temporaryRow(v.name)}}, nil
	}
	e, ok, err := s.entry(ctx, name)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, s.notFound(name)
	}
	return &answer{tableColumnsOf, [][]any{{e.Name, catalogName, []any{e.Namespace}, nullable(e.Comment), string(e.Kind), false}}}, nil
}

func (s *Session) listColumns(ctx context.Context, db, table string) (*answer, error) {
	name, err := callName(db, table)
	if err != nil {
		return nil, err
	}
	t, schema, e, err := s.described(ctx, name)
	if err != nil {
		return nil, err
	}
	isPartition := func(string) bool { return false }
	if d, ok := t.(*scan.Delta); ok {
		isPartition = d.Snapshot().Metadata.IsPartitionColumn
	} else if e != nil {
		m := log.Metadata{PartitionColumns: e.PartitionBy}
		isPartition = m.IsPartitionColumn
	}
	a := &answer{schema: columnColumns}
	for _, f := range schema.Fields {
		comment, _ := f.Metadata["comment"].(string)
		a.rows = append(a.rows, []any{f.Name, nullable(comment), shownType(f), f.Nullable, isPartition(f.Name), false, false})
	}
	return a, nil
}

func (s *Session) callCreate(ctx context.Context, c *plan.CatalogCall) (*answer, error) {
	table, _ := c.Args["tableName"].(string)
	name, err := callName("", table)
	if err != nil {
		return nil, err
	}
	create := &plan.CreateTable{Name: name}
	create.Provider, _ = c.Args["source"].(string)
	create.Location, _ = c.Args["path"].(string)
	create.Comment, _ = c.Args["description"].(string)
	create.Options, _ = c.Args["options"].(map[string]string)
	if schema, ok := c.Args["schema"].(types.StructType); ok {
		for _, f := range schema.Fields {
			create.Columns = append(create.Columns, plan.ColumnDef{Name: f.Name, Type: f.Type, NotNull: !f.Nullable, Metadata: f.Metadata})
		}
	}
	return s.createTable(ctx, create)
}
