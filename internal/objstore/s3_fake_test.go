package objstore

import (
	"crypto/md5"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

var fakeCredentials = s3Credentials{"key id", "secret/key", "token"}

// fakeS3 is a server of one bucket, "lake", with path-style addresses. It checks every signature.
type fakeS3 struct {
	t       *testing.T
	mu      sync.Mutex
	objects map[string][]byte // by key without the leading slash
	uploads map[string]map[int][]byte
	n       int
	log     []string // method and what makes requests differ: "PUT if-none-match"
	// fate may answer in the server's place (status 0: does not); done says that the request takes effect all the same.
	fate func(request string, n int) (status int, code string, done bool)
}

func newFakeS3(t *testing.T) (*fakeS3, *S3) {
	f := &fakeS3{t: t, objects: map[string][]byte{}, uploads: map[string]map[int][]byte{}}
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	s := newS3(s3Config{scheme: "s3a", bucket: "lake", credentials: fakeCredentials, region: "eu-north-1", endpoint: server.URL, pathStyle: true})
	s.backoff = time.Microsecond
	t.Cleanup(s.client.CloseIdleConnections)
	return f, s
}

func describe(r *http.Request) string {
	what := r.Method
	for _, p := range []string{"uploads", "partNumber", "uploadId", "list-type"} {
		if r.URL.Query().Has(p) {
			what += " " + p
			break
		}
	}
	for _, h := range []string{"If-None-Match", "X-Amz-Copy-Source", "Range"} {
		if r.Header.Get(h) != "" {
			what += " " + strings.ToLower(h)
		}
	}
	return what
}

func (f *fakeS3) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n++
	what := describe(r)
	f.log = append(f.log, what)
	if !f.signed(r, body) {
		refuse(w, 403, "SignatureDoesNotMatch")
		return
	}
	if f.fate != nil {
		if status, code, done := f.fate(what, f.n); status != 0 {
			if done {
				f.serve(httptest.NewRecorder(), r, body)
			}
			if code == "hang up" {
				panic(http.ErrAbortHandler)
			}
			refuse(w, status, code)
			return
		}
	}
	f.serve(w, r, body)
}

func refuse(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	fmt.Fprintf(w, `<?xml version="1.0"?><Error><Code>%s</Code><Message>said the fake</Message></Error>`, code)
}

// signed repeats the signature over what arrived.
func (f *fakeS3) signed(r *http.Request, body []byte) bool {
	again := &http.Request{Method: r.Method, Host: r.Host, URL: r.URL, Header: http.Header{}}
	_, list, _ := strings.Cut(r.Header.Get("Authorization"), "SignedHeaders=")
	list, _, _ = strings.Cut(list, ",")
	for _, n := range strings.Split(list, ";") {
		if n != "host" && n != "x-amz-date" && n != "x-amz-security-token" && n != "x-amz-content-sha256" {
			again.Header.Set(n, r.Header.Get(n))
		}
	}
	at, err := time.Parse("20060102T150405Z", r.Header.Get("X-Amz-Date"))
	sign(again, body, fakeCredentials, "eu-north-1", at)
	return err == nil && again.Header.Get("Authorization") == r.Header.Get("Authorization") &&
		again.Header.Get("X-Amz-Content-Sha256") == r.Header.Get("X-Amz-Content-Sha256")
}

func (f *fakeS3) serve(w http.ResponseWriter, r *http.Request, body []byte) {
	bucket, key, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	q := r.URL.Query()
	old, exists := f.objects[key]
	switch {
	case bucket != "lake":
		refuse(w, 404, "NoSuchBucket")
	case r.Method == "GET" && q.Has("list-type"):
		f.list(w, q)
	case r.Method == "POST" && q.Has("uploads"):
		id := fmt.Sprint("upload ", f.n)
		f.uploads[id] = map[int][]byte{}
		fmt.Fprintf(w, "<InitiateMultipartUploadResult><UploadId>%s</UploadId></InitiateMultipartUploadResult>", id)
	case q.Has("uploadId"):
		f.multipart(w, r, key, q, body)
	case r.Method == "PUT" && r.Header.Get("If-None-Match") == "*" && exists:
		refuse(w, 412, "PreconditionFailed")
	case r.Method == "PUT":
		f.objects[key] = body
	case r.Method == "DELETE":
		delete(f.objects, key)
		w.WriteHeader(204)
	case !exists:
		refuse(w, 404, "NoSuchKey")
	default:
		http.ServeContent(w, r, "", time.Unix(1e9, 0), strings.NewReader(string(old)))
	}
}

