package parquetio

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// benchSchema is the table that the design's numbers are about: eight columns of the usual kinds.
var benchSchema = types.StructType{Fields: []types.StructField{
	fieldOf("id", types.Long, true), fieldOf("qty", types.Integer, true), fieldOf("price", types.Double, true),
	fieldOf("amount", types.DecimalType{Precision: 12, Scale: 2}, true), fieldOf("status", types.String, true),
	fieldOf("note", types.String, true), fieldOf("updated", types.Timestamp, true), fieldOf("flag", types.Boolean, true),
}}

const benchRows = 2_000_000

// benchBatches makes the table. One row in fifty of qty and amount is null.
func benchBatches(alloc *vec.Allocator, rows int) []*vec.Batch {
	r := rand.New(rand.NewPCG(1, 1))
	status := []string{"new", "paid", "packed", "shipped", "delivered to the door", "returned", "refunded", "cancelled"}
	var l []*vec.Batch
	for at := 0; at < rows; at += vec.BatchRows {
		n := min(vec.BatchRows, rows-at)
		b := alloc.NewBatch(n)
		for _, f := range benchSchema.Fields {
			v := &vec.Vector{Type: f.Type, Len: n, Data: b.Alloc(n * vec.Width(f.Type))}
			b.Cols = append(b.Cols, v)
		}
		b.Cols[1].Valid, b.Cols[3].Valid = randomValid(r, b.Arena, n, 0.02), randomValid(r, b.Arena, n, 0.02)
		for i := range n {
			vec.Values[int64](b.Cols[0])[i] = int64(at + i)
			vec.Values[int32](b.Cols[1])[i] = int32(r.IntN(100))
			vec.Values[float64](b.Cols[2])[i] = r.Float64() * 1000
			vec.Values[types.Int128](b.Cols[3])[i] = types.Int128Of(r.Int64N(10_000_000))
			vec.Values[vec.View](b.Cols[4])[i] = b.ViewString(status[r.IntN(8)])
			text := make([]byte, 10+r.IntN(20))
			for k := range text {
				text[k] = byte('a' + r.IntN(26))
			}
			vec.Values[vec.View](b.Cols[5])[i] = b.View(text)
			vec.Values[int64](b.Cols[6])[i] = 1_767_225_600_000_000 + r.Int64N(86400_000_000)
			vec.Values[byte](b.Cols[7])[i] = byte(r.IntN(2))
		}
		l = append(l, b)
	}
	return l
}

var benchFile = sync.OnceValue(func() []byte {
	alloc := vec.NewAllocator(0)
	var out bytes.Buffer
	w, err := NewWriter(&out, benchSchema, WriterOptions{RowGroupRows: 1_000_000})
	if err != nil {
		panic(err)
	}
	for _, b := range benchBatches(alloc, benchRows) {
		if err := w.Write(b); err != nil {
			panic(err)
		}
		b.Release()
	}
	if _, err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
})

type localFile struct{ memoryFile }

func (localFile) Local() bool { return true }

func readGroups(b *testing.B, f *File, schema types.StructType, alloc *vec.Allocator, groups []int) (rows int64) {
	s, err := f.Scan(context.Background(), ScanOptions{Schema: schema, Alloc: alloc, KeepDictionary: true, RowGroups: groups})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for {
		x, _, err := s.Next()
		if err == io.EOF {
			return rows
		}
		if err != nil {
			b.Fatal(err)
		}
		rows += int64(x.Len)
		x.Release()
	}
}

func BenchmarkRead(b *testing.B) {
	file := benchFile()
	read := func(b *testing.B, s types.StructType) {
		f, err := Open(context.Background(), localFile{file}, "bench", OpenOptions{})
		if err != nil {
			b.Fatal(err)
		}
		alloc := vec.NewAllocator(0)
		b.SetBytes(int64(len(file)))
		b.ReportAllocs()
		for b.Loop() {
			if n := readGroups(b, f, s, alloc, nil); n != benchRows {
				b.Fatal(n)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchRows, "ns/row")
	}
	b.Run("all", func(b *testing.B) { read(b, benchSchema) })
	for _, f := range benchSchema.Fields {
		b.Run(f.Name, func(b *testing.B) { read(b, types.StructType{Fields: []types.StructField{f}}) })
	}
}

func BenchmarkWrite(b *testing.B) {
	alloc := vec.NewAllocator(0)
	batches := benchBatches(alloc, benchRows)
	write := func(b *testing.B, s types.StructType, columns []int, workers int) {
		b.ReportAllocs()
		var out bytes.Buffer
		for b.Loop() {
			out.Reset()
			w, err := NewWriter(&out, s, WriterOptions{RowGroupRows: 1_000_000, Workers: workers})
			if err != nil {
				b.Fatal(err)
			}
			for _, x := range batches {
				if columns != nil {
					y := alloc.NewBatch(x.Len)
					y.Keep(x)
					y.Cols = []*vec.Vector{x.Cols[columns[0]]}
					x = y
				} else {
					x.Retain()
				}
				if err := w.Write(x); err != nil {
					b.Fatal(err)
				}
				x.Release()
			}
			if info, err := w.Close(); err != nil || info.Rows != benchRows {
				b.Fatal(info, err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchRows, "ns/row")
	}
	b.Run("all", func(b *testing.B) { write(b, benchSchema, nil, 1) })
	b.Run("all-2", func(b *testing.B) { write(b, benchSchema, nil, 2) })
	for i, f := range benchSchema.Fields {
		b.Run(f.Name, func(b *testing.B) { write(b, types.StructType{Fields: []types.StructField{f}}, []int{i}, 1) })
	}
}
