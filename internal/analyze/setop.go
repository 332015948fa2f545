package analyze

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// setOperation binds UNION, INTERSECT and EXCEPT. A left-deep run of plain unions becomes one node.
func (b *binder) setOperation(p *plan.SetOperation, in func(plan.Relation) *rel) *rel {
	if p.Op == plan.Union && p.All && !p.ByName {
		return b.unionAll(p, in)
	}
	l, r := in(p.Left), in(p.Right)
	plans := group([]*planRef{l.plans, r.plans}, nil)
	if p.Op == plan.Union && p.ByName {
		l, r = b.alignByName(l, r, p.AllowMissingColumns)
	}
	var out *rel
	if p.Op == plan.Union {
		out = b.union([]*rel{l, r}, "UNION")
		if !p.All {
			out = b.distinct(out)
		}
	} else {
		name := "INTERSECT"
		if p.Op == plan.Except {
			name = "EXCEPT"
		}
		if p.All {
			name += " ALL"
		}
		nodes, cols := b.widened([]*rel{l, r}, name)
		if p.Op == plan.Except {
			for i, a := range nodes[0].Output() {
				cols[i].IsNull = a.IsNull
			}
		}
		out = newRel(&logical.SetOp{Left: nodes[0], Right: nodes[1], Op: p.Op, All: p.All, Columns: cols})
	}
	out.plans = plans
	return out
}

// unionAll flattens a left-deep chain: 500 frames put together one by one are one node.
func (b *binder) unionAll(p *plan.SetOperation, in func(plan.Relation) *rel) *rel {
	var rights []plan.Relation
	var left plan.Relation = p
	for {
		s, ok := left.(*plan.SetOperation)
		if !ok || s.Op != plan.Union || !s.All || s.ByName || s.PlanID != 0 && s != p {
			break
		}
		rights = append(rights, s.Right)
		left = s.Left
	}
	rels := []*rel{in(left)}
	for i := len(rights) - 1; i >= 0; i-- {
		rels = append(rels, in(rights[i]))
	}
	return b.union(rels, "UNION")
}

func (b *binder) union(rels []*rel, name string) *rel {
	nodes, cols := b.widened(rels, name)
	var flat []logical.Node
	for _, n := range nodes {
		if u, ok := n.(*logical.Union); ok {
			flat = append(flat, u.Inputs...)
			continue
		}
		flat = append(flat, n)
	}
	return newRel(&logical.Union{Inputs: flat, Columns: cols})
}

// widened brings the inputs of a set operation to the same types; the output has the first one's names.
func (b *binder) widened(rels []*rel, name string) ([]logical.Node, []*expr.Attribute) {
	vis := make([][]*expr.Attribute, len(rels))
	for i, r := range rels {
		vis[i] = r.visible()
		if len(vis[i]) != len(vis[0]) {
			fail("NUM_COLUMNS_MISMATCH", "operator", name, "firstNumColumns", itoa(len(vis[0])), "invalidOrdinalNum", ordinalWord(i+1),
				"invalidNumColumns", itoa(len(vis[i])))
		}
	}
	common := make([]types.DataType, len(vis[0]))
	nullable := make([]bool, len(vis[0]))
	for c := range vis[0] {
		common[c] = vis[0][c].DataType
		for i := range rels {
			a := vis[i][c]
			t, ok := b.commonColumn(common[c], a.DataType)
			if !ok {
				fail("INCOMPATIBLE_COLUMN_TYPE", "tableOrdinalNumber", ordinalWord(i+1), "columnOrdinalNumber", ordinalWord(c+1),
					"dataType2", quotedType(common[c]), "operator", name, "hint", "", "dataType1", quotedType(a.DataType))
			}
			common[c] = t
		}
	}
	nodes := make([]logical.Node, len(rels))
	for i, r := range rels {
		nodes[i] = b.castColumns(r, vis[i], common)
		for c, a := range nodes[i].Output() {
			nullable[c] = nullable[c] || a.IsNull
		}
	}
	cols := make([]*expr.Attribute, len(common))
	for c, a := range vis[0] {
		cols[c] = expr.NewAttribute(a.Name, common[c], nullable[c])
		cols[c].Metadata = a.Metadata
		b.copies[cols[c].ID] = a.ID
	}
	return nodes, cols
}

