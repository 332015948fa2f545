// Package codec compresses and decompresses Parquet pages.
//
// A [Decompressor] or [Compressor] belongs to one goroutine and keeps the state that its codecs like to reuse.
//
// Invariants:
//
//  1. Decompression writes exactly the bytes that the page header promised into memory that the caller has already
//     bounded, or fails; a bomb is cut off there.
//  2. The same input and level give the same output on every run (on machines of one architecture).
//
// Start reading at decompress.go.
package codec
