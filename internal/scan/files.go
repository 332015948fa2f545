package scan

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/conf"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/vec"
)

// FilesRequest is what to open as a table of files.
type FilesRequest struct {
	Stores      *objstore.Stores
	Format      string
	Schema      *types.StructType // nil: found in the files
	Options     map[string]string
	Paths       []string
	PartitionBy []string // known partition columns; nil: found in the folder names
	Name        string
	Settings    *conf.Settings
	// Table is true for tables of the catalog, whose folder may not be there yet.
	Table bool
	Alloc *vec.Allocator
}

// format is how files of one kind are read.
type format interface {
	// infer finds the schema of the data files; sample files come first.
	infer(ctx context.Context, files []*dataFile) (types.StructType, error)
	// start opens one file to read columns of its schema; columns may be empty, to count rows.
	start(c *exec.Context, f *dataFile, columns types.StructType) (batches, error)
}

// batches gives the rows of one file; nil at the end.
type batches interface {
	Next() (*vec.Batch, error)
	Close()
}

// dataFile is one file of a table.
type dataFile struct {
	store objstore.Store
	info  objstore.Info
	// values are the partition values as texts, by lower-case column; null for the Hive default partition.
	folders []folder
	values  []any // of the partition columns, parsed
}

type folder struct {
	column, text string
	null         bool
}

// Files is a table of Parquet, CSV, JSON or text files.
type Files struct {
	name       string
	format     format
	files      []*dataFile
	data       types.StructType // columns of the files
	partitions types.StructType
	schema     types.StructType // data, then partitions, then metadataColumn
	known      []string         // partition columns of a catalog table
	request    FilesRequest
}

// OpenFiles lists the files and finds out their schema.
func OpenFiles(ctx context.Context, r FilesRequest) (logical.Table, error) {
	f, err := newFormat(r)
	if err != nil {
		return nil, err
	}
	for _, key := range []string{"modifiedBefore", "modifiedAfter"} {
		if option(r.Options, key) != "" {
			return nil, sparkerr.Unsupported("the option " + key)
		}
	}
	if len(r.Paths) == 0 {
		return nil, sparkerr.New("UNABLE_TO_INFER_SCHEMA", "format", formatName(r.Format))
	}
	t := &Files{name: r.Name, format: f, known: r.PartitionBy, request: r}
	if t.name == "" {
		t.name = r.Format + ".`" + strings.Join(r.Paths, ",") + "`"
	}
	for _, p := range r.Paths {
		files, err := listFiles(ctx, r.Stores, p, isTrue(r.Options, "recursiveFileLookup"))
		if r.Table && sparkerr.Condition(err) == "PATH_NOT_FOUND" {
			continue
		}
		if err != nil {
			return nil, err
		}
		t.files = append(t.files, named(files, r.Options)...)
	}
	if pattern := optionOf(r.Options, "pathGlobFilter"); pattern != "" {
		t.files = slices.DeleteFunc(t.files, func(f *dataFile) bool { return !globMatch(pattern, f.info.Name()) })
	}
	for _, o := range []string{"modifiedBefore", "modifiedAfter"} {
		if optionOf(r.Options, o) != "" {
			return nil, sparkerr.Unsupported("the option " + o)
		}
	}
	if err := t.discover(r); err != nil {
		return nil, err
	}
	switch {
	case r.Schema != nil:
		for _, field := range r.Schema.Fields {
			field.Nullable = true
			if _, _, isPartition := t.partitions.Field(field.Name); !isPartition {
				t.data.Fields = append(t.data.Fields, field)
			}
		}
	case len(t.files) == 0:
		return nil, sparkerr.New("UNABLE_TO_INFER_SCHEMA", "format", formatName(r.Format))
	default:
		if t.data, err = f.infer(ctx, t.files); err != nil {
			return nil, err
		}
		t.data.Fields = slices.DeleteFunc(t.data.Fields, func(field types.StructField) bool {
			_, _, isPartition := t.partitions.Field(field.Name)
			return isPartition
		})
	}
	if d, ok := f.(interface{ described(types.StructType) }); ok {
		d.described(t.data)
	}
	t.schema.Fields = append(append(append(t.schema.Fields, t.data.Fields...), t.partitions.Fields...), metadataField)
	return t, nil
}

func formatName(f string) string {
	switch f {
	case "csv", "json":
		return strings.ToUpper(f)
	}
	return strings.ToUpper(f[:1]) + f[1:]
}

func isTrue(options map[string]string, key string) bool {
	return strings.EqualFold(option(options, key), "true")
}

