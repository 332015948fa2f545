// Package main is the engine as a C library: `go build -buildmode=c-shared`. It holds no logic: plans come in as the bytes of Plan
// messages, results go out through the Arrow C stream interface, errors as the JSON that sparkerr.Encode writes.
//
//	fl_session_new ─▶ fl_execute ─▶ fl_wait … fl_wait ─▶ fl_stream / get_next ─▶ fl_close
//	                  (background)  (short slices, so that the caller can cancel)
//
// flintlake.h describes every function. shim.c has them in C: it checks for a fork and calls the Go functions of exports.go.
//
// Invariants:
//
//  1. No Go-heap memory is handed out. Batches point into the arena of the batch (or one that keeps it) until their release callback
//     ran; other answers are malloc'ed and freed by fl_free.
//  2. A handle is used by one thread at a time, but for fl_cancel and fl_progress, which any thread may call.
//  3. A panic of the engine becomes INTERNAL_ERROR; none crosses the boundary.
//  4. After a fork the child gets an error, since the threads of the Go runtime stay in the parent.
//  5. Nothing but fl_* is visible (exports.map).
//
// Start reading with exports.go, then operation.go and array.go.
package main

//go:generate sh -c "python3 ../python/tools/gen_functions.py > ../python/flintlake/sql/functions/zz_functions.py"
