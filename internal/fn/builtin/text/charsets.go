package text

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

const charsets = "iso-8859-1, us-ascii, utf-16, utf-16be, utf-16le, utf-32, utf-8"

func charsetError(function, charset string) error {
	return sparkerr.New("INVALID_PARAMETER_VALUE.CHARSET", "functionName", "`"+function+"`", "parameter", "`charset`", "charset", charset, "charsets", charsets)
}

func codingError(function, charset string) error {
	return sparkerr.New("MALFORMED_CHARACTER_CODING", "function", "`"+function+"`", "charset", charset)
}
