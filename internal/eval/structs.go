package eval

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

type getField struct {
	child   Evaluator
	ordinal int
}

func (k *getField) Eval(c *fn.Context, b *vec.Batch, sel vec.Sel) (*vec.Vector, error) {
	v, err := k.child.Eval(c, b, sel)
	if err != nil {
		return nil, err
	}
	return fn.Field(c, v, k.ordinal), nil
}

type makeStruct struct {
	t      types.StructType
	fields []Evaluator
}

func (k *makeStruct) Eval(c *fn.Context, b *vec.Batch, sel vec.Sel) (*vec.Vector, error) {
	out := &vec.Vector{Type: k.t, Len: b.Len, Form: vec.Constant}
	for _, f := range k.fields {
		v, err := f.Eval(c, b, sel)
		if err != nil {
			return nil, err
		}
		if v.Form != vec.Constant {
			out.Form = vec.Flat
		}
		out.Children = append(out.Children, v)
	}
	return out, nil
}
