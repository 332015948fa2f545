package analyze

import (
	"encoding/hex"
	"strings"
	"time"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn/cast"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

var compareSymbols = map[expr.CompareOp]string{expr.Eq: "=", expr.Ne: "!=", expr.Lt: "<", expr.Le: "<=", expr.Gt: ">", expr.Ge: ">=", expr.EqNullSafe: "<=>"}

// infix are the functions that Spark prints between their operands.
var infix = map[string]bool{"+": true, "-": true, "*": true, "/": true, "%": true, "div": true, "&": true, "|": true, "^": true, "<<": true, ">>": true, ">>>": true}

// quoted is sql in quotes, as error parameters hold it.
func (b *binder) quoted(e expr.Expr) string { return "\"" + b.sql(e) + "\"" }

func (b *binder) sqlList(list []expr.Expr) string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = b.sql(e)
	}
	return strings.Join(out, ", ")
}

// sql prints a bound expression as Spark's toPrettySQL does: column names without qualifiers, strings without quotes, no implicit casts.
func (b *binder) sql(e expr.Expr) string {
	if t, ok := b.texts[e]; ok {
		return t
	}
	switch e := e.(type) {
	case *expr.Attribute:
		return e.Name
	case *expr.Outer:
		return e.Attr.Name
	case *expr.Literal:
		return literalSQL(e, b.env.TimeZone)
	case *expr.Alias:
		return b.sql(e.Child) + " AS " + types.QuoteIfNeeded(e.Name)
	case *expr.Cast:
		return b.castSQL(e)
	case *expr.And:
		return b.chainSQL(e, " AND ")
	case *expr.Or:
		return b.chainSQL(e, " OR ")
	case *expr.Not:
		return "(NOT " + b.sql(e.Child) + ")"
	case *expr.Compare:
		return "(" + b.sql(e.Left) + " " + compareSymbols[e.Op] + " " + b.sql(e.Right) + ")"
	case *expr.IsNull:
		if e.Negated {
			return "(" + b.sql(e.Child) + " IS NOT NULL)"
		}
		return "(" + b.sql(e.Child) + " IS NULL)"
	case *expr.In:
		return "(" + b.sql(e.Value) + " IN (" + b.sqlList(e.List) + "))"
	case *expr.Case:
		return b.caseSQL(e)
	case *expr.Coalesce:
		return "coalesce(" + b.sqlList(e.Args) + ")"
	case *expr.GetField:
		return b.sql(e.Child) + "." + e.Name
	case *expr.MakeStruct:
		return "struct(" + b.sqlList(e.Fields) + ")"
	case *expr.Lambda:
		return "lambdafunction(" + b.sql(e.Body) + strings.Repeat(", namedlambdavariable()", len(e.Params)) + ")"
	case *expr.Aggregate:
		return b.aggregateSQL(e)
	case *expr.WindowFunction:
		w := b.callOf(e, e.Fn, e.Args)
		return w.name + "(" + b.sqlList(w.args) + ")"
	case *expr.Generator:
		return e.Fn.FunctionName() + "(" + b.sqlList(e.Args) + ")"
	case *expr.Call:
		w := b.callOf(e, e.Fn, e.Args)
		if t := operatorText(w.name, false, w.args, b); t != "" {
			return t
		}
		return w.name + "(" + b.sqlList(w.args) + ")"
	case *windowExpr:
		return b.sql(e.fn) + " OVER (" + b.specSQL(e) + ")"
	case *expr.Subquery:
		return b.subquerySQL(e)
	case *groupingMark:
		return e.text
	case *nestedGenerator:
		return b.sql(e.Generator)
	}
	return "?"
}

func (b *binder) castSQL(e *expr.Cast) string {
	if e.Implicit {
		return b.sql(e.Child)
	}
	name := "CAST("
	if e.Mode == expr.Try {
		name = "TRY_CAST("
	}
	return name + b.sql(e.Child) + " AS " + e.DataType.SQL() + ")"
}

// chainSQL prints a left-deep chain of one connective without recursion on its length.
func (b *binder) chainSQL(e expr.Expr, word string) string {
	var rights []expr.Expr
	for {
		var l, r expr.Expr
		switch x := e.(type) {
		case *expr.And:
			l, r = x.Left, x.Right
		case *expr.Or:
			l, r = x.Left, x.Right
		}
		if len(rights) > 0 && b.texts[e] != "" {
			break
		}
		_, and := e.(*expr.And)
		_, or := e.(*expr.Or)
		if and && word != " AND " || or && word != " OR " || !and && !or {
			break
		}
		rights = append(rights, r)
		e = l
	}
	var s strings.Builder
	s.WriteString(strings.Repeat("(", len(rights)))
	s.WriteString(b.sql(e))
	for i := len(rights) - 1; i >= 0; i-- {
		s.WriteString(word)
		s.WriteString(b.sql(rights[i]))
		s.WriteByte(')')
	}
	return s.String()
}

