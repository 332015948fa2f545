package deltatable_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/flintlake/flintlake/dataframe"
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/deltatable"
	F "github.com/flintlake/flintlake/functions"
	"github.com/flintlake/flintlake/window"
)

var customers = types.NewStruct(
	types.StructField{Name: "customer_id", Type: types.Long, Nullable: true},
	types.StructField{Name: "email", Type: types.String, Nullable: true},
	types.StructField{Name: "city", Type: types.String, Nullable: true},
	types.StructField{Name: "updated_at", Type: types.Timestamp, Nullable: true},
)

func day(d int) time.Time { return time.Date(2024, 6, d, 9, 0, 0, 0, time.UTC) }

// The upsert of the articles: the newest change per key, unchanged rows left alone, vanished ones marked.
func ExampleDeltaTable_Merge() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "flintlake")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	spark, err := dataframe.Builder().GetOrCreate()
	if err != nil {
		panic(err)
	}
	defer spark.Stop()
	path := dir + "/customers"

	table := spark.CreateDataFrame([][]any{
		{1, "alice@example.com", "Oslo", day(1)},
		{2, "bob@example.com", "Bern", day(1)},
		{3, "carol@example.com", "Rome", day(1)},
	}, customers)
	if err := table.Write().Format("delta").Save(ctx, path); err != nil {
		panic(err)
	}
	updates := spark.CreateDataFrame([][]any{
		{2, "bob@old.example.com", "Bern", day(2)},
		{2, "bob@new.example.com", "Basel", day(3)},
		{3, "carol@example.com", "Rome", day(1)},
		{4, "dan@example.com", "Lima", day(3)},
	}, customers)

	w := window.PartitionBy("customer_id").OrderBy(F.Desc("updated_at"))
	latest := updates.WithColumn("rn", F.RowNumber().Over(w)).Where("rn = 1").Drop("rn")
	counts, err := deltatable.ForPath(spark, path).As("t").
		Merge(latest.As("s"), "t.customer_id = s.customer_id").
		WhenMatchedUpdateAll("NOT (t.email <=> s.email AND t.city <=> s.city)").
		WhenNotMatchedInsertAll().
		Execute(ctx)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d updated, %d inserted\n", counts.Updated, counts.Inserted)
	rows, err := spark.Read().Format("delta").Load(path).Select("customer_id", "email", "city").OrderBy("customer_id").Collect(ctx)
	if err != nil {
		panic(err)
	}
	for _, r := range rows {
		fmt.Println(r)
	}
	// Output:
	// 1 updated, 1 inserted
	// Row(customer_id=1, email=alice@example.com, city=Oslo)
	// Row(customer_id=2, email=bob@new.example.com, city=Basel)
	// Row(customer_id=3, email=carol@example.com, city=Rome)
	// Row(customer_id=4, email=dan@example.com, city=Lima)
}

func TestDuplicateKeysAreNamed(t *testing.T) {
	ctx := context.Background()
	spark, err := dataframe.Builder().GetOrCreate()
	if err != nil {
		t.Fatal(err)
	}
	defer spark.Stop()
	path := t.TempDir() + "/t"
	rows := [][]any{{1, "a", "x", day(1)}, {2, "b", "x", day(1)}}
	if err := spark.CreateDataFrame(rows, customers).Write().Format("delta").Save(ctx, path); err != nil {
		t.Fatal(err)
	}
	twice := spark.CreateDataFrame([][]any{{2, "b1", "x", day(2)}, {2, "b2", "x", day(3)}}, customers)
	_, err = deltatable.ForPath(spark, path).As("t").Merge(twice.As("s"), "t.customer_id = s.customer_id").WhenMatchedUpdateAll().Execute(ctx)
	var e *sparkerr.Error
	if !errors.As(err, &e) || e.Condition != "DELTA_MULTIPLE_SOURCE_ROW_MATCHING_TARGET_ROW_IN_MERGE" || e.SQLState != "21506" || !strings.Contains(e.Message, "customer_id = 2: 2 rows") {
		t.Fatalf("got %v", err)
	}
	history, err := deltatable.ForPath(spark, path).History(0).Collect(ctx)
	if err != nil || len(history) != 1 {
		t.Fatalf("a failed MERGE leaves no version: %v %v", history, err)
	}
}

func TestHistoryTravelUpdateDelete(t *testing.T) {
	ctx := context.Background()
	spark, err := dataframe.Builder().GetOrCreate()
	if err != nil {
		t.Fatal(err)
	}
	defer spark.Stop()
	path := t.TempDir() + "/t"
	if err := spark.Range(0, 10, 1).WithColumn("v", F.Col("id").Multiply(2)).Write().Format("delta").Save(ctx, path); err != nil {
		t.Fatal(err)
	}
	table := deltatable.ForPath(spark, path)
	if n, err := table.Update(ctx, "id >= 8", deltatable.Set{"v": F.Col("v").Plus(100)}); err != nil || n != 2 {
		t.Fatal(n, err)
	}
	if n, err := table.Delete(ctx, "id % 2 = 0"); err != nil || n != 5 {
		t.Fatal(n, err)
	}
	if n, err := table.ToDF().Count(ctx); err != nil || n != 5 {
		t.Fatal(n, err)
	}
	if n, err := spark.Read().Format("delta").Option("versionAsOf", "0").Load(path).Count(ctx); err != nil || n != 10 {
		t.Fatal(n, err)
	}
	h, err := table.History(1).Collect(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if op, _ := h[0].GetAs("operation"); op != "DELETE" {
		t.Fatal(h)
	}
	if is, err := deltatable.IsDeltaTable(ctx, spark, path); err != nil || !is {
		t.Fatal(is, err)
	}
}
