package dataframe_test

import (
	"context"
	"fmt"
	"os"

	"github.com/flintlake/flintlake/dataframe"
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	F "github.com/flintlake/flintlake/functions"
)

func ExampleSparkSession() {
	ctx := context.Background()
	spark, err := dataframe.Builder().AppName("example").GetOrCreate()
	if err != nil {
		panic(err)
	}
	defer spark.Stop()
	df, err := spark.SQL(ctx, "SELECT id % 2 AS parity, id FROM range(6)")
	if err != nil {
		panic(err)
	}
	err = df.GroupBy("parity").Agg(F.Count("id").Alias("n"), F.Sum("id").Alias("total")).OrderBy("parity").Show(ctx, os.Stdout)
	if err != nil {
		panic(err)
	}
	// Output:
	// +------+---+-----+
	// |parity|  n|total|
	// +------+---+-----+
	// |     0|  3|    6|
	// |     1|  3|    9|
	// +------+---+-----+
}

// What is wrong with a query comes from the action, with Spark's condition.
func ExampleDataFrame_Collect() {
	ctx := context.Background()
	spark, err := dataframe.Builder().GetOrCreate()
	if err != nil {
		panic(err)
	}
	defer spark.Stop()
	_, err = spark.Range(0, 3, 1).Select("idd").Collect(ctx)
	fmt.Println(sparkerr.Condition(err))
	// Output:
	// UNRESOLVED_COLUMN.WITH_SUGGESTION
}
