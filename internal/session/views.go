package session

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/catalog"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/scan"
	"github.com/flintlake/flintlake/internal/sqlparse"
)

// createView makes a temporary view of an analysed query, or stores a view's text in the catalog.
func (s *Session) createView(ctx context.Context, c *plan.CreateView) (*answer, error) {
	node, err := s.analyze(ctx, c.Query)
	if err != nil {
		return nil, err
	}
	var queried []string
	for _, a := range node.Output() {
		queried = append(queried, a.Name)
	}
	if len(c.Columns) > 0 {
		if node, err = s.renamed(node, c); err != nil {
			return nil, err
		}
	}
	if err := distinctNames(schemaOf(node), s.sameName); err != nil {
		return nil, err
	}
	if c.Temporary || c.Global {
		return nothing, s.putView(c, node)
	}
	ns, name, ok := s.split(c.Name)
	if !ok {
		return nil, sparkerr.New("REQUIRES_SINGLE_PART_NAMESPACE", "sessionCatalog", catalogName, "namespace", sparkerr.QuoteID(c.Name[:len(c.Name)-1]...))
	}
	if err := s.mayStore(ctx, c, node, []string{catalogName, ns, name}); err != nil {
		return nil, err
	}
	schema := schemaOf(node)
	e := &catalog.Entry{Namespace: ns, Name: name, Kind: catalog.View, ViewText: c.SQL, ViewQuery: queried, ViewNamespace: []string{s.current()},
		ViewMode: c.SchemaMode, Comment: c.Comment, Properties: c.Properties, Schema: &schema}
	for _, d := range c.Columns {
		e.ViewColumns = append(e.ViewColumns, d.Name)
	}
	if c.Replace {
		return nothing, s.catalog.Replace(ctx, e)
	}
	err = s.catalog.Create(ctx, e)
	if c.IfNotExists && sparkerr.Condition(err) == "TABLE_OR_VIEW_ALREADY_EXISTS" {
		err = nil
	}
	return nothing, err
}

// current is the current namespace.
func (s *Session) current() string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.namespace
}

// alterView is ALTER VIEW … AS.
func (s *Session) alterView(ctx context.Context, c *plan.AlterView) (*answer, error) {
	if v := s.view(c.Name); v != nil {
		return s.createView(ctx, &plan.CreateView{Name: c.Name, Query: c.Query, SQL: c.SQL, Temporary: len(c.Name) == 1, Global: len(c.Name) > 1, Replace: true})
	}
	e, ok, err := s.entry(ctx, c.Name)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, s.notFound(c.Name)
	case e.Kind != catalog.View:
		return nil, sparkerr.New("EXPECT_VIEW_NOT_TABLE.NO_ALTERNATIVE", "tableName", sparkerr.QuoteID(catalogName, e.Namespace, e.Name), "operation", "ALTER VIEW ... AS")
	}
	return s.createView(ctx, &plan.CreateView{Name: c.Name, Query: c.Query, SQL: c.SQL, Replace: true, Comment: e.Comment, Properties: e.Properties})
}

// mayStore refuses what the text of a stored view cannot keep: columns without names, objects of this session, itself.
func (s *Session) mayStore(ctx context.Context, c *plan.CreateView, node logical.Node, name []string) error {
	if p, ok := c.Query.(*plan.Project); ok && len(c.Columns) == 0 {
		for i, e := range p.List {
			switch e.(type) {
			case *plan.Alias, *plan.Attribute, *plan.Star:
				continue
			}
			if len(p.List) == len(node.Output()) {
				return sparkerr.New("CREATE_PERMANENT_VIEW_WITHOUT_ALIAS", "name", sparkerr.QuoteID(name...), "attr", "\""+node.Output()[i].Name+"\"")
			}
		}
	}
	for _, t := range tablesIn(c.Query) {
		if s.view(t) != nil {
			return sparkerr.New("INVALID_TEMP_OBJ_REFERENCE", "obj", "VIEW", "objName", sparkerr.QuoteID(name...), "tempObj", "VIEW", "tempObjName", sparkerr.QuoteID(t...))
		}
	}
	if !c.Replace {
		return nil
	}
	return s.refuseCycle(ctx, c.Query, name, []string{sparkerr.QuoteID(name...)})
}

// tablesIn are the names of tables that a query reads, without those of its CTEs.
func tablesIn(r plan.Relation) [][]string {
	var out [][]string
	ctes := map[string]bool{}
	_, _ = plan.Transform(r, func(r plan.Relation) (plan.Relation, error) { // nothing changes and nothing fails
		switch t := r.(type) {
		case *plan.With:
			for _, c := range t.CTEs {
				ctes[strings.ToLower(c.Name)] = true
			}
		case *plan.NamedTable:
			out = append(out, t.Name)
		}
		return r, nil
	})
	return slices.DeleteFunc(out, func(n []string) bool { return len(n) == 1 && ctes[strings.ToLower(n[0])] })
}

