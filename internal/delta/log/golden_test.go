package log

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/delta/dv"
	"github.com/flintlake/flintlake/internal/objstore"
)

// goldenDir is the folder of golden tables beside the repository.
func goldenDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../../../shared/golden")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("no golden tables: %v", err)
		}
		t.Skip("no golden tables beside the repository")
	}
	return dir
}

type golden struct {
	path     string
	reader   int
	writer   int
	features string
	expected string
	store    objstore.Store
	root     string
}

// goldens are the Delta tables of the index; those in archives are loaded into memory.
func goldens(t *testing.T) []golden {
	dir := goldenDir(t)
	f, err := os.Open(dir + "/INDEX.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	archives := map[string]objstore.Store{}
	var all []golden
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		c := strings.Split(lines.Text(), "\t")
		if len(c) < 8 || c[0] == "path" || strings.HasPrefix(c[0], "parquet-testing") {
			continue
		}
		g := golden{path: c[0], features: c[5], expected: c[7], store: &objstore.Local{}, root: filepath.ToSlash(dir) + "/" + c[0]}
		g.reader, _ = strconv.Atoi(c[3])
		g.writer, _ = strconv.Atoi(c[4])
		if archive, inside, ok := strings.Cut(c[0], "!"); ok {
			if archives[archive] == nil {
				archives[archive] = unpack(t, dir+"/"+archive)
			}
			g.store, g.root = archives[archive], "/"+inside
		}
		all = append(all, g)
	}
	return all
}

// unpack loads the logs and specs of an archive.
func unpack(t *testing.T, name string) objstore.Store {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	m := objstore.NewMemory()
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return m
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg && (strings.Contains(h.Name, "/_delta_log/") || strings.Contains(h.Name, "/specs/")) {
			b, _ := io.ReadAll(r)
			m.Put(context.Background(), path.Clean("/"+h.Name), b)
		}
	}
}

// isError tells whether the newest version itself must be refused, not just a request or the data.
func (g *golden) isError() bool {
	e := g.expected
	if strings.Contains(g.features, "timestampNanos") { // a proposal; "a reader without it must refuse"
		return true
	}
	return strings.Contains(e, "ERROR") && !strings.Contains(e, "for the given request") && !strings.Contains(e, "on reading data") &&
		!strings.Contains(e, "snapshot spec(s)") && !strings.Contains(e, "range end")
}

// readAnyway are tables that another reader refused and that can be read right, with the reason.
var readAnyway = map[string]string{
	"trino/databricks73-pruning-invalid_log/delta":           "text after an action on its line; Delta ignores it, and the person tables beside it need that",
	"dat-workloads/more.tar.gz!dsReadModifyCheckpoint/delta": "the checkpoint is damaged, but all commits are there",
	"dat-workloads/more.tar.gz!dsReadDuplicateColumns/delta": "columns that differ in case only are refused when they are resolved",
}

func TestGolden(t *testing.T) {
	ctx := context.Background()
	read, refused := 0, 0
	for _, g := range goldens(t) {
		table := NewTable(nil, g.store, g.root, Options{})
		s, err := table.Snapshot(ctx)
		if g.isError() && readAnyway[g.path] == "" {
			if err == nil {
				t.Errorf("%s: opens, expected %s", g.path, g.expected)
			} else if c := sparkerr.Condition(err); c == "" || c == "INTERNAL_ERROR" {
				t.Errorf("%s: %v", g.path, err)
			}
			refused++
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", g.path, err)
			continue
		}
		read++
		if g.reader != 0 && (s.Protocol.MinReaderVersion != g.reader || s.Protocol.MinWriterVersion != g.writer) {
			t.Errorf("%s: protocol %v, index says %d, %d", g.path, s.Protocol, g.reader, g.writer)
		}
		if err := g.files(s); err != nil {
			t.Errorf("%s: files: %v", g.path, err)
		}
		g.specs(t, table)
	}
	t.Logf("%d read, %d refused", read, refused)
}

