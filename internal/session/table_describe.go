package session

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/analyze"
	"github.com/flintlake/flintlake/internal/catalog"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/scan"
)

var (
	textMap = types.MapType{Key: types.String, Value: types.String, ValueContainsNull: true}

	// historySchema is that of DESCRIBE HISTORY (Delta's DeltaHistory).
	historySchema = columns("version", types.Long, "timestamp", types.Timestamp, "userId", types.String, "userName", types.String,
		"operation", types.String, "operationParameters", textMap,
		"job", columns("jobId", types.String, "jobName", types.String, "jobRunId", types.String, "runId", types.String, "jobOwnerId", types.String, "triggerType", types.String),
		"notebook", columns("notebookId", types.String), "clusterId", types.String, "readVersion", types.Long, "isolationLevel", types.String,
		"isBlindAppend", types.Boolean, "operationMetrics", textMap, "userMetadata", types.String, "engineInfo", types.String)

	// detailSchema is that of DESCRIBE DETAIL (Delta's TableDetail).
	detailSchema = columns("format", types.String, "id", types.String, "name", types.String, "description", types.String, "location", types.String,
		"createdAt", types.Timestamp, "lastModified", types.Timestamp,
		"partitionColumns", types.ArrayType{Element: types.String, ContainsNull: true}, "clusteringColumns", types.ArrayType{Element: types.String, ContainsNull: true},
		"numFiles", types.Long, "sizeInBytes", types.Long, "properties", textMap, "minReaderVersion", types.Integer, "minWriterVersion", types.Integer,
		"tableFeatures", types.ArrayType{Element: types.String, ContainsNull: true})

	describeSchema = columns("!col_name", types.String, "!data_type", types.String, "comment", types.String)
)

// describe answers DESCRIBE by its kind.
func (s *Session) describe(ctx context.Context, c *plan.Describe) (*answer, error) {
	switch c.Kind {
	case "history":
		t, _, err := s.deltaOnly(ctx, c.Name, "DESCRIBE HISTORY")
		if err != nil {
			return nil, err
		}
		limit, err := s.historyLimit(ctx, c.Limit)
		if err != nil {
			return nil, err
		}
		return s.history(ctx, t, limit)
	case "detail":
		return s.detail(ctx, c.Name)
	case "namespace":
		return s.describeNamespace(ctx, c)
	case "query":
		node, err := s.analyze(ctx, c.Query)
		if err != nil {
			return nil, err
		}
		return &answer{describeSchema, columnRows(schemaOf(node))}, nil
	case "table", "column":
		return s.describeTable(ctx, c)
	case "function":
		return s.describeFunction(c)
	}
	return nil, sparkerr.Unsupported("DESCRIBE " + strings.ToUpper(c.Kind))
}

// deltaLog finds the log of a Delta table by catalog name or path, and its catalog entry.
func (s *Session) deltaLog(ctx context.Context, name []string) (*log.Table, *catalog.Entry, error) {
	e, ok, err := s.entry(ctx, name)
	switch {
	case err != nil:
		return nil, nil, err
	case ok && e.Provider == "delta":
		t, err := s.tables.Open(e.Location)
		return t, e, err
	case ok:
		return nil, nil, sparkerr.New("DELTA_TABLE_ONLY_OPERATION", "operation", "this command", "tableName", strings.Join(name, "."))
	case len(name) == 2 && strings.EqualFold(name[0], "delta"):
		return s.pathLog(ctx, name[1])
	case len(name) == 1 && strings.Contains(name[0], "/"):
		return s.pathLog(ctx, name[0])
	}
	return nil, nil, s.notFound(name)
}

func (s *Session) pathLog(ctx context.Context, path string) (*log.Table, *catalog.Entry, error) {
	t, err := s.tables.Open(path)
	if err != nil {
		return nil, nil, err
	}
	exists, err := t.Exists(ctx)
	if err == nil && !exists {
		err = sparkerr.New("DELTA_MISSING_DELTA_TABLE", "tableName", "delta.`"+path+"`")
	}
	return t, nil, err
}

