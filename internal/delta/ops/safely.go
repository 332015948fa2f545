package ops

import (
	"runtime/debug"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// safely makes a goroutine's panic its error: the session's own guard does not reach other goroutines.
func safely(f func() error) func() error {
	return func() (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = sparkerr.Internal("%v\n%s", p, debug.Stack())
			}
		}()
		return f()
	}
}
