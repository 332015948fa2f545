// Package operator declares SQL's operators as functions under Spark's names: arithmetic, comparison, logic, bits.
//
// Arithmetic on numbers is bound in bind.go (result types, decimal precision) and computed by the slice loops of loops.go; arithmetic on
// dates, timestamps and intervals is in datetime.go. ANSI mode raises overflow and division by zero, the try_ functions give null, legacy
// mode wraps around.
package operator
