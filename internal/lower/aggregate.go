package lower

import (
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/logical"
)

func (l *lowering) aggregate(n *logical.Aggregate) (exec.Node, error) {
	for _, e := range logical.Expressions(n) {
		if err := check(e); err != nil {
			return nil, err
		}
	}
	return withInput(l, n.Input, func(in exec.Node) exec.Node {
		return &exec.Aggregate{Input: withOutputs(in, logical.Expressions(n)), Grouping: n.Grouping, List: n.List}
	})
}
