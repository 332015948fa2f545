package parquetio

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// TestGoldenShredded puts shredded variants together and compares them, byte for byte, with what the writers say.
func TestGoldenShredded(t *testing.T) {
	dir := filepath.Join(goldenDir(t), "parquet-testing", "shredded_variant")
	text, err := os.ReadFile(filepath.Join(dir, "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		File     string   `json:"parquet_file"`
		Variant  string   `json:"variant_file"`
		Variants []string `json:"variant_files"`
		Error    string   `json:"error_message"`
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	alloc := vec.NewAllocator(0)
	for _, c := range cases {
		b, err := os.ReadFile(filepath.Join(dir, c.File))
		if err != nil {
			t.Fatal(err)
		}
		if c.Error != "" {
			if rows, err := readAll(t, b, c.File, ScanOptions{}); err == nil {
				t.Errorf("%s: %q, want an error: %s", c.File, rows, c.Error)
			}
			continue
		}
		if strings.Contains(c.File, "INVALID") {
			continue
		}
		if c.Variant != "" {
			c.Variants = append(c.Variants, c.Variant)
		}
		s := types.StructType{Fields: []types.StructField{fieldOf("var", types.Variant, true)}}
		var want []string
		for _, v := range c.Variants {
			if v == "" {
				want = append(want, "<nil>")
				continue
			}
			x, err := os.ReadFile(filepath.Join(dir, v))
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, string(x))
		}
		got, _ := scan(t, memoryFile(b), ScanOptions{Schema: s, Alloc: alloc})
		for i, g := range got[0] {
			if i < len(want) && g != want[i] {
				// cell prints [value metadata], the files hold metadata and value.
				g = strings.TrimSuffix(strings.TrimPrefix(g, "["), "]")
				if !sameVariant(g, want[i]) {
					t.Errorf("%s row %d: %q, want %q", c.File, i, g, want[i])
				}
			}
		}
		if len(got[0]) != len(want) {
			t.Errorf("%s: %d rows, want %d", c.File, len(got[0]), len(want))
		}
	}
}

// sameVariant compares "value metadata" with "metadata value".
func sameVariant(got, want string) bool {
	for i := 0; i < len(got); i++ {
		if got[i] == ' ' && got[i+1:]+got[:i] == want {
			return true
		}
	}
	return false
}
