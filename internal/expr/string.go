package expr

import (
	"fmt"
	"strings"
)

// String shows a resolved expression in explain() and in tests: SQL-like, with attribute ids ("id#12").
func String(e Expr) string {
	if e == nil {
		return ""
	}
	var p printer
	p.expr(e)
	return p.String()
}

type printer struct{ strings.Builder }

var opText = [...]string{"=", "<>", "<", "<=", ">", ">=", "<=>"}

func (p *printer) expr(e Expr) {
	switch e := e.(type) {
	case *Attribute:
		fmt.Fprintf(p, "%s#%d", e.Name, e.ID)
	case *Literal:
		p.literal(e)
	case *Alias:
		p.expr(e.Child)
		fmt.Fprintf(p, " AS %s#%d", e.Name, e.ID)
	case *Call:
		p.call(e.Fn.FunctionName(), "", e.Args)
	case *Cast:
		p.cast(e)
	case *Case:
		p.choice(e)
	case *And:
		p.binary(e.Left, "AND", e.Right)
	case *Or:
		p.binary(e.Left, "OR", e.Right)
	case *Not:
		p.WriteString("NOT ")
		p.expr(e.Child)
	case *Compare:
		p.binary(e.Left, opText[e.Op], e.Right)
	case *IsNull:
		p.expr(e.Child)
		if e.Negated {
			p.WriteString(" IS NOT NULL")
		} else {
			p.WriteString(" IS NULL")
		}
	case *In:
		p.expr(e.Value)
		p.call(" IN ", "", e.List)
	case *Coalesce:
		p.call("coalesce", "", e.Args)
	case *GetField:
		p.expr(e.Child)
		p.WriteString("." + e.Name)
	case *MakeStruct:
		p.call("struct", "", e.Fields)
	case *Lambda:
		p.lambda(e)
	case *Aggregate:
		p.aggregate(e)
	case *WindowFunction:
		p.call(e.Fn.FunctionName(), "", e.Args)
	case *Generator:
		p.call(e.Fn.FunctionName(), "", e.Args)
	case *Outer:
		p.WriteString("outer(")
		p.expr(e.Attr)
		p.WriteString(")")
	case *Subquery:
		p.subquery(e)
	default:
		fmt.Fprintf(p, "%T", e)
	}
}

func (p *printer) literal(l *Literal) {
	switch v := l.Value.(type) {
	case nil:
		p.WriteString("NULL")
	case string:
		p.WriteString("'" + strings.ReplaceAll(v, "'", "\\'") + "'")
	case []byte:
		fmt.Fprintf(p, "X'%X'", v)
	default:
		fmt.Fprint(p, v)
	}
}

func (p *printer) call(name, prefix string, args []Expr) {
	p.WriteString(name + "(" + prefix)
	for i, a := range args {
		if i > 0 {
			p.WriteString(", ")
		}
		p.expr(a)
	}
	p.WriteString(")")
}

func (p *printer) binary(l Expr, op string, r Expr) {
	p.WriteString("(")
	p.expr(l)
	p.WriteString(" " + op + " ")
	p.expr(r)
	p.WriteString(")")
}

func (p *printer) cast(e *Cast) {
	if e.Mode == Try {
		p.WriteString("try_")
	}
	p.WriteString("cast(")
	p.expr(e.Child)
	p.WriteString(" as " + e.DataType.SimpleString() + ")")
}

func (p *printer) choice(e *Case) {
	p.WriteString("CASE")
	for i := range e.When {
		p.WriteString(" WHEN ")
		p.expr(e.When[i])
		p.WriteString(" THEN ")
		p.expr(e.Then[i])
	}
	if e.Else != nil {
		p.WriteString(" ELSE ")
		p.expr(e.Else)
	}
	p.WriteString(" END")
}

func (p *printer) lambda(e *Lambda) {
	for i, a := range e.Params {
		if i > 0 {
			p.WriteString(", ")
		}
		p.expr(a)
	}
	p.WriteString(" -> ")
	p.expr(e.Body)
}

func (p *printer) aggregate(e *Aggregate) {
	distinct := ""
	if e.Distinct {
		distinct = "DISTINCT "
	}
	p.call(e.Fn.FunctionName(), distinct, e.Args)
	if e.Filter != nil {
		p.WriteString(" FILTER (WHERE ")
		p.expr(e.Filter)
		p.WriteString(")")
	}
	if len(e.Order) > 0 {
		p.WriteString(" WITHIN GROUP (ORDER BY " + OrderString(e.Order) + ")")
	}
}

func (p *printer) subquery(e *Subquery) {
	switch e.Kind {
	case ExistsSubquery:
		p.WriteString("EXISTS")
	case InSubquery:
		p.call("", "", e.Values)
		p.WriteString(" IN ")
	}
	p.WriteString("(subquery)")
}

// OrderString shows sort keys: "a#1 ASC NULLS FIRST, b#2 DESC NULLS LAST".
func OrderString(order []SortOrder) string {
	parts := make([]string, len(order))
	for i, o := range order {
		s := String(o.Child) + " ASC"
		if o.Descending {
			s = String(o.Child) + " DESC"
		}
		if o.NullsFirst {
			s += " NULLS FIRST"
		} else {
			s += " NULLS LAST"
		}
		parts[i] = s
	}
	return strings.Join(parts, ", ")
}
