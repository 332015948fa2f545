package log

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/objstore"
)

// segment is the set of files that make one version: a checkpoint (or none) and the entries after it, without a gap.
type segment struct {
	version    int64
	last       objstore.Info // the commit of version; zero when only the checkpoint is left of it
	checkpoint *checkpoint
	entries    []logEntry
}

// logEntry is a commit, or a compacted file that stands for several.
type logEntry struct {
	start, end int64
	info       objstore.Info
}

// checkpoint is a complete checkpoint: one file, or all parts of a multi-part one.
type checkpoint struct {
	version int64
	files   []objstore.Info
	v2      bool
	json    bool
}

// latest is no version: the newest there is.
const latest = int64(-1)

// listing is what one look into _delta_log showed.
type listing struct {
	commits     map[int64]objstore.Info
	compacted   []logEntry
	checkpoints []checkpoint // complete ones, ascending
	newest      int64        // newest commit or complete checkpoint, -1 for none
	oldest      int64        // oldest commit, -1 for none
}

// list reads the names of versions from and later; to bounds them when it is not latest.
func (t *Table) list(ctx context.Context, from, to int64) (*listing, error) {
	l := &listing{commits: map[int64]objstore.Info{}, newest: -1, oldest: -1}
	type parts struct {
		files []objstore.Info
		total int
	}
	multi := map[[2]int64]*parts{}
	startAfter := ""
	if from > 0 {
		startAfter = fmt.Sprintf("%020d", from)
	}
	for info, err := range t.store.List(ctx, t.logKey(), startAfter) {
		if err != nil {
			return nil, err
		}
		n := parseName(info.Name())
		if n.kind == otherFile || info.IsDir || to != latest && (n.version > to || n.kind == compactedFile && n.end > to) {
			continue
		}
		switch n.kind {
		case commitFile:
			l.commits[n.version] = info
			if l.oldest < 0 || n.version < l.oldest {
				l.oldest = n.version
			}
			l.newest = max(l.newest, n.version)
		case compactedFile:
			l.compacted = append(l.compacted, logEntry{n.version, n.end, info})
		case classicFile:
			l.addCheckpoint(checkpoint{version: n.version, files: []objstore.Info{info}})
		case v2File:
			l.addCheckpoint(checkpoint{version: n.version, files: []objstore.Info{info}, v2: true, json: n.json})
		case multipartFile:
			key := [2]int64{n.version, int64(n.parts)}
			p := multi[key]
			if p == nil {
				p = &parts{files: make([]objstore.Info, n.parts)}
				multi[key] = p
			}
			if p.files[n.part-1].Key == "" {
				p.total++
			}
			p.files[n.part-1] = info
		}
	}
	for key, p := range multi {
		if p.total == len(p.files) {
			l.addCheckpoint(checkpoint{version: key[0], files: p.files})
		}
	}
	slices.SortStableFunc(l.checkpoints, func(a, b checkpoint) int { return int(a.version - b.version) })
	return l, nil
}

func (l *listing) addCheckpoint(c checkpoint) {
	l.checkpoints = append(l.checkpoints, c)
	l.newest = max(l.newest, c.version)
}

// hint is the content of _last_checkpoint that matters here.
type hint struct {
	Version int64 `json:"version"`
	Size    int64 `json:"size"`
}

// lastCheckpoint reads _last_checkpoint; a missing or damaged one is no hint.
func (t *Table) lastCheckpoint(ctx context.Context) (version int64, ok bool) {
	b, err := t.store.Get(ctx, objstore.Join(t.logKey(), lastCheckpointKey))
	if err != nil {
		return 0, false
	}
	h := hint{Version: -1}
	if json.Unmarshal(b, &h) != nil || h.Version < 0 {
		return 0, false
	}
	return h.Version, true
}

