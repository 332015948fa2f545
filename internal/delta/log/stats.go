package log

import (
	"strconv"
	"strings"
	"time"

	"github.com/flintlake/flintlake/dataframe/types"
)

// NumRecords is the number of rows in the file, deleted ones included; ok is false when it has no statistics.
func (a *AddFile) NumRecords() (n int64, ok bool) {
	if a.Stats == "" {
		return 0, false
	}
	if rest, found := strings.CutPrefix(a.Stats, `{"numRecords":`); found { // where nearly all writers put it
		end := 0
		for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
			end++
		}
		n, err := strconv.ParseInt(rest[:end], 10, 64)
		return n, err == nil
	}
	r := jsonReader{b: bytesOf(a.Stats)}
	r.object(func(key string) {
		if key == "numRecords" && r.next() != 'n' {
			n, ok = r.int64(), true
		} else {
			r.skip(0)
		}
	})
	return n, ok && r.err == nil
}

// StatsColumn is a column whose bounds are asked for: the physical names on the way to it, and its type.
type StatsColumn struct {
	Path []string
	Type types.DataType
}

// ColumnStats are the bounds of one column in one file. They are bounds: the extreme values themselves may be narrower, since strings
// and timestamps are rounded and rows may be deleted.
type ColumnStats struct {
	// Min and Max are Go values as vec.ValueAt gives them, nil when unknown. A column with only nulls has none.
	Min, Max any
	// Nulls is the number of nulls, -1 when unknown.
	Nulls int64
}

// FileStats are the statistics of a file for some columns.
type FileStats struct {
	Rows int64 // -1 when unknown
	// Tight: no rows were deleted since, so that Nulls is exact; else Nulls counts deleted rows too.
	Tight   bool
	Columns []ColumnStats
}

// StatsReader reads the statistics of files for the same columns. It is not safe for concurrent use.
type StatsReader struct {
	columns []StatsColumn
	tree    statsNode
	stats   FileStats
}

// statsNode is a step of the paths: a column, or a struct on the way to some.
type statsNode struct {
	column   int // -1 for a struct
	children map[string]*statsNode
}

// NewStatsReader prepares for some columns.
func NewStatsReader(columns []StatsColumn) *StatsReader {
	r := &StatsReader{columns: columns, tree: statsNode{column: -1}}
	for i, c := range columns {
		n := &r.tree
		for _, name := range c.Path {
			if n.children == nil {
				n.children = map[string]*statsNode{}
			}
			next := n.children[name]
			if next == nil {
				next = &statsNode{column: -1}
				n.children[name] = next
			}
			n = next
		}
		n.column = i
	}
	r.stats.Columns = make([]ColumnStats, len(columns))
	return r
}

// Read gives the statistics of a file; they are valid until the next call. A file without readable ones has unknown bounds.
func (r *StatsReader) Read(a *AddFile) *FileStats {
	s := &r.stats
	s.Rows, s.Tight = -1, a.DeletionVector == nil
	for i := range s.Columns {
		s.Columns[i] = ColumnStats{Nulls: -1}
	}
	if a.Stats == "" {
		return s
	}
	j := jsonReader{b: bytesOf(a.Stats)}
	j.object(func(key string) {
		switch key {
		case "numRecords":
			if j.next() != 'n' {
				s.Rows = j.int64()
			} else {
				j.null()
			}
		case "minValues":
			r.read(&j, &r.tree, func(c int) { s.Columns[c].Min = statsValue(&j, r.columns[c].Type, false) })
		case "maxValues":
			r.read(&j, &r.tree, func(c int) { s.Columns[c].Max = statsValue(&j, r.columns[c].Type, true) })
		case "nullCount":
			r.read(&j, &r.tree, func(c int) {
				if b := j.next(); b >= '0' && b <= '9' {
					s.Columns[c].Nulls = j.int64()
				} else {
					j.skip(0)
				}
			})
		case "tightBounds":
			s.Tight = j.bool() && s.Tight
		default:
			j.skip(0)
		}
	})
	if j.err != nil { // half-read statistics are worth nothing
		*s = FileStats{Rows: -1, Columns: s.Columns}
		for i := range s.Columns {
			s.Columns[i] = ColumnStats{Nulls: -1}
		}
	}
	return s
}

func (r *StatsReader) read(j *jsonReader, n *statsNode, leaf func(column int)) {
	if b := j.next(); b != '{' {
		j.skip(0)
		return
	}
	j.object(func(key string) {
		child := n.children[key]
		switch {
		case child == nil:
			j.skip(0)
		case child.column >= 0:
			leaf(child.column)
		default:
			r.read(j, child, leaf)
		}
	})
}

// statsValue reads one bound; what is not of the type is unknown.
func statsValue(j *jsonReader, t types.DataType, isMax bool) any {
	var text string
	switch b := j.next(); {
	case b == '"':
		text = j.string()
	case b == '-' || b >= '0' && b <= '9':
		text = string(j.number())
	default:
		j.skip(0)
		return nil
	}
	if isIntegral(t) {
		text = strings.TrimSuffix(text, ".0")
	}
	v, ok := parseScalar(text, t, time.UTC)
	if !ok {
		return nil
	}
	if us, isTime := v.(int64); isTime && isMax && (t.ID() == types.IDTimestamp || t.ID() == types.IDTimestampNTZ) {
		return us + 999 // Delta cuts to milliseconds
	}
	return v
}

func isIntegral(t types.DataType) bool { return t.ID() >= types.IDByte && t.ID() <= types.IDLong }

// LooseBounds marks statistics as bounds only, for a file that gets a deletion vector: its extremes and null counts may belong
// to deleted rows.
func LooseBounds(stats string) string {
	if stats == "" {
		return ""
	}
	w := &jsonWriter{}
	w.open('{')
	r := jsonReader{b: bytesOf(stats)}
	r.object(func(key string) {
		value := r.raw()
		if key != "tightBounds" {
			w.rawField(key, string(value))
		}
	})
	if r.err != nil {
		return stats
	}
	w.boolField("tightBounds", false)
	w.close('}')
	return string(w.b)
}
