package log

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/delta/dv"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/vec"
)

// Checkpoint writes the state of s as one Parquet file and points _last_checkpoint to it. A checkpoint that exists already is left alone.
// Readers never need it: a failure costs only time.
func (t *Table) Checkpoint(ctx context.Context, s *Snapshot) error {
	key := objstore.Join(t.logKey(), checkpointName(s.Version))
	if _, err := t.store.Stat(ctx, key); err == nil {
		return nil
	} else if !isMissing(err) {
		return err
	}
	w, err := t.store.Create(ctx, key)
	if err != nil {
		return err
	}
	defer w.Abort()
	c := &checkpointWriter{s: s, alloc: t.opts.Allocator}
	if err := t.opts.Parquet.Write(ctx, w, checkpointSchema, c.batches(ctx)); err != nil {
		return err
	}
	if err := w.Commit(ctx); err != nil {
		return err
	}
	text := fmt.Sprintf(`{"version":%d,"size":%d,"sizeInBytes":%d,"numOfAddFiles":%d}`, s.Version, c.actions, w.Size(), c.adds)
	return t.store.Put(ctx, objstore.Join(t.logKey(), lastCheckpointKey), []byte(text))
}

func field(name string, t types.DataType) types.StructField {
	return types.StructField{Name: name, Type: t, Nullable: true}
}

func structOf(fields ...types.StructField) types.StructType { return types.StructType{Fields: fields} }

var (
	textMap  = types.MapType{Key: types.String, Value: types.String, ValueContainsNull: true}
	textList = types.ArrayType{Element: types.String, ContainsNull: true}
	dvSchema = structOf(field("storageType", types.String), field("pathOrInlineDv", types.String), field("offset", types.Integer),
		field("sizeInBytes", types.Integer), field("cardinality", types.Long))
)

// checkpointSchema is the schema of a classic checkpoint. The order of the columns is that of the decoders below.
var checkpointSchema = structOf(
	field("txn", structOf(field("appId", types.String), field("version", types.Long), field("lastUpdated", types.Long))),
	field("add", structOf(field("path", types.String), field("partitionValues", textMap), field("size", types.Long), field("modificationTime", types.Long),
		field("dataChange", types.Boolean), field("tags", textMap), field("deletionVector", dvSchema), field("baseRowId", types.Long),
		field("defaultRowCommitVersion", types.Long), field("clusteringProvider", types.String), field("stats", types.String))),
	field("remove", structOf(field("path", types.String), field("deletionTimestamp", types.Long), field("dataChange", types.Boolean),
		field("extendedFileMetadata", types.Boolean), field("partitionValues", textMap), field("size", types.Long), field("deletionVector", dvSchema),
		field("baseRowId", types.Long), field("defaultRowCommitVersion", types.Long))),
	field("metaData", structOf(field("id", types.String), field("name", types.String), field("description", types.String),
		field("format", structOf(field("provider", types.String), field("options", textMap))), field("schemaString", types.String),
		field("partitionColumns", textList), field("configuration", textMap), field("createdTime", types.Long))),
	field("protocol", structOf(field("minReaderVersion", types.Integer), field("minWriterVersion", types.Integer),
		field("readerFeatures", textList), field("writerFeatures", textList))),
	field("domainMetadata", structOf(field("domain", types.String), field("configuration", types.String), field("removed", types.Boolean))),
)

// checkpointWriter turns a snapshot into rows, one action each.
type checkpointWriter struct {
	s       *Snapshot
	alloc   *vec.Allocator
	actions int64
	adds    int64
}

// rowSink collects rows into batches.
type rowSink struct {
	alloc    *vec.Allocator
	batch    *vec.Batch
	builders []*vec.Builder
	yield    func(*vec.Batch, error) bool
	n        int
	stopped  bool
}

func (k *rowSink) start() {
	k.batch = k.alloc.NewBatch(0)
	k.n = 0
	if k.builders != nil {
		for _, b := range k.builders {
			b.In(k.batch.Arena)
		}
		return
	}
	for _, f := range checkpointSchema.Fields {
		k.builders = append(k.builders, vec.NewBuilder(k.batch.Arena, f.Type))
	}
}

// row appends one action as the value of one column, null in the others. It is false once the consumer has stopped.
func (k *rowSink) row(column int, value []any) bool {
	if k.batch == nil {
		k.start()
	}
	for i, b := range k.builders {
		if i != column {
			b.Null()
			continue
		}
		if err := b.Value(value); err != nil {
			k.fail(err)
			return false
		}
	}
	if k.n++; k.n == vec.BatchRows {
		return k.flush()
	}
	return true
}

