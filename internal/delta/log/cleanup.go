package log

import (
	"context"
	"strings"
	"time"

	"github.com/flintlake/flintlake/internal/objstore"
)

// CleanLog removes log files that no version within the retention time (delta.logRetentionDuration) needs, as Delta does after a
// checkpoint: all files of versions below the newest checkpoint that is itself older than the retention. Commits and checkpoints go oldest
// first, so that what a stopped clean-up leaves is a log without gaps.
//
// It does nothing for tables that forbid it (delta.enableExpiredLogCleanup, checkpointProtection) and for those whose checkpoints have sidecars.
func (t *Table) CleanLog(ctx context.Context, s *Snapshot, now time.Time) error {
	m := s.Metadata
	if strings.EqualFold(m.Property("delta.enableExpiredLogCleanup"), "false") || s.Protocol.Supports("checkpointProtection") || s.Protocol.Supports("v2Checkpoint") {
		return nil
	}
	cutoff := now.Add(-m.LogRetention()).UTC().Truncate(24 * time.Hour)
	files, keepFrom, err := t.expired(ctx, cutoff)
	if err != nil {
		return err
	}
	for _, f := range files {
		if parseName(f.Name()).version >= keepFrom {
			break
		}
		if err := t.store.Delete(ctx, f.Key); err != nil {
			return err
		}
	}
	return nil
}

// expired lists the log files at the beginning of the log that are older than cutoff, in order, and the version of the newest checkpoint among
// them (-1 for none), from which on everything is kept. The listing ends at the first file that is not old.
func (t *Table) expired(ctx context.Context, cutoff time.Time) (files []objstore.Info, keepFrom int64, err error) {
	keepFrom = -1
	parts := map[int64]int{}
	for info, err := range t.store.List(ctx, t.logKey(), "") {
		if err != nil {
			return nil, -1, err
		}
		n := parseName(info.Name())
		if n.kind == otherFile || info.IsDir {
			continue
		}
		if !info.Modified.Before(cutoff) {
			break
		}
		files = append(files, info)
		switch n.kind {
		case classicFile:
			keepFrom = max(keepFrom, n.version)
		case multipartFile:
			if parts[n.version]++; parts[n.version] == n.parts {
				keepFrom = max(keepFrom, n.version)
			}
		}
	}
	return files, keepFrom, nil
}
