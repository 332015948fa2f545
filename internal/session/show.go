package session

import (
	"context"
	"fmt"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/plan"
)

// showSchema is the schema of DataFrame.show and _repr_html_ as relations.
func showSchema(c *plan.ShowString) types.StructType {
	if c.HTML {
		return columns("!html_string", types.String)
	}
	return columns("!show_string", types.String)
}

// showFrame runs the input of DataFrame.show and draws its first rows (Dataset.showString and htmlString of Spark 4.2).
func (s *Session) showFrame(ctx context.Context, c *plan.ShowString) (*answer, error) {
	t, err := s.shown(ctx, c)
	if err != nil {
		return nil, err
	}
	text := ""
	switch {
	case c.HTML:
		text = t.html()
	case c.Vertical:
		text = t.vertical()
	default:
		text = t.horizontal(c.Truncate > 0)
	}
	return &answer{showSchema(c), [][]any{{text}}}, nil
}

// shownTable is names and cells as text.
type shownTable struct {
	names []string
	rows  [][]string
	limit int
	more  bool
}

// shown computes the cells: every column cast to string, NULL spelled out, line breaks escaped, long texts cut.
func (s *Session) shown(ctx context.Context, c *plan.ShowString) (*shownTable, error) {
	rel, drop, err := s.runCommands(ctx, c.Input)
	if err != nil {
		return nil, err
	}
	defer drop()
	env, err := s.env()
	if err != nil {
		return nil, err
	}
	bound, err := s.analyzer(ctx, env).Relation(ctx, rel)
	if err != nil {
		return nil, err
	}
	t := &shownTable{limit: max(0, c.Rows)}
	list := make([]expr.Expr, 0, len(bound.Output()))
	for _, a := range bound.Output() {
		t.names = append(t.names, showEscapes.Replace(a.Name))
		var x expr.Expr = a
		switch id := a.DataType.ID(); id {
		case types.IDString, types.IDBinary:
		case types.IDArray, types.IDMap, types.IDStruct:
			x = &expr.Cast{Child: a, DataType: leavesAsText(a.DataType), TimeZone: env.ZoneID}
		default:
			x = &expr.Cast{Child: a, DataType: types.String, TimeZone: env.ZoneID}
		}
		list = append(list, expr.NewAlias(x, a.Name))
	}
	first := &logical.Limit{Input: bound, Count: int64(t.limit) + 1}
	rows, err := s.rows(ctx, env, &logical.Project{Input: first, List: list})
	if err != nil {
		return nil, err
	}
	if t.more = len(rows) > t.limit; t.more {
		rows = rows[:t.limit]
	}
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = cut(showEscapes.Replace(shownValue(v, bound.Output()[i].DataType)), c.Truncate)
		}
		t.rows = append(t.rows, cells)
	}
	return t, nil
}

