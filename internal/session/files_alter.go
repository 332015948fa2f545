package session

import (
	"context"
	"maps"
	"slices"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/catalog"
	"github.com/flintlake/flintlake/internal/plan"
)

// alterFileColumns changes the columns of a table of files, as far as Spark does; done is false for other actions.
func (s *Session) alterFileColumns(ctx context.Context, e *catalog.Entry, action plan.AlterAction) (done bool, err error) {
	unsupported := func(operation string) (bool, error) {
		return true, sparkerr.New("UNSUPPORTED_FEATURE.TABLE_OPERATION", "tableName", sparkerr.QuoteID(catalogName, e.Namespace, e.Name), "operation", operation)
	}
	if e.Schema == nil {
		e.Schema = &types.StructType{}
	}
	switch a := action.(type) {
	case *plan.AlterAddColumns:
		err = s.addFileColumns(e, a)
	case *plan.AlterDropColumns:
		return unsupported("DROP COLUMN")
	case *plan.AlterRenameColumn:
		return unsupported("RENAME COLUMN")
	case *plan.AlterReplaceColumns:
		return unsupported("REPLACE COLUMNS")
	case *plan.AlterAddConstraint, *plan.AlterDropConstraint:
		return unsupported("CONSTRAINT")
	case *plan.AlterChangeColumn:
		err = s.changeFileColumn(e, a)
	case *plan.AlterChangeColumns:
		for _, c := range a.Changes {
			if err := s.changeFileColumn(e, c); err != nil {
				return true, err
			}
		}
	case *plan.AlterSetSerde:
		e.Options = merged(e.Options, a.Properties)
	default:
		return false, nil
	}
	if err != nil {
		return true, err
	}
	return true, s.catalog.Replace(ctx, e)
}

// addFileColumns puts new columns behind the present ones and before the partition columns.
func (s *Session) addFileColumns(e *catalog.Entry, a *plan.AlterAddColumns) error {
	at := len(e.Schema.Fields) - len(e.PartitionBy)
	for _, d := range a.Columns {
		if d.Position != "" || len(d.Path) > 1 {
			return sparkerr.New("UNSUPPORTED_FEATURE.TABLE_OPERATION", "tableName", sparkerr.QuoteID(catalogName, e.Namespace, e.Name), "operation", "ADD COLUMN with qualified column")
		}
		f, err := s.field(d)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(e.Schema.Fields, func(g types.StructField) bool { return s.sameName(f.Name, g.Name) }) {
			if a.IfNotExists {
				continue
			}
			return sparkerr.New("COLUMN_ALREADY_EXISTS", "columnName", sparkerr.QuoteID(f.Name))
		}
		e.Schema.Fields = slices.Insert(e.Schema.Fields, at, f)
		at++
	}
	return nil
}

// changeFileColumn changes a comment or a default; the type stays, for files would have to be rewritten.
func (s *Session) changeFileColumn(e *catalog.Entry, c *plan.AlterChangeColumn) error {
	i := slices.IndexFunc(e.Schema.Fields, func(g types.StructField) bool { return s.sameName(c.Column[0], g.Name) })
	if i < 0 || len(c.Column) > 1 {
		return sparkerr.New("UNRESOLVED_COLUMN.WITHOUT_SUGGESTION", "objectName", sparkerr.QuoteID(c.Column...))
	}
	f := &e.Schema.Fields[i]
	table := sparkerr.QuoteID(catalogName, e.Namespace, e.Name)
	if c.Type != nil && !types.EqualIgnoreNullability(c.Type, f.Type) {
		return sparkerr.New("NOT_SUPPORTED_CHANGE_COLUMN", "table", table, "originName", sparkerr.QuoteID(f.Name), "originType", "\""+f.Type.SQL()+"\"",
			"newName", sparkerr.QuoteID(f.Name), "newType", "\""+c.Type.SQL()+"\"")
	}
	if c.SetNotNull || c.DropNotNull || c.Position != "" || c.NewName != "" && !s.sameName(c.NewName, f.Name) {
		operation := "ALTER COLUMN ... FIRST | AFTER"
		switch {
		case c.SetNotNull:
			operation = "ALTER COLUMN ... SET NOT NULL"
		case c.DropNotNull:
			operation = "ALTER COLUMN ... DROP NOT NULL"
		case c.NewName != "":
			operation = "RENAME COLUMN"
		}
		return sparkerr.New("UNSUPPORTED_FEATURE.TABLE_OPERATION", "tableName", table, "operation", operation)
	}
	f.Metadata = maps.Clone(f.Metadata)
	if f.Metadata == nil {
		f.Metadata = map[string]any{}
	}
	if c.Comment != nil {
		f.Metadata["comment"] = *c.Comment
	}
	if c.Default != nil {
		f.Metadata[types.CurrentDefaultKey] = *c.Default
	}
	if c.DropDefault {
		delete(f.Metadata, types.CurrentDefaultKey)
	}
	return nil
}
