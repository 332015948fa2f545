package analyze

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// hiddenColumns is what a logical.Table with metadata columns implements: how many columns at the end of its schema * leaves out.
type hiddenColumns interface{ HiddenColumns() int }

// maxViewDepth is spark.sql.view.maxNestedViewDepth.
const maxViewDepth = 100

func (b *binder) namedTable(r *plan.NamedTable) *rel {
	if len(r.Name) == 1 && r.TimeTravel == nil {
		if x := b.cte(r.Name[0]); x != nil {
			return x
		}
		if local, ok := b.locals[b.fold(r.Name[0])]; ok {
			return requalify(b.apart(func() *rel { return b.relation(local) }), []string{r.Name[0]})
		}
	}
	found, ok, err := b.catalog.Relation(b.ctx, r.Name, r.Options, b.timeTravel(r.TimeTravel))
	if err != nil {
		throw(err)
	}
	if !ok {
		throw(b.tableNotFound(r.Name, r.Origin))
	}
	switch {
	case found.Table != nil:
		return b.scan(found.Table, found.Name)
	case found.View != nil:
		return b.view(found)
	case found.Plan != nil:
		return requalify(newRel(logical.Renew(found.Plan)), found.Name)
	}
	throw(sparkerr.Internal("the catalog gave nothing for %s", plainName(r.Name)))
	return nil
}

func (b *binder) tableNotFound(name []string, origin plan.Origin) error {
	return sparkerr.New("TABLE_OR_VIEW_NOT_FOUND", "relationName", quoteID(name...), "searchPath", b.searchPath()).WithContext(queryContext(origin))
}

// searchPath is where unqualified names are looked for, as error parameters show it.
func (b *binder) searchPath() string {
	catalog, namespace := b.catalog.Current()
	return "[`system`.`builtin`, `system`.`session`, " + quoteID(append([]string{catalog}, namespace...)...) + "]"
}

// scan reads all columns of a table; the optimizer drops those that nobody uses.
func (b *binder) scan(t logical.Table, qualifier []string) *rel {
	schema := t.Schema()
	hidden := 0
	if h, ok := t.(hiddenColumns); ok {
		hidden = h.HiddenColumns()
	}
	s := &logical.Scan{Table: t, Columns: make([]*expr.Attribute, len(schema.Fields)), Ordinals: make([]int, len(schema.Fields))}
	for i, f := range schema.Fields {
		a := fieldAttribute(f)
		a.Qualifier, a.Hidden = qualifier, i >= len(schema.Fields)-hidden
		s.Columns[i], s.Ordinals[i] = a, i
	}
	return newRel(s)
}

func fieldAttribute(f types.StructField) *expr.Attribute {
	a := expr.NewAttribute(f.Name, f.Type, f.Nullable)
	a.Metadata = f.Metadata
	return a
}

func attributesOf(s types.StructType) []*expr.Attribute {
	out := make([]*expr.Attribute, len(s.Fields))
	for i, f := range s.Fields {
		out[i] = fieldAttribute(f)
	}
	return out
}

// view expands a stored view in the namespace of its making.
func (b *binder) view(v Resolved) *rel {
	name := strings.Join(v.Name, "\x00")
	for i, seen := range b.views {
		if seen == name {
			path := []string{}
			for _, s := range append(b.views[i:len(b.views):len(b.views)], name) {
				path = append(path, quoteID(strings.Split(s, "\x00")...))
			}
			fail("RECURSIVE_VIEW", "viewIdent", quoteID(v.Name...), "newPath", strings.Join(path, " -> "))
		}
	}
	if len(b.views) >= maxViewDepth {
		fail("VIEW_EXCEED_MAX_NESTED_DEPTH", "viewName", quoteID(v.Name...), "maxNestedDepth", "100")
	}
	child := b.binder(b.ctx)
	child.views = append(b.views[:len(b.views):len(b.views)], name)
	child.Analyzer = b.inView(v)
	child.copies, child.texts, child.calls = b.copies, b.texts, b.calls
	r := child.relation(v.View)
	b.defs = append(b.defs, child.defs...)
	vis := r.visible()
	if len(v.Columns) > 0 {
		if len(v.Columns) != len(vis) {
			fail("INCOMPATIBLE_VIEW_SCHEMA_CHANGE", "viewName", quoteID(v.Name...), "colName", quoteIDs(v.Columns), "expectedNum", itoa(len(v.Columns)),
				"actualCols", "["+strings.Join(attrNames(vis), ",")+"]", "viewDDL", "")
		}
		r = b.renamed(r, v.Columns)
	}
	return requalify(r, v.Name)
}

// inView is the analyzer that a view's text is bound with.
func (b *binder) inView(v Resolved) *Analyzer {
	a := *b.Analyzer
	if len(v.Namespace) > 0 {
		a.catalog = viewCatalog{a.catalog, v.Namespace}
	}
	if len(v.Conf) > 0 {
		env := *a.env
		outer := env.Conf
		env.Conf = func(key string) string {
			if value, ok := v.Conf[key]; ok {
				return value
			}
			if outer == nil {
				return ""
			}
			return outer(key)
		}
		if ansi, ok := v.Conf["spark.sql.ansi.enabled"]; ok {
			env.ANSI = ansi == "true"
		}
		a.env = &env
	}
	return &a
}

// NamespacedCatalog is a Catalog that can look names up from another current namespace, as views need it.
type NamespacedCatalog interface {
	In(namespace []string) Catalog
}

// viewCatalog looks names up in a view's namespace.
type viewCatalog struct {
	Catalog
	namespace []string
}

