package session

import (
	"context"
	"strings"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/analyze"
	"github.com/flintlake/flintlake/internal/conf"
	"github.com/flintlake/flintlake/internal/delta/ops"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/scan"
)

// Schemas of the rows that DML commands return.
var (
	mergeCounts = columns("num_affected_rows", types.Long, "num_updated_rows", types.Long, "num_deleted_rows", types.Long, "num_inserted_rows", types.Long)
	rowCount    = columns("num_affected_rows", types.Long)
)

// staticSchema is the schema of a command's answer, known without running it; empty for commands without rows.
func staticSchema(cmd plan.Command) types.StructType {
	switch c := cmd.(type) {
	case *plan.Merge:
		return mergeCounts
	case *plan.Update, *plan.Delete:
		return rowCount
	case *plan.Describe:
		switch c.Kind {
		case "history":
			return historySchema
		case "detail":
			return detailSchema
		}
		return describeSchema
	case *plan.Optimize, *plan.Reorg:
		return optimizeSchema
	case *plan.Vacuum:
		return pathSchema
	case *plan.Restore:
		return restoreSchema
	case *plan.CloneTable:
		return cloneSchema
	case *plan.SetConf:
		return keyValue
	}
	return types.StructType{}
}

// dml is what changing a table needs: an analyzer and an environment that share one query's settings.
func (s *Session) dml(ctx context.Context) (*analyze.Analyzer, *ops.Env, error) {
	env, err := s.env()
	if err != nil {
		return nil, nil, err
	}
	o := &ops.Env{
		Context: s.execContext(ctx, env), Conf: env.Conf, Now: time.UnixMicro(env.Now),
		Plan: func(n logical.Node) (exec.Node, error) { return s.physical(n, env) },
	}
	return s.analyzer(ctx, env), o, nil
}

func (s *Session) merge(ctx context.Context, c *plan.Merge) (*answer, error) {
	a, env, err := s.dml(ctx)
	if err != nil {
		return nil, err
	}
	m, err := a.Merge(ctx, c)
	if err != nil {
		return nil, err
	}
	n, err := ops.Merge(env, m)
	if err != nil {
		return nil, err
	}
	return &answer{mergeCounts, [][]any{{n.Affected, n.Updated, n.Deleted, n.Inserted}}}, nil
}

func (s *Session) update(ctx context.Context, c *plan.Update) (*answer, error) {
	a, env, err := s.dml(ctx)
	if err != nil {
		return nil, err
	}
	u, err := a.Update(ctx, c)
	if err != nil {
		return nil, err
	}
	n, err := ops.Update(env, u)
	if err != nil {
		return nil, err
	}
	return &answer{rowCount, [][]any{{n.Affected}}}, nil
}

func (s *Session) delete(ctx context.Context, c *plan.Delete) (*answer, error) {
	a, env, err := s.dml(ctx)
	if err != nil {
		return nil, err
	}
	d, err := a.Delete(ctx, c)
	if err != nil {
		return nil, err
	}
	n, err := ops.Delete(env, d)
	if err != nil {
		return nil, err
	}
	return &answer{rowCount, [][]any{{n.Affected}}}, nil
}

func (s *Session) truncate(ctx context.Context, c *plan.Truncate) (*answer, error) {
	if done, err := s.truncateFiles(ctx, c); done || err != nil {
		return nothing, err
	}
	if len(c.Partition) > 0 {
		return nil, sparkerr.Unsupported("TRUNCATE TABLE … PARTITION")
	}
	if _, err := s.delete(ctx, &plan.Delete{Target: c.Target}); err != nil {
		return nil, err
	}
	return nothing, nil
}

// insert is INSERT in all its forms.
func (s *Session) insert(ctx context.Context, c *plan.Insert) (*answer, error) {
	a, env, err := s.dml(ctx)
	if err != nil {
		return nil, err
	}
	i, err := a.Insert(ctx, c)
	if err != nil {
		return nil, err
	}
	if t, ok := i.Target.Table.(*scan.Files); ok {
		return nothing, s.insertFiles(ctx, env, c, i, t)
	}
	_, err = ops.Insert(env, i, s.writeOptions(c.Options))
	return nothing, err
}

// writeOptions reads the options of a writer, and the session's, that concern the commit and not the rows.
func (s *Session) writeOptions(options map[string]string) ops.WriteOptions {
	var w ops.WriteOptions
	w.UserMetadata = conf.DeltaUserMetadata.Get(s.settings)
	if v, ok := option(options, "userMetadata"); ok {
		w.UserMetadata = v
	}
	app, version := conf.DeltaTxnAppID.Get(s.settings), conf.DeltaTxnVersion.Get(s.settings)
	if v, ok := option(options, "txnAppId"); ok {
		app = v
		version, _ = option(options, "txnVersion")
	}
	if app != "" && version != "" {
		w.Txn = transactionOf(app, version)
	}
	return w
}

// write is df.write.
func (s *Session) write(ctx context.Context, c *plan.Write) (*answer, error) {
	format := strings.ToLower(c.Format)
	if format == "" {
		format = conf.DefaultSource.Get(s.settings)
	}
	path := c.Path
	if p, ok := option(c.Options, "path"); ok && path == "" {
		path = p
	}
	if len(c.SortBy) > 0 && c.NumBuckets == 0 {
		return nil, sparkerr.New("SORT_BY_WITHOUT_BUCKETING")
	}
	if len(c.Table) > 0 {
		return s.writeTable(ctx, c, format, path)
	}
	if path == "" {
		return nil, sparkerr.New("_LEGACY_ERROR_TEMP_2047")
	}
	if format != "delta" {
		return s.writeFiles(ctx, c, format, path)
	}
	t, err := s.tables.Open(path)
	if err != nil {
		return nil, err
	}
	exists, err := t.Exists(ctx)
	if err != nil {
		return nil, err
	}
	target := newDelta{log: t, name: "delta.`" + path + "`", path: path}
	if !exists {
		return s.createFrom(ctx, target, c, "WRITE")
	}
	switch c.Mode {
	case plan.ErrorIfExists:
		return nil, sparkerr.New("DELTA_PATH_EXISTS", "path", t.URI())
	case plan.Ignore:
		return nothing, nil
	}
	return s.writeExisting(ctx, target, plan.Table{Name: []string{"delta", path}}, c)
}

