package session

import (
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/plan"
)

// checkScript finds what is wrong with a script before anything runs: declarations that do not stand at the beginning of a block, jumps to
// labels that are not around them. declare tells whether the statements are a block's own.
func checkScript(body []plan.Statement, declare bool, labels []string, label string) error {
	if label != "" {
		if slices.ContainsFunc(labels, func(l string) bool { return strings.EqualFold(l, label) }) {
			return sparkerr.New("LABEL_ALREADY_EXISTS", "label", sparkerr.QuoteID(strings.ToLower(label)))
		}
		labels = append(slices.Clone(labels), label)
	}
	first := declare
	for _, st := range body {
		if d, ok := st.Command.(*plan.DeclareVariable); ok {
			name := sparkerr.QuoteID(d.Names[0]...)
			if !declare {
				return sparkerr.New("INVALID_VARIABLE_DECLARATION.NOT_ALLOWED_IN_SCOPE", "varName", name)
			}
			if !first {
				return sparkerr.New("INVALID_VARIABLE_DECLARATION.ONLY_AT_BEGINNING", "varName", name)
			}
			continue
		}
		if c := st.Control; c == nil || c.Kind != "handler" && c.Kind != "condition" {
			first = false
		}
		if err := checkStatement(st, labels); err != nil {
			return err
		}
	}
	return nil
}

func checkStatement(st plan.Statement, labels []string) error {
	if c, ok := st.Command.(*plan.Compound); ok {
		return checkScript(c.Body, true, labels, c.Label)
	}
	c := st.Control
	if c == nil {
		return nil
	}
	label := c.Label
	switch c.Kind {
	case "leave", "iterate":
		if !slices.ContainsFunc(labels, func(l string) bool { return strings.EqualFold(l, c.Label) }) {
			return sparkerr.New("INVALID_LABEL_USAGE.DOES_NOT_EXIST", "labelName", strings.ToUpper(c.Label), "statementType", strings.ToUpper(c.Kind))
		}
		return nil
	case "handler":
		if strings.EqualFold(c.Variable, "continue") {
			return sparkerr.New("UNSUPPORTED_FEATURE.CONTINUE_EXCEPTION_HANDLER")
		}
		label = ""
	}
	for _, b := range c.Bodies {
		if err := checkScript(b, false, labels, label); err != nil {
			return err
		}
	}
	return nil
}
