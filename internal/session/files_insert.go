package session

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/conf"
	"github.com/flintlake/flintlake/internal/delta/ops"
	"github.com/flintlake/flintlake/internal/eval"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/scan"
)

// insertFiles writes the resolved rows of an INSERT into a table of files.
func (s *Session) insertFiles(ctx context.Context, o *ops.Env, c *plan.Insert, in *logical.Insert, t *scan.Files) error {
	req := t.Request()
	if len(req.Paths) != 1 {
		return sparkerr.Unsupported("INSERT into a table of several paths")
	}
	w := scan.WriteRequest{Stores: s.stores, Format: req.Format, Path: req.Paths[0], Options: merged(req.Options, c.Options), Settings: s.settings,
		PartitionBy: t.PartitionColumns()}
	switch in.Mode {
	case logical.InsertAppend:
	case logical.InsertOverwrite, logical.InsertOverwritePartitions:
		w.Replace, w.Dynamic = true, in.Mode == logical.InsertOverwritePartitions
	default:
		return sparkerr.Unsupported("INSERT … REPLACE into a table that is not a Delta table")
	}
	if reads(in.Input, req.Paths[0]) && w.Replace {
		return sparkerr.New("UNSUPPORTED_OVERWRITE.TABLE", "table", quotedName(t.Name()))
	}
	below, err := s.staticFolder(o.Context.Env, in, w.PartitionBy)
	if err != nil {
		return err
	}
	w.Below = below
	if c.IfNotExists && below != "" {
		if taken, err := s.exists(ctx, w.Path+"/"+below); err != nil || taken {
			return err
		}
	}
	return s.writeNode(o.Context, in.Input, w)
}

func quotedName(name string) string { return sparkerr.QuoteID(strings.Split(name, ".")...) }

// staticFolder is the folder of the leading partition columns whose values the statement fixes.
func (s *Session) staticFolder(env *fn.Env, in *logical.Insert, partitionBy []string) (string, error) {
	var names []string
	var values []*string
	for _, p := range partitionBy {
		_, i, ok := in.Target.Schema.Field(p)
		e, fixed := in.StaticPartition[i]
		if !ok || !fixed {
			break
		}
		l, err := eval.Fold(partitionText(e, env), env)
		if err != nil {
			return "", err
		}
		names = append(names, p)
		if text, ok := l.Value.(string); ok {
			values = append(values, &text)
		} else {
			values = append(values, nil)
		}
	}
	if len(names) == 0 {
		return "", nil
	}
	return scan.FolderOf(names, values), nil
}

// partitionText is the text of a partition value as CAST to string makes it.
func partitionText(e expr.Expr, env *fn.Env) expr.Expr {
	if e.Type().ID() == types.IDString {
		return e
	}
	return &expr.Cast{Child: e, DataType: types.String, TimeZone: env.ZoneID, Implicit: true}
}

// writeNode runs a query and writes its rows: the columns of the files, then the texts of the partition values.
func (s *Session) writeNode(c *exec.Context, node logical.Node, w scan.WriteRequest) error {
	out := node.Output()
	var data, texts []expr.Expr
	partitions := make([]*expr.Attribute, len(w.PartitionBy))
	for _, a := range out {
		i := slices.IndexFunc(w.PartitionBy, func(p string) bool { return s.sameName(p, a.Name) })
		if i >= 0 {
			partitions[i] = a
			continue
		}
		data = append(data, a)
		w.Data.Fields = append(w.Data.Fields, types.StructField{Name: a.Name, Type: types.AsNullable(a.DataType), Nullable: true, Metadata: publicMetadata(a.Metadata)})
	}
	if len(w.PartitionBy) > 0 && len(data) == 0 {
		return sparkerr.New("ALL_PARTITION_COLUMNS_NOT_ALLOWED")
	}
	for i, a := range partitions {
		if a == nil {
			return missingPartition(w.PartitionBy[i], out)
		}
		switch a.DataType.ID() {
		case types.IDArray, types.IDMap, types.IDStruct, types.IDVariant:
			return sparkerr.New("INVALID_PARTITION_COLUMN_DATA_TYPE", "type", "\""+a.DataType.SQL()+"\"")
		}
		texts = append(texts, expr.NewAlias(partitionText(a, c.Env), a.Name))
	}
	if v, ok := option(w.Options, "maxRecordsPerFile"); ok {
		n, err := strconv.ParseInt(v, 10, 64)
		if err != nil {
			return sparkerr.New("_LEGACY_ERROR_TEMP_1139", "option", "maxRecordsPerFile", "value", v)
		}
		w.RowsMax = n
	} else if v, ok := s.settings.Get("spark.sql.files.maxRecordsPerFile"); ok {
		w.RowsMax, _ = strconv.ParseInt(v, 10, 64)
	}
	physical, err := s.physical(&logical.Project{Input: node, List: append(data, texts...)}, c.Env)
	if err != nil {
		return err
	}
	stream, err := exec.Run(c, physical)
	if err != nil {
		return err
	}
	defer stream.Close()
	return scan.WriteFiles(c, w, stream.Next)
}

