package types_test

import (
	"fmt"

	"github.com/flintlake/flintlake/dataframe/types"
)

func ExampleParseDDL() {
	schema, err := types.ParseDDL("id BIGINT NOT NULL COMMENT 'key', tags ARRAY<STRING>, price DECIMAL(10,2)")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(schema.TreeString(0))
	fmt.Println(schema.SimpleString())
	// Output:
	// root
	//  |-- id: long (nullable = false)
	//  |-- tags: array (nullable = true)
	//  |    |-- element: string (containsNull = true)
	//  |-- price: decimal(10,2) (nullable = true)
	// struct<id:bigint,tags:array<string>,price:decimal(10,2)>
}

func ExampleNewStruct() {
	schema := types.NewStruct().Add("id", types.Long, false).Add("name", types.String, true)
	fmt.Println(schema.ToDDL())
	fmt.Println(types.JSON(schema.Fields[0].Type))
	// Output:
	// id BIGINT NOT NULL,name STRING
	// "long"
}
