package session

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/analyze"
	"github.com/flintlake/flintlake/internal/catalog"
	"github.com/flintlake/flintlake/internal/conf"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/delta/ops"
	"github.com/flintlake/flintlake/internal/plan"
)

var (
	fileSizes = columns("min", types.Long, "max", types.Long, "avg", types.Double, "totalFiles", types.Long, "totalSize", types.Long)
	// optimizeSchema is that of OPTIMIZE (Delta's OptimizeMetrics, without what concerns clusters of machines).
	optimizeSchema = columns("path", types.String, "metrics", columns("numFilesAdded", types.Long, "numFilesRemoved", types.Long,
		"filesAdded", fileSizes, "filesRemoved", fileSizes, "partitionsOptimized", types.Long, "numBatches", types.Long,
		"totalConsideredFiles", types.Long, "totalFilesSkipped", types.Long, "preserveInsertionOrder", types.Boolean,
		"deletionVectorStats", columns("numDeletionVectorsRemoved", types.Long)))

	restoreSchema = columns("table_size_after_restore", types.Long, "num_of_files_after_restore", types.Long, "num_removed_files", types.Long,
		"num_restored_files", types.Long, "removed_files_size", types.Long, "restored_files_size", types.Long)

	cloneSchema = columns("source_table_size", types.Long, "source_num_of_files", types.Long, "num_removed_files", types.Long,
		"num_copied_files", types.Long, "removed_files_size", types.Long, "copied_files_size", types.Long)

	pathSchema = columns("path", types.String)
)

// deltaOnly is deltaLog with the condition of commands that are Delta's own.
func (s *Session) deltaOnly(ctx context.Context, name []string, operation string) (*log.Table, *catalog.Entry, error) {
	t, e, err := s.deltaLog(ctx, name)
	if sparkerr.Condition(err) == "DELTA_TABLE_ONLY_OPERATION" {
		err = sparkerr.New("DELTA_ONLY_OPERATION", "operation", operation)
	}
	return t, e, err
}

func (s *Session) optimize(ctx context.Context, c *plan.Optimize) (*answer, error) {
	if c.Full {
		return nil, sparkerr.New("DELTA_OPTIMIZE_FULL_NOT_SUPPORTED")
	}
	how := ops.Rearrange{FileBytesMin: conf.DeltaOptimizeMinFileSize.Get(s.settings), FileBytesMax: conf.DeltaOptimizeMaxFileSize.Get(s.settings)}
	for _, z := range c.ZOrder {
		how.ZOrder = append(how.ZOrder, strings.Join(z, "."))
	}
	return s.rearrange(ctx, c.Target, c.Where, how, "OPTIMIZE")
}

func (s *Session) reorg(ctx context.Context, c *plan.Reorg) (*answer, error) {
	how := ops.Rearrange{Purge: true, FileBytesMin: conf.DeltaOptimizeMinFileSize.Get(s.settings), FileBytesMax: conf.DeltaOptimizeMaxFileSize.Get(s.settings)}
	return s.rearrange(ctx, c.Target, c.Where, how, "REORG")
}

func (s *Session) rearrange(ctx context.Context, table plan.Table, where plan.Expr, how ops.Rearrange, operation string) (*answer, error) {
	t, _, err := s.deltaOnly(ctx, table.Name, operation)
	if err != nil {
		return nil, err
	}
	a, env, err := s.dml(ctx)
	if err != nil {
		return nil, err
	}
	goal, cond, err := a.Target(ctx, table, where, operation)
	if err != nil {
		return nil, err
	}
	how.Where = cond
	r, err := ops.Optimize(env, goal, how)
	if err != nil {
		return nil, err
	}
	return &answer{optimizeSchema, [][]any{{t.URI(), []any{r.FilesAdded, r.FilesRemoved, sizesRow(r.Added), sizesRow(r.Removed), r.Partitions, r.Bins,
		r.Considered, r.Skipped, len(how.ZOrder) == 0, []any{r.VectorsRemoved}}}}}, nil
}

