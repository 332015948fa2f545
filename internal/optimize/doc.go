// Package optimize rewrites a resolved plan into one that gives the same rows with less work.
//
//	Run: subqueries become joins ─▶ local rules until nothing changes ─▶ columns pruned ─▶ filters offered to scans
//
// A local rule (one file each) looks at one node and its inputs and gives a replacement or nil. pipeline.go holds the order.
//
// Invariants
//
//  1. No rule changes the names, types and order of the root's columns, nor their ids.
//  2. An error that the plan raises for a row that it reaches is still raised, or the row is not reached any more (as in Spark, a filter may
//     run before what it came after); no rule invents an error.
//  3. Expressions that are not deterministic are not moved, doubled or dropped under a node that would evaluate them another number of times.
//  4. Rules are linear in the size of the plan: 300 chained projections and conditions of 2,000 terms are ordinary.
//
// Start reading at pipeline.go.
package optimize
