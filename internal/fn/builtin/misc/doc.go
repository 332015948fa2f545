// Package misc declares functions about the session, the row and the value itself.
package misc
