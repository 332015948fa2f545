package analyze

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/plan"
)

// fields follows names into structs, from a column or value.
func (b *binder) fields(e expr.Expr, names []string, origin plan.Origin) expr.Expr {
	for _, n := range names {
		e = b.extract(e, &expr.Literal{DataType: types.String, Value: n}, origin)
	}
	return e
}

// field is child.name or child[key].
func (x *exprBinder) field(e *plan.Field) expr.Expr {
	child := x.value(e.Child)
	return x.extract(child, x.value(e.Key), e.Origin)
}

// extract is Spark's ExtractValue: a struct's field by name, an array's element or the same field of each, a map's value.
func (b *binder) extract(child, key expr.Expr, origin plan.Origin) expr.Expr {
	switch t := child.Type().(type) {
	case types.StructType:
		name, ok := literalText(key)
		if !ok {
			failAt(origin, "INVALID_EXTRACT_FIELD_TYPE", "extraction", b.quoted(key))
		}
		i := b.ordinal(t, name, origin)
		return &expr.GetField{Child: child, Ordinal: i, Name: name}
	case types.ArrayType:
		if s, ok := t.Element.(types.StructType); ok {
			if name, isName := literalText(key); isName {
				return b.arrayField(child, s, b.ordinal(s, name, origin), name)
			}
		}
		if !types.IsIntegral(key.Type()) {
			b.badKey(child, key, 2, "\"INTEGRAL\"")
		}
		return b.element(child, key, origin)
	case types.MapType:
		if !types.EqualIgnoreNullability(key.Type(), t.Key) {
			common, ok := b.commonType([]types.DataType{t.Key, key.Type()})
			if !ok || !types.EqualIgnoreNullability(common, t.Key) && key.Type().ID() != types.IDNull {
				b.badKey(child, key, 2, quotedType(t.Key))
			}
			key = b.implicit(key, t.Key)
		}
		return b.element(child, key, origin)
	case types.VariantType:
		name, ok := literalText(key)
		if ok {
			path := "$." + name
			if strings.ContainsAny(name, " .[]'\"$") {
				path = "$['" + name + "']"
			}
			return b.function("variant_get", origin, child, &expr.Literal{DataType: types.String, Value: path}, &expr.Literal{DataType: types.String, Value: "variant"})
		}
	}
	failAt(origin, "INVALID_EXTRACT_BASE_FIELD_TYPE", "base", b.quoted(child), "other", quotedType(child.Type()))
	return nil
}

func (b *binder) badKey(child, key expr.Expr, index int, want string) {
	fail("DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE", "sqlExpr", "\""+b.sql(child)+"["+b.sql(key)+"]\"", "paramIndex", ordinalWord(index),
		"inputSql", b.quoted(key), "inputType", quotedType(key.Type()), "requiredType", want)
}

// element is child[key] of an array or a map.
func (b *binder) element(child, key expr.Expr, origin plan.Origin) expr.Expr {
	e := b.function("getitem", origin, child, key)
	b.texts[e] = b.sql(child) + "[" + b.sql(key) + "]"
	return e
}

// arrayField takes one field of every struct in an array: transform(child, x -> x.name).
func (b *binder) arrayField(child expr.Expr, s types.StructType, i int, name string) expr.Expr {
	t := child.Type().(types.ArrayType)
	p := expr.NewAttribute("x", t.Element, t.ContainsNull)
	e := b.function("transform", plan.Origin{}, child, &expr.Lambda{Params: []*expr.Attribute{p}, Body: &expr.GetField{Child: p, Ordinal: i, Name: name}})
	b.texts[e] = b.sql(child) + "." + s.Fields[i].Name
	return e
}

// ordinal finds a struct's field by name.
func (b *binder) ordinal(t types.StructType, name string, origin plan.Origin) int {
	at, n := -1, 0
	for i, f := range t.Fields {
		if b.same(f.Name, name) {
			at = i
			n++
		}
	}
	switch n {
	case 0:
		failAt(origin, "FIELD_NOT_FOUND", "fieldName", quoteID(name), "fields", quoteIDs(t.Names()))
	case 1:
		return at
	}
	failAt(origin, "AMBIGUOUS_REFERENCE_TO_FIELDS", "field", quoteID(name), "count", itoa(n))
	return -1
}

func literalText(e expr.Expr) (string, bool) {
	l, ok := e.(*expr.Literal)
	if !ok {
		return "", false
	}
	s, ok := l.Value.(string)
	return s, ok
}

// updateFields is withField and dropFields; a dotted name goes into nested structs.
func (x *exprBinder) updateFields(e *plan.UpdateFields) expr.Expr {
	child := x.value(e.Child)
	if child.Type().ID() != types.IDStruct {
		fail("DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE", "sqlExpr", "\"update_fields("+x.sql(child)+")\"", "paramIndex", "first",
			"inputSql", x.quoted(child), "inputType", quotedType(child.Type()), "requiredType", "\"STRUCT\"")
	}
	var value expr.Expr
	change := "dropfield()"
	if e.Value != nil {
		value = x.value(e.Value)
		change = "WithField(" + x.sql(value) + ")"
	}
	text := "update_fields(" + x.sql(child) + ", " + change + ")"
	if before := x.texts[child]; strings.HasPrefix(before, "update_fields(") {
		text = strings.TrimSuffix(before, ")") + ", " + change + ")"
	}
	out := x.changeField(child, e.Name, value, text)
	x.texts[out] = text
	return out
}

// changeField rebuilds a struct with one (nested) field set, or dropped when value is nil. A null struct stays null.
func (b *binder) changeField(child expr.Expr, path []string, value expr.Expr, text string) expr.Expr {
	t, ok := child.Type().(types.StructType)
	if !ok {
		fail("INVALID_FIELD_NAME", "fieldName", quoteID(path...), "path", quoteID(path...))
	}
	m := &expr.MakeStruct{}
	add := func(name string, e expr.Expr, nullable bool, meta map[string]any) {
		m.Fields = append(m.Fields, e)
		m.DataType.Fields = append(m.DataType.Fields, types.StructField{Name: name, Type: e.Type(), Nullable: nullable, Metadata: meta})
	}
	found := false
	for i, f := range t.Fields {
		get := &expr.GetField{Child: child, Ordinal: i, Name: f.Name}
		switch {
		case !b.same(f.Name, path[0]):
			add(f.Name, get, f.Nullable, f.Metadata)
		case len(path) > 1:
			found = true
			in := b.changeField(get, path[1:], value, text)
			add(f.Name, in, in.Nullable(), f.Metadata)
		default:
			found = true
			if value != nil {
				add(path[0], value, value.Nullable(), nil)
			}
		}
	}
	if !found && len(path) > 1 {
		fail("FIELD_NOT_FOUND", "fieldName", quoteID(path[0]), "fields", quoteIDs(t.Names()))
	}
	if !found && value != nil {
		add(path[0], value, value.Nullable(), nil)
	}
	if len(m.Fields) == 0 {
		fail("DATATYPE_MISMATCH.CANNOT_DROP_ALL_FIELDS", "sqlExpr", "\""+text+"\"")
	}
	if !child.Nullable() {
		return m
	}
	return &expr.Case{When: []expr.Expr{&expr.IsNull{Child: child}}, Then: []expr.Expr{&expr.Literal{DataType: m.DataType}}, Else: m}
}
