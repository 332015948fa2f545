package log

import (
	"context"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
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
	times, err := t.commitTimes(ctx)
	if err != nil {
		return 0, err
	}
	ms := at.UnixMilli()
	i := sort.Search(len(times), func(i int) bool { return times[i].ms > ms })
	last := times[len(times)-1]
	switch {
	case i == 0:
		first := time.UnixMilli(times[0].ms).In(at.Location())
		return 0, sparkerr.New("DELTA_TIMESTAMP_EARLIER_THAN_COMMIT_RETENTION", "userTimestamp", javaTimestamp(at),
			"commitTs", javaTimestamp(first), "timestampString", first.Format(time.DateTime))
	case ms > last.ms && mode == Strict:
		end := time.UnixMilli(last.ms).In(at.Location())
		return 0, sparkerr.New("DELTA_TIMESTAMP_GREATER_THAN_COMMIT", "providedTimestamp", javaTimestamp(at),
			"lastCommitTimestamp", javaTimestamp(end), "maximumTimestamp", end.Format(time.DateTime))
	}
	return times[i-1].version, nil
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
	times, err := t.commitTimes(ctx)
	if err != nil {
		return 0, false, err
	}
	i := sort.Search(len(times), func(i int) bool { return times[i].ms >= at.UnixMilli() })
	if i == len(times) {
		return 0, false, nil
	}
	return times[i].version, true, nil
}

type commitTime struct{ version, ms int64 }

// commitTimes are the times of all versions that can be rebuilt, ascending. File times are made ascending as Delta does: a commit whose file is
// not newer than the one before counts as a millisecond later.
func (t *Table) commitTimes(ctx context.Context) ([]commitTime, error) {
	l, err := t.list(ctx, 0, latest)
	if err != nil {
		return nil, err
	}
	if l.newest < 0 {
		return nil, t.missing()
	}
	var times []commitTime
	for v, info := range l.commits {
		if v >= l.earliest() {
			times = append(times, commitTime{v, info.Modified.UnixMilli()})
		}
	}
	slices.SortFunc(times, func(a, b commitTime) int { return int(a.version - b.version) })
	if len(times) == 0 {
		return nil, sparkerr.New("DELTA_NO_COMMITS_FOUND", "logPath", t.store.URI(t.logKey()))
	}
	s, err := t.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	since := int64(-1)
	if s.Metadata.InCommitTimestamps() {
		since = s.Metadata.intProperty(propICTVersion, 0)
	}
	if err := t.inCommitTimes(ctx, l, times, since); err != nil {
		return nil, err
	}
	for i := 1; i < len(times); i++ {
		if times[i].ms <= times[i-1].ms {
			times[i].ms = times[i-1].ms + 1
		}
	}
	return times, nil
}

// inCommitTimes replaces file times by in-commit timestamps from version since on; a negative since has none.
func (t *Table) inCommitTimes(ctx context.Context, l *listing, times []commitTime, since int64) error {
	if since < 0 {
		return nil
	}
	var entries []logEntry
	first := 0
	for i, c := range times {
		if c.version < since {
			first = i + 1
			continue
		}
		entries = append(entries, logEntry{c.version, c.version, l.commits[c.version]})
	}
	commits, err := t.readEntries(ctx, entries)
	if err != nil {
		return err
	}
	for i, c := range commits {
		if times[first+i].ms, err = c.Info.inCommit(c.Version); err != nil {
			return err
		}
	}
	return nil
}

// javaTimestamp is java.sql.Timestamp's text: at least one digit of a fraction.
func javaTimestamp(at time.Time) string {
	fraction := strings.TrimRight(strconv.Itoa(1_000_000_000 + at.Nanosecond())[1:], "0")
	if fraction == "" {
		fraction = "0"
	}
	return at.Format(time.DateTime) + "." + fraction
}
