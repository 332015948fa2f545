package variant_test

import (
	"encoding/hex"
	"math/rand"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn/cast"
	"github.com/flintlake/flintlake/internal/fn/variant"
)

func parse(t *testing.T, text string) types.VariantValue {
	t.Helper()
	var b variant.Builder
	if err := b.ParseJSON(text); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return b.Finish()
}

func TestBytesAreSparks(t *testing.T) {
	for _, c := range []struct{ json, value, metadata string }{
		{`{}`, "020000", "010000"},
		{`[]`, "030000", "010000"},
		{`{"d":"2024-02-29","n":12.50}`, "02020001000b1129323032342d30322d32392002e2040000", "0102000102646e"},
		{`{"a":{"b":[1,2,{"c":null}]}}`, "0201000015020101001003030002040a0c010c02020102000100", "010300010203616263"},
		{`[1, "two", 3.5, null, true]`, "03050002060c0d0e0c010d74776f2001230000000004", "010000"},
		{`1e10`, "1c000000205fa00242", "010000"},
	} {
		v := parse(t, c.json)
		if value, metadata := hex.EncodeToString(v.Value), hex.EncodeToString(v.Metadata); value != c.value || metadata != c.metadata {
			t.Errorf("%s: %s %s, want %s %s", c.json, value, metadata, c.value, c.metadata)
		}
	}
}

func TestJSONReadsBack(t *testing.T) {
	many := "[" + strings.Repeat("70000,", 400) + `"` + strings.Repeat("x", 300) + `"]`
	for _, text := range []string{`{"a":1,"b":[true,null,"x"],"c":{"d":1.5}}`, `12345678901234567890`, `-0.001`, many, `{"z":1,"a":{"z":2}}`} {
		v := variant.Of(parse(t, text))
		got, err := v.AppendJSON(nil, cast.VariantTexts(datetime.FixedZone("UTC", 0)))
		want := text
		if text == `{"z":1,"a":{"z":2}}` {
			want = `{"a":{"z":2},"z":1}`
		}
		if err != nil || string(got) != want {
			t.Errorf("%.60s: %.60s, %v", text, got, err)
		}
		if err := v.Valid(); err != nil {
			t.Errorf("%.60s: %v", text, err)
		}
	}
}

func TestPathAndSchema(t *testing.T) {
	v := variant.Of(parse(t, `{"a":[1,"x",{"b":7}],"c.d":2.50}`))
	for path, want := range map[string]string{"$.a[2].b": "BIGINT", `$["c.d"]`: "DECIMAL(2,1)", "$.a": "ARRAY<VARIANT>", "$.zz": "", "$.a.b": "", "$['a'][0]": "BIGINT",
		"$": "OBJECT<a: ARRAY<VARIANT>, `c.d`: DECIMAL(2,1)>"} {
		steps, err := variant.ParsePath(path, "variant_get")
		if err != nil {
			t.Fatal(err)
		}
		got, ok, err := v.Get(steps)
		text := ""
		if ok {
			s, err := variant.SchemaOf(got)
			if err != nil {
				t.Fatal(err)
			}
			text = s.String()
		}
		if err != nil || text != want {
			t.Errorf("%s: %q, %v, want %q", path, text, err, want)
		}
	}
	for _, bad := range []string{"a", "$.", "$[x]", "$[", "$a"} {
		if _, err := variant.ParsePath(bad, "variant_get"); err == nil {
			t.Errorf("%s is no path", bad)
		}
	}
}

func TestDuplicateKeysAreRefused(t *testing.T) {
	var b variant.Builder
	if err := b.ParseJSON(`{"a":1,"a":2}`); err == nil || !strings.Contains(err.Error(), "VARIANT_DUPLICATE_KEY") {
		t.Errorf("%v", err)
	}
}

// Damaged bytes give errors or other values, never a panic.
func TestDamage(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	whole := parse(t, `{"a":1,"b":[true,null,"x",{"long":"`+strings.Repeat("y", 100)+`"}],"c":{"d":1.50}}`)
	for range 5000 {
		v := types.VariantValue{Value: append([]byte{}, whole.Value...), Metadata: append([]byte{}, whole.Metadata...)}
		switch at := r.Intn(len(v.Value)); r.Intn(3) {
		case 0:
			v.Value = v.Value[:at]
		case 1:
			v.Value[at] = byte(r.Intn(256))
		default:
			v.Metadata[r.Intn(len(v.Metadata))] = byte(r.Intn(256))
		}
		w := variant.Of(v)
		if w.Valid() == nil {
			_, _ = w.AppendJSON(nil, cast.VariantTexts(datetime.FixedZone("UTC", 0)))
		}
	}
}
