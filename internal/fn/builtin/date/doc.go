// Package date declares the functions on dates, timestamps and their texts. Whatever depends on a time zone uses the session's, fixed when the
// call is bound.
package date
