package exec

import (
	"fmt"
	"sort"
	"strings"
	"time"
)

// Format is a physical plan as text, one operator a line, inputs indented below. With the metrics of a run it shows rows and times.
func Format(n Node, m *Metrics) string {
	var b strings.Builder
	format(&b, n, m, "", "")
	return b.String()
}

func format(b *strings.Builder, n Node, m *Metrics, first, rest string) {
	b.WriteString(first + n.Describe())
	if counts := m.Of(n); counts != nil {
		fmt.Fprintf(b, "  (rows %d, time %v%s)", counts.Rows(), counts.Time().Round(10*time.Microsecond), details(counts))
	}
	b.WriteByte('\n')
	in := n.Inputs()
	for i, k := range in {
		if i < len(in)-1 {
			format(b, k, m, rest+"+- ", rest+"|  ")
		} else {
			format(b, k, m, rest+"+- ", rest+"   ")
		}
	}
}

func details(c *Counts) string {
	d := c.Details()
	names := make([]string, 0, len(d))
	for name := range d {
		names = append(names, name)
	}
	sort.Strings(names)
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, ", %s %d", name, d[name])
	}
	return b.String()
}
