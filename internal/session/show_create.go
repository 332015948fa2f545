package session

import (
	"context"
	"fmt"
	"maps"
	"os/user"
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/catalog"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/scan"
)

// owner is who Spark says owns what this process makes.
func owner() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return ""
}

// commented puts the comments of a view's column list onto the columns of its query.
func commented(schema types.StructType, list *types.StructType) types.StructType {
	if list == nil || len(list.Fields) != len(schema.Fields) {
		return schema
	}
	for i, f := range list.Fields {
		if c, ok := f.Metadata["comment"]; ok && strings.EqualFold(f.Name, schema.Fields[i].Name) {
			m := maps.Clone(schema.Fields[i].Metadata)
			if m == nil {
				m = map[string]any{}
			}
			m["comment"] = c
			schema.Fields[i].Metadata = m
		}
	}
	return schema
}

func quotedText(s string) string {
	return "'" + strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), "'", `\'`) + "'"
}

// showCreate is SHOW CREATE TABLE: the statement that would make the table or view.
func (s *Session) showCreate(ctx context.Context, c *plan.Show) (*answer, error) {
	e, ok, err := s.entry(ctx, c.Name)
	if err != nil {
		return nil, err
	}
	if !ok && s.view(c.Name) == nil {
		return nil, s.notFound(c.Name)
	}
	table, schema, _, err := s.described(ctx, c.Name)
	if err != nil {
		return nil, err
	}
	text := ""
	switch {
	case e == nil || s.view(c.Name) != nil:
		return nil, s.notFound(c.Name)
	case e.Kind == catalog.View:
		text = viewStatement(e, schema)
	default:
		text = tableStatement(e, table, schema)
	}
	return &answer{columns("!createtab_stmt", types.String), [][]any{{text}}}, nil
}

func viewStatement(e *catalog.Entry, schema types.StructType) string {
	var b strings.Builder
	fmt.Fprintf(&b, "CREATE VIEW %s.%s (\n", e.Namespace, e.Name)
	for i, f := range schema.Fields {
		b.WriteString("  " + plainOrQuoted(f.Name))
		if text, ok := f.Metadata["comment"].(string); ok {
			b.WriteString(" COMMENT " + quotedText(text))
		}
		if i+1 < len(schema.Fields) {
			b.WriteString(",\n")
		}
	}
	b.WriteString(")\n")
	if e.Comment != "" {
		b.WriteString("COMMENT " + quotedText(e.Comment) + "\n")
	}
	b.WriteString(propertiesClause(e.Properties))
	mode := e.ViewMode
	if mode == "" {
		mode = "COMPENSATION"
	}
	fmt.Fprintf(&b, "WITH SCHEMA %s\nAS %s\n", mode, e.ViewText)
	return b.String()
}

func tableStatement(e *catalog.Entry, table any, schema types.StructType) string {
	partitions, properties, comment := e.PartitionBy, e.Properties, e.Comment
	if d, ok := table.(*scan.Delta); ok {
		m := d.Snapshot().Metadata
		partitions, properties, comment = m.PartitionColumns, deltaProperties(d.Snapshot()), m.Description
	}
	var b strings.Builder
	fmt.Fprintf(&b, "CREATE TABLE %s.%s.%s (\n", catalogName, e.Namespace, e.Name)
	for i, f := range schema.Fields {
		b.WriteString("  " + columnClause(f))
		if i+1 < len(schema.Fields) {
			b.WriteString(",\n")
		}
	}
	b.WriteString(")\nUSING " + e.Provider + "\n")
	if len(e.Options) > 0 {
		b.WriteString("OPTIONS (\n" + pairs(e.Options) + ")\n")
	}
	if len(partitions) > 0 {
		var names []string
		for _, p := range partitions {
			names = append(names, plainOrQuoted(p))
		}
		b.WriteString("PARTITIONED BY (" + strings.Join(names, ", ") + ")\n")
	}
	if e.NumBuckets > 0 {
		fmt.Fprintf(&b, "CLUSTERED BY (%s)\nINTO %d BUCKETS\n", strings.Join(e.BucketBy, ", "), e.NumBuckets)
	}
	if e.Kind == catalog.External {
		b.WriteString("LOCATION " + quotedText(e.Location) + "\n")
	}
	if comment != "" {
		b.WriteString("COMMENT " + quotedText(comment) + "\n")
	}
	return b.String() + propertiesClause(properties)
}

