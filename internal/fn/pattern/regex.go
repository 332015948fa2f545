package pattern

import (
	"regexp"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// Compile reads a regular expression in Java's syntax; function is named in the error.
func Compile(java, function string) (*regexp.Regexp, error) {
	r, err := regexp.Compile(translate(java))
	if err == nil {
		return r, nil
	}
	if beyond(java) {
		return nil, sparkerr.Unsupported("look-around, back references or possessive quantifiers in the regular expression " + java)
	}
	return nil, sparkerr.New("INVALID_PARAMETER_VALUE.PATTERN", "parameter", "`regexp`", "functionName", "`"+function+"`", "value", "'"+java+"'")
}

// beyond tells whether a pattern uses what Java has and Go has not.
func beyond(p string) bool {
	for _, s := range []string{"(?=", "(?!", "(?<=", "(?<!", "(?>", "*+", "++", "?+", "}+", `\1`, `\2`, `\3`, `\4`, `\5`, `\6`, `\7`, `\8`, `\9`, `\k<`, `\G`, "&&"} {
		if strings.Contains(p, s) {
			return true
		}
	}
	return false
}

// translate writes Java's spellings the way Go has them. Java's $ matches before a final line break too.
func translate(p string) string {
	if !strings.ContainsAny(p, `\(`) {
		return p
	}
	var b strings.Builder
	for i := 0; i < len(p); i++ {
		if strings.HasPrefix(p[i:], "(?<") && i+3 < len(p) && p[i+3] != '=' && p[i+3] != '!' {
			b.WriteString("(?P<")
			i += 2
			continue
		}
		if p[i] != '\\' || i+1 == len(p) {
			b.WriteByte(p[i])
			continue
		}
		i++
		switch c := p[i]; c {
		case 'Z':
			b.WriteString(`(?:\n?\z)`)
		case 'h':
			b.WriteString(`[ \t\x{A0}\x{1680}\x{180e}\x{2000}-\x{200a}\x{202f}\x{205f}\x{3000}]`)
		case 'R':
			b.WriteString(`(?:\r\n|[\n\v\f\r\x{85}\x{2028}\x{2029}])`)
		case 'e':
			b.WriteString(`\x1b`)
		case 'u':
			if i+4 < len(p) {
				b.WriteString(`\x{` + p[i+1:i+5] + `}`)
				i += 4
			}
		case 'p', 'P':
			i += property(&b, p[i:])
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String()
}

var properties = map[string]string{"Alpha": "a-zA-Z", "Digit": "0-9", "Alnum": "a-zA-Z0-9", "Upper": "A-Z", "Lower": "a-z", "Punct": "!-/:-@\\[-`{-~",
	"Space": "\\t\\n\\v\\f\\r ", "Blank": " \\t", "XDigit": "0-9a-fA-F", "ASCII": "\\x00-\\x7f", "Cntrl": "\\x00-\\x1f\\x7f", "Graph": "!-~", "Print": " -~"}

// property writes \p{Name} and gives the bytes taken after the p.
func property(b *strings.Builder, p string) int {
	end := strings.IndexByte(p, '}')
	if len(p) < 3 || p[1] != '{' || end < 0 {
		b.WriteString(`\` + p[:1])
		return 0
	}
	name := p[2:end]
	if set, ok := properties[name]; ok {
		if p[0] == 'P' {
			b.WriteString("[^" + set + "]")
		} else {
			b.WriteString("[" + set + "]")
		}
		return end
	}
	name = strings.TrimPrefix(strings.TrimPrefix(name, "Is"), "javaIs")
	b.WriteString(`\` + p[:1] + "{" + name + "}")
	return end
}

// Replacement is a Java replacement text: $1 and ${name} are groups, \x is x.
type Replacement struct {
	texts  []string // len(groups)+1
	groups []int
}

// CompileReplacement reads a replacement for a pattern; ok is false when it names a group that is not there.
func CompileReplacement(s string, r *regexp.Regexp) (out Replacement, ok bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		case s[i] == '\\':
			return out, false
		case s[i] == '$' && i+1 < len(s) && s[i+1] == '{':
			end := strings.IndexByte(s[i:], '}')
			if end < 0 {
				return out, false
			}
			g := r.SubexpIndex(s[i+2 : i+end])
			if g < 0 {
				return out, false
			}
			out.texts, out.groups = append(out.texts, b.String()), append(out.groups, g)
			b.Reset()
			i += end
		case s[i] == '$':
			if i++; i == len(s) || s[i] < '0' || s[i] > '9' {
				return out, false
			}
			g := int(s[i] - '0')
			if g > r.NumSubexp() {
				return out, false
			}
			for i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9' && g*10+int(s[i+1]-'0') <= r.NumSubexp() {
				i++
				g = g*10 + int(s[i]-'0')
			}
			out.texts, out.groups = append(out.texts, b.String()), append(out.groups, g)
			b.Reset()
		default:
			b.WriteByte(s[i])
		}
	}
	out.texts = append(out.texts, b.String())
	return out, true
}

// Append appends the replacement for a match at the submatch indices m of s.
func (p Replacement) Append(dst []byte, s string, m []int) []byte {
	for i, g := range p.groups {
		dst = append(dst, p.texts[i]...)
		if m[2*g] >= 0 {
			dst = append(dst, s[m[2*g]:m[2*g+1]]...)
		}
	}
	return append(dst, p.texts[len(p.groups)]...)
}
