package analyze

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// showString is df.show() as a relation of one text (Dataset.showString). It needs the rows, so it runs its input when it is bound: front
// ends ask for it to print it at once.
func (b *binder) showString(r *rel, p *plan.ShowString) *rel {
	if b.Rows == nil {
		unsupported("show()")
	}
	count := max(0, min(p.Rows, 2_147_483_632))
	n, names := b.printable(r)
	rows, err := b.Rows(b.ctx, b.withShared(&logical.Limit{Input: n, Count: int64(count) + 1}))
	if err != nil {
		throw(err)
	}
	more := len(rows) > count
	if more {
		rows = rows[:count]
	}
	out := n.Output()
	cells := make([][]string, len(rows))
	for i, row := range rows {
		cells[i] = make([]string, len(out))
		for j, a := range out {
			cells[i][j] = cut(escapeMeta(b.cell(row[j], a.DataType)), p.Truncate)
		}
	}
	text, name := "", "show_string"
	switch {
	case p.HTML:
		name, text = "html_string", htmlTable(names, cells)
	case p.Vertical:
		text = verticalTable(names, cells)
	default:
		text = textTable(names, cells, p.Truncate > 0)
	}
	if more && !(p.Vertical && len(rows) == 0) {
		word := "rows"
		if count == 1 {
			word = "row"
		}
		text += fmt.Sprintf("only showing top %d %s\n", count, word)
	}
	column := expr.NewAttribute(name, types.String, false)
	return newRel(&logical.Values{Columns: []*expr.Attribute{column}, Rows: [][]expr.Expr{{&expr.Literal{DataType: types.String, Value: text}}}})
}

// printable leaves the conversion of rare types to the engine's cast.
func (b *binder) printable(r *rel) (logical.Node, []string) {
	var list []expr.Expr
	var names []string
	for _, a := range r.visible() {
		names = append(names, escapeMeta(a.Name))
		var e expr.Expr = a
		if types.Exists(a.DataType, func(t types.DataType) bool {
			return t.ID() == types.IDVariant || t.ID() == types.IDGeometry || t.ID() == types.IDGeography
		}) {
			e = expr.NewAlias(b.cast(a, types.String, expr.ANSI, true), a.Name)
		}
		list = append(list, e)
	}
	return &logical.Project{Input: r.node, List: list}, names
}

