package optimize

import (
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
)

// Run rewrites a plan (placeholder until the rules land).
func Run(n logical.Node, env *fn.Env) (logical.Node, error) { return n, nil }
