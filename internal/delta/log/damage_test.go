package log

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/vec"
)

// TestDamagedLogs flips bits and cuts files of golden logs: each table opens, or fails with an error of a condition that names a file. FLINTLAKE_FLIPS
// sets the number of rounds per table.
func TestDamagedLogs(t *testing.T) {
	ctx := context.Background()
	rounds := 6
	if os.Getenv("FLINTLAKE_FLIPS") != "" {
		rounds = 200
	}
	r := rand.New(rand.NewPCG(1, 2))
	opened, refused := 0, 0
	for i, g := range goldens(t) {
		if g.isError() || i%7 != 0 && !strings.Contains(g.features, "checkpoint") {
			continue
		}
		log := loadLog(t, &g)
		for range rounds {
			m := objstore.NewMemory()
			victim := r.IntN(len(log))
			n := 0
			for key, b := range log {
				if n == victim && len(b) > 0 {
					b = damage(r, b)
				}
				n++
				m.Put(ctx, key, b)
			}
			alloc := vec.NewAllocator(0)
			s, err := NewTable(nil, m, g.root, Options{Allocator: alloc}).Snapshot(ctx)
			if err == nil {
				_, err = s.AllFiles(ctx)
			}
			if err == nil {
				for _, err = range s.Tombstones(ctx, 0) {
					if err != nil {
						break
					}
				}
			}
			switch c := sparkerr.Condition(err); {
			case err == nil:
				opened++
			case c == "" && !errors.Is(err, fs.ErrNotExist), c == "INTERNAL_ERROR":
				t.Errorf("%s: %v", g.path, err)
			default:
				refused++
			}
			if alloc.Used() != 0 {
				t.Fatalf("%s: %d bytes leak after %v", g.path, alloc.Used(), err)
			}
		}
	}
	t.Logf("%d opened, %d refused", opened, refused)
}

// loadLog reads the log of a golden table.
func loadLog(t *testing.T, g *golden) map[string][]byte {
	ctx := context.Background()
	log := map[string][]byte{}
	for info, err := range objstore.Walk(ctx, g.store, g.root+"/_delta_log", nil) {
		if err != nil {
			t.Fatal(err)
		}
		b, err := g.store.Get(ctx, info.Key)
		if err != nil {
			t.Fatal(err)
		}
		log[info.Key] = b
	}
	return log
}

func damage(r *rand.Rand, b []byte) []byte {
	b = append([]byte{}, b...)
	if r.IntN(4) == 0 {
		return b[:r.IntN(len(b))]
	}
	for range 1 + r.IntN(3) {
		b[r.IntN(len(b))] ^= 1 << r.IntN(8)
	}
	return b
}
