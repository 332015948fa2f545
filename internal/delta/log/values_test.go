package log

import (
	"testing"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

func TestPartitionValues(t *testing.T) {
	la, err := time.LoadLocation("America/Los_Angeles")
	if err != nil {
		t.Skip("no time zones")
	}
	for _, c := range []struct {
		text string
		typ  types.DataType
		want any
		back string
	}{
		{"a b/ä", types.String, "a b/ä", "a b/ä"},
		{"-5", types.Byte, int8(-5), "-5"},
		{"1.0E10", types.Double, 1e10, "1.0E10"},
		{"NaN", types.Float, nil, "NaN"},
		{"true", types.Boolean, true, "true"},
		{"0001-01-01", types.Date, int32(-719162), "0001-01-01"},
		{"9999-12-31", types.Date, int32(2932896), "9999-12-31"},
		{"2024-01-01 10:00:00", types.Timestamp, int64(1704132000000000), "2024-01-01T18:00:00.000000Z"},
		{"2024-01-01T18:00:00.000000Z", types.Timestamp, int64(1704132000000000), "2024-01-01T18:00:00.000000Z"},
		{"1969-12-31 23:59:59.999999", types.TimestampNTZ, int64(-1), "1969-12-31 23:59:59.999999"},
		{"2021-11-18 02:30:00.1", types.TimestampNTZ, int64(1637202600100000), "2021-11-18 02:30:00.1"},
		{"1.50", types.DecimalType{Precision: 10, Scale: 2}, types.Decimal{Unscaled: types.Int128Of(150), Precision: 10, Scale: 2}, "1.50"},
	} {
		v, err := ParsePartitionValue(c.text, false, c.typ, la)
		if err != nil || c.want != nil && v != c.want {
			t.Errorf("%q as %s: %v %v", c.text, c.typ.SQL(), v, err)
			continue
		}
		if back, _ := FormatPartitionValue(v, c.typ); back != c.back {
			t.Errorf("%q comes back as %q", c.text, back)
		}
	}
	for _, bad := range []struct {
		text string
		typ  types.DataType
	}{{"x", types.Integer}, {"300", types.Byte}, {"2023-02-30", types.Date}, {"2023-01-01 25:00:00", types.Timestamp}, {"123.456", types.DecimalType{Precision: 4, Scale: 2}}} {
		if v, err := ParsePartitionValue(bad.text, false, bad.typ, la); err == nil {
			t.Errorf("%q is a %s: %v", bad.text, bad.typ.SQL(), v)
		}
	}
}

func TestPaths(t *testing.T) {
	p := PartitionValues{{Column: "a b", Value: "x/y%z=ä #'?"}, {Column: "q", Null: true}, {Column: "r", Value: "__HIVE_DEFAULT_PARTITION__"}}
	dir := PartitionDir(p)
	if want := "a b=x%2Fy%25z%3Dä %23%27%3F/q=__HIVE_DEFAULT_PARTITION__/r=%5F_HIVE_DEFAULT_PARTITION__"; dir != want {
		t.Errorf("directory %q", dir)
	}
	encoded := EncodePath(dir + "/f.parquet")
	if want := "a%20b=x%252Fy%2525z%253Dä%20%2523%2527%253F/q=__HIVE_DEFAULT_PARTITION__/r=%255F_HIVE_DEFAULT_PARTITION__/f.parquet"; encoded != want {
		t.Errorf("path %q", encoded)
	}
	if DecodePath(encoded) != dir+"/f.parquet" {
		t.Errorf("decoded %q", DecodePath(encoded))
	}
	if got := DecodePath("100%/50%zz"); got != "100%/50%zz" {
		t.Errorf("stray percent signs: %q", got)
	}
}

func TestStatsCollector(t *testing.T) {
	alloc := vec.NewAllocator(0)
	schema := types.NewStruct(
		types.StructField{Name: "i", Type: types.Integer}, types.StructField{Name: "f", Type: types.Double}, types.StructField{Name: "s", Type: types.String},
		types.StructField{Name: "ts", Type: types.Timestamp}, types.StructField{Name: "b", Type: types.Boolean},
		types.StructField{Name: "st", Type: types.NewStruct(types.StructField{Name: "x", Type: types.DecimalType{Precision: 5, Scale: 1}}, types.StructField{Name: "l", Type: types.ArrayType{Element: types.Long}})},
	)
	rows := [][]any{
		{int32(3), 1.5, "b", int64(1_000_001), true, []any{types.Decimal{Unscaled: types.Int128Of(25), Precision: 5, Scale: 1}, []any{int64(1)}}},
		{int32(-1), nil, "a", int64(-1), nil, nil},
		{nil, 7.0, nil, int64(5_000), false, []any{nil, nil}},
	}
	b := alloc.NewBatch(len(rows))
	for c, f := range schema.Fields {
		var column []any
		for _, r := range rows {
			column = append(column, r[c])
		}
		v, err := vec.FromValues(b.Arena, f.Type, column)
		if err != nil {
			t.Fatal(err)
		}
		b.Cols = append(b.Cols, v)
	}
	c := NewStatsCollector(&Metadata{}, &Protocol{MinReaderVersion: 3, MinWriterVersion: 7, ReaderFeatures: []string{"deletionVectors"}, WriterFeatures: []string{"deletionVectors"}}, schema)
	c.Add(b)
	want := `{"numRecords":3,"minValues":{"i":-1,"f":1.5,"s":"a","ts":"1969-12-31T23:59:59.999Z","st":{"x":2.5}},` +
		`"maxValues":{"i":3,"f":7.0,"s":"b","ts":"1970-01-01T00:00:01.001Z","st":{"x":2.5}},` +
		`"nullCount":{"i":1,"f":1,"s":1,"ts":0,"b":1,"st":{"x":2,"l":2}},"tightBounds":true}`
	if got := c.JSON(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	few := NewStatsCollector(&Metadata{Configuration: map[string]string{"delta.dataSkippingStatsColumns": "s, `st`.x"}}, nil, schema)
	few.Add(b)
	if got, want := few.JSON(), `{"numRecords":3,"minValues":{"s":"a","st":{"x":2.5}},"maxValues":{"s":"b","st":{"x":2.5}},"nullCount":{"s":1,"st":{"x":2}}}`; got != want {
		t.Errorf("chosen columns: %s", got)
	}
	two := NewStatsCollector(&Metadata{Configuration: map[string]string{"delta.dataSkippingNumIndexedCols": "2"}}, nil, schema)
	if len(two.columns) != 2 {
		t.Errorf("%d columns indexed", len(two.columns))
	}
	if got := LooseBounds(c.JSON()); got[len(got)-21:] != `"tightBounds":false}` && got[len(got)-20:] != `"tightBounds":false}` {
		t.Errorf("loose: %s", got)
	}
	b.Release()
	if alloc.Used() != 0 {
		t.Errorf("%d bytes leak", alloc.Used())
	}
}

func TestIntervals(t *testing.T) {
	for text, want := range map[string]time.Duration{"interval 1 week": 168 * time.Hour, "30 days": 720 * time.Hour, "INTERVAL 2 HOURS 30 minutes": 150 * time.Minute, "1 month": 0, "": 0} {
		if d, ok := ParseInterval(text); d != want || ok != (want != 0) {
			t.Errorf("%q: %v %v", text, d, ok)
		}
	}
}

func TestProtocols(t *testing.T) {
	for _, c := range []struct {
		properties []string
		want       string
	}{
		{nil, "1,2,[],[]"},
		{[]string{"delta.constraints.c", "id > 0"}, "1,3,[],[]"},
		{[]string{"delta.enableDeletionVectors", "true"}, "3,7,[deletionVectors],[appendOnly,deletionVectors,invariants]"},
		{[]string{"delta.enableChangeDataFeed", "true"}, "1,7,[],[appendOnly,changeDataFeed,invariants]"},
		{[]string{"delta.columnMapping.mode", "name"}, "2,7,[],[appendOnly,columnMapping,invariants]"},
		{[]string{"delta.enableRowTracking", "true"}, "1,7,[],[appendOnly,domainMetadata,invariants,rowTracking]"},
		{[]string{"delta.feature.v2Checkpoint", "supported"}, "3,7,[v2Checkpoint],[appendOnly,invariants,v2Checkpoint]"},
		{[]string{"delta.minReaderVersion", "2", "delta.minWriterVersion", "5"}, "2,5,[],[]"},
	} {
		m := newMetadata(c.properties...)
		p, err := NewProtocol(m)
		if err != nil || p.String() != c.want {
			t.Errorf("%v: %v %v", c.properties, p, err)
		}
		if err := p.CheckWritable("t"); err != nil {
			t.Errorf("%v: %v", c.properties, err)
		}
		for k := range m.Configuration {
			if k == "delta.minReaderVersion" || k == "delta.feature.v2Checkpoint" {
				t.Errorf("%s is kept", k)
			}
		}
	}
}

func TestCheckProperties(t *testing.T) {
	for _, c := range []struct{ key, value, want, condition string }{
		{"DELTA.appendonly", "true", "delta.appendOnly", ""},
		{"delta.constraints.positive", "id > 0", "delta.constraints.positive", ""},
		{"delta.feature.deletionVectors", "supported", "delta.feature.deletionVectors", ""},
		{"team", "x", "team", ""},
		{"delta.noSuchThing", "1", "", "DELTA_UNKNOWN_CONFIGURATION"},
		{"delta.logRetentionDuration", "two days", "", "DELTA_INVALID_INTERVAL"},
		{"delta.logRetentionDuration", "interval 2 days", "delta.logRetentionDuration", ""},
		{"delta.checkpointInterval", "0", "", "DELTA_INVALID_TABLE_PROPERTY"},
		{"delta.isolationLevel", "Chaos", "", "DELTA_INVALID_ISOLATION_LEVEL"},
	} {
		got, err := CheckProperties(map[string]string{c.key: c.value}, false)
		if sparkerr.Condition(err) != c.condition || c.condition == "" && got[c.want] != c.value {
			t.Errorf("%s = %s: %v %v", c.key, c.value, got, err)
		}
	}
}

func TestManualFeatures(t *testing.T) {
	p := &Protocol{MinReaderVersion: 1, MinWriterVersion: 2}
	ntz := types.JSON(types.NewStruct(types.StructField{Name: "t", Type: types.TimestampNTZ, Nullable: true}))
	m := &Metadata{SchemaString: ntz}
	if err := p.CheckManualFeatures(m); sparkerr.Condition(err) != "DELTA_FEATURES_REQUIRE_MANUAL_ENABLEMENT" {
		t.Error(err)
	}
	m.Configuration = map[string]string{"delta.feature.timestampNtz": "supported"}
	if err := p.CheckManualFeatures(m); err != nil || len(m.Configuration) != 1 {
		t.Error(err, m.Configuration)
	}
	if p, err := NewProtocol(&Metadata{SchemaString: ntz}); err != nil || !p.Supports("timestampNtz") {
		t.Error(p, err)
	}
}
