package dataframe

import pb "github.com/flintlake/flintlake/proto"

// WindowSpec says which rows a window function sees. Package window makes them; every method gives a new one.
type WindowSpec struct {
	partition []*pb.Expression
	order     []*pb.Expression_SortOrder
	frame     *pb.Expression_Window_WindowFrame
	err       error
}

// PartitionBy splits the rows into groups of equal values.
func (w *WindowSpec) PartitionBy(cols ...any) *WindowSpec {
	n := *w
	var err error
	if n.partition, err = expressions(cols); err != nil {
		n.err = err
	}
	return &n
}

// OrderBy orders the rows of a group.
func (w *WindowSpec) OrderBy(cols ...any) *WindowSpec {
	n := *w
	var err error
	if n.order, err = sortOrders(cols); err != nil {
		n.err = err
	}
	return &n
}

// Bounds of frames: offsets from the current row, or no bound.
const (
	UnboundedPreceding = int64(-1 << 63)
	UnboundedFollowing = int64(1<<63 - 1)
	CurrentRow         = int64(0)
)

// RowsBetween bounds the frame by numbers of rows; negative is before the current row.
func (w *WindowSpec) RowsBetween(start, end int64) *WindowSpec {
	return w.between(pb.Expression_Window_WindowFrame_FRAME_TYPE_ROW, start, end)
}

// RangeBetween bounds the frame by distances of the order key.
func (w *WindowSpec) RangeBetween(start, end int64) *WindowSpec {
	return w.between(pb.Expression_Window_WindowFrame_FRAME_TYPE_RANGE, start, end)
}

func (w *WindowSpec) between(t pb.Expression_Window_WindowFrame_FrameType, start, end int64) *WindowSpec {
	n := *w
	n.frame = &pb.Expression_Window_WindowFrame{FrameType: t, Lower: boundary(start, t), Upper: boundary(end, t)}
	return &n
}

func boundary(at int64, t pb.Expression_Window_WindowFrame_FrameType) *pb.Expression_Window_WindowFrame_FrameBoundary {
	switch at {
	case UnboundedPreceding, UnboundedFollowing:
		return &pb.Expression_Window_WindowFrame_FrameBoundary{Boundary: &pb.Expression_Window_WindowFrame_FrameBoundary_Unbounded{Unbounded: true}}
	case CurrentRow:
		return &pb.Expression_Window_WindowFrame_FrameBoundary{Boundary: &pb.Expression_Window_WindowFrame_FrameBoundary_CurrentRow{CurrentRow: true}}
	}
	value := Lit(at)
	if t == pb.Expression_Window_WindowFrame_FRAME_TYPE_ROW {
		value = Lit(int32(at))
	}
	return &pb.Expression_Window_WindowFrame_FrameBoundary{Boundary: &pb.Expression_Window_WindowFrame_FrameBoundary_Value{Value: value.expr}}
}

// sortOrders turns arguments into sort keys; plain columns sort ascending.
func sortOrders(cols []any) ([]*pb.Expression_SortOrder, error) {
	es, err := expressions(cols)
	if err != nil {
		return nil, err
	}
	out := make([]*pb.Expression_SortOrder, len(es))
	for i, e := range es {
		if out[i] = e.GetSortOrder(); out[i] == nil {
			out[i] = (&Column{expr: e}).Asc().expr.GetSortOrder()
		}
	}
	return out, nil
}
