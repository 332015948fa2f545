// Package lower turns an optimized logical plan into physical operators, one file per kind of node.
//
//	logical.Node ──Plan──▶ exec.Node
//
// Choices made here: which side of a join is built into a hash table (join.go, by rows.go's estimates), Sort + Limit as one TopN
// (sort.go), row_number() = 1 as a group-wise first row (filter.go), union trees as one union (union.go).
//
// Invariants
//
//  1. The physical node puts out the logical node's columns: the same ids in the same order.
//  2. What has no operator is UNSUPPORTED_FEATURE; a subquery that is left in an expression is one of these.
//
// Start reading at plan.go.
package lower