// refuseCycle follows the views that a query reads and fails when one of them reads the view to be made.
func (s *Session) refuseCycle(ctx context.Context, r plan.Relation, name, path []string) error {
	for _, t := range tablesIn(r) {
		e, ok, err := s.entry(ctx, t)
		if err != nil {
			return err
		}
		if !ok || e.Kind != catalog.View {
			continue
		}
		longer := append(slices.Clone(path), sparkerr.QuoteID(catalogName, e.Namespace, e.Name))
		if e.Namespace == name[1] && e.Name == name[2] {
			return sparkerr.New("RECURSIVE_VIEW", "viewIdent", sparkerr.QuoteID(name...), "newPath", strings.Join(longer, " -> "))
		}
		body, err := sqlparse.Statement(e.ViewText, sqlparse.Options{})
		if err != nil {
			return err
		}
		if len(longer) <= 100 {
			if err := s.refuseCycle(ctx, body, name, longer); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Session) putView(c *plan.CreateView, node logical.Node) error {
	views, name := s.views, c.Name[len(c.Name)-1]
	if c.Global {
		views = s.globals
	} else if len(c.Name) > 1 {
		return sparkerr.New("TEMP_VIEW_NAME_TOO_MANY_NAME_PARTS", "actualName", sparkerr.QuoteID(c.Name...))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, exists := views[strings.ToLower(name)]; exists && !c.Replace {
		if c.IfNotExists {
			return nil
		}
		return sparkerr.New("TEMP_TABLE_OR_VIEW_ALREADY_EXISTS", "relationName", sparkerr.QuoteID(name))
	}
	views[strings.ToLower(name)] = &view{name: name, node: node}
	return nil
}

// renamed gives the output of a query the names and comments of a column list.
func (s *Session) renamed(node logical.Node, c *plan.CreateView) (logical.Node, error) {
	out := node.Output()
	if len(out) != len(c.Columns) {
		var names, data []string
		for _, d := range c.Columns {
			names = append(names, sparkerr.QuoteID(d.Name))
		}
		for _, a := range out {
			data = append(data, sparkerr.QuoteID(a.Name))
		}
		condition, view := "CREATE_VIEW_COLUMN_ARITY_MISMATCH.NOT_ENOUGH_DATA_COLUMNS", sparkerr.QuoteID(c.Name...)
		if len(out) > len(c.Columns) {
			condition = "CREATE_VIEW_COLUMN_ARITY_MISMATCH.TOO_MANY_DATA_COLUMNS"
		}
		if ns, name, ok := s.split(c.Name); ok && !c.Temporary && !c.Global {
			view = sparkerr.QuoteID(catalogName, ns, name)
		}
		return nil, sparkerr.New(condition, "viewName", view, "viewColumns", strings.Join(names, ", "), "dataColumns", strings.Join(data, ", "))
	}
	list := make([]expr.Expr, len(out))
	for i, a := range out {
		alias := expr.NewAlias(a, c.Columns[i].Name)
		if text := c.Columns[i].Comment; text != "" {
			alias.Metadata = map[string]any{"comment": text}
		}
		list[i] = alias
	}
	return &logical.Project{Input: node, List: list}, nil
}

// viewBody is the query of a stored view. Columns that its tables got since then are left out, except WITH SCHEMA EVOLUTION.
func viewBody(e *catalog.Entry) (plan.Relation, []string, error) {
	body, err := sqlparse.Statement(e.ViewText, sqlparse.Options{})
	if err != nil || strings.Contains(e.ViewMode, "EVOLUTION") || len(e.ViewQuery) == 0 || hasDuplicates(e.ViewQuery) {
		return body, e.ViewColumns, err
	}
	p := &plan.Project{Input: body}
	for _, n := range e.ViewQuery {
		p.List = append(p.List, &plan.Attribute{Parts: []string{n}})
	}
	return p, e.ViewColumns, nil
}

func hasDuplicates(names []string) bool {
	for i, n := range names {
		if slices.ContainsFunc(names[:i], func(m string) bool { return strings.EqualFold(n, m) }) {
			return true
		}
	}
	return false
}

// newest is an analysed query over the tables as they are now: views are analysed once and used later.
func (s *Session) newest(ctx context.Context, node logical.Node) (out logical.Node, err error) {
	out = logical.Transform(node, func(n logical.Node) logical.Node {
		sc, ok := n.(*logical.Scan)
		if !ok || err != nil {
			return n
		}
		var table logical.Table
		switch t := sc.Table.(type) {
		case *scan.Delta:
			table, err = s.newestDelta(ctx, t)
		case *scan.Files:
			table, err = scan.OpenFiles(ctx, t.Request())
		}
		if err != nil || table == nil || table == sc.Table {
			return n
		}
		moved := *sc
		moved.Table = table
		schema := table.Schema()
		moved.Ordinals = make([]int, len(sc.Ordinals))
		for i, o := range sc.Ordinals {
			old := sc.Table.Schema().Fields[o]
			f, at, there := schema.Field(old.Name)
			if !there || !types.EqualIgnoreMetadata(types.AsNullable(f.Type), types.AsNullable(old.Type)) {
				err = sparkerr.New("DELTA_SCHEMA_CHANGE_SINCE_ANALYSIS", "schemaDiff", fmt.Sprintf("the column %s", old.Name), "legacyFlagMessage", "")
				return n
			}
			moved.Ordinals[i] = at
		}
		return &moved
	})
	return out, err
}

// newestDelta is the table at its newest version; t itself when it is that, or was asked for at a version.
func (s *Session) newestDelta(ctx context.Context, t *scan.Delta) (logical.Table, error) {
	if t.Options().Pinned {
		return t, nil
	}
	snap, err := t.Snapshot().Table().Snapshot(ctx)
	if err != nil || snap.Version == t.Snapshot().Version {
		return t, err
	}
	return scan.NewDelta(snap, t.Options())
}
