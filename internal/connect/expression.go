package connect

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/plan"
	pb "github.com/flintlake/flintlake/proto"
)

// origin converts where a client built something.
func origin(m *pb.Origin) plan.Origin {
	switch f := m.GetFunction().(type) {
	case *pb.Origin_PythonOrigin:
		return plan.Origin{Text: f.PythonOrigin.GetFragment(), Callsite: f.PythonOrigin.GetCallSite()}
	case *pb.Origin_JvmOrigin:
		j := f.JvmOrigin
		o := plan.Origin{Line: int(j.GetLine()), Position: int(j.GetStartPosition()), Start: int(j.GetStartIndex()), Stop: int(j.GetStopIndex()), Text: j.GetSqlText()}
		if s := j.GetStackTrace(); len(s) > 0 {
			o.Callsite = s[0].GetFileName() + ":" + itoa(int(s[0].GetLineNumber()))
		}
		return o
	}
	return plan.Origin{}
}

func (d *decoder) exprs(ms []*pb.Expression) []plan.Expr {
	if len(ms) == 0 {
		return nil
	}
	out := make([]plan.Expr, len(ms))
	for i, m := range ms {
		out[i] = d.expr(m)
	}
	return out
}

// maybeExpr is nil for an absent message.
func (d *decoder) maybeExpr(m *pb.Expression) plan.Expr {
	if m == nil {
		return nil
	}
	return d.expr(m)
}

// expr converts an expression.
func (d *decoder) expr(m *pb.Expression) plan.Expr {
	d.enter()
	defer d.leave()
	o := origin(m.GetCommon().GetOrigin())
	switch k := m.GetExprType().(type) {
	case *pb.Expression_Literal_:
		return d.literal(k.Literal, o)
	case *pb.Expression_UnresolvedAttribute_:
		a := k.UnresolvedAttribute
		return &plan.Attribute{Parts: attributeName(a.GetUnparsedIdentifier()), PlanID: planID(a.PlanId), Metadata: a.GetIsMetadataColumn(), Origin: o}
	case *pb.Expression_UnresolvedFunction_:
		return d.function(k.UnresolvedFunction, o)
	case *pb.Expression_ExpressionString_:
		return &plan.Text{SQL: k.ExpressionString.GetExpression()}
	case *pb.Expression_UnresolvedStar_:
		return star(k.UnresolvedStar, o)
	case *pb.Expression_Alias_:
		return d.alias(k.Alias, o)
	case *pb.Expression_Cast_:
		return d.cast(k.Cast, o)
	case *pb.Expression_UnresolvedRegex_:
		return &plan.Regex{Pattern: k.UnresolvedRegex.GetColName(), PlanID: planID(k.UnresolvedRegex.PlanId)}
	case *pb.Expression_SortOrder_:
		s := d.sortOrder(k.SortOrder)
		s.Origin = o
		return s
	case *pb.Expression_LambdaFunction_:
		return d.lambda(k.LambdaFunction, o)
	case *pb.Expression_Window_:
		return d.window(k.Window, o)
	case *pb.Expression_UnresolvedExtractValue_:
		return d.extract(k.UnresolvedExtractValue, o)
	case nil:
		fail(notSet("spark.connect.Expression", "expr_type"))
	}
	return d.rareExpr(m, o)
}