// columnClause is a column as SHOW CREATE TABLE lists it; a default makes Spark write the collation too.
func columnClause(f types.StructField) string {
	text, hasDefault := f.Metadata[types.CurrentDefaultKey].(string)
	kind := f.Type.SQL()
	if declared, ok := f.Metadata[types.CharVarcharKey].(string); ok {
		kind = strings.ToUpper(declared)
	} else if hasDefault && f.Type.ID() == types.IDString && !strings.Contains(kind, "COLLATE") {
		kind += " COLLATE UTF8_BINARY"
	}
	out := plainOrQuoted(f.Name) + " " + kind
	if !f.Nullable {
		out += " NOT NULL"
	}
	if hasDefault {
		out += " DEFAULT " + text
	}
	if g, ok := f.Metadata["delta.generationExpression"].(string); ok {
		out += " GENERATED ALWAYS AS (" + g + ")"
	}
	if c, ok := f.Metadata["comment"].(string); ok {
		out += " COMMENT " + quotedText(c)
	}
	return out
}

func propertiesClause(properties map[string]string) string {
	if len(properties) == 0 {
		return ""
	}
	return "TBLPROPERTIES (\n" + pairs(properties) + ")\n"
}

func pairs(m map[string]string) string {
	var l []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		l = append(l, "  "+quotedText(k)+" = "+quotedText(m[k]))
	}
	return strings.Join(l, ",\n")
}

// plainOrQuoted quotes names that SQL could not read as they are.
func plainOrQuoted(name string) string {
	plain := name != ""
	for i, c := range name {
		plain = plain && (c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || i > 0 && c >= '0' && c <= '9')
	}
	if plain {
		return name
	}
	return "`" + strings.ReplaceAll(name, "`", "``") + "`"
}

// showTableExtended is SHOW TABLE EXTENDED LIKE pattern.
func (s *Session) showTableExtended(ctx context.Context, c *plan.Show) (*answer, error) {
	ns, err := s.namespaceOf(c.Name)
	if err != nil {
		return nil, err
	}
	names, err := s.catalog.List(ctx, ns)
	if err != nil {
		return nil, err
	}
	a := &answer{schema: columns("!namespace", types.String, "!tableName", types.String, "!isTemporary", types.Boolean, "!information", types.String)}
	for _, name := range names {
		if c.HasPattern && !catalog.Match(c.Pattern, name) {
			continue
		}
		e, ok, err := s.catalog.Lookup(ctx, ns, name)
		if err != nil || !ok {
			return nil, err
		}
		_, schema, _, err := s.described(ctx, []string{ns, name})
		if err != nil {
			return nil, err
		}
		a.rows = append(a.rows, []any{ns, name, false, information(e, schema)})
	}
	return a, nil
}

func information(e *catalog.Entry, schema types.StructType) string {
	var b strings.Builder
	line := func(name, value string) {
		if value != "" {
			b.WriteString(name + ": " + value + "\n")
		}
	}
	line("Catalog", catalogName)
	line("Database", e.Namespace)
	line("Table", e.Name)
	line("Created Time", e.Created.UTC().Format("Mon Jan 02 15:04:05 MST 2006"))
	line("Last Access", "UNKNOWN")
	line("Created By", "Spark 4.2.0")
	line("Type", string(e.Kind))
	line("Provider", e.Provider)
	line("Comment", e.Comment)
	line("Location", e.Location)
	line("View Text", e.ViewText)
	if len(e.PartitionBy) > 0 {
		line("Partition Provider", "Catalog")
		var names []string
		for _, p := range e.PartitionBy {
			names = append(names, "`"+p+"`")
		}
		line("Partition Columns", "["+strings.Join(names, ", ")+"]")
	}
	b.WriteString("Schema: " + schema.TreeString(0) + "\n")
	return b.String()
}
