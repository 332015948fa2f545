package connect_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/connect"
	"github.com/flintlake/flintlake/internal/plan"
	pb "github.com/flintlake/flintlake/proto"
)

func table(name string) *pb.Relation {
	return &pb.Relation{RelType: &pb.Relation_Read{Read: &pb.Read{ReadType: &pb.Read_NamedTable_{NamedTable: &pb.Read_NamedTable{UnparsedIdentifier: name}}}}}
}

func filter(input *pb.Relation, c *pb.Expression) *pb.Relation {
	return &pb.Relation{RelType: &pb.Relation_Filter{Filter: &pb.Filter{Input: input, Condition: c}}}
}

func column(name string) *pb.Expression {
	return &pb.Expression{ExprType: &pb.Expression_UnresolvedAttribute_{UnresolvedAttribute: &pb.Expression_UnresolvedAttribute{UnparsedIdentifier: name}}}
}

func function(name string, args ...*pb.Expression) *pb.Expression {
	return &pb.Expression{ExprType: &pb.Expression_UnresolvedFunction_{UnresolvedFunction: &pb.Expression_UnresolvedFunction{FunctionName: name, Arguments: args}}}
}

func literal(l *pb.Expression_Literal) *pb.Expression {
	return &pb.Expression{ExprType: &pb.Expression_Literal_{Literal: l}}
}

func bytesOf(t testing.TB, r *pb.Relation) []byte {
	t.Helper()
	data, err := proto.Marshal(&pb.Plan{OpType: &pb.Plan_Root{Root: r}})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// withUnknown puts a field that no message has behind the fields of m.
func withUnknown[M proto.Message](m M) M {
	m.ProtoReflect().SetUnknown(protowire.AppendVarint(protowire.AppendTag(nil, 4242, protowire.VarintType), 1))
	return m
}

func TestWrongPlansAreRefused(t *testing.T) {
	join := func(kind pb.Join_JoinType) *pb.Relation {
		return &pb.Relation{RelType: &pb.Relation_Join{Join: &pb.Join{Left: table("a"), Right: table("b"), JoinType: kind}}}
	}
	window := &pb.Expression_Window{WindowFunction: function("rank"), FrameSpec: &pb.Expression_Window_WindowFrame{
		FrameType: pb.Expression_Window_WindowFrame_FRAME_TYPE_ROW,
		Lower:     &pb.Expression_Window_WindowFrame_FrameBoundary{}, Upper: &pb.Expression_Window_WindowFrame_FrameBoundary{}}}
	for _, c := range []struct {
		name      string
		relation  *pb.Relation
		condition string
		params    map[string]string
	}{
		{"unknown field in a relation", filter(withUnknown(table("t")), column("a")), "UNKNOWN_FIELD",
			map[string]string{"number": "4242", "fullName": "spark.connect.Relation", "path": "plan.root.filter.input"}},
		{"unknown field deep in an expression", filter(table("t"), function("f", column("a"), withUnknown(column("b")))), "UNKNOWN_FIELD",
			map[string]string{"path": "plan.root.filter.condition.unresolved_function.arguments.[1]"}},
		{"unknown field in a type", filter(table("t"), literal(&pb.Expression_Literal{LiteralType: &pb.Expression_Literal_Null{
			Null: &pb.DataType{Kind: &pb.DataType_Long_{Long: withUnknown(&pb.DataType_Long{})}}}})), "UNKNOWN_FIELD",
			map[string]string{"fullName": "spark.connect.DataType.Long"}},
		{"relation without a kind", filter(&pb.Relation{}, column("a")), "INVALID_ONE_OF_FIELD_NOT_SET",
			map[string]string{"fullName": "spark.connect.Relation", "name": "rel_type"}},
		{"expression without a kind", filter(table("t"), &pb.Expression{}), "INVALID_ONE_OF_FIELD_NOT_SET", map[string]string{"name": "expr_type"}},
		{"literal without a kind", filter(table("t"), literal(&pb.Expression_Literal{})), "INVALID_ONE_OF_FIELD_NOT_SET", map[string]string{"name": "literal_type"}},
		{"frame boundary without a kind", filter(table("t"), &pb.Expression{ExprType: &pb.Expression_Window_{Window: window}}), "INVALID_ONE_OF_FIELD_NOT_SET",
			map[string]string{"name": "boundary"}},
		{"enum out of range", join(99), "INVALID_ENUM", map[string]string{"number": "99", "name": "plan.root.join.join_type", "fullName": "spark.connect.Join"}},
		{"enum unspecified", join(pb.Join_JOIN_TYPE_UNSPECIFIED), "INVALID_ENUM", map[string]string{"name": "JOIN_TYPE_UNSPECIFIED"}},
		{"filter without a condition", filter(table("t"), nil), "FIELD_CANNOT_BE_EMPTY", map[string]string{"fieldName": "condition"}},
		{"filter without an input", filter(nil, column("a")), "FIELD_CANNOT_BE_EMPTY", map[string]string{"fieldName": "input"}},
		{"byte out of range", filter(table("t"), literal(&pb.Expression_Literal{LiteralType: &pb.Expression_Literal_Byte{Byte: 200}})), "ASSERTION_FAILURE", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := connect.DecodePlan(bytesOf(t, c.relation))
			var e *sparkerr.Error
			if !errors.As(err, &e) || e.Condition != "CONNECT_INVALID_PLAN."+c.condition {
				t.Fatalf("got %v, want %s", err, c.condition)
			}
			for k, v := range c.params {
				if e.Params[k] != v {
					t.Errorf("%s is %q, want %q", k, e.Params[k], v)
				}
			}
			if e.SQLState != "56K00" {
				t.Errorf("SQLSTATE %s", e.SQLState)
			}
		})
	}
}