func sizesRow(sizes []int64) []any {
	if len(sizes) == 0 {
		return []any{nil, nil, 0.0, int64(0), int64(0)}
	}
	total := int64(0)
	for _, n := range sizes {
		total += n
	}
	return []any{sizes[0], sizes[len(sizes)-1], float64(total) / float64(len(sizes)), int64(len(sizes)), total}
}

func (s *Session) vacuum(ctx context.Context, c *plan.Vacuum) (*answer, error) {
	if c.Inventory != nil {
		return nil, sparkerr.Unsupported("VACUUM … USING INVENTORY")
	}
	t, _, err := s.deltaOnly(ctx, c.Target.Name, "VACUUM")
	if err != nil {
		return nil, err
	}
	a, env, err := s.dml(ctx)
	if err != nil {
		return nil, err
	}
	v := ops.Vacuum{Check: conf.DeltaRetentionCheck.Get(s.settings), DryRun: c.DryRun, Lite: c.Kind == "LITE",
		Log: !strings.EqualFold(env.Conf("spark.databricks.delta.vacuum.logging.enabled"), "false")}
	if c.RetainHours != nil {
		l, err := a.Constant(ctx, c.RetainHours, types.Double)
		if err != nil {
			return nil, err
		}
		hours, ok := l.Value.(float64)
		if !ok || math.Abs(hours) > 1e9 {
			return nil, sparkerr.New("PARSE_SYNTAX_ERROR", "error", "'RETAIN'", "hint", "")
		}
		keep := time.Duration(min(hours, 2e6) * float64(time.Hour))
		v.Retention = &keep
	}
	found, err := v.Run(env, t)
	if err != nil {
		return nil, err
	}
	out := &answer{schema: pathSchema}
	if !c.DryRun {
		out.rows = [][]any{{t.URI()}}
		return out, nil
	}
	for _, key := range found {
		out.rows = append(out.rows, []any{t.Store().URI(key)})
	}
	return out, nil
}

// travelOf evaluates VERSION AS OF and TIMESTAMP AS OF of a command.
func (s *Session) travelOf(ctx context.Context, to *plan.TimeTravel) (*analyze.TimeTravel, error) {
	a, _, err := s.dml(ctx)
	if err != nil || to == nil {
		return nil, err
	}
	if to.Version != nil {
		l, err := a.Constant(ctx, to.Version, types.Long)
		if err != nil {
			return nil, err
		}
		n, _ := l.Value.(int64)
		return &analyze.TimeTravel{Version: n}, nil
	}
	l, err := a.Constant(ctx, to.Timestamp, types.Timestamp)
	if err != nil {
		return nil, err
	}
	micros, _ := l.Value.(int64)
	return &analyze.TimeTravel{Version: -1, Timestamp: &micros}, nil
}

func (s *Session) restore(ctx context.Context, c *plan.Restore) (*answer, error) {
	t, _, err := s.deltaOnly(ctx, c.Target.Name, "RESTORE")
	if err != nil {
		return nil, err
	}
	at, err := s.travelOf(ctx, &c.To)
	if err != nil {
		return nil, err
	}
	asked := log.Params{{Name: "version", Value: at.Version}, {Name: "timestamp", Value: nil}}
	version := at.Version
	if at.Timestamp != nil {
		when := time.UnixMicro(*at.Timestamp).UTC()
		if version, err = t.VersionAt(ctx, when, log.Strict); err != nil {
			return nil, restoreTime(err)
		}
		asked[0].Value, asked[1].Value = nil, when.Format("2006-01-02 15:04:05.000")
	}
	first, last, err := t.VersionsKept(ctx)
	if err != nil {
		return nil, err
	}
	if version < first || version > last {
		return nil, sparkerr.New("DELTA_CANNOT_RESTORE_TABLE_VERSION", "version", fmt.Sprint(version), "startVersion", fmt.Sprint(first), "endVersion", fmt.Sprint(last))
	}
	to, err := t.SnapshotAt(ctx, version)
	if err != nil {
		return nil, err
	}
	_, env, err := s.dml(ctx)
	if err != nil {
		return nil, err
	}
	m, ok, err := ops.Restore(env, t, to, asked)
	if err != nil || !ok {
		return nothing, err
	}
	return &answer{restoreSchema, [][]any{{m.Bytes, m.Files, m.RemovedFiles, m.RestoredFiles, m.RemovedBytes, m.RestoredSize}}}, nil
}

