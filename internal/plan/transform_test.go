package plan

import "testing"

func TestTransformCopiesOnlyWhatChanges(t *testing.T) {
	table := &NamedTable{Name: []string{"t"}}
	other := &NamedTable{Name: []string{"u"}}
	sub := &InSubquery{Values: []Expr{&Attribute{Parts: []string{"a"}}}, Plan: &Project{Input: table, List: []Expr{&Star{}}}}
	left := &Filter{Input: table, Condition: &Call{Name: []string{"not"}, Args: []Expr{sub}}}
	right := &Project{Input: other, List: []Expr{&Star{}}}
	root := &Join{Left: left, Right: right}
	replaced := &OneRow{}
	got, err := Transform(root, func(r Relation) (Relation, error) {
		if r == Relation(table) {
			return replaced, nil
		}
		return r, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	j := got.(*Join)
	if j == root || j.Left == root.Left || j.Right != root.Right {
		t.Fatalf("the changed side is copied, the other shared: %+v", j)
	}
	in := j.Left.(*Filter).Condition.(*Call).Args[0].(*InSubquery)
	if in.Plan.(*Project).Input != Relation(replaced) || root.Left.(*Filter).Input != Relation(table) {
		t.Fatal("the subquery's table is replaced, the original is not touched")
	}
	again, err := Transform(got, func(r Relation) (Relation, error) { return r, nil })
	if err != nil || again != got {
		t.Fatalf("nothing changed, so nothing is copied: %v", err)
	}
}

func TestBindParameters(t *testing.T) {
	q := &Project{List: []Expr{&Parameter{Position: 20}, &Parameter{Position: 7}, &Parameter{Name: "x"}}}
	one, two, x := &Literal{Value: int32(1)}, &Literal{Value: int32(2)}, &Literal{Value: "x"}
	got, err := Bind(q, map[string]Expr{"x": x}, []Expr{one, two}, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := got.(*Project).List
	if l[0] != Expr(two) || l[1] != Expr(one) || l[2] != Expr(x) {
		t.Fatalf("bound %v", l)
	}
	if _, err := Bind(q, nil, []Expr{one, two}, nil); err == nil {
		t.Fatal("a parameter without argument is an error")
	}
}
