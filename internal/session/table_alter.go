package session

import (
	"context"
	"maps"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/catalog"
	"github.com/flintlake/flintlake/internal/delta/ops"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/scan"
)

// alterTable is ALTER TABLE with one action.
func (s *Session) alterTable(ctx context.Context, c *plan.AlterTable) (*answer, error) {
	if r, ok := c.Action.(*plan.AlterRename); ok {
		return nothing, s.rename(ctx, c.Name, r.To)
	}
	e, ok, err := s.entry(ctx, c.Name)
	if err != nil {
		return nil, err
	}
	if ok && e.Provider != "delta" {
		return nothing, s.alterEntry(ctx, e, c.Action)
	}
	t, _, err := s.deltaLog(ctx, c.Name)
	if err != nil {
		return nil, err
	}
	a, env, err := s.dml(ctx)
	if err != nil {
		return nil, err
	}
	snap, err := t.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	table, err := scan.NewDelta(snap, scan.DeltaOptions{Name: t.Name()})
	if err != nil {
		return nil, err
	}
	return nothing, ops.Alter(env, table, c.Action, ops.AlterHooks{
		Field: s.field,
		Check: a.ConditionText,
	})
}

func (s *Session) rename(ctx context.Context, from, to []string) error {
	e, ok, err := s.entry(ctx, from)
	if err != nil {
		return err
	}
	if !ok {
		return s.notFound(from)
	}
	ns, name, ok := s.split(to)
	if len(to) == 1 {
		ns = e.Namespace
	}
	if !ok || ns != e.Namespace {
		return sparkerr.New("_LEGACY_ERROR_TEMP_1073", "sourceDb", e.Namespace, "destDb", ns)
	}
	moved := *e
	moved.Name = name
	if err := s.catalog.Create(ctx, &moved); err != nil {
		if sparkerr.Condition(err) == "TABLE_OR_VIEW_ALREADY_EXISTS" {
			err = sparkerr.New("TABLE_OR_VIEW_ALREADY_EXISTS", "relationName", sparkerr.QuoteID(ns, name))
		}
		return err
	}
	return s.catalog.Drop(ctx, e.Namespace, e.Name)
}

// alterEntry changes a table or view whose definition is in the catalog.
func (s *Session) alterEntry(ctx context.Context, e *catalog.Entry, action plan.AlterAction) error {
	if done, err := s.alterPartitions(ctx, e, action); done || err != nil {
		return err
	}
	if done, err := s.alterFileColumns(ctx, e, action); done || err != nil {
		return err
	}
	if e.Properties == nil {
		e.Properties = map[string]string{}
	}
	switch a := action.(type) {
	case *plan.AlterSetProperties:
		maps.Copy(e.Properties, a.Properties)
	case *plan.AlterUnsetProperties:
		for _, k := range a.Keys {
			delete(e.Properties, k)
		}
	case *plan.AlterSetLocation:
		e.Location, e.Kind = a.Location, catalog.External
	default:
		return sparkerr.Unsupported("this ALTER of a " + e.Provider + " table")
	}
	return s.catalog.Replace(ctx, e)
}

func (s *Session) comment(ctx context.Context, c *plan.Comment) (*answer, error) {
	text := ""
	if c.Text != nil {
		text = *c.Text
	}
	if c.Kind == "namespace" {
		ns, err := s.namespaceOf(c.Name)
		if err != nil {
			return nil, err
		}
		n, err := s.catalog.Namespace(ctx, ns)
		if err != nil {
			return nil, err
		}
		n.Comment = text
		return nothing, s.catalog.ReplaceNamespace(ctx, *n)
	}
	return s.alterTable(ctx, &plan.AlterTable{Name: c.Name, Action: &plan.AlterSetProperties{Properties: map[string]string{"comment": text}}})
}

// removeAll deletes a folder and what is in it.
func (s *Session) removeAll(ctx context.Context, path string) error {
	store, key, err := s.stores.Resolve(path)
	if err != nil {
		return err
	}
	return removeTree(ctx, store, key)
}

func removeTree(ctx context.Context, store objstore.Store, dir string) error {
	var below []objstore.Info
	for info, err := range store.List(ctx, dir, "") {
		if err != nil {
			return err
		}
		below = append(below, info)
	}
	for _, info := range below {
		var err error
		if info.IsDir {
			err = removeTree(ctx, store, info.Key)
		} else {
			err = store.Delete(ctx, info.Key)
		}
		if err != nil {
			return err
		}
	}
	return store.Delete(ctx, strings.TrimSuffix(dir, "/"))
}
