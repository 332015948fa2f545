package connect

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/sqlparse"
)

// attributeName cuts a.`b.c` at its dots. These are the rules of Spark's UnresolvedAttribute.parseAttributeName, which is no
// SQL: a name may hold blanks and any other character, and back-ticks must quote whole parts.
func attributeName(text string) []string {
	bad := func() { fail(sparkerr.New("INVALID_ATTRIBUTE_NAME_SYNTAX", "name", text)) }
	var parts []string
	var b strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '`':
			if i+1 < len(text) && text[i+1] == '`' {
				b.WriteByte(c)
				i++
				continue
			}
			quoted = false
			if i+1 < len(text) && text[i+1] != '.' {
				bad()
			}
		case quoted:
			b.WriteByte(c)
		case c == '`':
			if b.Len() > 0 {
				bad()
			}
			quoted = true
		case c == '.':
			if i == 0 || i == len(text)-1 || text[i-1] == '.' {
				bad()
			}
			parts = append(parts, b.String())
			b.Reset()
		default:
			b.WriteByte(c)
		}
	}
	if quoted {
		bad()
	}
	return append(parts, b.String())
}

// tableName parses the name of a table, function or view as SQL does.
func tableName(text string) []string { return must(sqlparse.TableName(text)) }