// restoreTime turns the conditions of reading at a time into those of RESTORE.
func restoreTime(err error) error {
	e := sparkerr.From(err)
	switch e.Condition {
	case "DELTA_TIMESTAMP_EARLIER_THAN_COMMIT_RETENTION":
		return sparkerr.New("DELTA_CANNOT_RESTORE_TIMESTAMP_EARLIER", "requestedTimestamp", e.Params["userTimestamp"], "earliestTimestamp", e.Params["commitTs"])
	case "DELTA_TIMESTAMP_GREATER_THAN_COMMIT":
		return sparkerr.New("DELTA_CANNOT_RESTORE_TIMESTAMP_GREATER", "requestedTimestamp", e.Params["providedTimestamp"], "latestTimestamp", e.Params["lastCommitTimestamp"])
	}
	return err
}

func (s *Session) clone(ctx context.Context, c *plan.CloneTable) (*answer, error) {
	if !c.Shallow {
		return nil, sparkerr.Unsupported("deep CLONE")
	}
	source, e, err := s.deltaOnly(ctx, c.Source.Name, "CLONE")
	if err != nil {
		return nil, err
	}
	at, err := s.travelOf(ctx, c.Source.TimeTravel)
	if err != nil {
		return nil, err
	}
	from, err := snapshotAt(ctx, source, at)
	if err != nil {
		return nil, err
	}
	name := source.Name()
	if e != nil {
		name = strings.Join([]string{catalogName, e.Namespace, e.Name}, ".")
	}
	to, entry, there, err := s.cloneTarget(ctx, c)
	if err != nil {
		return nil, err
	}
	switch {
	case there && c.IfNotExists:
		return &answer{schema: cloneSchema}, nil
	case there && !c.Replace:
		return nil, sparkerr.New("DELTA_TABLE_ALREADY_EXISTS", "tableName", sparkerr.QuoteID(append([]string{catalogName}, c.Name...)...))
	case there:
		return nil, sparkerr.New("DELTA_UNSUPPORTED_NON_EMPTY_CLONE")
	}
	_, env, err := s.dml(ctx)
	if err != nil {
		return nil, err
	}
	m, err := ops.ShallowClone(env, from, name, to, c.Properties)
	if err != nil {
		return nil, err
	}
	return &answer{cloneSchema, [][]any{{m.Bytes, m.Files, int64(0), int64(0), int64(0), int64(0)}}}, s.register(ctx, entry)
}

// cloneTarget is where a clone goes: a path, or a new entry of the catalog.
func (s *Session) cloneTarget(ctx context.Context, c *plan.CloneTable) (t *log.Table, entry *catalog.Entry, there bool, err error) {
	location := c.Location
	if len(c.Name) == 2 && strings.EqualFold(c.Name[0], "delta") && strings.Contains(c.Name[1], "/") {
		location = c.Name[1]
	} else {
		ns, name, ok := s.split(c.Name)
		if !ok {
			return nil, nil, false, sparkerr.New("REQUIRES_SINGLE_PART_NAMESPACE", "sessionCatalog", catalogName, "namespace", sparkerr.QuoteID(c.Name[:len(c.Name)-1]...))
		}
		if entry, there, err = s.catalog.Lookup(ctx, ns, name); err != nil {
			return nil, nil, false, err
		}
		if !there {
			if entry, err = s.newEntry(ctx, ns, name, "delta", &plan.CreateTable{Location: location}); err != nil {
				return nil, nil, false, err
			}
		}
		location = entry.Location
	}
	if t, err = s.tables.Open(location); err != nil {
		return nil, nil, false, err
	}
	exists, err := t.Exists(ctx)
	return t, entry, there || exists, err
}
