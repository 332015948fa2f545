package log

import (
	"bytes"
	"cmp"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/vec"
)

// StatsCollector computes the statistics of one data file while it is written.
type StatsCollector struct {
	columns []*statsColumn
	tight   bool
	prefix  int // characters kept of a string
	rows    int64
}

// statsColumn is a field on the way: a leaf that is indexed, or a struct that holds some.
type statsColumn struct {
	index    int    // in the batch or parent
	name     string // physical
	typ      types.DataType
	children []*statsColumn // of a struct

	nulls    int64
	bounds   bool // min and max are kept
	has      bool
	loI, hiI int64
	loF, hiF float64
	loD, hiD types.Int128
	loS, hiS []byte
	plain    bool // a value was seen that is not NaN
}

// stringPrefix is how many characters of a string are kept unless delta.dataSkippingStringPrefixLength says otherwise.
const stringPrefix = 32

// NewStatsCollector prepares for files with the columns of data, the table's schema without partition columns. Which columns are indexed follows
// the table's properties. tightBounds is written for tables with deletion vectors.
func NewStatsCollector(m *Metadata, p *Protocol, data types.StructType) *StatsCollector {
	c := &StatsCollector{tight: p != nil && p.Supports("deletionVectors"), prefix: int(m.intProperty("delta.dataSkippingStringPrefixLength", stringPrefix))}
	mapped := m.ColumnMappingMode() != "none"
	if list := m.Property(propStatsColumns); list != "" {
		c.columns = chosen(data, parseColumnList(list), mapped)
		return c
	}
	left := int(m.intProperty(propIndexedColumns, 32))
	if left < 0 {
		left = math.MaxInt
	}
	c.columns = firstLeaves(data, &left, mapped)
	return c
}

// PhysicalName is a field's name in data files, statistics and partition values.
func PhysicalName(f types.StructField, mapped bool) string {
	if mapped {
		if name, ok := f.MetadataString("delta.columnMapping.physicalName"); ok {
			return name
		}
	}
	return f.Name
}

// firstLeaves are the columns that the first so many leaves of the schema belong to.
func firstLeaves(s types.StructType, left *int, mapped bool) []*statsColumn {
	var l []*statsColumn
	for i, f := range s.Fields {
		if *left <= 0 {
			break
		}
		c := &statsColumn{index: i, name: PhysicalName(f, mapped), typ: f.Type}
		if nested, ok := f.Type.(types.StructType); ok {
			c.children = firstLeaves(nested, left, mapped)
		} else {
			*left--
			c.bounds = hasBounds(f.Type)
		}
		l = append(l, c)
	}
	return l
}

// chosen are the columns named by paths; a struct stands for all its fields.
func chosen(s types.StructType, paths [][]string, mapped bool) []*statsColumn {
	var l []*statsColumn
	for i, f := range s.Fields {
		var below [][]string
		whole := false
		for _, p := range paths {
			if strings.EqualFold(p[0], f.Name) {
				whole = whole || len(p) == 1
				if len(p) > 1 {
					below = append(below, p[1:])
				}
			}
		}
		if !whole && below == nil {
			continue
		}
		c := &statsColumn{index: i, name: PhysicalName(f, mapped), typ: f.Type}
		nested, isStruct := f.Type.(types.StructType)
		switch {
		case isStruct && whole:
			all := math.MaxInt
			c.children = firstLeaves(nested, &all, mapped)
		case isStruct:
			c.children = chosen(nested, below, mapped)
		default:
			c.bounds = hasBounds(f.Type)
		}
		l = append(l, c)
	}
	return l
}

// parseColumnList splits "a, b.c, `d.e`".
func parseColumnList(s string) [][]string {
	var list [][]string
	var path []string
	var name strings.Builder
	quoted := false
	end := func() {
		if n := name.String(); strings.TrimSpace(n) != "" {
			path = append(path, strings.TrimSpace(n))
		}
		name.Reset()
	}
	for _, r := range s {
		switch {
		case r == '`':
			quoted = !quoted
		case quoted:
			name.WriteRune(r)
		case r == '.':
			end()
		case r == ',':
			end()
			if path != nil {
				list = append(list, path)
			}
			path = nil
		default:
			name.WriteRune(r)
		}
	}
	end()
	if path != nil {
		list = append(list, path)
	}
	return list
}

// hasBounds tells for which types Delta keeps min and max (SkippingEligibleDataType).
func hasBounds(t types.DataType) bool {
	switch t.ID() {
	case types.IDByte, types.IDShort, types.IDInteger, types.IDLong, types.IDFloat, types.IDDouble, types.IDDecimal,
		types.IDDate, types.IDTimestamp, types.IDTimestampNTZ, types.IDString, types.IDChar, types.IDVarchar:
		return true
	}
	return false
}

