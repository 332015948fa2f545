package dataframe

import (
	"fmt"
	"strings"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	pb "github.com/flintlake/flintlake/proto"
)

// Column is an expression over the columns of a DataFrame. It is immutable; every method gives a new one.
type Column struct {
	expr *pb.Expression
	err  error
	// whens and otherwise are kept while a CASE is being built.
	whens []*pb.Expression
}

// Col is a column by name: "a", "t.a", "struct.field", "`a.b`" with back-ticks for names with dots, or "*".
func Col(name string) *Column {
	if name == "*" {
		return &Column{expr: &pb.Expression{ExprType: &pb.Expression_UnresolvedStar_{UnresolvedStar: &pb.Expression_UnresolvedStar{}}}}
	}
	if target, ok := strings.CutSuffix(name, ".*"); ok {
		target += ".*"
		return &Column{expr: &pb.Expression{ExprType: &pb.Expression_UnresolvedStar_{UnresolvedStar: &pb.Expression_UnresolvedStar{UnparsedTarget: &target}}}}
	}
	return &Column{expr: &pb.Expression{ExprType: &pb.Expression_UnresolvedAttribute_{UnresolvedAttribute: &pb.Expression_UnresolvedAttribute{UnparsedIdentifier: name}}}}
}

// Expr is SQL text of an expression.
func Expr(sql string) *Column {
	return &Column{expr: &pb.Expression{ExprType: &pb.Expression_ExpressionString_{ExpressionString: &pb.Expression_ExpressionString{Expression: sql}}}}
}

// Lit is a constant. A *Column is returned as it is. Go types: nil, bool, intN, int (BIGINT unless it fits INT), floatN, string, []byte,
// types.Decimal, time.Time (TIMESTAMP), types.Date.
func Lit(value any) *Column {
	if c, ok := value.(*Column); ok {
		return c
	}
	l, err := literal(value)
	return &Column{expr: &pb.Expression{ExprType: &pb.Expression_Literal_{Literal: l}}, err: err}
}

func literal(value any) (*pb.Expression_Literal, error) {
	switch v := value.(type) {
	case nil:
		return &pb.Expression_Literal{LiteralType: &pb.Expression_Literal_Null{Null: &pb.DataType{Kind: &pb.DataType_Null{Null: &pb.DataType_NULL{}}}}}, nil
	case bool:
		return &pb.Expression_Literal{LiteralType: &pb.Expression_Literal_Boolean{Boolean: v}}, nil
	case int8:
		return &pb.Expression_Literal{LiteralType: &pb.Expression_Literal_Byte{Byte: int32(v)}}, nil
	case int16:
		return &pb.Expression_Literal{LiteralType: &pb.Expression_Literal_Short{Short: int32(v)}}, nil
	case int32:
		return &pb.Expression_Literal{LiteralType: &pb.Expression_Literal_Integer{Integer: v}}, nil
	case int64:
		return &pb.Expression_Literal{LiteralType: &pb.Expression_Literal_Long{Long: v}}, nil
	case int:
		if int(int32(v)) == v {
			return literal(int32(v))
		}
		return literal(int64(v))
	case float32:
		return &pb.Expression_Literal{LiteralType: &pb.Expression_Literal_Float{Float: v}}, nil
	case float64:
		return &pb.Expression_Literal{LiteralType: &pb.Expression_Literal_Double{Double: v}}, nil
	case string:
		return &pb.Expression_Literal{LiteralType: &pb.Expression_Literal_String_{String_: v}}, nil
	case []byte:
		return &pb.Expression_Literal{LiteralType: &pb.Expression_Literal_Binary{Binary: v}}, nil
	case types.Decimal:
		p, s := int32(v.Precision), int32(v.Scale)
		return &pb.Expression_Literal{LiteralType: &pb.Expression_Literal_Decimal_{Decimal: &pb.Expression_Literal_Decimal{Value: v.String(), Precision: &p, Scale: &s}}}, nil
	case time.Time:
		return &pb.Expression_Literal{LiteralType: &pb.Expression_Literal_Timestamp{Timestamp: v.UnixMicro()}}, nil
	case Date:
		return &pb.Expression_Literal{LiteralType: &pb.Expression_Literal_Date{Date: int32(v)}}, nil
	}
	return nil, badArgument("lit", value)
}

// Date is a DATE value: days since 1970-01-01.
type Date int32

// DateOf is the day of a time in its own location.
func DateOf(t time.Time) Date {
	y, m, d := t.Date()
	return Date(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / 86400)
}

// Time is midnight UTC of the day.
func (d Date) Time() time.Time { return time.Unix(int64(d)*86400, 0).UTC() }