// files looks at every active file: its partition values are of the columns' types, its deletion vector can be read, and its
// statistics can be read for every column.
func (g *golden) files(s *Snapshot) error {
	ctx := context.Background()
	if strings.Contains(g.features, "log-only") || strings.Contains(g.expected, "ERROR") {
		_, err := s.AllFiles(ctx)
		return err
	}
	schema, err := s.Schema()
	if err != nil {
		return err
	}
	partitions, err := s.PartitionSchema()
	if err != nil {
		return err
	}
	mapped := s.Metadata.ColumnMappingMode() != "none"
	var columns []StatsColumn
	for _, f := range schema.Fields {
		columns = append(columns, StatsColumn{[]string{PhysicalName(f, mapped)}, f.Type})
	}
	reader := NewStatsReader(columns)
	for a, err := range s.Files(ctx, nil) {
		if err != nil {
			return err
		}
		for _, f := range partitions.Fields {
			text, null, _ := a.PartitionValues.Get(PhysicalName(f, mapped))
			if _, err := ParsePartitionValue(text, null, f.Type, nil); err != nil {
				return fmt.Errorf("%s: %w", a.Path, err)
			}
		}
		if stats := reader.Read(a); json.Valid([]byte(a.Stats)) && stats.Rows < 0 && strings.Contains(a.Stats, "numRecords") {
			return fmt.Errorf("%s: statistics %s", a.Path, a.Stats)
		}
		if _, isMemory := g.store.(*objstore.Memory); isMemory {
			continue // only logs are loaded
		}
		if a.DeletionVector != nil && strings.Contains(a.DeletionVector.PathOrInline, "{{") {
			continue // a placeholder for an absolute path
		}
		if _, err := dv.Load(ctx, s.Table().Locate, a.DeletionVector); err != nil {
			return err
		}
		store, key, err := s.Table().Locate(a.Path)
		if err != nil {
			return err
		}
		if _, err := store.Stat(ctx, key); err != nil && !isAbsolute(DecodePath(a.Path)) {
			return err
		}
	}
	return nil
}

// specs checks versions, file counts, protocol and metadata that the workloads state.
func (g *golden) specs(t *testing.T, table *Table) {
	ctx := context.Background()
	for info, err := range g.store.List(ctx, path.Join(path.Dir(g.root), "specs"), "") {
		if err != nil {
			t.Fatal(err)
		}
		b, _ := g.store.Get(ctx, info.Key)
		var spec struct {
			Type, Predicate string
			Version         *int64
			Timestamp       any
			Error           any
			Expected        struct {
				FileCount *int
				Protocol  *struct{ MinReaderVersion, MinWriterVersion int }
				Metadata  *struct {
					ID, SchemaString string
					PartitionColumns []string
				}
			}
		}
		if err := json.Unmarshal(b, &spec); err != nil || spec.Timestamp != nil || spec.Error != nil {
			continue
		}
		s, err := table.Snapshot(ctx)
		if spec.Version != nil && err == nil {
			s, err = table.SnapshotAt(ctx, *spec.Version)
		}
		if err != nil {
			t.Errorf("%s: %s: %v", g.path, info.Name(), err)
			continue
		}
		files, err := s.AllFiles(ctx)
		if err != nil {
			t.Errorf("%s: %s: %v", g.path, info.Name(), err)
		}
		if n := spec.Expected.FileCount; n != nil && spec.Type == "read" && spec.Predicate == "" && *n != len(files) {
			t.Errorf("%s: %s: %d files, expected %d", g.path, info.Name(), len(files), *n)
		}
		if p := spec.Expected.Protocol; p != nil && (p.MinReaderVersion != s.Protocol.MinReaderVersion || p.MinWriterVersion != s.Protocol.MinWriterVersion) {
			t.Errorf("%s: %s: protocol %v", g.path, info.Name(), s.Protocol)
		}
		if m := spec.Expected.Metadata; m != nil && (m.SchemaString != s.Metadata.SchemaString || strings.Join(m.PartitionColumns, ",") != strings.Join(s.Metadata.PartitionColumns, ",")) {
			t.Errorf("%s: %s: metadata %+v", g.path, info.Name(), s.Metadata)
		}
	}
}
