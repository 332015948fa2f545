// Package connectpb holds the messages of the plan language: Spark Connect's relations, expressions, commands and
// requests, and Delta Connect's extensions, in our own .proto text with their field numbers.
//
// The Go code (*.pb.go) is generated from the .proto files by proto/gen, which needs no protoc:
//
//	go generate ./proto
//
// Invariants
//
//  1. Field numbers, types and oneofs are those of Spark Connect 4.2 and Delta Connect 4.4. Bytes are interchangeable.
//  2. The protobuf package is flintlake.connect.v1, never Spark's: two files that register spark.connect cannot live in
//     one process. Spark's names appear on the wire in gRPC method paths and Any.type_url only; internal/connect spells them.
//  3. Nothing but internal/connect imports this package.
//
// Left out are machine learning, pipelines and the service definition.
package connectpb

//go:generate go run ./gen
