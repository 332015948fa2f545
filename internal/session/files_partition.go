package session

import (
	"context"
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/catalog"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/scan"
)

// partitionMarker keeps the folder of a partition without files: stores have no empty folders. Readers skip hidden files.
const partitionMarker = ".partition"

// partitionValues are the texts of a PARTITION clause by column, in the table's order; columns without a value are left out.
func (s *Session) partitionValues(ctx context.Context, e *catalog.Entry, spec []plan.PartitionValue) (map[string]*string, error) {
	env, err := s.env()
	if err != nil {
		return nil, err
	}
	out := map[string]*string{}
	for _, v := range spec {
		i := slices.IndexFunc(e.PartitionBy, func(p string) bool { return s.sameName(p, v.Name) })
		if i < 0 {
			return nil, sparkerr.New("PARTITIONS_NOT_FOUND", "partitionList", sparkerr.QuoteID(v.Name), "tableName", sparkerr.QuoteID(catalogName, e.Namespace, e.Name))
		}
		if v.Value == nil {
			continue
		}
		f, _, _ := e.Schema.Field(e.PartitionBy[i])
		l, err := s.analyzer(ctx, env).Constant(ctx, v.Value, f.Type)
		if err != nil {
			return nil, err
		}
		if l, err = s.analyzer(ctx, env).Constant(ctx, &plan.Cast{Child: &plan.Literal{Type: l.DataType, Value: l.Value}, Type: types.String}, types.String); err != nil {
			return nil, err
		}
		out[e.PartitionBy[i]] = nil
		if text, ok := l.Value.(string); ok {
			out[e.PartitionBy[i]] = &text
		}
	}
	return out, nil
}

// partitionFolder is the folder of a full PARTITION clause.
func (s *Session) partitionFolder(ctx context.Context, e *catalog.Entry, spec []plan.PartitionValue) (string, error) {
	values, err := s.partitionValues(ctx, e, spec)
	if err != nil {
		return "", err
	}
	var texts []*string
	for _, p := range e.PartitionBy {
		v, ok := values[p]
		if !ok {
			return "", sparkerr.New("_LEGACY_ERROR_TEMP_1232", "specKeys", strings.Join(slices.Sorted(keysOf(values)), ", "), "partitionColumnNames", strings.Join(e.PartitionBy, ", "),
				"tableName", sparkerr.QuoteID(catalogName, e.Namespace, e.Name))
		}
		texts = append(texts, v)
	}
	return scan.FolderOf(e.PartitionBy, texts), nil
}

func keysOf(m map[string]*string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// partitionFolders are the folders of the partitions that a (partial) PARTITION clause selects, relative to the table.
func (s *Session) partitionFolders(ctx context.Context, e *catalog.Entry, spec []plan.PartitionValue) ([]string, error) {
	values, err := s.partitionValues(ctx, e, spec)
	if err != nil {
		return nil, err
	}
	store, root, err := s.stores.Resolve(e.Location)
	if err != nil {
		return nil, err
	}
	found := []string{""}
	for _, p := range e.PartitionBy {
		wanted, fixed := "", false
		if v, ok := values[p]; ok {
			wanted, fixed = scan.FolderOf([]string{p}, []*string{v}), true
		}
		var below []string
		for _, dir := range found {
			list, err := folders(ctx, store, objstore.Join(root, dir))
			if err != nil {
				return nil, err
			}
			for _, info := range list {
				if name := info.Name(); strings.Contains(name, "=") && (!fixed || name == wanted) {
					below = append(below, strings.TrimPrefix(dir+"/"+name, "/"))
				}
			}
		}
		found = below
	}
	return found, nil
}

// partitioned finds a table of files with partitions, for SHOW PARTITIONS.
func (s *Session) partitioned(ctx context.Context, name []string) (*catalog.Entry, error) {
	e, ok, err := s.entry(ctx, name)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, s.notFound(name)
	}
	quoted := sparkerr.QuoteID(catalogName, e.Namespace, e.Name)
	if e.Provider == "delta" {
		return nil, sparkerr.New("INVALID_PARTITION_OPERATION.PARTITION_MANAGEMENT_IS_UNSUPPORTED", "name", quoted)
	}
	if len(e.PartitionBy) == 0 {
		return nil, sparkerr.New("INVALID_PARTITION_OPERATION.PARTITION_SCHEMA_IS_EMPTY", "name", quoted)
	}
	return e, nil
}

// showPartitions is SHOW PARTITIONS.
func (s *Session) showPartitions(ctx context.Context, c *plan.Show) (*answer, error) {
	e, err := s.partitioned(ctx, c.Name)
	if err != nil {
		return nil, err
	}
	list, err := s.partitionFolders(ctx, e, c.Partition)
	if err != nil {
		return nil, err
	}
	a := &answer{schema: columns("!partition", types.String)}
	slices.Sort(list)
	for _, p := range list {
		a.rows = append(a.rows, []any{p})
	}
	return a, nil
}

// alterPartitions adds, drops and renames partitions; done is false for other actions.
func (s *Session) alterPartitions(ctx context.Context, e *catalog.Entry, action plan.AlterAction) (done bool, err error) {
	switch a := action.(type) {
	case *plan.AlterAddPartition:
		for i, spec := range a.Partitions {
			if i < len(a.Locations) && a.Locations[i] != "" {
				return true, sparkerr.Unsupported("ADD PARTITION … LOCATION")
			}
			if err := s.addPartition(ctx, e, spec, a.IfNotExists); err != nil {
				return true, err
			}
		}
	case *plan.AlterDropPartition:
		for _, spec := range a.Partitions {
			if err := s.dropPartition(ctx, e, spec, a.IfExists); err != nil {
				return true, err
			}
		}
	case *plan.AlterRecoverPartitions: // folders are the partitions
	default:
		return false, nil
	}
	return true, nil
}

func (s *Session) addPartition(ctx context.Context, e *catalog.Entry, spec []plan.PartitionValue, ifNotExists bool) error {
	folder, err := s.partitionFolder(ctx, e, spec)
	if err != nil {
		return err
	}
	store, root, err := s.stores.Resolve(e.Location)
	if err != nil {
		return err
	}
	taken, err := s.exists(ctx, e.Location+"/"+folder)
	switch {
	case err != nil:
		return err
	case taken && ifNotExists:
		return nil
	case taken:
		return sparkerr.New("PARTITIONS_ALREADY_EXIST", "partitionList", "PARTITION (`"+strings.ReplaceAll(strings.ReplaceAll(folder, "=", "` = "), "/", ", `")+")",
			"tableName", sparkerr.QuoteID(e.Namespace, e.Name))
	}
	return store.Put(ctx, objstore.Join(root, folder, partitionMarker), nil)
}

func (s *Session) dropPartition(ctx context.Context, e *catalog.Entry, spec []plan.PartitionValue, ifExists bool) error {
	list, err := s.partitionFolders(ctx, e, spec)
	if err != nil {
		return err
	}
	if len(list) == 0 && !ifExists {
		folder, err := s.partitionFolder(ctx, e, spec)
		if err != nil {
			return err
		}
		return sparkerr.New("PARTITIONS_NOT_FOUND", "partitionList", "PARTITION (`"+strings.ReplaceAll(strings.ReplaceAll(folder, "=", "` = "), "/", ", `")+")",
			"tableName", sparkerr.QuoteID(e.Namespace, e.Name))
	}
	for _, f := range list {
		if err := s.removeAll(ctx, e.Location+"/"+f); err != nil {
			return err
		}
	}
	return nil
}
