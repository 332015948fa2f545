// Command runner runs recorded answers of Spark and Delta on the engine, without Python.
//
//	go run ./conformance/runner -cases ../shared -areas functions,sql [-only TEXT] [-v] [-failures DIR]
//
// An area is a list of cases (area.go); loading is cheap and deterministic, so that several processes can load the same list and each run
// its share:
//
//	parent ──starts──▶ child 0, 1, … ──one JSON line a verdict──▶ parent ──▶ "AREA: N passed, N failed"
//
// A child that dies or hangs costs the case it was at; the parent starts another one behind it (supervise.go).
//
// Invariants
//
//  1. A case runs in a session of its own, or shares one only with cases that cannot change it (queries on literals).
//  2. A verdict compares what the READMEs of the recordings say, no less: names, types, values, condition, SQLSTATE, parameters. What is not
//     compared (nullability, file layout) is not compared for any case.
//  3. No case is known by name.
//
// It does not run Python programs: those need the wheel, and conformance/run.py calls the checkers of the recordings for them.
//
// Start reading at area.go, then vectors.go, the simplest area.
package main