// findSegment chooses the files of a version (or latest), leaving out checkpoints that proved unreadable.
func (t *Table) findSegment(ctx context.Context, version int64, bad map[string]bool) (*segment, error) {
	from := int64(0)
	if h, ok := t.lastCheckpoint(ctx); ok && len(bad) == 0 && (version == latest || h <= version) {
		from = h
	}
	l, err := t.list(ctx, from, version)
	if err != nil {
		return nil, err
	}
	if s, err := l.segment(ctx, t, version, bad); err == nil || from == 0 {
		return s, err
	}
	// The hint names a checkpoint that is gone or incomplete: look at everything.
	if l, err = t.list(ctx, 0, version); err != nil {
		return nil, err
	}
	return l.segment(ctx, t, version, bad)
}

// segment builds the newest version of a listing, or the asked one, and refuses gaps.
func (l *listing) segment(ctx context.Context, t *Table, version int64, bad map[string]bool) (*segment, error) {
	if l.newest < 0 {
		if version != latest {
			if full, err := t.list(ctx, 0, latest); err == nil && full.newest >= 0 {
				return nil, full.notFound(version)
			}
		}
		return nil, t.missing()
	}
	if version == latest {
		version = l.newest
	} else if l.newest < version {
		return nil, l.notFound(version)
	}
	s := &segment{version: version, last: l.commits[version]}
	for i := len(l.checkpoints) - 1; i >= 0; i-- {
		if c := &l.checkpoints[i]; c.version <= version && !bad[c.files[0].Key] {
			s.checkpoint = c
			break
		}
	}
	start := int64(0)
	if s.checkpoint != nil {
		start = s.checkpoint.version + 1
	}
	return s, l.fill(t, s, start)
}

// fill collects the entries start, …, s.version, taking compacted files where they fit.
func (l *listing) fill(t *Table, s *segment, start int64) error {
	for v := start; v <= s.version; {
		e, ok := l.compactedFrom(v, s.version)
		if !ok {
			info, found := l.commits[v]
			if !found {
				return l.gap(t, v, start, s)
			}
			e = logEntry{v, v, info}
		}
		s.entries = append(s.entries, e)
		v = e.end + 1
	}
	return nil
}

// compactedFrom is the longest compacted file that starts at v and does not go past limit.
func (l *listing) compactedFrom(v, limit int64) (best logEntry, ok bool) {
	for _, c := range l.compacted {
		if c.start == v && c.end <= limit && c.end > v && (!ok || c.end > best.end) {
			best, ok = c, true
		}
	}
	return best, ok
}

func (l *listing) gap(t *Table, v, start int64, s *segment) error {
	next := int64(-1)
	for n := range l.commits {
		if n > v && (next < 0 || n < next) {
			next = n
		}
	}
	if v == 0 && s.checkpoint == nil {
		return sparkerr.New("DELTA_TRUNCATED_TRANSACTION_LOG", "path", t.URI(), "version", fmt.Sprint(s.version))
	}
	if next < 0 {
		next = s.version
	}
	return sparkerr.New("DELTA_VERSIONS_NOT_CONTIGUOUS", "startVersion", fmt.Sprint(v-1), "endVersion", fmt.Sprint(next),
		"versionToLoad", fmt.Sprint(s.version), "versionList", strings.Trim(fmt.Sprint([]int64{v - 1, next}), "[]"))
}

// earliest is the oldest version that can be rebuilt, -1 for none.
func (l *listing) earliest() int64 {
	if _, ok := l.commits[0]; ok {
		return 0
	}
	if len(l.checkpoints) > 0 {
		return l.checkpoints[0].version
	}
	return -1
}

func (l *listing) notFound(version int64) error {
	return sparkerr.New("DELTA_VERSION_NOT_FOUND", "userVersion", fmt.Sprint(version),
		"earliest", fmt.Sprint(max(0, l.earliest())), "latest", fmt.Sprint(l.newest))
}

func (t *Table) missing() error {
	name := t.opts.Name
	if name == "" {
		name = sparkerr.QuoteID(t.root)
	}
	return sparkerr.New("DELTA_MISSING_DELTA_TABLE", "tableName", name)
}