func (c viewCatalog) Current() (string, []string) {
	if len(c.namespace) > 1 {
		return c.namespace[0], c.namespace[1:]
	}
	catalog, _ := c.Catalog.Current()
	return catalog, c.namespace
}

func (b *binder) dataSource(r *plan.DataSource) *rel {
	schema := r.Schema
	if schema == nil && r.SchemaDDL != "" {
		s := schemaText(r.SchemaDDL)
		schema = &s
	}
	t, err := b.catalog.Source(b.ctx, r.Format, schema, r.Options, r.Paths)
	if err != nil {
		throw(err)
	}
	return b.scan(t, nil)
}

func schemaText(ddl string) types.StructType {
	t := check(types.ParseSchema(ddl))
	if s, ok := t.(types.StructType); ok {
		return s
	}
	return types.NewStruct(types.StructField{Name: "value", Type: t, Nullable: true})
}

func (b *binder) localData(r *plan.LocalData) *rel {
	schema := r.Schema
	if schema == nil && r.SchemaDDL != "" {
		s := schemaText(r.SchemaDDL)
		schema = &s
	}
	columns, rows, err := b.catalog.Local(r.Data, schema)
	if err != nil {
		throw(err)
	}
	local := &logical.Local{Columns: attributesOf(columns), Rows: rows}
	if schema == nil || len(schema.Fields) != len(local.Columns) {
		return newRel(local)
	}
	return newRel(b.asWanted(local, schema))
}

// asWanted casts the columns of local data whose types are not the ones asked for.
func (b *binder) asWanted(local *logical.Local, schema *types.StructType) logical.Node {
	list := make([]expr.Expr, len(local.Columns))
	differs := false
	for i, a := range local.Columns {
		list[i] = a
		if want := schema.Fields[i].Type; !types.EqualIgnoreNullability(a.DataType, want) {
			list[i], differs = expr.NewAlias(b.checkedCast(a, want, b.castMode(plan.CastDefault)), a.Name), true
		}
	}
	if !differs {
		return local
	}
	return &logical.Project{Input: local, List: list}
}

func (b *binder) cached(r *plan.CachedRelation) *rel {
	n, ok := b.catalog.Cached(r.ID)
	if !ok {
		fail("NO_HANDLER_FOR_EXTRACTOR", "message", "no cached relation "+r.ID)
	}
	return newRel(logical.Renew(n))
}

func (b *binder) oneRow() *rel { return newRel(&logical.Values{Rows: [][]expr.Expr{{}}}) }

func (b *binder) rangeTable(start, end, step int64, partitions int) *rel {
	if step == 0 {
		throw(sparkerr.New("FAILED_FUNCTION_CALL", "funcName", quoteID("range")))
	}
	return newRel(&logical.Range{Column: expr.NewAttribute("id", types.Long, false), Start: start, End: end, Step: step, Partitions: partitions})
}

// timeTravel evaluates VERSION AS OF and TIMESTAMP AS OF.
func (b *binder) timeTravel(t *plan.TimeTravel) *TimeTravel {
	if t == nil {
		return nil
	}
	s := b.scope(&rel{})
	if t.Version != nil {
		e := stripAlias(b.expression(t.Version, s))
		l := check(b.foldTo(b.cast(e, types.Long, b.castMode(plan.CastDefault), false)))
		v, ok := l.Value.(int64)
		if !ok {
			fail("INVALID_TIME_TRAVEL_TIMESTAMP_EXPR.INPUT", "expr", b.quoted(e))
		}
		return &TimeTravel{Version: v}
	}
	e := stripAlias(b.expression(t.Timestamp, s))
	if !foldable(e) {
		fail("INVALID_TIME_TRAVEL_TIMESTAMP_EXPR.NON_DETERMINISTIC", "expr", b.quoted(e))
	}
	l, err := b.foldTo(b.cast(e, types.Timestamp, expr.ANSI, false))
	if err != nil || l.Value == nil {
		fail("INVALID_TIME_TRAVEL_TIMESTAMP_EXPR.INPUT", "expr", b.quoted(e))
	}
	at := l.Value.(int64)
	return &TimeTravel{Version: -1, Timestamp: &at}
}

// subqueryAlias names a relation; names below are gone.
func (b *binder) subqueryAlias(r *rel, p *plan.SubqueryAlias) *rel {
	if len(p.Columns) > 0 {
		if vis := r.visible(); len(p.Columns) != len(vis) {
			fail("ASSIGNMENT_ARITY_MISMATCH", "numExpr", itoa(len(p.Columns)), "numTarget", itoa(len(vis)))
		}
		r = b.renamed(r, p.Columns)
	}
	if p.Name == "" {
		return r
	}
	return requalify(r, []string{p.Name})
}

// requalify addresses all columns by one qualifier.
func requalify(r *rel, qualifier []string) *rel {
	c := *r
	c.attrs, c.block, c.index, c.byID, c.origins = requalified(r.attrs, qualifier), nil, nil, nil, nil
	return &c
}

// renamed gives the visible columns new names.
func (b *binder) renamed(r *rel, names []string) *rel {
	list := make([]expr.Expr, len(names))
	for i, a := range r.visible() {
		if a.Name == names[i] {
			list[i] = a
			continue
		}
		alias := expr.NewAlias(a, names[i])
		alias.Metadata = a.Metadata
		list[i] = alias
	}
	c := newRel(&logical.Project{Input: r.node, List: list})
	c.plans = r.plans
	return c
}

func attrNames(attrs []*expr.Attribute) []string {
	out := make([]string, len(attrs))
	for i, a := range attrs {
		out[i] = a.Name
	}
	return out
}