func (b *binder) caseSQL(e *expr.Case) string {
	var s strings.Builder
	s.WriteString("CASE")
	for i := range e.When {
		s.WriteString(" WHEN " + b.sql(e.When[i]) + " THEN " + b.sql(e.Then[i]))
	}
	if e.Else != nil {
		s.WriteString(" ELSE " + b.sql(e.Else))
	}
	s.WriteString(" END")
	return s.String()
}

func (b *binder) aggregateSQL(e *expr.Aggregate) string {
	w := b.callOf(e, e.Fn, e.Args)
	name, args := w.name, w.args
	within := ""
	switch {
	case (name == "percentile_cont" || name == "percentile_disc" || name == "mode") && len(e.Order) == 1 && len(args) > 0:
		within = b.sql(args[0])
		if e.Order[0].Descending || name == "mode" {
			within += " DESC"
		}
		args = args[1:]
	case len(e.Order) > 0:
		within = b.orderSQL(e.Order)
	}
	text := name + "("
	if e.Distinct {
		text += "DISTINCT "
	}
	text += b.sqlList(args) + ")"
	if within != "" {
		text += " WITHIN GROUP (ORDER BY " + within + ")"
	}
	if e.Filter != nil {
		text += " FILTER (WHERE " + b.sql(e.Filter) + ")"
	}
	return text
}

// writtenCall is how a call is printed.
type writtenCall struct {
	name  string
	args  []expr.Expr
	given []expr.Expr
}

// written is the printed form of a call: an alias is printed as written, arguments as bound (with their defaults) unless the bound call
// has fewer.
func written(name, asWritten string, aliases []string, given, bound []expr.Expr) writtenCall {
	w := writtenCall{name, bound, given}
	for _, a := range aliases {
		if strings.EqualFold(a, asWritten) {
			w.name = a
		}
	}
	if n, ok := loudNames[w.name]; ok {
		w.name = n
	}
	if len(bound) < len(given) {
		w.args = given
	}
	switch name {
	case "percentile":
		if len(w.args) == 2 {
			w.args = append(w.args[:2:2], &expr.Literal{DataType: types.Integer, Value: int32(1)})
		}
	case "percentile_approx":
		if len(w.args) == 2 {
			w.args = append(w.args[:2:2], &expr.Literal{DataType: types.Integer, Value: int32(10_000)})
		}
	}
	w.args = shownArgs(name, w.args)
	return w
}

// loudNames are the functions that Spark prints in capitals.
var loudNames = map[string]string{"rank": "RANK", "dense_rank": "DENSE_RANK", "percent_rank": "PERCENT_RANK", "spark_partition_id": "SPARK_PARTITION_ID",
	"rlike": "RLIKE",
	"acos":  "ACOS", "acosh": "ACOSH", "asin": "ASIN", "asinh": "ASINH", "atan": "ATAN", "atan2": "ATAN2", "atanh": "ATANH", "cbrt": "CBRT",
	"ceil": "CEIL", "cos": "COS", "cosh": "COSH", "cot": "COT", "csc": "CSC", "degrees": "DEGREES", "exp": "EXP", "expm1": "EXPM1",
	"floor": "FLOOR", "hypot": "HYPOT", "log10": "LOG10", "log1p": "LOG1P", "log2": "LOG2", "log": "LOG", "power": "POWER", "radians": "RADIANS",
	"sec": "SEC", "signum": "SIGNUM", "sin": "SIN", "sinh": "SINH", "sqrt": "SQRT", "tan": "TAN", "tanh": "TANH"}

func (b *binder) callOf(e expr.Expr, fn expr.Callee, args []expr.Expr) writtenCall {
	if w, ok := b.calls[e]; ok {
		return w
	}
	name := fn.FunctionName()
	return writtenCall{name, shownArgs(name, args), args}
}

// shownArgs leaves out arguments that Spark keeps as fields of its expressions.
func shownArgs(name string, args []expr.Expr) []expr.Expr {
	switch name {
	case "first", "first_value", "last", "last_value", "any_value":
		if len(args) > 1 {
			return args[:1]
		}
	case "variant_get", "try_variant_get":
		if len(args) > 2 {
			return args[:2]
		}
	}
	return args
}

