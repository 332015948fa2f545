package catalog

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/objstore"
)

// Name is Spark's name of the built-in catalog.
const Name = "spark_catalog"

// DefaultNamespace always exists.
const DefaultNamespace = "default"

// Kind tells what a name stands for.
type Kind string

const (
	Managed  Kind = "MANAGED"  // the catalog owns the data: DROP TABLE removes it
	External Kind = "EXTERNAL" // the data stays where it is
	View     Kind = "VIEW"
)

// Entry is what the catalog knows about a table or view.
type Entry struct {
	Namespace   string
	Name        string
	Kind        Kind
	Provider    string            `json:",omitempty"` // delta, parquet, csv … in lower case
	Location    string            `json:",omitempty"`
	Schema      *types.StructType `json:"-"` // nil for Delta tables
	PartitionBy []string          `json:",omitempty"`
	ClusterBy   []string          `json:",omitempty"`
	NumBuckets  int               `json:",omitempty"`
	BucketBy    []string          `json:",omitempty"`
	SortBy      []string          `json:",omitempty"`
	Options     map[string]string `json:",omitempty"`
	Properties  map[string]string `json:",omitempty"`
	Comment     string            `json:",omitempty"`
	Collation   string            `json:",omitempty"`
	// ViewText is the query of a view; ViewNamespace and ViewConf are the current namespace and the options when it was made.
	ViewText      string            `json:",omitempty"`
	ViewNamespace []string          `json:",omitempty"`
	ViewConf      map[string]string `json:",omitempty"`
	ViewColumns   []string          `json:",omitempty"` // as the column list names them; none without one
	ViewQuery     []string          `json:",omitempty"` // names that the query's columns had
	ViewMode      string            `json:",omitempty"` // WITH SCHEMA: BINDING, COMPENSATION, EVOLUTION, TYPE EVOLUTION
	Created       time.Time
	SchemaJSON    json.RawMessage `json:",omitempty"`
}

// Namespace is a database.
type Namespace struct {
	Name       string
	Location   string
	Comment    string            `json:",omitempty"`
	Properties map[string]string `json:",omitempty"`
}

// Catalog is the names under one warehouse. It is safe for concurrent use and between processes.
type Catalog struct {
	store objstore.Store
	root  string // key of the warehouse
	dir   string // key of <warehouse>/_catalog
}

// Open uses the warehouse folder at path; nothing is written before the first create.
func Open(stores *objstore.Stores, path string) (*Catalog, error) {
	store, root, err := stores.Resolve(path)
	if err != nil {
		return nil, err
	}
	return &Catalog{store: store, root: root, dir: objstore.Join(root, "_catalog")}, nil
}

// Warehouse is the URI of the warehouse folder.
func (c *Catalog) Warehouse() string { return c.store.URI(c.root) }

// TableLocation is where a managed table of that name is put: directly in the warehouse for the default namespace, else in the
// namespace's folder.
func (c *Catalog) TableLocation(ctx context.Context, namespace, name string) (string, error) {
	n, err := c.Namespace(ctx, namespace)
	if err != nil {
		return "", err
	}
	return strings.TrimSuffix(n.Location, "/") + "/" + strings.ToLower(name), nil
}

func (c *Catalog) namespaceKey(ns string) string {
	return objstore.Join(c.dir, fold(ns), "_namespace.json")
}

func (c *Catalog) entryKey(ns, name string) string {
	return objstore.Join(c.dir, fold(ns), fold(name)+".json")
}

// fold makes a name into a file name: lower case, with what file systems mind percent-escaped.
func fold(name string) string {
	var b strings.Builder
	for _, ch := range []byte(strings.ToLower(name)) {
		if ch == '/' || ch == '%' || ch == '\\' || ch < ' ' || ch == '.' && b.Len() == 0 || ch == '_' && b.Len() == 0 {
			const hex = "0123456789abcdef"
			b.WriteByte('%')
			b.WriteByte(hex[ch>>4])
			b.WriteByte(hex[ch&15])
			continue
		}
		b.WriteByte(ch)
	}
	return b.String()
}

// Namespace describes a namespace, or fails with SCHEMA_NOT_FOUND.
func (c *Catalog) Namespace(ctx context.Context, name string) (*Namespace, error) {
	data, err := c.store.Get(ctx, c.namespaceKey(name))
	switch {
	case err == nil:
		var n Namespace
		if err := json.Unmarshal(data, &n); err != nil {
			return nil, sparkerr.Internal("the catalog entry of schema %s is damaged: %v", name, err)
		}
		return &n, nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	case strings.EqualFold(name, DefaultNamespace):
		return &Namespace{Name: DefaultNamespace, Location: c.Warehouse(), Comment: "default database"}, nil
	}
	return nil, sparkerr.New("SCHEMA_NOT_FOUND", "schemaName", quote(Name, strings.ToLower(name)))
}

