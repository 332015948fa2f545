package objstore

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"time"
)

// s3Call is one REST request, before signing.
type s3Call struct {
	op, method, key string // op is the word that errors name
	query           map[string]string
	header          map[string]string
	body            []byte
	late            bool // the reply may begin with status 200 and still be an <Error>: copies and completions
}

type s3Reply struct {
	status int
	header http.Header
	body   []byte
}

// s3Error is what the server said. The root of its XML is <Error>.
type s3Error struct {
	Status  int    `xml:"-"`
	Code    string `xml:"Code"`
	Message string `xml:"Message"`
}

func (e *s3Error) Error() string {
	return fmt.Sprintf("S3 answered %d %s %s", e.Status, e.Code, e.Message)
}

// Unwrap makes a missing object fs.ErrNotExist. A missing bucket is not that: a table there is misconfigured, not absent.
func (e *s3Error) Unwrap() error {
	switch {
	case e.Status == http.StatusNotFound && e.Code != "NoSuchBucket" && e.Code != "NoSuchUpload":
		return fs.ErrNotExist
	case e.Status == http.StatusForbidden:
		return fs.ErrPermission
	}
	return nil
}

// passing tells errors that a repetition may cure: overload, conflicts in flight, faults of the server.
func (e *s3Error) passing() bool {
	return e.Status >= 500 && e.Status != http.StatusNotImplemented || e.Status == http.StatusTooManyRequests ||
		e.Status == http.StatusRequestTimeout || e.Code == "RequestTimeout" || e.Code == "ConditionalRequestConflict" || e.Code == "OperationAborted"
}

// refused tells replies that promise that the request had no effect.
func (e *s3Error) refused() bool {
	return e.Status < 500 && e.Status != http.StatusRequestTimeout || e.Status == http.StatusNotImplemented
}

const s3Attempts = 6

// do sends a request until it succeeds, fails for good, or the attempts are used up. lost says that some attempt may have
// taken effect without our seeing the reply; for requests that may be repeated freely it can be ignored.
func (s *S3) do(ctx context.Context, c s3Call) (r *s3Reply, lost bool, err error) {
	for attempt := range s3Attempts {
		if attempt > 0 && !s.pause(ctx, attempt) {
			break
		}
		r, err = s.once(ctx, c)
		if err == nil {
			return r, lost, nil
		}
		var answer *s3Error
		if errors.As(err, &answer) {
			lost = lost || !answer.refused()
			if r != nil && s.moved(r) {
				continue
			}
			if !answer.passing() {
				break
			}
		} else {
			lost = lost || !neverSent(err)
		}
		if ctx.Err() != nil {
			break
		}
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return nil, lost, wrap(c.op, c.key, err)
}

func neverSent(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

// pause waits longer after each attempt, by a random share so that many clients do not return at once.
func (s *S3) pause(ctx context.Context, attempt int) bool {
	limit := min(s.backoff<<attempt, 10*time.Second)
	select {
	case <-time.After(limit/2 + rand.N(limit/2+1)):
		return true
	case <-ctx.Done():
		return false
	}
}

// moved takes over the region that the server says the bucket is in, and tells whether it was another.
func (s *S3) moved(r *s3Reply) bool {
	region := r.header.Get("X-Amz-Bucket-Region")
	if region == "" || r.status != 400 && r.status != 301 && r.status != 307 {
		return false
	}
	old := s.region.Swap(&region)
	return *old != region
}

// once sends a request one time.
func (s *S3) once(ctx context.Context, c s3Call) (*s3Reply, error) {
	region := *s.region.Load()
	req, err := http.NewRequestWithContext(ctx, c.method, "http://placeholder", bytes.NewReader(c.body))
	if err != nil {
		return nil, err
	}
	if req.URL, err = s.url(c.key, c.query, region); err != nil {
		return nil, err
	}
	req.Host = req.URL.Host
	for k, v := range c.header {
		req.Header.Set(k, v)
	}
	sign(req, c.body, s.config.credentials, region, time.Now())
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	r := &s3Reply{status: resp.StatusCode, header: resp.Header}
	if r.body, err = readBody(resp); err != nil {
		return r, err
	}
	if r.status >= 300 || c.late && isErrorDocument(r) {
		return r, errorOf(r)
	}
	return r, nil
}

func readBody(resp *http.Response) ([]byte, error) {
	if n := resp.ContentLength; n > 0 && resp.Request.Method != http.MethodHead {
		b := make([]byte, n)
		_, err := io.ReadFull(resp.Body, b)
		return b, err
	}
	return io.ReadAll(resp.Body)
}

// isErrorDocument tells failures under status 200: the server answers before it is done, to keep the connection.
func isErrorDocument(r *s3Reply) bool {
	var root struct{ XMLName xml.Name }
	return xml.Unmarshal(r.body, &root) == nil && root.XMLName.Local == "Error"
}

func errorOf(r *s3Reply) error {
	e := &s3Error{Status: r.status}
	if xml.Unmarshal(r.body, e) != nil || e.Code == "" {
		e.Code = http.StatusText(r.status)
	}
	if r.status < 300 {
		e.Status = http.StatusInternalServerError
	}
	return e
}

// url is the address of a key, in the form that sign expects. The key "/" is the bucket itself.
func (s *S3) url(key string, query map[string]string, region string) (*url.URL, error) {
	endpoint := s.config.endpoint
	if endpoint == "" {
		endpoint = "https://s3." + region + ".amazonaws.com"
	}
	u, err := url.Parse(endpoint)
	if err != nil {
		return nil, err
	}
	if s.config.pathStyle {
		key = "/" + s.config.bucket + key
	} else {
		u.Host = s.config.bucket + "." + u.Host
	}
	u.Path += key
	u.RawPath = awsEscape(u.Path, true)
	u.RawQuery = awsQuery(query)
	return u, nil
}
