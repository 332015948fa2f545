package sparkerr

import (
	"errors"
	"fmt"
	"sort"
	"strings"
)

// Class is the exception class that PySpark raises for an error (pyspark.errors).
type Class string

const (
	// PySparkException is the base class; an error that PySpark has no closer class for is raised as it.
	PySparkException                     Class = "PySparkException"
	AnalysisException                    Class = "AnalysisException"
	ParseException                       Class = "ParseException"
	IllegalArgumentException             Class = "IllegalArgumentException"
	UnsupportedOperationException        Class = "UnsupportedOperationException"
	ArithmeticException                  Class = "ArithmeticException"
	ArrayIndexOutOfBoundsException       Class = "ArrayIndexOutOfBoundsException"
	DateTimeException                    Class = "DateTimeException"
	NumberFormatException                Class = "NumberFormatException"
	SparkRuntimeException                Class = "SparkRuntimeException"
	SparkUpgradeException                Class = "SparkUpgradeException"
	SparkNoSuchElementException          Class = "SparkNoSuchElementException"
	StreamingQueryException              Class = "StreamingQueryException"
	QueryExecutionException              Class = "QueryExecutionException"
	PythonException                      Class = "PythonException"
	UnknownException                     Class = "UnknownException"
	DeltaConcurrentModificationException Class = "DeltaConcurrentModificationException"
	ConcurrentAppendException            Class = "ConcurrentAppendException"
	ConcurrentDeleteReadException        Class = "ConcurrentDeleteReadException"
	ConcurrentDeleteDeleteException      Class = "ConcurrentDeleteDeleteException"
	ConcurrentTransactionException       Class = "ConcurrentTransactionException"
	ConcurrentWriteException             Class = "ConcurrentWriteException"
	MetadataChangedException             Class = "MetadataChangedException"
	ProtocolChangedException             Class = "ProtocolChangedException"
)

// Error is what every failure of the engine becomes: a stable condition, its SQLSTATE, and values as parameters.
// Callers match Condition, never the text.
type Error struct {
	// Condition is Spark's or Delta's name with its sub-condition: "UNRESOLVED_COLUMN.WITH_SUGGESTION".
	Condition string
	// SQLState is the five-character class, "42703".
	SQLState string
	// Class is the PySpark exception class.
	Class Class
	// Params are Spark's message parameters.
	Params map[string]string
	// Message is our text, without condition and SQLSTATE.
	Message string
	// Context is where in the SQL text (or DataFrame call) the error arose; nil when unknown.
	Context *QueryContext
	cause   error
}

// QueryContext locates an error in SQL text. Start and Stop are byte offsets (Stop inclusive, -1 unknown); Line and
// Position are 1- and 0-based as Spark prints them.
type QueryContext struct {
	Fragment    string
	Start, Stop int
	Line        int
	Position    int
}

// New makes the error of a condition with its parameters as name, value pairs. The class, SQLSTATE and text come from the
// table of conditions; an unknown condition gets class SparkRuntimeException and SQLSTATE XX000.
func New(condition string, params ...string) *Error {
	e := &Error{Condition: condition, Params: make(map[string]string, len(params)/2)}
	for i := 0; i+1 < len(params); i += 2 {
		e.Params[params[i]] = params[i+1]
	}
	d := lookup(condition)
	e.SQLState, e.Class, e.Message = d.sqlState, classOf(condition, e.Params, d.class), d.text(e.Params)
	return e
}

// Unsupported is the error for a feature that is not there yet.
func Unsupported(feature string) *Error {
	return New("UNSUPPORTED_FEATURE", "feature", feature)
}

// Internal is the error for a broken invariant of ours.
func Internal(format string, args ...any) *Error {
	return New("INTERNAL_ERROR", "message", fmt.Sprintf(format, args...))
}

// WithCause records the error below and returns e.
func (e *Error) WithCause(err error) *Error { e.cause = err; return e }

// WithContext records the place in the query and returns e.
func (e *Error) WithContext(c *QueryContext) *Error {
	if e.Context == nil {
		e.Context = c
	}
	return e
}

// WithMessage replaces our text, where the table's sentence does not say enough, and returns e.
func (e *Error) WithMessage(format string, args ...any) *Error {
	e.Message = fmt.Sprintf(format, args...)
	return e
}

// WithParam sets a parameter after the text was made and returns e.
func (e *Error) WithParam(name, value string) *Error { e.Params[name] = value; return e }

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.cause }

// Error is the full text as Spark prints it: "[CONDITION] message SQLSTATE: 42703".
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "[%s] %s", e.Condition, e.Message)
	if e.SQLState != "" { // Spark's legacy conditions have none
		b.WriteString(" SQLSTATE: " + e.SQLState)
	}
	if c := e.Context; c != nil && c.Fragment != "" {
		fmt.Fprintf(&b, "\n== SQL (line %d, position %d) ==\n%s", c.Line, c.Position, c.Fragment)
	}
	return b.String()
}

// Is matches another *Error by condition, so that errors.Is(err, sparkerr.New("X")) works.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Condition == e.Condition
}

// Condition is the condition of the first *Error in err's chain, or "".
func Condition(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Condition
	}
	return ""
}

type definition struct {
	sqlState string
	class    Class
	message  string // our text; <name> stands for a parameter
}

func (d definition) text(params map[string]string) string {
	if d.message == "" {
		names := make([]string, 0, len(params))
		for n := range params {
			names = append(names, n)
		}
		sort.Strings(names)
		parts := make([]string, len(names))
		for i, n := range names {
			parts[i] = n + ": " + params[n]
		}
		return strings.Join(parts, ", ")
	}
	return fill(d.message, params)
}

// fill puts values for <name>; a parameter that is not given leaves nothing.
func fill(message string, params map[string]string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(message, "<")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		name, after, closed := strings.Cut(rest, ">")
		if !closed || strings.Trim(name, letters) != "" {
			b.WriteByte('<')
			message = rest
			continue
		}
		b.WriteString(params[name])
		message = after
	}
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"
