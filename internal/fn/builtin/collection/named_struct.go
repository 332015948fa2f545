package collection

import (
	"strconv"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// NamedStruct makes a struct of names and values in turn.
var NamedStruct = fn.Function{Name: "named_struct", Group: "struct_funcs",
	Doc: fn.Describe("Returns a struct of the given names and values.", fn.Params("cols..."), "SELECT named_struct('a', 1, 'b', 2)", `{"a":1,"b":2}`),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		if len(c.Args) == 0 || len(c.Args)%2 != 0 {
			return nil, sparkerr.New("WRONG_NUM_ARGS.WITHOUT_SUGGESTION", "functionName", c.ID(), "expectedNum", "2n (n > 0)", "actualNum", strconv.Itoa(len(c.Args)),
				"docroot", "https://spark.apache.org/docs/latest")
		}
		t := types.StructType{}
		var values []expr.Expr
		for i := 0; i < len(c.Args); i += 2 {
			v, ok := c.Literal(c.Args[i])
			name, isText := v.(string)
			switch {
			case !ok || !isText && v != nil:
				return nil, c.Mismatch("CREATE_NAMED_STRUCT_WITHOUT_FOLDABLE_STRING", "inputExprs", `["`+c.ArgText(c.Args[i])+`"]`)
			case v == nil:
				return nil, c.Mismatch("UNEXPECTED_NULL", "exprName", `["`+c.ArgText(c.Args[i])+`"]`)
			}
			t.Fields = append(t.Fields, types.StructField{Name: name, Type: c.Args[i+1].Type(), Nullable: c.Args[i+1].Nullable()})
			values = append(values, c.Args[i+1])
		}
		return fn.Replace(&expr.MakeStruct{Fields: values, DataType: t}), nil
	}}
