package collection

import (
	"strconv"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
)

// Struct makes a struct of its arguments; the analyzer names the fields and calls named_struct where names are known.
var Struct = fn.Function{Name: "struct", Group: "struct_funcs",
	Doc: fn.Describe("Returns a struct of the arguments, named after them or col1, col2, ….", fn.Params("cols..."), "SELECT struct(1, 2)", `{"col1":1,"col2":2}`),
	Bind: func(c *fn.Call) (*fn.Bound, error) {
		t := types.StructType{}
		for i, a := range c.Args {
			name := "col" + strconv.Itoa(i+1)
			switch n := a.(type) {
			case *expr.Alias:
				name = n.Name
			case *expr.Attribute:
				name = n.Name
			case *expr.GetField:
				name = n.Name
			}
			t.Fields = append(t.Fields, types.StructField{Name: name, Type: a.Type(), Nullable: a.Nullable()})
		}
		return fn.Replace(&expr.MakeStruct{Fields: c.Args, DataType: t}), nil
	}}
