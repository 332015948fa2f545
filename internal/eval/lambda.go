package eval

import (
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// higherOrder is a function some of whose arguments are lambdas.
type higherOrder struct {
	args    []Evaluator
	lambdas []*lambda
	run     fn.HigherOrder
	call    *expr.Call
}

// lambda is a function body over the outer columns it reads, followed by its parameters.
type lambda struct {
	outer []Evaluator
	body  Evaluator
}

func (c *compiler) higherOrder(e *expr.Call, bound *fn.Bound) (Evaluator, error) {
	k := &higherOrder{run: bound.HigherOrder, call: e}
	for _, a := range e.Args {
		if l, ok := a.(*expr.Lambda); ok {
			compiled, err := c.lambda(l)
			if err != nil {
				return nil, err
			}
			k.lambdas = append(k.lambdas, compiled)
			continue
		}
		ev, err := c.compile(a)
		if err != nil {
			return nil, err
		}
		k.args = append(k.args, ev)
	}
	return k, nil
}

func (c *compiler) lambda(e *expr.Lambda) (*lambda, error) {
	l := &lambda{}
	inner := &compiler{columns: map[expr.AttributeID]int{}}
	params := map[expr.AttributeID]bool{}
	for _, p := range e.Params {
		params[p.ID] = true
	}
	seen := map[expr.AttributeID]bool{}
	expr.Walk(e.Body, func(x expr.Expr) bool {
		a, ok := x.(*expr.Attribute)
		if !ok || params[a.ID] || seen[a.ID] {
			return true
		}
		if i, ok := c.columns[a.ID]; ok { // else it belongs to a lambda further in
			seen[a.ID] = true
			inner.columns[a.ID] = len(l.outer)
			l.outer = append(l.outer, column(i))
		}
		return true
	})
	for i, p := range e.Params {
		inner.columns[p.ID] = len(l.outer) + i
	}
	body, err := inner.compile(e.Body)
	l.body = body
	return l, err
}

func (k *higherOrder) Eval(c *fn.Context, b *vec.Batch, sel vec.Sel) (*vec.Vector, error) {
	args := make([]*vec.Vector, len(k.args))
	for i, a := range k.args {
		v, err := a.Eval(c, b, sel)
		if err != nil {
			return nil, err
		}
		args[i] = v
	}
	lambdas := make([]fn.Lambda, len(k.lambdas))
	for i, l := range k.lambdas {
		lambdas[i] = func(params []*vec.Vector, rows []int32, under vec.Sel) (*vec.Vector, error) {
			return l.eval(c, b, params, rows, under)
		}
	}
	v, err := k.run(c, args, lambdas, sel, b.Len)
	return v, at(err, k.call.Context)
}

// eval runs the body on rows made of the outer columns of rows[i] and the parameters at i.
func (l *lambda) eval(c *fn.Context, b *vec.Batch, params []*vec.Vector, rows []int32, sel vec.Sel) (*vec.Vector, error) {
	in := &vec.Batch{Len: len(rows), Arena: c.Arena}
	for _, o := range l.outer {
		v, err := o.Eval(c, b, nil)
		if err != nil {
			return nil, err
		}
		in.Cols = append(in.Cols, vec.Gather(c.Arena, v, rows))
	}
	in.Cols = append(in.Cols, params...)
	return l.body.Eval(c, in, sel)
}
