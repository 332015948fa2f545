package objstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestS3Contract(t *testing.T) {
	_, s := newFakeS3(t)
	contract(t, s, "/t")
	contract(t, NewFaulty(s, nil), "/a folder/ü+%/t")
}

// The example of Amazon's documentation of the signature, "GET Object" with a range.
func TestSignature(t *testing.T) {
	u, err := url.Parse("https://examplebucket.s3.amazonaws.com/test.txt")
	if err != nil {
		t.Fatal(err)
	}
	r := &http.Request{Method: "GET", URL: u, Host: u.Host, Header: http.Header{"Range": {"bytes=0-9"}}}
	c := s3Credentials{accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"}
	sign(r, nil, c, "us-east-1", time.Date(2013, 5, 24, 0, 0, 0, 0, time.UTC))
	const want = "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
	if got := r.Header.Get("Authorization"); !strings.HasSuffix(got, "Signature="+want) {
		t.Errorf("got %s", got)
	}
}

func TestS3PutIfAbsentOutcomes(t *testing.T) {
	always := func(status int, code string, done bool) func(string, int) (int, string, bool) {
		return func(string, int) (int, string, bool) { return status, code, done }
	}
	once := func(status int, code string, done bool) func(string, int) (int, string, bool) {
		return func(_ string, n int) (int, string, bool) {
			if n > 1 {
				return 0, "", false
			}
			return status, code, done
		}
	}
	for _, c := range []struct {
		name   string
		before bool // somebody's object is there
		fate   func(string, int) (int, string, bool)
		want   PutOutcome
		ours   bool // what is there afterwards
	}{
		{"won", false, nil, Written, true},
		{"lost race", true, nil, Exists, false},
		{"conflict in flight, then won", false, once(409, "ConditionalRequestConflict", false), Written, true},
		{"conflict in flight, then lost", true, once(409, "ConditionalRequestConflict", false), Exists, false},
		{"only conflicts", false, always(409, "ConditionalRequestConflict", false), Failed, false},
		{"fault without effect, then won", false, once(503, "SlowDown", false), Written, true},
		{"fault with effect", false, once(500, "InternalError", true), Unknown, true},
		{"reply lost with effect", false, once(1, "hang up", true), Unknown, true},
		{"reply lost without effect", false, once(1, "hang up", false), Written, true},
		{"only faults", false, always(500, "InternalError", false), Unknown, false},
		{"not allowed", false, always(403, "AccessDenied", false), Failed, false},
		{"server without conditional writes", false, always(501, "NotImplemented", false), Failed, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, s := newFakeS3(t)
			if c.before {
				f.objects["log/1"] = []byte("theirs")
			}
			f.fate = c.fate
			got, err := s.PutIfAbsent(context.Background(), "/log/1", []byte("ours"))
			if got != c.want || (err == nil) != (got == Written || got == Exists) {
				t.Errorf("got %v, %v", got, err)
			}
			if ours := string(f.objects["log/1"]) == "ours"; ours != c.ours {
				t.Errorf("object is %q", f.objects["log/1"])
			}
			for _, r := range f.log {
				if r != "PUT if-none-match" {
					t.Errorf("request %s", r)
				}
			}
		})
	}
}

func TestS3PutIfAbsentHasOneWinner(t *testing.T) {
	_, s := newFakeS3(t)
	var wins sync.Map
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			if o, err := s.PutIfAbsent(context.Background(), "/v", []byte{byte(i)}); err != nil {
				t.Error(err)
			} else if o == Written {
				wins.Store(i, true)
			}
		})
	}
	all.Wait()
	n := 0
	wins.Range(func(i, _ any) bool {
		n++
		if b, err := s.Get(context.Background(), "/v"); err != nil || int(b[0]) != i.(int) {
			t.Errorf("winner %v, object %v, %v", i, b, err)
		}
		return true
	})
	if n != 1 {
		t.Errorf("%d winners", n)
	}
}

// Each request of an upload fails once, one after the other, before or after it took effect.
func TestS3UploadSurvivesFaults(t *testing.T) {
	data := randomBytes(2*s3PartBytes + 100)
	for _, done := range []bool{false, true} {
		for n := 1; ; n++ {
			f, s := newFakeS3(t)
			f.fate = func(_ string, i int) (int, string, bool) {
				if i == n {
					return 500, "InternalError", done
				}
				return 0, "", false
			}
			upload(t, s, data)
			if !bytes.Equal(f.objects["t/f"], data) {
				t.Fatalf("fault at %d (took effect: %v): wrong object", n, done)
			}
			if f.n < n {
				break
			}
		}
	}
}

