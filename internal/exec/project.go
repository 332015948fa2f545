package exec

import (
	"strings"

	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/vec"
)

// Project computes a list of columns: attributes pass through, aliases are evaluated.
type Project struct {
	Input Node
	List  []expr.Expr // *expr.Attribute or *expr.Alias
}

// Columns are what the list defines.
func (n *Project) Columns() []*expr.Attribute { return listAttributes(n.List) }

// Inputs is the one input.
func (n *Project) Inputs() []Node { return []Node{n.Input} }

// Describe shows the list.
func (n *Project) Describe() string { return "Project " + describeList(n.List) }

func listAttributes(list []expr.Expr) []*expr.Attribute {
	out := make([]*expr.Attribute, len(list))
	for i, e := range list {
		if a, ok := e.(*expr.Alias); ok {
			out[i] = a.Attr()
		} else {
			out[i] = e.(*expr.Attribute)
		}
	}
	return out
}

func describeList[E expr.Expr](list []E) string {
	parts := make([]string, len(list))
	for i, e := range list {
		parts[i] = expr.String(e)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// Start compiles the list for each worker; a list of input columns needs no evaluation.
func (n *Project) Start(c *Context) (Feed, error) {
	input := n.Input.Columns()
	if cols, ok := columnsOf(n.List, input); ok {
		return startStages(c, n.Input, func(int) (stage, error) { return pick(cols), nil })
	}
	numbers := &morselNumbers{}
	return startStages(c, n.Input, func(int) (stage, error) {
		evs, err := compileAll(n.List, input)
		return &projectStage{list: evs, rows: numbering{morsels: numbers}}, err
	})
}

// columnsOf finds the places of a list of attributes in the input.
func columnsOf(list []expr.Expr, input []*expr.Attribute) ([]int, bool) {
	at := make(map[expr.AttributeID]int, len(input))
	for i, a := range input {
		at[a.ID] = i
	}
	cols := make([]int, len(list))
	for k, e := range list {
		if alias, ok := e.(*expr.Alias); ok {
			e = alias.Child
		}
		a, ok := e.(*expr.Attribute)
		if !ok {
			return nil, false
		}
		if cols[k], ok = at[a.ID]; !ok {
			return nil, false
		}
	}
	return cols, true
}

// pick is a projection to input columns.
type pick []int

func (s pick) process(_ *Context, b *vec.Batch) (*vec.Batch, error) {
	out := &vec.Batch{Cols: make([]*vec.Vector, len(s)), Len: b.Len, Sel: b.Sel, Seq: b.Seq, Arena: b.Arena}
	for i, k := range s {
		out.Cols[i] = b.Cols[k]
	}
	return out, nil
}

type projectStage struct {
	list evaluators
	rows numbering
}

func (s *projectStage) process(c *Context, b *vec.Batch) (*vec.Batch, error) {
	out := c.Alloc.NewBatch(b.Len)
	out.Keep(b)
	b.Release()
	out.Sel, out.Seq = b.Sel, b.Seq
	fc := c.fnContext(out.Arena)
	s.rows.next(fc, b)
	var err error
	if out.Cols, err = s.list.eval(fc, b, b.Sel); err != nil {
		out.Release()
		return nil, err
	}
	return out, nil
}
