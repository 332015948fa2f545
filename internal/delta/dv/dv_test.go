package dv

import (
	"context"
	"slices"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/vec"
)

func locateIn(s objstore.Store) Locate {
	return func(uri string) (objstore.Store, string, error) { return s, objstore.Join("/t", uri), nil }
}

func TestRoundTrip(t *testing.T) {
	ctx := context.Background()
	s := objstore.NewMemory()
	w := NewWriter()
	sets := []*Bitmap{Of(0), Of(1, 5, 8191, 8192, 1<<33), {}, Of(7)}
	sets[2].AddRange(100, 1_000_000)
	var ds []*Descriptor
	for _, b := range sets {
		d, err := w.Append(b)
		if err != nil {
			t.Fatal(err)
		}
		ds = append(ds, d)
	}
	if err := w.Commit(ctx, s, "/t"); err != nil {
		t.Fatal(err)
	}
	inline, err := NewInline(sets[1])
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range append(ds, inline) {
		want := sets[i%4]
		if d == inline {
			want = sets[1]
		}
		got, err := Load(ctx, locateIn(s), d)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(slices.Collect(got.Rows()), slices.Collect(want.Rows())) {
			t.Errorf("vector %d differs", i)
		}
	}
	if d, err := w.Append(&Bitmap{}); d != nil || err != nil {
		t.Errorf("empty bitmap: %v %v", d, err)
	}
}

// TestDamage flips every bit of a file: each flip is an error or leaves the vector alone.
func TestDamage(t *testing.T) {
	ctx := context.Background()
	s := objstore.NewMemory()
	w := NewWriter()
	want := Of(3, 4, 70000)
	d, _ := w.Append(want)
	if err := w.Commit(ctx, s, "/t"); err != nil {
		t.Fatal(err)
	}
	name, _ := d.RelativePath()
	good, _ := s.Get(ctx, "/t/"+name)
	for i := range len(good) * 8 {
		bad := slices.Clone(good)
		bad[i/8] ^= 1 << (i % 8)
		s.Put(ctx, "/t/"+name, bad)
		if _, err := Load(ctx, locateIn(s), d); sparkerr.Condition(err) == "" {
			t.Errorf("bit %d: %v", i, err)
		}
	}
	for n := range good {
		s.Put(ctx, "/t/"+name, good[:n])
		if _, err := Load(ctx, locateIn(s), d); sparkerr.Condition(err) == "" {
			t.Errorf("cut at %d: %v", n, err)
		}
	}
	s.Delete(ctx, "/t/"+name)
	if _, err := Load(ctx, locateIn(s), d); sparkerr.Condition(err) != "DELTA_MISSING_DELETION_VECTOR_FILE" {
		t.Errorf("missing file: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	b, _ := Of(1, 2, 1<<40).bytes()
	f.Add(b)
	f.Fuzz(func(t *testing.T, data []byte) {
		if b, err := parse(data); err == nil {
			b.Len()
		}
	})
}

func TestLive(t *testing.T) {
	b := Of(0, 3, 9, 10, 25)
	for _, c := range []struct {
		first uint64
		n     int
		want  vec.Sel
		all   bool
	}{
		{0, 5, vec.Sel{1, 2, 4}, false},
		{4, 5, nil, true},
		{9, 2, vec.Sel{}, false},
		{8, 4, vec.Sel{0, 3}, false},
		{26, 10, nil, true},
	} {
		got, all := b.Live(c.first, c.n, nil)
		if all != c.all || !slices.Equal(got, c.want) {
			t.Errorf("from %d: %v %v", c.first, got, all)
		}
	}
}

func TestZ85(t *testing.T) {
	if got := z85Encode([]byte{0x86, 0x4F, 0xD2, 0x6F, 0xB5, 0x59, 0xF7, 0x5B}); got != "HelloWorld" { // ZeroMQ RFC 32
		t.Error(got)
	}
	for _, bad := range []string{"Hell", "\"\"\"\"\"", "#####"} {
		if _, ok := z85Decode(bad); ok {
			t.Errorf("%q decodes", bad)
		}
	}
}

// TestProtocolExample is the example of the Delta protocol, a UUID in z85 form with a prefix, and an inline vector as Delta writes it.
func TestProtocolExample(t *testing.T) {
	d := &Descriptor{StorageType: "u", PathOrInline: "ab^-aqEH.-t@S}K{vb[*k^"}
	if got, err := d.RelativePath(); got != "ab/deletion_vector_d2c639aa-8816-431a-aaf6-d3fe2512ff61.bin" || err != nil {
		t.Errorf("%s %v", got, err)
	}
	in := &Descriptor{StorageType: "i", PathOrInline: "^Bg9^0rr910000000000iXQKl0rr91000f55c8Xg0@@D72lkbi5=-{L", SizeInBytes: 44, Cardinality: 6}
	b, err := Load(context.Background(), nil, in)
	if err != nil || !slices.Equal(slices.Collect(b.Rows()), []uint64{3, 4, 7, 11, 18, 29}) {
		t.Errorf("%v %v", b, err)
	}
}
