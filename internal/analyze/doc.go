// Package analyze turns the unresolved plan into the resolved one: names become attributes, functions their declarations,
// operators typed kernels with explicit casts; stars, ordinals, aliases, CTEs, views and DML clauses are expanded.
//
// It binds bottom-up in one pass. A relation is bound by binding its inputs, which gives a rel (a node with the columns that can
// be named), and then its expressions over them:
//
//	plan.Relation ── relation.go ──▶ rel{node, columns, plan ids, block}
//	plan.Expr     ── expression.go over a scope ──▶ expr.Expr
//
// A SELECT block (block.go) is kept open while ORDER BY, HAVING and QUALIFY above it are bound, since these may reach columns and
// aggregates that the select list leaves out; it is then built once more with hidden columns and trimmed.
//
// Invariants
//
//  1. Every occurrence of a relation is bound afresh, so that no attribute id is defined twice.
//  2. Names are looked up in hash maps made once a relation: binding is linear in the size of the plan.
//  3. Errors are Spark's conditions with Spark's parameters. Inside the package they travel as panics of type bindError; the exported
//     methods return them.
//  4. Generated column names are made from bound expressions (pretty.go), without the casts that type coercion put in.
//
// What it does not do: simplify (internal/optimize), or touch data, except for schema lookups through Catalog.
//
// Start reading at analyze.go, then relation.go and expression.go.
package analyze
