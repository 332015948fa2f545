package analyze

import (
	"sort"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// rel is a bound relation.
type rel struct {
	node logical.Node
	// attrs are the columns that can be named, in order, hidden ones included; all are put out by node, possibly in another order
	// and under other qualifiers.
	attrs []*expr.Attribute
	// plans are the DataFrame relations below, by plan id.
	plans *planRef
	// block is the select block that node ends in, nil when nothing below its list can be reached any more.
	block *block
	// qualifiedOnly columns are found only as table.column (the keys of the other side of a USING join).
	qualifiedOnly map[expr.AttributeID]bool

	index   map[string][]int32
	byID    map[expr.AttributeID]bool
	origins map[expr.AttributeID]*expr.Attribute
}

// planRef is one relation with a plan id, or a group of them when id is 0.
type planRef struct {
	id     int64
	rel    *rel
	inputs []*planRef
}

func newRel(node logical.Node) *rel { return &rel{node: node, attrs: node.Output()} }

// visible are the columns that * gives.
func (r *rel) visible() []*expr.Attribute {
	for i, a := range r.attrs {
		if a.Hidden {
			out := append([]*expr.Attribute(nil), r.attrs[:i]...)
			for _, b := range r.attrs[i:] {
				if !b.Hidden {
					out = append(out, b)
				}
			}
			return out
		}
	}
	return r.attrs
}

// exact is the node with exactly the visible columns, in order.
func (r *rel) exact() logical.Node {
	vis := r.visible()
	out := r.node.Output()
	same := len(out) == len(vis)
	for i := 0; same && i < len(out); i++ {
		same = out[i].ID == vis[i].ID && out[i].Name == vis[i].Name
	}
	if same {
		return r.node
	}
	list := make([]expr.Expr, len(vis))
	for i, a := range vis {
		list[i] = a
	}
	return &logical.Project{Input: r.node, List: list}
}

// over is r with another node on top that keeps the columns.
func (r *rel) over(node logical.Node) *rel {
	c := *r
	c.node, c.index, c.byID, c.origins = node, nil, nil, nil
	return &c
}

// keep is over for nodes that later clauses may look through to the select block.
func (r *rel) keep(wrap func(logical.Node) logical.Node) *rel {
	c := r.over(wrap(r.node))
	if r.block != nil {
		c.block = r.block.with(wrap)
	}
	return c
}

func (b *binder) fold(name string) string {
	if b.caseSensitive {
		return name
	}
	for i := 0; i < len(name); i++ {
		if c := name[i]; c >= 'A' && c <= 'Z' || c >= 0x80 {
			return strings.ToLower(name)
		}
	}
	return name
}

func (b *binder) same(x, y string) bool {
	return x == y || !b.caseSensitive && strings.EqualFold(x, y)
}

func (b *binder) named(r *rel, name string) []int32 {
	if r.index == nil {
		r.index = make(map[string][]int32, len(r.attrs))
		for i, a := range r.attrs {
			k := b.fold(a.Name)
			r.index[k] = append(r.index[k], int32(i))
		}
	}
	return r.index[b.fold(name)]
}

// find looks a multi-part name up (AttributeSeq.resolve): the longest qualifier that matches wins. rest are the parts that are
// struct fields. It gives nil when there is no such column, and an error when several fit.
func (b *binder) find(r *rel, parts []string) (a *expr.Attribute, rest []string, err error) {
	for k := min(len(parts)-1, 3); k >= 0; k-- {
		var hits []*expr.Attribute
		for _, i := range b.named(r, parts[k]) {
			if a := r.attrs[i]; b.qualified(a, parts[:k]) && (k > 0 || !r.qualifiedOnly[a.ID]) {
				hits = append(hits, a)
			}
		}
		if hits = b.distinctHits(hits); len(hits) == 0 {
			continue
		}
		if len(hits) > 1 {
			return nil, nil, ambiguous(parts, parts[k], hits)
		}
		c := *hits[0]
		c.Name = parts[k]
		return &c, parts[k+1:], nil
	}
	return nil, nil, nil
}

func (b *binder) qualified(a *expr.Attribute, by []string) bool {
	q := a.Qualifier
	if len(q) < len(by) {
		return false
	}
	for i, p := range by {
		if !b.same(q[len(q)-len(by)+i], p) {
			return false
		}
	}
	return true
}

// distinctHits drops hidden columns where visible ones are found, and copies of the same column.
func (b *binder) distinctHits(hits []*expr.Attribute) []*expr.Attribute {
	if len(hits) < 2 {
		return hits
	}
	var shown []*expr.Attribute
	for _, a := range hits {
		if !a.Hidden {
			shown = append(shown, a)
		}
	}
	if len(shown) > 0 {
		hits = shown
	}
	var out []*expr.Attribute
	seen := map[expr.AttributeID]bool{}
	for _, a := range hits {
		if id := b.origin(a.ID); !seen[id] {
			seen[id] = true
			out = append(out, a)
		}
	}
	return out
}

// origin follows copies of one column within a select list to the first of them.
func (b *binder) origin(id expr.AttributeID) expr.AttributeID {
	for {
		o, ok := b.copies[id]
		if !ok {
			return id
		}
		id = o
	}
}

func ambiguous(parts []string, name string, hits []*expr.Attribute) error {
	names := make([]string, len(hits))
	for i, a := range hits {
		names[i] = quoteID(append(append([]string(nil), a.Qualifier...), name)...)
	}
	sort.Strings(names)
	return sparkerr.New("AMBIGUOUS_REFERENCE", "name", quoteID(parts...), "referenceNames", "["+strings.Join(names, ", ")+"]")
}

// scope is what the names of an expression are looked up in.
type scope struct {
	rel *rel
	// next is tried when rel has no such column (ORDER BY and HAVING: the input below the select list).
	next *scope
	// aggregateInput is what arguments of aggregate functions see first.
	aggregateInput *scope
	// outer is the enclosing query.
	outer *scope
	// earlier are the aliases of the same select list.
	earlier *aliases
	// clause names the clause for errors: WHERE, HAVING …
	clause string
	allow  allowance
	// windows are the named windows of the block.
	windows map[string]plan.WindowSpec
	// keepOrder offers suggestions in output order.
	keepOrder bool
}

// allowance tells which special expressions may stand in a clause.
type allowance struct{ aggregates, windows, generators bool }

// aliases are the names that a select list has defined so far (lateral column aliases).
type aliases struct {
	byName map[string][]*expr.Alias
	used   map[expr.AttributeID]bool
}

func (b *binder) scope(r *rel) *scope { return &scope{rel: r, outer: b.outer} }

func (b *binder) clauseScope(r *rel, clause string) *scope {
	s := b.scope(r)
	s.clause = clause
	return s
}

// candidates are the columns offered in suggestions.
func (s *scope) candidates() []*expr.Attribute {
	if s.rel == nil {
		return nil
	}
	if s.keepOrder {
		return s.rel.visible()
	}
	return byName(s.rel.visible())
}

// combined is one relation for expressions over both sides of a join.
func combined(l, r *rel) *rel {
	c := &rel{attrs: append(append(make([]*expr.Attribute, 0, len(l.attrs)+len(r.attrs)), l.attrs...), r.attrs...)}
	c.plans = &planRef{inputs: []*planRef{l.plans, r.plans}}
	c.qualifiedOnly = mergeIDs(l.qualifiedOnly, r.qualifiedOnly)
	return c
}

func mergeIDs(a, b map[expr.AttributeID]bool) map[expr.AttributeID]bool {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	out := make(map[expr.AttributeID]bool, len(a)+len(b))
	for id := range a {
		out[id] = true
	}
	for id := range b {
		out[id] = true
	}
	return out
}

// plainName joins parts, quoting those that need it.
func plainName(parts []string) string {
	quoted := make([]string, len(parts))
	for i, p := range parts {
		quoted[i] = types.QuoteIfNeeded(p)
	}
	return strings.Join(quoted, ".")
}

func requalified(attrs []*expr.Attribute, qualifier []string) []*expr.Attribute {
	out := make([]*expr.Attribute, len(attrs))
	for i, a := range attrs {
		c := *a
		c.Qualifier = qualifier
		out[i] = &c
	}
	return out
}
