// Package logical holds resolved relations: the analyzer's output, the optimizer's input and output, lowering's input.
//
// Invariants
//
//  1. Every expression in a node refers to attributes that its children put out (or, inside a subquery, to Outer ones).
//  2. The ids in one node's output are distinct; no id is defined twice in one tree (a relation used twice is renewed).
//  3. A rewrite never changes the names, types and nullability of the root's output.
//  4. Nodes are immutable; rewrites share what they keep.
package logical
