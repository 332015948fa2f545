package expr

import (
	"fmt"
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
)

// Text is an expression as plans and Delta's history show it: attributes with their ids, casts in lower case, operators infix.
func Text(e Expr) string {
	var b strings.Builder
	writeText(&b, e)
	return b.String()
}

var compareSigns = [...]string{Eq: "=", Ne: "!=", Lt: "<", Le: "<=", Gt: ">", Ge: ">=", EqNullSafe: "<=>"}

// infix names the functions that are shown between their operands.
var infix = map[string]bool{"+": true, "-": true, "*": true, "/": true, "%": true, "div": true, "&": true, "|": true, "^": true}

func writeText(b *strings.Builder, e Expr) {
	call := func(name string, args []Expr) {
		b.WriteString(name + "(")
		for i, a := range args {
			if i > 0 {
				b.WriteString(", ")
			}
			writeText(b, a)
		}
		b.WriteByte(')')
	}
	binary := func(l Expr, op string, r Expr) {
		b.WriteByte('(')
		writeText(b, l)
		b.WriteString(" " + op + " ")
		writeText(b, r)
		b.WriteByte(')')
	}
	switch e := e.(type) {
	case *Attribute:
		fmt.Fprintf(b, "%s#%d", e.Name, e.ID)
	case *Literal:
		b.WriteString(LiteralText(e))
	case *Alias:
		writeText(b, e.Child)
		fmt.Fprintf(b, " AS %s#%d", e.Name, e.ID)
	case *Cast:
		name := "cast"
		if e.Mode == Try {
			name = "try_cast"
		}
		b.WriteString(name + "(")
		writeText(b, e.Child)
		b.WriteString(" as " + e.DataType.SimpleString() + ")")
	case *Compare:
		if e.Op == Ne {
			b.WriteString("NOT ")
			binary(e.Left, "=", e.Right)
			return
		}
		binary(e.Left, compareSigns[e.Op], e.Right)
	case *And:
		binary(e.Left, "AND", e.Right)
	case *Or:
		binary(e.Left, "OR", e.Right)
	case *Not:
		b.WriteString("NOT ")
		writeText(b, e.Child)
	case *IsNull:
		if e.Negated {
			call("isnotnull", []Expr{e.Child})
		} else {
			call("isnull", []Expr{e.Child})
		}
	case *In:
		writeText(b, e.Value)
		call(" IN ", e.List)
	case *Coalesce:
		call("coalesce", e.Args)
	case *GetField:
		writeText(b, e.Child)
		b.WriteString("." + e.Name)
	case *Case:
		b.WriteString("CASE")
		for i := range e.When {
			b.WriteString(" WHEN ")
			writeText(b, e.When[i])
			b.WriteString(" THEN ")
			writeText(b, e.Then[i])
		}
		if e.Else != nil {
			b.WriteString(" ELSE ")
			writeText(b, e.Else)
		}
		b.WriteString(" END")
	case *Call:
		name := e.Fn.FunctionName()
		switch {
		case infix[name] && len(e.Args) == 2:
			binary(e.Args[0], name, e.Args[1])
		case name == "negative" && len(e.Args) == 1:
			b.WriteByte('-')
			writeText(b, e.Args[0])
		default:
			call(name, e.Args)
		}
	case *Aggregate:
		call(e.Fn.FunctionName(), e.Args)
	case *WindowFunction:
		call(e.Fn.FunctionName(), e.Args)
	case *Generator:
		call(e.Fn.FunctionName(), e.Args)
	case *MakeStruct:
		call("struct", e.Fields)
	case *Lambda:
		b.WriteString("lambdafunction(")
		writeText(b, e.Body)
		b.WriteByte(')')
	case *Outer:
		b.WriteString("outer(")
		writeText(b, e.Attr)
		b.WriteByte(')')
	case *Subquery:
		b.WriteString([...]string{"scalar-subquery", "exists", "in-subquery"}[e.Kind])
		call("", e.Values)
	default:
		fmt.Fprintf(b, "%T", e)
	}
}

// LiteralText is a constant as plans show it: text bare, dates and timestamps in UTC readable, NULL as null.
func LiteralText(l *Literal) string {
	switch v := l.Value.(type) {
	case nil:
		return "null"
	case int32:
		if l.DataType.ID() == types.IDDate {
			return string(datetime.AppendDate(nil, v))
		}
	case int64:
		switch l.DataType.ID() {
		case types.IDTimestamp, types.IDTimestampNTZ:
			return string(datetime.AppendTimestampNTZ(nil, v))
		}
	case []byte:
		return fmt.Sprintf("0x%X", v)
	}
	return fmt.Sprint(l.Value)
}
