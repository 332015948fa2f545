package conf

import (
	"os"
	"regexp"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

func TestAllListsEveryDeclaration(t *testing.T) {
	src, err := os.ReadFile("options.go")
	if err != nil {
		t.Fatal(err)
	}
	all, err := os.ReadFile("all.go")
	if err != nil {
		t.Fatal(err)
	}
	declared := regexp.MustCompile(`(?m)^\t(\w+)\s+= (?:Bool|Int|Long|Double|String|OneOf|Bytes|Millis)\(`).FindAllSubmatch(src, -1)
	listed := regexp.MustCompile(`(?m)^\t(\w+)\.Declaration,`).FindAllSubmatch(all, -1)
	if len(declared) != len(listed) || len(declared) != len(All) {
		t.Fatalf("%d declared, %d listed", len(declared), len(listed))
	}
	for i := range declared {
		if string(declared[i][1]) != string(listed[i][1]) {
			t.Errorf("options.go has %s where all.go has %s", declared[i][1], listed[i][1])
		}
	}
	for _, d := range All {
		if d.Doc == "" || !d.Optional && d.Default != "" && d.validate(d.Default) != nil {
			t.Errorf("%s: default %q or documentation is wrong", d.Key, d.Default)
		}
	}
}

func TestSettings(t *testing.T) {
	s, err := NewSettings(map[string]string{"spark.sql.shuffle.partitions": "4", "spark.sql.warehouse.dir": "/w", "my.key": "x"})
	if err != nil {
		t.Fatal(err)
	}
	if ShufflePartitions.Get(s) != 4 || WarehouseDir.Get(s) != "/w" || !ANSIEnabled.Get(s) || !ANSIEnabled.Get(nil) {
		t.Error("values of the builder or defaults are wrong")
	}
	if err := s.Set("spark.sql.ansi.enabled", " FALSE "); err != nil || ANSIEnabled.Get(s) {
		t.Error(err)
	}
	if err := s.Unset("spark.sql.ansi.enabled"); err != nil || !ANSIEnabled.Get(s) {
		t.Error(err)
	}
	if err := s.Set("my.key", "y"); err != nil {
		t.Error(err)
	}
	if v, ok := s.NewSession().Get("my.key"); !ok || v != "x" {
		t.Errorf("a new session sees %q", v)
	}
	if v, ok := s.Get("spark.sql.session.timeZone"); !ok || v != "UTC" {
		t.Errorf("default: %q", v)
	}
	if _, ok := s.Get("spark.databricks.delta.commitInfo.userMetadata"); ok {
		t.Error("an option without default has a value")
	}
	if _, err := s.Lookup("nope"); sparkerr.Condition(err) != "SQL_CONF_NOT_FOUND" {
		t.Error(err)
	}
	if !s.IsModifiable("spark.sql.shuffle.partitions") || s.IsModifiable("spark.sql.warehouse.dir") || s.IsModifiable("my.key") {
		t.Error("IsModifiable")
	}
	_ = s.Set(DeltaDefaultsPrefix+"appendOnly", "true")
	if p := s.WithPrefix(DeltaDefaultsPrefix); len(p) != 1 || p["appendOnly"] != "true" {
		t.Error(p)
	}
}

func TestSetRefuses(t *testing.T) {
	for _, c := range []struct{ key, value, condition string }{
		{"spark.sql.shuffle.partitions", "abc", "INVALID_CONF_VALUE.TYPE_MISMATCH"},
		{"spark.sql.shuffle.partitions", "0", "INVALID_CONF_VALUE.REQUIREMENT"},
		{"spark.sql.ansi.enabled", "maybe", "INVALID_CONF_VALUE.TYPE_MISMATCH"},
		{"spark.sql.session.timeZone", "Mars/Base", "INVALID_CONF_VALUE.TIME_ZONE"},
		{"spark.sql.storeAssignmentPolicy", "odd", "INVALID_CONF_VALUE.OUT_OF_RANGE_OF_OPTIONS"},
		{"spark.sql.warehouse.dir", "x", "CANNOT_MODIFY_STATIC_CONFIG"},
		{"spark.sql.files.maxPartitionBytes", "1 parsec", "INVALID_CONF_VALUE.TYPE_MISMATCH"},
	} {
		s := &Settings{}
		if err := s.Set(c.key, c.value); sparkerr.Condition(err) != c.condition {
			t.Errorf("%s = %s: %v", c.key, c.value, err)
		}
	}
	if _, err := NewSettings(map[string]string{"spark.flintlake.memory": "lots"}); err == nil {
		t.Error("the builder takes a bad memory size")
	}
}

func TestUnits(t *testing.T) {
	for text, want := range map[string]int64{"1": 1, "2k": 2048, "64MB": 64 << 20, " 1 g": 1 << 30, "-1": -1} {
		if got, ok := ParseBytes(text, 1); !ok || got != want {
			t.Errorf("%q: %d", text, got)
		}
	}
	for text, want := range map[string]int64{"1": 1, "2s": 2000, "3min": 180000, "1500us": 1} {
		if got, ok := ParseMillis(text, "ms"); !ok || got != want {
			t.Errorf("%q: %d", text, got)
		}
	}
	for _, text := range []string{"", "k", "1.5g", "9999999999p"} {
		if _, ok := ParseBytes(text, 1); ok {
			t.Errorf("%q is taken", text)
		}
	}
	if b, ok := MemoryBudget("50%", 1000); !ok || b != 500 {
		t.Error(b)
	}
}
