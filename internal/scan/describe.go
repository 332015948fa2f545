package scan

import (
	"strings"

	"github.com/flintlake/flintlake/internal/expr"
)

func describeColumns(columns []*expr.Attribute) string {
	names := make([]string, len(columns))
	for i, a := range columns {
		names[i] = expr.String(a)
	}
	return "[" + strings.Join(names, ", ") + "]"
}

func describeFilters(filters []expr.Expr) string {
	if len(filters) == 0 {
		return ""
	}
	parts := make([]string, len(filters))
	for i, f := range filters {
		parts[i] = expr.String(f)
	}
	return " skipping by [" + strings.Join(parts, ", ") + "]"
}
