package logical

import "github.com/flintlake/flintlake/internal/expr"

// Expressions are the expressions that a node itself evaluates.
func Expressions(n Node) []expr.Expr {
	var out []expr.Expr
	MapExpressions(n, func(e expr.Expr) expr.Expr {
		out = append(out, e)
		return e
	})
	return out
}

// MapExpressions rewrites the expressions of one node by f, which must give aliases for aliases and attributes or aliases for
// attributes in a select list.
func MapExpressions(n Node, f func(expr.Expr) expr.Expr) Node {
	switch x := n.(type) {
	case *Scan:
		c := *x
		c.Filters = mapList(x.Filters, f)
		return &c
	case *Values:
		c := *x
		c.Rows = make([][]expr.Expr, len(x.Rows))
		for i, row := range x.Rows {
			c.Rows[i] = mapList(row, f)
		}
		return &c
	case *Project:
		c := *x
		c.List = mapList(x.List, f)
		return &c
	case *Filter:
		c := *x
		c.Condition = f(x.Condition)
		return &c
	case *Join:
		c := *x
		c.Condition = mapOne(x.Condition, f)
		return &c
	case *Aggregate:
		c := *x
		c.Grouping, c.List = mapAliases(x.Grouping, f), mapAliases(x.List, f)
		return &c
	case *Expand:
		c := *x
		c.Projections = make([][]expr.Expr, len(x.Projections))
		for i, p := range x.Projections {
			c.Projections[i] = mapList(p, f)
		}
		return &c
	case *Sort:
		c := *x
		c.Order = mapOrder(x.Order, f)
		return &c
	case *Window:
		return mapWindow(x, f)
	case *Generate:
		c := *x
		c.Generator = f(x.Generator).(*expr.Generator)
		return &c
	case *Apply:
		c := *x
		c.Condition = mapOne(x.Condition, f)
		return &c
	case *Repartition:
		c := *x
		c.By = mapOrder(x.By, f)
		return &c
	case *CollectMetrics:
		c := *x
		c.Metrics = mapAliases(x.Metrics, f)
		return &c
	}
	return n
}

func mapWindow(x *Window, f func(expr.Expr) expr.Expr) Node {
	c := *x
	c.PartitionBy, c.OrderBy = mapList(x.PartitionBy, f), mapOrder(x.OrderBy, f)
	c.List = append([]WindowColumn(nil), x.List...)
	for i := range c.List {
		c.List[i].Func = f(c.List[i].Func)
		c.List[i].Frame.Lower.Offset = mapOne(c.List[i].Frame.Lower.Offset, f)
		c.List[i].Frame.Upper.Offset = mapOne(c.List[i].Frame.Upper.Offset, f)
	}
	return &c
}

func mapOne(e expr.Expr, f func(expr.Expr) expr.Expr) expr.Expr {
	if e == nil {
		return nil
	}
	return f(e)
}

func mapList(list []expr.Expr, f func(expr.Expr) expr.Expr) []expr.Expr {
	if list == nil {
		return nil
	}
	out := make([]expr.Expr, len(list))
	for i, e := range list {
		out[i] = f(e)
	}
	return out
}

func mapAliases(list []*expr.Alias, f func(expr.Expr) expr.Expr) []*expr.Alias {
	out := make([]*expr.Alias, len(list))
	for i, e := range list {
		out[i] = f(e).(*expr.Alias)
	}
	return out
}

func mapOrder(list []expr.SortOrder, f func(expr.Expr) expr.Expr) []expr.SortOrder {
	out := make([]expr.SortOrder, len(list))
	for i, o := range list {
		o.Child = f(o.Child)
		out[i] = o
	}
	return out
}