func TestNoPlanAtAll(t *testing.T) {
	for _, data := range [][]byte{nil, {0x0a}, {0xff, 0xff, 0xff}, []byte("SELECT 1")} {
		p, err := connect.DecodePlan(data)
		if err == nil || p != nil {
			t.Errorf("%x gives %v", data, p)
		}
	}
}

// Programs in loops build deep plans; hostile bytes deeper ones.
func TestDepth(t *testing.T) {
	chain := func(n int, wrap func(*pb.Relation) *pb.Relation) *pb.Relation {
		r := table("t")
		for range n {
			r = wrap(r)
		}
		return r
	}
	withColumn := func(r *pb.Relation) *pb.Relation {
		a := &pb.Expression_Alias{Expr: column("a"), Name: []string{"b"}}
		return &pb.Relation{RelType: &pb.Relation_WithColumns{WithColumns: &pb.WithColumns{Input: r, Aliases: []*pb.Expression_Alias{a}}}}
	}
	union := func(r *pb.Relation) *pb.Relation {
		return &pb.Relation{RelType: &pb.Relation_SetOp{SetOp: &pb.SetOperation{LeftInput: r, RightInput: table("u"), SetOpType: pb.SetOperation_SET_OP_TYPE_UNION}}}
	}
	or := column("a")
	for range 2000 {
		or = function("or", or, column("b"))
	}
	for name, r := range map[string]*pb.Relation{
		"300 withColumn": chain(300, withColumn), "500 unions": chain(500, union), "2000 OR": filter(table("t"), or),
	} {
		if _, err := connect.DecodePlan(bytesOf(t, r)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	start := time.Now()
	_, err := connect.DecodePlan(nestedFilters(200_000))
	if c := sparkerr.Condition(err); c != "CONNECT_INVALID_PLAN.CANNOT_PARSE" || !strings.Contains(err.Error(), "deep") {
		t.Errorf("hostile depth gives %v", err)
	}
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("hostile depth took %v", d)
	}
}

// nestedFilters is the bytes of a plan of n filters in each other, written from the inside, backwards.
func nestedFilters(n int) []byte {
	var reversed []byte
	prepend := func(field protowire.Number) {
		head := protowire.AppendVarint(protowire.AppendTag(nil, field, protowire.BytesType), uint64(len(reversed)))
		slices.Reverse(head)
		reversed = append(reversed, head...)
	}
	for range n {
		prepend(1) // Filter.input
		prepend(4) // Relation.filter
	}
	prepend(1) // Plan.root
	slices.Reverse(reversed)
	return reversed
}

func TestPlanIDsCountFromOne(t *testing.T) {
	zero := int64(0)
	r := table("t")
	r.Common = &pb.RelationCommon{PlanId: &zero}
	a := column("a")
	a.GetUnresolvedAttribute().PlanId = &zero
	p, err := connect.DecodePlan(bytesOf(t, filter(r, a)))
	if err != nil {
		t.Fatal(err)
	}
	f := p.Relation.(*plan.Filter)
	if id := f.Condition.(*plan.Attribute).PlanID; id != 1 || f.Input.Common().PlanID != 1 || f.PlanID != 0 {
		t.Errorf("attribute %d, relation %d, filter %d", id, f.Input.Common().PlanID, f.PlanID)
	}
}

func TestAttributeNames(t *testing.T) {
	for text, want := range map[string]string{
		"a": "a", "a.b": "a|b", "`a.b`": "a.b", "a.`b c`.d": "a|b c|d", "`a``b`": "a`b", "ein name": "ein name", "größe.x": "größe|x", "``": "",
	} {
		e, err := connect.DecodeExpression(expressionBytes(t, column(text)))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := strings.Join(e.(*plan.Attribute).Parts, "|"); got != want {
			t.Errorf("%s is %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{"`a", "a`b`", "`a`b", ".a", "a.", "a..b"} {
		_, err := connect.DecodeExpression(expressionBytes(t, column(text)))
		if sparkerr.Condition(err) != "INVALID_ATTRIBUTE_NAME_SYNTAX" {
			t.Errorf("%s gives %v", text, err)
		}
	}
}

func expressionBytes(t testing.TB, e *pb.Expression) []byte {
	t.Helper()
	data, err := proto.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func FuzzDecodePlan(f *testing.F) {
	for _, r := range readRecorded(f) {
		f.Add(r.data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := connect.DecodePlan(data)
		var e *sparkerr.Error
		switch {
		case err != nil && !errors.As(err, &e):
			t.Fatalf("not a typed error: %v", err)
		case err == nil && (p.Relation == nil) == (p.Command == nil):
			t.Fatal("neither a relation nor a command, or both")
		case e != nil && e.Condition == "INTERNAL_ERROR":
			t.Fatal(err)
		}
	})
}
