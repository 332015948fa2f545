// Package format is the metadata of a Parquet file: its structures, and their Thrift compact form both ways.
//
//	bytes ──DecodeFileMetaData, DecodePageHeader, DecodeOffsetIndex …──► structs ──Append…──► bytes
//
// The numbers of fields and enums are those of parquet.thrift in apache/parquet-format 2.12.
//
// Invariants:
//
//  1. Decoding never panics, and allocates at most in proportion to the bytes it read: sizes that a corrupt file claims are
//     not believed.
//  2. Presence is kept where it means something: a null count that is not there is -1 and not 0, a field id that is not
//     there is -1.
//  3. Byte slices of a decoded structure alias the input, which therefore must not be changed afterwards.
//  4. What a reader of ours does not look at but a copied column chunk should keep (size and geospatial statistics) is
//     carried along as raw Thrift.
//
// The code is written by hand and not generated or reflective: a page header is decoded for every page of every column,
// and a footer of 4,000 columns and 100 row groups holds 400,000 column chunks.
//
// Start reading at metadata.go, then compact.go.
package format