// CreateNamespace adds a namespace. Location "" puts it into the warehouse as <name>.db.
func (c *Catalog) CreateNamespace(ctx context.Context, n Namespace) error {
	n.Name = strings.ToLower(n.Name)
	if n.Location == "" {
		n.Location = strings.TrimSuffix(c.Warehouse(), "/") + "/" + n.Name + ".db"
	}
	if n.Name == DefaultNamespace {
		return sparkerr.New("SCHEMA_ALREADY_EXISTS", "schemaName", quote(n.Name))
	}
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	outcome, err := c.store.PutIfAbsent(ctx, c.namespaceKey(n.Name), data)
	if err == nil && outcome == objstore.Exists {
		return sparkerr.New("SCHEMA_ALREADY_EXISTS", "schemaName", quote(n.Name))
	}
	return err
}

// ReplaceNamespace stores changed properties, comment or location of a namespace.
func (c *Catalog) ReplaceNamespace(ctx context.Context, n Namespace) error {
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return c.store.Put(ctx, c.namespaceKey(n.Name), data)
}

// DropNamespace removes an empty namespace; the caller has dropped its tables when it cascades.
func (c *Catalog) DropNamespace(ctx context.Context, name string) error {
	if strings.EqualFold(name, DefaultNamespace) {
		return sparkerr.New("UNSUPPORTED_FEATURE.DROP_DATABASE", "database", quote(Name, DefaultNamespace))
	}
	if _, err := c.Namespace(ctx, name); err != nil {
		return err
	}
	entries, err := c.List(ctx, name)
	if err != nil {
		return err
	}
	if len(entries) > 0 {
		return sparkerr.New("SCHEMA_NOT_EMPTY", "schemaName", quote(strings.ToLower(name)))
	}
	if err := c.store.Delete(ctx, c.namespaceKey(name)); err != nil {
		return err
	}
	return c.store.Delete(ctx, objstore.Join(c.dir, fold(name)))
}

// Namespaces lists all namespaces by name.
func (c *Catalog) Namespaces(ctx context.Context) ([]string, error) {
	out := []string{DefaultNamespace}
	for info, err := range c.store.List(ctx, c.dir, "") {
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err != nil {
			return nil, err
		}
		if name := unfold(info.Name()); info.IsDir && name != DefaultNamespace {
			if _, err := c.store.Stat(ctx, c.namespaceKey(name)); err == nil {
				out = append(out, name)
			}
		}
	}
	sortFolded(out)
	return out, nil
}

// Lookup finds a table or view; ok is false when the name is free.
func (c *Catalog) Lookup(ctx context.Context, namespace, name string) (e *Entry, ok bool, err error) {
	data, err := c.store.Get(ctx, c.entryKey(namespace, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	e = new(Entry)
	if err := json.Unmarshal(data, e); err != nil {
		return nil, false, sparkerr.Internal("the catalog entry of %s.%s is damaged: %v", namespace, name, err)
	}
	if e.SchemaJSON != nil {
		t, err := types.FromJSON(e.SchemaJSON)
		if err != nil {
			return nil, false, err
		}
		s := t.(types.StructType)
		e.Schema = &s
	}
	return e, true, nil
}

// Create adds a table or view, or fails with TABLE_OR_VIEW_ALREADY_EXISTS.
func (c *Catalog) Create(ctx context.Context, e *Entry) error {
	data, err := c.encode(ctx, e)
	if err != nil {
		return err
	}
	outcome, err := c.store.PutIfAbsent(ctx, c.entryKey(e.Namespace, e.Name), data)
	if err == nil && outcome == objstore.Exists {
		return sparkerr.New("TABLE_OR_VIEW_ALREADY_EXISTS", "relationName", quote(Name, e.Namespace, e.Name))
	}
	return err
}

// Replace stores an entry whether or not one is there.
func (c *Catalog) Replace(ctx context.Context, e *Entry) error {
	data, err := c.encode(ctx, e)
	if err != nil {
		return err
	}
	return c.store.Put(ctx, c.entryKey(e.Namespace, e.Name), data)
}

func (c *Catalog) encode(ctx context.Context, e *Entry) ([]byte, error) {
	if _, err := c.Namespace(ctx, e.Namespace); err != nil {
		return nil, err
	}
	e.Namespace, e.Name = strings.ToLower(e.Namespace), strings.ToLower(e.Name)
	if e.Created.IsZero() {
		e.Created = time.Now()
	}
	e.SchemaJSON = nil
	if e.Schema != nil {
		data, err := json.Marshal(*e.Schema)
		if err != nil {
			return nil, err
		}
		e.SchemaJSON = data
	}
	return json.Marshal(e)
}

// Drop forgets a name; the data is the caller's business.
func (c *Catalog) Drop(ctx context.Context, namespace, name string) error {
	return c.store.Delete(ctx, c.entryKey(namespace, name))
}

// List gives the names in a namespace, sorted.
func (c *Catalog) List(ctx context.Context, namespace string) ([]string, error) {
	if _, err := c.Namespace(ctx, namespace); err != nil {
		return nil, err
	}
	var out []string
	for info, err := range c.store.List(ctx, objstore.Join(c.dir, fold(namespace)), "") {
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err != nil {
			return nil, err
		}
		if name, ok := strings.CutSuffix(info.Name(), ".json"); ok && name != "_namespace" {
			out = append(out, unfold(name))
		}
	}
	sortFolded(out)
	return out, nil
}
