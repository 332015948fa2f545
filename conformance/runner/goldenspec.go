package main

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/objstore"
)

// spec is one check of a workload.
type spec struct {
	Type         string   `json:"type"`
	Version      *int64   `json:"version"`
	Timestamp    string   `json:"timestamp"`
	Predicate    string   `json:"predicate"`
	Columns      []string `json:"columns"`
	StartVersion *int64   `json:"startVersion"`
	EndVersion   *int64   `json:"endVersion"`
	Error        any      `json:"error"`
	Expected     struct {
		RowCount   *int   `json:"rowCount"`
		AppID      string `json:"appId"`
		TxnVersion *int64 `json:"txnVersion"`
		Domain     string `json:"domain"`
		Config     string `json:"configuration"`
		Removed    bool   `json:"removed"`
		Protocol   *struct {
			MinReaderVersion, MinWriterVersion int
			ReaderFeatures, WriterFeatures     []string
		} `json:"protocol"`
		Metadata *struct {
			SchemaString     string
			PartitionColumns []string
			Configuration    map[string]string
		} `json:"metadata"`
	} `json:"expected"`
}

// zone is the one in which the workloads state times.
const zone = "America/Los_Angeles"

func (g *golden) specs(w *worker, place string) *difference {
	names, err := filepath.Glob(filepath.Join(filepath.Dir(place), "specs", "*.json"))
	if err != nil || len(names) == 0 {
		return differs("record", "no specs: %v", err)
	}
	slices.Sort(names)
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return differs("record", "%v", err)
		}
		var s spec
		if err := json.Unmarshal(data, &s); err != nil {
			return differs("record", "%v", err)
		}
		e, err := w.open()
		if err != nil {
			return differs("session", "%v", err)
		}
		err = e.set(map[string]string{"spark.sql.session.timeZone": zone})
		d := differs("session", "%v", err)
		if err == nil {
			d = s.check(w, e, place, filepath.Join(filepath.Dir(place), "expected", topic(name), "expected_data"))
		}
		e.close()
		if d != nil {
			d.kind = s.Type + ": " + d.kind
			d.detail = topic(name) + ": " + d.detail
			return d
		}
	}
	return nil
}

func (s *spec) check(w *worker, e *engine, place, content string) *difference {
	if s.Error != nil {
		return s.refused(e, place)
	}
	switch s.Type {
	case "read":
		return s.read(w, e, place, content)
	case "cdf":
		return s.changes(e, place, content)
	}
	snap, err := snapshotAt(place, s.Version)
	if err != nil {
		return unexpected(err)
	}
	return s.facts(snap)
}

// refused checks that the request fails; a snapshot counts as refused when reading the table fails.
func (s *spec) refused(e *engine, place string) *difference {
	options := map[string]string{}
	if s.Version != nil {
		options["versionAsOf"] = strconv.FormatInt(*s.Version, 10)
	}
	if s.Timestamp != "" {
		options["timestampAsOf"] = s.Timestamp
	}
	if s.Type == "cdf" {
		options = s.feed()
	}
	_, err := e.load("delta", place, options, s.Columns, s.Predicate)
	return refusal(err, true)
}

func (s *spec) read(w *worker, e *engine, place, content string) *difference {
	var options map[string]string
	if s.Version != nil {
		options = map[string]string{"versionAsOf": strconv.FormatInt(*s.Version, 10)}
	}
	if s.Timestamp != "" {
		copied, err := timedCopy(w, place)
		if err != nil {
			return differs("record", "%v", err)
		}
		place, options = copied, map[string]string{"timestampAsOf": s.Timestamp}
	}
	got, err := e.load("delta", place, options, s.Columns, s.Predicate)
	if err != nil {
		return unexpected(err)
	}
	if n := s.Expected.RowCount; n != nil && *n != len(got.rows) {
		return differs("row count", "wanted %d, found %d", *n, len(got.rows))
	}
	return sameContent(e, place, options, s.Columns, s.Predicate, content)
}

