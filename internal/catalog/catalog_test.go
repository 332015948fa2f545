package catalog_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/catalog"
	"github.com/flintlake/flintlake/internal/objstore"
)

func open(t *testing.T, stores *objstore.Stores) *catalog.Catalog {
	t.Helper()
	c, err := catalog.Open(stores, "memory:/warehouse")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestEntriesSurviveAndIgnoreCase(t *testing.T) {
	ctx, stores := context.Background(), &objstore.Stores{}
	c := open(t, stores)
	schema := types.StructType{Fields: []types.StructField{{Name: "userId", Type: types.Long, Nullable: true}}}
	if err := c.CreateNamespace(ctx, catalog.Namespace{Name: "Silver"}); err != nil {
		t.Fatal(err)
	}
	in := &catalog.Entry{Namespace: "silver", Name: "Größe/%x", Kind: catalog.Managed, Provider: "parquet", Schema: &schema}
	if err := c.Create(ctx, in); err != nil {
		t.Fatal(err)
	}
	e, ok, err := open(t, stores).Lookup(ctx, "SILVER", "GRÖSSE/%X")
	if err != nil || ok {
		t.Fatalf("ß is not SS: %v %v %v", e, ok, err)
	}
	e, ok, err = open(t, stores).Lookup(ctx, "SILVER", "GRÖßE/%X")
	if err != nil || !ok || !reflect.DeepEqual(*e.Schema, schema) {
		t.Fatalf("got %+v, %v, %v", e, ok, err)
	}
	names, err := c.List(ctx, "silver")
	if err != nil || !reflect.DeepEqual(names, []string{"größe/%x"}) {
		t.Fatalf("list: %q %v", names, err)
	}
	if err := c.Create(ctx, in); sparkerr.Condition(err) != "TABLE_OR_VIEW_ALREADY_EXISTS" {
		t.Fatalf("second create: %v", err)
	}
	if err := c.DropNamespace(ctx, "silver"); sparkerr.Condition(err) != "SCHEMA_NOT_EMPTY" {
		t.Fatalf("drop of a full namespace: %v", err)
	}
	if err := c.Drop(ctx, "silver", "größe/%x"); err != nil {
		t.Fatal(err)
	}
	if err := c.DropNamespace(ctx, "silver"); err != nil {
		t.Fatal(err)
	}
	if all, err := c.Namespaces(ctx); err != nil || !reflect.DeepEqual(all, []string{"default"}) {
		t.Fatalf("namespaces: %q %v", all, err)
	}
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{{"*", "a", true}, {"a*c", "ABBC", true}, {"a|b", "b", true}, {"a", "ab", false}, {"*b", "ab", true}} {
		if got := catalog.Match(c.pattern, c.name); got != c.want {
			t.Errorf("Match(%q, %q) = %v", c.pattern, c.name, got)
		}
	}
}
