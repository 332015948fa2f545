package analyze

import (
	"regexp"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// project binds SELECT list FROM input. A list with aggregates is a global aggregate.
func (b *binder) project(p *plan.Project, in func(plan.Relation) *rel) *rel {
	windows := b.takeWindows()
	return b.selectList(in(p.Input), p.List, windows, false)
}

// takeWindows hands the named windows over to the block they were written for.
func (b *binder) takeWindows() map[string]plan.WindowSpec {
	w := b.windows
	b.windows = nil
	return w
}

func (b *binder) windowDefinitions(p *plan.WindowDefinitions, in func(plan.Relation) *rel) *rel {
	b.windows = p.Specs
	return in(p.Input)
}

// selectList binds a list over an input that is not grouped; aggregated forces a global aggregate.
func (b *binder) selectList(input *rel, list []plan.Expr, windows map[string]plan.WindowSpec, aggregated bool) *rel {
	k := &block{b: b, input: input, windows: windows}
	s := b.scope(input)
	s.windows = windows
	s.allow = allowance{aggregates: true, windows: true, generators: true}
	k.list(s, list)
	if aggregated || k.hasAggregate() {
		k.agg = &aggregation{b: b, input: input}
		k.regroup()
	}
	return k.rel()
}

func (k *block) hasAggregate() bool {
	for _, it := range k.items {
		if has[*expr.Aggregate](it) || has[*groupingMark](it) {
			return true
		}
	}
	for _, g := range k.gens {
		if has[*expr.Aggregate](g.Generator) {
			return true
		}
	}
	return false
}

// regroup rewrites the list from columns of the input to keys and aggregates.
func (k *block) regroup() {
	aliases := map[expr.AttributeID]bool{}
	for _, g := range k.gens {
		for _, c := range g.Columns {
			aliases[c.ID] = true
		}
	}
	for i, it := range k.items {
		k.items[i] = k.agg.item(it, aliases)
		if a, ok := k.items[i].(*expr.Alias); ok {
			aliases[a.ID] = true
		}
	}
	for i, gen := range k.gens {
		args := make([]expr.Expr, len(gen.Generator.Args))
		for j, a := range gen.Generator.Args {
			args[j] = k.agg.replace(a, aliases)
		}
		c := *gen
		c.Generator = gen.Generator.WithChildren(args).(*expr.Generator)
		k.gens[i] = &c
	}
}

// list binds the items of a select list.
func (k *block) list(s *scope, list []plan.Expr) {
	b := k.b
	s.earlier = &aliases{byName: map[string][]*expr.Alias{}, used: map[expr.AttributeID]bool{}}
	seen := map[expr.AttributeID]bool{}
	add := func(e expr.Expr) {
		if a, ok := e.(*expr.Attribute); ok {
			if seen[a.ID] {
				c := expr.NewAlias(a, a.Name)
				c.Metadata, c.Qualifier = a.Metadata, a.Qualifier
				b.copies[c.ID] = a.ID
				e = c
			} else {
				seen[a.ID] = true
			}
		}
		k.items = append(k.items, e)
	}
	for _, p := range list {
		for _, e := range k.listItem(s, p, list) {
			add(e)
			if a, ok := e.(*expr.Alias); ok && isAlias(p) {
				n := b.fold(a.Name)
				s.earlier.byName[n] = append(s.earlier.byName[n], a)
			}
		}
	}
	k.visible = len(k.items)
	k.lateral = len(s.earlier.used) > 0
	s.earlier = nil
}

// isAlias tells whether an item was given its name; generated names are no lateral aliases.
func isAlias(p plan.Expr) bool {
	_, ok := p.(*plan.Alias)
	return ok
}

// listItem is item, with an error of its own for SELECT a, FROM t, which reads as a column FROM called t.
func (k *block) listItem(s *scope, p plan.Expr, list []plan.Expr) (out []expr.Expr) {
	last, ok := list[len(list)-1].(*plan.Alias)
	if !ok || len(list) == 1 {
		return k.item(s, p)
	}
	if a, ok := last.Child.(*plan.Attribute); !ok || len(a.Parts) != 1 || upper(a.Parts[0]) != "FROM" {
		return k.item(s, p)
	}
	if err := attempt(func() { out = k.item(s, p) }); err != nil {
		failAt(last.Origin, "TRAILING_COMMA_IN_SELECT")
	}
	return out
}

// item binds one entry of a select list to the columns it gives.
func (k *block) item(s *scope, p plan.Expr) []expr.Expr {
	b := k.b
	if t, ok := p.(*plan.Text); ok {
		p = b.parse(t.SQL)
	}
	switch p := p.(type) {
	case *plan.Star:
		x := &exprBinder{binder: b, scope: s}
		return x.star(p, s)
	case *plan.Regex:
		return b.regexColumns(s.rel, p)
	}
	inner, names := p, []string(nil)
	var metadata map[string]any
	if a, ok := p.(*plan.Alias); ok {
		inner, names, metadata = a.Child, a.Names, a.Metadata
		if t, ok := inner.(*plan.Text); ok {
			inner = b.parse(t.SQL)
		}
	}
	if c, ok := inner.(*plan.Call); ok {
		if cols := k.generator(s, c, names); cols != nil {
			return cols
		}
	}
	e := b.expression(p, s)
	b.noGenerator(e)
	_ = metadata
	return []expr.Expr{b.namedItem(p, e)}
}

// namedItem gives an item the name Spark generates for it.
func (b *binder) namedItem(p plan.Expr, e expr.Expr) expr.Expr {
	switch x := e.(type) {
	case *expr.Alias:
		return x
	case *expr.Attribute:
		if _, ok := p.(*plan.Attribute); ok {
			return shown(x)
		}
	}
	name := ""
	if a, ok := p.(*plan.Attribute); ok {
		switch x := e.(type) {
		case *expr.GetField:
			name = x.Name
		case *expr.Outer:
			name = x.Attr.Name
		case *expr.Literal:
			name = a.Parts[len(a.Parts)-1]
		default:
			if _, call := b.texts[e]; call && len(a.Parts) > 1 {
				name = a.Parts[len(a.Parts)-1]
			}
		}
	}
	if c, ok := p.(*plan.Cast); ok { // Spark names the cast of a column after the column
		if a, ok := castColumn(e); ok && isColumn(c.Child) {
			name = a.Name
		}
	}
	if name == "" {
		name = b.sql(e)
	}
	a := expr.NewAlias(e, name)
	a.Metadata = metadataOf(e)
	return a
}

func isColumn(p plan.Expr) bool {
	switch p := p.(type) {
	case *plan.Attribute:
		return true
	case *plan.Cast:
		return isColumn(p.Child)
	}
	return false
}

// castColumn is the column under a cast, or one whose cast to its own type was left out.
func castColumn(e expr.Expr) (*expr.Attribute, bool) {
	if c, ok := e.(*expr.Cast); ok {
		e = c.Child
	}
	a, ok := e.(*expr.Attribute)
	return a, ok
}

// shown is a column that was asked for by name: no longer hidden.
func shown(a *expr.Attribute) *expr.Attribute {
	if !a.Hidden {
		return a
	}
	c := *a
	c.Hidden = false
	return &c
}

func (b *binder) noGenerator(e expr.Expr) {
	if has[*nestedGenerator](e) {
		fail("UNSUPPORTED_GENERATOR.NESTED_IN_EXPRESSIONS", "expression", b.quoted(stripAlias(e)))
	}
}

// nestedGenerator is a generator inside of an expression, where none may stand. It has the type of its column, so that the expression around it
// can be bound and shown in the error.
type nestedGenerator struct{ *expr.Generator }

func (n *nestedGenerator) Type() types.DataType {
	if f := n.Columns.Fields; len(f) > 0 {
		return f[0].Type
	}
	return types.Null
}
func (n *nestedGenerator) Nullable() bool { return true }
func (n *nestedGenerator) WithChildren(c []expr.Expr) expr.Expr {
	return &nestedGenerator{n.Generator.WithChildren(c).(*expr.Generator)}
}

// generator binds a generator at the top of a list; nil when the call is none.
func (k *block) generator(s *scope, c *plan.Call, names []string) []expr.Expr {
	b := k.b
	f, ok := b.functions.Lookup(lower(c.Name[len(c.Name)-1]))
	if !ok || f.Kind != fn.Generator {
		return nil
	}
	x := &exprBinder{binder: b, scope: s, atTop: true}
	g, ok := stripAlias(x.call(c)).(*expr.Generator)
	if !ok {
		return nil
	}
	for _, a := range g.Args {
		if has[*nestedGenerator](a) {
			fail("UNSUPPORTED_GENERATOR.NESTED_IN_EXPRESSIONS", "expression", b.quoted(g))
		}
	}
	cols := attributesOf(g.Columns)
	outer := strings.HasSuffix(f.Name, "_outer")
	for _, a := range cols {
		a.IsNull = a.IsNull || outer
	}
	if len(names) > 0 {
		if len(names) != len(cols) {
			fail("UDTF_ALIAS_NUMBER_MISMATCH", "aliasesSize", itoa(len(cols)), "aliasesNames", strings.Join(names, ","))
		}
		for i, n := range names {
			cols[i].Name = n
		}
	}
	k.gens = append(k.gens, &logical.Generate{Generator: g, Columns: cols, Outer: outer})
	out := make([]expr.Expr, len(cols))
	for i, a := range cols {
		out[i] = a
	}
	return out
}

// star gives the columns of *, t.*, or struct.*, without EXCEPT ones.
func (x *exprBinder) star(p *plan.Star, s *scope) []expr.Expr {
	var cols []expr.Expr
	for sc := s; ; sc = sc.next {
		if sc == nil || sc.rel == nil {
			break
		}
		if cols = x.starColumns(p, sc.rel); cols != nil {
			break
		}
		if sc.next == nil {
			break
		}
	}
	if cols == nil && len(p.Target) > 0 {
		for o := s.outer; o != nil && cols == nil; o = o.outer {
			for _, c := range x.starColumns(p, o.rel) {
				cols = append(cols, expr.NewAlias(markOuter(c), stripName(c)))
			}
		}
	}
	if cols == nil {
		if len(p.Target) == 0 {
			return nil
		}
		var names []string
		for _, a := range byName(s.rel.visible()) {
			names = append(names, a.Name)
		}
		failAt(p.Origin, "CANNOT_RESOLVE_STAR_EXPAND", "targetString", quoteID(p.Target...), "columns", quoteIDs(names))
	}
	return x.except(p, cols)
}

func stripName(e expr.Expr) string {
	switch e := e.(type) {
	case *expr.Attribute:
		return e.Name
	case *expr.Alias:
		return e.Name
	}
	return ""
}

func (x *exprBinder) starColumns(p *plan.Star, r *rel) []expr.Expr {
	if p.PlanID != 0 {
		return x.planStar(p, r)
	}
	cols := []expr.Expr{}
	if len(p.Target) == 0 {
		for _, a := range r.visible() {
			cols = append(cols, a)
		}
		return cols
	}
	for _, a := range r.attrs {
		if x.qualified(a, p.Target) && (!a.Hidden || r.qualifiedOnly[a.ID]) {
			cols = append(cols, shown(a))
		}
	}
	if len(cols) > 0 {
		return cols
	}
	a, rest, err := x.find(r, p.Target)
	if err != nil {
		throw(err)
	}
	if a == nil {
		return nil
	}
	e := x.fields(a, rest, p.Origin)
	t, ok := e.Type().(types.StructType)
	if !ok {
		failAt(p.Origin, "CANNOT_RESOLVE_STAR_EXPAND", "targetString", quoteID(p.Target...), "columns", quoteIDs(attrNames(byName(r.visible()))))
	}
	for i, f := range t.Fields {
		alias := expr.NewAlias(&expr.GetField{Child: e, Ordinal: i, Name: f.Name}, f.Name)
		alias.Metadata = f.Metadata
		cols = append(cols, alias)
	}
	return cols
}

// planStar is df["*"].
func (x *exprBinder) planStar(p *plan.Star, r *rel) []expr.Expr {
	var found []*expr.Attribute
	var walk func(*planRef)
	walk = func(n *planRef) {
		if n == nil || found != nil {
			return
		}
		if n.id == p.PlanID {
			found = n.rel.visible()
			return
		}
		for _, in := range n.inputs {
			walk(in)
		}
	}
	walk(r.plans)
	here := ids(r.attrs)
	var cols []expr.Expr
	for _, a := range found {
		if here[a.ID] {
			cols = append(cols, a)
		}
	}
	return cols
}

// except leaves columns, or fields of struct columns, out of a star.
func (x *exprBinder) except(p *plan.Star, cols []expr.Expr) []expr.Expr {
	if len(p.Except) == 0 {
		return cols
	}
	r := &rel{}
	for _, c := range cols {
		if a, ok := c.(*expr.Alias); ok {
			r.attrs = append(r.attrs, a.Attr())
		} else {
			r.attrs = append(r.attrs, c.(*expr.Attribute))
		}
	}
	gone := map[expr.AttributeID]bool{}
	inside := map[expr.AttributeID][][]string{}
	for _, name := range p.Except {
		a, rest, err := x.find(r, name)
		if err != nil {
			throw(err)
		}
		switch {
		case a == nil:
			throw(unresolvedColumn(name, byName(r.attrs), p.Origin))
		case len(rest) > 0:
			inside[a.ID] = append(inside[a.ID], rest)
		case gone[a.ID]:
			failAt(p.Origin, "EXCEPT_OVERLAPPING_COLUMNS", "columns", quoteID(name...))
		default:
			gone[a.ID] = true
		}
	}
	var out []expr.Expr
	for i, c := range cols {
		a := r.attrs[i]
		switch {
		case gone[a.ID]:
		case len(inside[a.ID]) > 0:
			e := stripAlias(c)
			for _, path := range inside[a.ID] {
				x.fields(e, path, p.Origin)
				e = x.changeField(e, path, nil, "")
			}
			out = append(out, expr.NewAlias(e, a.Name))
		default:
			out = append(out, c)
		}
	}
	return out
}

// regexColumns are the columns whose name matches df.colRegex's pattern.
func (b *binder) regexColumns(r *rel, p *plan.Regex) []expr.Expr {
	flags := "(?i)"
	if b.caseSensitive {
		flags = ""
	}
	pattern := p.Pattern
	if n := len(pattern); n > 1 && pattern[0] == '`' && pattern[n-1] == '`' {
		pattern = pattern[1 : n-1]
	}
	re, err := regexp.Compile("^" + flags + "(?:" + pattern + ")$")
	if err != nil {
		fail("INVALID_PARAMETER_VALUE.PATTERN", "parameter", "`regexp`", "functionName", "`colRegex`", "value", "'"+p.Pattern+"'")
	}
	var out []expr.Expr
	for _, a := range r.visible() {
		if re.MatchString(a.Name) {
			out = append(out, a)
		}
	}
	return out
}
