// Package connect turns plan messages (Spark Connect's and Delta Connect's, package connectpb) into unresolved plans.
//
//	bytes → unmarshal → check (strict.go) → decoder (one file an area) → plan.Relation or plan.Command
//
// Front ends of any language send the same messages: over the C ABI, or by gRPC from the stock PySpark client.
//
// Invariants
//
//  1. Nothing is dropped. A field that is not in our .proto text, an enum value out of range, a oneof that is not set and a
//     message we do not serve are errors that name the place: root.project.expressions[2].cast.
//  2. Names arrive as text and leave in parts. Expression text (F.expr) stays text; the analyzer parses it.
//  3. Only this package and the generated one know protobuf. Plans hold no messages.
//  4. Nesting is bounded by depthMax. Hostile bytes give an error, never a panic or a deep stack.
//
// Any.type_url carries Spark's and Delta's names; extension.go spells them.
//
// Start with decode.go.
package connect
