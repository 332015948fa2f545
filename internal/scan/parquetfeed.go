package scan

import (
	"errors"
	"io"
	"sync"

	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/parquetio"
	"github.com/flintlake/flintlake/internal/vec"
)

// parquetFeed shares files among workers: whole files when there are many, row groups when there are few.
type parquetFeed struct {
	r      *parquetReader
	prune  *pruner
	limit  int64
	files  []parquetData
	whole  bool
	once   sync.Once
	states []workerScan

	mu    sync.Mutex
	next  int      // of files
	queue []morsel // row groups of the file opened last
}

// morsel is row groups of an open file. users counts the morsels of the file that are not done.
type morsel struct {
	open   *openFile
	users  *int
	groups []int
	seq    int64
}

// workerScan is what one worker is reading.
type workerScan struct {
	morsel
	scan *parquetio.Scanner
}

const groupBits = 14 // of Seq; more row groups in one file share the last numbers

func newParquetFeed(r *parquetReader, files []parquetData, prune *pruner, limit int64) *parquetFeed {
	return &parquetFeed{r: r, files: files, prune: prune, limit: limit}
}

// Next is the worker's next batch.
func (f *parquetFeed) Next(c *exec.Context, worker int) (*vec.Batch, error) {
	f.once.Do(func() {
		f.states = make([]workerScan, max(1, c.Threads))
		f.whole = len(f.files) >= 2*len(f.states)
	})
	s := &f.states[worker]
	for {
		if s.scan == nil {
			ok, err := f.take(c, s)
			if err != nil || !ok {
				return nil, err
			}
		}
		b, first, err := s.scan.Next()
		if errors.Is(err, io.EOF) {
			f.done(s)
			continue
		}
		if err != nil {
			return nil, err
		}
		b.Seq = s.seq
		out, err := s.open.finish(c, b, first)
		if err != nil || out != nil {
			return out, err
		}
	}
}

// take gives a worker its next morsel; false when there is none.
func (f *parquetFeed) take(c *exec.Context, s *workerScan) (bool, error) {
	m, ok, err := f.morsel(c)
	if err != nil || !ok {
		return false, err
	}
	opts := f.r.options(c)
	opts.RowGroups = m.groups
	if f.limit > 0 && f.limit < vec.BatchRows {
		opts.BatchRows = int(f.limit)
	}
	s.morsel = m
	if s.scan, err = m.open.file.Scan(c, opts); err != nil {
		s.scan = nil
		f.free(m)
		s.morsel = morsel{}
	}
	return true, err
}

// morsel opens files until one has row groups left. Row groups of one file are opened under the lock, so that a worker's morsels come in
// the order of the files.
func (f *parquetFeed) morsel(c *exec.Context) (morsel, bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(f.queue) == 0 {
		if f.next >= len(f.files) {
			return morsel{}, false, nil
		}
		i := f.next
		f.next++
		if f.whole {
			f.mu.Unlock()
		}
		o, err := f.r.open(c, f.files[i])
		if f.whole {
			f.mu.Lock()
		}
		if err != nil {
			return morsel{}, false, err
		}
		groups := f.prune.groups(o.file)
		c.Metrics.Add("rowGroupsRead", int64(len(groups)))
		if len(groups) == 0 {
			o.close()
			continue
		}
		seq := int64(i) << groupBits
		if f.whole {
			return morsel{o, new(1), groups, seq}, true, nil
		}
		users := new(len(groups))
		for k, g := range groups {
			f.queue = append(f.queue, morsel{o, users, []int{g}, seq + int64(min(k, 1<<groupBits-1))})
		}
	}
	m := f.queue[0]
	f.queue = f.queue[1:]
	return m, true, nil
}

func (f *parquetFeed) done(s *workerScan) {
	s.scan.Close()
	f.free(s.morsel)
	*s = workerScan{}
}

// free closes the file with its last morsel.
func (f *parquetFeed) free(m morsel) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if *m.users--; *m.users == 0 {
		m.open.close()
	}
}

// Close ends all scans.
func (f *parquetFeed) Close() error {
	for i := range f.states {
		if f.states[i].scan != nil {
			f.done(&f.states[i])
		}
	}
	for _, m := range f.queue {
		f.free(m)
	}
	f.queue = nil
	return nil
}