var showEscapes = strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`, "\f", `\f`, "\b", `\b`, "\v", `\v`, "\a", `\a`)

// leavesAsText is a nested type with strings in the place of everything that is neither nested nor binary.
func leavesAsText(t types.DataType) types.DataType {
	switch t := t.(type) {
	case types.ArrayType:
		return types.ArrayType{Element: leavesAsText(t.Element), ContainsNull: true}
	case types.MapType:
		return types.MapType{Key: leavesAsText(t.Key), Value: leavesAsText(t.Value), ValueContainsNull: true}
	case types.StructType:
		var s types.StructType
		for _, f := range t.Fields {
			s.Fields = append(s.Fields, types.StructField{Name: f.Name, Type: leavesAsText(f.Type), Nullable: true})
		}
		return s
	}
	if t.ID() == types.IDBinary {
		return t
	}
	return types.String
}

// shownValue prints a value as show() does; leaves of nested ones are texts already.
func shownValue(v any, t types.DataType) string {
	switch v := v.(type) {
	case nil:
		return "NULL"
	case []byte:
		return fmt.Sprintf("[% X]", v)
	case string:
		return v
	case []any:
		parts := make([]string, len(v))
		s, isStruct := t.(types.StructType)
		a, _ := t.(types.ArrayType)
		for i, x := range v {
			if isStruct {
				parts[i] = shownValue(x, s.Fields[i].Type)
			} else {
				parts[i] = shownValue(x, a.Element)
			}
		}
		if isStruct {
			return "{" + strings.Join(parts, ", ") + "}"
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case types.MapValue:
		m, _ := t.(types.MapType)
		parts := make([]string, len(v.Keys))
		for i := range v.Keys {
			parts[i] = shownValue(v.Keys[i], m.Key) + " -> " + shownValue(v.Values[i], m.Value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return fmt.Sprint(v)
}

// cut shortens text to n characters, the last three of them dots where there is room; 0 keeps all of it.
func cut(text string, n int) string {
	if n <= 0 || utf8.RuneCountInString(text) <= n {
		return text
	}
	r := []rune(text)
	if n < 4 {
		return string(r[:n])
	}
	return string(r[:n-3]) + "..."
}

// width is the number of columns of a terminal that text takes: East Asian wide characters take two (Utils.stringHalfWidth).
func width(text string) int {
	n := 0
	for _, r := range text {
		n++
		if r >= 0x1100 && wide(r) {
			n++
		}
	}
	return n
}

func wide(r rune) bool {
	for _, span := range [][2]rune{{0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0x33FF}, {0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xA000, 0xA4CF},
		{0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFE30, 0xFE6F}, {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}} {
		if r >= span[0] && r <= span[1] {
			return true
		}
	}
	return false
}

func pad(b *strings.Builder, text string, w int, right bool) {
	space := strings.Repeat(" ", max(0, w-width(text)))
	if right {
		b.WriteString(space + text)
	} else {
		b.WriteString(text + space)
	}
}

func (t *shownTable) footer() string {
	switch {
	case !t.more:
		return ""
	case t.limit == 1:
		return "only showing top 1 row"
	}
	return fmt.Sprintf("only showing top %d rows", t.limit)
}

// horizontal draws a line for each row; right says that cells are aligned to the right.
func (t *shownTable) horizontal(right bool) string {
	widths := make([]int, len(t.names))
	lines := append([][]string{t.names}, t.rows...)
	for i := range widths {
		widths[i] = 3
		for _, l := range lines {
			widths[i] = max(widths[i], width(l[i]))
		}
	}
	var rule strings.Builder
	for _, w := range widths {
		rule.WriteString("+" + strings.Repeat("-", w))
	}
	if len(widths) == 0 {
		rule.WriteString("+")
	}
	rule.WriteString("+\n")
	var b strings.Builder
	b.WriteString(rule.String())
	for n, l := range lines {
		for i, cell := range l {
			b.WriteString("|")
			pad(&b, cell, widths[i], right)
		}
		if len(l) == 0 {
			b.WriteString("|")
		}
		b.WriteString("|\n")
		if n == 0 {
			b.WriteString(rule.String())
		}
	}
	b.WriteString(rule.String() + t.footer())
	return b.String()
}

// vertical draws a line for each value.
func (t *shownTable) vertical() string {
	if len(t.rows) == 0 {
		return "(0 rows)"
	}
	names, cells := 3, 3
	for _, n := range t.names {
		names = max(names, width(n))
	}
	for _, r := range t.rows {
		for _, c := range r {
			cells = max(cells, width(c))
		}
	}
	var b strings.Builder
	for n, r := range t.rows {
		head := fmt.Sprintf("-RECORD %d", n)
		b.WriteString(head + strings.Repeat("-", max(0, names+cells+5-len(head))) + "\n")
		for i, c := range r {
			b.WriteString(" ")
			pad(&b, t.names[i], names, false)
			b.WriteString(" | ")
			pad(&b, c, cells, false)
			b.WriteString(" \n")
		}
	}
	return b.String() + t.footer()
}

// html draws a table for notebooks.
func (t *shownTable) html() string {
	var b strings.Builder
	line := func(cells []string, tag string) {
		b.WriteString("<tr>")
		for _, c := range cells {
			b.WriteString("<" + tag + ">" + strings.ReplaceAll(html.EscapeString(c), "&#39;", "'") + "</" + tag + ">")
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("<table border='1'>\n")
	line(t.names, "th")
	for _, r := range t.rows {
		line(r, "td")
	}
	return b.String() + "</table>\n" + t.footer()
}
