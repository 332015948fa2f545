// Package textio reads and writes CSV, JSON and plain text: bytes ⇄ batches of vec, with Spark's options, Spark's schema inference
// and Spark's idea of a malformed record.
//
//	options.go                     option maps: names without case, typed reads
//	source.go  charset.go          bytes → UTF-8 → lines or one document
//	csv_options.go csv_tokens.go   a record → tokens (the rules of the univocity parser that Spark uses)
//	csv_infer.go  csv_read.go      tokens → schema; tokens → batches
//	json_lex.go  json_infer.go  json_read.go
//	number.go  datetime.go         text → numbers as Java reads them; dates and timestamps with the read options
//	csv_write.go  json_write.go  text.go
//
// A Scanner belongs to one goroutine; files are read in parallel by as many scanners. Read a part of an uncompressed file with Split.
//
// Invariants:
//
//  1. Nothing here opens files: readers and writers come from outside.
//  2. PERMISSIVE never fails for what a record holds: bad values are null, the record goes to the column of corrupt records when the schema
//     has it. DROPMALFORMED leaves such records out. FAILFAST gives MALFORMED_RECORD_IN_PARSING, which the scan of a file wraps.
//  3. Values are typed as they are read: a string is copied once, into the batch's arena.
//
// It does not know tables, partition columns or column pruning beyond Columns.Required; a multi-line document is held in memory as a whole.
// VARIANT, CHAR and VARCHAR columns are refused above.
//
// Start with csv_read.go.
package textio
