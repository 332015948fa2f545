// Package pattern compiles the patterns of SQL functions: LIKE, and regular expressions in Java's syntax.
//
// Regular expressions run on Go's engine, which is linear in the text. What Java has beyond it (look-around, back references, possessive
// quantifiers) is refused with UNSUPPORTED_FEATURE; a pattern that Java refuses too is INVALID_PARAMETER_VALUE.PATTERN.
package pattern
