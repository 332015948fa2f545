package plan

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

var (
	nodesBelow = map[reflect.Kind]bool{reflect.Interface: true, reflect.Pointer: true, reflect.Struct: true, reflect.Slice: true, reflect.Map: true}
)

// Transform rewrites the relations of a plan bottom-up, those inside of expressions and commands too. f gets each node after what is
// below it was rewritten, and returns it or a replacement. Nodes are copied where something below them changes.
func Transform(r Relation, f func(Relation) (Relation, error)) (Relation, error) {
	t := transformer{relation: f}
	out, err := t.value(reflect.ValueOf(&r).Elem())
	if err != nil {
		return nil, err
	}
	return out.Interface().(Relation), nil
}

// TransformExprs rewrites a list of expressions bottom-up, as Transform does relations; subqueries in them are left as they are by f.
func TransformExprs(list []Expr, f func(Expr) (Expr, error)) ([]Expr, error) {
	if len(list) == 0 {
		return list, nil
	}
	t := transformer{expr: f, relation: func(r Relation) (Relation, error) { return r, nil }}
	out, err := t.value(reflect.ValueOf(&list).Elem())
	if err != nil {
		return nil, err
	}
	return out.Interface().([]Expr), nil
}

// Bind puts arguments in the place of parameters (:name from named, ? from positional, in the order of the text) and relations in the
// place of the table names in views.
func Bind(r Relation, named map[string]Expr, positional []Expr, views map[string]Relation) (Relation, error) {
	if len(named) == 0 && len(positional) == 0 && len(views) == 0 {
		return r, nil
	}
	positions := parameterPositions(r)
	t := transformer{
		relation: func(r Relation) (Relation, error) {
			if n, ok := r.(*NamedTable); ok && len(n.Name) == 1 {
				if v, ok := views[n.Name[0]]; ok {
					return v, nil
				}
			}
			return r, nil
		},
		expr: func(e Expr) (Expr, error) {
			p, ok := e.(*Parameter)
			if !ok {
				return e, nil
			}
			if p.Name != "" {
				if v, ok := named[p.Name]; ok {
					return v, nil
				}
				return nil, sparkerr.New("UNBOUND_SQL_PARAMETER", "name", p.Name)
			}
			if i := positions[p.Position]; i < len(positional) {
				return positional[i], nil
			}
			return nil, sparkerr.New("UNBOUND_SQL_PARAMETER", "name", "_"+strconv.Itoa(p.Position))
		},
	}
	out, err := t.value(reflect.ValueOf(&r).Elem())
	if err != nil {
		return nil, err
	}
	return out.Interface().(Relation), nil
}

// parameterPositions numbers the ? of a plan by their place in the text.
func parameterPositions(r Relation) map[int]int {
	seen := map[int]int{}
	t := transformer{expr: func(e Expr) (Expr, error) {
		if p, ok := e.(*Parameter); ok && p.Name == "" {
			seen[p.Position] = 0
		}
		return e, nil
	}}
	_, _ = t.value(reflect.ValueOf(&r).Elem()) // neither function fails
	order := make([]int, 0, len(seen))
	for p := range seen {
		order = append(order, p)
	}
	slices.Sort(order)
	for i, p := range order {
		seen[p] = i
	}
	return seen
}

// transformer walks plan nodes by reflection: they are plain data, and there are some two hundred kinds of them.
type transformer struct {
	relation func(Relation) (Relation, error)
	expr     func(Expr) (Expr, error)
}

// value gives v itself or a rewritten copy of the same type.
func (t *transformer) value(v reflect.Value) (reflect.Value, error) {
	switch v.Kind() {
	case reflect.Interface:
		return t.iface(v)
	case reflect.Pointer:
		if v.IsNil() || v.Elem().Kind() != reflect.Struct || !strings.HasSuffix(v.Elem().Type().PkgPath(), "internal/plan") {
			return v, nil
		}
		inner, err := t.value(v.Elem())
		if err != nil || same(inner, v.Elem()) {
			return v, err
		}
		p := reflect.New(v.Elem().Type())
		p.Elem().Set(inner)
		return p, nil
	case reflect.Struct:
		return t.fields(v)
	case reflect.Slice:
		return t.elements(v)
	case reflect.Map:
		return t.entries(v)
	}
	return v, nil
}

