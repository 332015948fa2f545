package eval

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/vec"
)

// choice is CASE WHEN: every branch sees only the rows that the conditions before left over.
type choice struct {
	t          types.DataType
	when, then []Evaluator
	otherwise  Evaluator // nil: null
}

func (c *compiler) choice(e *expr.Case) (Evaluator, error) {
	when, err := c.all(e.When)
	if err != nil {
		return nil, err
	}
	then, err := c.all(e.Then)
	if err != nil || e.Else == nil {
		return &choice{t: e.Type(), when: when, then: then}, err
	}
	otherwise, err := c.compile(e.Else)
	return &choice{e.Type(), when, then, otherwise}, err
}

func (k *choice) Eval(c *fn.Context, b *vec.Batch, sel vec.Sel) (*vec.Vector, error) {
	open := vec.SelOrAll(sel, b.Len)
	var pieces []piece
	for i, w := range k.when {
		if len(open) == 0 {
			break
		}
		v, err := w.Eval(c, b, open)
		if err != nil {
			return nil, err
		}
		yes, no := split(c, v, open, b.Len, make(vec.Sel, 0, len(open)), make(vec.Sel, 0, len(open)))
		open = no
		if len(yes) == 0 {
			continue
		}
		if v, err = k.then[i].Eval(c, b, yes); err != nil {
			return nil, err
		}
		pieces = append(pieces, piece{v, yes})
	}
	if len(open) > 0 && k.otherwise != nil {
		v, err := k.otherwise.Eval(c, b, open)
		if err != nil {
			return nil, err
		}
		pieces = append(pieces, piece{v, open})
	} else if len(open) > 0 {
		pieces = append(pieces, piece{vec.NullVector(c.Arena, k.t, b.Len), open})
	}
	return merge(c, k.t, b.Len, pieces), nil
}

// coalesce evaluates each argument for the rows where all before were null.
type coalesce struct {
	t    types.DataType
	args []Evaluator
}

func (k *coalesce) Eval(c *fn.Context, b *vec.Batch, sel vec.Sel) (*vec.Vector, error) {
	open := sel
	var pieces []piece
	for i, a := range k.args {
		v, err := a.Eval(c, b, open)
		if err != nil {
			return nil, err
		}
		rows := vec.SelOrAll(open, b.Len)
		if i == len(k.args)-1 || v.Valid == nil && v.Type.ID() != types.IDNull {
			pieces = append(pieces, piece{v, rows})
			break
		}
		there, missing := make(vec.Sel, 0, len(rows)), make(vec.Sel, 0, len(rows))
		for _, r := range rows {
			if v.IsNull(int(r)) {
				missing = append(missing, r)
			} else {
				there = append(there, r)
			}
		}
		if len(there) > 0 {
			pieces = append(pieces, piece{v, there})
		}
		if len(missing) == 0 {
			break
		}
		open = missing
	}
	return merge(c, k.t, b.Len, pieces), nil
}
