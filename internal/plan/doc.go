// Package plan holds the unresolved plan: what a front end said, before any name, type or function is looked up.
//
// The SQL parser (internal/sqlparse) and the message decoder (internal/connect) both produce it, the analyzer
// (internal/analyze) is its only consumer, and nobody can tell from it which front end a query came from. Nodes are plain
// data: no behaviour, no resolution, no back references.
//
//	Relation    something with rows: Read, Project, Join, Aggregate … and DML, which are relations of one row of counts
//	Expr        an unresolved scalar expression: Attribute, Call, Literal, Alias …
//	Command     something done for its effect: CreateTable, Write, SetConf …
//
// Invariants
//
//  1. A node is immutable once built.
//  2. Names keep the case in which they were written; a multi-part name is a []string without quotes.
//  3. PlanID is 0 when the front end gave none (SQL); DataFrame front ends number every relation. internal/connect adds one to
//     the numbers on the wire, because PySpark counts from 0.
//  4. Literals carry their Spark type and a Go value as documented at Literal.
//
// Format prints a plan for tests and people; Transform and Bind rewrite one.
package plan