func (d *decoder) rareExpr(m *pb.Expression, o plan.Origin) plan.Expr {
	switch k := m.GetExprType().(type) {
	case *pb.Expression_UpdateFields_:
		u := k.UpdateFields
		child := required(u.GetStructExpression(), "spark.connect.Expression.UpdateFields", "struct_expression")
		return &plan.UpdateFields{Child: d.expr(child), Name: attributeName(u.GetFieldName()), Value: d.maybeExpr(u.GetValueExpression())}
	case *pb.Expression_UnresolvedNamedLambdaVariable_:
		return &plan.LambdaVariable{Name: variableName(k.UnresolvedNamedLambdaVariable)}
	case *pb.Expression_CallFunction:
		c := &plan.Call{Name: tableName(k.CallFunction.GetFunctionName()), Origin: o}
		d.arguments(c, k.CallFunction.GetArguments())
		return c
	case *pb.Expression_SubqueryExpression:
		return d.subquery(k.SubqueryExpression, o)
	case *pb.Expression_DirectShufflePartitionId:
		child := required(k.DirectShufflePartitionId.GetChild(), "spark.connect.Expression.DirectShufflePartitionID", "child")
		return &plan.Call{Name: []string{"direct_shuffle_partition_id"}, Args: []plan.Expr{d.expr(child)}, Internal: true, Origin: o}
	case *pb.Expression_CommonInlineUserDefinedFunction:
		failUnsupported("user-defined functions")
	case *pb.Expression_TypedAggregateExpression:
		failUnsupported("typed aggregates")
	case *pb.Expression_NamedArgumentExpression:
		fail(invalid("ASSERTION_FAILURE", "message", "a named argument stands outside of a function call"))
	case *pb.Expression_MergeAction:
		fail(invalid("ASSERTION_FAILURE", "message", "a MERGE action stands outside of a MERGE"))
	case *pb.Expression_Extension:
		fail(invalid("NO_HANDLER_FOR_EXTENSION", "extensionTypeUrl", k.Extension.GetTypeUrl()))
	}
	fail(sparkerr.Internal("expression message %T", m.GetExprType()))
	return nil
}

// isOperator tells whether the front ends send a SQL operator by this function name.
func isOperator(name string) bool {
	switch name {
	case "+", "-", "*", "/", "%", "==", "=", "!=", "<", "<=", ">", ">=", "<=>", "and", "or", "not", "!", "~", "&", "|", "^", "negative", "positive",
		"isNull", "isNotNull", "isnull", "isnotnull":
		return true
	}
	return false
}

// function converts a call; CASE and IN are functions on the wire.
func (d *decoder) function(m *pb.Expression_UnresolvedFunction, o plan.Origin) plan.Expr {
	name, args := m.GetFunctionName(), m.GetArguments()
	switch {
	case m.GetIsUserDefinedFunction():
		c := &plan.Call{Name: tableName(name), UserDefined: true, Distinct: m.GetIsDistinct(), Origin: o}
		d.arguments(c, args)
		return c
	case name == "when" && len(args) >= 2:
		return d.caseWhen(args, o)
	case name == "in" && len(args) >= 1:
		return &plan.In{Value: d.expr(args[0]), List: d.exprs(args[1:]), Origin: o}
	}
	c := &plan.Call{Name: []string{callName(name)}, Distinct: m.GetIsDistinct(), Internal: m.GetIsInternal(), Operator: isOperator(name), Origin: o}
	d.arguments(c, args)
	return c
}

// callName gives the names that the SQL parser uses for the same operators.
func callName(name string) string {
	switch name {
	case "==":
		return "="
	case "!":
		return "not"
	case "isNull", "isNotNull":
		return strings.ToLower(name)
	}
	return name
}

// arguments converts positional and named arguments.
func (d *decoder) arguments(c *plan.Call, ms []*pb.Expression) {
	for i, m := range ms {
		n, named := m.GetExprType().(*pb.Expression_NamedArgumentExpression)
		if !named {
			c.Args = append(c.Args, d.expr(m))
			if c.ArgNames != nil {
				c.ArgNames = append(c.ArgNames, "")
			}
			continue
		}
		if c.ArgNames == nil {
			c.ArgNames = make([]string, i, len(ms))
		}
		value := required(n.NamedArgumentExpression.GetValue(), "spark.connect.NamedArgumentExpression", "value")
		c.Args = append(c.Args, d.expr(value))
		c.ArgNames = append(c.ArgNames, n.NamedArgumentExpression.GetKey())
	}
}

func (d *decoder) caseWhen(args []*pb.Expression, o plan.Origin) plan.Expr {
	c := &plan.Case{Origin: o}
	for ; len(args) >= 2; args = args[2:] {
		c.When = append(c.When, plan.WhenThen{When: d.expr(args[0]), Then: d.expr(args[1])})
	}
	if len(args) == 1 {
		c.Else = d.expr(args[0])
	}
	return c
}

