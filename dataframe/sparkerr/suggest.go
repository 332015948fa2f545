package sparkerr

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// SuggestMax is how many names an error proposes.
const SuggestMax = 5

// Suggest orders candidates by their likeness to a name, the most similar first, and keeps SuggestMax of them. Candidates and
// result are plain names of one part; quote the result with QuoteIDs.
func Suggest(name string, candidates []string) []string {
	parts := make([][]string, len(candidates))
	for i, c := range candidates {
		parts[i] = []string{c}
	}
	var out []string
	for _, p := range nearest(name, parts) {
		out = append(out, p[0])
	}
	return out
}

// SuggestColumns is the proposal of UNRESOLVED_COLUMN: name is dotted and unquoted as written, candidates are columns as
// qualifier parts and name. The result is quoted and joined: "`t`.`a`, `t`.`b`".
func SuggestColumns(name []string, candidates [][]string) string {
	var out []string
	for _, p := range nearest(strings.Join(name, "."), strip(len(name), candidates)) {
		out = append(out, QuoteID(p...))
	}
	return strings.Join(out, ", ")
}

// nearest is Spark's StringUtils.orderSuggestedIdentifiersBySimilarity over candidates in the order of their names: the edit distance
// is taken between the name as written and the quoted candidate, with case.
func nearest(name string, candidates [][]string) [][]string {
	out := append([][]string(nil), candidates...)
	sort.SliceStable(out, func(i, j int) bool { return last(out[i]) < last(out[j]) })
	target := []rune(name)
	distance := make(map[string]int, len(out))
	for _, c := range out {
		id := QuoteID(c...)
		distance[id] = editDistance(target, []rune(id))
	}
	sort.SliceStable(out, func(i, j int) bool { return distance[QuoteID(out[i]...)] < distance[QuoteID(out[j]...)] })
	return out[:min(len(out), SuggestMax)]
}

func last(parts []string) string { return parts[len(parts)-1] }

// strip removes qualifiers that all candidates share and that the name does not give.
func strip(parts int, candidates [][]string) [][]string {
	for keep := max(parts, 1); keep <= 2; keep++ {
		if !sharePrefix(candidates, keep) {
			continue
		}
		out := make([][]string, len(candidates))
		for i, c := range candidates {
			out[i] = c[max(len(c)-keep, 0):]
		}
		return out
	}
	return candidates
}

// sharePrefix tells whether all candidates are the same but for their last parts.
func sharePrefix(candidates [][]string, lastParts int) bool {
	for _, c := range candidates {
		if !slices.Equal(c[:max(len(c)-lastParts, 0)], candidates[0][:max(len(candidates[0])-lastParts, 0)]) {
			return false
		}
	}
	return true
}

// editDistance is Levenshtein's: insertions, deletions and replacements.
func editDistance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, diagonal+1, row[j]+1)
		}
	}
	return row[len(b)]
}

// QuoteID puts every part of a name into back-ticks: `a`.`b c`. Back-ticks inside are doubled.
func QuoteID(parts ...string) string {
	var b strings.Builder
	for i, p := range parts {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteByte('`')
		b.WriteString(strings.ReplaceAll(p, "`", "``"))
		b.WriteByte('`')
	}
	return b.String()
}

// QuoteIDs is QuoteID for a list of one-part names, separated by ", ", as the proposal of UNRESOLVED_COLUMN has it.
func QuoteIDs(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = QuoteID(n)
	}
	return strings.Join(quoted, ", ")
}

// QuoteSQL puts an expression, type or option into double quotes, as Spark's parameters sqlExpr, dataType and config have them.
func QuoteSQL(sql string) string { return `"` + sql + `"` }

// QuoteValue is a text value as Spark shows it in parameters: 'abc', with quotes and back-slashes escaped.
func QuoteValue(s string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}