func (s *Session) sameName(a, b string) bool {
	if conf.CaseSensitive.Get(s.settings) {
		return a == b
	}
	return strings.EqualFold(a, b)
}

func missingPartition(name string, out []*expr.Attribute) error {
	var schema types.StructType
	for _, a := range out {
		schema.Fields = append(schema.Fields, types.StructField{Name: a.Name, Type: a.DataType, Nullable: a.IsNull})
	}
	return sparkerr.New("_LEGACY_ERROR_TEMP_1155", "col", name, "schemaCatalog", schema.SimpleString())
}

// reads tells whether a query reads files below a path.
func reads(node logical.Node, path string) bool {
	found := false
	logical.Transform(node, func(n logical.Node) logical.Node {
		if sc, ok := n.(*logical.Scan); ok {
			if f, ok := sc.Table.(*scan.Files); ok {
				found = found || slices.Contains(f.Request().Paths, path)
			}
		}
		return n
	})
	return found
}

// exists tells whether there is a file or a folder with something in it.
func (s *Session) exists(ctx context.Context, path string) (bool, error) {
	store, key, err := s.stores.Resolve(path)
	if err != nil {
		return false, err
	}
	_, err = store.Stat(ctx, key)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// writeFiles is df.write to files of another format than Delta.
func (s *Session) writeFiles(ctx context.Context, c *plan.Write, format, path string) (*answer, error) {
	if len(c.BucketBy) > 0 || c.NumBuckets > 0 {
		return nil, sparkerr.New("_LEGACY_ERROR_TEMP_1312", "operation", "save")
	}
	taken, err := s.exists(ctx, path)
	if err != nil {
		return nil, err
	}
	switch {
	case taken && c.Mode == plan.ErrorIfExists:
		store, key, err := s.stores.Resolve(path)
		if err != nil {
			return nil, err
		}
		return nil, sparkerr.New("PATH_ALREADY_EXISTS", "outputPath", store.URI(key))
	case taken && c.Mode == plan.Ignore:
		return nothing, nil
	}
	w := scan.WriteRequest{Stores: s.stores, Format: format, Path: path, Options: c.Options, Settings: s.settings, PartitionBy: c.PartitionBy,
		Replace: c.Mode == plan.Overwrite}
	w.Dynamic = w.Replace && len(w.PartitionBy) > 0 && dynamicOverwrite(s, c.Options)
	return nothing, s.writeQuery(ctx, c.Input, w)
}

// writeQuery analyses a query and writes its rows.
func (s *Session) writeQuery(ctx context.Context, query plan.Relation, w scan.WriteRequest) error {
	node, err := s.analyze(ctx, query)
	if err != nil {
		return err
	}
	if err := distinctNames(schemaOf(node), s.sameName); err != nil {
		return err
	}
	if w.Replace && reads(node, w.Path) {
		return sparkerr.New("UNSUPPORTED_OVERWRITE.PATH", "outputPath", w.Path)
	}
	env, err := s.env()
	if err != nil {
		return err
	}
	return s.writeNode(s.execContext(ctx, env), node, w)
}

func distinctNames(schema types.StructType, same func(a, b string) bool) error {
	for i, f := range schema.Fields {
		if slices.ContainsFunc(schema.Fields[:i], func(g types.StructField) bool { return same(f.Name, g.Name) }) {
			return sparkerr.New("COLUMN_ALREADY_EXISTS", "columnName", sparkerr.QuoteID(strings.ToLower(f.Name)))
		}
	}
	return nil
}

// truncateFiles empties a table of files, or partitions of it; done is false for Delta tables.
func (s *Session) truncateFiles(ctx context.Context, c *plan.Truncate) (done bool, err error) {
	e, ok, err := s.entry(ctx, c.Target.Name)
	if err != nil || !ok || e.Provider == "delta" || e.Provider == "" {
		return false, err
	}
	if len(c.Partition) == 0 {
		return true, s.removeFiles(ctx, e.Location)
	}
	folders, err := s.partitionFolders(ctx, e, c.Partition)
	for _, f := range folders {
		if err == nil {
			err = s.removeFiles(ctx, e.Location+"/"+f)
		}
	}
	return true, err
}

func (s *Session) removeFiles(ctx context.Context, path string) error {
	return scan.RemoveFiles(ctx, s.stores, path)
}

// folders are the folders of a store below a key, in order.
func folders(ctx context.Context, store objstore.Store, key string) ([]objstore.Info, error) {
	var out []objstore.Info
	for info, err := range store.List(ctx, key, "") {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if info.IsDir {
			out = append(out, info)
		}
	}
	return out, nil
}
