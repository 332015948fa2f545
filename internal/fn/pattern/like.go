package pattern

import (
	"strings"
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// Like is a compiled LIKE pattern.
type Like struct {
	parts []string // texts between %; "_" is kept as the rune any
	// plain patterns hold no _ and compare as text.
	plain bool
}

// any stands for _ inside a part; it occurs in no valid UTF-8.
const any = "\xff"

// CompileLike reads a LIKE pattern: % any text, _ any character, escape takes the next of the three literally. Another character after the
// escape, or none, is INVALID_FORMAT, as in Spark's StringUtils.escapeLikeRegex.
func CompileLike(pattern string, escape rune) (*Like, error) {
	l := &Like{plain: true}
	var b strings.Builder
	runes := []rune(pattern)
	for i := 0; i < len(runes); i++ {
		switch r := runes[i]; {
		case r == escape:
			if i++; i == len(runes) {
				return nil, sparkerr.New("INVALID_FORMAT.ESC_AT_THE_END", "format", "'"+pattern+"'")
			}
			if c := runes[i]; c != '_' && c != '%' && c != escape {
				return nil, sparkerr.New("INVALID_FORMAT.ESC_IN_THE_MIDDLE", "format", "'"+pattern+"'", "char", "'"+string(c)+"'")
			}
			b.WriteRune(runes[i])
		case r == '%':
			l.parts = append(l.parts, b.String())
			b.Reset()
		case r == '_':
			b.WriteString(any)
			l.plain = false
		default:
			b.WriteRune(r)
		}
	}
	l.parts = append(l.parts, b.String())
	return l, nil
}

// Match tells whether all of s matches.
func (l *Like) Match(s string) bool {
	first, last := l.parts[0], l.parts[len(l.parts)-1]
	n, ok := l.prefix(s, first)
	if !ok {
		return false
	}
	s = s[n:]
	if len(l.parts) == 1 {
		return s == ""
	}
	for _, p := range l.parts[1 : len(l.parts)-1] {
		at, n := l.find(s, p)
		if at < 0 {
			return false
		}
		s = s[at+n:]
	}
	return l.suffix(s, last)
}

// prefix is the length of the beginning of s that matches p.
func (l *Like) prefix(s, p string) (int, bool) {
	if l.plain || !strings.Contains(p, any) {
		return len(p), strings.HasPrefix(s, p)
	}
	at := 0
	for i := 0; i < len(p); i++ {
		if at == len(s) {
			return 0, false
		}
		if p[i] == any[0] {
			_, size := utf8.DecodeRuneInString(s[at:])
			at += size
			continue
		}
		if s[at] != p[i] {
			return 0, false
		}
		at++
	}
	return at, true
}

// find is the first place in s where p matches, and the length of the match.
func (l *Like) find(s, p string) (at, length int) {
	if l.plain || !strings.Contains(p, any) {
		return strings.Index(s, p), len(p)
	}
	for at = 0; at <= len(s); {
		if n, ok := l.prefix(s[at:], p); ok {
			return at, n
		}
		if at == len(s) {
			break
		}
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	return -1, 0
}

func (l *Like) suffix(s, p string) bool {
	if l.plain || !strings.Contains(p, any) {
		return strings.HasSuffix(s, p)
	}
	runes := 0
	for i := 0; i < len(p); i++ {
		if p[i] == any[0] || utf8.RuneStart(p[i]) {
			runes++
		}
	}
	at := len(s)
	for ; runes > 0; runes-- {
		if at == 0 {
			return false
		}
		_, size := utf8.DecodeLastRuneInString(s[:at])
		at -= size
	}
	n, ok := l.prefix(s[at:], p)
	return ok && at+n == len(s)
}
