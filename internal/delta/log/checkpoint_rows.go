package log

import (
	"fmt"
	"slices"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/delta/dv"
	"github.com/flintlake/flintlake/internal/vec"
)

// rowDecoder turns rows of a checkpoint into actions. Texts are copied out of the batch into large shared blocks, since
// a million small strings cost the garbage collector more than they hold.
type rowDecoder struct {
	want    types.StructType
	text    []byte
	values  []PartitionValue  // block that files take theirs from
	columns map[string]string // partition column names
	last    map[string]string // last partition value text by column: neighbours usually agree
}

func newRowDecoder(want types.StructType) *rowDecoder {
	return &rowDecoder{want: want, columns: map[string]string{}, last: map[string]string{}}
}

const (
	textBlock   = 256 << 10
	valuesBlock = 4096
)

// copy keeps a text.
func (d *rowDecoder) copy(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if len(b) > cap(d.text)-len(d.text) {
		d.text = make([]byte, 0, max(textBlock, len(b)))
	}
	n := len(d.text)
	d.text = append(d.text, b...)
	return unsafeString(d.text[n:])
}

// fields are the children of one action's column by name.
type fields struct {
	*vec.Vector
	d      *rowDecoder
	byName map[string]*vec.Vector
}

func (d *rowDecoder) fields(v *vec.Vector) *fields {
	f := &fields{Vector: v, d: d, byName: map[string]*vec.Vector{}}
	for i, field := range v.Type.(types.StructType).Fields {
		if i < len(v.Children) {
			f.byName[field.Name] = v.Children[i]
		}
	}
	return f
}

