// Package eval turns resolved expressions into evaluators over batches.
//
// Compile makes a tree of evaluators, one per node, each of which computes a vector for the rows of a selection. Nodes that choose between
// operands (AND, OR, CASE, COALESCE, IN over expressions) evaluate each operand only under the selection of rows that reach it, and
// merge the pieces; functions and casts are kernels of internal/fn.
//
// Invariants
//
//  1. No row outside the selection raises an error or is specified in the result.
//  2. A result is allocated from the context's arena, or aliases columns of the batch.
//  3. Forms survive where they can: a constant gives a constant, a dictionary is computed on its entries.
//
// The package knows no plans and no functions by name. Start at compile.go.
package eval
