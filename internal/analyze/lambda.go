package analyze

import (
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/plan"
)

// lambdaArguments binds the arguments of a higher-order function: values first, then lambdas, whose parameters take the types of
// elements, keys and values of what stands before them.
func (x *exprBinder) lambdaArguments(name string, list []plan.Expr, origin plan.Origin) []expr.Expr {
	out := make([]expr.Expr, len(list))
	for i, a := range list {
		if _, ok := a.(*plan.Lambda); !ok {
			out[i] = x.value(a)
		}
	}
	for i, a := range list {
		l, ok := a.(*plan.Lambda)
		if !ok {
			continue
		}
		params := x.lambdaParams(name, i, len(l.Params), out, origin)
		out[i] = x.lambda(l, params)
	}
	return out
}

type param struct {
	t        types.DataType
	nullable bool
}

// lambdaParams are the types of the parameters of the lambda at position i of a function.
func (x *exprBinder) lambdaParams(name string, i, count int, args []expr.Expr, origin plan.Origin) []param {
	element := func(k int) param {
		t, ok := args[k].Type().(types.ArrayType)
		if !ok {
			x.notNested(name, args, k, "ARRAY")
		}
		return param{t.Element, t.ContainsNull}
	}
	entry := func(k int) (key, value param) {
		t, ok := args[k].Type().(types.MapType)
		if !ok {
			x.notNested(name, args, k, "MAP")
		}
		return param{t.Key, false}, param{t.Value, t.ValueContainsNull}
	}
	index := param{types.Integer, false}
	switch name {
	case "transform", "filter":
		if count != 2 {
			return []param{element(0)}
		}
		return []param{element(0), index}
	case "exists", "any", "forall", "all":
		return []param{element(0)}
	case "array_sort":
		return []param{element(0), element(0)}
	case "aggregate", "reduce":
		if i == 2 {
			return []param{x.accumulator(args), element(0)}
		}
		return []param{x.accumulator(args)}
	case "zip_with":
		a, b := element(0), element(1)
		return []param{{a.t, true}, {b.t, true}}
	case "map_filter", "transform_keys", "transform_values":
		k, v := entry(0)
		return []param{k, v}
	case "map_zip_with":
		k, v := entry(0)
		_, w := entry(1)
		return []param{k, {v.t, true}, {w.t, true}}
	}
	failAt(origin, "INVALID_LAMBDA_FUNCTION_CALL.NON_HIGHER_ORDER_FUNCTION", "class", name)
	return nil
}

// accumulator is the state of aggregate(): the type of its start value, nullable since the merge may give null.
func (x *exprBinder) accumulator(args []expr.Expr) param {
	t := args[1].Type()
	if a, ok := t.(types.ArrayType); ok {
		a.ContainsNull = true
		t = a
	}
	return param{t, true}
}

func (x *exprBinder) notNested(name string, args []expr.Expr, k int, want string) {
	shown := append([]expr.Expr(nil), args[:k+1]...)
	fail("DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE", "sqlExpr", "\""+name+"("+x.sqlList(shown)+", lambdafunction())\"", "paramIndex", ordinalWord(k+1),
		"inputSql", x.quoted(args[k]), "inputType", quotedType(args[k].Type()), "requiredType", "\""+want+"\"")
}

func (x *exprBinder) lambda(l *plan.Lambda, params []param) expr.Expr {
	if len(l.Params) > len(params) || len(l.Params) < 1 {
		failAt(l.Origin, "INVALID_LAMBDA_FUNCTION_CALL.NUM_ARGS_MISMATCH", "expectedNumArgs", itoa(len(l.Params)), "actualNumArgs", itoa(len(params)))
	}
	frame := map[string]*expr.Attribute{}
	out := &expr.Lambda{}
	for i, name := range l.Params {
		a := expr.NewAttribute(name, params[i].t, params[i].nullable)
		if _, twice := frame[x.fold(name)]; twice {
			failAt(l.Origin, "INVALID_LAMBDA_FUNCTION_CALL.DUPLICATE_ARG_NAMES", "args", quoteIDs(l.Params), "caseSensitiveConfig", "\"spark.sql.caseSensitive\"")
		}
		frame[x.fold(name)] = a
		out.Params = append(out.Params, a)
	}
	in := *x
	in.lambdas = append(x.lambdas[:len(x.lambdas):len(x.lambdas)], frame)
	out.Body = in.value(l.Body)
	return out
}

// findLambda finds a parameter of the lambdas around.
func (x *exprBinder) findLambda(parts []string) expr.Expr {
	for i := len(x.lambdas) - 1; i >= 0; i-- {
		if a, ok := x.lambdas[i][x.fold(parts[0])]; ok {
			x.texts[a] = "namedlambdavariable()"
			return a
		}
	}
	return nil
}

func (x *exprBinder) lambdaVariable(name string, origin plan.Origin) expr.Expr {
	if a := x.findLambda([]string{name}); a != nil {
		return a
	}
	failAt(origin, "UNRESOLVED_COLUMN.WITHOUT_SUGGESTION", "objectName", quoteID(name))
	return nil
}
