package analyze

import (
	"reflect"
	"strings"

	"github.com/flintlake/flintlake/internal/plan"
)

var (
	relationType = reflect.TypeOf((*plan.Relation)(nil)).Elem()
	exprType     = reflect.TypeOf((*plan.Expr)(nil)).Elem()
)

// mentions tells whether an unresolved query reads a table by a one-part name, anywhere in it. It decides whether a definition in WITH
// RECURSIVE is recursive, so it walks plan nodes by reflection instead of listing all of them.
func mentions(r plan.Relation, name string) bool {
	return mentioned(reflect.ValueOf(r), name, 0)
}

func mentioned(v reflect.Value, name string, depth int) bool {
	if depth > 2000 {
		return false
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return false
		}
		if t, ok := v.Interface().(*plan.NamedTable); ok {
			return len(t.Name) == 1 && strings.EqualFold(t.Name[0], name)
		}
		return mentioned(v.Elem(), name, depth+1)
	case reflect.Struct:
		for i := 0; i < v.NumField(); i++ {
			if v.Type().Field(i).IsExported() && mayHoldPlan(v.Type().Field(i).Type) && mentioned(v.Field(i), name, depth+1) {
				return true
			}
		}
	case reflect.Slice:
		for i := 0; i < v.Len(); i++ {
			if mentioned(v.Index(i), name, depth+1) {
				return true
			}
		}
	}
	return false
}

// mayHoldPlan skips fields of text, numbers and types.
func mayHoldPlan(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface:
		return t.Implements(relationType) || t.Implements(exprType)
	case reflect.Pointer, reflect.Slice:
		return mayHoldPlan(t.Elem())
	case reflect.Struct:
		return strings.HasSuffix(t.PkgPath(), "internal/plan")
	}
	return false
}
