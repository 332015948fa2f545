package parquetio

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/types"
)

// Leaf describes one leaf column, the unit of statistics. Its number is its place in File.Leaves.
type Leaf struct {
	// Path is the names from the root, those of list and map groups included.
	Path []string
	// FieldID is -1 without one.
	FieldID int32
	// Type is Spark's type of the leaf by itself; nil when Spark has none.
	Type types.DataType
	// Repeated tells that the leaf is inside of an array or map.
	Repeated bool
}

// Leaves lists the leaf columns.
func (f *File) Leaves() []Leaf {
	l := make([]Leaf, len(f.leaves))
	for i, n := range f.leaves {
		t, _ := sparkPrimitive(n)
		l[i] = Leaf{Path: n.names(), FieldID: n.FieldID, Type: t, Repeated: n.rep > 0}
	}
	return l
}

// FindLeaf is the number of the leaf that a field of a schema (or a field of its structs, and so on) is stored in; -1 when
// the file lacks it, or it is not a single leaf outside of arrays and maps. path are the fields from the top.
func (f *File) FindLeaf(match Match, caseSensitive bool, path ...types.StructField) int {
	r := &resolver{f: f, match: match, caseSensitive: caseSensitive}
	n := f.root
	for i := range path {
		c, err := r.find(&path[i], n)
		if err != nil || c == nil || c.rep > 0 {
			return -1
		}
		n = c
	}
	return n.leaf
}

// ColumnBytes is the compressed size in row group g of what a scan of the schema would read.
func (f *File) ColumnBytes(g int, schema types.StructType, match Match) int64 {
	r := &resolver{f: f, match: match}
	fields, err := r.schema(schema)
	if err != nil {
		return 0
	}
	var n int64
	for _, x := range fields {
		x.walk(func(leaf int, _ *field) { n += f.meta.RowGroups[g].Columns[leaf].TotalCompressedSize })
	}
	return n
}

// String is the Parquet schema, an element a line, for people.
func (f *File) String() string {
	var b strings.Builder
	var write func(n *node, depth int)
	write = func(n *node, depth int) {
		b.WriteString(strings.Repeat("  ", depth))
		if n.parent != nil {
			b.WriteString(n.Repetition.String() + " ")
		}
		b.WriteString(n.Name)
		if t := n.typeText(); !n.isGroup() {
			b.WriteString(": " + t)
		} else if a := n.Annotation.String(); a != "" {
			b.WriteString(" (" + a + ")")
		}
		b.WriteByte('\n')
		for _, c := range n.children {
			write(c, depth+1)
		}
	}
	write(f.root, 0)
	return b.String()
}
