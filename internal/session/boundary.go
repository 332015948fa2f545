package session

import (
	"context"
	"errors"
	"io/fs"
	"runtime/debug"
	"syscall"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/objstore"
)

// guard is deferred by everything that the session offers: a panic below becomes INTERNAL_ERROR, and errors of storage and of contexts get
// a condition. Other errors have one already.
func guard(err *error) {
	if p := recover(); p != nil {
		*err = sparkerr.Internal("%v\n%s", p, debug.Stack())
		return
	}
	*err = typed(*err)
}

// typed gives an error a condition when it has none.
func typed(err error) error {
	var known *sparkerr.Error
	if err == nil || errors.As(err, &known) {
		return err
	}
	var storage *objstore.Error
	switch {
	case errors.Is(err, context.Canceled):
		return sparkerr.New("OPERATION_CANCELED").WithCause(err)
	case errors.As(err, &storage):
		return storageError(storage, err)
	}
	return sparkerr.Internal("%v", err).WithCause(err)
}

// storageError tells what a storage operation failed on: what is not there, or what cannot be read or written and why.
func storageError(e *objstore.Error, err error) error {
	reading := map[string]bool{"get": true, "read": true, "open": true, "list": true, "stat": true}[e.Op]
	switch {
	case reading && errors.Is(err, fs.ErrNotExist):
		return sparkerr.New("PATH_NOT_FOUND", "path", e.Key).WithCause(err)
	case reading:
		return sparkerr.New("FAILED_READ_FILE.NO_HINT", "path", e.Key).WithMessage("%s cannot be read: %v.", e.Key, e.Err).WithCause(err)
	}
	why := e.Err.Error()
	switch {
	case errors.Is(err, syscall.ENOSPC):
		why = "the disk is full"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		why = "the folder cannot be written"
	}
	return sparkerr.New("TASK_WRITE_FAILED", "path", e.Key).WithMessage("%s cannot be written: %s. The table is as it was.", e.Key, why).WithCause(err)
}