// Add counts the selected rows of a batch with the columns of data.
func (c *StatsCollector) Add(b *vec.Batch) {
	c.rows += int64(b.Rows())
	sel := b.Sel
	if sel == nil {
		sel = vec.All(b.Len)
	}
	for _, col := range c.columns {
		if col.index < len(b.Cols) {
			col.add(b.Cols[col.index], sel)
		}
	}
}

// NumRecords is the number of rows added.
func (c *StatsCollector) NumRecords() int64 { return c.rows }

// add counts rows sel of v; rows whose parent is null were counted by the parent.
func (c *statsColumn) add(v *vec.Vector, sel vec.Sel) {
	live := notNull(v, sel)
	missing := int64(len(sel) - len(live))
	c.addNulls(missing)
	if len(live) == 0 {
		return
	}
	if c.children != nil {
		base := v.Base()
		rows := live
		if v.Form != vec.Flat {
			rows = make(vec.Sel, len(live))
			for i, r := range live {
				rows[i] = int32(v.Slot(int(r)))
			}
		}
		for _, k := range c.children {
			k.add(base.Children[k.index], rows)
		}
		return
	}
	if c.bounds {
		c.extend(v, live)
	}
}

func (c *statsColumn) addNulls(n int64) {
	c.nulls += n
	for _, k := range c.children {
		k.addNulls(n)
	}
}

func notNull(v *vec.Vector, sel vec.Sel) vec.Sel {
	switch {
	case v.Type.ID() == types.IDNull:
		return nil
	case v.Valid == nil:
		return sel
	case v.Form == vec.Constant:
		if v.Valid.Get(0) {
			return sel
		}
		return nil
	}
	live := make(vec.Sel, 0, len(sel))
	for _, i := range sel {
		if v.Valid.Get(int(i)) {
			live = append(live, i)
		}
	}
	return live
}

// slots are the places in the base's Data that rows stand for: one for a constant, each used entry of a dictionary once.
func slots(v *vec.Vector, rows vec.Sel) (*vec.Vector, vec.Sel) {
	switch v.Form {
	case vec.Constant:
		return v, vec.Sel{0}
	case vec.Dictionary:
		dict := v.Children[0]
		if dict.Len > 4*len(rows) {
			used := make(vec.Sel, len(rows))
			for i, r := range rows {
				used[i] = int32(v.Codes[r])
			}
			return dict, used
		}
		seen := make([]bool, dict.Len)
		used := make(vec.Sel, 0, min(dict.Len, len(rows)))
		for _, r := range rows {
			if code := v.Codes[r]; !seen[code] {
				seen[code] = true
				used = append(used, int32(code))
			}
		}
		return dict, used
	}
	return v, rows
}

func (c *statsColumn) extend(v *vec.Vector, rows vec.Sel) {
	base, at := slots(v, rows)
	switch c.typ.ID() {
	case types.IDByte:
		extendInt[int8](c, base, at)
	case types.IDShort:
		extendInt[int16](c, base, at)
	case types.IDInteger, types.IDDate:
		extendInt[int32](c, base, at)
	case types.IDLong, types.IDTimestamp, types.IDTimestampNTZ:
		extendInt[int64](c, base, at)
	case types.IDFloat:
		extendFloat[float32](c, base, at)
	case types.IDDouble:
		extendFloat[float64](c, base, at)
	case types.IDDecimal:
		for _, i := range at {
			d := vec.Values[types.Int128](base)[i]
			if !c.has || d.Less(c.loD) {
				c.loD = d
			}
			if !c.has || c.hiD.Less(d) {
				c.hiD = d
			}
			c.has = true
		}
	default:
		c.extendText(vec.Values[vec.View](base), at)
	}
}

func extendInt[T int8 | int16 | int32 | int64](c *statsColumn, v *vec.Vector, at vec.Sel) {
	data := vec.Values[T](v)
	lo, hi := bounds(data, at)
	if !c.has || int64(lo) < c.loI {
		c.loI = int64(lo)
	}
	if !c.has || int64(hi) > c.hiI {
		c.hiI = int64(hi)
	}
	c.has = true
}

func bounds[T cmp.Ordered](data []T, at vec.Sel) (lo, hi T) {
	lo, hi = data[at[0]], data[at[0]]
	for _, i := range at {
		lo, hi = min(lo, data[i]), max(hi, data[i])
	}
	return lo, hi
}

// extendFloat orders as Spark does: NaN is above everything else.
func extendFloat[T float32 | float64](c *statsColumn, v *vec.Vector, at vec.Sel) {
	data := vec.Values[T](v)
	for _, i := range at {
		f := float64(data[i])
		if f != f {
			c.hiF = f
			if !c.has {
				c.loF = f
			}
			c.has = true
			continue
		}
		if !c.plain || f < c.loF {
			c.loF = f
		}
		if !c.has || f > c.hiF { // never true once hiF is NaN
			c.hiF = f
		}
		c.has, c.plain = true, true
	}
}

