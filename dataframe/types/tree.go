package types

import (
	"fmt"
	"math"
	"strings"
)

// TreeString is the text of printSchema(level), which ends in a newline. A level of 0 or less means all of them.
func (s StructType) TreeString(level int) string {
	if level <= 0 {
		level = math.MaxInt
	}
	var b strings.Builder
	b.WriteString("root\n")
	writeTree(&b, s, " |", level)
	return b.String()
}

// writeTree writes what is below a type; each line of it costs one level.
func writeTree(b *strings.Builder, t DataType, prefix string, level int) {
	if level <= 0 {
		return
	}
	deeper := prefix + "    |"
	switch t := t.(type) {
	case StructType:
		for _, f := range t.Fields {
			fmt.Fprintf(b, "%s-- %s: %s (nullable = %t)\n", prefix, escapeMeta(f.Name), TypeName(f.Type), f.Nullable)
			writeTree(b, f.Type, deeper, level-1)
		}
	case ArrayType:
		fmt.Fprintf(b, "%s-- element: %s (containsNull = %t)\n", prefix, TypeName(t.Element), t.ContainsNull)
		writeTree(b, t.Element, deeper, level-1)
	case MapType:
		fmt.Fprintf(b, "%s-- key: %s\n", prefix, TypeName(t.Key))
		writeTree(b, t.Key, deeper, level-1)
		fmt.Fprintf(b, "%s-- value: %s (valueContainsNull = %t)\n", prefix, TypeName(t.Value), t.ValueContainsNull)
		writeTree(b, t.Value, deeper, level-1)
	}
}

var metaEscapes = strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`, "\f", `\f`, "\b", `\b`, "\v", `\v`, "\a", `\a`)

// escapeMeta keeps a name with control characters on one line.
func escapeMeta(s string) string { return metaEscapes.Replace(s) }