// String is YYYY-MM-DD.
func (d Date) String() string { return d.Time().Format(time.DateOnly) }

func badArgument(where string, value any) error {
	return sparkerr.New("INVALID_PARAMETER_VALUE.NULL", "functionName", sparkerr.QuoteID(where), "parameter", fmt.Sprintf("%T", value))
}

// columnOf turns an argument into a column; text says what a string means.
func columnOf(arg any, text func(string) *Column) (*Column, error) {
	switch a := arg.(type) {
	case *Column:
		return a, a.err
	case string:
		c := text(a)
		return c, c.err
	}
	c := Lit(arg)
	return c, c.err
}

func literalColumn(s string) *Column { return Lit(s) }

// expressions turns arguments into expressions; strings are names.
func expressions(args []any) ([]*pb.Expression, error) {
	out := make([]*pb.Expression, len(args))
	for i, a := range args {
		c, err := columnOf(a, Col)
		if err != nil {
			return nil, err
		}
		out[i] = c.expr
	}
	return out, nil
}

// Call is a function by name over columns (strings are column names). Package functions has a wrapper for each.
func Call(name string, args ...any) *Column {
	es, err := expressions(args)
	return &Column{expr: functionCall(name, es), err: err}
}

// CallDistinct is Call for an aggregate over distinct values.
func CallDistinct(name string, args ...any) *Column {
	c := Call(name, args...)
	c.expr.GetUnresolvedFunction().IsDistinct = true
	return c
}

func functionCall(name string, args []*pb.Expression) *pb.Expression {
	return &pb.Expression{ExprType: &pb.Expression_UnresolvedFunction_{UnresolvedFunction: &pb.Expression_UnresolvedFunction{FunctionName: name, Arguments: args}}}
}

// operate applies a function to c and a value; a string is text, not a name.
func (c *Column) operate(name string, others ...any) *Column {
	args, err := []*pb.Expression{c.expr}, c.err
	for _, o := range others {
		other, bad := columnOf(o, literalColumn)
		if bad != nil {
			err = bad
			continue
		}
		args = append(args, other.expr)
	}
	return &Column{expr: functionCall(name, args), err: err}
}

// Comparison and arithmetic; other is a *Column or a constant.
func (c *Column) Eq(other any) *Column         { return c.operate("==", other) }
func (c *Column) Neq(other any) *Column        { return c.Eq(other).Not() }
func (c *Column) Lt(other any) *Column         { return c.operate("<", other) }
func (c *Column) Leq(other any) *Column        { return c.operate("<=", other) }
func (c *Column) Gt(other any) *Column         { return c.operate(">", other) }
func (c *Column) Geq(other any) *Column        { return c.operate(">=", other) }
func (c *Column) EqNullSafe(other any) *Column { return c.operate("<=>", other) }
func (c *Column) Plus(other any) *Column       { return c.operate("+", other) }
func (c *Column) Minus(other any) *Column      { return c.operate("-", other) }
func (c *Column) Multiply(other any) *Column   { return c.operate("*", other) }
func (c *Column) Divide(other any) *Column     { return c.operate("/", other) }
func (c *Column) Mod(other any) *Column        { return c.operate("%", other) }
func (c *Column) And(other any) *Column        { return c.operate("and", other) }
func (c *Column) Or(other any) *Column         { return c.operate("or", other) }

// Not is the negation of a condition.
func (c *Column) Not() *Column { return c.operate("not") }

// IsNull and IsNotNull test for NULL.
func (c *Column) IsNull() *Column    { return c.operate("isNull") }
func (c *Column) IsNotNull() *Column { return c.operate("isNotNull") }

// IsIn tests for membership in a list of constants or columns.
func (c *Column) IsIn(values ...any) *Column { return c.operate("in", values...) }

// Between is low <= c and c <= high.
func (c *Column) Between(low, high any) *Column { return c.Geq(low).And(c.Leq(high)) }

// Like matches a SQL pattern, RLike a regular expression.
func (c *Column) Like(pattern string) *Column  { return c.operate("like", pattern) }
func (c *Column) RLike(pattern string) *Column { return c.operate("rlike", pattern) }

// StartsWith, EndsWith and Contains test text.
func (c *Column) StartsWith(other any) *Column { return c.operate("startsWith", other) }
func (c *Column) EndsWith(other any) *Column   { return c.operate("endsWith", other) }
func (c *Column) Contains(other any) *Column   { return c.operate("contains", other) }

// Substr is the text from a position, counted from 1, of a length.
func (c *Column) Substr(start, length int) *Column { return c.operate("substr", start, length) }

// GetField is a field of a struct, GetItem an element of an array or map.
func (c *Column) GetField(name string) *Column { return c.extract(name) }
func (c *Column) GetItem(key any) *Column      { return c.extract(key) }

