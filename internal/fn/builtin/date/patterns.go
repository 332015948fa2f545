package date

import (
	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/datetime"
	"github.com/flintlake/flintlake/internal/fn"
)

// patternAt compiles and caches a pattern.
func patternAt(cache *fn.Cache[*datetime.Pattern], text string, use datetime.Use) (*datetime.Pattern, error) {
	return cache.Get(text, func(p string) (*datetime.Pattern, error) { return datetime.Compile(p, use) })
}

func parseError(text string) error {
	return sparkerr.New("CANNOT_PARSE_TIMESTAMP", "message", "Text '"+text+"' could not be parsed", "func", "`try_to_timestamp`")
}

const defaultPattern = "yyyy-MM-dd HH:mm:ss"
