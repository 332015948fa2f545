// Package cast holds the kernels of CAST: every pair of types that fn.CanCast allows, in the three modes.
//
// New looks at the pair once and gives a kernel; number.go, totext.go, fromtext.go, interval.go, temporal.go and nested.go each hold the
// pairs of one kind as functions of one value. Such a function says whether the value converts (ok) and, in ANSI mode, with which error
// it does not; TRY and LEGACY turn a failure into null.
//
// Invariants
//
//  1. A conversion function is pure: zone and mode are fixed when New makes it.
//  2. TRY gives null exactly where ANSI raises an error; LEGACY has its own rules where Spark has (wrap-around, truncation).
//
// Casts from and to VARIANT are not there yet: New returns UNSUPPORTED_FEATURE.
package cast