func randomBytes(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(b)
	return b
}

func upload(t *testing.T, s *S3, data []byte) {
	t.Helper()
	ctx := context.Background()
	w, err := s.Create(ctx, "/t/f")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(ctx); err != nil || w.Size() != int64(len(data)) {
		t.Fatal(w.Size(), err)
	}
}

func TestS3CompletionFailingUnder200(t *testing.T) {
	f, s := newFakeS3(t)
	failed := false
	f.fate = func(request string, _ int) (int, string, bool) {
		if request == "POST uploadId" && !failed {
			failed = true
			return 200, "InternalError", false
		}
		return 0, "", false
	}
	data := randomBytes(s3PartBytes + 1)
	upload(t, s, data)
	if !failed || !bytes.Equal(f.objects["t/f"], data) {
		t.Error("wrong object")
	}
}

func TestS3CopyFromStaysInTheServer(t *testing.T) {
	ctx := context.Background()
	old := randomBytes(20 << 20)
	for _, c := range []struct {
		name       string
		head, tail int
		offset, n  int64
		want       string
	}{
		{"head too small for a part", 10, 10, 3, 19 << 20, "1 POST uploadId, 1 POST uploads, 1 PUT partNumber x-amz-copy-source, 2 PUT partNumber, 5 GET range"},
		{"no head", 0, 10, 0, 20 << 20, "1 POST uploadId, 1 POST uploads, 1 PUT partNumber, 1 PUT partNumber x-amz-copy-source"},
		{"small range", 10, 10, 3, 1 << 20, "1 GET range, 1 PUT"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, s := newFakeS3(t)
			f.objects["t/old ö"] = old
			r, err := s.Open(ctx, "/t/old ö", int64(len(old)))
			if err != nil {
				t.Fatal(err)
			}
			w, err := s.Create(ctx, "/t/new")
			if err != nil {
				t.Fatal(err)
			}
			head, tail := randomBytes(c.head), randomBytes(c.tail)
			_, _ = w.Write(head)
			if err := w.CopyFrom(r, c.offset, c.n); err != nil {
				t.Fatal(err)
			}
			_, _ = w.Write(tail)
			if err := w.Commit(ctx); err != nil {
				t.Fatal(err)
			}
			want := bytes.Join([][]byte{head, old[c.offset : c.offset+c.n], tail}, nil)
			if !bytes.Equal(f.objects["t/new"], want) || w.Size() != int64(len(want)) {
				t.Error("wrong object")
			}
			if got := requests(f.log); got != c.want {
				t.Errorf("requests\n got %s\nwant %s", got, c.want)
			}
		})
	}
}

// requests counts a log by what was asked, in the order of the words: parts fly concurrently.
func requests(log []string) string {
	counts := map[string]int{}
	for _, what := range log {
		counts[what]++
	}
	var lines []string
	for what, n := range counts {
		lines = append(lines, fmt.Sprint(n, " ", what))
	}
	slices.Sort(lines)
	return strings.Join(lines, ", ")
}

func TestS3AbortRemovesTheParts(t *testing.T) {
	f, s := newFakeS3(t)
	ctx, cancel := context.WithCancel(context.Background())
	w, err := s.Create(ctx, "/t/f")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = w.Write(randomBytes(s3PartBytes))
	cancel()
	w.Abort()
	if len(f.uploads) != 0 || len(f.objects) != 0 {
		t.Errorf("left: %d uploads, %d objects", len(f.uploads), len(f.objects))
	}
}

func TestS3Errors(t *testing.T) {
	ctx := context.Background()
	f, s := newFakeS3(t)
	s.config.bucket = "other"
	if _, err := s.Stat(ctx, "/t"); err == nil || errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "NoSuchBucket") {
		t.Errorf("missing bucket: %v", err)
	}
	s.config.bucket = "lake"
	s.config.credentials.secretKey = "wrong"
	before := f.n
	if _, err := s.Get(ctx, "/t/x"); !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "/t/x") || f.n != before+1 {
		t.Errorf("wrong key: %v after %d requests", err, f.n-before)
	}
}

func TestS3FollowsTheRegion(t *testing.T) {
	_, s := newFakeS3(t)
	r := &s3Reply{status: 301, header: http.Header{"X-Amz-Bucket-Region": {"eu-north-1"}}}
	wrong := "us-east-1"
	s.region.Store(&wrong)
	if !s.moved(r) || s.moved(r) {
		t.Error("moves once")
	}
	if err := s.Put(context.Background(), "/x", nil); err != nil {
		t.Error(err)
	}
}

