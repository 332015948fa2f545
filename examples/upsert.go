package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"strconv"

	"github.com/flintlake/flintlake/dataframe"
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/deltatable"
	F "github.com/flintlake/flintlake/functions"
	"github.com/flintlake/flintlake/window"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: go run ./examples FOLDER")
	}
	spark, err := dataframe.Builder().AppName("upsert").Config("spark.sql.session.timeZone", "UTC").GetOrCreate()
	if err != nil {
		log.Fatal(err)
	}
	defer spark.Stop()
	if err := upsert(context.Background(), spark, os.Args[1]+"/customers", os.Stdout); err != nil {
		log.Fatal(err)
	}
}

// customers are texts as they come from a file; hashed gives them types.
var customers = texts("customer_id", "name", "email", "tier", "updated_at")

func texts(names ...string) types.StructType {
	fields := make([]types.StructField, len(names))
	for i, n := range names {
		fields[i] = types.StructField{Name: n, Type: types.String, Nullable: true}
	}
	return types.NewStruct(fields...)
}

var first = [][]any{
	{"1", "Ada", "ada@example.com", "gold", "2026-03-01 08:00:00"},
	{"2", "Ben", "ben@example.com", "silver", "2026-03-01 08:00:00"},
	{"3", "Cleo", nil, "bronze", "2026-03-01 08:00:00"},
	{"4", "Dora", "dora@example.com", "bronze", "2026-03-01 08:00:00"},
	{"5", "Emil", "emil@example.com", "silver", "2026-03-01 08:00:00"},
	{"6", "Fay", "fay@example.com", "closed", "2026-03-01 08:00:00"},
}

// Customer 2 comes twice, 3 gets an address, 4 leaves, 5 is as it was, 7 is new, 8 has left before it came.
var feed = [][]any{
	{"2", "Ben", "ben@old.example.com", "silver", "2026-03-02 09:00:00", "U"},
	{"2", "Ben", "ben@new.example.com", "gold", "2026-03-03 09:00:00", "U"},
	{"3", "Cleo", "cleo@example.com", "bronze", "2026-03-02 09:00:00", "U"},
	{"4", "Dora", "dora@example.com", "bronze", "2026-03-02 09:00:00", "D"},
	{"5", "Emil", "emil@example.com", "silver", "2026-03-02 09:00:00", "U"},
	{"7", "Gus", "gus@example.com", nil, "2026-03-03 09:00:00", "I"},
	{"8", "Hal", "hal@example.com", "bronze", "2026-03-03 09:00:00", "D"},
}

// Customers 5 and 6 are not in it: 5 is marked, 6 goes, since it was closed already.
var snapshot = [][]any{
	{"1", "Ada", "ada@example.com", "platinum", "2026-03-04 10:00:00"},
	{"2", "Ben", "ben@new.example.com", "gold", "2026-03-03 09:00:00"},
	{"3", "Cleo", "cleo@example.com", "bronze", "2026-03-02 09:00:00"},
	{"7", "Gus", "gus@example.com", nil, "2026-03-03 09:00:00"},
	{"9", "Ida", "ida@example.com", "silver", "2026-03-04 10:00:00"},
}

// hashed adds a hash of what may change; a NULL counts as an empty text.
func hashed(df *dataframe.DataFrame) *dataframe.DataFrame {
	var attributes []any
	for _, name := range []string{"name", "email", "tier"} {
		attributes = append(attributes, F.Coalesce(F.Col(name), F.Lit("")))
	}
	return df.
		WithColumn("customer_id", F.Col("customer_id").Cast("bigint")).
		WithColumn("updated_at", F.Col("updated_at").Cast("timestamp")).
		WithColumn("row_hash", F.Sha2(F.ConcatWs("||", attributes...), 256))
}

// upsert gives the table three versions: the first load, a feed of changes, and a full snapshot.
func upsert(ctx context.Context, spark *dataframe.SparkSession, path string, out io.Writer) error {
	if err := hashed(spark.CreateDataFrame(first, customers)).Write().Format("delta").Save(ctx, path); err != nil {
		return err
	}
	table := deltatable.ForPath(spark, path)

	// Two rows of the feed have the same key. A MERGE cannot know which of them is right, so it refuses.
	changes := hashed(spark.CreateDataFrame(feed, texts("customer_id", "name", "email", "tier", "updated_at", "op")))
	_, err := table.As("t").Merge(changes.As("s"), "t.customer_id = s.customer_id").
		WhenMatchedUpdate(deltatable.Set{"email": "s.email", "tier": "s.tier"}).
		Execute(ctx)
	var refused *sparkerr.Error
	if !errors.As(err, &refused) || refused.Condition != "DELTA_MULTIPLE_SOURCE_ROW_MATCHING_TARGET_ROW_IN_MERGE" || refused.SQLState != "21506" {
		return fmt.Errorf("duplicate keys must be refused: %w", err)
	}
	fmt.Fprintln(out, "refused:", refused)

	// The newest row of each key; then unchanged rows are left alone by their hash.
	newest := window.PartitionBy("customer_id").OrderBy(F.Desc("updated_at"))
	latest := changes.WithColumn("rn", F.RowNumber().Over(newest)).Where("rn = 1").Drop("rn")
	values := deltatable.Set{}
	for _, name := range []string{"customer_id", "name", "email", "tier", "updated_at", "row_hash"} {
		values[name] = "s." + name
	}
	if _, err := table.As("t").Merge(latest.As("s"), "t.customer_id = s.customer_id").
		WhenMatchedDelete("s.op = 'D'").
		WhenMatchedUpdate(values, "t.row_hash <> s.row_hash").
		WhenNotMatchedInsert(values, "s.op <> 'D'").
		Execute(ctx); err != nil {
		return err
	}

	// A full snapshot: who is not in it is marked as closed, and deleted the next time.
	all := hashed(spark.CreateDataFrame(snapshot, customers))
	if _, err := table.As("t").Merge(all.As("s"), "t.customer_id = s.customer_id").
		WhenMatchedUpdateAll("t.row_hash <> s.row_hash").
		WhenNotMatchedInsertAll().
		WhenNotMatchedBySourceDelete("t.tier = 'closed'").
		WhenNotMatchedBySourceUpdate(deltatable.Set{"tier": F.Lit("closed")}).
		Execute(ctx); err != nil {
		return err
	}

	for version := range 3 {
		fmt.Fprintln(out, "customers, version", version)
		then := spark.Read().Format("delta").Option("versionAsOf", strconv.Itoa(version)).Load(path)
		if err := then.Drop("row_hash").OrderBy("customer_id").Show(ctx, out); err != nil {
			return err
		}
	}
	metric := func(name string) *dataframe.Column { return F.Col("operationMetrics").GetItem(name).Alias(name) }
	return table.History(0).
		Select("version", "operation", metric("numTargetRowsInserted"), metric("numTargetRowsUpdated"), metric("numTargetRowsDeleted")).
		OrderBy("version").Show(ctx, out)
}
