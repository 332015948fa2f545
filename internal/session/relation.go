package session

import (
	"context"
	"strings"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/analyze"
	"github.com/flintlake/flintlake/internal/catalog"
	"github.com/flintlake/flintlake/internal/conf"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/scan"
)

const globalTemp = "global_temp"

// names is the session as the analyzer sees it: analyze.Catalog.
type names struct {
	*Session
	script *script // that the query is part of, nil for none
}

// pathFormats are the formats that a path may be addressed by: delta.`/data/t`.
var pathFormats = map[string]bool{"delta": true, "parquet": true, "csv": true, "json": true, "text": true}

// Relation implements analyze.Catalog: temporary views first, then tables and views of the catalog, then paths.
func (n names) Relation(ctx context.Context, name []string, options map[string]string, at *analyze.TimeTravel) (analyze.Resolved, bool, error) {
	s := n.Session
	if v := s.view(name); v != nil {
		if at != nil {
			return analyze.Resolved{}, false, sparkerr.New("UNSUPPORTED_FEATURE.TIME_TRAVEL", "relationId", sparkerr.QuoteID(name...))
		}
		node, err := s.newest(ctx, v.node)
		return analyze.Resolved{Name: []string{v.name}, Plan: node}, err == nil, err
	}
	e, ok, err := s.entry(ctx, name)
	if err != nil {
		return analyze.Resolved{}, false, err
	}
	if ok {
		r, err := s.entryRelation(ctx, e, options, at)
		return r, err == nil, err
	}
	if len(name) == 2 && pathFormats[strings.ToLower(name[0])] {
		r, err := s.pathRelation(ctx, strings.ToLower(name[0]), name[1], options, at)
		return r, err == nil, err
	}
	return analyze.Resolved{}, false, nil
}

// view finds a temporary view.
func (s *Session) view(name []string) *view {
	s.mu.RLock()
	defer s.mu.RUnlock()
	switch {
	case len(name) == 1:
		return s.views[strings.ToLower(name[0])]
	case len(name) == 2 && strings.EqualFold(name[0], globalTemp):
		return s.globals[strings.ToLower(name[1])]
	}
	return nil
}

// split resolves a table name into namespace and table; ok is false for names that no session catalog can hold.
func (s *Session) split(name []string) (namespace, table string, ok bool) {
	if len(name) == 3 && strings.EqualFold(name[0], catalogName) {
		name = name[1:]
	}
	switch len(name) {
	case 1:
		s.mu.RLock()
		defer s.mu.RUnlock()
		return s.namespace, strings.ToLower(name[0]), true
	case 2:
		return strings.ToLower(name[0]), strings.ToLower(name[1]), true
	}
	return "", "", false
}

// entry finds a catalog table or view.
func (s *Session) entry(ctx context.Context, name []string) (*catalog.Entry, bool, error) {
	ns, table, ok := s.split(name)
	if !ok {
		return nil, false, nil
	}
	return s.catalog.Lookup(ctx, ns, table)
}

func (s *Session) entryRelation(ctx context.Context, e *catalog.Entry, options map[string]string, at *analyze.TimeTravel) (analyze.Resolved, error) {
	r := analyze.Resolved{Name: []string{catalogName, e.Namespace, e.Name}}
	if e.Kind == catalog.View {
		var err error
		r.View, r.Columns, err = viewBody(e)
		r.Namespace, r.Conf = e.ViewNamespace, e.ViewConf
		return r, err
	}
	var err error
	if e.Provider == "delta" {
		r.Table, err = s.deltaTable(ctx, e.Location, strings.Join(r.Name, "."), options, at)
		return r, err
	}
	if at != nil {
		return r, sparkerr.New("UNSUPPORTED_FEATURE.TIME_TRAVEL", "relationId", sparkerr.QuoteID(r.Name...))
	}
	r.Table, err = scan.OpenFiles(ctx, scan.FilesRequest{
		Stores: s.stores, Format: e.Provider, Schema: e.Schema, Options: merged(e.Options, options), Paths: []string{e.Location},
		PartitionBy: e.PartitionBy, Name: strings.Join(r.Name, "."), Settings: s.settings, Table: true,
	})
	return r, err
}

func (s *Session) pathRelation(ctx context.Context, format, path string, options map[string]string, at *analyze.TimeTravel) (analyze.Resolved, error) {
	r := analyze.Resolved{Name: []string{catalogName, format, path}}
	var err error
	if format == "delta" {
		r.Table, err = s.deltaTable(ctx, path, "delta.`"+path+"`", options, at)
	} else {
		r.Table, err = n(s).Source(ctx, format, nil, options, []string{path})
	}
	return r, err
}

func n(s *Session) names { return names{Session: s} }

