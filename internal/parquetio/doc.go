// Package parquetio reads and writes Parquet files as batches of vectors, and copies parts of files without decoding them.
//
//	Open ──► File: schema, statistics, page index, bloom filters
//	           │
//	           └─ Scan ──► Scanner.Next ──► vec.Batch
//	                         │
//	      one column reader per leaf: pages ─decompress─► levels and values ─► vector of a batch
//
//	vec.Batch ──► Writer.Write ──► shredded into leaves ──► pages ──► row group ──► Close: indexes, footer
//
//	Files ──► Rewrite: row groups and column chunks kept byte for byte, replaced or dropped ──► new file
//
// Invariants:
//
//  1. Corrupt input gives an error that names the file. It never panics, hangs, or takes memory out of proportion.
//  2. A batch holds physically consecutive rows of one row group; its selection names those that were asked for.
//  3. Nothing is allocated per value. Text stays in the decompressed page, which batches keep alive.
//  4. The memory of a scan is bounded by the pages of a row group's columns (local files) or by two row groups' columns
//     (object stores, one being fetched ahead).
//  5. A File is safe for concurrent use; a Scanner belongs to one goroutine. The unit of parallel work is the row group.
//  6. The same batches and options give the same file, byte for byte, on machines of one architecture.
//
// The package does not evaluate predicates: it offers typed bounds, page indexes and bloom filters to those who do. It
// knows no Delta and opens no files.
//
// Start reading at file.go, scan.go and column.go for reading, writer.go and leafwriter.go for writing, rewrite.go for copying.
package parquetio
