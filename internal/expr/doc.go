// Package expr holds resolved expressions: every name is bound to an attribute, every function to its declaration, every
// node has a type and a nullability. The analyzer builds them, the optimizer rewrites them, internal/eval compiles them.
//
// Invariants
//
//  1. A node is immutable; rewrites share what they keep.
//  2. Implicit casts are explicit Cast nodes: an operator's arguments already have the types its kernel takes.
//  3. Attributes are identified by AttributeID, never by name. IDs are unique in a session.
//  4. Expressions know nothing of relations, except Subquery, which the optimizer removes before lowering.
package expr
