// Package variant reads and writes the binary form of VARIANT values (Variant.md of apache/parquet-format): a metadata part with the keys of
// all objects, and a value part whose first byte tells what follows.
//
//	ParseJSON ──▶ Builder ──▶ (value, metadata) ──▶ Value ──▶ AppendJSON, Get, Schema
//
// Layout of a value by the two low bits of its first byte: a primitive (type in the upper six bits), a short text (length in the upper six
// bits), an object or an array (sizes of numbers in the upper bits, then count, key numbers, offsets, values).
//
// Invariants
//
//  1. Reading never goes beyond the bytes given: damaged values are errors (MALFORMED_VARIANT), not panics.
//  2. Integers and decimals are written in the smallest form that holds them, objects with keys in order, as Spark does.
package variant