func star(m *pb.Expression_UnresolvedStar, o plan.Origin) plan.Expr {
	s := &plan.Star{PlanID: planID(m.PlanId), Origin: o}
	if m.UnparsedTarget == nil {
		return s
	}
	target, ok := strings.CutSuffix(m.GetUnparsedTarget(), ".*")
	if !ok {
		fail(invalid("UNRESOLVED_STAR_TARGET_INVALID", "target", m.GetUnparsedTarget()))
	}
	s.Target = attributeName(target)
	return s
}

func (d *decoder) alias(m *pb.Expression_Alias, o plan.Origin) *plan.Alias {
	child := required(m.GetExpr(), "spark.connect.Expression.Alias", "expr")
	if len(m.GetName()) == 0 {
		fail(invalid("FIELD_CANNOT_BE_EMPTY", "fieldName", "name", "fullName", "spark.connect.Expression.Alias"))
	}
	if len(m.GetName()) > 1 && m.Metadata != nil {
		fail(invalid("ALIAS_WITH_MULTIPLE_IDENTIFIERS_AND_METADATA"))
	}
	return &plan.Alias{Child: d.expr(child), Names: m.GetName(), Metadata: metadata(m.Metadata), Origin: o}
}

func (d *decoder) cast(m *pb.Expression_Cast, o plan.Origin) plan.Expr {
	c := &plan.Cast{Child: d.expr(required(m.GetExpr(), "spark.connect.Expression.Cast", "expr")), Origin: o}
	switch t := m.GetCastToType().(type) {
	case *pb.Expression_Cast_Type:
		c.Type = d.dataType(t.Type)
	case *pb.Expression_Cast_TypeStr:
		c.Type = must(types.ParseType(t.TypeStr))
	default:
		fail(notSet("spark.connect.Expression.Cast", "cast_to_type"))
	}
	switch m.GetEvalMode() {
	case pb.Expression_Cast_EVAL_MODE_LEGACY:
		c.Mode = plan.CastLegacy
	case pb.Expression_Cast_EVAL_MODE_ANSI:
		c.Mode = plan.CastANSI
	case pb.Expression_Cast_EVAL_MODE_TRY:
		c.Mode = plan.CastTry
	}
	return c
}

func (d *decoder) sortOrder(m *pb.Expression_SortOrder) plan.SortOrder {
	child := required(m.GetChild(), "spark.connect.Expression.SortOrder", "child")
	s := plan.SortOrder{Child: d.expr(child), Origin: origin(child.GetCommon().GetOrigin())}
	switch m.GetDirection() {
	case pb.Expression_SortOrder_SORT_DIRECTION_DESCENDING:
		s.Descending = true
	case pb.Expression_SortOrder_SORT_DIRECTION_UNSPECIFIED:
		fail(badEnum("spark.connect.Expression.SortOrder", m.GetDirection().String(), 0))
	}
	switch m.GetNullOrdering() {
	case pb.Expression_SortOrder_SORT_NULLS_FIRST:
		s.Nulls = plan.NullsFirst
	case pb.Expression_SortOrder_SORT_NULLS_LAST:
		s.Nulls = plan.NullsLast
	}
	return s
}

func (d *decoder) sortOrders(ms []*pb.Expression_SortOrder) []plan.SortOrder {
	var out []plan.SortOrder
	for _, m := range ms {
		out = append(out, d.sortOrder(m))
	}
	return out
}

func variableName(m *pb.Expression_UnresolvedNamedLambdaVariable) string {
	if len(m.GetNameParts()) == 0 {
		fail(invalid("FIELD_CANNOT_BE_EMPTY", "fieldName", "name_parts", "fullName", "spark.connect.Expression.UnresolvedNamedLambdaVariable"))
	}
	return strings.Join(m.GetNameParts(), ".")
}

func (d *decoder) lambda(m *pb.Expression_LambdaFunction, o plan.Origin) plan.Expr {
	if n := len(m.GetArguments()); n < 1 || n > 3 {
		fail(invalid("LAMBDA_FUNCTION_ARGUMENT_COUNT_INVALID", "got", itoa(n)))
	}
	l := &plan.Lambda{Origin: o}
	for _, a := range m.GetArguments() {
		l.Params = append(l.Params, variableName(a))
	}
	l.Body = d.expr(required(m.GetFunction(), "spark.connect.Expression.LambdaFunction", "function"))
	return l
}

