package optimize

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
)

type idSet = map[expr.AttributeID]bool

// pruneColumns reads, computes and carries only columns that something above uses. It goes from the root down with the set of needed
// columns; where an operator would hold or move a column that is not needed, a projection below it drops it.
func pruneColumns(n logical.Node) logical.Node { return prune(n, idsOf(n)) }

// prune gives n with at least the needed columns (all of n's own where they cannot be told apart).
func prune(n logical.Node, needed idSet) logical.Node {
	switch n := n.(type) {
	case *logical.Scan:
		return pruneScan(n, needed)
	case *logical.Project:
		return pruneProject(n, needed)
	case *logical.Filter:
		return n.WithChildren([]logical.Node{prune(n.Input, with(needed, n.Condition))})
	case *logical.Join:
		return pruneJoin(n, needed)
	case *logical.Aggregate:
		return pruneAggregate(n, needed)
	case *logical.Window:
		return pruneWindow(n, needed)
	case *logical.Union:
		return pruneUnion(n, needed)
	case *logical.Expand:
		return pruneExpand(n, needed)
	case *logical.Generate:
		return pruneGenerate(n, needed)
	case *logical.Sort:
		return n.WithChildren([]logical.Node{narrow(n.Input, with(needed, logical.Expressions(n)...))})
	case *logical.Limit, *logical.Tail, *logical.Sample:
		return n.WithChildren([]logical.Node{prune(n.Children()[0], needed)})
	case *logical.Repartition, *logical.CollectMetrics:
		return n.WithChildren([]logical.Node{prune(n.Children()[0], with(needed, logical.Expressions(n)...))})
	}
	return keepAll(n)
}

// keepAll prunes inside the inputs of a node that uses all of their columns.
func keepAll(n logical.Node) logical.Node {
	kids := n.Children()
	if len(kids) == 0 {
		return n
	}
	out := make([]logical.Node, len(kids))
	for i, k := range kids {
		out[i] = exactly(prune(k, idsOf(k)), k.Output())
	}
	return n.WithChildren(out)
}

// with is the needed columns and those that expressions read.
func with(needed idSet, es ...expr.Expr) idSet {
	out := make(idSet, len(needed)+len(es))
	for id := range needed {
		out[id] = true
	}
	for _, e := range es {
		if e != nil {
			expr.AddReferences(e, out)
		}
	}
	return out
}

// narrow prunes an input and drops what is left over by a projection.
func narrow(n logical.Node, needed idSet) logical.Node {
	p := prune(n, needed)
	var list []expr.Expr
	columns := p.Output()
	for _, a := range columns {
		if needed[a.ID] {
			list = append(list, a)
		}
	}
	if len(list) == len(columns) {
		return p
	}
	return &logical.Project{Input: p, List: list}
}

// exactly gives the columns in their order.
func exactly(n logical.Node, columns []*expr.Attribute) logical.Node {
	list := make([]expr.Expr, len(columns))
	same := len(columns) == len(n.Output())
	for i, a := range columns {
		list[i] = a
		same = same && n.Output()[i].ID == a.ID
	}
	if same {
		return n
	}
	return &logical.Project{Input: n, List: list}
}

func pruneScan(n *logical.Scan, needed idSet) logical.Node {
	out := *n
	out.Columns, out.Ordinals = nil, nil
	for _, f := range n.Filters {
		needed = with(needed, f)
	}
	for i, a := range n.Columns {
		if needed[a.ID] {
			out.Columns, out.Ordinals = append(out.Columns, a), append(out.Ordinals, n.Ordinals[i])
		}
	}
	return &out
}

func pruneProject(n *logical.Project, needed idSet) logical.Node {
	var list []expr.Expr
	for _, e := range n.List {
		var id expr.AttributeID
		switch e := e.(type) {
		case *expr.Attribute:
			id = e.ID
		case *expr.Alias:
			id = e.ID
		}
		if needed[id] {
			list = append(list, e)
		}
	}
	return &logical.Project{Input: prune(n.Input, with(nil, list...)), List: list}
}

func pruneJoin(n *logical.Join, needed idSet) logical.Node {
	needed = with(needed, n.Condition)
	out := *n
	out.Left, out.Right = narrow(n.Left, needed), narrow(n.Right, needed)
	return &out
}

func pruneAggregate(n *logical.Aggregate, needed idSet) logical.Node {
	out := *n
	out.List = nil
	for _, a := range n.List {
		if needed[a.ID] {
			out.List = append(out.List, a)
		}
	}
	out.Input = narrow(n.Input, with(nil, logical.Expressions(&out)...))
	return &out
}

func pruneWindow(n *logical.Window, needed idSet) logical.Node {
	out := *n
	out.List = nil
	for _, c := range n.List {
		if needed[c.Attr.ID] {
			out.List = append(out.List, c)
		}
	}
	if len(out.List) == 0 {
		return prune(n.Input, needed)
	}
	out.Input = narrow(n.Input, with(needed, logical.Expressions(&out)...))
	return &out
}

// pruneUnion drops columns by position in all inputs.
func pruneUnion(n *logical.Union, needed idSet) logical.Node {
	out := &logical.Union{}
	var keep []int
	for i, a := range n.Columns {
		if needed[a.ID] {
			keep, out.Columns = append(keep, i), append(out.Columns, a)
		}
	}
	for _, in := range n.Inputs {
		columns := make([]*expr.Attribute, len(keep))
		want := idSet{}
		for k, i := range keep {
			columns[k] = in.Output()[i]
			want[columns[k].ID] = true
		}
		out.Inputs = append(out.Inputs, exactly(prune(in, want), columns))
	}
	return out
}

func pruneExpand(n *logical.Expand, needed idSet) logical.Node {
	out := &logical.Expand{Projections: make([][]expr.Expr, len(n.Projections))}
	want := idSet{}
	for i, a := range n.Columns {
		if !needed[a.ID] {
			continue
		}
		out.Columns = append(out.Columns, a)
		for k, p := range n.Projections {
			out.Projections[k] = append(out.Projections[k], p[i])
			expr.AddReferences(p[i], want)
		}
	}
	out.Input = narrow(n.Input, want)
	return out
}

func pruneGenerate(n *logical.Generate, needed idSet) logical.Node {
	out := *n
	out.Required = nil
	want := with(nil, logical.Expressions(n)...)
	for _, a := range n.Required {
		if needed[a.ID] {
			out.Required = append(out.Required, a)
			want[a.ID] = true
		}
	}
	out.Input = prune(n.Input, want)
	return &out
}