// commonColumn is the type of a column of a set operation. Structs are matched by position; names are the first one's.
func (b *binder) commonColumn(x, y types.DataType) (types.DataType, bool) {
	if types.EqualIgnoreMetadata(x, y) {
		return x, true
	}
	return b.commonType([]types.DataType{x, y})
}

func (b *binder) castColumns(r *rel, cols []*expr.Attribute, to []types.DataType) logical.Node {
	changed := false
	list := make([]expr.Expr, len(cols))
	for i, a := range cols {
		list[i] = a
		if !types.EqualIgnoreMetadata(a.DataType, to[i]) {
			changed = true
			list[i] = expr.NewAlias(b.implicit(a, to[i]), a.Name)
		}
	}
	if !changed {
		return r.exact()
	}
	return &logical.Project{Input: r.node, List: list}
}

// alignByName orders the right side by the left's names. With allowMissing, columns and struct fields that one side lacks are null.
func (b *binder) alignByName(l, r *rel, allowMissing bool) (*rel, *rel) {
	b.noDuplicates(l)
	b.noDuplicates(r)
	var left, right []expr.Expr
	changed := false
	for _, a := range l.visible() {
		c, _, err := b.find(r, []string{a.Name})
		if err != nil {
			throw(err)
		}
		var le expr.Expr = a
		if c == nil {
			if !allowMissing {
				var names []string
				for _, x := range r.visible() {
					names = append(names, x.Name)
				}
				fail("UNRESOLVED_COLUMN_AMONG_FIELD_NAMES", "colName", a.Name, "fieldNames", strings.Join(names, ", "))
			}
			right = append(right, expr.NewAlias(&expr.Literal{DataType: types.AsNullable(a.DataType)}, a.Name))
		} else {
			var re expr.Expr
			if allowMissing {
				le, re = b.alignStructs(a, c)
			} else {
				re = b.reorderStruct(c, a.DataType)
			}
			if re != expr.Expr(c) {
				re = expr.NewAlias(re, a.Name)
			}
			right = append(right, re)
		}
		if le != expr.Expr(a) {
			changed = true
			le = expr.NewAlias(le, a.Name)
		}
		left = append(left, le)
	}
	for _, c := range r.visible() {
		if a, _, _ := b.find(l, []string{c.Name}); a == nil {
			if !allowMissing {
				fail("NUM_COLUMNS_MISMATCH", "operator", "UNION", "firstNumColumns", itoa(len(l.visible())), "invalidOrdinalNum", "second",
					"invalidNumColumns", itoa(len(r.visible())))
			}
			changed = true
			left = append(left, expr.NewAlias(&expr.Literal{DataType: types.AsNullable(c.DataType)}, c.Name))
			right = append(right, c)
		}
	}
	out := l
	if changed {
		out = newRel(&logical.Project{Input: l.node, List: left})
	}
	return out, newRel(&logical.Project{Input: r.node, List: right})
}

func (b *binder) noDuplicates(r *rel) {
	seen := map[string]bool{}
	for _, a := range r.visible() {
		n := b.fold(a.Name)
		if seen[n] {
			fail("COLUMN_ALREADY_EXISTS", "columnName", quoteID(a.Name))
		}
		seen[n] = true
	}
}