func merged(a, b map[string]string) map[string]string {
	out := make(map[string]string, len(a)+len(b))
	for k, v := range a {
		out[k] = v
	}
	for k, v := range b {
		out[k] = v
	}
	return out
}

// Source implements analyze.Catalog.
func (n names) Source(ctx context.Context, format string, schema *types.StructType, options map[string]string, paths []string) (logical.Table, error) {
	s := n.Session
	if format == "" {
		format = conf.DefaultSource.Get(s.settings)
	}
	format = strings.ToLower(format)
	if p, ok := option(options, "path"); ok {
		if len(paths) > 0 {
			return nil, sparkerr.New("_LEGACY_ERROR_TEMP_1127", "config", "spark.sql.legacy.pathOptionBehavior.enabled")
		}
		paths = []string{p}
	}
	if format == "delta" {
		if schema != nil {
			return nil, sparkerr.New("DELTA_UNSUPPORTED_SCHEMA_DURING_READ")
		}
		if len(paths) != 1 {
			return nil, sparkerr.New("DELTA_PATH_DOES_NOT_EXIST", "path", strings.Join(paths, ","))
		}
		at, err := s.travel(options)
		if err != nil {
			return nil, err
		}
		return s.deltaTable(ctx, paths[0], "delta.`"+paths[0]+"`", options, at)
	}
	return scan.OpenFiles(ctx, scan.FilesRequest{Stores: s.stores, Format: format, Schema: schema, Options: options, Paths: paths, Settings: s.settings})
}

// option looks an option up without case.
func option(options map[string]string, key string) (string, bool) {
	if v, ok := options[key]; ok {
		return v, true
	}
	for k, v := range options {
		if strings.EqualFold(k, key) {
			return v, true
		}
	}
	return "", false
}

// Cached implements analyze.Catalog.
func (n names) Cached(id string) (logical.Node, bool) {
	n.mu.RLock()
	defer n.mu.RUnlock()
	k, ok := n.cached[id]
	if !ok {
		return nil, false
	}
	return k.node, true
}

// Local implements analyze.Catalog.
func (n names) Local(data []byte, schema *types.StructType) (types.StructType, logical.LocalRows, error) {
	return scan.FromIPC(data, schema)
}

// Function implements analyze.Catalog.
func (n names) Function(name []string) (analyze.UserFunction, bool) {
	n.mu.RLock()
	defer n.mu.RUnlock()
	f, ok := n.functions[strings.ToLower(name[len(name)-1])]
	if !ok {
		return analyze.UserFunction{}, false
	}
	return f.UserFunction, true
}

// Variable implements analyze.Catalog.
func (n names) Variable(name []string) (*expr.Literal, bool) {
	if v := n.script.variable(name); v != nil {
		return v.value, true
	}
	if !sessionVariable(name) {
		return nil, false
	}
	n.mu.RLock()
	defer n.mu.RUnlock()
	v, ok := n.variables[strings.ToLower(name[len(name)-1])]
	if !ok {
		return nil, false
	}
	return v.value, true
}

// sessionVariable tells whether a name can be that of a session variable: v, session.v or system.session.v.
func sessionVariable(name []string) bool {
	switch len(name) {
	case 2:
		return strings.EqualFold(name[0], "session")
	case 3:
		return strings.EqualFold(name[0], "system") && strings.EqualFold(name[1], "session")
	}
	return len(name) == 1
}

// Current implements analyze.Catalog.
func (n names) Current() (string, []string) {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return catalogName, []string{n.namespace}
}

// deltaTable opens a Delta table at a version; at nil means the newest one.
func (s *Session) deltaTable(ctx context.Context, path, name string, options map[string]string, at *analyze.TimeTravel) (logical.Table, error) {
	t, err := s.tables.Open(path)
	if err != nil {
		return nil, err
	}
	if wantsChanges(options) {
		return s.changes(ctx, t, name, options)
	}
	snap, err := snapshotAt(ctx, t, at)
	if err != nil {
		return nil, err
	}
	return scan.NewDelta(snap, scan.DeltaOptions{Name: name, Pinned: at != nil})
}

func snapshotAt(ctx context.Context, t *log.Table, at *analyze.TimeTravel) (*log.Snapshot, error) {
	switch {
	case at == nil:
		return t.Snapshot(ctx)
	case at.Timestamp != nil:
		return t.SnapshotAsOf(ctx, time.UnixMicro(*at.Timestamp))
	}
	return t.SnapshotAt(ctx, at.Version)
}

// schemaOf is the schema of a query's output.
func schemaOf(node logical.Node) types.StructType {
	var s types.StructType
	for _, a := range node.Output() {
		s.Fields = append(s.Fields, types.StructField{Name: a.Name, Type: a.DataType, Nullable: a.IsNull, Metadata: a.Metadata})
	}
	return s
}
