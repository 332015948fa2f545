// Package dv reads and writes deletion vectors: the rows of a Parquet file that are not part of the table any more, as a
// 64-bit Roaring bitmap of row numbers (Delta protocol, section Deletion Vectors).
//
//	Descriptor (in an add or remove action) ──Load──► Bitmap
//	Bitmap, Bitmap … ──Writer──► one file, a Descriptor for each
//
// Storage types: "u" a file named by a z85-encoded UUID below the table, "p" an absolute path, "i" inline z85 text.
//
// Invariants:
//
//  1. Sizes, checksum and cardinality are checked on every load; a mismatch is an error that names the file.
//  2. A file is written once and never changed; many vectors may share it.
//  3. Bitmaps here are values of their owner: nothing in the package keeps or shares them.
//
// Start reading at descriptor.go.
package dv