func (c *statsColumn) extendText(views []vec.View, at vec.Sel) {
	for _, i := range at {
		b := views[i].Bytes()
		if !c.has {
			c.loS, c.hiS, c.has = append(c.loS[:0], b...), append(c.hiS[:0], b...), true
			continue
		}
		if bytes.Compare(b, c.loS) < 0 {
			c.loS = append(c.loS[:0], b...)
		}
		if bytes.Compare(b, c.hiS) > 0 {
			c.hiS = append(c.hiS[:0], b...)
		}
	}
}

// JSON is the text for AddFile.Stats.
func (c *StatsCollector) JSON() string {
	w := &jsonWriter{}
	w.open('{')
	w.intField("numRecords", c.rows)
	for _, part := range []struct {
		name string
		leaf func(*jsonWriter, *statsColumn)
	}{{"minValues", c.writeMin}, {"maxValues", c.writeMax}, {"nullCount", writeNulls}} {
		w.key(part.name)
		writeTree(w, c.columns, part.leaf)
	}
	if c.tight {
		w.boolField("tightBounds", true)
	}
	w.close('}')
	return string(w.b)
}

func writeTree(w *jsonWriter, columns []*statsColumn, leaf func(*jsonWriter, *statsColumn)) {
	w.open('{')
	for _, c := range columns {
		if c.children == nil {
			leaf(w, c)
			continue
		}
		w.key(c.name)
		writeTree(w, c.children, leaf)
	}
	w.close('}')
}

func writeNulls(w *jsonWriter, c *statsColumn) { w.intField(c.name, c.nulls) }

func (s *StatsCollector) writeMin(w *jsonWriter, c *statsColumn) {
	if !c.has {
		return
	}
	switch c.typ.ID() {
	case types.IDTimestamp, types.IDTimestampNTZ:
		w.stringField(c.name, statsTimestamp(floorDiv(c.loI, 1000), c.typ))
	case types.IDString, types.IDChar, types.IDVarchar:
		w.stringField(c.name, truncateMin(string(c.loS), s.prefix))
	default:
		c.writeBound(w, c.loI, c.loF, c.loD)
	}
}

func (s *StatsCollector) writeMax(w *jsonWriter, c *statsColumn) {
	if !c.has {
		return
	}
	switch c.typ.ID() {
	case types.IDTimestamp, types.IDTimestampNTZ:
		w.stringField(c.name, statsTimestamp(-floorDiv(-c.hiI, 1000), c.typ))
	case types.IDString, types.IDChar, types.IDVarchar:
		if bound, ok := truncateMax(string(c.hiS), s.prefix); ok {
			w.stringField(c.name, bound)
		}
	default:
		c.writeBound(w, c.hiI, c.hiF, c.hiD)
	}
}

func (c *statsColumn) writeBound(w *jsonWriter, i int64, f float64, d types.Int128) {
	switch t := c.typ.(type) {
	case types.FloatType:
		writeFloat(w, c.name, f, 32)
	case types.DoubleType:
		writeFloat(w, c.name, f, 64)
	case types.DecimalType:
		w.rawField(c.name, types.Decimal{Unscaled: d, Precision: t.Precision, Scale: t.Scale}.String())
	case types.DateType:
		w.stringField(c.name, formatDate(int32(i)))
	default:
		w.rawField(c.name, strconv.FormatInt(i, 10))
	}
}

func writeFloat(w *jsonWriter, name string, f float64, bits int) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		w.stringField(name, javaFloat(f, bits))
		return
	}
	w.rawField(name, javaFloat(f, bits))
}

// statsTimestamp is milliseconds as statistics show them. The caller has rounded down for a minimum and up for a maximum, so that
// the bounds hold for readers that do not widen them.
func statsTimestamp(ms int64, t types.DataType) string {
	s := formatTimestamp(ms*1000, "T", 3)
	if t.ID() == types.IDTimestamp {
		s += "Z"
	}
	return s
}

// truncateMin keeps the first characters: a prefix is never above the whole.
func truncateMin(s string, prefix int) string {
	s = strings.ToValidUTF8(s, "\ufffd")
	return s[:prefixBytes(s, prefix)]
}

// truncateMax keeps the first characters and puts one after them that is above the one dropped. Strings of nothing but
// the highest character have no such bound within twice the length.
func truncateMax(s string, prefix int) (string, bool) {
	s = strings.ToValidUTF8(s, "\ufffd")
	n := prefixBytes(s, prefix)
	for taken := prefix; n < len(s); taken++ {
		if taken >= 2*prefix {
			return "", false
		}
		r, size := utf8.DecodeRuneInString(s[n:])
		switch {
		case r < 0x7f:
			return s[:n] + "\x7f", true
		case r < utf8.MaxRune:
			return s[:n] + string(utf8.MaxRune), true
		}
		n += size
	}
	return s, true
}

// prefixBytes is the length in bytes of the first n characters.
func prefixBytes(s string, n int) int {
	if n < 0 || len(s) <= n {
		return len(s)
	}
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}
