package main

import (
	"context"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/dataframe"
)

// expected is the answer that every form of the example must give.
type expected struct {
	Columns  []string            `json:"columns"`
	Versions [][][]*string       `json:"versions"`
	Merges   []map[string]string `json:"merges"`
}

func TestUpsert(t *testing.T) {
	ctx := context.Background()
	text, err := os.ReadFile("expected.json")
	if err != nil {
		t.Fatal(err)
	}
	var want expected
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	spark, err := dataframe.Builder().Config("spark.sql.session.timeZone", "UTC").GetOrCreate()
	if err != nil {
		t.Fatal(err)
	}
	defer spark.Stop()
	path := t.TempDir() + "/customers"
	var out strings.Builder
	if err := upsert(ctx, spark, path, &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "customer_id = 2") {
		t.Error("the refusal does not name the duplicate key")
	}
	for version, rows := range want.Versions {
		if got := texted(t, spark, path, version, want.Columns); !reflect.DeepEqual(got, rows) {
			g, _ := json.Marshal(got)
			w, _ := json.Marshal(rows)
			t.Errorf("version %d\n got %s\nwant %s", version, g, w)
		}
	}
}

// texted gives the rows of a version as texts, in the order of the keys.
func texted(t *testing.T, spark *dataframe.SparkSession, path string, version int, columns []string) [][]*string {
	t.Helper()
	df, err := spark.SQL(context.Background(), "SELECT * FROM delta.`"+path+"` VERSION AS OF "+string(rune('0'+version))+" ORDER BY customer_id")
	if err != nil {
		t.Fatal(err)
	}
	casts := make([]string, len(columns))
	for i, c := range columns {
		casts[i] = "CAST(" + c + " AS STRING)"
	}
	rows, err := df.SelectExpr(casts...).Collect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	out := make([][]*string, len(rows))
	for i, r := range rows {
		out[i] = make([]*string, len(columns))
		for j := range columns {
			if s, ok := r.Get(j).(string); ok {
				out[i][j] = &s
			}
		}
	}
	return out
}
