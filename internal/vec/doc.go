// Package vec holds columns in memory: vectors in flat, constant and dictionary form, batches of them with a selection, and the off-heap
// allocator that their memory comes from.
//
//	Allocator ── slabs, counted and pooled ──▶ Arena ── one life ──▶ Batch{Cols, Sel} ──▶ released together
//
// Invariants
//
//  1. Vectors own no memory. The arena of a batch does, or whatever that arena Keeps.
//  2. Whoever receives a Batch owns one reference: it releases it or passes it on. A batch is immutable once another can see it.
//  3. A View never points to Go-heap memory: the collector does not look into slabs.
//  4. Rows outside of a selection hold unspecified but readable values.
//  5. Equal values hash equally and compare equal in every form; floating point is normalised as Spark's grouping does.
//
// What grows with the data (hash tables, sorts) calls Allocator.Reserve before it builds and spills when it is refused; what is bounded by
// the batches in flight just allocates. Start reading at vector.go, batch.go and alloc.go; gather.go and builder.go make new vectors.
package vec
