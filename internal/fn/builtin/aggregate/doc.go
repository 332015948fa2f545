// Package aggregate declares the aggregate functions.
//
// Their accumulators are of four kinds: counters (count.go), folds of one fixed-width argument into a state (fold.go), rows kept whole
// (keep.go: first, max_by, …) and collections of all values (collect.go: collect_list, percentile, mode, …). Each holds the states of many
// groups, so that the hash aggregate feeds a batch in one call.
package aggregate
