package eval

import (
	"errors"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/cast"
	"github.com/flintlake/flintlake/internal/vec"
)

// compiler binds attributes to the columns of a batch.
type compiler struct {
	columns map[expr.AttributeID]int
}

func compile(e expr.Expr, input []*expr.Attribute) (Evaluator, error) {
	c := &compiler{columns: make(map[expr.AttributeID]int, len(input))}
	for i, a := range input {
		if _, twice := c.columns[a.ID]; !twice {
			c.columns[a.ID] = i
		}
	}
	return c.compile(e)
}

func (c *compiler) compile(e expr.Expr) (Evaluator, error) {
	switch e := e.(type) {
	case *expr.Attribute:
		i, ok := c.columns[e.ID]
		if !ok {
			return nil, sparkerr.Internal("column %s#%d is not in the input", e.Name, e.ID)
		}
		return column(i), nil
	case *expr.Literal:
		return &constant{e.DataType, e.Value}, nil
	case *expr.Alias:
		return c.compile(e.Child)
	case *expr.And:
		return c.pair(e.Left, e.Right, false)
	case *expr.Or:
		return c.pair(e.Left, e.Right, true)
	case *expr.Not:
		child, err := c.compile(e.Child)
		return &not{child}, err
	case *expr.IsNull:
		child, err := c.compile(e.Child)
		return &isNull{child, e.Negated}, err
	case *expr.Compare:
		return c.compare(e)
	case *expr.In:
		return c.in(e)
	case *expr.Coalesce:
		args, err := c.all(e.Args)
		return &coalesce{t: e.Type(), args: args}, err
	case *expr.Case:
		return c.choice(e)
	case *expr.GetField:
		child, err := c.compile(e.Child)
		return &getField{child, e.Ordinal}, err
	case *expr.MakeStruct:
		fields, err := c.all(e.Fields)
		return &makeStruct{e.DataType, fields}, err
	case *expr.Call:
		return c.call(e)
	case *expr.Cast:
		child, err := c.compile(e.Child)
		if err != nil {
			return nil, err
		}
		kernel, err := cast.New(e.Child.Type(), e.DataType, e.Mode, e.TimeZone)
		if err != nil {
			return nil, err
		}
		return &call{args: []Evaluator{child}, kernel: storing(kernel, e), context: e.Context}, nil
	}
	return nil, sparkerr.Internal("%T cannot be evaluated on a batch", e)
}

func (c *compiler) all(es []expr.Expr) ([]Evaluator, error) {
	out := make([]Evaluator, len(es))
	for i, e := range es {
		ev, err := c.compile(e)
		if err != nil {
			return nil, err
		}
		out[i] = ev
	}
	return out, nil
}

// column is an input column.
type column int

func (k column) Eval(_ *fn.Context, b *vec.Batch, _ vec.Sel) (*vec.Vector, error) {
	return b.Cols[k], nil
}

// constant is a literal.
type constant struct {
	t     types.DataType
	value any
}

func (k *constant) Eval(c *fn.Context, b *vec.Batch, _ vec.Sel) (*vec.Vector, error) {
	return vec.FromLiteral(c.Arena, k.t, k.value, b.Len)
}

// call runs a kernel on its evaluated arguments.
type call struct {
	args    []Evaluator
	kernel  fn.Kernel
	context *sparkerr.QueryContext
}

func (k *call) Eval(c *fn.Context, b *vec.Batch, sel vec.Sel) (*vec.Vector, error) {
	args := make([]*vec.Vector, len(k.args))
	for i, a := range k.args {
		v, err := a.Eval(c, b, sel)
		if err != nil {
			return nil, err
		}
		args[i] = v
	}
	v, err := k.kernel(c, args, sel, b.Len)
	return v, at(err, k.context)
}

// at adds the place in the query to an error.
func at(err error, context *sparkerr.QueryContext) error {
	var e *sparkerr.Error
	if context != nil && errors.As(err, &e) {
		_ = e.WithContext(context)
	}
	return err
}

func (c *compiler) call(e *expr.Call) (Evaluator, error) {
	bound, ok := e.Fn.(*fn.Bound)
	if !ok {
		return nil, sparkerr.Internal("function %s is not bound", e.Fn.FunctionName())
	}
	if bound.HigherOrder != nil {
		return c.higherOrder(e, bound)
	}
	if bound.Kernel == nil {
		return nil, sparkerr.Internal("function %s has no kernel", e.Fn.FunctionName())
	}
	args, err := c.all(e.Args)
	return &call{args: args, kernel: bound.Kernel, context: e.Context}, err
}

func filter(c *fn.Context, ev Evaluator, b *vec.Batch, sel, dst vec.Sel) (vec.Sel, error) {
	v, err := ev.Eval(c, b, sel)
	if err != nil {
		return nil, err
	}
	dst, _ = split(c, v, sel, b.Len, dst[:0], nil)
	return dst, nil
}

// split divides rows by a condition: those where it is true are appended to yes, the others to no (unless no is nil).
func split(c *fn.Context, v *vec.Vector, sel vec.Sel, n int, yes, no vec.Sel) (vec.Sel, vec.Sel) {
	if v.Form == vec.Constant {
		if !v.IsNull(0) && vec.Bools(v)[0] {
			return append(yes, vec.SelOrAll(sel, n)...), no
		}
		if no != nil {
			no = append(no, vec.SelOrAll(sel, n)...)
		}
		return yes, no
	}
	v = vec.Flatten(c.Arena, v, sel)
	bits := vec.Bools(v)
	switch {
	case no != nil:
		for _, i := range vec.SelOrAll(sel, n) {
			if bits[i] && (v.Valid == nil || v.Valid.Get(int(i))) {
				yes = append(yes, i)
			} else {
				no = append(no, i)
			}
		}
	case sel == nil && v.Valid == nil:
		for i, x := range bits[:n] {
			if x {
				yes = append(yes, int32(i))
			}
		}
	default:
		for _, i := range vec.SelOrAll(sel, n) {
			if bits[i] && (v.Valid == nil || v.Valid.Get(int(i))) {
				yes = append(yes, i)
			}
		}
	}
	return yes, no
}

// folding is the memory of constant folding; every arena from it is released at once.
var folding = vec.NewAllocator(0)

func fold(e expr.Expr, env *fn.Env) (*expr.Literal, error) {
	ev, err := compile(e, nil)
	if err != nil {
		return nil, err
	}
	b := folding.NewBatch(1)
	defer b.Release()
	v, err := ev.Eval(&fn.Context{Arena: b.Arena, Alloc: folding, Env: env}, b, nil)
	if err != nil {
		return nil, err
	}
	return &expr.Literal{DataType: e.Type(), Value: vec.ValueAt(v, 0)}, nil
}
