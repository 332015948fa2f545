// Package exec runs physical operators: it pulls batches through pipelines of workers.
//
//	Node ──Start──▶ Feed ──Next(worker)──▶ batch        one Feed per node and run, used by all workers at once
//
//	Sort          breaker: the first worker that asks runs the input to its end with all workers, then hands out results
//	 └─ Project   stage: each worker has its own evaluators
//	     └─ Scan  source: workers take morsels from a shared list
//
// Stages (filter.go, project.go, generate.go …) transform a worker's batches one by one. Breakers (aggregate.go, joinbuild.go, sort.go,
// window.go …) keep state per worker, merge it, and then feed from the result. Run starts the workers of the root and gives their
// batches in the order of the source.
//
// Invariants
//
//  1. A batch has one owner. Who gets a batch releases it or passes it on, on errors too.
//  2. When Next has returned nil to any worker, every row is with some worker or done; a worker that asks later gets nil.
//  3. The Seq of the batches that one worker gets never goes down, and no two workers get the same Seq.
//  4. Whoever holds memory that grows with the data reserves it first, and spills what it owns when it is refused.
//  5. After Stream.Close everything is released, also after an error or cancellation.
//
// The package sees neither plans nor tables: internal/lower makes nodes from plans, internal/scan makes sources.
//
// Start reading at exec.go, run.go and stage.go.
package exec
