package session

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/flintlake/flintlake/internal/analyze"
	"github.com/flintlake/flintlake/internal/catalog"
	"github.com/flintlake/flintlake/internal/conf"
	"github.com/flintlake/flintlake/internal/delta/log"
	"github.com/flintlake/flintlake/internal/exec"
	"github.com/flintlake/flintlake/internal/expr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/builtin"
	"github.com/flintlake/flintlake/internal/logical"
	"github.com/flintlake/flintlake/internal/objstore"
	"github.com/flintlake/flintlake/internal/plan"
	"github.com/flintlake/flintlake/internal/vec"
	"github.com/google/uuid"
)

// EngineInfo is what commits say of their writer.
const EngineInfo = "Flintlake/0.1.0"

// Session is one user's engine: settings, catalog, views, memory. It is safe for concurrent use.
type Session struct {
	settings *conf.Settings
	stores   *objstore.Stores
	catalog  *catalog.Catalog
	fns      *fn.Registry
	alloc    *vec.Allocator
	spillDir string
	started  time.Time

	mu        sync.RWMutex
	namespace string
	views     map[string]*view     // temporary views by lower-case name
	globals   map[string]*view     // global temporary views
	cached    map[string]*kept     // relations kept under an id: results of commands
	variables map[string]*variable // session variables by lower-case name
	functions map[string]*function // temporary functions by lower-case name
	tables    *log.Tables          // open Delta logs, for incremental snapshots
	closed    bool
}

type view struct {
	name string
	node logical.Node // analysed when it was made
}

type kept struct {
	node    logical.Node
	release func()
}

type variable struct {
	name  []string
	value *expr.Literal
	init  plan.Expr // of DEFAULT, nil for none
}

type function struct {
	analyze.UserFunction
	temporary bool
}

// New starts a session with settings as the builder collected them.
func New(options map[string]string) (*Session, error) {
	return NewOver(&objstore.Stores{}, options)
}

// NewOver is New over given stores: tests hand in stores that wait or fail.
func NewOver(stores *objstore.Stores, options map[string]string) (*Session, error) {
	settings, err := conf.NewSettings(options)
	if err != nil {
		return nil, err
	}
	if stores.Option == nil {
		stores.Option = func(name string) string {
			value, _ := settings.Get("spark.hadoop." + name)
			return value
		}
	}
	cat, err := catalog.Open(stores, conf.WarehouseDir.Get(settings))
	if err != nil {
		return nil, err
	}
	s := &Session{
		settings: settings, stores: stores, catalog: cat, fns: fn.NewRegistry(builtin.Functions()),
		alloc: vec.NewAllocator(memoryBudget(settings)), started: time.Now(), namespace: catalog.DefaultNamespace,
		views: map[string]*view{}, globals: map[string]*view{}, cached: map[string]*kept{},
		variables: map[string]*variable{}, functions: map[string]*function{}, spillDir: spillDir(settings),
	}
	s.tables = &log.Tables{Stores: stores, Options: log.Options{EngineInfo: EngineInfo, Allocator: s.alloc}}
	return s, nil
}

// Conf is the session's settings.
func (s *Session) Conf() *conf.Settings { return s.settings }

// Memory is the session's allocator, for tests and the doctor.
func (s *Session) Memory() *vec.Allocator { return s.alloc }

// Functions is the registry of built-in functions.
func (s *Session) Functions() *fn.Registry { return s.fns }

// Close frees what the session keeps. Results that are still open stay valid until they are closed.
func (s *Session) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.cached {
		k.release()
	}
	s.cached = map[string]*kept{}
	s.closed = true
	_ = os.RemoveAll(s.spillDir) // it is there only if something did not fit
}

// spillDir names the session's folder for what does not fit into memory; the first file makes it.
func spillDir(settings *conf.Settings) string {
	dir := conf.SpillDir.Get(settings)
	if dir == "" {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "flintlake-spill-"+uuid.NewString())
}

// memoryBudget is spark.flintlake.memory, or 60 % of what the container (or machine) has.
func memoryBudget(settings *conf.Settings) int64 {
	n, ok := conf.MemoryBudget(conf.Memory.Get(settings), containerMemory())
	if !ok {
		return containerMemory() * 6 / 10
	}
	return n
}

// containerMemory is the memory limit of the control group, else of the machine; 8 GiB where neither can be read.
func containerMemory() int64 {
	best := int64(8 << 30)
	if data, err := os.ReadFile("/proc/meminfo"); err == nil {
		for line := range strings.Lines(string(data)) {
			f := strings.Fields(line)
			if len(f) >= 2 && f[0] == "MemTotal:" {
				if kb, err := strconv.ParseInt(f[1], 10, 64); err == nil {
					best = kb << 10
				}
			}
		}
	}
	for _, p := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if data, err := os.ReadFile(p); err == nil {
			if n, err := strconv.ParseInt(strings.TrimSpace(string(data)), 10, 64); err == nil && n > 0 && n < best {
				best = n
			}
		}
	}
	return best
}

// threads is how many workers a query gets.
func (s *Session) threads() int {
	if n := conf.Threads.Get(s.settings); n > 0 {
		return n
	}
	master := conf.Master.Get(s.settings)
	if n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(master, "local["), "]")); err == nil && n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

// env fixes what a query may depend on besides its data.
func (s *Session) env() (*fn.Env, error) {
	zone := conf.SessionTimeZone.Get(s.settings)
	loc, err := location(zone)
	if err != nil {
		return nil, err
	}
	return &fn.Env{
		ANSI: conf.ANSIEnabled.Get(s.settings), TimeZone: loc, ZoneID: zone, Now: time.Now().UnixMicro(),
		Conf: func(key string) string { v, _ := s.settings.Get(key); return v },
	}, nil
}

// execContext is the context of one run.
func (s *Session) execContext(ctx context.Context, env *fn.Env) *exec.Context {
	return &exec.Context{Context: ctx, Alloc: s.alloc, Env: env, Threads: s.threads(), SpillDir: s.spillDir}
}
