package functions_test

import (
	"context"
	"fmt"

	"github.com/flintlake/flintlake/dataframe"
	F "github.com/flintlake/flintlake/functions"
)

// A hash over the business columns, in which NULL and the empty text differ.
func ExampleSha2() {
	ctx := context.Background()
	spark, err := dataframe.Builder().GetOrCreate()
	if err != nil {
		panic(err)
	}
	defer spark.Stop()
	df, err := spark.SQL(ctx, "SELECT * FROM VALUES ('a', NULL), ('a', '') AS t(name, city)")
	if err != nil {
		panic(err)
	}
	text := F.ConcatWs("||", F.Coalesce("name", F.Lit("<null>")), F.Coalesce("city", F.Lit("<null>")))
	rows, err := df.Select(F.Sha2(text, 256).Substr(1, 8).Alias("hash")).Collect(ctx)
	if err != nil {
		panic(err)
	}
	fmt.Println(rows[0].Get(0) != rows[1].Get(0))
	// Output: true
}
