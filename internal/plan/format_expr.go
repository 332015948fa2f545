package plan

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
)

func (f *formatter) exprs(es []Expr) string {
	parts := make([]string, len(es))
	for i, e := range es {
		parts[i] = f.expr(e)
	}
	return strings.Join(parts, ", ")
}

func planRef(id int64) string {
	if id == 0 {
		return ""
	}
	return "#" + strconv.FormatInt(id, 10)
}

// expr prints the everyday expressions by hand and the rest by their fields.
func (f *formatter) expr(e Expr) string {
	switch e := e.(type) {
	case nil:
		return "nil"
	case *Attribute:
		s := names(e.Parts) + planRef(e.PlanID)
		if e.Metadata {
			s += "!metadata"
		}
		return s
	case *Star:
		s := "*" + planRef(e.PlanID)
		if e.Target != nil {
			s = names(e.Target) + "." + s
		}
		for _, x := range e.Except {
			s += " except " + names(x)
		}
		return s
	case *Literal:
		return literal(e)
	case *TypedText:
		return e.TypeName + " " + strconv.Quote(e.Text)
	case *Call:
		return f.call(e)
	case *Alias:
		return f.expr(e.Child) + " AS " + strings.Join(quoted(e.Names), ", ") + f.metadata(e.Metadata)
	case *Cast:
		mode := [...]string{"cast", "ansi_cast", "try_cast", "legacy_cast"}[e.Mode]
		return mode + "(" + f.expr(e.Child) + " AS " + e.Type.SimpleString() + ")"
	case *Field:
		if l, ok := e.Key.(*Literal); ok && e.Dotted {
			return f.expr(e.Child) + "." + fmt.Sprint(l.Value)
		}
		return f.expr(e.Child) + "[" + f.expr(e.Key) + "]"
	case *Lambda:
		return "(" + strings.Join(e.Params, ", ") + ") -> " + f.expr(e.Body)
	case *LambdaVariable:
		return "λ" + e.Name
	case SortOrder:
		return f.sortOrder(e)
	case *In:
		return f.expr(e.Value) + " IN (" + f.exprs(e.List) + ")"
	case *Text:
		return "sql(" + strconv.Quote(e.SQL) + ")"
	case *RowValue:
		return "row(" + f.exprs(e.Fields) + ")"
	case *Default:
		return "DEFAULT"
	case *Window:
		return f.window(e)
	}
	return f.byFields(e)
}

func (f *formatter) byFields(e Expr) string {
	v := reflect.ValueOf(e)
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return v.Type().Name() + f.structure(v)
}

func (f *formatter) metadata(m map[string]any) string {
	if m == nil {
		return ""
	}
	return " " + f.value(reflect.ValueOf(m))
}

func names(parts []string) string { return strings.Join(quoted(parts), ".") }

// quoted puts names that are no plain words into back-ticks.
func quoted(parts []string) []string {
	out := make([]string, len(parts))
	for i, s := range parts {
		out[i] = s
		if s == "" || strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
			out[i] = "`" + strings.ReplaceAll(s, "`", "``") + "`"
		}
	}
	return out
}

// literal prints strings in quotes, integers as they are, everything else with its type.
func literal(l *Literal) string {
	t := "?"
	if l.Type != nil {
		t = l.Type.SimpleString()
	}
	switch v := l.Value.(type) {
	case nil:
		return "NULL:" + t
	case string:
		if l.Type == types.DataType(types.String) {
			return strconv.Quote(v)
		}
		return strconv.Quote(v) + ":" + t
	case int32:
		if l.Type == types.DataType(types.Integer) {
			return strconv.Itoa(int(v))
		}
	case bool:
		return strconv.FormatBool(v)
	case types.Decimal:
		return v.String() + ":" + t
	case []byte:
		return fmt.Sprintf("x%X", v)
	}
	return fmt.Sprint(l.Value) + ":" + t
}

func (f *formatter) call(c *Call) string {
	var args []string
	for i, a := range c.Args {
		s := f.expr(a)
		if i < len(c.ArgNames) && c.ArgNames[i] != "" {
			s = c.ArgNames[i] + " => " + s
		}
		args = append(args, s)
	}
	if c.Operator && len(c.Args) == 2 && len(c.Name) == 1 && isInfix(c.Name[0]) {
		return "(" + args[0] + " " + c.Name[0] + " " + args[1] + ")"
	}
	s := names(c.Name)
	if c.Operator && len(c.Name) == 1 {
		s = c.Name[0]
	}
	s += "("
	if c.Distinct {
		s += "DISTINCT "
	}
	s += strings.Join(args, ", ") + ")"
	if c.UserDefined {
		s += "!udf"
	}
	if c.Internal {
		s += "!internal"
	}
	if c.IgnoreNulls != nil {
		s += " ignore_nulls=" + strconv.FormatBool(*c.IgnoreNulls)
	}
	if c.WithinGroup != nil {
		s += " WITHIN GROUP (" + f.sortOrders(c.WithinGroup) + ")"
	}
	if c.Filter != nil {
		s += " FILTER (" + f.expr(c.Filter) + ")"
	}
	return s
}

func (f *formatter) sortOrder(s SortOrder) string {
	out := f.expr(s.Child)
	if s.Descending {
		out += " DESC"
	}
	return out + [...]string{"", " NULLS FIRST", " NULLS LAST"}[s.Nulls]
}

func (f *formatter) sortOrders(ss []SortOrder) string {
	parts := make([]string, len(ss))
	for i, s := range ss {
		parts[i] = f.sortOrder(s)
	}
	return strings.Join(parts, ", ")
}

func (f *formatter) window(w *Window) string {
	if w.Ref != "" {
		return f.expr(w.Func) + " OVER " + w.Ref
	}
	var parts []string
	if w.Spec.PartitionBy != nil {
		parts = append(parts, "PARTITION BY "+f.exprs(w.Spec.PartitionBy))
	}
	if w.Spec.OrderBy != nil {
		parts = append(parts, "ORDER BY "+f.sortOrders(w.Spec.OrderBy))
	}
	if fr := w.Spec.Frame; fr != nil {
		kind := "ROWS"
		if fr.Range {
			kind = "RANGE"
		}
		parts = append(parts, kind+" "+f.bound(fr.Lower)+" TO "+f.bound(fr.Upper))
	}
	return f.expr(w.Func) + " OVER (" + strings.Join(parts, " ") + ")"
}

func (f *formatter) bound(b Bound) string {
	switch b.Kind {
	case UnboundedPreceding:
		return "UNBOUNDED PRECEDING"
	case UnboundedFollowing:
		return "UNBOUNDED FOLLOWING"
	case CurrentRow:
		return "CURRENT ROW"
	case Preceding:
		return f.expr(b.Value) + " PRECEDING"
	case Following:
		return f.expr(b.Value) + " FOLLOWING"
	}
	return "BY " + f.expr(b.Value)
}

// isInfix tells operators from functions with a syntax of their own.
func isInfix(name string) bool {
	return name == "and" || name == "or" || name == "div" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_") == name
}
