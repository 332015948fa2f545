// Package builtin lists the builtin functions. Each is declared in a file of its own in a package by subject below: text, number, date, …
// To add one, write that file and run go generate ./internal/fn/builtin.
package builtin

//go:generate go run ../gen
//go:generate go run ../gen/manifest
