package log

import (
	"path"
	"strings"

	"github.com/flintlake/flintlake/internal/objstore"
)

// uriLegal are the characters that java.net.URI leaves alone in a path; all others in ASCII become %XX. Letters beyond
// ASCII stay as they are, as in the paths that Delta writes.
const uriLegal = "-_.!~*'():@&=+$,;/"

// EncodePath turns a file name below the table into the path of an action. Exactly once, at writing.
func EncodePath(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c >= 0x80 || isAlphanumeric(c) || strings.IndexByte(uriLegal, c) >= 0 {
			b.WriteByte(c)
		} else {
			writePercent(&b, c)
		}
	}
	return b.String()
}

// DecodePath turns the path of an action into the name in the store. Exactly once, at reading. A percent sign without two
// hex digits stands for itself: some writers do not encode.
func DecodePath(p string) string {
	if strings.IndexByte(p, '%') < 0 {
		return p
	}
	b := make([]byte, 0, len(p))
	for i := 0; i < len(p); i++ {
		if p[i] == '%' && i+2 < len(p) {
			if hi, lo := unhex(p[i+1]), unhex(p[i+2]); hi >= 0 && lo >= 0 {
				b = append(b, byte(hi<<4|lo))
				i += 2
				continue
			}
		}
		b = append(b, p[i])
	}
	return string(b)
}

func isAlphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func writePercent(b *strings.Builder, c byte) {
	const upper = "0123456789ABCDEF"
	b.WriteByte('%')
	b.WriteByte(upper[c>>4])
	b.WriteByte(upper[c&15])
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// hiveEscaped are the characters that Spark's ExternalCatalogUtils escapes in partition directories, with the control characters.
const hiveEscaped = "\"#%'*/:=?\\\x7f{[]^"

// EscapePartition is a partition column's name or value as part of a directory name.
func EscapePartition(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || strings.IndexByte(hiveEscaped, c) >= 0 {
			writePercent(&b, c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// hiveDefaultPartition is the directory of NULL and of the empty string.
const hiveDefaultPartition = "__HIVE_DEFAULT_PARTITION__"

// PartitionDir is the directory of a file below the table, "p=a/q=x%2Fy", "" for an unpartitioned table. Different values
// have different directories. EncodePath the whole name afterwards.
func PartitionDir(p PartitionValues) string {
	var b strings.Builder
	for i := range p {
		if i > 0 {
			b.WriteByte('/')
		}
		b.WriteString(EscapePartition(p[i].Column))
		b.WriteByte('=')
		switch value := p[i].Value; {
		case p[i].Null || value == "":
			b.WriteString(hiveDefaultPartition)
		case value == hiveDefaultPartition: // the text itself, which Hive cannot tell from NULL
			b.WriteString("%5F" + value[1:])
		default:
			b.WriteString(EscapePartition(value))
		}
	}
	return b.String()
}

// Locate finds the store and key of a file by its path in an action (or that of a deletion vector): URI-encoded, relative
// to the table or absolute.
func (t *Table) Locate(uri string) (objstore.Store, string, error) {
	name := DecodePath(uri)
	if !isAbsolute(name) {
		return t.store, path.Clean(objstore.Join(t.root, name)), nil
	}
	if strings.HasPrefix(name, "/") {
		return t.store, path.Clean(name), nil
	}
	return t.stores.Resolve(name)
}

func isAbsolute(name string) bool {
	if strings.HasPrefix(name, "/") {
		return true
	}
	i := strings.Index(name, ":/")
	return i > 1 && !strings.ContainsAny(name[:i], "/=% ")
}
