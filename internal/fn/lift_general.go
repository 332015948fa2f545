package fn

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// Row is one row of a call's arguments.
type Row struct {
	args []*vec.Vector
	i    int
	// C is the context of the call.
	C *Context
}

// Len is the number of arguments.
func (r Row) Len() int { return len(r.args) }

// Null tells whether argument k is null.
func (r Row) Null(k int) bool { return r.args[k].IsNull(r.i) }

// Text is argument k, text or binary; it points to memory of the batch.
func (r Row) Text(k int) string {
	b := r.args[k].Base()
	return vec.Values[vec.View](b)[r.args[k].Slot(r.i)].Str()
}

// Int is argument k, an INT (or DATE, year-month interval).
func (r Row) Int(k int) int { return int(vec.At[int32](r.args[k], r.i)) }

// Long is argument k, a BIGINT (or a timestamp).
func (r Row) Long(k int) int64 { return vec.At[int64](r.args[k], r.i) }

// Double is argument k.
func (r Row) Double(k int) float64 { return vec.At[float64](r.args[k], r.i) }

// Bool is argument k.
func (r Row) Bool(k int) bool { return vec.At[bool](r.args[k], r.i) }

// At is argument k as a vector (without dictionary) and the index of its value there.
func (r Row) At(k int) (*vec.Vector, int) { return r.args[k].Base(), r.args[k].Slot(r.i) }

// Raw is argument k as it came, in any form, to be read at Index.
func (r Row) Raw(k int) *vec.Vector { return r.args[k] }

// Index is the number of the row in Raw.
func (r Row) Index() int { return r.i }

// List is argument k, an array or map: its child vectors and the span of its elements.
func (r Row) List(k int) ([]*vec.Vector, vec.Span) {
	b, s := r.At(k)
	return b.Children, vec.Values[vec.Span](b)[s]
}

// Rows lifts a function that appends exactly one value to out for each row; it is for nested types and long argument lists. A null in any
// argument gives null without a call.
func Rows(t types.DataType, f func(r Row, out *vec.Builder) error) Kernel {
	return AllRows(t, func(r Row, out *vec.Builder) error {
		for k := range r.args {
			if r.Null(k) {
				out.Null()
				return nil
			}
		}
		return f(r, out)
	})
}

// AllRows is Rows for functions that deal with nulls themselves.
func AllRows(t types.DataType, f func(r Row, out *vec.Builder) error) Kernel {
	return func(c *Context, args []*vec.Vector, sel vec.Sel, n int) (*vec.Vector, error) {
		constant := len(args) > 0
		for _, a := range args {
			constant = constant && (a.Form == vec.Constant || a.Type.ID() == types.IDNull)
		}
		rows := n
		if constant && (sel == nil || len(sel) > 0) && n > 0 {
			rows, sel = 1, nil
		}
		out := vec.NewBuilder(c.Arena, t).ShareText()
		next := 0
		for _, i := range vec.SelOrAll(sel, rows) {
			for ; next < int(i); next++ {
				out.Null()
			}
			if err := f(Row{args, int(i), c}, out); err != nil {
				return nil, err
			}
			next++
		}
		for ; next < rows; next++ {
			out.Null()
		}
		v := out.Finish()
		if rows == 1 && n != 1 {
			return vec.AsConstant(c.Arena, v, 0, n), nil
		}
		return v, nil
	}
}
