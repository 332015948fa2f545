/* The functions of flintlake.h: each checks that the process was not forked since the library was loaded, then calls Go. */
#include "flintlake.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "_cgo_export.h"

static pid_t loaded_by;

__attribute__((constructor)) static void remember_process(void) { loaded_by = getpid(); }

static int forked(void) { return getpid() != loaded_by; }

static const char fork_error[] =
    "{\"condition\":\"FLINTLAKE_SESSION_AFTER_FORK\",\"sqlState\":\"XX000\",\"class\":\"SparkRuntimeException\",\"parameters\":{},"
    "\"message\":\"the engine was started before this process was forked and does not live in the child\",\"text\":\"\"}";

static void answer_fork(uint8_t** out, int64_t* out_len) {
  *out_len = sizeof(fork_error) - 1;
  *out = malloc(sizeof(fork_error));
  if (*out != NULL) memcpy(*out, fork_error, sizeof(fork_error));
}

const char* fl_version(void) { return flGoVersion(); }

int32_t fl_abi(void) { return 1; }

void fl_free(uint8_t* data) { free(data); }

int64_t fl_session_new(const char* conf, int64_t conf_len, uint8_t** out, int64_t* out_len) {
  if (forked()) return answer_fork(out, out_len), 0;
  return flGoSessionNew((char*)conf, conf_len, out, out_len);
}

void fl_session_close(int64_t session) {
  if (!forked()) flGoSessionClose(session);
}

int32_t fl_analyze(int64_t session, const char* kind, int64_t kind_len, const char* request, int64_t request_len, uint8_t** out,
                   int64_t* out_len) {
  if (forked()) return answer_fork(out, out_len), 1;
  return flGoAnalyze(session, (char*)kind, kind_len, (char*)request, request_len, out, out_len);
}

int64_t fl_execute(int64_t session, const char* plan, int64_t plan_len, const char* operation_id, int64_t operation_id_len,
                   uint8_t** out, int64_t* out_len) {
  if (forked()) return answer_fork(out, out_len), 0;
  return flGoExecute(session, (char*)plan, plan_len, (char*)operation_id, operation_id_len, out, out_len);
}

int32_t fl_wait(int64_t operation, int32_t timeout_millis) {
  return forked() ? FL_FAILED : flGoWait(operation, timeout_millis);
}

void fl_cancel(int64_t operation) {
  if (!forked()) flGoCancel(operation);
}

int32_t fl_error(int64_t operation, uint8_t** out, int64_t* out_len) {
  if (forked()) return answer_fork(out, out_len), 0;
  return flGoError(operation, out, out_len);
}

int32_t fl_schema(int64_t operation, uint8_t** out, int64_t* out_len) {
  if (forked()) return answer_fork(out, out_len), 1;
  return flGoSchema(operation, out, out_len);
}

int32_t fl_result_info(int64_t operation, uint8_t** out, int64_t* out_len) {
  if (forked()) return answer_fork(out, out_len), 1;
  return flGoResultInfo(operation, out, out_len);
}

int32_t fl_progress(int64_t operation, uint8_t** out, int64_t* out_len) {
  if (forked()) return answer_fork(out, out_len), 1;
  return flGoProgress(operation, out, out_len);
}

void fl_close(int64_t operation) {
  if (!forked()) flGoClose(operation);
}

/* Arrow: callbacks of streams, schemas and arrays. */

static int stream_schema(struct ArrowArrayStream* s, struct ArrowSchema* out) {
  return forked() ? EIO : flGoStreamSchema((int64_t)(intptr_t)s->private_data, out);
}

static int stream_next(struct ArrowArrayStream* s, struct ArrowArray* out) {
  return forked() ? EIO : flGoStreamNext((int64_t)(intptr_t)s->private_data, out);
}

static const char* stream_error(struct ArrowArrayStream* s) {
  return forked() ? "used after fork" : flGoStreamError((int64_t)(intptr_t)s->private_data);
}

static void stream_release(struct ArrowArrayStream* s) { s->release = NULL; }

int32_t fl_stream(int64_t operation, struct ArrowArrayStream* out) {
  memset(out, 0, sizeof(*out));
  if (forked() || flGoKnown(operation) == 0) return 1;
  out->get_schema = stream_schema;
  out->get_next = stream_next;
  out->get_last_error = stream_error;
  out->release = stream_release;
  out->private_data = (void*)(intptr_t)operation;
  return 0;
}

/* Schemas are malloc'ed node by node. */
void flReleaseSchema(struct ArrowSchema* s) {
  for (int64_t i = 0; i < s->n_children; i++) {
    if (s->children[i]->release != NULL) s->children[i]->release(s->children[i]);
    free(s->children[i]);
  }
  free(s->children);
  free((void*)s->format);
  free((void*)s->name);
  s->release = NULL;
}

/* The nodes of an array live in its arena; every node holds a reference to it. */
void flReleaseArray(struct ArrowArray* a) {
  for (int64_t i = 0; i < a->n_children; i++) {
    if (a->children[i]->release != NULL) a->children[i]->release(a->children[i]);
  }
  a->release = NULL;
  if (!forked()) flGoReleaseArena((uintptr_t)a->private_data);
}
