package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// recordedError is an error as recorded; nil fields were not recorded.
type recordedError struct {
	Class      string            `json:"class"`
	Condition  string            `json:"condition"`
	SQLState   *string           `json:"sqlState"`
	Parameters map[string]string `json:"parameters"`
}

// UnmarshalJSON takes parameters of any JSON type as text.
func (r *recordedError) UnmarshalJSON(b []byte) error {
	var raw struct {
		Class, Condition string
		SQLState         *string
		Parameters       map[string]any
	}
	if err := json.Unmarshal(b, &raw); err != nil {
		return err
	}
	*r = recordedError{Class: raw.Class, Condition: raw.Condition, SQLState: raw.SQLState}
	if raw.Parameters != nil {
		r.Parameters = map[string]string{}
	}
	for k, v := range raw.Parameters {
		r.Parameters[k] = fmt.Sprint(v)
	}
	return nil
}

// unexpected is the difference of an error where an answer was recorded.
func unexpected(err error) *difference {
	e := fault(err)
	kind := "error " + e.Condition
	switch e.Condition {
	case "UNSUPPORTED_FEATURE":
		kind += " " + e.Params["feature"]
	case "UNRESOLVED_ROUTINE":
		kind += " " + e.Params["routineName"]
	case "INTERNAL_ERROR":
		kind += " " + internalPlace(e)
	}
	return differs(kind, "%s %v: %s", e.Condition, e.Params, firstLine(e.Message))
}

// internalPlace is the first line of an internal error without its numbers.
func internalPlace(e *sparkerr.Error) string {
	return digits.ReplaceAllString(firstLine(e.Params["message"]), "N")
}

var digits = regexp.MustCompile(`\d+`)

// unrecorded are parameters that no record of oracle/functions holds; its recorder takes them out.
var unrecorded = []string{"config", "ansiConfig", "callSite", "dataFrameQueryContext", "docroot"}

// vectorError compares an error of oracle/functions.
func (r *recordedError) vectorError(err error, o options) *difference {
	e := *fault(err)
	e.Params = maps.Clone(e.Params)
	for _, k := range unrecorded {
		delete(e.Params, k)
	}
	return r.compare(&e, o, false)
}

// compare checks condition, SQLSTATE and parameters, and the Python class where class says so.
func (r *recordedError) compare(err error, o options, class bool) *difference {
	e := fault(err)
	if r.Condition != "" && e.Condition != r.Condition {
		kind := "wanted " + r.Condition + ", found " + e.Condition
		switch e.Condition {
		case "UNSUPPORTED_FEATURE":
			kind += " " + e.Params["feature"]
		case "UNRESOLVED_ROUTINE":
			kind += " " + e.Params["routineName"]
		}
		return differs(kind, "%v: %s", e.Params, firstLine(e.Message))
	}
	if r.SQLState != nil && e.SQLState != *r.SQLState {
		return differs("SQLSTATE of "+r.Condition, "wanted %s, found %s", *r.SQLState, e.SQLState)
	}
	if class && r.Class != "PySparkException" && r.Class != string(e.Class) {
		return differs("class of "+r.Condition, "wanted %s, found %s", r.Class, e.Class)
	}
	if !o.parameters || r.Parameters == nil {
		return nil
	}
	if want, have := parametersText(r.Parameters), parametersText(e.Params); want != have {
		return differs("parameters of "+r.Condition, "wanted %s, found %s", want, have)
	}
	return nil
}

func parametersText(p map[string]string) string {
	list := make([]string, 0, len(p))
	for k, v := range p {
		list = append(list, scrub(k)+"="+scrub(v))
	}
	slices.Sort(list)
	return strings.Join(list, "; ")
}

// The parts of texts that change from run to run and from machine to machine, as canonical.py takes them out.
var scrubbed = []struct {
	pattern *regexp.Regexp
	put     string
}{
	{regexp.MustCompile(`\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b`), "{uuid}"},
	{regexp.MustCompile(`\b[A-Z][a-z]{2} [A-Z][a-z]{2} +\d+ \d\d:\d\d:\d\d [A-Z]{3,4} \d{4}\b`), "{time}"},
	{regexp.MustCompile(`#\d+L?`), "#N"},
	{regexp.MustCompile("(file:)?/{1,3}(tmp|root|work|home|var)/[^\\s'\"`),;\\]]*"), "{path}"},
}

func scrub(text string) string {
	for _, s := range scrubbed {
		text = s.pattern.ReplaceAllString(text, s.put)
	}
	return text
}
