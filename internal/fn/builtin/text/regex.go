package text

import (
	"regexp"
	"strconv"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/fn"
	"github.com/flintlake/flintlake/internal/fn/pattern"
)

// regexAt lifts the cache of compiled patterns.
func regexAt(cache *fn.Cache[*regexp.Regexp], p, function string) (*regexp.Regexp, error) {
	return cache.Get(p, func(p string) (*regexp.Regexp, error) { return pattern.Compile(p, function) })
}

func groupError(function string, count, group int) error {
	return sparkerr.New("INVALID_PARAMETER_VALUE.REGEX_GROUP_INDEX", "parameter", "`idx`", "functionName", "`"+function+"`",
		"groupCount", strconv.Itoa(count), "groupIndex", strconv.Itoa(group))
}
