package log

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/objstore"
)

// Transaction is one optimistic write: it records what was read of a snapshot, and commits actions if nothing that other
// writers committed meanwhile contradicts that. It is not safe for concurrent use. Abandoning one needs no call: files that it wrote stay as
// orphans until VACUUM.
type Transaction struct {
	table *Table
	read  *Snapshot // nil: the table does not exist yet

	protocol *Protocol // new, nil when unchanged
	metadata *Metadata // new, nil when unchanged

	wholeTable bool
	matchers   []Matcher
	files      map[string]bool
	apps       map[string]bool

	independent bool

	id string
	// now is the clock, in milliseconds.
	now func() int64
}

// Matcher is a predicate of a scan as the conflict check sees it: may a file hold rows that the scan should have seen? When in
// doubt it answers true.
type Matcher interface{ MayMatch(*AddFile) bool }

// Operation says what a commit does, for history.
type Operation struct {
	Name         string // Delta's: "WRITE", "MERGE", "CREATE TABLE"
	Parameters   Params
	Metrics      Metrics
	UserMetadata string
	Tags         map[string]string
	// Isolation overrides the table's level; "" is the rule of Delta: SnapshotIsolation when no data changes, else the table's.
	Isolation IsolationLevel
}

// Committed is the outcome of a commit.
type Committed struct {
	Version  int64
	Snapshot *Snapshot
	// CheckpointErr is why the checkpoint that was due could not be written, or old log files could not be removed; the commit stands.
	CheckpointErr error
}

// Begin starts a transaction on what s shows; a nil s creates the table.
func (t *Table) Begin(s *Snapshot) *Transaction {
	return &Transaction{table: t, read: s, files: map[string]bool{}, apps: map[string]bool{}, id: uuid.NewString(), now: func() int64 { return time.Now().UnixMilli() }}
}

// Snapshot is what the transaction reads, nil when it creates the table.
func (x *Transaction) Snapshot() *Snapshot { return x.read }

// ReadWholeTable records that the result depends on every file.
func (x *Transaction) ReadWholeTable() { x.wholeTable = true }

// ReadMatching records a scan with a predicate.
func (x *Transaction) ReadMatching(m Matcher) { x.matchers = append(x.matchers, m) }

// ReadFiles records files whose content was read.
func (x *Transaction) ReadFiles(files ...*AddFile) {
	for _, f := range files {
		x.files[f.Path] = true
	}
}

// ReadTxn is the last version of an application, and records that the result depends on it.
func (x *Transaction) ReadTxn(appID string) (version int64, ok bool) {
	x.apps[appID] = true
	if x.read == nil {
		return 0, false
	}
	return x.read.Txn(appID)
}

// SetMetadata changes the table's metadata. The protocol is upgraded as its properties demand, and properties that only ask for
// features are taken out of m.
func (x *Transaction) SetMetadata(m *Metadata) error {
	before := x.Protocol()
	var p *Protocol
	var err error
	if before == nil {
		p, err = NewProtocol(m)
	} else {
		p, err = before.Upgrade(m)
	}
	if err != nil {
		return err
	}
	if x.read == nil || !sameMetadata(m, x.read.Metadata) {
		x.metadata = m
	}
	if p != before {
		x.protocol = p
	}
	return nil
}

// SetProtocol changes the protocol itself, as ADD and DROP FEATURE do.
func (x *Transaction) SetProtocol(p *Protocol) { x.protocol = p }

// Protocol is what the table will have; nil while a new table has no metadata.
func (x *Transaction) Protocol() *Protocol {
	if x.protocol != nil || x.read == nil {
		return x.protocol
	}
	return x.read.Protocol
}

// Metadata is what the table will have; nil while a new table has none.
func (x *Transaction) Metadata() *Metadata {
	if x.metadata != nil || x.read == nil {
		return x.metadata
	}
	return x.read.Metadata
}

// Commit adds a version with these actions (files, txn and domain actions; protocol, metadata and commitInfo are put in
// here). A conflict is an error of class DeltaConcurrentModificationException and leaves the table as the others made it.
func (x *Transaction) Commit(ctx context.Context, actions []Action, op Operation) (*Committed, error) {
	if err := x.validate(actions); err != nil {
		return nil, err
	}
	a := &attempt{Transaction: x, actions: actions, op: op, head: x.read}
	a.isolation = x.isolation(actions, op)
	return a.run(ctx)
}

// attempt is the state of committing: head is the newest version known, on which the next try builds.
type attempt struct {
	*Transaction
	actions   []Action
	op        Operation
	isolation IsolationLevel
	head      *Snapshot
	doubt     int64 // version whose put had an unknown outcome, -1 for none
	// settled are files of the winner being checked that rebase has dealt with.
	settled map[string]bool
}

const (
	attemptsMax  = 10_000_000 // Delta's spark.databricks.delta.maxCommitAttempts
	resolvesMax  = 5          // of one unknown outcome
	resolveDelay = 50 * time.Millisecond
)

