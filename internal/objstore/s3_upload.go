package objstore

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"
)

const (
	s3PartMin     = 5 << 20  // no part but the last may be smaller
	s3PartBytes   = 8 << 20  // what we send
	s3PartLarge   = 64 << 20 // after s3PartsSmall parts, so that 10,000 parts (the most) hold 580 GB
	s3PartsSmall  = 1000
	s3CopyMax     = 5 << 30
	s3InFlight    = 4
	s3AbortWithin = 10 * time.Second
)

// Create starts an object. One that stays below the size of a part costs one request; larger ones are sent in parts while
// they are written, four at a time, and appear with Commit.
func (s *S3) Create(ctx context.Context, key string) (Writer, error) {
	if err := ctx.Err(); err != nil {
		return nil, wrap("create", key, err)
	}
	return &s3Writer{ctx: ctx, s: s, key: key, slots: make(chan struct{}, s3InFlight)}, nil
}

type s3Writer struct {
	ctx    context.Context
	s      *S3
	key    string
	buf    []byte
	size   int64
	upload string // the id of the multipart upload, once there is one
	parts  int
	done   bool

	slots   chan struct{}
	flights sync.WaitGroup
	mu      sync.Mutex
	sent    []s3Part
	err     error
}

type s3Part struct {
	PartNumber int
	ETag       string
}

func (w *s3Writer) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		n := min(len(rest), w.partBytes()-len(w.buf))
		w.buf = append(w.buf, rest[:n]...)
		w.size += int64(n)
		rest = rest[n:]
		if len(w.buf) >= w.partBytes() {
			if err := w.flush(); err != nil {
				return len(p) - len(rest), err
			}
		}
	}
	return len(p), nil
}

func (w *s3Writer) partBytes() int {
	if w.parts < s3PartsSmall {
		return s3PartBytes
	}
	return s3PartLarge
}

// flush sends the buffer as the next part.
func (w *s3Writer) flush() error {
	body := w.buf
	w.buf = nil
	return w.send(s3Call{body: body})
}

// CopyFrom lets the server copy ranges of the same bucket. A part before it that is too small is first filled up from the range.
func (w *s3Writer) CopyFrom(r Reader, offset, n int64) error {
	from, ok := r.(*s3Reader)
	if !ok || !w.s.same(from.s) {
		return copyThrough(w, r, offset, n)
	}
	for n > 0 {
		fill := int64(0)
		if len(w.buf) > 0 {
			fill = max(0, s3PartMin-int64(len(w.buf)))
		}
		if n-fill < s3PartMin {
			return copyThrough(w, r, offset, n)
		}
		if err := copyThrough(w, r, offset, fill); err != nil {
			return err
		}
		if len(w.buf) > 0 {
			if err := w.flush(); err != nil {
				return err
			}
		}
		offset, n = offset+fill, n-fill
		m := min(n, s3CopyMax)
		if err := w.send(s3Call{late: true, header: map[string]string{
			"X-Amz-Copy-Source":       awsEscape("/"+from.s.config.bucket+from.key, true),
			"X-Amz-Copy-Source-Range": fmt.Sprintf("bytes=%d-%d", offset, offset+m-1),
		}}); err != nil {
			return err
		}
		w.size += m
		offset, n = offset+m, n-m
	}
	return nil
}

// send starts a part in the background. The first failure is reported by whatever call comes next.
func (w *s3Writer) send(c s3Call) error {
	if err := w.begin(); err != nil {
		return err
	}
	w.parts++
	part := w.parts
	c.op, c.method, c.key = "write", http.MethodPut, w.key
	c.query = map[string]string{"partNumber": fmt.Sprint(part), "uploadId": w.upload}
	w.slots <- struct{}{}
	w.flights.Add(1)
	go func() {
		defer func() { <-w.slots; w.flights.Done() }()
		r, _, err := w.s.do(w.ctx, c)
		tag := ""
		if err == nil {
			tag, err = partTag(c, r)
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		if err != nil && w.err == nil {
			w.err = err
		}
		w.sent = append(w.sent, s3Part{part, tag})
	}()
	return nil
}

func partTag(c s3Call, r *s3Reply) (string, error) {
	tag := r.header.Get("ETag")
	if c.late {
		var copied struct{ ETag string }
		if err := xml.Unmarshal(r.body, &copied); err != nil {
			return "", wrap(c.op, c.key, err)
		}
		tag = copied.ETag
	}
	if tag == "" {
		return "", wrap(c.op, c.key, errors.New("no ETag in the reply"))
	}
	return tag, nil
}

// begin makes the multipart upload before its first part, and reports failures of parts already sent.
func (w *s3Writer) begin() error {
	w.mu.Lock()
	err := w.err
	w.mu.Unlock()
	if err != nil || w.upload != "" {
		return err
	}
	r, _, err := w.s.do(w.ctx, s3Call{op: "create", method: http.MethodPost, key: w.key, query: map[string]string{"uploads": ""}})
	if err != nil {
		return err
	}
	var started struct {
		ID string `xml:"UploadId"`
	}
	if err := xml.Unmarshal(r.body, &started); err != nil || started.ID == "" {
		return wrap("create", w.key, errors.New("no upload id in the reply"))
	}
	w.upload = started.ID
	return nil
}

func (w *s3Writer) Size() int64 { return w.size }

func (w *s3Writer) Commit(ctx context.Context) error {
	if w.done {
		return nil
	}
	if w.upload == "" {
		if err := w.s.Put(ctx, w.key, w.buf); err != nil {
			return err
		}
		w.done, w.buf = true, nil
		return nil
	}
	if len(w.buf) > 0 {
		if err := w.flush(); err != nil {
			return err
		}
	}
	w.flights.Wait()
	if w.err != nil {
		return w.err
	}
	if err := w.complete(ctx); err != nil {
		return err
	}
	w.done = true
	return nil
}

// complete makes the object appear. The upload is gone after a completion whose reply was lost; the object then tells by its size.
func (w *s3Writer) complete(ctx context.Context) error {
	slices.SortFunc(w.sent, func(a, b s3Part) int { return a.PartNumber - b.PartNumber })
	var body bytes.Buffer
	if err := xml.NewEncoder(&body).Encode(struct {
		XMLName xml.Name `xml:"CompleteMultipartUpload"`
		Part    []s3Part
	}{Part: w.sent}); err != nil {
		return wrap("write", w.key, err)
	}
	_, lost, err := w.s.do(ctx, s3Call{op: "write", method: http.MethodPost, key: w.key, late: true,
		query: map[string]string{"uploadId": w.upload}, body: body.Bytes()})
	var answer *s3Error
	if lost && errors.As(err, &answer) && answer.Code == "NoSuchUpload" {
		if info, gone := w.s.head(ctx, "write", w.key); gone == nil && info.Size == w.size {
			return nil
		}
	}
	return err
}

// Abort removes the parts, even when the writer's context has ended; parts that stay behind cost storage until the bucket's
// rule for unfinished uploads removes them.
func (w *s3Writer) Abort() {
	if w.done {
		return
	}
	w.done, w.buf = true, nil
	w.flights.Wait()
	if w.upload == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(w.ctx), s3AbortWithin)
	defer cancel()
	_, _, _ = w.s.do(ctx, s3Call{op: "delete", method: http.MethodDelete, key: w.key, query: map[string]string{"uploadId": w.upload}})
}
