// Package fn declares what a SQL function is and lifts row functions to kernels.
//
// A function is a value of type Function in one file under internal/fn/builtin. The analyzer looks it up by name in a Registry and calls
// Bind with resolved arguments; Bind checks their number and types, adds implicit casts (coerce.go) and gives a Bound with the result
// type and a Kernel (or an Accumulator, a Generate …). internal/eval runs kernels on batches.
//
//	Function ── Bind(args) ──▶ Bound ── Kernel(vectors, selection) ──▶ vector
//	                             ▲
//	              Map1, Try2, Text1, Rows …: a function of one row, lifted (lift*.go)
//
// The lifting adapters deal with constants (computed once), dictionaries (computed per entry), nulls (a null argument gives null) and
// selections; rows outside the selection are not computed, so they raise no errors.
//
// Type rules live here too: CanCast, CanStoreAssign, CommonType, ImplicitCast (Spark 4.2's ANSI and legacy coercion). The kernels of CAST
// are in the package cast.
//
// Invariants
//
//  1. A Kernel keeps no state between calls and may run in several goroutines at once.
//  2. A Kernel raises no error for a row outside the selection or with a null argument.
//  3. Nothing here depends on the time zone or the locale of the host.
package fn
