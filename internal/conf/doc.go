// Package conf declares every option of a session once: key, type, default, unit, documentation, and what values it takes.
//
//	var ANSIEnabled = Bool("spark.sql.ansi.enabled", true, "…")
//	…
//	if conf.ANSIEnabled.Get(settings) { … }
//
// A Settings holds what a session has set; it falls back to what the process was started with, then to the default. Keys that no
// declaration knows are kept as text, as Spark keeps them.
//
// Invariants:
//
//  1. A declared option never holds a value that its type does not take: Set refuses it with Spark's INVALID_CONF_VALUE.
//  2. All lists every declaration (a test compares it with the source). There is no registry filled at start.
//  3. Options that are accepted without effect say so in their documentation.
//
// Start with options.go for the list, settings.go for a session's values.
package conf