// operatorText prints functions that are written as operators; "" for others.
func operatorText(name string, operator bool, args []expr.Expr, b *binder) string {
	name = lower(name)
	switch {
	case infix[name] && len(args) == 2:
		if t := dateArithmetic(name, args[0], args[1], b); t != "" {
			return t
		}
		return "(" + b.sql(args[0]) + " " + name + " " + b.sql(args[1]) + ")"
	case len(args) == 1 && (name == "-" || name == "negative" && operator):
		return "(- " + b.sql(args[0]) + ")"
	case len(args) == 1 && (name == "+" || name == "positive" && operator):
		return "(+ " + b.sql(args[0]) + ")"
	case len(args) == 1 && name == "~":
		return "~" + b.sql(args[0])
	case name == "like" && len(args) >= 2:
		t := b.sql(args[0]) + " LIKE " + b.sql(args[1])
		if len(args) == 3 {
			if esc, ok := literalText(args[2]); ok && esc != `\` {
				t += " ESCAPE '" + esc + "'"
			}
		}
		return t
	case name == "extract" && len(args) == 2:
		return "extract(" + b.sql(args[0]) + " FROM " + b.sql(args[1]) + ")"
	case name == "rlike" && len(args) == 2:
		return "RLIKE(" + b.sqlList(args) + ")"
	}
	return ""
}

// dateArithmetic prints sums of dates and times, for which Spark has expressions of their own.
func dateArithmetic(op string, l, r expr.Expr, b *binder) string {
	if op == "+" && !types.IsDatetime(l.Type()) {
		l, r = r, l
	}
	if op != "+" && op != "-" || !types.IsDatetime(l.Type()) {
		return ""
	}
	switch {
	case types.IsIntegral(r.Type()) && l.Type().ID() != types.IDDate:
	case types.IsIntegral(r.Type()) && op == "+":
		return "date_add(" + b.sql(l) + ", " + b.sql(r) + ")"
	case types.IsIntegral(r.Type()):
		return "date_sub(" + b.sql(l) + ", " + b.sql(r) + ")"
	case types.IsANSIInterval(r.Type()) || r.Type().ID() == types.IDCalendarInterval:
		return b.sql(l) + " " + op + " " + b.sql(r)
	}
	return ""
}

func (b *binder) orderSQL(order []expr.SortOrder) string {
	out := make([]string, len(order))
	for i, o := range order {
		out[i] = b.sortSQL(o)
	}
	return strings.Join(out, ", ")
}

func (b *binder) sortSQL(o expr.SortOrder) string {
	t := b.sql(o.Child)
	if o.Descending {
		t += " DESC"
	} else {
		t += " ASC"
	}
	if o.NullsFirst {
		return t + " NULLS FIRST"
	}
	return t + " NULLS LAST"
}

func (b *binder) specSQL(w *windowExpr) string {
	var parts []string
	if len(w.partition) > 0 {
		parts = append(parts, "PARTITION BY "+b.sqlList(w.partition))
	}
	if len(w.order) > 0 {
		parts = append(parts, "ORDER BY "+b.orderSQL(w.order))
	}
	return strings.Join(append(parts, b.frameSQL(w.frame)), " ")
}

func (b *binder) frameSQL(f logical.Frame) string {
	kind := "RANGE"
	if f.Rows {
		kind = "ROWS"
	}
	return kind + " BETWEEN " + b.boundSQL(f.Lower) + " AND " + b.boundSQL(f.Upper)
}

func (b *binder) boundSQL(f logical.FrameBound) string {
	switch f.Kind {
	case plan.UnboundedPreceding:
		return "UNBOUNDED PRECEDING"
	case plan.UnboundedFollowing:
		return "UNBOUNDED FOLLOWING"
	case plan.CurrentRow:
		return "CURRENT ROW"
	case plan.Preceding:
		if t, ok := b.texts[f.Offset]; ok && strings.HasPrefix(t, "-") {
			return t + " FOLLOWING"
		}
		return b.sql(f.Offset) + " PRECEDING"
	}
	return b.sql(f.Offset) + " FOLLOWING"
}

func (b *binder) subquerySQL(e *expr.Subquery) string {
	var names []string
	if n, ok := e.Plan.(logical.Node); ok {
		for _, a := range outerAttributes(n) {
			names = append(names, a.Name)
		}
	}
	outers := strings.Join(names, ", ")
	switch e.Kind {
	case expr.ExistsSubquery:
		return "exists(" + outers + ")"
	case expr.InSubquery:
		return "(" + inValues(b, e.Values) + " IN (listquery(" + outers + ")))"
	}
	return "scalarsubquery(" + outers + ")"
}

func inValues(b *binder, values []expr.Expr) string {
	if len(values) == 1 {
		return b.sql(values[0])
	}
	parts := make([]string, 0, 2*len(values))
	for i, v := range values {
		name := "col" + itoa(i+1)
		switch v := v.(type) {
		case *expr.Attribute:
			name = v.Name
		}
		parts = append(parts, "'"+name+"'", b.sql(v))
	}
	return "named_struct(" + strings.Join(parts, ", ") + ")"
}

// typedSQL prints a constant as SQL that gives the same type.
func typedSQL(l *expr.Literal, zone *time.Location) string {
	text := literalSQL(l, zone)
	if l.Value == nil {
		return text
	}
	switch l.DataType.ID() {
	case types.IDString:
		return "'" + strings.ReplaceAll(text, "'", `\\'`) + "'"
	case types.IDLong:
		return text + "L"
	case types.IDShort:
		return text + "S"
	case types.IDByte:
		return text + "Y"
	case types.IDDouble:
		return text + "D"
	case types.IDDecimal:
		return text + "BD"
	}
	return text
}

// literalSQL prints a constant as a column name shows it.
func literalSQL(l *expr.Literal, zone *time.Location) string {
	if l.Value == nil {
		return "NULL"
	}
	switch v := l.Value.(type) {
	case types.Decimal: // Java's BigDecimal.toString
		return string(cast.AppendDecimalScientific(nil, v.Unscaled, v.Scale))
	case string:
		return v
	case []byte:
		return "X'" + strings.ToUpper(hex.EncodeToString(v)) + "'"
	}
	return valueSQL(l.Value, l.DataType, zone)
}
