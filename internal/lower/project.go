package lower

import (
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/logical"
)

func (l *lowering) project(n *logical.Project) (exec.Node, error) {
	if err := check(n.List...); err != nil {
		return nil, err
	}
	return withInput(l, n.Input, func(in exec.Node) exec.Node { return &exec.Project{Input: in, List: n.List} })
}
