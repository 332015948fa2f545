package session

import (
	"strings"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// notFound is the error of a command on a table that is not there: commands look at temporary views and the current schema.
func (s *Session) notFound(name []string) error {
	return sparkerr.New("TABLE_OR_VIEW_NOT_FOUND", "relationName", sparkerr.QuoteID(name...), "searchPath", "["+strings.Join(s.searchPath()[1:], ", ")+"]")
}

// notRead is the error of reading a table that is not there.
func (s *Session) notRead(name []string) error {
	return sparkerr.New("TABLE_OR_VIEW_NOT_FOUND", "relationName", sparkerr.QuoteID(name...), "searchPath", "["+strings.Join(s.searchPath(), ", ")+"]")
}