func (c *Column) extract(key any) *Column {
	k, err := columnOf(key, literalColumn)
	if err == nil {
		err = c.err
	}
	if k == nil {
		return &Column{expr: c.expr, err: err}
	}
	return &Column{expr: &pb.Expression{ExprType: &pb.Expression_UnresolvedExtractValue_{UnresolvedExtractValue: &pb.Expression_UnresolvedExtractValue{Child: c.expr, Extraction: k.expr}}}, err: err}
}

// Alias names the column; several names are for the columns of a generator.
func (c *Column) Alias(names ...string) *Column {
	return &Column{expr: &pb.Expression{ExprType: &pb.Expression_Alias_{Alias: &pb.Expression_Alias{Expr: c.expr, Name: names}}}, err: c.err}
}

// Cast converts to a type given as DDL text ("bigint", "decimal(10,2)") or types.DataType.
func (c *Column) Cast(to any) *Column { return c.cast(to, pb.Expression_Cast_EVAL_MODE_UNSPECIFIED) }

// TryCast gives NULL where Cast would fail.
func (c *Column) TryCast(to any) *Column { return c.cast(to, pb.Expression_Cast_EVAL_MODE_TRY) }

func (c *Column) cast(to any, mode pb.Expression_Cast_EvalMode) *Column {
	text, ok := to.(string)
	if t, isType := to.(types.DataType); isType {
		text, ok = t.SQL(), true
	}
	err := c.err
	if !ok {
		err = badArgument("cast", to)
	}
	return &Column{expr: &pb.Expression{ExprType: &pb.Expression_Cast_{Cast: &pb.Expression_Cast{Expr: c.expr, CastToType: &pb.Expression_Cast_TypeStr{TypeStr: text}, EvalMode: mode}}}, err: err}
}

func (c *Column) sort(d pb.Expression_SortOrder_SortDirection, n pb.Expression_SortOrder_NullOrdering) *Column {
	return &Column{expr: &pb.Expression{ExprType: &pb.Expression_SortOrder_{SortOrder: &pb.Expression_SortOrder{Child: c.expr, Direction: d, NullOrdering: n}}}, err: c.err}
}

// Asc and Desc are sort keys: nulls first when ascending, last when descending.
func (c *Column) Asc() *Column {
	return c.sort(pb.Expression_SortOrder_SORT_DIRECTION_ASCENDING, pb.Expression_SortOrder_SORT_NULLS_FIRST)
}
func (c *Column) Desc() *Column {
	return c.sort(pb.Expression_SortOrder_SORT_DIRECTION_DESCENDING, pb.Expression_SortOrder_SORT_NULLS_LAST)
}

// AscNullsLast and DescNullsFirst put the nulls at the other end.
func (c *Column) AscNullsLast() *Column {
	return c.sort(pb.Expression_SortOrder_SORT_DIRECTION_ASCENDING, pb.Expression_SortOrder_SORT_NULLS_LAST)
}
func (c *Column) DescNullsFirst() *Column {
	return c.sort(pb.Expression_SortOrder_SORT_DIRECTION_DESCENDING, pb.Expression_SortOrder_SORT_NULLS_FIRST)
}

// When adds a branch to a CASE started by functions.When, Otherwise its ELSE.
func (c *Column) When(condition *Column, value any) *Column {
	v, err := columnOf(value, literalColumn)
	if err == nil {
		err = condition.err
	}
	if err == nil {
		err = c.err
	}
	if err != nil {
		return &Column{expr: c.expr, err: err}
	}
	whens := append(c.whens[:len(c.whens):len(c.whens)], condition.expr, v.expr)
	return &Column{expr: functionCall("when", whens), whens: whens}
}

// Otherwise is the value where no branch holds.
func (c *Column) Otherwise(value any) *Column {
	v, err := columnOf(value, literalColumn)
	if err != nil {
		return &Column{expr: c.expr, err: err}
	}
	return &Column{expr: functionCall("when", append(c.whens[:len(c.whens):len(c.whens)], v.expr)), err: c.err}
}

// WhenColumn starts a CASE; functions.When is its public face.
func WhenColumn(condition *Column, value any) *Column { return (&Column{}).When(condition, value) }

// Over evaluates an aggregate or window function over a window.
func (c *Column) Over(w *WindowSpec) *Column {
	err := c.err
	if err == nil {
		err = w.err
	}
	return &Column{expr: &pb.Expression{ExprType: &pb.Expression_Window_{Window: &pb.Expression_Window{
		WindowFunction: c.expr, PartitionSpec: w.partition, OrderSpec: w.order, FrameSpec: w.frame}}}, err: err}
}
