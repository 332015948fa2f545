package objstore

import (
	"context"
	"io"
	"iter"
	"strings"
	"time"
)

// Store is a set of objects under keys. All methods are safe for concurrent use.
type Store interface {
	// Get reads a whole object. The caller owns the bytes.
	Get(ctx context.Context, key string) ([]byte, error)
	// GetRange reads n bytes from offset; fewer at the end of the object. A negative offset counts from the end.
	GetRange(ctx context.Context, key string, offset, n int64) ([]byte, error)
	// Stat describes an object or a directory.
	Stat(ctx context.Context, key string) (Info, error)
	// List yields the immediate children of a directory in byte order of their names, those whose name is greater than
	// startAfter ("" for all). It ends after the first error it yields.
	List(ctx context.Context, dir, startAfter string) iter.Seq2[Info, error]
	// Put writes an object, replacing one that exists.
	Put(ctx context.Context, key string, data []byte) error
	// PutIfAbsent writes an object unless one exists, atomically among all writers of the store.
	// err is nil exactly for Written and Exists.
	PutIfAbsent(ctx context.Context, key string, data []byte) (PutOutcome, error)
	// Delete removes an object, or a directory that is empty. Removing what does not exist is no error.
	Delete(ctx context.Context, key string) error
	// Create starts an object that appears (replacing one that exists) when the Writer commits.
	Create(ctx context.Context, key string) (Writer, error)
	// Open gives random access to an object. size is its length if the caller knows it (an add action says it), which
	// saves object stores a request; else -1. ctx bounds the reads too.
	Open(ctx context.Context, key string, size int64) (Reader, error)
	// URI is the form of a key that Spark shows: "file:/data/t".
	URI(key string) string
}

// Info describes an object, or a directory (Size and Modified unspecified).
type Info struct {
	Key      string
	Size     int64
	Modified time.Time
	IsDir    bool
}

// Name is the last part of the key.
func (i Info) Name() string { return i.Key[strings.LastIndexByte(i.Key, '/')+1:] }

// PutOutcome is what PutIfAbsent can say about the object.
type PutOutcome uint8

const (
	// Failed: the object was not written by this call.
	Failed PutOutcome = iota
	// Written: the object is there and it is ours.
	Written
	// Exists: somebody else's object was there first.
	Exists
	// Unknown: the request was lost on the way; the object may or may not have been written.
	Unknown
)

func (o PutOutcome) String() string {
	return [...]string{"Failed", "Written", "Exists", "Unknown"}[o]
}

// Writer receives the bytes of a new object. Callers write large pieces: stores do not buffer small ones.
// Exactly one of Commit and Abort ends it; Abort after Commit does nothing, so that it can be deferred.
type Writer interface {
	io.Writer
	// CopyFrom appends n bytes of r from offset, inside the kernel or the store where both can, without decoding anything.
	CopyFrom(r Reader, offset, n int64) error
	// Size is the number of bytes written so far.
	Size() int64
	// Commit makes the object appear.
	Commit(ctx context.Context) error
	// Abort discards it.
	Abort()
}

// Reader is random access to one object, as parquet readers need it. ReadAt is safe for concurrent use.
type Reader interface {
	io.ReaderAt
	io.Closer
	Size() int64
	Key() string
}

// Join appends relative parts to a key. The parts are names, not URIs.
func Join(dir string, parts ...string) string {
	var b strings.Builder
	b.WriteString(strings.TrimSuffix(dir, "/"))
	for _, p := range parts {
		b.WriteByte('/')
		b.WriteString(p)
	}
	return b.String()
}

// Walk yields all objects below a directory, at any depth, each directory's children in byte order. Directories that skip
// returns true for are not entered (nil enters all); directories themselves are not yielded.
func Walk(ctx context.Context, s Store, dir string, skip func(Info) bool) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) { walk(ctx, s, dir, skip, yield) }
}

func walk(ctx context.Context, s Store, dir string, skip func(Info) bool, yield func(Info, error) bool) bool {
	for info, err := range s.List(ctx, dir, "") {
		switch {
		case err != nil:
			yield(Info{}, err)
			return false
		case !info.IsDir:
			if !yield(info, nil) {
				return false
			}
		case skip == nil || !skip(info):
			if !walk(ctx, s, info.Key, skip, yield) {
				return false
			}
		}
	}
	return true
}

// Error is the failure of one operation on one key.
type Error struct {
	Op  string
	Key string
	Err error
}

func (e *Error) Error() string { return e.Op + " " + e.Key + ": " + e.Err.Error() }

// Unwrap is the cause: fs.ErrNotExist, syscall.ENOSPC, context.Canceled …
func (e *Error) Unwrap() error { return e.Err }

func wrap(op, key string, err error) error {
	if err == nil {
		return nil
	}
	return &Error{Op: op, Key: key, Err: bare(err)}
}
