package session

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/catalog"
	"github.com/flintlake/flintlake/internal/plan"
)

const catalogName = catalog.Name

// namespaceOf resolves a one- or two-part namespace name; an empty name is the current one.
func (s *Session) namespaceOf(name []string) (string, error) {
	if len(name) > 1 && strings.EqualFold(name[0], catalogName) {
		name = name[1:]
	}
	switch len(name) {
	case 0:
		s.mu.RLock()
		defer s.mu.RUnlock()
		return s.namespace, nil
	case 1:
		return strings.ToLower(name[0]), nil
	}
	return "", sparkerr.New("REQUIRES_SINGLE_PART_NAMESPACE", "sessionCatalog", catalogName, "namespace", sparkerr.QuoteID(name...))
}

func (s *Session) createNamespace(ctx context.Context, c *plan.CreateNamespace) (*answer, error) {
	ns, err := s.namespaceOf(c.Name)
	if err != nil {
		return nil, err
	}
	err = s.catalog.CreateNamespace(ctx, catalog.Namespace{Name: ns, Location: c.Location, Comment: c.Comment, Properties: c.Properties})
	if c.IfNotExists && sparkerr.Condition(err) == "SCHEMA_ALREADY_EXISTS" {
		err = nil
	}
	return nothing, err
}

func (s *Session) dropNamespace(ctx context.Context, c *plan.DropNamespace) (*answer, error) {
	ns, err := s.namespaceOf(c.Name)
	if err != nil {
		return nil, err
	}
	names, err := s.catalog.List(ctx, ns)
	if c.IfExists && sparkerr.Condition(err) == "SCHEMA_NOT_FOUND" {
		return nothing, nil
	}
	if err != nil {
		return nil, err
	}
	if c.Cascade {
		for _, n := range names {
			if err := s.dropEntry(ctx, ns, n); err != nil {
				return nil, err
			}
		}
	}
	return nothing, s.catalog.DropNamespace(ctx, ns)
}

func (s *Session) alterNamespace(ctx context.Context, c *plan.AlterNamespace) (*answer, error) {
	ns, err := s.namespaceOf(c.Name)
	if err != nil {
		return nil, err
	}
	n, err := s.catalog.Namespace(ctx, ns)
	if err != nil {
		return nil, err
	}
	if c.Location != "" {
		n.Location = c.Location
	}
	if n.Properties == nil {
		n.Properties = map[string]string{}
	}
	maps.Copy(n.Properties, c.Properties)
	for _, k := range c.Unset {
		delete(n.Properties, k)
	}
	return nothing, s.catalog.ReplaceNamespace(ctx, *n)
}

// show answers SHOW by its kind.
func (s *Session) show(ctx context.Context, c *plan.Show) (*answer, error) {
	switch c.Kind {
	case "tables", "views":
		return s.showTables(ctx, c)
	case "databases", "namespaces", "schemas":
		all, err := s.catalog.Namespaces(ctx)
		if err != nil {
			return nil, err
		}
		a := &answer{schema: columns("!namespace", types.String)}
		for _, n := range all {
			if !c.HasPattern || catalog.Match(c.Pattern, n) {
				a.rows = append(a.rows, []any{n})
			}
		}
		return a, nil
	case "catalogs":
		a := &answer{schema: columns("!catalog", types.String)}
		if !c.HasPattern || catalog.Match(c.Pattern, catalogName) {
			a.rows = [][]any{{catalogName}}
		}
		return a, nil
	case "columns":
		return s.showColumns(ctx, c)
	case "tblproperties":
		return s.showProperties(ctx, c)
	case "create table":
		return s.showCreate(ctx, c)
	case "functions":
		return s.showFunctions(c)
	case "table extended":
		return s.showTableExtended(ctx, c)
	case "current namespace":
		return &answer{columns("!catalog", types.String, "!namespace", types.String), [][]any{{catalogName, s.current()}}}, nil
	case "partitions":
		return s.showPartitions(ctx, c)
	}
	return nil, sparkerr.Unsupported("SHOW " + strings.ToUpper(c.Kind))
}

func (s *Session) showTables(ctx context.Context, c *plan.Show) (*answer, error) {
	ns, err := s.namespaceOf(c.Name)
	if err != nil {
		return nil, err
	}
	names, err := s.catalog.List(ctx, ns)
	if err != nil {
		return nil, err
	}
	views := c.Kind == "views"
	first := "!tableName"
	if views {
		first = "!viewName"
	}
	a := &answer{schema: columns("!namespace", types.String, first, types.String, "!isTemporary", types.Boolean)}
	for _, n := range names {
		if c.HasPattern && !catalog.Match(c.Pattern, n) {
			continue
		}
		if views {
			if e, ok, err := s.catalog.Lookup(ctx, ns, n); err != nil || !ok || e.Kind != catalog.View {
				continue
			}
		}
		a.rows = append(a.rows, []any{ns, n, false})
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, n := range slices.Sorted(maps.Keys(s.views)) {
		if !c.HasPattern || catalog.Match(c.Pattern, n) {
			a.rows = append(a.rows, []any{"", n, true})
		}
	}
	return a, nil
}

func (s *Session) showFunctions(c *plan.Show) (*answer, error) {
	a := &answer{schema: columns("!function", types.String)}
	var names []string
	if c.Scope != "user" {
		names = append(names, s.fns.Names()...)
	}
	if c.Scope != "system" {
		s.mu.RLock()
		names = append(names, slices.Collect(maps.Keys(s.functions))...)
		s.mu.RUnlock()
	}
	slices.Sort(names)
	for _, n := range slices.Compact(names) {
		if !c.HasPattern || catalog.Match(c.Pattern, n) {
			a.rows = append(a.rows, []any{n})
		}
	}
	return a, nil
}
