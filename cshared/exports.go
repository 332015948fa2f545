package main

/*
#include <stdlib.h>
#include "flintlake.h"
*/
import "C"

import (
	"encoding/json"
	"unsafe"

	"github.com/flintlake/flintlake/dataframe/sparkerr"
	"github.com/flintlake/flintlake/internal/session"
)

// Version is set by the build.
var Version = "dev"

var versionC = C.CString(Version)

func main() {}

// give hands bytes to the caller, who frees them by fl_free.
func give(data []byte, out **C.uint8_t, outLen *C.int64_t) {
	*out, *outLen = nil, C.int64_t(len(data))
	if len(data) > 0 {
		*out = (*C.uint8_t)(C.CBytes(data))
	}
}

// fail hands an error to the caller.
func fail(err error, out **C.uint8_t, outLen *C.int64_t) {
	give(sparkerr.From(err).Encode(), out, outLen)
}

func input(p *C.char, n C.int64_t) []byte { return C.GoBytes(unsafe.Pointer(p), C.int(n)) }

// caught turns a panic into INTERNAL_ERROR: the last line of defence, the session has its own.
func caught(err *error) {
	if p := recover(); p != nil {
		*err = sparkerr.Internal("%v", p)
	}
}

//export flGoVersion
func flGoVersion() *C.char { return versionC }

//export flGoSessionNew
func flGoSessionNew(conf *C.char, confLen C.int64_t, out **C.uint8_t, outLen *C.int64_t) C.int64_t {
	s, err := newSession(input(conf, confLen))
	if err != nil {
		fail(err, out, outLen)
		return 0
	}
	give(nil, out, outLen)
	return C.int64_t(sessions.put(s))
}

func newSession(conf []byte) (s *session.Session, err error) {
	defer caught(&err)
	options := map[string]string{}
	if len(conf) > 0 {
		if err := json.Unmarshal(conf, &options); err != nil {
			return nil, sparkerr.Internal("settings are not a JSON object: %v", err)
		}
	}
	return session.New(options)
}

//export flGoSessionClose
func flGoSessionClose(handle C.int64_t) {
	s, ok := sessions.take(int64(handle))
	if !ok {
		return
	}
	for _, op := range operations.all() {
		if op.session == s {
			op.cancel()
		}
	}
	s.Close()
}

//export flGoAnalyze
func flGoAnalyze(handle C.int64_t, kind *C.char, kindLen C.int64_t, request *C.char, requestLen C.int64_t, out **C.uint8_t, outLen *C.int64_t) C.int32_t {
	s, _ := sessions.get(int64(handle))
	answer, err := analyze(s, string(input(kind, kindLen)), input(request, requestLen))
	if err != nil {
		fail(err, out, outLen)
		return 1
	}
	give(answer, out, outLen)
	return 0
}

//export flGoExecute
func flGoExecute(handle C.int64_t, plan *C.char, planLen C.int64_t, id *C.char, idLen C.int64_t, out **C.uint8_t, outLen *C.int64_t) C.int64_t {
	s, ok := sessions.get(int64(handle))
	if !ok {
		fail(unknownHandle(), out, outLen)
		return 0
	}
	give(nil, out, outLen)
	return C.int64_t(operations.put(start(s, input(plan, planLen))))
}

func unknownHandle() error { return sparkerr.Internal("the session or operation was closed") }

//export flGoWait
func flGoWait(handle C.int64_t, timeoutMillis C.int32_t) C.int32_t {
	op, ok := operations.get(int64(handle))
	if !ok {
		return C.FL_FAILED
	}
	return C.int32_t(op.wait(int(timeoutMillis)))
}

//export flGoCancel
func flGoCancel(handle C.int64_t) {
	if op, ok := operations.get(int64(handle)); ok {
		op.cancel()
	}
}

//export flGoKnown
func flGoKnown(handle C.int64_t) C.int32_t {
	if _, ok := operations.get(int64(handle)); ok {
		return 1
	}
	return 0
}

//export flGoError
func flGoError(handle C.int64_t, out **C.uint8_t, outLen *C.int64_t) C.int32_t {
	op, ok := operations.get(int64(handle))
	err := unknownHandle()
	if ok {
		err = op.failure()
	}
	if err == nil {
		give(nil, out, outLen)
		return 1
	}
	fail(err, out, outLen)
	return 0
}

// told answers a question about an operation.
func told(handle C.int64_t, ask func(*operation) ([]byte, error), out **C.uint8_t, outLen *C.int64_t) C.int32_t {
	op, ok := operations.get(int64(handle))
	if !ok {
		fail(unknownHandle(), out, outLen)
		return 1
	}
	answer, err := ask(op)
	if err != nil {
		fail(err, out, outLen)
		return 1
	}
	give(answer, out, outLen)
	return 0
}

//export flGoSchema
func flGoSchema(handle C.int64_t, out **C.uint8_t, outLen *C.int64_t) C.int32_t {
	return told(handle, (*operation).schemaJSON, out, outLen)
}

//export flGoResultInfo
func flGoResultInfo(handle C.int64_t, out **C.uint8_t, outLen *C.int64_t) C.int32_t {
	return told(handle, (*operation).info, out, outLen)
}

//export flGoProgress
func flGoProgress(handle C.int64_t, out **C.uint8_t, outLen *C.int64_t) C.int32_t {
	return told(handle, (*operation).progress, out, outLen)
}

//export flGoClose
func flGoClose(handle C.int64_t) {
	if op, ok := operations.take(int64(handle)); ok {
		op.close()
	}
}
