// Package ops changes Delta tables: MERGE, UPDATE, DELETE, writes, CREATE and ALTER TABLE, OPTIMIZE, VACUUM, RESTORE, CLONE.
//
//	logical.Merge ─▶ source: evaluated once, in memory, indexed by its keys
//	              ─▶ candidates: files that partition values, statistics and the source's keys leave
//	              ─▶ per file, several at a time: matcher finds the changes ─▶ written at once
//	                    new file without deleted rows, or deletion vector and new rows elsewhere
//	              ─▶ source rows that matched nothing ─▶ insert clauses
//	              ─▶ one commit
//
// UPDATE and DELETE are by-source clauses over no source; writes are inserts with a rule for what they replace.
//
// Invariants
//
//  1. A command is one commit or none. What a failed command wrote is deleted as far as possible, and is an orphan otherwise.
//  2. A row of the table is (file, position in the file); nothing depends on where a batch begins.
//  3. Memory follows the source and the changes, never the table.
//  4. A file in which no clause fires is not touched.
//  5. Everything read is recorded with the transaction before the commit, so that its conflict check can see it.
//  6. Rows are validated (NOT NULL, CHECK, generated columns) when they are written, not before.
//
// Start reading at merge.go, worker.go and changes.go; output.go and sink.go write files, commit.go says what history shows.
package ops
