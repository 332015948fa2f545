package parquetio

import (
	"context"
	"errors"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
)

// footerError is Spark's condition for a file whose footer cannot be read.
func footerError(name string, cause error) error {
	if passThrough(cause) {
		return cause
	}
	return sparkerr.New("FAILED_READ_FILE.CANNOT_READ_FILE_FOOTER", "path", name, "reason", cause.Error()).WithCause(cause)
}

// readError is Spark's condition for a file that cannot be read. Errors that are already conditions stay what they are.
func readError(name string, cause error) error {
	if cause == nil || passThrough(cause) {
		return cause
	}
	return sparkerr.New("FAILED_READ_FILE.NO_HINT", "path", name, "reason", cause.Error()).WithCause(cause)
}

func passThrough(err error) bool {
	var e *sparkerr.Error
	return errors.As(err, &e) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
