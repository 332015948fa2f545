package objstore

import (
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// S3 is one bucket of Amazon S3 or of a server that speaks its protocol. Keys are absolute as everywhere: the object
// "t/part-0" of the bucket is the key "/t/part-0".
//
// PutIfAbsent relies on conditional writes (If-None-Match: *), which Amazon S3, MinIO, Ceph and R2 have. A server that
// ignores the header would let two writers both win: such a server must not hold Delta tables with several writers.
//
// Requests that may be repeated are, with growing pauses, on lost connections, overload and faults of the server.
type S3 struct {
	config  s3Config
	region  atomic.Pointer[string] // corrected when the server says that the bucket is elsewhere
	client  *http.Client
	backoff time.Duration
}

// OpenS3 makes the store of a bucket. option reads Hadoop options by their names without the prefix "spark.hadoop."
// (fs.s3a.access.key, secret.key, session.token, endpoint, endpoint.region, path.style.access, connection.ssl.enabled; each
// also per bucket); nil has none. What they leave open comes from the AWS_ variables and the AWS profile files.
// scheme is "s3" or "s3a", as URIs shall show it.
func OpenS3(scheme, bucket string, option func(name string) string) (*S3, error) {
	config, err := newS3Sources(option).config(scheme, bucket)
	if err != nil {
		return nil, wrap("open", scheme+"://"+bucket, err)
	}
	return newS3(config), nil
}

func newS3(config s3Config) *S3 {
	s := &S3{config: config, backoff: 50 * time.Millisecond}
	s.region.Store(&config.region)
	s.client = &http.Client{
		Transport: &http.Transport{
			Proxy:                 http.ProxyFromEnvironment,
			DialContext:           (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
			MaxIdleConnsPerHost:   64,
			IdleConnTimeout:       60 * time.Second,
			ResponseHeaderTimeout: 60 * time.Second,
			DisableCompression:    true, // bytes are wanted as they are stored
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // the signature holds for one host
	}
	return s
}

func (s *S3) Get(ctx context.Context, key string) ([]byte, error) {
	r, _, err := s.do(ctx, s3Call{op: "read", method: http.MethodGet, key: key})
	if err != nil {
		return nil, err
	}
	return r.body, nil
}

// GetRange costs one request, from the end too.
func (s *S3) GetRange(ctx context.Context, key string, offset, n int64) ([]byte, error) {
	if n <= 0 {
		return nil, nil
	}
	span := fmt.Sprintf("bytes=%d-%d", offset, offset+n-1)
	if offset < 0 {
		span = fmt.Sprintf("bytes=%d", offset)
	}
	r, _, err := s.do(ctx, s3Call{op: "read", method: http.MethodGet, key: key, header: map[string]string{"Range": span}})
	var answer *s3Error
	if errors.As(err, &answer) && answer.Status == http.StatusRequestedRangeNotSatisfiable {
		return nil, nil // begins at or after the end
	}
	if err != nil {
		return nil, err
	}
	b := r.body
	if r.status != http.StatusPartialContent { // the whole object, which the protocol allows
		if offset < 0 {
			offset = max(0, int64(len(b))+offset)
		}
		b = b[min(offset, int64(len(b))):]
	}
	return b[:min(n, int64(len(b)))], nil
}

func (s *S3) Stat(ctx context.Context, key string) (Info, error) {
	var err error
	if key != "/" {
		var info Info
		if info, err = s.head(ctx, "stat", key); err == nil || !errors.Is(err, fs.ErrNotExist) {
			return info, err
		}
	}
	page, listErr := s.page(ctx, key, "", "", 1)
	switch {
	case listErr != nil:
		return Info{}, listErr
	case len(page.Contents) > 0 || len(page.CommonPrefixes) > 0 || err == nil:
		return Info{Key: key, IsDir: true}, nil
	}
	return Info{}, err
}

func (s *S3) head(ctx context.Context, op, key string) (Info, error) {
	r, _, err := s.do(ctx, s3Call{op: op, method: http.MethodHead, key: key})
	if err != nil {
		return Info{}, err
	}
	var size int64
	if _, err := fmt.Sscan(r.header.Get("Content-Length"), &size); err != nil {
		return Info{}, wrap(op, key, errors.New("no length in the reply"))
	}
	modified, _ := http.ParseTime(r.header.Get("Last-Modified"))
	return Info{Key: key, Size: size, Modified: modified}, nil
}

type s3Page struct {
	EncodingType string
	IsTruncated  bool
	Next         string `xml:"NextContinuationToken"`
	Contents     []struct {
		Key          string
		Size         int64
		LastModified time.Time
	}
	CommonPrefixes []struct{ Prefix string }
}

// page reads up to a thousand children. Keys come URL-encoded, since XML cannot hold every character of a key.
func (s *S3) page(ctx context.Context, dir, startAfter, token string, most int) (*s3Page, error) {
	prefix := strings.TrimPrefix(Join(dir)+"/", "/")
	query := map[string]string{"list-type": "2", "delimiter": "/", "encoding-type": "url", "prefix": prefix, "max-keys": fmt.Sprint(most)}
	switch {
	case token != "":
		query["continuation-token"] = token
	case startAfter != "":
		query["start-after"] = prefix + startAfter
	}
	r, _, err := s.do(ctx, s3Call{op: "list", method: http.MethodGet, key: "/", query: query})
	if err != nil {
		return nil, err
	}
	p := &s3Page{}
	if err := xml.Unmarshal(r.body, p); err != nil {
		return nil, wrap("list", dir, err)
	}
	if p.EncodingType != "url" {
		return p, nil
	}
	decode := func(key *string) {
		var bad error
		if *key, bad = url.QueryUnescape(*key); bad != nil {
			err = wrap("list", dir, bad)
		}
	}
	for i := range p.Contents {
		decode(&p.Contents[i].Key)
	}
	for i := range p.CommonPrefixes {
		decode(&p.CommonPrefixes[i].Prefix)
	}
	return p, err
}

// List reads all pages before it yields: S3 orders a directory by its name and a slash, so that "a b" comes before "a/",
// and the contract wants names in order.
func (s *S3) List(ctx context.Context, dir, startAfter string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		children, err := s.children(ctx, dir, startAfter)
		if err != nil {
			yield(Info{}, err)
			return
		}
		for _, i := range children {
			if !yield(i, nil) {
				return
			}
		}
	}
}

func (s *S3) children(ctx context.Context, dir, startAfter string) ([]Info, error) {
	var all []Info
	for token, more := "", true; more; {
		p, err := s.page(ctx, dir, startAfter, token, 1000)
		if err != nil {
			return nil, err
		}
		for _, c := range p.Contents {
			if !strings.HasSuffix(c.Key, "/") { // consoles mark folders by empty objects
				all = append(all, Info{Key: "/" + c.Key, Size: c.Size, Modified: c.LastModified})
			}
		}
		for _, c := range p.CommonPrefixes {
			all = append(all, Info{Key: "/" + strings.TrimSuffix(c.Prefix, "/"), IsDir: true})
		}
		token, more = p.Next, p.IsTruncated && p.Next != ""
	}
	all = slices.DeleteFunc(all, func(i Info) bool { return i.Name() <= startAfter })
	slices.SortFunc(all, func(a, b Info) int { return cmp.Compare(a.Key, b.Key) })
	return all, nil
}

func (s *S3) Put(ctx context.Context, key string, data []byte) error {
	_, _, err := s.do(ctx, s3Call{op: "write", method: http.MethodPut, key: key, body: data})
	return err
}

// PutIfAbsent repeats the conditional request when a reply is lost: a success is always our own. But if the object exists
// after a lost reply, it may be ours or another's, and the answer is Unknown.
func (s *S3) PutIfAbsent(ctx context.Context, key string, data []byte) (PutOutcome, error) {
	_, lost, err := s.do(ctx, s3Call{op: "create", method: http.MethodPut, key: key, body: data, header: map[string]string{"If-None-Match": "*"}})
	var answer *s3Error
	exists := errors.As(err, &answer) && answer.Status == http.StatusPreconditionFailed
	switch {
	case err == nil:
		return Written, nil
	case lost:
		return Unknown, err
	case exists:
		return Exists, nil
	}
	return Failed, err
}

func (s *S3) Delete(ctx context.Context, key string) error {
	_, _, err := s.do(ctx, s3Call{op: "delete", method: http.MethodDelete, key: key})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (s *S3) Open(ctx context.Context, key string, size int64) (Reader, error) {
	if size < 0 {
		info, err := s.head(ctx, "open", key)
		if err != nil {
			return nil, err
		}
		size = info.Size
	}
	return &s3Reader{ctx, s, key, size}, nil
}

func (s *S3) URI(key string) string { return s.config.scheme + "://" + s.config.bucket + key }

// same tells whether another store is the same bucket, so that the server can copy by itself.
func (s *S3) same(o *S3) bool {
	return s.config.endpoint == o.config.endpoint && s.config.bucket == o.config.bucket
}

type s3Reader struct {
	ctx  context.Context
	s    *S3
	key  string
	size int64
}

// ReadAt is one request: readers merge their ranges before they ask.
func (r *s3Reader) ReadAt(p []byte, offset int64) (int, error) {
	if offset < 0 || offset >= r.size && len(p) > 0 {
		return 0, io.EOF
	}
	b, err := r.s.GetRange(r.ctx, r.key, offset, min(int64(len(p)), r.size-offset))
	n := copy(p, b)
	if err == nil && n < len(p) {
		err = io.EOF
	}
	return n, err
}

func (r *s3Reader) Close() error { return nil }
func (r *s3Reader) Size() int64  { return r.size }
func (r *s3Reader) Key() string  { return r.key }
