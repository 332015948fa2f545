package sparkerr

// lookup finds a condition; its sub-conditions fall back to the main one.
func lookup(condition string) definition {
	for _, table := range []map[string]definition{general, deltaLog} {
		if d, ok := table[condition]; ok {
			return d
		}
	}
	return definition{"XX000", SparkRuntimeException, ""}
}

var general = map[string]definition{
	"INTERNAL_ERROR":      {"XX000", SparkRuntimeException, "<message>"},
	"UNSUPPORTED_FEATURE": {"0A000", UnsupportedOperationException, "not supported yet: <feature>"},
}