func TestS3Config(t *testing.T) {
	files := map[string]string{
		"/h/.aws/config":      "[default]\nregion = eu-west-3\n[profile work]\nregion=ap-south-1\nendpoint_url = http://store:9000/\n",
		"/h/.aws/credentials": "[default]\naws_access_key_id = A1\naws_secret_access_key = S1\n# no\n[work]\naws_access_key_id=A2\naws_secret_access_key=S2\naws_session_token=T2\n",
	}
	for _, c := range []struct {
		name         string
		env, options map[string]string
		want         s3Config
		url          string
	}{
		{"default profile", nil, nil, s3Config{credentials: s3Credentials{"A1", "S1", ""}, region: "eu-west-3"},
			"https://lake.s3.eu-west-3.amazonaws.com/k%20%2B"},
		{"named profile", map[string]string{"AWS_PROFILE": "work"}, nil,
			s3Config{credentials: s3Credentials{"A2", "S2", "T2"}, region: "ap-south-1", endpoint: "http://store:9000"}, "http://lake.store:9000/k%20%2B"},
		{"environment wins over profile", map[string]string{"AWS_ACCESS_KEY_ID": "A3", "AWS_SECRET_ACCESS_KEY": "S3", "AWS_REGION": "r3"}, nil,
			s3Config{credentials: s3Credentials{"A3", "S3", ""}, region: "r3"}, "https://lake.s3.r3.amazonaws.com/k%20%2B"},
		{"options win over environment", map[string]string{"AWS_ACCESS_KEY_ID": "A3", "AWS_SECRET_ACCESS_KEY": "S3"},
			map[string]string{"fs.s3a.access.key": "A4", "fs.s3a.secret.key": "S4", "fs.s3a.session.token": "T4", "fs.s3a.path.style.access": "true",
				"fs.s3a.endpoint": "host:1", "fs.s3a.bucket.lake.endpoint": "mine:2", "fs.s3a.connection.ssl.enabled": "false", "fs.s3a.endpoint.region": "r4"},
			s3Config{credentials: s3Credentials{"A4", "S4", "T4"}, region: "r4", endpoint: "http://mine:2", pathStyle: true}, "http://mine:2/lake/k%20%2B"},
		{"anonymous", nil, map[string]string{"fs.s3a.aws.credentials.provider": "org.apache.hadoop.fs.s3a.AnonymousAWSCredentialsProvider"},
			s3Config{region: "eu-west-3"}, "https://lake.s3.eu-west-3.amazonaws.com/k%20%2B"},
	} {
		t.Run(c.name, func(t *testing.T) {
			sources := s3Sources{
				option: func(n string) string { return c.options[n] },
				env:    func(n string) string { return map[string]string{"HOME": "/h"}[n] + c.env[n] },
				readFile: func(n string) ([]byte, error) {
					if b, ok := files[n]; ok {
						return []byte(b), nil
					}
					return nil, fs.ErrNotExist
				},
			}
			got, err := sources.config("s3", "lake")
			c.want.scheme, c.want.bucket = "s3", "lake"
			if got != c.want || err != nil {
				t.Errorf("got %+v, %v", got, err)
			}
			if u, err := newS3(got).url("/k +", nil, got.region); err != nil || u.String() != c.url {
				t.Errorf("url %v, %v", u, err)
			}
		})
	}
	none := s3Sources{func(string) string { return "" }, func(string) string { return "" }, func(string) ([]byte, error) { return nil, fs.ErrNotExist }}
	if _, err := none.config("s3", "lake"); !errors.Is(err, errNoCredentials) {
		t.Errorf("no credentials: %v", err)
	}
}

func TestResolveS3(t *testing.T) {
	stores := &Stores{Option: func(n string) string {
		return map[string]string{"fs.s3a.access.key": "a", "fs.s3a.secret.key": "b"}[n]
	}}
	for path, want := range map[string]string{"s3a://lake/a//b c/": "s3a://lake/a/b c", "s3://lake": "s3://lake/"} {
		s, key, err := stores.Resolve(path)
		if err != nil || s.URI(key) != want {
			t.Errorf("%s: %v %v", path, key, err)
		}
		if again, _, _ := stores.Resolve(path); again != s {
			t.Errorf("%s: another store", path)
		}
	}
	if _, _, err := stores.Resolve("s3:///x"); err == nil {
		t.Error("a path without a bucket")
	}
}
