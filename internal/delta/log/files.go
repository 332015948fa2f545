package log

import (
	"context"
	"slices"
	"sync"
)

// base is what a checkpoint holds of files. It is read at first use and shared by all snapshots on top of it.
type base struct {
	table      *Table
	checkpoint *checkpoint // nil: nothing below

	mu      sync.Mutex
	active  *activeFiles
	removes []RemoveFile
	removed bool // removes are read
}

// activeFiles holds files in blocks: a slice that grows would move a million files again and again.
type activeFiles struct{ blocks [][]AddFile }

const blockFiles = 4096

func (f *activeFiles) append(a AddFile) {
	n := len(f.blocks)
	if n == 0 || len(f.blocks[n-1]) == blockFiles {
		size := blockFiles
		if n == 0 {
			size = 16
		}
		f.blocks = append(f.blocks, make([]AddFile, 0, size))
		n++
	}
	f.blocks[n-1] = append(f.blocks[n-1], a)
}

func newBase(t *Table, c *checkpoint) *base {
	b := &base{table: t, checkpoint: c}
	if c == nil {
		b.active, b.removed = &activeFiles{}, true
	}
	return b
}

func (b *base) loaded() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.active != nil && b.removed
}

// files reads the adds of the checkpoint.
func (b *base) files(ctx context.Context) (*activeFiles, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.active != nil {
		return b.active, nil
	}
	f := &activeFiles{}
	err := b.table.readCheckpoint(ctx, b.checkpoint, &actionSink{add: f.append})
	if isBadCheckpoint(err) {
		f, err = b.rebuild(ctx, err)
	}
	if err != nil {
		return nil, err
	}
	b.active = f
	return f, nil
}

// rebuild gets the files of a checkpoint whose file columns are damaged from what is before it.
func (b *base) rebuild(ctx context.Context, cause error) (*activeFiles, error) {
	seg, err := b.table.findSegment(ctx, b.checkpoint.version, map[string]bool{b.checkpoint.files[0].Key: true})
	if err != nil {
		return nil, cause
	}
	s, err := b.table.build(ctx, seg)
	if err != nil {
		return nil, cause
	}
	f := &activeFiles{}
	for a, err := range s.Files(ctx, nil) {
		if err != nil {
			return nil, cause
		}
		f.append(*a)
	}
	for r, err := range s.Tombstones(ctx, 0) {
		if err != nil {
			return nil, cause
		}
		b.removes = append(b.removes, *r)
	}
	b.removed = true
	return f, nil
}

func (b *base) tombstones(ctx context.Context) ([]RemoveFile, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.removed {
		return b.removes, nil
	}
	var l []RemoveFile
	if err := b.table.readCheckpoint(ctx, b.checkpoint, &actionSink{remove: func(r RemoveFile) { l = append(l, r) }}); err != nil {
		return nil, err
	}
	b.removes, b.removed = l, true
	return l, nil
}

// recent is what commits did on top of a base: for each logical file they touched, its fate.
type recent struct {
	adds    []AddFile
	removes []RemoveFile
	// state: the place in adds of a file that is active, or -1-(place in removes) of one that is not. Files that are
	// not in it are as the base says.
	state map[fileKey]int32
}

func newRecent() *recent { return &recent{state: map[fileKey]int32{}} }

func (r *recent) apply(c *Commit) {
	for i := range c.Removes {
		r.state[c.Removes[i].key()] = int32(-1 - len(r.removes))
		r.removes = append(r.removes, c.Removes[i])
	}
	for i := range c.Adds {
		r.state[c.Adds[i].key()] = int32(len(r.adds))
		r.adds = append(r.adds, c.Adds[i])
	}
}

func (r *recent) clone() *recent {
	return &recent{slices.Clip(r.adds), slices.Clip(r.removes), cloneMap(r.state)}
}

// large tells whether folding into a new base is cheaper than copying on every commit.
func (r *recent) large() bool { return len(r.adds)+len(r.removes) > 4096 }

func (r *recent) tombstones() []*RemoveFile {
	var l []*RemoveFile
	for i := range r.removes {
		if r.state[r.removes[i].key()] == int32(-1-i) {
			l = append(l, &r.removes[i])
		}
	}
	return l
}

// flatten makes the state of a snapshot whose base is loaded into a base of its own.
func flatten(s *Snapshot) *base {
	b := &base{table: s.table, active: &activeFiles{}, removed: true}
	ctx := context.Background() // nothing is read
	for a := range s.Files(ctx, nil) {
		b.active.append(*a)
	}
	for r := range s.Tombstones(ctx, 0) {
		b.removes = append(b.removes, *r)
	}
	return b
}