func option(options map[string]string, key string) string {
	for k, v := range options {
		if strings.EqualFold(k, key) {
			return v
		}
	}
	return ""
}

// named leaves out the files whose names do not match pathGlobFilter.
func named(files []*dataFile, options map[string]string) []*dataFile {
	pattern := option(options, "pathGlobFilter")
	if pattern == "" {
		return files
	}
	return slices.DeleteFunc(files, func(f *dataFile) bool { return !globMatch(pattern, f.info.Name()) })
}

// hidden tells whether Spark leaves a file or folder out.
func hidden(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") && !strings.Contains(name, "=")
}

// listFiles finds the data files of a path: a file, a folder, or a pattern.
func listFiles(ctx context.Context, stores *objstore.Stores, p string, recursive bool) ([]*dataFile, error) {
	store, key, err := stores.Resolve(p)
	if err != nil {
		return nil, err
	}
	roots := []string{key}
	if strings.ContainsAny(key, "*?[{") {
		if roots, err = expand(ctx, store, key); err != nil {
			return nil, err
		}
		if len(roots) == 0 {
			return nil, sparkerr.New("PATH_NOT_FOUND", "path", store.URI(key))
		}
	}
	var out []*dataFile
	for _, root := range roots {
		info, err := store.Stat(ctx, root)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, sparkerr.New("PATH_NOT_FOUND", "path", store.URI(root))
		}
		if err != nil {
			return nil, err
		}
		if !info.IsDir {
			out = append(out, &dataFile{store: store, info: info})
			continue
		}
		for info, err := range objstore.Walk(ctx, store, root, func(i objstore.Info) bool { return hidden(i.Name()) }) {
			if err != nil {
				return nil, err
			}
			if hidden(info.Name()) {
				continue
			}
			f := &dataFile{store: store, info: info}
			if !recursive {
				f.folders = foldersOf(strings.TrimPrefix(info.Key, root))
			}
			out = append(out, f)
		}
	}
	return out, nil
}

// expand finds what a pattern matches, folder by folder.
func expand(ctx context.Context, store objstore.Store, pattern string) ([]string, error) {
	dir, rest, _ := strings.Cut(strings.TrimPrefix(pattern, "/"), "/")
	found := []string{""}
	for {
		var next []string
		for _, base := range found {
			if !strings.ContainsAny(dir, "*?[{") {
				next = append(next, base+"/"+dir)
				continue
			}
			for info, err := range store.List(ctx, base, "") {
				if errors.Is(err, fs.ErrNotExist) {
					break
				}
				if err != nil {
					return nil, err
				}
				if globMatch(dir, info.Name()) && !hidden(info.Name()) {
					next = append(next, info.Key)
				}
			}
		}
		found = next
		if rest == "" {
			return found, nil
		}
		dir, rest, _ = strings.Cut(rest, "/")
	}
}

// globMatch is path.Match with {a,b} alternatives.
func globMatch(pattern, name string) bool {
	if i := strings.IndexByte(pattern, '{'); i >= 0 {
		if j := strings.IndexByte(pattern[i:], '}'); j > 0 {
			for alt := range strings.SplitSeq(pattern[i+1:i+j], ",") {
				if globMatch(pattern[:i]+alt+pattern[i+j+1:], name) {
					return true
				}
			}
			return false
		}
	}
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}

// Name implements logical.Table.
func (t *Files) Name() string { return t.name }

// Schema implements logical.Table.
func (t *Files) Schema() types.StructType { return t.schema }

// Source reads columns of the table.
func (t *Files) Source(attrs []*expr.Attribute, ordinals []int, filters []expr.Expr, limit int64) (exec.Source, error) {
	s := &filesSource{table: t, attrs: attrs, ordinals: ordinals, filters: filters}
	if _, ok := t.format.(parquetFormat); ok {
		return &parquetSource{filesSource: s, limit: limit}, nil
	}
	return s, nil
}

// PartitionColumns are the names of the columns that folders hold.
func (t *Files) PartitionColumns() []string {
	if t.known != nil {
		return t.known
	}
	var out []string
	for _, f := range t.partitions.Fields {
		out = append(out, f.Name)
	}
	return out
}

// Request is what the table was opened with.
func (t *Files) Request() FilesRequest { return t.request }

// FileCount is how many data files there are.
func (t *Files) FileCount() int { return len(t.files) }

// HiddenColumns is how many of the last columns are hidden.
func (t *Files) HiddenColumns() int { return 1 }
