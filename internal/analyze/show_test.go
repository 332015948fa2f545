package analyze_test

import (
	"context"
	"testing"

	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

func TestShowString(t *testing.T) {
	rows := [][]any{{int32(1), nil}, {int32(20), int32(-3)}}
	for _, c := range []struct {
		show plan.ShowString
		want string
	}{
		{plan.ShowString{Rows: 20, Truncate: 20}, "+---+----+\n| id|   v|\n+---+----+\n|  1|NULL|\n| 20|  -3|\n+---+----+\n"},
		{plan.ShowString{Rows: 20}, "+---+----+\n|id |v   |\n+---+----+\n|1  |NULL|\n|20 |-3  |\n+---+----+\n"},
		{plan.ShowString{Rows: 1, Truncate: 20}, "+---+----+\n| id|   v|\n+---+----+\n|  1|NULL|\n+---+----+\nonly showing top 1 row\n"},
		{plan.ShowString{Rows: 1, Vertical: true}, "-RECORD 0---\n id  | 1    \n v   | NULL \nonly showing top 1 row\n"},
	} {
		f := &frame{}
		show := c.show
		show.Node, show.Input = f.node(), f.table("t")
		a := newAnalyzer(frameCatalog(), map[string]string{})
		a.Rows = func(_ context.Context, n logical.Node) ([][]any, error) {
			return rows[:min(len(rows), int(n.(*logical.Limit).Count))], nil
		}
		n, err := a.Relation(context.Background(), &show)
		if err != nil {
			t.Fatal(err)
		}
		if got := n.(*logical.Values).Rows[0][0].(*expr.Literal).Value; got != c.want {
			t.Errorf("got\n%swant\n%s", got, c.want)
		}
	}
}
