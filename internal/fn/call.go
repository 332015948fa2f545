package fn

import (
	"strconv"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
)

// Arity checks the number of arguments: lo to hi, or at least lo when hi is negative.
func (c *Call) Arity(lo, hi int) error {
	n := len(c.Args)
	if n >= lo && (hi < 0 || n <= hi) {
		return nil
	}
	expected := strconv.Itoa(lo)
	switch {
	case hi < 0:
		expected = "> " + strconv.Itoa(lo-1)
	case hi > lo:
		numbers := make([]string, 0, hi-lo+1)
		for i := lo; i <= hi; i++ {
			numbers = append(numbers, strconv.Itoa(i))
		}
		expected = "[" + strings.Join(numbers, ", ") + "]"
	}
	return sparkerr.New("WRONG_NUM_ARGS.WITHOUT_SUGGESTION", "functionName", c.ID(), "expectedNum", expected, "actualNum", strconv.Itoa(n),
		"docroot", "https://spark.apache.org/docs/latest")
}

// ID is the name in back-ticks, as errors show it.
func (c *Call) ID() string { return "`" + strings.ToLower(c.Name) + "`" }

// Text is the SQL text of the call with its present arguments.
func (c *Call) Text() string {
	texts := make([]string, len(c.Args))
	for i, a := range c.Args {
		texts[i] = c.ArgText(a)
	}
	if len(texts) == 2 && isSymbol(c.Name) {
		return "(" + texts[0] + " " + c.Name + " " + texts[1] + ")"
	}
	return strings.ToLower(c.Name) + "(" + strings.Join(texts, ", ") + ")"
}

func isSymbol(name string) bool {
	switch strings.ToLower(name) {
	case "and", "or", "div":
		return true
	}
	return name != "" && strings.Trim(name, "+-*/%&|^<>=!") == ""
}

// ArgText is the SQL text of an argument.
func (c *Call) ArgText(e expr.Expr) string {
	if c.SQL == nil {
		return ""
	}
	return c.SQL(e)
}

// Mismatch is a DATATYPE_MISMATCH of the call; params are those beside sqlExpr.
func (c *Call) Mismatch(kind string, params ...string) error {
	return sparkerr.New("DATATYPE_MISMATCH."+kind, append([]string{"sqlExpr", `"` + c.Text() + `"`}, params...)...)
}

var ordinals = [...]string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}

// Want brings the arguments to classes, one each; the last class stands for all further arguments.
func (c *Call) Want(classes ...Class) ([]expr.Expr, error) {
	out := make([]expr.Expr, len(c.Args))
	for i, a := range c.Args {
		want := classes[min(i, len(classes)-1)]
		e, ok := ImplicitCast(c.Env, a, want)
		if !ok {
			return nil, c.Unexpected(i, want)
		}
		out[i] = e
	}
	return out, nil
}

// Unexpected is the error for argument i not being of a class.
func (c *Call) Unexpected(i int, want Class) error {
	return c.Mismatch("UNEXPECTED_INPUT_TYPE", "paramIndex", ordinals[min(i, len(ordinals)-1)], "requiredType", want.text,
		"inputSql", `"`+c.ArgText(c.Args[i])+`"`, "inputType", quoted(c.Args[i].Type()))
}

// Common casts args to their common type.
func (c *Call) Common(args []expr.Expr) ([]expr.Expr, types.DataType, error) {
	ts := make([]types.DataType, len(args))
	for i, a := range args {
		ts[i] = a.Type()
	}
	t, ok := CommonType(c.Env, ts...)
	if !ok {
		return nil, nil, c.DiffTypes("[", ", ", "]", ts)
	}
	out := make([]expr.Expr, len(args))
	for i, a := range args {
		out[i] = CastTo(c.Env, a, t)
	}
	return out, t, nil
}

// DiffTypes is DATA_DIFF_TYPES, whose list of types Spark prints in more than one way.
func (c *Call) DiffTypes(open, separator, end string, ts []types.DataType) error {
	texts := make([]string, len(ts))
	for i, t := range ts {
		texts[i] = quoted(t)
	}
	return c.Mismatch("DATA_DIFF_TYPES", "functionName", c.ID(), "dataType", open+strings.Join(texts, separator)+end)
}

// Literal folds an argument to its value; ok is false when it reads columns or cannot be evaluated.
func (c *Call) Literal(e expr.Expr) (value any, ok bool) {
	if l, is := e.(*expr.Literal); is {
		return l.Value, true
	}
	if c.Fold == nil || len(expr.References(e)) > 0 || !expr.Deterministic(e) {
		return nil, false
	}
	l, err := c.Fold(e)
	if err != nil {
		return nil, false
	}
	return l.Value, true
}

// AnyNullable tells whether one of the arguments can be null.
func AnyNullable(es []expr.Expr) bool {
	for _, e := range es {
		if e.Nullable() {
			return true
		}
	}
	return false
}