// extract converts child[key]; a name in the key is a field when the child is a struct.
func (d *decoder) extract(m *pb.Expression_UnresolvedExtractValue, o plan.Origin) plan.Expr {
	child := required(m.GetChild(), "spark.connect.Expression.UnresolvedExtractValue", "child")
	key := required(m.GetExtraction(), "spark.connect.Expression.UnresolvedExtractValue", "extraction")
	return &plan.Field{Child: d.expr(child), Key: d.expr(key), Origin: o}
}

func (d *decoder) subquery(m *pb.SubqueryExpression, o plan.Origin) plan.Expr {
	switch m.GetSubqueryType() {
	case pb.SubqueryExpression_SUBQUERY_TYPE_SCALAR:
		return &plan.ScalarSubquery{PlanID: planID(&m.PlanId), Origin: o}
	case pb.SubqueryExpression_SUBQUERY_TYPE_EXISTS:
		return &plan.Exists{PlanID: planID(&m.PlanId), Origin: o}
	case pb.SubqueryExpression_SUBQUERY_TYPE_IN:
		return &plan.InSubquery{PlanID: planID(&m.PlanId), Values: d.exprs(m.GetInSubqueryValues()), Origin: o}
	case pb.SubqueryExpression_SUBQUERY_TYPE_TABLE_ARG:
		t := m.GetTableArgOptions()
		return &plan.TableArgument{PlanID: planID(&m.PlanId), PartitionBy: d.exprs(t.GetPartitionSpec()), OrderBy: d.sortOrders(t.GetOrderSpec()),
			WithSingle: t.GetWithSinglePartition()}
	}
	fail(badEnum("spark.connect.SubqueryExpression", m.GetSubqueryType().String(), int32(m.GetSubqueryType())))
	return nil
}

func (d *decoder) window(m *pb.Expression_Window, o plan.Origin) plan.Expr {
	f := required(m.GetWindowFunction(), "spark.connect.Expression.Window", "window_function")
	w := &plan.Window{Func: d.expr(f), Origin: o}
	w.Spec.PartitionBy = d.exprs(m.GetPartitionSpec())
	w.Spec.OrderBy = d.sortOrders(m.GetOrderSpec())
	frame := m.GetFrameSpec()
	if frame == nil {
		return w
	}
	w.Spec.Frame = &plan.Frame{}
	switch frame.GetFrameType() {
	case pb.Expression_Window_WindowFrame_FRAME_TYPE_RANGE:
		w.Spec.Frame.Range = true
	case pb.Expression_Window_WindowFrame_FRAME_TYPE_UNDEFINED:
		fail(badEnum("spark.connect.Expression.Window.WindowFrame", frame.GetFrameType().String(), 0))
	}
	if frame.GetLower() == nil {
		fail(invalid("LOWER_BOUND_REQUIRED_IN_WINDOW_FRAME"))
	}
	if frame.GetUpper() == nil {
		fail(invalid("UPPER_BOUND_REQUIRED_IN_WINDOW_FRAME"))
	}
	w.Spec.Frame.Lower = d.bound(frame.GetLower(), plan.UnboundedPreceding)
	w.Spec.Frame.Upper = d.bound(frame.GetUpper(), plan.UnboundedFollowing)
	return w
}

func (d *decoder) bound(m *pb.Expression_Window_WindowFrame_FrameBoundary, unbounded plan.BoundKind) plan.Bound {
	switch b := m.GetBoundary().(type) {
	case *pb.Expression_Window_WindowFrame_FrameBoundary_CurrentRow:
		return plan.Bound{Kind: plan.CurrentRow}
	case *pb.Expression_Window_WindowFrame_FrameBoundary_Unbounded:
		return plan.Bound{Kind: unbounded}
	case *pb.Expression_Window_WindowFrame_FrameBoundary_Value:
		return plan.Bound{Kind: plan.BoundValue, Value: d.expr(b.Value)}
	}
	fail(notSet("spark.connect.Expression.Window.WindowFrame.FrameBoundary", "boundary"))
	return plan.Bound{}
}
