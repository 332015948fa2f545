package main

/*
#include <errno.h>
#include <stdlib.h>
#include "flintlake.h"
*/
import "C"

import (
	"unsafe"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/conf"
)

// cText is a C string that lives until the next one or until free.
type cText struct{ p *C.char }

func (t *cText) set(s string) {
	t.free()
	t.p = C.CString(s)
}

func (t *cText) free() {
	C.free(unsafe.Pointer(t.p))
	t.p = nil
}

//export flGoStreamSchema
func flGoStreamSchema(handle C.int64_t, out *C.struct_ArrowSchema) C.int {
	op, ok := operations.get(int64(handle))
	if !ok {
		return C.EINVAL
	}
	return op.code(op.exportSchema(out))
}

func (op *operation) exportSchema(out *C.struct_ArrowSchema) (err error) {
	defer caught(&err)
	r, err := op.started()
	if err != nil {
		return err
	}
	return exportSchema(out, child{"", r.Schema, false}, conf.SessionTimeZone.Get(op.session.Conf()))
}

//export flGoStreamNext
func flGoStreamNext(handle C.int64_t, out *C.struct_ArrowArray) C.int {
	op, ok := operations.get(int64(handle))
	if !ok {
		return C.EINVAL
	}
	return op.code(op.exportNext(out))
}

// exportNext fills out with the next batch; at the end it is left released.
func (op *operation) exportNext(out *C.struct_ArrowArray) (err error) {
	defer caught(&err)
	*out = C.struct_ArrowArray{}
	b, err := op.next()
	if b == nil {
		return err
	}
	defer b.Release()
	return exportBatch(out, b, op.session.Memory())
}

// code is what a callback of the stream interface returns; the text goes to get_last_error.
func (op *operation) code(err error) C.int {
	if err == nil {
		return 0
	}
	op.lastErr.set(sparkerr.From(err).Error())
	return C.EIO
}

//export flGoStreamError
func flGoStreamError(handle C.int64_t) *C.char {
	if op, ok := operations.get(int64(handle)); ok {
		return op.lastErr.p
	}
	return nil
}