// cell prints a value as Spark's ToPrettyString does: like a cast to text, with NULL spelled out and bytes in brackets.
func (b *binder) cell(v any, t types.DataType) string {
	switch v := v.(type) {
	case nil:
		return "NULL"
	case string:
		return v
	case []byte:
		parts := make([]string, len(v))
		for i, c := range v {
			parts[i] = fmt.Sprintf("%02X", c)
		}
		return "[" + strings.Join(parts, " ") + "]"
	case []any:
		parts := make([]string, len(v))
		switch t := t.(type) {
		case types.ArrayType:
			for i, e := range v {
				parts[i] = b.cell(e, t.Element)
			}
			return "[" + strings.Join(parts, ", ") + "]"
		case types.StructType:
			for i, e := range v {
				parts[i] = b.cell(e, t.Fields[i].Type)
			}
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case types.MapValue:
		m, ok := t.(types.MapType)
		if !ok {
			return fmt.Sprint(v)
		}
		parts := make([]string, len(v.Keys))
		for i := range v.Keys {
			parts[i] = b.cell(v.Keys[i], m.Key) + " -> " + b.cell(v.Values[i], m.Value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	text := valueSQL(v, t, b.env.TimeZone)
	switch t.ID() {
	case types.IDDate, types.IDTimestamp, types.IDTimestampNTZ, types.IDTime:
		text = text[strings.IndexByte(text, '\'')+1 : len(text)-1]
	case types.IDCalendarInterval:
		text = strings.TrimSuffix(strings.TrimPrefix(text, "INTERVAL '"), "'")
	}
	return text
}

// cut shortens a cell to n characters, with dots when there is room; 0 keeps it whole.
func cut(s string, n int) string {
	if n <= 0 || utf8.RuneCountInString(s) <= n {
		return s
	}
	r := []rune(s)
	if n < 4 {
		return string(r[:n])
	}
	return string(r[:n-3]) + "..."
}

var metaCharacters = strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`, "\f", `\f`, "\b", `\b`, "\v", `\v`, "\a", `\a`)

func escapeMeta(s string) string { return metaCharacters.Replace(s) }

// minWidth is the width of the narrowest column.
const minWidth = 3

// textTable draws the boxes of show(); cut cells stand at the right, whole ones at the left.
func textTable(names []string, rows [][]string, right bool) string {
	widths := make([]int, len(names))
	for i, n := range names {
		widths[i] = max(minWidth, displayWidth(n))
	}
	for _, row := range rows {
		for i, c := range row {
			widths[i] = max(widths[i], displayWidth(c))
		}
	}
	var s strings.Builder
	rule := func() {
		s.WriteByte('+')
		for i, w := range widths {
			if i > 0 {
				s.WriteByte('+')
			}
			s.WriteString(strings.Repeat("-", w))
		}
		s.WriteString("+\n")
	}
	line := func(row []string) {
		s.WriteByte('|')
		for i, c := range row {
			if i > 0 {
				s.WriteByte('|')
			}
			pad := strings.Repeat(" ", widths[i]-displayWidth(c))
			if right {
				s.WriteString(pad + c)
			} else {
				s.WriteString(c + pad)
			}
		}
		s.WriteString("|\n")
	}
	rule()
	line(names)
	rule()
	for _, row := range rows {
		line(row)
	}
	rule()
	return s.String()
}

// verticalTable prints one line per cell.
func verticalTable(names []string, rows [][]string) string {
	if len(rows) == 0 {
		return "(0 rows)\n"
	}
	nameWidth, cellWidth := minWidth, minWidth
	for _, n := range names {
		nameWidth = max(nameWidth, displayWidth(n))
	}
	for _, row := range rows {
		for _, c := range row {
			cellWidth = max(cellWidth, displayWidth(c))
		}
	}
	var s strings.Builder
	for i, row := range rows {
		head := fmt.Sprintf("-RECORD %d", i)
		s.WriteString(head + strings.Repeat("-", max(0, nameWidth+cellWidth+5-len(head))) + "\n")
		for j, c := range row {
			s.WriteString(" " + names[j] + strings.Repeat(" ", nameWidth-displayWidth(names[j])) + " | " + c + strings.Repeat(" ", cellWidth-displayWidth(c)) + " \n")
		}
	}
	return s.String()
}

func htmlTable(names []string, rows [][]string) string {
	var s strings.Builder
	s.WriteString("<table border='1'>\n<tr>")
	for _, n := range names {
		s.WriteString("<th>" + html.EscapeString(n) + "</th>")
	}
	s.WriteString("</tr>\n")
	for _, row := range rows {
		s.WriteString("<tr>")
		for _, c := range row {
			s.WriteString("<td>" + html.EscapeString(c) + "</td>")
		}
		s.WriteString("</tr>\n")
	}
	s.WriteString("</table>\n")
	return s.String()
}

// displayWidth counts full-width characters twice (Spark's Utils.stringHalfWidth).
func displayWidth(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r >= 0x1100 && fullWidth(r) {
			n++
		}
	}
	return n
}

func fullWidth(r rune) bool {
	switch {
	case r <= 0x115F, r >= 0x2E80 && r <= 0x303E, r >= 0x3041 && r <= 0x33FF, r >= 0x3400 && r <= 0x4DBF, r >= 0x4E00 && r <= 0xA4CF,
		r >= 0xAC00 && r <= 0xD7A3, r >= 0xF900 && r <= 0xFAFF, r >= 0xFE30 && r <= 0xFE6F, r >= 0xFF00 && r <= 0xFF60, r >= 0xFFE0 && r <= 0xFFE6:
		return true
	}
	return false
}