func (f *fakeS3) multipart(w http.ResponseWriter, r *http.Request, key string, q url.Values, body []byte) {
	parts, ok := f.uploads[q.Get("uploadId")]
	switch {
	case !ok:
		refuse(w, 404, "NoSuchUpload")
	case r.Method == "DELETE":
		delete(f.uploads, q.Get("uploadId"))
		w.WriteHeader(204)
	case r.Method == "POST":
		f.complete(w, key, q.Get("uploadId"), body)
	default:
		n, _ := strconv.Atoi(q.Get("partNumber"))
		if from := r.Header.Get("X-Amz-Copy-Source"); from != "" {
			from, _ = url.PathUnescape(from)
			var a, b int
			fmt.Sscanf(r.Header.Get("X-Amz-Copy-Source-Range"), "bytes=%d-%d", &a, &b)
			parts[n] = f.objects[strings.TrimPrefix(from, "/lake/")][a : b+1]
			fmt.Fprintf(w, "<CopyPartResult><ETag>%s</ETag></CopyPartResult>", tagOf(parts[n]))
			return
		}
		parts[n] = body
		w.Header().Set("ETag", tagOf(body))
	}
}

func tagOf(b []byte) string { h := md5.Sum(b); return `"` + hex.EncodeToString(h[:]) + `"` }

func (f *fakeS3) complete(w http.ResponseWriter, key, id string, body []byte) {
	var asked struct{ Part []s3Part }
	if err := xml.Unmarshal(body, &asked); err != nil {
		refuse(w, 400, "MalformedXML")
		return
	}
	var whole []byte
	for i, p := range asked.Part {
		b := f.uploads[id][p.PartNumber]
		switch {
		case p.PartNumber != i+1 || p.ETag != tagOf(b):
			refuse(w, 400, "InvalidPart")
			return
		case len(b) < s3PartMin && i < len(asked.Part)-1:
			refuse(w, 400, "EntityTooSmall")
			return
		}
		whole = append(whole, b...)
	}
	delete(f.uploads, id)
	f.objects[key] = whole
	fmt.Fprint(w, "<CompleteMultipartUploadResult/>")
}

// list gives at most two children a page, in S3's order: a directory stands where its name with the slash does.
func (f *fakeS3) list(w http.ResponseWriter, q url.Values) {
	prefix, after := q.Get("prefix"), q.Get("start-after")
	if t := q.Get("continuation-token"); t != "" {
		after = t
	}
	seen := map[string]bool{}
	var found []string
	for k := range f.objects {
		rest, ok := strings.CutPrefix(k, prefix)
		if !ok || k <= after {
			continue
		}
		if name, _, nested := strings.Cut(rest, "/"); nested {
			k = prefix + name + "/"
		}
		if !seen[k] && k > after {
			found, seen[k] = append(found, k), true
		}
	}
	sort.Strings(found)
	fmt.Fprint(w, "<ListBucketResult><EncodingType>url</EncodingType>")
	for i, k := range found {
		if i == 2 {
			fmt.Fprintf(w, "<IsTruncated>true</IsTruncated><NextContinuationToken>%s</NextContinuationToken>", found[1])
			break
		}
		if strings.HasSuffix(k, "/") {
			fmt.Fprintf(w, "<CommonPrefixes><Prefix>%s</Prefix></CommonPrefixes>", url.QueryEscape(k))
		} else {
			fmt.Fprintf(w, "<Contents><Key>%s</Key><Size>%d</Size><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>",
				url.QueryEscape(k), len(f.objects[k]))
		}
	}
	fmt.Fprint(w, "</ListBucketResult>")
}
