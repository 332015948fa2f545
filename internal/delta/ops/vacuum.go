package ops

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/delta/dv"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/objstore"
)

func formatInt(n int64) string { return strconv.FormatInt(n, 10) }

// Vacuum says what VACUUM removes.
type Vacuum struct {
	// Retention overrides the table's (delta.deletedFileRetentionDuration).
	Retention *time.Duration
	// Check refuses a retention shorter than the table's.
	Check  bool
	DryRun bool
	Lite   bool
	// Log commits VACUUM START and VACUUM END.
	Log bool
}

// Run deletes the files below the table's folder that no version within the retention needs, and returns their keys; a dry run only
// returns them.
func (v Vacuum) Run(env *Env, t *log.Table) ([]string, error) {
	snap, err := t.Snapshot(env)
	if err != nil {
		return nil, err
	}
	if err := snap.Protocol.CheckWritable(t.Name()); err != nil {
		return nil, err
	}
	keep := snap.Metadata.DeletedFileRetention()
	if v.Retention != nil {
		if v.Check && *v.Retention < keep && *v.Retention >= 0 {
			return nil, sparkerr.New("DELTA_VACUUM_RETENTION_PERIOD_TOO_SHORT", "configuredRetentionHours", formatInt(int64(keep/time.Hour)))
		}
		keep = max(0, *v.Retention)
	}
	s := &sweep{env: env, table: t, cutoff: env.Now.Add(-keep), needed: map[string]bool{}}
	if err := s.mark(snap); err != nil {
		return nil, err
	}
	if err := s.walk(t.Root(), true); err != nil {
		return nil, err
	}
	if v.DryRun {
		return s.found, nil
	}
	kind := "FULL"
	if v.Lite {
		kind = "LITE"
	}
	if v.Log {
		p := log.Params{{Name: "retentionCheckEnabled", Value: v.Check}, {Name: "defaultRetentionMillis", Value: snap.Metadata.DeletedFileRetention().Milliseconds()}}
		if v.Retention != nil {
			p = append(p, log.Param{Name: "specifiedRetentionMillis", Value: v.Retention.Milliseconds()})
		}
		p = append(p, log.Param{Name: "vacuumType", Value: kind})
		if err := s.note("VACUUM START", p, log.Metrics{"numFilesToDelete": formatInt(int64(len(s.found))), "sizeOfDataToDelete": formatInt(s.bytes)}); err != nil {
			return nil, err
		}
	}
	for _, key := range s.found {
		if err := t.Store().Delete(env, key); err != nil {
			return nil, err
		}
	}
	if v.Log {
		err = s.note("VACUUM END", log.Params{{Name: "status", Value: "COMPLETED"}},
			log.Metrics{"numDeletedFiles": formatInt(int64(len(s.found))), "numVacuumedDirectories": formatInt(s.folders)})
	}
	return s.found, err
}

// sweep finds the files that nobody needs.
type sweep struct {
	env     *Env
	table   *log.Table
	cutoff  time.Time
	needed  map[string]bool // keys in the table's store
	found   []string
	bytes   int64
	folders int64
}

// mark notes the files of the present version, and those removed since the cutoff, with their deletion vectors.
func (s *sweep) mark(snap *log.Snapshot) error {
	for f, err := range snap.Files(s.env, nil) {
		if err != nil {
			return err
		}
		if err := s.need(f.Path, f.DeletionVector); err != nil {
			return err
		}
	}
	for r, err := range snap.Tombstones(s.env, s.cutoff.UnixMilli()) {
		if err != nil {
			return err
		}
		if err := s.need(r.Path, r.DeletionVector); err != nil {
			return err
		}
	}
	return nil
}

func (s *sweep) need(path string, d *dv.Descriptor) error {
	_, key, err := s.table.Locate(path)
	if err != nil {
		return err
	}
	s.needed[key] = true
	if d == nil || d.StorageType == "i" {
		return nil
	}
	name := d.PathOrInline
	if d.StorageType == "u" {
		if name, err = d.RelativePath(); err != nil {
			return err
		}
	}
	if _, key, err = s.table.Locate(name); err == nil {
		s.needed[key] = true
	}
	return err
}

// hidden names are not the table's data: the log, other programs' files. Change files are data, and so are partition folders.
func hidden(name string, isDir bool) bool {
	if isDir && (name == changeDir || strings.Contains(name, "=")) {
		return false
	}
	return strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".")
}

func (s *sweep) walk(dir string, root bool) error {
	s.folders++
	var folders []objstore.Info
	for info, err := range s.table.Store().List(s.env, dir, "") {
		switch {
		case err != nil:
			return err
		case hidden(info.Name(), info.IsDir):
		case info.IsDir:
			folders = append(folders, info)
		case !s.needed[info.Key] && info.Modified.Before(s.cutoff):
			s.found = append(s.found, info.Key)
			s.bytes += info.Size
		}
	}
	for _, f := range folders {
		if err := s.walk(strings.TrimSuffix(f.Key, "/"), false); err != nil {
			return err
		}
	}
	return nil
}

func (s *sweep) note(name string, p log.Params, m log.Metrics) error {
	snap, err := s.table.Snapshot(s.env)
	if err != nil {
		return err
	}
	_, err = s.table.Begin(snap).Commit(context.WithoutCancel(s.env), nil, log.Operation{Name: name, Parameters: p, Metrics: m, Isolation: log.SnapshotIsolation})
	return err
}
