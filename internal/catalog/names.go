package catalog

import (
	"slices"
	"strconv"
	"strings"
)

// quote writes a multi-part name with back-ticks, as Spark's error parameters do.
func quote(parts ...string) string {
	q := make([]string, len(parts))
	for i, p := range parts {
		q[i] = "`" + strings.ReplaceAll(p, "`", "``") + "`"
	}
	return strings.Join(q, ".")
}

// unfold undoes fold's escapes.
func unfold(name string) string {
	if !strings.Contains(name, "%") {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if name[i] == '%' && i+2 < len(name) {
			if n, err := strconv.ParseUint(name[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(n))
				i += 2
				continue
			}
		}
		b.WriteByte(name[i])
	}
	return b.String()
}

func sortFolded(names []string) { slices.Sort(names) }

// Match tells whether a name matches the pattern of SHOW … LIKE: * is any text, | separates alternatives, case is ignored.
func Match(pattern, name string) bool {
	name = strings.ToLower(name)
	for alt := range strings.SplitSeq(strings.ToLower(pattern), "|") {
		if glob(strings.TrimSpace(alt), name) {
			return true
		}
	}
	return false
}

func glob(p, s string) bool {
	head, rest, star := strings.Cut(p, "*")
	if !star {
		return p == s
	}
	if !strings.HasPrefix(s, head) {
		return false
	}
	for i := len(head); i <= len(s); i++ {
		if glob(rest, s[i:]) {
			return true
		}
	}
	return false
}
