package scan

import (
	"testing"

	"github.com/flintlake/flintlake/internal/objstore"
)

func TestPathGlobFilter(t *testing.T) {
	for _, c := range []struct {
		pattern string
		want    int
	}{{"", 3}, {"*.csv", 2}, {"{a,c}.*", 2}, {"*.nosuch", 0}, {"?.txt", 1}} {
		var files []*dataFile
		for _, key := range []string{"dir/a.csv", "dir/b.csv", "dir/c.txt"} {
			files = append(files, &dataFile{info: objstore.Info{Key: key}})
		}
		if got := named(files, map[string]string{"PathGlobFilter": c.pattern}); len(got) != c.want {
			t.Errorf("%q: %d files, want %d", c.pattern, len(got), c.want)
		}
	}
}
