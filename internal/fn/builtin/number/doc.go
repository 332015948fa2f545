// Package number declares the mathematical functions. The functions of one DOUBLE follow Java's StrictMath to the last digit where Go's math
// does; Spark declares them nullable.
package number
