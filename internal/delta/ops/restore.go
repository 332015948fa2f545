package ops

import (
	"errors"
	"io/fs"
	"maps"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/delta/dv"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/google/uuid"
)

// Moved is what RESTORE and CLONE return: how many files and bytes the table has after it (for CLONE the source), and how many went and came.
type Moved struct {
	Bytes, Files                int64
	RemovedFiles, RemovedBytes  int64
	RestoredFiles, RestoredSize int64
}

func fileName(path string, d *dv.Descriptor) string { return path + "\x00" + d.UniqueID() }

// Restore brings back the files and the metadata of an earlier version, as a new version. asked is what the user gave, for history. ok is
// false when the table is at that version already.
func Restore(env *Env, t *log.Table, to *log.Snapshot, asked log.Params) (m Moved, ok bool, err error) {
	now, err := t.Snapshot(env)
	if err != nil || now.Version == to.Version {
		return m, false, err
	}
	if err := now.Protocol.CheckWritable(t.Name()); err != nil {
		return m, false, err
	}
	tx := t.Begin(now)
	tx.ReadWholeTable()
	present := map[string]bool{}
	for f, err := range now.Files(env, nil) {
		if err != nil {
			return m, false, err
		}
		present[fileName(f.Path, f.DeletionVector)] = true
	}
	var actions []log.Action
	wanted := map[string]bool{}
	for f, err := range to.Files(env, nil) {
		if err != nil {
			return m, false, err
		}
		name := fileName(f.Path, f.DeletionVector)
		wanted[name] = true
		m.Files++
		m.Bytes += f.Size
		if present[name] {
			continue
		}
		if err := mustExist(env, t, f.Path); err != nil {
			return m, false, err
		}
		back := *f
		back.DataChange = true
		actions = append(actions, &back)
		m.RestoredFiles++
		m.RestoredSize += f.Size
	}
	for f, err := range now.Files(env, nil) {
		if err != nil {
			return m, false, err
		}
		if !wanted[fileName(f.Path, f.DeletionVector)] {
			actions = append(actions, f.Remove(env.Now.UnixMilli(), true))
			m.RemovedFiles++
			m.RemovedBytes += f.Size
		}
	}
	meta := *to.Metadata
	if err := tx.SetMetadata(&meta); err != nil {
		return m, false, err
	}
	_, err = tx.Commit(env, actions, log.Operation{Name: "RESTORE", Parameters: asked, Metrics: log.Metrics{
		"tableSizeAfterRestore": formatInt(m.Bytes), "numOfFilesAfterRestore": formatInt(m.Files), "numRemovedFiles": formatInt(m.RemovedFiles),
		"numRestoredFiles": formatInt(m.RestoredFiles), "removedFilesSize": formatInt(m.RemovedBytes), "restoredFilesSize": formatInt(m.RestoredSize)}})
	return m, err == nil, err
}

func mustExist(env *Env, t *log.Table, path string) error {
	store, key, err := t.Locate(path)
	if err != nil {
		return err
	}
	if _, err = store.Stat(env, key); errors.Is(err, fs.ErrNotExist) {
		return sparkerr.New("FAILED_READ_FILE.FILE_NOT_EXIST", "path", store.URI(key)).WithCause(err)
	}
	return err
}

// ShallowClone makes a new table of another one's version: its log names the files of the source, which are not copied.
func ShallowClone(env *Env, from *log.Snapshot, sourceName string, to *log.Table, properties map[string]string) (m Moved, err error) {
	meta := *from.Metadata
	meta.ID = uuid.NewString()
	meta.Configuration = maps.Clone(meta.Configuration)
	if meta.Configuration == nil {
		meta.Configuration = map[string]string{}
	}
	maps.Copy(meta.Configuration, properties)
	tx := to.Begin(nil)
	tx.SetProtocol(from.Protocol)
	if err := tx.SetMetadata(&meta); err != nil {
		return m, err
	}
	var actions []log.Action
	for f, err := range from.Files(env, nil) {
		if err != nil {
			return m, err
		}
		m.Files++
		m.Bytes += f.Size
		a := *f
		if a.Path, err = absolute(from.Table(), f.Path); err != nil {
			return m, err
		}
		if a.DeletionVector, err = absoluteVector(from.Table(), f.DeletionVector); err != nil {
			return m, err
		}
		a.DataChange = true
		actions = append(actions, &a)
	}
	_, err = tx.Commit(env, actions, log.Operation{Name: "CLONE",
		Parameters: log.Params{{Name: "source", Value: sourceName}, {Name: "sourceVersion", Value: from.Version}},
		Metrics: log.Metrics{"sourceTableSize": formatInt(m.Bytes), "sourceNumOfFiles": formatInt(m.Files), "numRemovedFiles": "0", "numCopiedFiles": "0",
			"removedFilesSize": "0", "copiedFilesSize": "0"}})
	return m, err
}

// absolute is a file's path as other tables have to write it.
func absolute(t *log.Table, path string) (string, error) {
	store, key, err := t.Locate(path)
	if err != nil {
		return "", err
	}
	uri := store.URI(key)
	if rest, ok := strings.CutPrefix(uri, "file:/"); ok {
		return "file:///" + strings.TrimLeft(log.EncodePath(rest), "/"), nil
	}
	return log.EncodePath(uri), nil
}

func absoluteVector(t *log.Table, d *dv.Descriptor) (*dv.Descriptor, error) {
	if d == nil || d.StorageType != "u" {
		return d, nil
	}
	name, err := d.RelativePath()
	if err != nil {
		return nil, err
	}
	out := *d
	out.StorageType = "p"
	out.PathOrInline, err = absolute(t, name)
	return &out, err
}
