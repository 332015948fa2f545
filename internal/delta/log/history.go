package log

import (
	"context"
	"fmt"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// Version is one line of DESCRIBE HISTORY.
type Version struct {
	Version   int64
	Timestamp int64 // milliseconds: in-commit, else the modification time of the log file
	Info      CommitInfo
}

// inCommit is the in-commit timestamp, which the feature makes obligatory.
func (c *CommitInfo) inCommit(version int64) (int64, error) {
	switch {
	case c == nil:
		return 0, sparkerr.New("DELTA_MISSING_COMMIT_INFO", "featureName", "inCommitTimestamp", "version", fmt.Sprint(version))
	case c.InCommitTimestamp == nil:
		return 0, sparkerr.New("DELTA_MISSING_COMMIT_TIMESTAMP", "featureName", "inCommitTimestamp", "version", fmt.Sprint(version))
	}
	return *c.InCommitTimestamp, nil
}

// History lists the newest versions first, at most limit of them (all when it is not positive). Versions whose log entry is gone are not in it.
func (t *Table) History(ctx context.Context, limit int) ([]Version, error) {
	l, err := t.list(ctx, 0, latest)
	if err != nil {
		return nil, err
	}
	if l.newest < 0 {
		return nil, t.missing()
	}
	var entries []logEntry
	for v := l.newest; v >= 0 && (limit <= 0 || len(entries) < limit); v-- {
		info, ok := l.commits[v]
		if !ok {
			break
		}
		entries = append(entries, logEntry{v, v, info})
	}
	commits, err := t.readEntries(ctx, entries)
	if err != nil {
		return nil, err
	}
	history := make([]Version, len(commits))
	for i, c := range commits {
		history[i] = Version{Version: c.Version, Timestamp: c.Timestamp()}
		if c.Info != nil {
			history[i].Info = *c.Info
		}
	}
	return history, nil
}
