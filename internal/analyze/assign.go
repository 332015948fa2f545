package analyze

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/plan"
)

// assignKind is where assignments stand: they differ in errors, in DEFAULT and in what they may name.
type assignKind uint8

const (
	assignUpdate assignKind = iota
	assignMergeUpdate
	assignMergeInsert
)

// assignment is one SET item, its column resolved to a path into the table.
type assignment struct {
	path  []int    // ordinals: column, then nested fields
	names []string // the same as names
	value expr.Expr
}

// assign aligns SET items with the columns of the table: nil where a column keeps its value. Nested fields rebuild their struct;
// generated columns that read a changed column are computed anew.
func (t *target) assign(items []plan.Assignment, s *scope, kind assignKind) []expr.Expr {
	var list []assignment
	for _, it := range items {
		list = append(list, t.assignment(it, s, kind))
	}
	t.conflicts(items, list)
	values := make([]expr.Expr, len(t.Schema.Fields))
	for i, f := range t.Schema.Fields {
		var mine []assignment
		for _, a := range list {
			if a.path[0] == i {
				mine = append(mine, assignment{a.path[1:], a.names[1:], a.value})
			}
		}
		if len(mine) == 0 {
			continue
		}
		if t.identity(i) {
			fail("DELTA_IDENTITY_COLUMNS_UPDATE_NOT_SUPPORTED", "colName", f.Name)
		}
		t.set[i] = true
		var old expr.Expr = &expr.Literal{DataType: f.Type}
		if i < len(t.Attrs) {
			old = t.Attrs[i]
		}
		values[i] = t.b.lengthChecked(t.merged(old, f.Type, f.Name, mine), f)
	}
	t.recompute(values)
	return values
}

// merged is a value with some assignments put into it.
func (t *target) merged(old expr.Expr, to types.DataType, column string, list []assignment) expr.Expr {
	if len(list[0].path) == 0 {
		return t.b.storeAs(list[0].value, to, column, t.Evolves, true)
	}
	want := to.(types.StructType)
	have, _ := old.Type().(types.StructType)
	m := &expr.MakeStruct{}
	for i, f := range want.Fields {
		var field expr.Expr = &expr.Literal{DataType: f.Type}
		if j := t.b.fieldIndex(have, f.Name); j >= 0 {
			field = t.b.storeAs(&expr.GetField{Child: old, Ordinal: j, Name: f.Name}, f.Type, column, true, true)
		}
		var mine []assignment
		for _, a := range list {
			if a.path[0] == i {
				mine = append(mine, assignment{a.path[1:], a.names[1:], a.value})
			}
		}
		if len(mine) > 0 {
			field = t.merged(field, f.Type, column, mine)
		}
		m.Fields = append(m.Fields, field)
		m.DataType.Fields = append(m.DataType.Fields, types.StructField{Name: f.Name, Type: field.Type(), Nullable: field.Nullable(), Metadata: f.Metadata})
	}
	return m
}

// recompute gives generated columns new values when a column they read has one.
func (t *target) recompute(values []expr.Expr) {
	for i := range t.Schema.Fields {
		if t.generated(i) == "" || values[i] != nil {
			continue
		}
		if t.reads(i, values) {
			values[i] = t.computed(i, values, t.Attrs)
		}
	}
}

// reads tells whether a generated column reads one of the columns with a new value.
func (t *target) reads(i int, values []expr.Expr) bool {
	cols := make([]*expr.Attribute, len(t.Schema.Fields))
	for k, f := range t.Schema.Fields {
		cols[k] = fieldAttribute(f)
	}
	refs := expr.References(stripAlias(t.b.expression(t.b.parse(t.generated(i)), t.b.scope(&rel{attrs: cols}))))
	for k, c := range cols {
		if refs[c.ID] && values[k] != nil {
			return true
		}
	}
	return false
}

// assignment resolves one SET item.
func (t *target) assignment(it plan.Assignment, s *scope, kind assignKind) assignment {
	names, origin := t.columnNames(it.Column)
	a, ok := t.path(names)
	if !ok {
		if kind == assignUpdate {
			throw(unresolvedColumn(names, byName(t.Attrs), origin))
		}
		t.unresolved(names, clauseName(kind), t.Attrs)
	}
	a.value = t.value(it.Value, a, s, kind)
	return a
}

