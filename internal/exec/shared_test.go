package exec

import (
	"testing"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
)

func TestRecursionGoesAsFarAsItIsRead(t *testing.T) {
	start := &table{attrs: []*expr.Attribute{column("n", types.Integer)}, rows: [][]any{{int32(1)}, {int32(2)}}}
	s := &Shared{Plan: start.node(1), LevelMax: 10}
	step := &SharedRef{Of: s, Outputs: []*expr.Attribute{column("n", types.Integer)}, Step: true}
	s.Recursive = &Filter{Input: step, Condition: compare(expr.Gt, step.Outputs[0], integer(1))} // 2, for ever
	ref := func() Node { return &SharedRef{Of: s, Outputs: []*expr.Attribute{column("n", types.Integer)}} }
	everyWay(t, "first rows", &Limit{Input: ref(), Count: 5}, [][]any{{int32(1)}, {int32(2)}, {int32(2)}, {int32(2)}, {int32(2)}}, true)
	if _, err := try(t, ref(), 2, 0); conditionOf(err) != "RECURSION_LEVEL_LIMIT_EXCEEDED" {
		t.Errorf("got %v", err)
	}
	twice := &Shared{Plan: start.node(1)}
	u := &Union{From: []Node{&SharedRef{Of: twice, Outputs: start.attrs}, &SharedRef{Of: twice, Outputs: start.attrs}}, Outputs: start.attrs}
	everyWay(t, "shared by two", u, append(start.rows[:2:2], start.rows...), true)
}
