package lower

import (
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// union makes one operator of a tree of unions.
func (l *lowering) union(n *logical.Union) (exec.Node, error) {
	out := &exec.Union{Outputs: n.Columns}
	var add func(ns []logical.Node) error
	add = func(ns []logical.Node) error {
		for _, in := range ns {
			if u, ok := in.(*logical.Union); ok {
				if err := add(u.Inputs); err != nil {
					return err
				}
				continue
			}
			p, err := l.plan(in)
			if err != nil {
				return err
			}
			out.From = append(out.From, p)
		}
		return nil
	}
	return out, add(n.Inputs)
}

func (l *lowering) setOp(n *logical.SetOp) (exec.Node, error) {
	left, err := l.plan(n.Left)
	if err != nil {
		return nil, err
	}
	right, err := l.plan(n.Right)
	if err != nil {
		return nil, err
	}
	if n.Op == plan.Union {
		u := &exec.Union{From: []exec.Node{left, right}, Outputs: n.Columns}
		if n.All {
			return u, nil
		}
		return distinct(u), nil
	}
	return &exec.SetOp{Left: left, Right: right, Except: n.Op == plan.Except, All: n.All, Outputs: n.Columns}, nil
}

// distinct groups by all columns, keeping their ids.
func distinct(in exec.Node) exec.Node {
	a := &exec.Aggregate{Input: in}
	for _, c := range in.Columns() {
		a.Grouping = append(a.Grouping, &expr.Alias{Child: c, Name: c.Name, ID: c.ID, Metadata: c.Metadata, Qualifier: c.Qualifier})
	}
	return a
}
