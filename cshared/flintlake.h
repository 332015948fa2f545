/* Flintlake's C interface. Version of this interface: see fl_abi().
 *
 * Bytes go in as pointer and length, and are not kept. Bytes come out malloc'ed through *out and *out_len; free them with fl_free.
 * Handles are positive; 0 means failure, and then *out holds the error: a JSON object with condition, sqlState, class, parameters,
 * message, text, and context where there is one.
 */
#ifndef FLINTLAKE_H
#define FLINTLAKE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;
  void (*release)(struct ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  struct ArrowArray** children;
  struct ArrowArray* dictionary;
  void (*release)(struct ArrowArray*);
  void* private_data;
};
#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE
struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
  int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
  const char* (*get_last_error)(struct ArrowArrayStream*);
  void (*release)(struct ArrowArrayStream*);
  void* private_data;
};
#endif

/* Answers of fl_wait. */
enum { FL_RUNNING = 0, FL_READY = 1, FL_FINISHED = 2, FL_FAILED = 3 };

/* The version of the engine; a constant. */
const char* fl_version(void);

/* The version of this interface; a library with another number cannot be used. */
int32_t fl_abi(void);

/* Frees what a function gave through *out. */
void fl_free(uint8_t* data);

/* Starts a session. conf is a JSON object of settings, text to text. Returns a handle. */
int64_t fl_session_new(const char* conf, int64_t conf_len, uint8_t** out, int64_t* out_len);

/* Ends a session. Operations that still run are cancelled. */
void fl_session_close(int64_t session);

/* Answers a question that runs nothing. 0: the answer is in *out, 1: an error is. session may be 0 for ddl_parse and json_to_ddl.
 *
 *   schema        Plan message            the schema as JSON
 *   explain       MODE \n Plan message    text
 *   ddl_parse     DDL text                the type or schema as JSON
 *   json_to_ddl   JSON of a schema        DDL text
 *   conf_get      key                     JSON string or null; an error when the key is unknown
 *   conf_lookup   key                     JSON string or null
 *   conf_set      JSON [key, value]       nothing
 *   conf_unset    key                     nothing
 *   conf_all                              JSON object
 *   conf_is_modifiable  key               true or false
 */
int32_t fl_analyze(int64_t session, const char* kind, int64_t kind_len, const char* request, int64_t request_len, uint8_t** out,
                   int64_t* out_len);

/* Starts a Plan message in the background and returns a handle of the operation. */
int64_t fl_execute(int64_t session, const char* plan, int64_t plan_len, const char* operation_id, int64_t operation_id_len,
                   uint8_t** out, int64_t* out_len);

/* Waits up to so many milliseconds for the next batch. FL_READY: get_next gives it at once. FL_FINISHED: there is no more.
 * FL_FAILED: fl_error tells why. */
int32_t fl_wait(int64_t operation, int32_t timeout_millis);

/* Stops an operation: fl_wait then gives FL_FAILED with OPERATION_CANCELED. */
void fl_cancel(int64_t operation);

/* The error of a failed operation in *out; returns 0, or 1 when the operation did not fail (then *out is empty). */
int32_t fl_error(int64_t operation, uint8_t** out, int64_t* out_len);

/* The schema of the result as Spark's JSON. Valid after the first fl_wait that was not FL_RUNNING. 0, or 1 with an error in *out. */
int32_t fl_schema(int64_t operation, uint8_t** out, int64_t* out_len);

/* JSON: {"command": bool, "query": bool, "relation_id": text, "observed": {name: {metric: value}}, "metrics": {name: number}}.
 * query: SQL text given as a command was a query and did not run. 0, or 1 with an error in *out. */
int32_t fl_result_info(int64_t operation, uint8_t** out, int64_t* out_len);

/* JSON: {"rows": rows put out so far, "metrics": {name: number}}. 0, or 1 with an error in *out. */
int32_t fl_progress(int64_t operation, uint8_t** out, int64_t* out_len);

/* The result as an Arrow C stream. 0, or 1 (see fl_error). The stream must be released before fl_close; batches need not be. */
int32_t fl_stream(int64_t operation, struct ArrowArrayStream* out);

/* Ends an operation, cancelling it when it still runs. */
void fl_close(int64_t operation);

#ifdef __cplusplus
}
#endif
#endif