func (d *rowDecoder) batch(b *vec.Batch, sink *actionSink) error {
	if len(b.Cols) != len(d.want.Fields) {
		return fmt.Errorf("%d columns where %d were asked for", len(b.Cols), len(d.want.Fields))
	}
	for c, field := range d.want.Fields {
		f := d.fields(b.Cols[c])
		if field.Name == "add" || field.Name == "remove" {
			f.prepare()
		}
		for i := range b.Rows() {
			row := b.Row(i)
			if f.IsNull(row) {
				continue
			}
			if err := f.action(field.Name, row, sink); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *fields) action(kind string, row int, sink *actionSink) error {
	switch kind {
	case "add":
		a := f.add(row)
		if a.Path == "" {
			return errNoPath
		}
		sink.add(a)
	case "remove":
		r := f.remove(row)
		if r.Path == "" {
			return errNoPath
		}
		sink.remove(r)
	case "metaData":
		sink.metadata(f.metadata(row))
	case "protocol":
		sink.protocol(&Protocol{
			MinReaderVersion: int(f.int("minReaderVersion", row)), MinWriterVersion: int(f.int("minWriterVersion", row)),
			ReaderFeatures: f.strings("readerFeatures", row), WriterFeatures: f.strings("writerFeatures", row),
		})
	case "txn":
		sink.txn(SetTransaction{f.string("appId", row), f.int("version", row), f.intPtr("lastUpdated", row)})
	case "domainMetadata":
		sink.domain(DomainMetadata{f.string("domain", row), f.string("configuration", row), f.bool("removed", row)})
	case "sidecar":
		s := Sidecar{Path: f.string("path", row), SizeInBytes: f.int("sizeInBytes", row), ModificationTime: f.int("modificationTime", row), Tags: f.stringMap("tags", row)}
		if s.Path == "" {
			return errNoPath
		}
		sink.sidecar(s)
	}
	return nil
}

// prepare forgets columns that are null throughout the batch, so that rows do not look at them.
func (f *fields) prepare() {
	for name, v := range f.byName {
		if v.Valid != nil && v.Form == vec.Flat && v.Valid.Count(v.Len) == 0 {
			delete(f.byName, name)
		}
	}
}

func (f *fields) add(row int) AddFile {
	a := AddFile{
		Path: f.string("path", row), PartitionValues: f.partitionValues(row), Size: f.int("size", row), ModificationTime: f.int("modificationTime", row),
		DataChange: f.bool("dataChange", row), Stats: f.string("stats", row), Tags: f.stringMap("tags", row), DeletionVector: f.deletionVector(row),
		BaseRowID: f.intPtr("baseRowId", row), DefaultRowCommitVersion: f.intPtr("defaultRowCommitVersion", row), ClusteringProvider: f.string("clusteringProvider", row),
	}
	if v, ok := f.child("stats_parsed", row); ok {
		w := &jsonWriter{}
		writeVectorJSON(w, v, row)
		a.Stats = f.d.copy(w.b)
	}
	return a
}

func (f *fields) remove(row int) RemoveFile {
	r := RemoveFile{
		Path: f.string("path", row), DeletionTimestamp: f.intPtr("deletionTimestamp", row), DataChange: f.bool("dataChange", row),
		PartitionValues: f.partitionValues(row), Size: f.intPtr("size", row), Tags: f.stringMap("tags", row), DeletionVector: f.deletionVector(row),
		BaseRowID: f.intPtr("baseRowId", row), DefaultRowCommitVersion: f.intPtr("defaultRowCommitVersion", row), Stats: f.string("stats", row),
	}
	if _, ok := f.child("extendedFileMetadata", row); ok {
		extended := f.bool("extendedFileMetadata", row)
		r.ExtendedFileMetadata = &extended
	}
	return r
}

func (f *fields) metadata(row int) *Metadata {
	m := &Metadata{
		ID: f.string("id", row), Name: f.string("name", row), Description: f.string("description", row), Provider: "parquet",
		SchemaString: f.string("schemaString", row), PartitionColumns: f.strings("partitionColumns", row),
		Configuration: f.stringMap("configuration", row), CreatedTime: f.intPtr("createdTime", row),
	}
	if v, ok := f.child("format", row); ok {
		format := f.d.fields(v)
		if p := format.string("provider", row); p != "" {
			m.Provider = p
		}
		m.Options = format.stringMap("options", row)
	}
	return m
}

// child is the column of a field, ok when its value in the row is not null.
func (f *fields) child(name string, row int) (*vec.Vector, bool) {
	v := f.byName[name]
	return v, v != nil && !v.IsNull(row)
}

func (f *fields) string(name string, row int) string {
	v, ok := f.child(name, row)
	if !ok {
		return ""
	}
	return f.d.copy(viewAt(v, row))
}

// viewAt is the bytes of a text; they belong to the batch.
func viewAt(v *vec.Vector, row int) []byte {
	return vec.Values[vec.View](v.Base())[v.Slot(row)].Bytes()
}

func (f *fields) int(name string, row int) int64 {
	v, ok := f.child(name, row)
	if !ok {
		return 0
	}
	return intAt(v, row)
}

func intAt(v *vec.Vector, row int) int64 {
	switch v.Type.ID() {
	case types.IDByte:
		return int64(vec.At[int8](v, row))
	case types.IDShort:
		return int64(vec.At[int16](v, row))
	case types.IDInteger, types.IDDate:
		return int64(vec.At[int32](v, row))
	case types.IDLong, types.IDTimestamp, types.IDTimestampNTZ:
		return vec.At[int64](v, row)
	}
	return 0
}

func (f *fields) intPtr(name string, row int) *int64 {
	v, ok := f.child(name, row)
	if !ok {
		return nil
	}
	n := intAt(v, row)
	return &n
}

func (f *fields) bool(name string, row int) bool {
	v, ok := f.child(name, row)
	return ok && v.Type.ID() == types.IDBoolean && vec.At[bool](v, row)
}

func (f *fields) strings(name string, row int) []string {
	v, ok := f.child(name, row)
	if !ok || v.Type.ID() != types.IDArray {
		return nil
	}
	span := vec.At[vec.Span](v, row)
	l := make([]string, span.Size)
	for i := range l {
		l[i] = f.d.copy(viewAt(v.Base().Children[0], int(span.Offset)+i))
	}
	return l
}

// entries calls one for every entry of a map.
func (f *fields) entries(name string, row int, one func(key, value []byte, null bool)) bool {
	v, ok := f.child(name, row)
	if !ok || v.Type.ID() != types.IDMap {
		return false
	}
	span := vec.At[vec.Span](v, row)
	keys, values := v.Base().Children[0], v.Base().Children[1]
	for i := int(span.Offset); i < int(span.Offset+span.Size); i++ {
		if values.IsNull(i) {
			one(viewAt(keys, i), nil, true)
		} else {
			one(viewAt(keys, i), viewAt(values, i), false)
		}
	}
	return true
}

func (f *fields) stringMap(name string, row int) map[string]string {
	if f.byName[name] == nil {
		return nil
	}
	m := map[string]string{}
	if !f.entries(name, row, func(key, value []byte, _ bool) { m[f.d.copy(key)] = f.d.copy(value) }) {
		return nil
	}
	return m
}

func (f *fields) partitionValues(row int) PartitionValues {
	if f.byName["partitionValues"] == nil {
		return nil
	}
	start := len(f.d.values)
	f.entries("partitionValues", row, func(key, value []byte, null bool) {
		column, ok := f.d.columns[unsafeString(key)]
		if !ok {
			column = f.d.copy(key)
			f.d.columns[column] = column
		}
		text := f.d.last[column]
		if !null && text != unsafeString(value) {
			text = f.d.copy(value)
			f.d.last[column] = text
		}
		if null {
			text = ""
		}
		if len(f.d.values) == cap(f.d.values) { // a new block; the values of this file move along
			block := make([]PartitionValue, 0, max(valuesBlock, 2*(len(f.d.values)-start)))
			f.d.values, start = append(block, f.d.values[start:]...), 0
		}
		f.d.values = append(f.d.values, PartitionValue{column, text, null})
	})
	return slices.Clip(PartitionValues(f.d.values[start:]))
}

func (f *fields) deletionVector(row int) *dv.Descriptor {
	v, ok := f.child("deletionVector", row)
	if !ok {
		return nil
	}
	c := f.d.fields(v)
	d := &dv.Descriptor{StorageType: c.string("storageType", row), PathOrInline: c.string("pathOrInlineDv", row), SizeInBytes: int32(c.int("sizeInBytes", row)), Cardinality: c.int("cardinality", row)}
	if n := c.intPtr("offset", row); n != nil {
		offset := int32(*n)
		d.Offset = &offset
	}
	return d
}
