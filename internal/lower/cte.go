package lower

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/logical"
)

func (l *lowering) withCTE(n *logical.WithCTE) (exec.Node, error) {
	for _, d := range n.Defs {
		s := &exec.Shared{LevelMax: d.MaxDepth, RowsMax: d.RowLimit}
		var err error
		if s.Plan, err = l.plan(d.Plan); err != nil {
			return nil, err
		}
		l.ctes[d.ID] = s
		if d.Recursive == nil {
			continue
		}
		if l.steps == nil {
			l.steps = map[int64]bool{}
		}
		l.steps[d.ID] = true
		s.Recursive, err = l.plan(d.Recursive)
		delete(l.steps, d.ID)
		if err != nil {
			return nil, err
		}
	}
	return l.plan(n.Input)
}

func (l *lowering) cteRef(n *logical.CTERef) (exec.Node, error) {
	s, ok := l.ctes[n.ID]
	if !ok {
		return nil, sparkerr.Internal("CTE %d is not defined", n.ID)
	}
	return &exec.SharedRef{Of: s, Outputs: n.Columns, Step: l.steps[n.ID]}, nil
}
