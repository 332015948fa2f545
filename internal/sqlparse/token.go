package sqlparse

type kind uint8

const (
	kindEOF kind = iota
	kindWord
	kindQuoted // `name`
	kindString
	kindInteger  // 12
	kindDecimal  // 1.5
	kindExponent // 1e5
	kindSuffixed // 12L, 1.5BD …
	kindSymbol
	kindHintStart // /*+
	kindHintEnd   // */
	kindBad       // a character that starts nothing
)

// token is a piece of the text. upper is the text in upper case for words, the text itself for symbols and "" for the
// rest, so that keywords and symbols are compared in one place.
type token struct {
	kind        kind
	upper       string
	start, stop int // byte offsets, stop exclusive
	line, col   int
	double      bool // a string in double quotes
}
