package eval

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// Evaluator computes one expression over a batch. It is made once by Compile and not shared between goroutines
// (it may keep scratch space); compile once per worker.
//
// The result has b.Len rows; only rows in sel are specified (nil: all). Results are allocated from c's arena, or alias columns of b
// (then whoever keeps the result must Keep b). No row outside sel raises an error.
type Evaluator interface {
	Eval(c *fn.Context, b *vec.Batch, sel vec.Sel) (*vec.Vector, error)
}

// Compile binds e to the columns of a batch: input[i] is the attribute in column i.
func Compile(e expr.Expr, input []*expr.Attribute) (Evaluator, error) { return compile(e, input) }

// Filter evaluates a boolean condition and gives the rows of sel where it is true (not false, not null), as a selection allocated
// on the Go heap or in dst when that has room.
func Filter(c *fn.Context, ev Evaluator, b *vec.Batch, sel vec.Sel, dst vec.Sel) (vec.Sel, error) {
	return filter(c, ev, b, sel, dst)
}

// Fold evaluates an expression without attributes to a literal. Errors (ANSI) are returned, not hidden: callers that fold
// speculatively leave the expression as it is.
func Fold(e expr.Expr, env *fn.Env) (*expr.Literal, error) { return fold(e, env) }
