// Package condition declares the functions that choose among their arguments. All but the null tests are rewritten to COALESCE and CASE, whose
// branches are evaluated only for the rows that reach them.
package condition
