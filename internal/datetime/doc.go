// Package datetime is the calendar of the engine: dates as days and timestamps as microseconds since 1970-01-01, the texts that Spark
// reads and writes for them, Java's date patterns, time zones, and the change of calendar in old files.
//
//	civil.go     days ⇄ year, month, day; weeks; months
//	zone.go      zone names and offsets, wall clock ⇄ epoch
//	parse.go     texts that CAST accepts
//	format.go    texts that CAST gives
//	pattern.go   DateTimeFormatter patterns: Compile, then Format and Parse
//	rebase.go    Julian ⇄ Gregorian
//
// Invariants:
//
//  1. The calendar is proleptic Gregorian everywhere but in rebase.go. Days fit 32 bits, microseconds 64.
//  2. Nothing depends on the host's time zone or clock.
//  3. Hot paths use integers; time.Time appears only to look up zone rules.
//
// It does not know vectors, types or options; errors appear where Spark has a condition for them, else ok is false.
package datetime
