// Package encoding holds the encodings of Parquet values and levels as functions on bytes.
//
//	Hybrid                     runs and bit-packed groups: levels, dictionary indices, booleans; read in steps of any size
//	AppendHybrid…              the same, written
//	DeltaBinaryPacked…         integers
//	DeltaLength, DeltaByteArray byte arrays
//	ByteStreamSplit…           fixed-width values
//
// Invariants:
//
//  1. Decoders read only inside the slice they are given, whatever it holds, and return an error for input that ends
//     early or contradicts itself.
//  2. No allocation per value; the caller brings the output.
//
// Start reading at hybrid.go.
package encoding
