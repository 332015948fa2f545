package sqlparse_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/sqlparse"
)

// oracleDir holds the recorded answers of real Spark; it lies beside the repository.
const oracleDir = "../../../shared/oracle"

type recorded struct {
	Setup   []string
	Query   string
	SQL     string
	Conf    map[string]string
	Error   *recordedError
	Steps   []struct{ Op, SQL string }
	Answers []recordedAnswer
	Merge   struct{ SQL string }
	Table   struct {
		DDL   string
		After []string
	}
	Answer recordedAnswer
	Loser  string `json:"loser_sql"`
	Winner string `json:"winner_sql"`
}

type recordedAnswer struct {
	RecordedBy string `json:"recorded_by"`
	Error      *recordedError
}

type recordedError struct {
	Class, Condition, SQLState string
	Parameters                 map[string]string
}

// parseConditions are the conditions that Spark's parser raises; other errors arise later.
func parserRaised(r *recorded) bool {
	if r.Error == nil {
		return false
	}
	c := r.Error.Condition
	return strings.HasPrefix(c, "PARSE_") && c != "PARSE_MODE_UNSUPPORTED" || r.Error.Class == "ParseException" || c == "INVALID_IDENTIFIER" || c == "UNSUPPORTED_TYPED_LITERAL"
}

func eachRecord(t *testing.T, use func(file string, r *recorded)) {
	t.Helper()
	if _, err := os.Stat(oracleDir); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("no recorded answers beside this repository")
	}
	var files []string
	for _, pattern := range []string{"sql/*.jsonl", "functions/*/*.jsonl", "delta/*.jsonl", "delta/*/*.jsonl"} {
		found, _ := filepath.Glob(filepath.Join(oracleDir, pattern))
		files = append(files, found...)
	}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 64<<20)
		for lines.Scan() {
			var r recorded
			if err := json.Unmarshal(lines.Bytes(), &r); err == nil {
				use(file, &r)
			}
		}
		f.Close()
	}
}

func TestRecordedStatementsParse(t *testing.T) {
	statements, wrong, params := 0, 0, 0
	report := func(file, text string, got error, want string) {
		if wrong++; wrong <= 60 {
			t.Errorf("%s: %.300s\n  got  %v\n  want %s", filepath.Base(file), text, strings.ReplaceAll(errText(got), "\n", " "), want)
		}
	}
	check := func(file, text string, r *recorded, judged bool) {
		statements++
		text = strings.NewReplacer("{t}", "t", "{table}", "t", "{dir}", "/d").Replace(text)
		_, err := sqlparse.Statement(text, sqlparse.Options{})
		if !judged || !parserRaised(r) {
			if strings.HasPrefix(sparkerr.Condition(err), "NON_LAST_") { // recorded by the builder, which has a condition of its own
				return
			}
			if err != nil && sparkerr.Condition(err) != "UNSUPPORTED_FEATURE" && (r == nil || r.Error == nil || !judged || sparkerr.Condition(err) != r.Error.Condition) {
				report(file, text, err, "parses")
			}
			return
		}
		if c := sparkerr.Condition(err); c != r.Error.Condition && c != "UNSUPPORTED_FEATURE" && !analyzerRaised(text, r.Error.Condition) {
			report(file, text, err, r.Error.Condition)
			return
		}
		var e *sparkerr.Error
		if errors.As(err, &e) && e.Condition == r.Error.Condition {
			if r.Error.Class != "" && string(e.Class) != r.Error.Class {
				report(file, text, err, r.Error.Class)
			}
			if r.Error.SQLState != "" && e.SQLState != r.Error.SQLState {
				report(file, text, err, r.Error.SQLState)
			}
			for k, v := range r.Error.Parameters {
				if e.Params[k] != v {
					params++
					t.Logf("%s: %.200s: parameter %s: got %q want %q", filepath.Base(file), text, k, e.Params[k], v)
				}
			}
		}
	}
	eachRecord(t, func(file string, r *recorded) {
		for _, s := range r.Setup {
			check(file, s, nil, false)
		}
		switch {
		case r.Query != "":
			check(file, r.Query, r, true)
		case r.SQL != "" && len(r.Steps) == 0:
			check(file, "SELECT "+r.SQL+" AS c0", r, true)
		}
		for i, s := range r.Steps {
			if s.Op == "sql" && i < len(r.Answers) {
				check(file, s.SQL, &recorded{Error: r.Answers[i].Error}, true)
			}
		}
		for _, s := range append(r.Table.After, r.Table.DDL, r.Loser, r.Winner) {
			if s != "" {
				check(file, s, nil, false)
			}
		}
		if r.Merge.SQL != "" {
			check(file, r.Merge.SQL, &recorded{Error: r.Answer.Error}, r.Answer.RecordedBy == "sql")
		}
	})
	t.Logf("%d statements, %d wrong, %d wrong parameters", statements, wrong, params)
}

func errText(err error) string {
	if err == nil {
		return "no error"
	}
	return err.Error()
}

// analyzerRaised are conditions that Spark's parser raises and this project's analyzer does, because they need types or
// the session.
func analyzerRaised(text, condition string) bool {
	switch condition {
	case "PARSE_SYNTAX_ERROR":
		return strings.HasPrefix(text, "EXECUTE IMMEDIATE") || strings.Contains(text, "from_json(")
	case "INVALID_INLINE_TABLE.INCOMPATIBLE_TYPES_IN_INLINE_TABLE", "INVALID_TYPED_LITERAL":
		return true
	}
	return false
}
