// Package catalog keeps the names of namespaces, tables and views in small JSON files under the warehouse folder, so that they
// survive the process and can be shared by several.
//
//	<warehouse>/_catalog/<namespace>/_namespace.json
//	<warehouse>/_catalog/<namespace>/<table>.json
//
// Invariants
//
//  1. One file per name, written by put-if-absent (create) or atomic replace: two processes cannot create one name twice.
//  2. Names are kept in lower case, as Spark's session catalog does without case sensitivity; look-ups ignore case.
//  3. For Delta tables the log is the truth: an entry holds only where the table is. For other formats the entry holds the schema.
//  4. Nothing is cached: an entry is read when it is asked for.
//
// Temporary views, variables and the current namespace belong to a session (internal/session), not here.
package catalog
