// Package types holds Spark's data types, their values that Go lacks, and every text form of both.
//
// A DataType is an immutable value: StructType{Fields: …}, DecimalType{10, 2}, types.Long. Its forms are
//
//	SimpleString   bigint, struct<a:int,b:string>          Spark's catalogString (never shortened)
//	SQL            BIGINT, STRUCT<a: INT, b: STRING>       error messages and generated DDL
//	TypeName       long, struct                            printSchema and the JSON form
//	JSON, FromJSON the text in Delta's schemaString and in Spark Connect
//	ParseType, ParseDDL, StructType.ToDDL                  the column list of CREATE TABLE
//	StructType.TreeString                                  printSchema
//
// Invariants:
//
//  1. Types are compared with Equal and its variants, never with ==: structs hold slices.
//  2. Nothing here knows about columns in memory, files or plans; the only import from the project is sparkerr.
//  3. Int128 has the memory layout of Arrow's decimal128 in native little-endian order, so that columns of it can be
//     handed out without conversion.
//  4. JSON numbers in metadata are kept as json.Number: a schema read and written again is the same text.
//
// It deliberately has no coercion rules (analyze), no parsing of values other than decimals (datetime, fn), and no SQL:
// the DDL parser here reads column lists and types only, with expressions of DEFAULT and GENERATED left to sqlparse.
//
// Start with types.go, then json.go and ddl.go; int128.go and decimal.go for arithmetic.
package types