func (k *rowSink) flush() bool {
	if k.batch == nil || k.stopped {
		return !k.stopped
	}
	b := k.batch
	k.batch = nil
	b.Len = k.n
	for _, builder := range k.builders {
		b.Cols = append(b.Cols, builder.Finish())
	}
	k.stopped = !k.yield(b, nil)
	return !k.stopped
}

func (k *rowSink) fail(err error) {
	k.batch.Release()
	k.batch, k.stopped = nil, true
	k.yield(nil, err)
}

// batches gives protocol and metadata first, then the rest, files last.
func (c *checkpointWriter) batches(ctx context.Context) iter.Seq2[*vec.Batch, error] {
	return func(yield func(*vec.Batch, error) bool) {
		k := &rowSink{alloc: c.alloc, yield: yield}
		row := func(column int, value []any) bool {
			c.actions++
			return k.row(column, value)
		}
		if !row(4, protocolRow(c.s.Protocol)) || !row(3, metadataRow(c.s.Metadata)) || !c.small(row) {
			return
		}
		for a, err := range c.s.Files(ctx, nil) {
			if err != nil {
				k.abort(err)
				return
			}
			c.adds++
			if !row(1, addRow(a)) {
				return
			}
		}
		oldest := time.Now().UnixMilli() - c.s.Metadata.DeletedFileRetention().Milliseconds()
		for r, err := range c.s.Tombstones(ctx, oldest) {
			if err != nil {
				k.abort(err)
				return
			}
			if !row(2, removeRow(r)) {
				return
			}
		}
		k.flush()
	}
}

func (k *rowSink) abort(err error) {
	if k.batch == nil {
		k.start()
	}
	k.fail(err)
}

// small are the application ids and domains.
func (c *checkpointWriter) small(row func(int, []any) bool) bool {
	for _, id := range sortedKeys(c.s.txns) {
		x := c.s.txns[id]
		if !row(0, []any{x.AppID, x.Version, optional(x.LastUpdated)}) {
			return false
		}
	}
	for _, d := range c.s.Domains() {
		if !row(5, []any{d.Domain, d.Configuration, d.Removed}) {
			return false
		}
	}
	return true
}

func optional[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

func optionalText(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func textsValue(l []string) any {
	if l == nil {
		return nil
	}
	out := make([]any, len(l))
	for i, s := range l {
		out[i] = s
	}
	return out
}

func mapValue(m map[string]string) types.MapValue {
	var v types.MapValue
	for _, k := range sortedKeys(m) {
		v.Keys, v.Values = append(v.Keys, k), append(v.Values, m[k])
	}
	return v
}

func optionalMap(m map[string]string) any {
	if m == nil {
		return nil
	}
	return mapValue(m)
}

func partitionValue(p PartitionValues) types.MapValue {
	var v types.MapValue
	for i := range p {
		v.Keys = append(v.Keys, p[i].Column)
		if p[i].Null {
			v.Values = append(v.Values, nil)
		} else {
			v.Values = append(v.Values, p[i].Value)
		}
	}
	return v
}

func dvValue(d *dv.Descriptor) any {
	if d == nil {
		return nil
	}
	return []any{d.StorageType, d.PathOrInline, optional(d.Offset), d.SizeInBytes, d.Cardinality}
}

func protocolRow(p *Protocol) []any {
	row := []any{int32(p.MinReaderVersion), int32(p.MinWriterVersion), nil, nil}
	if p.MinReaderVersion >= featureReader {
		row[2] = textsValue(p.ReaderFeatures)
	}
	if p.MinWriterVersion >= featureWriter {
		row[3] = textsValue(p.WriterFeatures)
	}
	return row
}

func metadataRow(m *Metadata) []any {
	columns := textsValue(m.PartitionColumns)
	if columns == nil {
		columns = []any{}
	}
	return []any{m.ID, optionalText(m.Name), optionalText(m.Description), []any{m.Provider, mapValue(m.Options)}, m.SchemaString,
		columns, mapValue(m.Configuration), optional(m.CreatedTime)}
}

func addRow(a *AddFile) []any {
	return []any{a.Path, partitionValue(a.PartitionValues), a.Size, a.ModificationTime, false, optionalMap(a.Tags), dvValue(a.DeletionVector),
		optional(a.BaseRowID), optional(a.DefaultRowCommitVersion), optionalText(a.ClusteringProvider), optionalText(a.Stats)}
}

func removeRow(r *RemoveFile) []any {
	var values any
	if r.PartitionValues != nil || r.ExtendedFileMetadata != nil && *r.ExtendedFileMetadata {
		values = partitionValue(r.PartitionValues)
	}
	return []any{r.Path, optional(r.DeletionTimestamp), false, optional(r.ExtendedFileMetadata), values, optional(r.Size), dvValue(r.DeletionVector),
		optional(r.BaseRowID), optional(r.DefaultRowCommitVersion)}
}