func (a *attempt) run(ctx context.Context) (*Committed, error) {
	limit := a.table.opts.CommitAttemptsMax
	if limit <= 0 {
		limit = attemptsMax
	}
	a.doubt = -1
	unknown := 0
	for try := 1; ; try++ {
		version := a.nextVersion()
		content, c := a.content(version)
		outcome, err := a.put(ctx, version, content)
		if outcome == objstore.Unknown {
			a.doubt = version
			if unknown++; unknown > resolvesMax {
				return nil, a.failed(err)
			}
			time.Sleep(time.Duration(unknown-1) * resolveDelay)
			continue // put-if-absent again: if the first one arrived after all, it answers Exists
		}
		if outcome == objstore.Written {
			return a.finish(ctx, c, int64(len(content)))
		}
		if outcome == objstore.Failed {
			return nil, a.failed(err)
		}
		own, err := a.lost(ctx, version)
		if err != nil {
			return nil, err
		}
		if own != nil {
			return a.finish(ctx, own, int64(len(content)))
		}
		if try >= limit {
			return nil, sparkerr.New("DELTA_MAX_COMMIT_RETRIES_EXCEEDED", "numAttempts", fmt.Sprint(try),
				"startVersion", fmt.Sprint(a.readVersion()+1), "failVersion", fmt.Sprint(version), "attemptVersion", fmt.Sprint(a.readVersion()),
				"numActions", fmt.Sprint(len(a.actions)))
		}
	}
}

func (a *attempt) put(ctx context.Context, version int64, content []byte) (objstore.PutOutcome, error) {
	if err := ctx.Err(); err != nil && a.doubt < 0 {
		return objstore.Failed, err
	}
	if a.doubt >= 0 { // the answer must be found even if the caller has lost interest
		ctx = context.WithoutCancel(ctx)
	}
	return a.table.store.PutIfAbsent(ctx, objstore.Join(a.table.logKey(), commitName(version)), content)
}

func (a *attempt) failed(err error) error {
	return sparkerr.New("DELTA_COMMIT_FAILED", "tableName", a.table.Name(), "reason", err.Error()).WithCause(err)
}

func (a *attempt) nextVersion() int64 {
	if a.head == nil {
		return 0
	}
	return a.head.Version + 1
}

func (x *Transaction) readVersion() int64 {
	if x.read == nil {
		return -1
	}
	return x.read.Version
}

// lost handles a version that exists: it is our own after all, which is returned, or the winners are checked and head moves past them.
func (a *attempt) lost(ctx context.Context, version int64) (own *Commit, err error) {
	if a.doubt >= 0 {
		ctx = context.WithoutCancel(ctx)
	}
	winners, last, err := a.table.winners(ctx, version)
	if err != nil {
		return nil, err
	}
	if i := winners[0].Info; i != nil && i.TxnID == a.id {
		return winners[0], nil
	}
	for _, w := range winners {
		if err := a.rebase(ctx, w); err != nil {
			return nil, err
		}
		if err := a.check(w); err != nil {
			return nil, err
		}
	}
	if a.head == nil { // the table was created meanwhile; check has refused that
		return nil, sparkerr.Internal("no snapshot below version %d", version)
	}
	a.head, err = a.head.next(winners, last)
	a.doubt = -1
	return nil, err
}

// winners reads version and all later commits. The version exists, even where a listing does not show it yet.
func (t *Table) winners(ctx context.Context, version int64) ([]*Commit, objstore.Info, error) {
	l, err := t.list(ctx, version, latest)
	if err != nil {
		return nil, objstore.Info{}, err
	}
	var entries []logEntry
	for v := version; ; v++ {
		info, ok := l.commits[v]
		if !ok && v > version {
			break
		}
		if !ok {
			if info, err = t.store.Stat(ctx, objstore.Join(t.logKey(), commitName(v))); err != nil {
				return nil, info, err
			}
		}
		entries = append(entries, logEntry{v, v, info})
	}
	commits, err := t.readEntries(ctx, entries)
	return commits, entries[len(entries)-1].info, err
}

// finish makes the new version known and writes the checkpoint when one is due.
func (a *attempt) finish(ctx context.Context, c *Commit, size int64) (*Committed, error) {
	t := a.table
	info := objstore.Info{Key: objstore.Join(t.logKey(), commitName(c.Version)), Size: size}
	head := a.head
	if head == nil {
		head = &Snapshot{Version: -1, table: t, base: newBase(t, nil), recent: newRecent(), Metadata: c.Metadata}
	}
	s, err := head.next([]*Commit{c}, info)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	before := t.snapshot
	t.mu.Unlock()
	t.remember(s, before)
	done := &Committed{Version: c.Version, Snapshot: s}
	if c.Version > 0 && c.Version%s.Metadata.CheckpointInterval() == 0 {
		ctx := context.WithoutCancel(ctx)
		if done.CheckpointErr = t.Checkpoint(ctx, s); done.CheckpointErr == nil {
			done.CheckpointErr = t.CleanLog(ctx, s, time.UnixMilli(a.now()))
		}
	}
	return done, nil
}
