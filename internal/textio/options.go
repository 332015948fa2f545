package textio

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/vec"
)

// Mode says what happens to a record that cannot be read.
type Mode uint8

const (
	// Permissive keeps the record with nulls.
	Permissive Mode = iota
	// DropMalformed leaves it out.
	DropMalformed
	// FailFast ends the query with an error.
	FailFast
)

// Session is what readers and writers take from the session.
type Session struct {
	Zone *datetime.Zone
	// NTZ: texts without zone are inferred as TIMESTAMP_NTZ (spark.sql.timestampType).
	NTZ bool
	// CorruptColumn is spark.sql.columnNameOfCorruptRecord.
	CorruptColumn string
	// CaseSensitive is spark.sql.caseSensitive.
	CaseSensitive bool
	// KeepNullFields: JSON is written with fields that are null (not spark.sql.jsonGenerator.ignoreNullFields).
	KeepNullFields bool
	// Interval reads the text of an ANSI interval, its months or microseconds, as CAST does. nil: such columns are unsupported.
	Interval func(text string, t types.DataType) (value int64, ok bool)
	// Today is the day of the query in the session's zone, for times without date.
	Today int64
}

func (s Session) zone() *datetime.Zone {
	if s.Zone == nil {
		return datetime.UTC
	}
	return s.Zone
}

// optionMap reads options by lower-case name.
type optionMap map[string]string

func newOptionMap(options map[string]string) optionMap {
	m := make(optionMap, len(options))
	for k, v := range options {
		m[strings.ToLower(k)] = v
	}
	return m
}

// text is the first of the named options that is set, else def.
func (m optionMap) text(def string, names ...string) string {
	for _, n := range names {
		if v, ok := m[strings.ToLower(n)]; ok {
			return v
		}
	}
	return def
}

func (m optionMap) has(name string) bool {
	_, ok := m[strings.ToLower(name)]
	return ok
}

// flag reads true or false; anything else is an error as in Spark's CSVOptions.
func (m optionMap) flag(name string, def bool) (bool, error) {
	v, ok := m[strings.ToLower(name)]
	if !ok {
		return def, nil
	}
	switch strings.ToLower(v) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return def, badOption(name, v, "true or false")
}

func (m optionMap) number(name string, def int) (int, error) {
	v, ok := m[strings.ToLower(name)]
	if !ok {
		return def, nil
	}
	n, err := strconv.Atoi(v)
	if err != nil {
		return def, badOption(name, v, "an integer")
	}
	return n, nil
}

func (m optionMap) ratio(name string) (float64, error) {
	v, ok := m[strings.ToLower(name)]
	if !ok {
		return 1, nil
	}
	f, err := strconv.ParseFloat(v, 64)
	if err != nil || f <= 0 {
		return 1, badOption(name, v, "a number above 0")
	}
	return f, nil
}

// char reads an option of at most one character; "" means none (0).
func (m optionMap) char(name string, def byte) (byte, error) {
	v, ok := m[strings.ToLower(name)]
	switch {
	case !ok:
		return def, nil
	case v == "" || v == "\x00":
		return 0, nil
	case len(v) == 1:
		return v[0], nil
	case utf8.RuneCountInString(v) == 1:
		return 0, sparkerr.Unsupported("option " + name + " beyond ASCII")
	}
	return 0, badOption(name, v, "one character")
}

func badOption(name, value, want string) error {
	return sparkerr.New("INVALID_CONF_VALUE.REQUIREMENT", "confName", name, "confValue", value, "confRequirement", "It takes "+want+".")
}

// mode reads the option mode; as in Spark an unknown one means PERMISSIVE.
func (m optionMap) mode() Mode {
	switch strings.ToUpper(m.text("PERMISSIVE", "mode")) {
	case "DROPMALFORMED":
		return DropMalformed
	case "FAILFAST":
		return FailFast
	}
	return Permissive
}

// zoneOption is the option timeZone, else the session's zone.
func (m optionMap) zone(s Session) (*datetime.Zone, error) {
	if id, ok := m["timezone"]; ok {
		return datetime.LoadZone(id)
	}
	return s.zone(), nil
}

// lineSeparator is the option lineSep; "" means any of \n, \r\n and \r.
func (m optionMap) lineSeparator() (string, error) {
	sep, ok := m["linesep"]
	if ok && sep == "" {
		return "", badOption("lineSep", "", "one or more characters")
	}
	return sep, nil
}

// checkCorruptColumn wants the column of corrupt records to be a nullable string.
func checkCorruptColumn(f types.StructField) error {
	if f.Type.ID() == types.IDString && f.Nullable {
		return nil
	}
	return sparkerr.New("INVALID_CORRUPT_RECORD_TYPE", "columnName", sparkerr.QuoteID(f.Name), "actualType", sparkerr.QuoteSQL(f.Type.SQL()))
}

// checkOnlyCorrupt refuses a query that asks a file for nothing but the column of corrupt records: whether a record is corrupt depends on the
// columns that are read.
func checkOnlyCorrupt(required []types.StructField, corrupt string) error {
	if len(required) == 1 && required[0].Name == corrupt {
		return sparkerr.New("UNSUPPORTED_FEATURE.QUERY_ONLY_CORRUPT_RECORD_COLUMN")
	}
	return nil
}

// intervalParser reads ANSI intervals by the session's parser; nil when there is none or t is another type.
func (s *Session) intervalParser(t types.DataType) func(b *vec.Builder, text string) bool {
	if s.Interval == nil || !types.IsANSIInterval(t) {
		return nil
	}
	return func(b *vec.Builder, text string) bool {
		v, ok := s.Interval(text, t)
		if !ok {
			return false
		}
		if t.ID() == types.IDYearMonthInterval {
			return put(b, int32(v))
		}
		return put(b, v)
	}
}
