package optimize

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/eval"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/logical"
)

// simplifyExpressions evaluates what is constant and removes what cannot matter from conditions.
func simplifyExpressions(o *optimizer, n logical.Node) logical.Node {
	changed := false
	out := logical.MapExpressions(n, func(e expr.Expr) expr.Expr {
		s := o.simplify(e)
		if s != e {
			changed = true
		}
		return s
	})
	if !changed {
		return nil
	}
	return out
}

// simplify rewrites bottom-up; an expression that does not change is the same pointer.
func (o *optimizer) simplify(e expr.Expr) expr.Expr {
	return expr.Transform(e, func(x expr.Expr) expr.Expr {
		if s := simplifyOne(x); s != nil {
			x = s
		}
		return o.fold(x)
	})
}

// fold evaluates an expression whose operands are all literals. An error stays in the plan: the row that would raise it may never be reached.
func (o *optimizer) fold(e expr.Expr) expr.Expr {
	switch x := e.(type) {
	case *expr.Call:
		if !x.Fn.Deterministic() {
			return e
		}
		if b, ok := x.Fn.(*fn.Bound); !ok || b.Kernel == nil {
			return e
		}
	case *expr.Cast, *expr.Case, *expr.And, *expr.Or, *expr.Not, *expr.Compare, *expr.IsNull, *expr.In, *expr.Coalesce, *expr.GetField:
	default:
		return e
	}
	for _, k := range e.Children() {
		if _, ok := k.(*expr.Literal); !ok {
			return e
		}
	}
	l, err := eval.Fold(e, o.env)
	if err != nil {
		return e
	}
	return l
}

func truth(e expr.Expr) (value, known bool) {
	l, ok := e.(*expr.Literal)
	if !ok || l.DataType.ID() != types.IDBoolean || l.Value == nil {
		return false, false
	}
	return l.Value.(bool), true
}

func isNullLiteral(e expr.Expr) bool {
	l, ok := e.(*expr.Literal)
	return ok && l.Value == nil
}

func boolean(b bool) *expr.Literal { return &expr.Literal{DataType: types.Boolean, Value: b} }

// simplifyOne applies the laws of Kleene logic and the like to one expression; nil when none applies.
func simplifyOne(e expr.Expr) expr.Expr {
	switch e := e.(type) {
	case *expr.And:
		return junction(e.Left, e.Right, true)
	case *expr.Or:
		return junction(e.Left, e.Right, false)
	case *expr.Not:
		return negation(e.Child)
	case *expr.IsNull:
		if !e.Child.Nullable() && expr.Deterministic(e.Child) && cheap(e.Child) {
			return boolean(e.Negated)
		}
	case *expr.Case:
		return simplifyCase(e)
	case *expr.Coalesce:
		return simplifyCoalesce(e)
	case *expr.Cast:
		if types.Equal(e.Child.Type(), e.DataType) {
			return e.Child
		}
	case *expr.In:
		if len(e.List) == 1 {
			return &expr.Compare{Op: expr.Eq, Left: e.Value, Right: e.List[0]}
		}
	}
	return nil
}

// cheap tells whether leaving e out cannot hide an error: it is a column or a field of one.
func cheap(e expr.Expr) bool {
	switch e := e.(type) {
	case *expr.Attribute, *expr.Literal:
		return true
	case *expr.GetField:
		return cheap(e.Child)
	}
	return false
}

// junction is AND (neutral true) and OR (neutral false).
func junction(l, r expr.Expr, neutral bool) expr.Expr {
	if v, ok := truth(l); ok {
		if v == neutral {
			return r
		}
		return l
	}
	if v, ok := truth(r); ok {
		if v == neutral {
			return l
		}
		return r
	}
	return nil
}

func negation(e expr.Expr) expr.Expr {
	switch e := e.(type) {
	case *expr.Not:
		return e.Child
	case *expr.IsNull:
		return &expr.IsNull{Child: e.Child, Negated: !e.Negated}
	case *expr.Compare:
		opposite := map[expr.CompareOp]expr.CompareOp{
			expr.Eq: expr.Ne, expr.Ne: expr.Eq, expr.Lt: expr.Ge, expr.Le: expr.Gt, expr.Gt: expr.Le, expr.Ge: expr.Lt,
		}
		if op, ok := opposite[e.Op]; ok {
			return &expr.Compare{Op: op, Left: e.Left, Right: e.Right}
		}
	case *expr.Literal:
		if v, ok := truth(e); ok {
			return boolean(!v)
		}
	}
	return nil
}

// simplifyCase drops branches that are never taken and what comes behind one that always is.
func simplifyCase(e *expr.Case) expr.Expr {
	out := &expr.Case{Else: e.Else}
	changed := false
	for i, w := range e.When {
		v, known := truth(w)
		switch {
		case known && v:
			out.Else = e.Then[i]
			if len(out.When) == 0 {
				return out.Else
			}
			return out
		case known || isNullLiteral(w):
			changed = true
			continue
		}
		out.When, out.Then = append(out.When, w), append(out.Then, e.Then[i])
	}
	switch {
	case !changed:
		return nil
	case len(out.When) > 0:
		return out
	case out.Else != nil:
		return out.Else
	}
	return &expr.Literal{DataType: e.Type()}
}

func simplifyCoalesce(e *expr.Coalesce) expr.Expr {
	var args []expr.Expr
	for _, a := range e.Args {
		if isNullLiteral(a) && len(e.Args) > 1 {
			continue
		}
		args = append(args, a)
		if !a.Nullable() {
			break
		}
	}
	switch {
	case len(args) == 0:
		return e.Args[0]
	case len(args) == 1:
		return args[0]
	case len(args) < len(e.Args):
		return &expr.Coalesce{Args: args}
	}
	return nil
}
