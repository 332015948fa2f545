// Package generator declares the functions that put out rows: explode and its kind, inline, stack, json_tuple. The _outer forms differ in name and
// in the nullability of their columns; internal/exec adds the row of nulls for input without output.
package generator