func clauseName(kind assignKind) string {
	if kind == assignMergeInsert {
		return "INSERT clause"
	}
	return "UPDATE clause"
}

func (t *target) value(v plan.Expr, a assignment, s *scope, kind assignKind) expr.Expr {
	if _, ok := v.(*plan.Default); ok {
		if kind != assignUpdate {
			t.unresolved([]string{"DEFAULT"}, clauseName(kind), s.rel.attrs)
		}
		return t.defaultValue(a.path[0])
	}
	var e expr.Expr
	bind := func() { e = stripAlias(t.b.expression(v, s)) }
	if kind == assignUpdate {
		bind()
	} else {
		t.merging(bind, clauseName(kind), s)
	}
	return e
}

// merging turns a name that cannot be resolved into Delta's condition for MERGE.
func (t *target) merging(f func(), clause string, s *scope) {
	err := attempt(f)
	if err == nil {
		return
	}
	if e, ok := err.(*sparkerr.Error); ok && strings.HasPrefix(e.Condition, "UNRESOLVED_COLUMN.") {
		name := strings.ReplaceAll(strings.Trim(e.Params["objectName"], "`"), "`.`", ".")
		throw(sparkerr.New("DELTA_MERGE_UNRESOLVED_EXPRESSION", "sqlExpr", name, "clause", clause, "cols", columnsSQL(s.rel.attrs)).WithContext(e.Context))
	}
	throw(err)
}

func (t *target) unresolved(names []string, clause string, cols []*expr.Attribute) {
	fail("DELTA_MERGE_UNRESOLVED_EXPRESSION", "sqlExpr", plainName(names), "clause", clause, "cols", columnsSQL(cols))
}

// columnsSQL lists columns as Spark's Attribute.sql prints them.
func columnsSQL(cols []*expr.Attribute) string {
	var out []string
	for _, a := range cols {
		if !a.Hidden {
			out = append(out, plainName(append(append([]string(nil), a.Qualifier...), a.Name)))
		}
	}
	return strings.Join(out, ", ")
}

// columnNames are the parts of an assigned column, without the table's name or alias.
func (t *target) columnNames(e plan.Expr) ([]string, plan.Origin) {
	switch e := e.(type) {
	case *plan.Attribute:
		return t.unqualified(e.Parts), e.Origin
	case *plan.Field:
		names, origin := t.columnNames(e.Child)
		if l, ok := e.Key.(*plan.Literal); ok {
			if s, ok := l.Value.(string); ok {
				return append(names, s), origin
			}
		}
	case *plan.Text:
		return t.columnNames(t.b.parse(e.SQL))
	case *plan.Alias:
		return t.columnNames(e.Child)
	}
	fail("DELTA_INVALID_SETTING_IN_SET", "message", "only columns and fields of structs can be assigned")
	return nil, plan.Origin{}
}

func (t *target) unqualified(parts []string) []string {
	if len(parts) > 1 && len(t.Attrs) > 0 {
		q := t.Attrs[0].Qualifier
		for k := min(len(parts)-1, len(q)); k > 0; k-- {
			match := true
			for i := 0; i < k; i++ {
				match = match && t.b.same(q[len(q)-k+i], parts[i])
			}
			if match {
				return parts[k:]
			}
		}
	}
	return parts
}

// path finds names in the table's (perhaps evolved) schema.
func (t *target) path(names []string) (a assignment, ok bool) {
	s := t.Schema
	for k, n := range names {
		i := t.b.fieldIndex(s, n)
		if i < 0 {
			return a, false
		}
		a.path = append(a.path, i)
		a.names = append(a.names, n)
		if k == len(names)-1 {
			return a, true
		}
		next, isStruct := s.Fields[i].Type.(types.StructType)
		if !isStruct {
			return a, false
		}
		s = next
	}
	return a, false
}

// conflicts refuses to assign a column twice, or a struct and its field.
func (t *target) conflicts(items []plan.Assignment, list []assignment) {
	for i := range list {
		for j := i + 1; j < len(list); j++ {
			n := min(len(list[i].path), len(list[j].path))
			same := true
			for k := 0; k < n; k++ {
				same = same && list[i].path[k] == list[j].path[k]
			}
			if same {
				fail("DELTA_CONFLICT_SET_COLUMN", "columnList", "["+quoteID(list[i].names...)+", "+quoteID(list[j].names...)+"]")
			}
		}
	}
}
