package log

import (
	"path"
	"strings"
	"time"

	"github.com/flintlake/flintlake/dataframe/types"
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

// TypedPartition is the value of a partition column that a writer has: a Go value as vec.ValueAt gives it.
type TypedPartition struct {
	Column string // physical name
	Type   types.DataType
	Value  any
}

// EncodePartition gives the values for an add action and the directory for its file, "p=a/q=x%2Fy", "" for an unpartitioned
// table. Timestamps are in UTC in the log and in loc, the session's zone, in the directory, as Delta 4 does. EncodePath the whole name afterwards.
func EncodePartition(parts []TypedPartition, loc *time.Location) (PartitionValues, string) {
	values := make(PartitionValues, 0, len(parts))
	var dir strings.Builder
	for i, p := range parts {
		text, null := FormatPartitionValue(p.Value, p.Type)
		values = append(values, PartitionValue{p.Column, text, null || text == ""})
		if us, ok := p.Value.(int64); ok && p.Type.ID() == types.IDTimestamp {
			text = localTimestamp(us, loc)
		}
		if i > 0 {
			dir.WriteByte('/')
		}
		dir.WriteString(EscapePartition(p.Column))
		dir.WriteByte('=')
		if null || text == "" {
			text = hiveDefaultPartition
		}
		dir.WriteString(EscapePartition(text))
	}
	return values, dir.String()
}

func localTimestamp(us int64, loc *time.Location) string {
	if loc != nil {
		_, offset := time.UnixMicro(us).In(loc).Zone()
		us += int64(offset) * 1_000_000
	}
	return trimFraction(formatTimestamp(us, " ", 6))
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
