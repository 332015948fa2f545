// Package text declares the functions on strings and binary values. Positions count characters (Unicode code points) from 1.
package text