func nullable(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func textMapOf(m map[string]string) types.MapValue {
	var v types.MapValue
	for _, k := range slices.Sorted(maps.Keys(m)) {
		v.Keys, v.Values = append(v.Keys, k), append(v.Values, m[k])
	}
	return v
}

// historyLimit is the number of DESCRIBE HISTORY … LIMIT n; 0 for all.
func (s *Session) historyLimit(ctx context.Context, e plan.Expr) (int, error) {
	if e == nil {
		return 0, nil
	}
	a, _, err := s.dml(ctx)
	if err != nil {
		return 0, err
	}
	l, err := a.Constant(ctx, e, types.Integer)
	if err != nil {
		return 0, err
	}
	n, _ := l.Value.(int32)
	return int(n), nil
}

// history lists the newest limit versions, all when limit is 0.
func (s *Session) history(ctx context.Context, t *log.Table, limit int) (*answer, error) {
	versions, err := t.History(ctx, limit)
	if err != nil {
		return nil, err
	}
	a := &answer{schema: historySchema}
	for _, v := range versions {
		i := v.Info
		var params types.MapValue
		for _, p := range i.Parameters {
			var value any = p.Text()
			if value == "null" {
				value = nil
			}
			params.Keys, params.Values = append(params.Keys, p.Name), append(params.Values, value)
		}
		var read, blind any
		if i.ReadVersion != nil {
			read = *i.ReadVersion
		}
		if i.IsBlindAppend != nil {
			blind = *i.IsBlindAppend
		}
		a.rows = append(a.rows, []any{v.Version, v.Timestamp * 1000, nullable(i.UserID), nullable(i.UserName), nullable(i.Operation), params,
			nil, nil, nil, read, nullable(i.IsolationLevel), blind, textMapOf(i.Metrics), nullable(i.UserMetadata), nullable(i.EngineInfo)})
	}
	return a, nil
}

func (s *Session) detail(ctx context.Context, name []string) (*answer, error) {
	t, e, err := s.deltaLog(ctx, name)
	if err != nil {
		return nil, err
	}
	snap, err := t.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	sizes, err := snap.Sizes(ctx)
	if err != nil {
		return nil, err
	}
	modified, err := snap.Timestamp(ctx)
	if err != nil {
		return nil, err
	}
	var full any
	if e != nil {
		full = strings.Join([]string{catalogName, e.Namespace, e.Name}, ".")
	}
	var created any
	if m := snap.Metadata.CreatedTime; m != nil {
		created = *m * 1000
	}
	features := map[string]bool{}
	for _, f := range append(slices.Clone(snap.Protocol.ReaderFeatures), snap.Protocol.WriterFeatures...) {
		features[f] = true
	}
	if len(features) == 0 {
		features = snap.Protocol.Supported()
	}
	return &answer{detailSchema, [][]any{{"delta", snap.Metadata.ID, full, nullable(snap.Metadata.Description), t.URI(), created, modified * 1000,
		anys(snap.Metadata.PartitionColumns), []any{}, sizes.Files, sizes.Bytes, textMapOf(snap.Metadata.Configuration),
		int32(snap.Protocol.MinReaderVersion), int32(snap.Protocol.MinWriterVersion), anys(slices.Sorted(maps.Keys(features)))}}}, nil
}

func anys(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// columnRows are the lines of DESCRIBE for columns.
func columnRows(schema types.StructType) [][]any {
	var rows [][]any
	for _, f := range schema.Fields {
		comment, _ := f.Metadata["comment"].(string)
		rows = append(rows, []any{f.Name, shownType(f), nullable(comment)})
	}
	return rows
}

// shownType is a column's type as declared: char and varchar are kept in metadata.
func shownType(f types.StructField) string {
	if t, ok := f.Metadata["__CHAR_VARCHAR_TYPE_STRING"].(string); ok {
		return t
	}
	return f.Type.SimpleString()
}

// described finds what DESCRIBE and SHOW COLUMNS tell about.
func (s *Session) described(ctx context.Context, name []string) (logical.Table, types.StructType, *catalog.Entry, error) {
	r, ok, err := n(s).Relation(ctx, name, nil, nil)
	if err != nil {
		return nil, types.StructType{}, nil, err
	}
	if !ok {
		return nil, types.StructType{}, nil, s.notRead(name)
	}
	e, _, err := s.entry(ctx, name)
	switch {
	case err != nil:
		return nil, types.StructType{}, nil, err
	case r.Plan != nil:
		return nil, schemaOf(r.Plan), nil, nil
	case r.View != nil:
		node, err := s.analyze(ctx, &plan.NamedTable{Name: name})
		if err != nil {
			return nil, types.StructType{}, nil, err
		}
		return nil, commented(schemaOf(node), e.Schema), e, nil
	}
	return r.Table, tableColumns(r.Table), e, nil
}

// tableColumns is the schema of a table without its hidden metadata columns.
func tableColumns(t logical.Table) types.StructType {
	s := t.Schema()
	if h, ok := t.(interface{ HiddenColumns() int }); ok {
		s.Fields = s.Fields[:len(s.Fields)-h.HiddenColumns()]
	}
	return s
}

func (s *Session) describeTable(ctx context.Context, c *plan.Describe) (*answer, error) {
	table, schema, e, err := s.described(ctx, c.Name)
	if err != nil {
		return nil, err
	}
	if len(c.Column) > 0 {
		return describeColumn(schema, c.Column)
	}
	a := &answer{describeSchema, columnRows(schema)}
	var partitions []string
	if d, ok := table.(*scan.Delta); ok {
		partitions = d.Snapshot().Metadata.PartitionColumns
	} else if e != nil {
		partitions = e.PartitionBy
	}
	if len(partitions) > 0 {
		a.rows = append(a.rows, []any{"# Partition Information", "", ""}, []any{"# col_name", "data_type", "comment"})
		for _, p := range partitions {
			if f, _, ok := schema.Field(p); ok {
				comment, _ := f.Metadata["comment"].(string)
				a.rows = append(a.rows, []any{f.Name, shownType(f), nullable(comment)})
			}
		}
	}
	if !c.Extended || table == nil && e == nil {
		return a, nil
	}
	a.rows = append(a.rows, []any{"", "", ""}, []any{"# Detailed Table Information", "", ""})
	if e != nil {
		a.rows = append(a.rows, []any{"Catalog", catalogName, ""}, []any{"Database", e.Namespace, ""}, []any{"Table", e.Name, ""},
			[]any{"Created Time", e.Created.UTC().Format("Mon Jan 02 15:04:05 MST 2006"), ""}, []any{"Type", string(e.Kind), ""}, []any{"Provider", e.Provider, ""})
		if e.Comment != "" {
			a.rows = append(a.rows, []any{"Comment", e.Comment, ""})
		}
		if e.Kind == catalog.View {
			a.rows = append(a.rows, []any{"View Text", e.ViewText, ""})
		} else {
			a.rows = append(a.rows, []any{"Location", e.Location, ""})
		}
	}
	if d, ok := table.(*scan.Delta); ok {
		a.rows = append(a.rows, []any{"Table Properties", propertyList(d.Snapshot()), ""})
	}
	return a, nil
}

func propertyList(snap *log.Snapshot) string {
	all := deltaProperties(snap)
	var l []string
	for _, k := range slices.Sorted(maps.Keys(all)) {
		l = append(l, k+"="+all[k])
	}
	return "[" + strings.Join(l, ",") + "]"
}

// deltaProperties are a table's properties as SHOW TBLPROPERTIES lists them: its configuration, versions and features.
func deltaProperties(snap *log.Snapshot) map[string]string {
	all := maps.Clone(snap.Metadata.Configuration)
	if all == nil {
		all = map[string]string{}
	}
	all["delta.minReaderVersion"] = strconv.Itoa(snap.Protocol.MinReaderVersion)
	all["delta.minWriterVersion"] = strconv.Itoa(snap.Protocol.MinWriterVersion)
	for _, f := range append(slices.Clone(snap.Protocol.ReaderFeatures), snap.Protocol.WriterFeatures...) {
		all["delta.feature."+f] = "supported"
	}
	return all
}

func describeColumn(schema types.StructType, column []string) (*answer, error) {
	f, _, ok := schema.Field(column[0])
	if !ok || len(column) > 1 {
		return nil, sparkerr.New("COLUMN_NOT_FOUND", "colName", sparkerr.QuoteID(column...), "caseSensitiveConfig", "\"spark.sql.caseSensitive\"")
	}
	comment, _ := f.Metadata["comment"].(string)
	if comment == "" {
		comment = "NULL"
	}
	return &answer{columns("!info_name", types.String, "!info_value", types.String),
		[][]any{{"col_name", f.Name}, {"data_type", shownType(f)}, {"comment", comment}}}, nil
}

func (s *Session) describeNamespace(ctx context.Context, c *plan.Describe) (*answer, error) {
	ns, err := s.namespaceOf(c.Name)
	if err != nil {
		return nil, err
	}
	n, err := s.catalog.Namespace(ctx, ns)
	if err != nil {
		return nil, err
	}
	a := &answer{schema: columns("!info_name", types.String, "!info_value", types.String), rows: [][]any{
		{"Catalog Name", catalogName}, {"Namespace Name", n.Name}, {"Comment", n.Comment}, {"Location", n.Location}, {"Owner", owner()}}}
	if c.Extended {
		var l []string
		for _, k := range slices.Sorted(maps.Keys(n.Properties)) {
			l = append(l, "("+k+","+n.Properties[k]+")")
		}
		a.rows = append(a.rows, []any{"Properties", "(" + strings.Join(l, ", ") + ")"})
	}
	return a, nil
}

func (s *Session) describeFunction(c *plan.Describe) (*answer, error) {
	name := strings.ToLower(c.Name[len(c.Name)-1])
	f, ok := s.fns.Lookup(name)
	if !ok {
		return nil, sparkerr.New("UNRESOLVED_ROUTINE", "routineName", sparkerr.QuoteID(c.Name...), "searchPath", "[`system`.`builtin`, `system`.`session`, `spark_catalog`.`default`]")
	}
	a := &answer{schema: columns("!function_desc", types.String), rows: [][]any{{"Function: " + f.Name}, {"Usage: " + f.Doc.Summary}}}
	return a, nil
}

func (s *Session) showColumns(ctx context.Context, c *plan.Show) (*answer, error) {
	_, schema, _, err := s.described(ctx, c.Name)
	if err != nil {
		return nil, err
	}
	a := &answer{schema: columns("!col_name", types.String)}
	for _, f := range schema.Fields {
		a.rows = append(a.rows, []any{f.Name})
	}
	return a, nil
}

func (s *Session) showProperties(ctx context.Context, c *plan.Show) (*answer, error) {
	table, _, e, err := s.described(ctx, c.Name)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	if d, ok := table.(*scan.Delta); ok {
		all = deltaProperties(d.Snapshot())
	} else if e != nil {
		all = e.Properties
	}
	a := &answer{schema: keyValue}
	if c.Key != "" {
		v, ok := all[c.Key]
		if !ok {
			v = "Table " + strings.Join(c.Name, ".") + " does not have property: " + c.Key
		}
		a.rows = [][]any{{c.Key, v}}
		return a, nil
	}
	for _, k := range slices.Sorted(maps.Keys(all)) {
		a.rows = append(a.rows, []any{k, all[k]})
	}
	return a, nil
}

// dropTable is DROP TABLE and DROP VIEW; temporary views go first.
func (s *Session) dropTable(ctx context.Context, c *plan.DropTable) (*answer, error) {
	if s.dropView(c.Name) {
		return nothing, nil
	}
	ns, name, ok := s.split(c.Name)
	e, exists, err := s.entry(ctx, c.Name)
	if err != nil {
		return nil, err
	}
	if !ok || !exists {
		if c.IfExists {
			return nothing, nil
		}
		if !ok {
			return nil, s.notFound(c.Name)
		}
		return nil, sparkerr.New("TABLE_OR_VIEW_NOT_FOUND", "relationName", sparkerr.QuoteID(catalogName, ns, name), "searchPath", "["+sparkerr.QuoteID(catalogName, s.current())+"]")
	}
	if c.View && e.Kind != catalog.View {
		return nil, sparkerr.New("WRONG_COMMAND_FOR_OBJECT_TYPE", "operation", "DROP VIEW", "requiredType", "VIEW or METRIC_VIEW",
			"objectName", strings.Join([]string{catalogName, ns, name}, "."), "foundType", string(e.Kind), "alternative", "DROP TABLE")
	}
	return nothing, s.dropEntry(ctx, ns, name)
}

func (s *Session) dropView(name []string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	views, key := s.views, strings.ToLower(name[len(name)-1])
	if len(name) == 2 && strings.EqualFold(name[0], globalTemp) {
		views = s.globals
	} else if len(name) > 1 {
		return false
	}
	_, ok := views[key]
	delete(views, key)
	return ok
}

// dropEntry forgets a table and removes the data of a managed one.
func (s *Session) dropEntry(ctx context.Context, ns, name string) error {
	e, ok, err := s.catalog.Lookup(ctx, ns, name)
	if err != nil || !ok {
		return err
	}
	if err := s.catalog.Drop(ctx, ns, name); err != nil {
		return err
	}
	if e.Kind != catalog.Managed {
		return nil
	}
	s.tables.Forget(e.Location)
	return s.removeAll(ctx, e.Location)
}

func (s *Session) travel(options map[string]string) (*analyze.TimeTravel, error) {
	v, byVersion := option(options, "versionAsOf")
	t, byTime := option(options, "timestampAsOf")
	switch {
	case byVersion && byTime:
		return nil, sparkerr.New("DELTA_ONEOF_IN_TIMETRAVEL")
	case byVersion:
		n, err := strconv.ParseInt(strings.TrimSpace(v), 10, 64)
		if err != nil {
			return nil, sparkerr.New("DELTA_TIME_TRAVEL_INVALID_VERSION", "version", v)
		}
		return &analyze.TimeTravel{Version: n}, nil
	case byTime:
		micros, err := s.timestamp(t)
		if err != nil {
			return nil, err
		}
		return &analyze.TimeTravel{Timestamp: &micros}, nil
	}
	return nil, nil
}
