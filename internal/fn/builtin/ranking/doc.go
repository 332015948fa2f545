// Package ranking declares the functions that stand only over a window. They have no kernel: internal/exec computes them by the name in
// Bound.Rank.
package ranking
