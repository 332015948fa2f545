package collection

import (
	"strconv"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

var (
	floats     = types.ArrayType{Element: types.Float, ContainsNull: true}
	floatClass = fn.Exact(floats)
)

// vectorArguments checks that the first n arguments are arrays of FLOAT; nothing else is cast to them.
func vectorArguments(c *fn.Call, n int) error {
	for i, a := range c.Args[:n] {
		if t := a.Type(); !floatClass.Has(t) && t.ID() != types.IDNull {
			return c.Unexpected(i, floatClass)
		}
	}
	return nil
}

// vectorAt reads argument k; ok is false when one of its elements is null.
func vectorAt(r fn.Row, k int) (v []float32, ok bool) {
	children, s := r.List(k)
	e := children[0]
	v = make([]float32, s.Size)
	for j := range v {
		if e.IsNull(int(s.Offset) + j) {
			return nil, false
		}
		v[j] = vec.At[float32](e, int(s.Offset)+j)
	}
	return v, true
}

// onVectors binds a function of two vectors of one length.
func onVectors(f func(a, b []float32) (float32, bool)) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(2, 2); err != nil {
			return nil, err
		}
		if err := vectorArguments(c, 2); err != nil {
			return nil, err
		}
		args := []expr.Expr{c.Cast(c.Args[0], floats), c.Cast(c.Args[1], floats)}
		name := c.ID()
		return &fn.Bound{Args: args, Type: types.Float, Nullable: true, Kernel: fn.Rows(types.Float, func(r fn.Row, out *vec.Builder) error {
			_, left := r.List(0)
			_, right := r.List(1)
			if left.Size != right.Size {
				return sparkerr.New("VECTOR_DIMENSION_MISMATCH", "functionName", name, "leftDim", strconv.Itoa(int(left.Size)), "rightDim", strconv.Itoa(int(right.Size)))
			}
			a, ok := vectorAt(r, 0)
			b, ok2 := vectorAt(r, 1)
			if ok && ok2 {
				if v, ok := f(a, b); ok {
					vec.Put(out, v)
					return nil
				}
			}
			out.Null()
			return nil
		})}, nil
	}
}

// normed binds a function of a vector and the degree of a norm, 2 when left out.
func normed(t types.DataType, f func(v []float32, degree float64, out *vec.Builder)) fn.Binder {
	return func(c *fn.Call) (*fn.Bound, error) {
		if err := c.Arity(1, 2); err != nil {
			return nil, err
		}
		if err := vectorArguments(c, 1); err != nil {
			return nil, err
		}
		args := []expr.Expr{c.Cast(c.Args[0], floats), fn.Constant(types.Float, float32(2))}
		if len(c.Args) == 2 {
			if id := c.Args[1].Type().ID(); id != types.IDFloat && id != types.IDNull {
				return nil, c.Unexpected(1, fn.Exact(types.Float))
			}
			args[1] = c.Cast(c.Args[1], types.Float)
		}
		name := c.ID()
		return &fn.Bound{Args: args, Type: t, Nullable: true, Kernel: fn.Rows(t, func(r fn.Row, out *vec.Builder) error {
			degree := float64(vec.At[float32](r.Raw(1), r.Index()))
			if degree != 1 && degree != 2 && degree <= maxFloat {
				return sparkerr.New("INVALID_VECTOR_NORM_DEGREE", "functionName", name, "degree", strconv.FormatFloat(degree, 'f', 1, 32))
			}
			v, ok := vectorAt(r, 0)
			if !ok {
				out.Null()
				return nil
			}
			f(v, degree, out)
			return nil
		})}, nil
	}
}
