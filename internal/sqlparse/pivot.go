package sqlparse

import (
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/internal/plan"
)

// pivot reads PIVOT (aggregates FOR column IN (values)).
func (p *parser) pivot(r plan.Relation) plan.Relation {
	from := p.i
	p.expect("PIVOT", "(")
	n := &plan.PivotRelation{Input: r}
	n.Aggregates = list(p, p.namedExpression)
	p.expect("FOR")
	column := func() plan.Expr {
		at := p.i
		return &plan.Attribute{Parts: []string{p.name()}, Origin: p.origin(at)}
	}
	if p.is("(") {
		n.Pivot.Columns = parens(p, column)
	} else {
		n.Pivot.Columns = []plan.Expr{column()}
	}
	p.expect("IN")
	n.Pivot.Values = parens(p, p.namedExpression)
	p.close()
	n.Node = p.node(from)
	return p.aliased(n, from)
}

// unpivot reads UNPIVOT [INCLUDE|EXCLUDE NULLS] (value FOR name IN (a AS 'x', …)).
func (p *parser) unpivot(r plan.Relation) plan.Relation {
	from := p.i
	p.expect("UNPIVOT")
	u := &plan.Unpivot{Input: r, IDsAll: true}
	if p.is("INCLUDE", "EXCLUDE") {
		u.IncludeNulls = p.advance().upper == "INCLUDE"
		p.expect("NULLS")
	}
	p.expect("(")
	several := p.is("(")
	if several {
		u.ValueNames = p.nameList()
	} else {
		u.ValueNames = []string{p.plainName()}
	}
	p.expect("FOR")
	u.VariableName = p.plainName()
	p.expect("IN", "(")
	for again := true; again; again = p.accept(",") {
		var columns []plan.Expr
		if several {
			columns = parens(p, p.unpivotColumn)
		} else {
			columns = []plan.Expr{p.unpivotColumn()}
		}
		alias := ""
		if p.accept("AS") || isName(p.tok()) {
			alias = p.name()
		}
		u.Values = append(u.Values, columns)
		u.ValueAliases = append(u.ValueAliases, alias)
	}
	p.close()
	p.close()
	u.Node = p.node(from)
	return p.aliased(u, from)
}

func (p *parser) unpivotColumn() plan.Expr {
	from := p.i
	return &plan.Attribute{Parts: p.multipartName(), Origin: p.origin(from)}
}

// shortFloat prints a double as Java does for values of everyday size.
func shortFloat(f float64) string {
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
