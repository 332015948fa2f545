package format

import (
	"bytes"
	"math"
	"reflect"
	"testing"
)

func sample() *FileMetaData {
	stats := Statistics{MinValue: []byte{1}, MaxValue: []byte{}, HasMin: true, HasMax: true, NullCount: 0, DistinctCount: -1, MinExact: 1, MaxExact: 0}
	annotations := []Annotation{{}, {Kind: String}, {Kind: Map}, {Kind: List}, {Kind: Enum}, {Kind: Decimal, Precision: 38, Scale: 10}, {Kind: Date},
		{Kind: Time, Unit: Micros}, {Kind: Time, Unit: Millis, UTC: true}, {Kind: Timestamp, Unit: Nanos, UTC: true}, {Kind: Timestamp, Unit: Micros},
		{Kind: Integer, Bits: 8, Signed: true}, {Kind: Integer, Bits: 64}, {Kind: Null}, {Kind: JSON}, {Kind: BSON}, {Kind: UUID}, {Kind: Float16},
		{Kind: Variant, Version: 1}, {Kind: Geometry, CRS: "x"}, {Kind: Geography, CRS: "y", Algorithm: 2}, {Kind: Interval}, {Kind: MapKeyValue}}
	m := &FileMetaData{Version: 2, NumRows: math.MaxInt64, CreatedBy: "me", TypeOrder: []bool{true},
		KeyValue: []KeyValue{{Key: "a", Value: "b", HasValue: true}, {Key: "no value"}}}
	m.Schema = append(m.Schema, SchemaElement{Name: "root", Type: Group, NumChildren: int32(len(annotations)), FieldID: -1})
	var columns []ColumnChunk
	for i, a := range annotations {
		m.Schema = append(m.Schema, SchemaElement{Name: string(rune('a' + i)), Type: Int64, Repetition: Optional, FieldID: int32(i), Annotation: a})
		columns = append(columns, ColumnChunk{Type: Int64, Codec: Zstd, Encodings: []Encoding{Plain, RLE}, NumValues: 5, TotalCompressedSize: 77,
			TotalUncompressedSize: 99, DataPageOffset: 1 << 40, DictionaryPageOffset: 4, Statistics: stats, BloomFilterOffset: 8, BloomFilterLength: 9,
			EncodingStats: []PageEncodingStats{{DataPage, RLEDictionary, 3}}, KeyValue: []KeyValue{{Key: "k", Value: "v", HasValue: true}},
			SizeStatistics: []byte{0x16, 2, 0}, OffsetIndexOffset: 5, OffsetIndexLength: 6, ColumnIndexOffset: 7, ColumnIndexLength: 8, FileOffset: 3})
	}
	m.RowGroups = []RowGroup{{Columns: columns, NumRows: 5, TotalByteSize: 6, TotalCompressedSize: 7, FileOffset: 4, Sorting: []SortingColumn{{1, true, false}}}}
	return m
}

func TestFileMetaData(t *testing.T) {
	want := sample()
	b := AppendFileMetaData([]byte("x"), want)[1:]
	got, err := DecodeFileMetaData(b)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if again := AppendFileMetaData(nil, got); !bytes.Equal(again, b) {
		t.Error("encoding what was decoded gives other bytes")
	}
	for i := range b { // every truncation is an error
		if _, err := DecodeFileMetaData(b[:i]); err == nil {
			t.Fatalf("%d of %d bytes are accepted", i, len(b))
		}
	}
}

func TestAbsentIsNotZero(t *testing.T) {
	m := sample()
	m.RowGroups[0].Columns[0].Statistics = noStatistics
	m.Schema[1].FieldID = -1
	got, err := DecodeFileMetaData(AppendFileMetaData(nil, m))
	if err != nil {
		t.Fatal(err)
	}
	if s := got.RowGroups[0].Columns[0].Statistics; s.NullCount != -1 || s.HasMin || s.MinExact != -1 {
		t.Errorf("%+v", s)
	}
	if got.Schema[1].FieldID != -1 || got.Schema[2].FieldID != 1 {
		t.Error("field ids are invented or lost")
	}
}

func TestPageHeader(t *testing.T) {
	for _, want := range []PageHeader{
		{Type: DataPage, UncompressedSize: 10, CompressedSize: 5, NumValues: 3, Encoding: RLEDictionary, DefEncoding: RLE, RepEncoding: RLE, Compressed: true, hasData: true},
		{Type: DictionaryPage, UncompressedSize: 10, CompressedSize: 5, NumValues: 3, CRC: 0xdeadbeef, HasCRC: true, Compressed: true, hasData: true},
		{Type: DataPageV2, UncompressedSize: 10, CompressedSize: 5, NumValues: 3, NumNulls: 1, NumRows: 2, DefBytes: 4, RepBytes: 1, hasData: true},
	} {
		b := AppendPageHeader(nil, &want)
		var got PageHeader
		n, err := DecodePageHeader(append(b, 1, 2, 3), &got)
		if err != nil || n != len(b) || got != want {
			t.Errorf("%+v, %d, %v, want %+v", got, n, err, want)
		}
	}
}

func TestIndexes(t *testing.T) {
	o := &OffsetIndex{Pages: []PageLocation{{4, 100, 0}, {104, 7, 1 << 33}}, UnencodedBytes: []int64{1, 2}}
	if got, err := DecodeOffsetIndex(AppendOffsetIndex(nil, o)); err != nil || !reflect.DeepEqual(got, o) {
		t.Errorf("%+v, %v", got, err)
	}
	c := &ColumnIndex{NullPages: []bool{true, false}, MinValues: [][]byte{{}, {1}}, MaxValues: [][]byte{{}, {2}}, Order: Descending, NullCounts: []int64{5, 0}}
	if got, err := DecodeColumnIndex(AppendColumnIndex(nil, c)); err != nil || !reflect.DeepEqual(got, c) {
		t.Errorf("%+v, %v", got, err)
	}
	c.MinValues = c.MinValues[:1]
	if _, err := DecodeColumnIndex(AppendColumnIndex(nil, c)); err == nil {
		t.Error("lists of two lengths are accepted")
	}
	h, n, err := DecodeBloomHeader(append(AppendBloomHeader(nil, 64), 9, 9))
	if err != nil || !h.Known || h.NumBytes != 64 || n != len(AppendBloomHeader(nil, 64)) {
		t.Errorf("%+v, %d, %v", h, n, err)
	}
}

func FuzzFooter(f *testing.F) {
	f.Add(AppendFileMetaData(nil, sample()))
	f.Fuzz(func(t *testing.T, b []byte) {
		if m, err := DecodeFileMetaData(b); err == nil && len(m.RowGroups) == 0 {
			AppendFileMetaData(nil, m)
		}
		var h PageHeader
		_, _ = DecodePageHeader(b, &h)
		_, _ = DecodeOffsetIndex(b)
		_, _ = DecodeColumnIndex(b)
		_, _, _ = DecodeBloomHeader(b)
	})
}
