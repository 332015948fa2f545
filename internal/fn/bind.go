package fn

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/expr"
)

// Binder is the type of Function.Bind.
type Binder func(c *Call) (*Bound, error)

// Fixed binds a scalar function with one argument per class, one result type and one kernel. The result is null when an argument is.
func Fixed(t types.DataType, k Kernel, classes ...Class) Binder {
	return func(c *Call) (*Bound, error) {
		args, err := c.Take(len(classes), len(classes), classes...)
		if err != nil {
			return nil, err
		}
		return &Bound{Args: args, Type: t, Nullable: AnyNullable(args), Kernel: k}, nil
	}
}

// FixedNullable is Fixed for functions that may give null for arguments that are not.
func FixedNullable(t types.DataType, k Kernel, classes ...Class) Binder {
	bind := Fixed(t, k, classes...)
	return func(c *Call) (*Bound, error) {
		b, err := bind(c)
		if b != nil {
			b.Nullable = true
		}
		return b, err
	}
}

// Take checks the number of arguments and brings them to classes; the last class stands for all further ones.
func (c *Call) Take(lo, hi int, classes ...Class) ([]expr.Expr, error) {
	if err := c.Arity(lo, hi); err != nil {
		return nil, err
	}
	if len(c.Args) == 0 {
		return nil, nil
	}
	return c.Want(classes...)
}

// Zone is the session time zone.
func (c *Call) Zone() (*datetime.Zone, error) {
	if id := c.Env.zoneID(); id != "" {
		return datetime.LoadZone(id)
	}
	return datetime.LoadZone("UTC")
}

// ANSI tells whether errors are raised where values overflow or cannot be converted.
func (c *Call) ANSI() bool { return c.Env.ansi() }

// Cast is an implicit cast of e.
func (c *Call) Cast(e expr.Expr, t types.DataType) expr.Expr { return CastTo(c.Env, e, t) }

// Constant is a literal.
func Constant(t types.DataType, value any) expr.Expr { return &expr.Literal{DataType: t, Value: value} }

// Replace binds a function that is another expression.
func Replace(e expr.Expr) *Bound { return &Bound{Rewrite: e, Type: e.Type(), Nullable: e.Nullable()} }

// Params describes arguments in short: "str", "len:int", "pad?" (optional), "cols..." (variadic); after the colon stands the kind as in
// ArgDoc.
func Params(params ...string) []ArgDoc {
	out := make([]ArgDoc, len(params))
	for i, p := range params {
		a := &out[i]
		a.Kind = "column"
		if p, a.Variadic = strings.CutSuffix(p, "..."); !a.Variadic {
			p, a.Optional = strings.CutSuffix(p, "?")
		}
		if name, kind, ok := strings.Cut(p, ":"); ok {
			p, a.Kind = name, kind
		}
		a.Name = p
	}
	return out
}

// Examples pairs queries with their results: "SELECT upper('a')", "A", ….
func Examples(pairs ...string) []Example {
	out := make([]Example, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		out = append(out, Example{pairs[i], pairs[i+1]})
	}
	return out
}

// Describe makes a Doc.
func Describe(summary string, params []ArgDoc, examples ...string) Doc {
	return Doc{Summary: summary, Args: params, Examples: Examples(examples...)}
}
