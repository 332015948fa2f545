package plan

import (
	"fmt"
	"reflect"
	"sort"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
)

// Format prints a relation as an indented tree, for tests and for people: one line a relation or command, with the fields
// that are set; expressions in one line. Places in the text and plan ids that nothing refers to are left out, so that the
// same query prints the same from every front end but for what it says.
func Format(r Relation) string {
	f := formatter{referred: map[int64]bool{}}
	f.findReferences(reflect.ValueOf(r))
	f.tree(reflect.ValueOf(r), 0)
	return f.b.String()
}

// FormatCommand is Format for commands.
func FormatCommand(c Command) string {
	f := formatter{referred: map[int64]bool{}}
	f.findReferences(reflect.ValueOf(c))
	f.tree(reflect.ValueOf(c), 0)
	return f.b.String()
}

// FormatExpr prints an expression in one line: calls as name(args), literals as value:type.
func FormatExpr(e Expr) string {
	f := formatter{referred: map[int64]bool{}}
	return f.expr(e)
}

type formatter struct {
	b        strings.Builder
	referred map[int64]bool
}

var (
	formatRelation = reflect.TypeFor[Relation]()
	formatCommand  = reflect.TypeFor[Command]()
	formatExpr     = reflect.TypeFor[Expr]()
	formatAlter    = reflect.TypeFor[AlterAction]()
	formatDataType = reflect.TypeFor[types.DataType]()
	formatNode     = reflect.TypeFor[Node]()
	formatOrigin   = reflect.TypeFor[Origin]()
)

// isTree tells whether values of a type get lines of their own.
func isTree(t reflect.Type) bool {
	return t.Implements(formatRelation) || t.Implements(formatCommand) || t.Implements(formatAlter) ||
		t == reflect.TypeFor[MergeClause]() || t == reflect.TypeFor[CTE]() || t == reflect.TypeFor[Statement]() || t == reflect.TypeFor[*Control]() ||
		t == reflect.TypeFor[ColumnDef]() || t == reflect.TypeFor[Constraint]() || t == reflect.TypeFor[Table]()
}

// findReferences collects the plan ids that expressions name.
func (f *formatter) findReferences(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			f.findReferences(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			f.findReferences(v.Index(i))
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			f.findReferences(v.MapIndex(k))
		}
	case reflect.Struct:
		if v.Type() == formatNode || v.Type() == formatOrigin {
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).Name == "PlanID" && v.Type().Field(i).Type.Kind() == reflect.Int64 {
				f.referred[v.Field(i).Int()] = true
			} else if v.Type().Field(i).IsExported() {
				f.findReferences(v.Field(i))
			}
		}
	}
}

// tree prints a node and, below it, the nodes it holds.
func (f *formatter) tree(v reflect.Value, indent int) {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	f.b.WriteString(strings.Repeat("  ", indent) + v.Type().Name())
	type child struct {
		label string
		value reflect.Value
	}
	var children []child
	for i := range v.NumField() {
		field, value := v.Type().Field(i), v.Field(i)
		switch {
		case field.Type == formatNode:
			if id := value.Interface().(Node).PlanID; id != 0 && f.referred[id] {
				f.b.WriteString(" #" + strconv.FormatInt(id, 10))
			}
		case field.Type == formatOrigin || !field.IsExported() || value.IsZero() && !isEnum(value):
		case isTree(field.Type):
			children = append(children, child{field.Name, value})
		case (field.Type.Kind() == reflect.Slice || field.Type.Kind() == reflect.Map) && isTree(field.Type.Elem()), isNestedStatements(field.Type):
			children = append(children, child{field.Name, value})
		default:
			f.b.WriteString(" " + field.Name + "=" + f.value(value))
		}
	}
	f.b.WriteByte('\n')
	single := len(children) == 1 && children[0].label == "Input"
	for _, c := range children {
		if single {
			f.tree(c.value, indent+1)
			continue
		}
		f.children(c.label, c.value, indent+1)
	}
}

// isEnum tells whether v is one of the enumerations with names, which are printed also when zero.
func isEnum(v reflect.Value) bool {
	_, named := v.Interface().(fmt.Stringer)
	return named && v.Kind() == reflect.Uint8
}

func isNestedStatements(t reflect.Type) bool { return t == reflect.TypeFor[[][]Statement]() }

func (f *formatter) children(label string, v reflect.Value, indent int) {
	pad := strings.Repeat("  ", indent)
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			f.children(label+"["+strconv.Itoa(i)+"]", v.Index(i), indent)
		}
	case reflect.Map:
		for _, k := range sortedKeys(v) {
			f.children(label+"["+k.String()+"]", v.MapIndex(k), indent)
		}
	default:
		f.b.WriteString(pad + label + ":\n")
		f.tree(v, indent+1)
	}
}

func sortedKeys(v reflect.Value) []reflect.Value {
	keys := v.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return fmt.Sprint(keys[i]) < fmt.Sprint(keys[j]) })
	return keys
}

// value prints a field in one line.
func (f *formatter) value(v reflect.Value) string {
	if v.Type() == formatDataType && !v.IsNil() {
		return v.Interface().(types.DataType).SimpleString()
	}
	if v.Type().Implements(formatExpr) {
		if v.Kind() == reflect.Interface && v.IsNil() {
			return "nil"
		}
		return f.expr(v.Interface().(Expr))
	}
	if isEnum(v) {
		return fmt.Sprint(v.Interface())
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return "nil"
		}
		if t, ok := v.Interface().(types.DataType); ok {
			return t.SimpleString()
		}
		if isTree(v.Elem().Type()) {
			return "{" + strings.TrimSpace(f.nested(v)) + "}"
		}
		return f.value(v.Elem())
	case reflect.String:
		return strconv.Quote(v.String())
	case reflect.Slice:
		if b, ok := v.Interface().([]byte); ok {
			return strconv.Itoa(len(b)) + " bytes"
		}
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = f.value(v.Index(i))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case reflect.Map:
		var parts []string
		for _, k := range sortedKeys(v) {
			parts = append(parts, fmt.Sprint(k)+": "+f.value(v.MapIndex(k)))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case reflect.Struct:
		return f.structure(v)
	}
	return fmt.Sprint(v)
}

func (f *formatter) structure(v reflect.Value) string {
	if t, ok := v.Interface().(types.DataType); ok {
		return t.SimpleString()
	}
	var parts []string
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if field.IsExported() && field.Type != formatOrigin && field.Type != formatNode && !v.Field(i).IsZero() {
			parts = append(parts, field.Name+"="+f.value(v.Field(i)))
		}
	}
	return "{" + strings.Join(parts, " ") + "}"
}

// nested prints a relation inside an expression, its lines parted by " / ".
func (f *formatter) nested(v reflect.Value) string {
	g := formatter{referred: f.referred}
	g.tree(v, 0)
	lines := strings.Split(strings.TrimSpace(g.b.String()), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, " / ")
}
