// Command gowriter writes tables through the Go API for other readers: go run ./conformance/interop/gowriter FOLDER
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/flintlake/flintlake/dataframe"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/deltatable"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "gowriter FOLDER")
		os.Exit(2)
	}
	if err := write(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "gowriter:", err)
		os.Exit(1)
	}
}

// write makes a plain table, a partitioned one, and one that a merge changed.
func write(ctx context.Context, folder string) error {
	spark, err := dataframe.Builder().GetOrCreate()
	if err != nil {
		return err
	}
	defer spark.Stop()
	schema, err := types.ParseDDL("id INT, name STRING, x DOUBLE")
	if err != nil {
		return err
	}
	rows := spark.CreateDataFrame([][]any{{1, "ann", 10.5}, {2, "bob", nil}, {3, nil, -0.0}}, schema)
	plain := filepath.Join(folder, "plain")
	if err := rows.Write().Format("delta").Save(ctx, plain); err != nil {
		return err
	}
	if err := rows.Write().Format("delta").PartitionBy("name").Save(ctx, filepath.Join(folder, "partitioned")); err != nil {
		return err
	}
	merged := filepath.Join(folder, "merged")
	if err := rows.Write().Format("delta").Save(ctx, merged); err != nil {
		return err
	}
	news := spark.CreateDataFrame([][]any{{2, "bobby", 0.25}, {9, "new", nil}}, schema)
	_, err = deltatable.ForPath(spark, merged).As("t").Merge(news.As("s"), "t.id = s.id").
		WhenMatchedUpdateAll().WhenNotMatchedInsertAll().Execute(ctx)
	return err
}
