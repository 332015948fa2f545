package log

import (
	"context"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/objstore"
)

// VersionsKept are the oldest version that can be rebuilt and the newest.
func (t *Table) VersionsKept(ctx context.Context) (earliest, newest int64, err error) {
	l, err := t.list(ctx, 0, latest)
	if err != nil {
		return 0, 0, err
	}
	if l.newest < 0 {
		return 0, 0, t.missing()
	}
	return max(0, l.earliest()), l.newest, nil
}

// TravelMode is what happens to a time that no version answers exactly.
type TravelMode uint8

const (
	// Strict refuses times before the first and after the last version: reading AS OF.
	Strict TravelMode = iota
	// UpToLatest takes a time after the last version as the last version: RESTORE and change feeds' end.
	UpToLatest
)

// VersionAt is the newest version that was there at a time. Errors show times in at's location.
func (t *Table) VersionAt(ctx context.Context, at time.Time, mode TravelMode) (int64, error) {
	line, err := t.timeline(ctx)
	if err != nil {
		return 0, err
	}
	ms := at.UnixMilli()
	i, err := line.first(ctx, func(c int64) bool { return c > ms })
	if err != nil {
		return 0, err
	}
	shown := func(i int) (time.Time, error) {
		c, err := line.at(ctx, i)
		return time.UnixMilli(c).In(at.Location()), err
	}
	if i == 0 {
		first, err := shown(0)
		if err != nil {
			return 0, err
		}
		return 0, sparkerr.New("DELTA_TIMESTAMP_EARLIER_THAN_COMMIT_RETENTION", "userTimestamp", javaTimestamp(at),
			"commitTs", javaTimestamp(first), "timestampString", first.Format(time.DateTime))
	}
	if i == len(line.commits) && mode == Strict {
		end, err := shown(i - 1)
		if err != nil {
			return 0, err
		}
		if end.UnixMilli() < ms {
			return 0, sparkerr.New("DELTA_TIMESTAMP_GREATER_THAN_COMMIT", "providedTimestamp", javaTimestamp(at),
				"lastCommitTimestamp", javaTimestamp(end), "maximumTimestamp", end.Format(time.DateTime))
		}
	}
	return line.commits[i-1].version, nil
}

// SnapshotAsOf is the table as of a time.
func (t *Table) SnapshotAsOf(ctx context.Context, at time.Time) (*Snapshot, error) {
	version, err := t.VersionAt(ctx, at, Strict)
	if err != nil {
		return nil, err
	}
	return t.SnapshotAt(ctx, version)
}

// FirstVersionSince is the first version at or after a time, as change feeds start; ok is false when all are before it.
func (t *Table) FirstVersionSince(ctx context.Context, at time.Time) (version int64, ok bool, err error) {
	line, err := t.timeline(ctx)
	if err != nil {
		return 0, false, err
	}
	i, err := line.first(ctx, func(ms int64) bool { return ms >= at.UnixMilli() })
	if err != nil || i == len(line.commits) {
		return 0, false, err
	}
	return line.commits[i].version, true, nil
}

// timeline are the times of all versions that can be rebuilt, ascending. In-commit timestamps are read as a search asks for them.
type timeline struct {
	table   *Table
	commits []commitTime
	since   int64 // version from which commits carry their time; -1: none does
	read    map[int]int64
}

type commitTime struct {
	version, ms int64
	info        objstore.Info
}

// timeline lists the commits. File times are made ascending as Delta does: a commit whose file is not newer than the one
// before counts as a millisecond later.
func (t *Table) timeline(ctx context.Context) (*timeline, error) {
	l, err := t.list(ctx, 0, latest)
	if err != nil {
		return nil, err
	}
	if l.newest < 0 {
		return nil, t.missing()
	}
	line := &timeline{table: t, since: -1, read: map[int]int64{}}
	for v, info := range l.commits {
		if v >= l.earliest() {
			line.commits = append(line.commits, commitTime{v, info.Modified.UnixMilli(), info})
		}
	}
	slices.SortFunc(line.commits, func(a, b commitTime) int { return int(a.version - b.version) })
	if len(line.commits) == 0 {
		return nil, sparkerr.New("DELTA_NO_COMMITS_FOUND", "logPath", t.store.URI(t.logKey()))
	}
	for i := 1; i < len(line.commits); i++ {
		if c := line.commits; c[i].ms <= c[i-1].ms {
			c[i].ms = c[i-1].ms + 1
		}
	}
	s, err := t.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	if s.Metadata.InCommitTimestamps() {
		line.since = s.Metadata.intProperty(propICTVersion, 0)
	}
	return line, nil
}

// at is the time of the i-th commit.
func (l *timeline) at(ctx context.Context, i int) (int64, error) {
	c := l.commits[i]
	if l.since < 0 || c.version < l.since {
		return c.ms, nil
	}
	if ms, ok := l.read[i]; ok {
		return ms, nil
	}
	commit, err := l.table.readEntry(ctx, logEntry{c.version, c.version, c.info})
	if err != nil {
		return 0, err
	}
	ms, err := commit.Info.inCommit(c.version)
	l.read[i] = ms
	return ms, err
}

// first is the place of the first commit whose time passes, len(l.commits) when none does.
func (l *timeline) first(ctx context.Context, passes func(ms int64) bool) (int, error) {
	var err error
	i := sort.Search(len(l.commits), func(i int) bool {
		if err != nil {
			return true
		}
		var ms int64
		ms, err = l.at(ctx, i)
		return passes(ms)
	})
	return i, err
}

// javaTimestamp is java.sql.Timestamp's text: at least one digit of a fraction.
func javaTimestamp(at time.Time) string {
	fraction := strings.TrimRight(strconv.Itoa(1_000_000_000 + at.Nanosecond())[1:], "0")
	if fraction == "" {
		fraction = "0"
	}
	return at.Format(time.DateTime) + "." + fraction
}
