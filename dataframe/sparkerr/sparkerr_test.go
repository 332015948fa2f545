package sparkerr

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestNew(t *testing.T) {
	cases := []struct {
		condition string
		params    []string
		state     string
		class     Class
		text      string
	}{
		{"UNRESOLVED_COLUMN.WITH_SUGGESTION", []string{"objectName", "`ida`", "proposal", "`id`"}, "42703", AnalysisException, "`ida`"},
		{"DATATYPE_MISMATCH.BINARY_OP_DIFF_TYPES", []string{"sqlExpr", `"(a + b)"`, "left", `"INT"`, "right", `"DATE"`}, "42K09", AnalysisException, `"(a + b)"`},
		{"CAST_INVALID_INPUT", []string{"targetType", `"INT"`}, "22018", NumberFormatException, "try_cast"},
		{"CAST_INVALID_INPUT", []string{"targetType", `"TIMESTAMP_NTZ"`}, "22018", DateTimeException, "try_cast"},
		{"CAST_INVALID_INPUT", []string{"targetType", `"BOOLEAN"`}, "22018", SparkRuntimeException, "try_cast"},
		{"DELTA_MULTIPLE_SOURCE_ROW_MATCHING_TARGET_ROW_IN_MERGE", []string{"usageReference", "x"}, "21506", UnsupportedOperationException, "row_number()"},
		{"UNSUPPORTED_FEATURE.TABLE_OPERATION", []string{"tableName", "`t`", "operation", "UPDATE"}, "0A000", AnalysisException, "UPDATE"},
		{"INVALID_INLINE_TABLE.CANNOT_EVALUATE_EXPRESSION_IN_INLINE_TABLE", []string{"expr", "x"}, "42000", AnalysisException, "x"},
		{"DELTA_CONCURRENT_APPEND.WITH_PARTITION_HINT", nil, "2D521", ConcurrentAppendException, ""},
		{"CATALOG_NOT_FOUND", []string{"catalogName", "`x`"}, "42P08", PySparkException, "`x`"},
		{"_LEGACY_ERROR_TEMP_1182", []string{"config", "c"}, "", AnalysisException, "config: c"},
		{"NO_SUCH_CONDITION_EVER", nil, "XX000", SparkRuntimeException, ""},
		{"PARSE_SYNTAX_ERROR", []string{"error", "'x'", "hint", ""}, "42601", ParseException, "'x'"},
	}
	for _, c := range cases {
		e := New(c.condition, c.params...)
		if e.SQLState != c.state || e.Class != c.class || !strings.Contains(e.Message, c.text) {
			t.Errorf("%s: %s %s %q", c.condition, e.SQLState, e.Class, e.Message)
		}
		if strings.Contains(e.Error(), "SQLSTATE") != (c.state != "") {
			t.Errorf("%s: %s", c.condition, e)
		}
	}
}

func TestTextsBelongToKnownConditions(t *testing.T) {
	for _, table := range []map[string]string{queryTexts, typeTexts, valueTexts, syntaxTexts, catalogTexts, deltaTexts} {
		for condition := range table {
			if !Known(condition) {
				t.Errorf("%s is not a condition", condition)
			}
		}
	}
}

func TestFill(t *testing.T) {
	if got := fill("a <b> < c <d e> <x>.", map[string]string{"b": "<x>"}); got != "a <x> < c <d e> ." {
		t.Error(got)
	}
}

func TestEncode(t *testing.T) {
	e := New("PARSE_SYNTAX_ERROR", "error", "'é'").WithContext(&QueryContext{"select é", 7, 8, 1, 7}).WithCause(errors.New("below"))
	got, err := Decode(e.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if got.Error() != e.Error() || got.Unwrap().Error() != "below" || !reflect.DeepEqual(got.Context, e.Context) || !reflect.DeepEqual(got.Params, e.Params) || got.Class != e.Class {
		t.Errorf("%#v", got)
	}
	if _, err := Decode([]byte("{")); err == nil {
		t.Error("half an object decodes")
	}
	if From(fmt.Errorf("while reading: %w", e)) != e || From(errors.New("x")).Condition != "INTERNAL_ERROR" || From(nil) != nil {
		t.Error("From")
	}
	if !errors.Is(fmt.Errorf("x: %w", e), New("PARSE_SYNTAX_ERROR")) || errors.Is(e, New("X")) {
		t.Error("Is compares conditions")
	}
}

func TestSuggest(t *testing.T) {
	got := Suggest("custmer_id", []string{"a", "order_id", "customer_id", "CUSTOMER", "x", "y"})
	if got[0] != "customer_id" || len(got) != SuggestMax {
		t.Error(got)
	}
	emp := [][]string{{"e", "id"}, {"e", "name"}, {"e", "dept"}, {"e", "boss"}, {"e", "hired"}}
	if got := SuggestColumns([]string{"nosuch"}, emp); got != "`boss`, `dept`, `id`, `name`, `hired`" {
		t.Error(got)
	}
	if got := SuggestColumns([]string{"e", "nmae"}, emp); got != "`e`.`id`, `e`.`name`, `e`.`boss`, `e`.`dept`, `e`.`hired`" {
		t.Error(got)
	}
	if got := QuoteID("a", "b`c"); got != "`a`.`b``c`" {
		t.Error(got)
	}
}
