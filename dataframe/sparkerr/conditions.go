package sparkerr

import (
	_ "embed"
	"strings"
	"sync"
)

// lookup finds a condition. A table of a room comes first; then the facts of Spark and Delta with our texts. A sub-condition takes
// from its main condition what it does not have itself.
func lookup(condition string) definition {
	main, _, _ := strings.Cut(condition, ".")
	d, ok := roomDefinition(condition)
	if ok {
		return d
	}
	if d, ok = facts()[condition]; !ok || d.sqlState == "" {
		m, known := facts()[main]
		if !ok {
			d = m
		}
		if d.sqlState = m.sqlState; !known && !ok {
			if d, ok = roomDefinition(main); !ok {
				d = definition{"XX000", SparkRuntimeException, ""}
			}
		}
	}
	if t := text(condition); t != "" {
		d.message = t
	} else if t := text(main); t != "" {
		d.message = t
	}
	return d
}

func roomDefinition(condition string) (definition, bool) {
	for _, table := range []map[string]definition{general, deltaLog, connect, parquet, parse} {
		if d, ok := table[condition]; ok {
			return d, true
		}
	}
	return definition{}, false
}

func text(condition string) string {
	for _, table := range []map[string]string{queryTexts, typeTexts, valueTexts, syntaxTexts, catalogTexts, deltaTexts} {
		if t, ok := table[condition]; ok {
			return t
		}
	}
	return ""
}

// Known tells whether Spark, Delta or a room of ours defines a condition (a sub-condition counts by its main condition).
func Known(condition string) bool {
	main, _, _ := strings.Cut(condition, ".")
	_, room := roomDefinition(condition)
	_, fact := facts()[main]
	return room || fact
}

// conditionsTSV are the conditions of Spark 4.2.0 and Delta Lake 4.4.0: name, SQLSTATE, PySpark class. A sub-condition is listed
// where its class differs from that of its main condition. Classes come from recorded runs where there is one, else from the
// SQLSTATE.
//
//go:embed conditions.tsv
var conditionsTSV string

// facts parses the table at the first error, so that a program without errors does not pay for it.
var facts = sync.OnceValue(func() map[string]definition {
	lines := strings.Split(strings.TrimSuffix(conditionsTSV, "\n"), "\n")
	m := make(map[string]definition, len(lines))
	for _, line := range lines {
		name, rest, _ := strings.Cut(line, "\t")
		state, class, _ := strings.Cut(rest, "\t")
		m[name] = definition{sqlState: state, class: Class(class)}
	}
	return m
})

var general = map[string]definition{
	"INTERNAL_ERROR":      {"XX000", SparkRuntimeException, "<message>"},
	"UNSUPPORTED_FEATURE": {"0A000", UnsupportedOperationException, "not supported yet: <feature>"},
}
