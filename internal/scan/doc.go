// Package scan reads tables: it has the implementations of logical.Table and the exec.Source each of them gives.
//
//	Delta   a snapshot of a Delta table      delta*.go, over internal/delta/log and internal/parquetio
//	Files   Parquet, CSV, JSON, text folders files*.go, with partition folders and schema inference
//	Memory  rows in memory                   memory.go; from and to Arrow IPC bytes: ipc*.go
//
// Reading Parquet, whoever knows the files:
//
//	files ─ skipping by statistics and partition values ─▶ open ─ pruning of row groups ─▶ morsel ─▶ batches ─ deletion vector,
//	partition values, metadata columns ─▶ worker
//
// Invariants
//
//  1. What a table reads is fixed when the analyzer makes it: a snapshot, a list of files. Two scans of one table see the same rows.
//  2. Pushed filters only skip: a row that a filter does not hold for may come through, a row that it holds for always does.
//  3. Batches of one file come in the order of its rows, files in the order of their listing.
//
// Start reading at delta.go or files.go, then parquetfeed.go.
package scan