// writeTable is saveAsTable and insertInto.
func (s *Session) writeTable(ctx context.Context, c *plan.Write, format, path string) (*answer, error) {
	e, exists, err := s.entry(ctx, c.Table)
	if err != nil {
		return nil, err
	}
	if c.InsertInto {
		return s.insert(ctx, &plan.Insert{Target: plan.Table{Name: c.Table}, Input: c.Input, Overwrite: c.Mode == plan.Overwrite, Options: c.Options})
	}
	ns, name, ok := s.split(c.Table)
	if !ok {
		return nil, sparkerr.New("REQUIRES_SINGLE_PART_NAMESPACE", "sessionCatalog", catalogName, "namespace", sparkerr.QuoteID(c.Table[:len(c.Table)-1]...))
	}
	if exists {
		switch c.Mode {
		case plan.ErrorIfExists:
			return nil, sparkerr.New("TABLE_OR_VIEW_ALREADY_EXISTS", "relationName", sparkerr.QuoteID(catalogName, ns, name))
		case plan.Ignore:
			return nothing, nil
		}
		if e.Provider != format && c.Format != "" {
			return nil, sparkerr.New("_LEGACY_ERROR_TEMP_1159", "tableName", ns+"."+name, "existingProvider", e.Provider, "specifiedProvider", format)
		}
		if e.Provider == "delta" {
			t, err := s.tables.Open(e.Location)
			if err != nil {
				return nil, err
			}
			return s.writeExisting(ctx, newDelta{log: t, entry: e, name: catalogName + "." + ns + "." + name, path: e.Location}, plan.Table{Name: c.Table}, c)
		}
		return s.writeFileTable(ctx, e, c)
	}
	return s.createTable(ctx, &plan.CreateTable{Name: c.Table, Provider: format, Location: path, PartitionBy: namesOf(c.PartitionBy), ClusterBy: parts(c.ClusterBy), Query: c.Input, Options: c.Options})
}

func namesOf(list []string) []plan.Expr {
	var out []plan.Expr
	for _, n := range list {
		out = append(out, &plan.Attribute{Parts: []string{n}})
	}
	return out
}

func parts(list []string) [][]string {
	var out [][]string
	for _, n := range list {
		out = append(out, []string{n})
	}
	return out
}

// writeExisting appends to a Delta table, or overwrites it, by name.
func (s *Session) writeExisting(ctx context.Context, t newDelta, target plan.Table, c *plan.Write) (*answer, error) {
	overwrite := c.Mode == plan.Overwrite
	where, hasWhere := option(c.Options, "replaceWhere")
	overwriteSchema := isTrue(c.Options, "overwriteSchema")
	dynamic := dynamicOverwrite(s, c.Options)
	switch {
	case hasWhere && !overwrite:
		return nil, sparkerr.New("DELTA_REPLACE_WHERE_WITH_APPEND_MODE")
	case hasWhere && overwriteSchema:
		return nil, sparkerr.New("DELTA_REPLACE_WHERE_WITH_OVERWRITE_SCHEMA")
	case overwriteSchema && dynamic:
		return nil, sparkerr.New("DELTA_OVERWRITE_SCHEMA_WITH_DYNAMIC_PARTITION_OVERWRITE")
	case overwrite && overwriteSchema:
		return s.createFrom(ctx, t, c, "WRITE")
	}
	if err := s.samePartitions(ctx, t, c); err != nil {
		return nil, err
	}
	i := &plan.Insert{Target: target, Input: c.Input, ByName: true, Overwrite: overwrite, Options: c.Options,
		SchemaEvolution: isTrue(c.Options, "mergeSchema") || conf.DeltaAutoMerge.Get(s.settings)}
	if hasWhere {
		i.Replace = &plan.Text{SQL: where}
	}
	return s.insert(ctx, i)
}

func isTrue(options map[string]string, key string) bool {
	v, ok := option(options, key)
	return ok && strings.EqualFold(v, "true")
}

// dynamicOverwrite tells whether an overwrite replaces only the partitions that get rows.
func dynamicOverwrite(s *Session, options map[string]string) bool {
	if v, ok := option(options, "partitionOverwriteMode"); ok {
		return strings.EqualFold(v, "dynamic")
	}
	return conf.PartitionOverwriteMode.Get(s.settings) == "DYNAMIC"
}

// samePartitions refuses partitionBy that differs from the table's.
func (s *Session) samePartitions(ctx context.Context, t newDelta, c *plan.Write) error {
	if len(c.PartitionBy) == 0 {
		return nil
	}
	snap, err := t.log.Snapshot(ctx)
	if err != nil {
		return err
	}
	if have := snap.Metadata.PartitionColumns; !equalFold(have, c.PartitionBy) {
		return sparkerr.New("DELTA_PARTITION_COLUMN_MISMATCH", "existing", strings.Join(have, ","), "given", strings.Join(c.PartitionBy, ","))
	}
	return nil
}

func equalFold(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !strings.EqualFold(a[i], b[i]) {
			return false
		}
	}
	return true
}