// feed are the options of a read of changes.
func (s *spec) feed() map[string]string {
	options := map[string]string{"readChangeFeed": "true"}
	if s.StartVersion != nil {
		options["startingVersion"] = strconv.FormatInt(*s.StartVersion, 10)
	}
	if s.EndVersion != nil {
		options["endingVersion"] = strconv.FormatInt(*s.EndVersion, 10)
	}
	return options
}

func (s *spec) changes(e *engine, place, content string) *difference {
	got, err := e.load("delta", place, s.feed(), nil, "")
	if err != nil {
		return unexpected(err)
	}
	if n := s.Expected.RowCount; n != nil && *n != len(got.rows) {
		return differs("row count", "wanted %d, found %d", *n, len(got.rows))
	}
	files, _ := filepath.Glob(filepath.Join(content, "*.parquet"))
	if len(files) == 0 {
		return nil
	}
	want, err := e.load("parquet", content, nil, nil, "")
	if err != nil {
		return inStep("expected data", err)
	}
	// The times of commits are those of the files where they were recorded.
	want, got = want.without("_commit_timestamp"), got.without("_commit_timestamp")
	return firstDifference(contentTexts(want, want.schema), contentTexts(got, want.schema))
}

// facts checks what a snapshot says of itself.
func (s *spec) facts(snap *log.Snapshot) *difference {
	x := s.Expected
	if p := x.Protocol; p != nil {
		have := snap.Protocol
		if p.MinReaderVersion != have.MinReaderVersion || p.MinWriterVersion != have.MinWriterVersion ||
			!sameSet(p.ReaderFeatures, have.ReaderFeatures) || !sameSet(p.WriterFeatures, have.WriterFeatures) {
			return differs("protocol", "wanted %+v, found %+v", *p, have)
		}
	}
	if m := x.Metadata; m != nil {
		if m.SchemaString != snap.Metadata.SchemaString || !slices.Equal(m.PartitionColumns, snap.Metadata.PartitionColumns) {
			return differs("metadata", "wanted %+v, found %+v", *m, snap.Metadata)
		}
	}
	switch s.Type {
	case "txn":
		v, ok := snap.Txn(x.AppID)
		if x.TxnVersion != nil && (!ok || v != *x.TxnVersion) {
			return differs("transaction", "wanted %d, found %d", *x.TxnVersion, v)
		}
	case "domain_metadata":
		d, ok := snap.Domain(x.Domain)
		if ok == x.Removed || ok && d != x.Config {
			return differs("domain", "wanted %s removed=%t, found %s", x.Config, x.Removed, d)
		}
	}
	return nil
}

func sameSet(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

func snapshotAt(place string, version *int64) (*log.Snapshot, error) {
	t := log.NewTable(nil, &objstore.Local{}, filepath.ToSlash(place), log.Options{})
	if version == nil {
		return t.Snapshot(context.Background())
	}
	return t.SnapshotAt(context.Background(), *version)
}

// snapshot checks that the log of a table without data files can be read.
func (g *golden) snapshot(place string) *difference {
	snap, err := snapshotAt(place, nil)
	if err == nil {
		_, err = snap.AllFiles(context.Background())
	}
	if err != nil {
		return unexpected(err)
	}
	return nil
}

// timedCopy copies a table and gives the files of its log the times that their commits state, since time travel goes by them.
func timedCopy(w *worker, place string) (string, error) {
	dir, err := os.MkdirTemp(w.scratch, "timed-")
	if err != nil {
		return "", err
	}
	if err := os.CopyFS(dir, os.DirFS(place)); err != nil {
		return "", err
	}
	return dir, filepath.WalkDir(filepath.Join(dir, "_delta_log"), func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".json") {
			return err
		}
		data, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(data)) {
			var a struct {
				CommitInfo *struct{ Timestamp int64 }
			}
			if json.Unmarshal([]byte(line), &a) == nil && a.CommitInfo != nil && a.CommitInfo.Timestamp > 0 {
				t := time.UnixMilli(a.CommitInfo.Timestamp)
				return os.Chtimes(p, t, t)
			}
		}
		return nil
	})
}
