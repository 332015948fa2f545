// Package collection declares the functions on arrays, maps and structs, the higher-order functions, and the functions that make nested
// values. Elements are compared as GROUP BY compares them.
package collection
