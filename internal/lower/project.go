package lower

import (
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
)

func (l *lowering) project(n *logical.Project) (exec.Node, error) {
	if err := check(n.List...); err != nil {
		return nil, err
	}
	in, err := l.plan(n.Input)
	if err != nil {
		return nil, err
	}
	in = withOutputs(in, n.List)
	return &exec.Project{Input: in, List: n.List}, nil
}

// withOutputs tells a join which of its columns a list reads, also through the projection that restores the order of exchanged sides.
func withOutputs(in exec.Node, list []expr.Expr) exec.Node {
	if p, ok := in.(*exec.Project); ok {
		if _, overJoin := p.Input.(*exec.Join); overJoin && allAttributes(p.List) {
			in = p.Input
		}
	}
	j, ok := in.(*exec.Join)
	if !ok || !j.Kind.EmitsPairs() {
		return in
	}
	refs := map[expr.AttributeID]bool{}
	for _, e := range list {
		expr.AddReferences(e, refs)
	}
	out := *j
	out.Outputs = []*expr.Attribute{}
	for _, a := range j.Columns() {
		if refs[a.ID] {
			out.Outputs = append(out.Outputs, a)
		}
	}
	return &out
}

func allAttributes(list []expr.Expr) bool {
	for _, e := range list {
		if _, ok := e.(*expr.Attribute); !ok {
			return false
		}
	}
	return true
}
