package objstore

import (
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// Stores finds the store of a path. The zero value is ready; a session owns one, and its "memory:" objects live as long.
type Stores struct {
	// Local is used for paths without a scheme and for "file:".
	Local Local
	// Wrap, when set, puts a store in front of the local one: NewFaulty, for tests.
	Wrap func(Store) Store
	// Option reads a Hadoop option ("fs.s3a.endpoint") of the session; nil has none. A bucket's options are read when it is
	// first used.
	Option func(name string) string

	once sync.Once
	mem  *Memory

	mu      sync.Mutex
	buckets map[string]*S3
}

// Resolve splits a path as a user writes it into its store and the key inside. Relative local paths are made absolute.
// Like Hadoop's Path it does not decode percent signs: "file:/tmp/a%20b" is the folder named "a%20b".
func (s *Stores) Resolve(p string) (Store, string, error) {
	scheme, rest := splitScheme(p)
	switch scheme {
	case "", "file":
		key, err := localKey(rest)
		if s.Wrap != nil {
			return s.Wrap(&s.Local), key, err
		}
		return &s.Local, key, err
	case "memory":
		s.once.Do(func() { s.mem = NewMemory() })
		return s.mem, path.Clean("/" + rest), nil
	case "s3", "s3a":
		bucket, key, _ := strings.Cut(rest, "/")
		store, err := s.bucket(scheme, bucket)
		if err != nil {
			return nil, "", err
		}
		if s.Wrap != nil {
			return s.Wrap(store), path.Clean("/" + key), nil
		}
		return store, path.Clean("/" + key), nil
	}
	return nil, "", sparkerr.Unsupported("storage scheme " + scheme + ":")
}

func (s *Stores) bucket(scheme, name string) (*S3, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.buckets[scheme+"://"+name]; b != nil {
		return b, nil
	}
	b, err := OpenS3(scheme, name, s.Option)
	if err != nil {
		return nil, err
	}
	if s.buckets == nil {
		s.buckets = map[string]*S3{}
	}
	s.buckets[scheme+"://"+name] = b
	return b, nil
}

// Resolve is Stores.Resolve for callers without a session: local paths only.
func Resolve(p string) (Store, string, error) {
	scheme, rest := splitScheme(p)
	if scheme != "" && scheme != "file" {
		return nil, "", sparkerr.Unsupported("storage scheme " + scheme + ": outside a session")
	}
	key, err := localKey(rest)
	return &Local{}, key, err
}

// splitScheme cuts "scheme:" off, and for "file" the empty authority as well. "a:b" has no scheme: only a slash after the colon makes one.
func splitScheme(p string) (scheme, rest string) {
	i := strings.IndexByte(p, ':')
	if i < 2 || i+1 >= len(p) || p[i+1] != '/' { // one letter is a Windows drive
		return "", p
	}
	for j := 0; j < i; j++ {
		c := p[j] | 0x20
		if (c < 'a' || c > 'z') && (j == 0 || !strings.ContainsRune("0123456789+.-", rune(p[j]))) {
			return "", p
		}
	}
	scheme, rest = strings.ToLower(p[:i]), p[i+1:]
	if strings.HasPrefix(rest, "//") {
		rest = rest[2:]
		if scheme == "file" && !strings.HasPrefix(rest, "/") { // file://host/path
			if _, after, ok := strings.Cut(rest, "/"); ok {
				rest = "/" + after
			}
		}
	}
	return scheme, rest
}

func localKey(p string) (string, error) {
	abs, err := filepath.Abs(filepath.FromSlash(p))
	if err != nil {
		return "", wrap("resolve", p, err)
	}
	return filepath.ToSlash(abs), nil
}
