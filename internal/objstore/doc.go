// Package objstore is the only place that opens files: local folders, process memory and buckets of S3 behind one
// small interface, [Store].
//
//	path as the user wrote it ──Stores.Resolve──► (Store, key) ──Get, List, PutIfAbsent, Create, Open──► bytes
//
// A key is a slash-separated absolute name inside its store, never URI-encoded: "/data/t/_delta_log/00000000000000000000.json".
// Directories exist only as parts of keys: writing creates them, and a directory that is not there lists as empty.
//
// Invariants:
//
//  1. An object appears whole or not at all: Put, PutIfAbsent and Writer.Commit are atomic towards readers.
//  2. PutIfAbsent never replaces an object. A lost race is the value [Exists], not an error; a result that the store
//     cannot tell is the value [Unknown], and the caller finds out by reading.
//  3. List is in byte order of the names and sees every object whose write was acknowledged before it began.
//  4. A missing object is an error that errors.Is matches with fs.ErrNotExist; every error names the operation and the key.
//
// The package knows nothing of tables, formats or Spark's conditions. [Faulty] wraps a store for tests and benchmarks: it
// fails, tears and delays chosen operations and counts requests.
//
// Start reading at store.go, then local.go.
package objstore
