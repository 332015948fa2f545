package log

import (
	"context"
	"errors"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/dataframe/types"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/vec"
)

// badCheckpoint marks an error that lies in the content of a checkpoint: an older one may serve.
type badCheckpoint struct{ err error }

func (e *badCheckpoint) Error() string { return e.err.Error() }
func (e *badCheckpoint) Unwrap() error { return e.err }

func isBadCheckpoint(err error) bool {
	var b *badCheckpoint
	return errors.As(err, &b)
}

func (t *Table) badCheckpoint(key string, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || sparkerr.Condition(err) == "UNSUPPORTED_FEATURE" {
		return err
	}
	return &badCheckpoint{sparkerr.New("DELTA_INVALID_CHECKPOINT", "path", t.store.URI(key), "reason", err.Error()).WithCause(err)}
}

// readCheckpoint gives the actions of a checkpoint to the functions of sink, reading only the columns that these need. The
// sink's functions are not called concurrently.
func (t *Table) readCheckpoint(ctx context.Context, c *checkpoint, sink *actionSink) error {
	var mu sync.Mutex
	var sidecars []Sidecar
	top := *sink
	if c.v2 || len(c.files) == 1 { // a classic name may hold a v2 checkpoint
		top.sidecar = func(s Sidecar) { sidecars = append(sidecars, s) }
	}
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(readAhead)
	for _, f := range c.files {
		g.Go(func() error { return t.readCheckpointFile(gctx, f.Key, f.Size, c.json, &top, &mu) })
	}
	if err := g.Wait(); err != nil || sink.add == nil && sink.remove == nil {
		return err
	}
	g, gctx = errgroup.WithContext(ctx)
	g.SetLimit(readAhead)
	for _, s := range sidecars {
		g.Go(func() error {
			key := DecodePath(s.Path)
			if !isAbsolute(key) {
				key = objstore.Join(t.logKey(), sidecarDir, key)
			}
			return t.readCheckpointFile(gctx, key, s.SizeInBytes, false, &actionSink{add: sink.add, remove: sink.remove}, &mu)
		})
	}
	return g.Wait()
}

func (t *Table) readCheckpointFile(ctx context.Context, key string, size int64, isJSON bool, sink *actionSink, mu *sync.Mutex) error {
	if isJSON {
		text, err := t.store.Get(ctx, key)
		if err == nil {
			mu.Lock()
			defer mu.Unlock()
			err = decodeActions(text, sink)
		}
		if err != nil {
			return t.badCheckpoint(key, err)
		}
		return nil
	}
	r, err := t.store.Open(ctx, key, size)
	if err != nil {
		return t.badCheckpoint(key, err)
	}
	defer r.Close()
	if err := t.readParquetActions(ctx, r, sink, mu); err != nil {
		return t.badCheckpoint(key, err)
	}
	return nil
}

func (t *Table) readParquetActions(ctx context.Context, r objstore.Reader, sink *actionSink, mu *sync.Mutex) error {
	file, err := t.opts.Parquet.Open(ctx, r)
	if err != nil {
		return err
	}
	schema, err := file.Schema()
	if err != nil {
		return err
	}
	want := checkpointColumns(schema, sink)
	if len(want.Fields) == 0 {
		return nil
	}
	// Pages are decoded on one goroutine while actions are made on another.
	batches := make(chan *vec.Batch, 2)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		defer close(batches)
		for b, err := range file.Read(ctx, want) {
			if err != nil {
				return err
			}
			select {
			case batches <- b:
			case <-ctx.Done():
				b.Release()
				return ctx.Err()
			}
		}
		return nil
	})
	g.Go(func() error {
		d := newRowDecoder(want)
		var err error
		for b := range batches {
			if err == nil {
				mu.Lock()
				err = d.batch(b, sink)
				mu.Unlock()
			}
			b.Release()
			if err != nil {
				return err
			}
		}
		return nil
	})
	err = g.Wait()
	for b := range batches {
		b.Release()
	}
	return err
}

// checkpointColumns are the columns of a checkpoint file that a sink needs, without the typed copies of partition values.
func checkpointColumns(schema types.StructType, sink *actionSink) types.StructType {
	var want types.StructType
	for _, f := range schema.Fields {
		s, isStruct := f.Type.(types.StructType)
		if !isStruct || !sink.wants(f.Name) {
			continue
		}
		f.Type = actionColumns(f.Name, s)
		want.Fields = append(want.Fields, f)
	}
	return want
}

func (s *actionSink) wants(kind string) bool {
	switch kind {
	case "add":
		return s.add != nil
	case "remove":
		return s.remove != nil
	case "metaData":
		return s.metadata != nil
	case "protocol":
		return s.protocol != nil
	case "txn":
		return s.txn != nil
	case "domainMetadata":
		return s.domain != nil
	case "sidecar":
		return s.sidecar != nil
	}
	return false
}

// actionColumns drops the fields of an action that are not read. stats_parsed is read only where stats is not written.
func actionColumns(kind string, s types.StructType) types.StructType {
	_, _, text := s.FieldExact("stats")
	var kept types.StructType
	for _, f := range s.Fields {
		if known, ok := checkpointFields[kind]; !ok || !strings.Contains(known, " "+f.Name+" ") {
			continue
		}
		if f.Name == "stats_parsed" && text {
			continue
		}
		kept.Fields = append(kept.Fields, f)
	}
	return kept
}

var checkpointFields = map[string]string{
	"add":            " path partitionValues size modificationTime dataChange stats stats_parsed tags deletionVector baseRowId defaultRowCommitVersion clusteringProvider ",
	"remove":         " path deletionTimestamp dataChange extendedFileMetadata partitionValues size tags deletionVector baseRowId defaultRowCommitVersion stats ",
	"metaData":       " id name description format schemaString partitionColumns configuration createdTime ",
	"protocol":       " minReaderVersion minWriterVersion readerFeatures writerFeatures ",
	"txn":            " appId version lastUpdated ",
	"domainMetadata": " domain configuration removed ",
	"sidecar":        " path sizeInBytes modificationTime tags ",
}
