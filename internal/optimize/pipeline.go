package optimize

import (
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
)

// rule rewrites one node, whose inputs were rewritten before; nil means that it does not apply.
type rule struct {
	name  string
	apply func(o *optimizer, n logical.Node) logical.Node
}

// local are the rules that run again and again, in this order at each node, until none applies. Order matters little for the result and
// much for the number of rounds: expressions first, so that the others see constants.
var local = []rule{
	{"fold constants and simplify conditions", simplifyExpressions},
	{"remove trivial filters", removeTrivialFilter},
	{"combine filters", combineFilters},
	{"combine projections", combineProjects},
	{"turn outer joins into inner ones", tightenOuterJoin},
	{"push filters down", pushFilter},
	{"push join conditions down", pushJoinCondition},
	{"push limits down", pushLimit},
	{"combine unions", combineUnions},
}

// roundsMax bounds the repetition; each round is one pass over the plan.
const roundsMax = 12

type optimizer struct{ env *fn.Env }

// Run optimizes a plan. The result puts out the same columns with the same ids.
func Run(n logical.Node, env *fn.Env) (logical.Node, error) {
	o := &optimizer{env: env}
	n, err := o.unnest(n)
	if err != nil {
		return nil, err
	}
	n = o.rounds(n)
	n = pruneColumns(n)
	n = o.rounds(n) // pruning leaves projections side by side
	return offerToScans(n), nil
}

func (o *optimizer) rounds(n logical.Node) logical.Node {
	for range roundsMax {
		changed := false
		n = logical.Transform(n, func(x logical.Node) logical.Node {
			for _, r := range local {
				if y := r.apply(o, x); y != nil {
					x, changed = y, true
				}
			}
			return x
		})
		if !changed {
			break
		}
	}
	return n
}