// same tells whether value returned its argument: an addressable value it did not copy.
func same(a, b reflect.Value) bool {
	return a.CanAddr() && b.CanAddr() && a.Addr().Pointer() == b.Addr().Pointer()
}

func (t *transformer) iface(v reflect.Value) (reflect.Value, error) {
	if v.IsNil() || !strings.HasSuffix(v.Type().PkgPath(), "internal/plan") {
		return v, nil // types, values: nothing of the plan below, and not always comparable
	}
	inner, err := t.value(v.Elem())
	if err != nil {
		return v, err
	}
	var out any = inner.Interface()
	switch x := out.(type) {
	case Relation:
		if t.relation != nil {
			out, err = t.relation(x)
		}
	case Expr:
		if t.expr != nil {
			out, err = t.expr(x)
		}
	}
	if err != nil {
		return v, err
	}
	if out == v.Elem().Interface() {
		return v, nil
	}
	w := reflect.New(v.Type()).Elem()
	w.Set(reflect.ValueOf(out))
	return w, nil
}

func (t *transformer) fields(v reflect.Value) (reflect.Value, error) {
	if !strings.HasSuffix(v.Type().PkgPath(), "internal/plan") {
		return v, nil
	}
	var c reflect.Value
	for i := range v.NumField() {
		f := v.Field(i)
		if !nodesBelow[f.Kind()] || !v.Type().Field(i).IsExported() {
			continue
		}
		if f.Kind() == reflect.Interface && !strings.HasSuffix(f.Type().PkgPath(), "internal/plan") {
			continue
		}
		n, err := t.value(f)
		if err != nil {
			return v, err
		}
		if changed(f, n) {
			if !c.IsValid() {
				c = reflect.New(v.Type()).Elem()
				c.Set(v)
			}
			c.Field(i).Set(n)
		}
	}
	if c.IsValid() {
		return c, nil
	}
	return v, nil
}

func (t *transformer) elements(v reflect.Value) (reflect.Value, error) {
	if !nodesBelow[v.Type().Elem().Kind()] {
		return v, nil
	}
	var c reflect.Value
	for i := range v.Len() {
		n, err := t.value(v.Index(i))
		if err != nil {
			return v, err
		}
		if changed(v.Index(i), n) {
			if !c.IsValid() {
				c = reflect.MakeSlice(v.Type(), v.Len(), v.Len())
				reflect.Copy(c, v)
			}
			c.Index(i).Set(n)
		}
	}
	if c.IsValid() {
		return c, nil
	}
	return v, nil
}

func (t *transformer) entries(v reflect.Value) (reflect.Value, error) {
	if !nodesBelow[v.Type().Elem().Kind()] {
		return v, nil
	}
	var c reflect.Value
	for it := v.MapRange(); it.Next(); {
		old := reflect.New(v.Type().Elem()).Elem()
		old.Set(it.Value())
		n, err := t.value(old)
		if err != nil {
			return v, err
		}
		if changed(old, n) {
			if !c.IsValid() {
				c = reflect.MakeMapWithSize(v.Type(), v.Len())
				for k := v.MapRange(); k.Next(); {
					c.SetMapIndex(k.Key(), k.Value())
				}
			}
			c.SetMapIndex(it.Key(), n)
		}
	}
	if c.IsValid() {
		return c, nil
	}
	return v, nil
}

// changed tells whether n is another value than the addressable old one.
func changed(old, n reflect.Value) bool {
	switch old.Kind() {
	case reflect.Interface:
		if old.IsNil() || !old.Elem().Comparable() || !n.Elem().Comparable() {
			return false // options of a relation: no nodes, which are pointers
		}
		return old.Elem().Interface() != n.Elem().Interface()
	case reflect.Pointer, reflect.Map:
		return old.Pointer() != n.Pointer()
	case reflect.Slice:
		return old.Len() > 0 && old.Pointer() != n.Pointer()
	}
	return !same(old, n)
}
