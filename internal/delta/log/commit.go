package log

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"golang.org/x/sync/errgroup"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/objstore"
)

// readAhead is how many log files are read at a time.
const readAhead = 16

// readEntry reads one commit or compacted file.
func (t *Table) readEntry(ctx context.Context, e logEntry) (*Commit, error) {
	text, err := t.store.Get(ctx, e.info.Key)
	if err != nil {
		return nil, err
	}
	c, err := parseCommit(e.end, text)
	if err != nil {
		return nil, t.badEntry(e.info.Key, e.end, err)
	}
	c.Modified = e.info.Modified.UnixMilli()
	return c, nil
}

var errTwoMetadata = errors.New("more than one metaData action")

func parseCommit(version int64, text []byte) (*Commit, error) {
	c := &Commit{Version: version}
	twice := false
	err := decodeActions(text, &actionSink{
		info:     func(i *CommitInfo) { c.Info = i },
		protocol: func(p *Protocol) { c.Protocol = p },
		metadata: func(m *Metadata) { twice = twice || c.Metadata != nil; c.Metadata = m },
		add:      func(a AddFile) { c.Adds = append(c.Adds, a) },
		remove:   func(r RemoveFile) { c.Removes = append(c.Removes, r) },
		cdc:      func(f AddCDCFile) { c.CDC = append(c.CDC, f) },
		txn:      func(x SetTransaction) { c.Txns = append(c.Txns, x) },
		domain:   func(d DomainMetadata) { c.Domains = append(c.Domains, d) },
	})
	if err == nil && twice {
		err = errTwoMetadata
	}
	return c, err
}

// badEntry names the file and the line that cannot be read.
func (t *Table) badEntry(key string, version int64, err error) error {
	if errors.Is(err, errTwoMetadata) {
		return sparkerr.New("DELTA_MULTIPLE_METADATA_ACTIONS", "version", fmt.Sprint(version)).WithCause(err)
	}
	line := "?"
	var at *errAction
	if errors.As(err, &at) {
		line = fmt.Sprint(at.line)
	}
	return sparkerr.New("DELTA_INVALID_LOG_ENTRY", "path", t.store.URI(key), "line", line, "reason", err.Error()).WithCause(err)
}

// readEntries reads log files side by side, in order.
func (t *Table) readEntries(ctx context.Context, entries []logEntry) ([]*Commit, error) {
	commits := make([]*Commit, len(entries))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(readAhead)
	for i, e := range entries {
		g.Go(func() (err error) {
			commits[i], err = t.readEntry(ctx, e)
			return err
		})
	}
	return commits, g.Wait()
}

// Commits yields the log entries of versions from, …, to (inclusive), in order, as change feeds and streams need them. A missing
// version is an error.
func (t *Table) Commits(ctx context.Context, from, to int64) iter.Seq2[*Commit, error] {
	return func(yield func(*Commit, error) bool) {
		l, err := t.list(ctx, from, to)
		if err != nil {
			yield(nil, err)
			return
		}
		for v := from; v <= to; {
			n := min(readAhead, to-v+1)
			batch := make([]logEntry, 0, n)
			for i := range n {
				info, ok := l.commits[v+i]
				if !ok {
					yield(nil, l.notFound(v+i))
					return
				}
				batch = append(batch, logEntry{v + i, v + i, info})
			}
			commits, err := t.readEntries(ctx, batch)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, c := range commits {
				if !yield(c, nil) {
					return
				}
			}
			v += n
		}
	}
}

// readVersion reads one commit by its version; ok is false when it is not there.
func (t *Table) readVersion(ctx context.Context, version int64) (c *Commit, ok bool, err error) {
	key := objstore.Join(t.logKey(), commitName(version))
	info, err := t.store.Stat(ctx, key)
	if isMissing(err) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	c, err = t.readEntry(ctx, logEntry{version, version, info})
	return c, err == nil, err
}
