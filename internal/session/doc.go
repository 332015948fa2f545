// Package session wires the engine: it owns settings, the catalog, temporary views and memory, and takes a plan from a front end to a
// result.
//
//	bytes ──connect──▶ plan ──analyze──▶ logical ──optimize──▶ logical ──lower──▶ exec ──▶ batches
//	                    │
//	                    └─ commands: DDL here, changes of Delta tables in internal/delta/ops
//
// Invariants
//
//  1. A session owns all its state; two sessions share nothing but files.
//  2. A command runs once, when its plan is executed; analysing a plan never changes anything.
//  3. A panic below becomes INTERNAL_ERROR here and nowhere else, and the session goes on.
//  4. Every result owns its memory until it is closed.
//
// Start reading at Session.Run (query.go); commands are dispatched in command.go, one file per family.
package session
