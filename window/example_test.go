package window_test

import (
	"context"
	"fmt"

	"github.com/flintlake/flintlake/dataframe"
	F "github.com/flintlake/flintlake/functions"
	"github.com/flintlake/flintlake/window"
)

// The newest change per key.
func ExamplePartitionBy() {
	ctx := context.Background()
	spark, err := dataframe.Builder().GetOrCreate()
	if err != nil {
		panic(err)
	}
	defer spark.Stop()
	changes, err := spark.SQL(ctx, "SELECT * FROM VALUES (1, 'old', 1), (1, 'new', 2), (2, 'only', 1) AS t(id, name, seq)")
	if err != nil {
		panic(err)
	}
	w := window.PartitionBy("id").OrderBy(F.Desc("seq"))
	rows, err := changes.WithColumn("rn", F.RowNumber().Over(w)).Where("rn = 1").Select("id", "name").OrderBy("id").Collect(ctx)
	if err != nil {
		panic(err)
	}
	for _, r := range rows {
		fmt.Println(r)
	}
	// Output:
	// Row(id=1, name=new)
	// Row(id=2, name=only)
}
