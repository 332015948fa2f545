package expr

// Transform rewrites bottom-up: f sees each node after its children were rewritten and returns it or a replacement.
func Transform(e Expr, f func(Expr) Expr) Expr {
	kids := e.Children()
	var out []Expr
	for i, k := range kids {
		n := Transform(k, f)
		if n != k && out == nil {
			out = append(make([]Expr, 0, len(kids)), kids[:i]...)
		}
		if out != nil {
			out = append(out, n)
		}
	}
	if out != nil {
		e = e.WithChildren(out)
	}
	return f(e)
}

// Walk visits e and everything below it, parents first; f returns false to skip the children.
func Walk(e Expr, f func(Expr) bool) {
	if !f(e) {
		return
	}
	for _, k := range e.Children() {
		Walk(k, f)
	}
}

// References are the ids of the attributes that e reads (lambda parameters excluded).
func References(e Expr) map[AttributeID]bool {
	refs := map[AttributeID]bool{}
	AddReferences(e, refs)
	return refs
}

// AddReferences adds the ids of the attributes that e reads to refs.
func AddReferences(e Expr, refs map[AttributeID]bool) {
	bound := map[AttributeID]bool{}
	Walk(e, func(x Expr) bool {
		switch x := x.(type) {
		case *Attribute:
			if !bound[x.ID] {
				refs[x.ID] = true
			}
		case *Lambda:
			for _, p := range x.Params {
				bound[p.ID] = true
			}
		}
		return true
	})
}

// Deterministic tells whether evaluating e again gives the same value.
func Deterministic(e Expr) bool {
	ok := true
	Walk(e, func(x Expr) bool {
		if c, is := x.(*Call); is && !c.Fn.Deterministic() {
			ok = false
		}
		return ok
	})
	return ok
}

// Conjuncts splits a AND b AND c. A nil expression has none.
func Conjuncts(e Expr) []Expr {
	if e == nil {
		return nil
	}
	var out []Expr
	stack := []Expr{e}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if a, ok := x.(*And); ok {
			stack = append(stack, a.Right, a.Left)
			continue
		}
		out = append(out, x)
	}
	return out
}

// AndAll joins conditions by AND; nil when there are none.
func AndAll(es []Expr) Expr {
	var out Expr
	for _, e := range es {
		if out == nil {
			out = e
		} else {
			out = &And{out, e}
		}
	}
	return out
}

// Replace substitutes attributes by expressions.
func Replace(e Expr, with map[AttributeID]Expr) Expr {
	return Transform(e, func(x Expr) Expr {
		if a, ok := x.(*Attribute); ok {
			if r, ok := with[a.ID]; ok {
				return r
			}
		}
		return x
	})
}

// Flip is the operator with its operands exchanged: a < b is b > a.
func (op CompareOp) Flip() CompareOp {
	switch op {
	case Lt:
		return Gt
	case Le:
		return Ge
	case Gt:
		return Lt
	case Ge:
		return Le
	}
	return op
}