// alignStructs gives two struct values the same fields: the left's, then those only the right has.
func (b *binder) alignStructs(l, r expr.Expr) (expr.Expr, expr.Expr) {
	lt, lok := l.Type().(types.StructType)
	rt, rok := r.Type().(types.StructType)
	if !lok || !rok || types.EqualIgnoreNullability(lt, rt) {
		return l, r
	}
	lm, rm := &expr.MakeStruct{}, &expr.MakeStruct{}
	add := func(m *expr.MakeStruct, name string, e expr.Expr) {
		m.Fields = append(m.Fields, e)
		m.DataType.Fields = append(m.DataType.Fields, types.StructField{Name: name, Type: e.Type(), Nullable: e.Nullable()})
	}
	for i, f := range lt.Fields {
		le := expr.Expr(&expr.GetField{Child: l, Ordinal: i, Name: f.Name})
		j := b.fieldIndex(rt, f.Name)
		if j < 0 {
			add(lm, f.Name, le)
			add(rm, f.Name, &expr.Literal{DataType: types.AsNullable(f.Type)})
			continue
		}
		re := expr.Expr(&expr.GetField{Child: r, Ordinal: j, Name: rt.Fields[j].Name})
		le, re = b.alignStructs(le, re)
		add(lm, f.Name, le)
		add(rm, f.Name, re)
	}
	for j, f := range rt.Fields {
		if b.fieldIndex(lt, f.Name) < 0 {
			add(lm, f.Name, &expr.Literal{DataType: types.AsNullable(f.Type)})
			add(rm, f.Name, &expr.GetField{Child: r, Ordinal: j, Name: f.Name})
		}
	}
	return nullGuard(l, lm), nullGuard(r, rm)
}

// reorderStruct orders a struct's fields as another type has them, when it has the same ones.
func (b *binder) reorderStruct(e expr.Expr, to types.DataType) expr.Expr {
	from, ok := e.Type().(types.StructType)
	want, ok2 := to.(types.StructType)
	if !ok || !ok2 || len(from.Fields) != len(want.Fields) {
		return e
	}
	m := &expr.MakeStruct{}
	moved := false
	for i, f := range want.Fields {
		j := b.fieldIndex(from, f.Name)
		if j < 0 {
			return e
		}
		var v expr.Expr = &expr.GetField{Child: e, Ordinal: j, Name: from.Fields[j].Name}
		inner := b.reorderStruct(v, f.Type)
		moved = moved || i != j || inner != v
		m.Fields = append(m.Fields, inner)
		m.DataType.Fields = append(m.DataType.Fields, types.StructField{Name: f.Name, Type: inner.Type(), Nullable: from.Fields[j].Nullable})
	}
	if !moved {
		return e
	}
	return nullGuard(e, m)
}

func (b *binder) fieldIndex(t types.StructType, name string) int {
	for i, f := range t.Fields {
		if b.same(f.Name, name) {
			return i
		}
	}
	return -1
}

// nullGuard keeps a null struct null when it is rebuilt.
func nullGuard(child expr.Expr, m *expr.MakeStruct) expr.Expr {
	if !child.Nullable() {
		return m
	}
	return &expr.Case{When: []expr.Expr{&expr.IsNull{Child: child}}, Then: []expr.Expr{&expr.Literal{DataType: m.DataType}}, Else: m}
}

// distinct groups by all columns.
func (b *binder) distinct(r *rel) *rel {
	vis := r.visible()
	for _, a := range vis {
		if types.Exists(a.DataType, func(t types.DataType) bool { return t.ID() == types.IDVariant }) {
			fail("UNSUPPORTED_FEATURE.SET_OPERATION_ON_VARIANT_TYPE", "colName", quoteID(a.Name), "dataType", quotedType(a.DataType))
		}
		if types.Exists(a.DataType, func(t types.DataType) bool { return t.ID() == types.IDMap }) {
			fail("UNSUPPORTED_FEATURE.SET_OPERATION_ON_MAP_TYPE", "colName", quoteID(a.Name), "dataType", quotedType(a.DataType))
		}
	}
	return b.grouped1(r, vis)
}

// grouped1 keeps one row per value of all columns.
func (b *binder) grouped1(r *rel, vis []*expr.Attribute) *rel {
	g := &logical.Aggregate{Input: r.node}
	attrs := make([]*expr.Attribute, len(vis))
	for i, a := range vis {
		k := expr.NewAlias(a, a.Name)
		k.Metadata, k.Qualifier = a.Metadata, a.Qualifier
		g.Grouping = append(g.Grouping, k)
		attrs[i] = k.Attr()
		b.copies[k.ID] = a.ID
	}
	out := newRel(g)
	out.attrs = attrs
	out.plans = r.plans
	return out
}
