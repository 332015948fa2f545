"""The engine's shared library through ctypes: loaded at the first use, one function per C function.

Calls release the GIL. A call that may take long is waited for in short slices, so that Ctrl-C reaches Python, cancels
the operation and raises KeyboardInterrupt.
"""

from __future__ import annotations

import ctypes as c
import functools
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from flintlake._arrow.cdata import ArrowArray, ArrowArrayStream, ArrowSchema
from flintlake.errors import PySparkRuntimeError
from flintlake.errors.decode import exception

ABI = 1
RUNNING, READY, FINISHED, FAILED = 0, 1, 2, 3
_SLICE_MILLIS = 100

_Bytes = c.POINTER(c.c_uint8)


def _path() -> str:
    named = os.environ.get("FLINTLAKE_LIBRARY")
    if named:
        return named
    suffix = {"darwin": "dylib", "win32": "dll"}.get(sys.platform, "so")
    return str(Path(__file__).parent / f"libflintlake.{suffix}")


@functools.lru_cache(maxsize=1)
def library() -> Library:
    """The library, loaded at the first call."""
    return Library(_path())


class Library:
    """The C functions of cshared/flintlake.h."""

    def __init__(self, path: str) -> None:
        self._pid = os.getpid()
        try:
            self._c = c.CDLL(path)
        except OSError as e:
            raise PySparkRuntimeError(
                f"the engine's library cannot be loaded: {e}", errorClass="FLINTLAKE_LIBRARY_NOT_LOADED"
            ) from e
        out = [c.POINTER(_Bytes), c.POINTER(c.c_int64)]
        data = [c.c_char_p, c.c_int64]
        signatures: dict[str, tuple[Any, list[Any]]] = {
            "fl_version": (c.c_char_p, []),
            "fl_abi": (c.c_int32, []),
            "fl_free": (None, [_Bytes]),
            "fl_session_new": (c.c_int64, data + out),
            "fl_session_close": (None, [c.c_int64]),
            "fl_execute": (c.c_int64, [c.c_int64, *data, *data, *out]),
            "fl_wait": (c.c_int32, [c.c_int64, c.c_int32]),
            "fl_cancel": (None, [c.c_int64]),
            "fl_error": (c.c_int32, [c.c_int64, *out]),
            "fl_schema": (c.c_int32, [c.c_int64, *out]),
            "fl_result_info": (c.c_int32, [c.c_int64, *out]),
            "fl_progress": (c.c_int32, [c.c_int64, *out]),
            "fl_stream": (c.c_int32, [c.c_int64, c.c_void_p]),
            "fl_close": (None, [c.c_int64]),
            "fl_analyze": (c.c_int32, [c.c_int64, *data, *data, *out]),
        }
        for name, (result, arguments) in signatures.items():
            function = getattr(self._c, name)
            function.restype, function.argtypes = result, arguments
        if self._c.fl_abi() != ABI:
            raise PySparkRuntimeError(
                f"{path} has ABI {self._c.fl_abi()}, this package needs {ABI}",
                errorClass="FLINTLAKE_LIBRARY_NOT_LOADED",
            )

    def check_process(self) -> None:
        """Refuse to work in a forked child: the engine's threads stayed in the parent."""
        if os.getpid() != self._pid:
            raise PySparkRuntimeError(
                "the engine was started before this process was forked and does not live in the child; "
                "start the session after the fork, or use the 'spawn' method of multiprocessing",
                errorClass="FLINTLAKE_SESSION_AFTER_FORK",
            )

    def _take(self, data: Any, size: c.c_int64) -> bytes:
        if not data:
            return b""
        taken = c.string_at(data, size.value)
        self._c.fl_free(data)
        return taken

    def _bytes(self, call: Callable[[Any, Any], int]) -> tuple[int, bytes]:
        self.check_process()
        data, size = _Bytes(), c.c_int64()
        code = call(c.byref(data), c.byref(size))
        return code, self._take(data, size)

    def version(self) -> str:
        """The version of the engine."""
        return str(self._c.fl_version().decode())

    def session_new(self, options: dict[str, str]) -> int:
        """Start a session and return its handle."""
        conf = json.dumps(options).encode()
        handle, data = self._bytes(lambda d, n: self._c.fl_session_new(conf, len(conf), d, n))
        if handle == 0:
            raise exception(data)
        return handle

    def session_close(self, session: int) -> None:
        """End a session."""
        if os.getpid() == self._pid:
            self._c.fl_session_close(session)

    def analyze(self, session: int, kind: str, request: bytes = b"") -> bytes:
        """Ask a question that needs no execution; the session may be 0 for questions about text."""
        name = kind.encode()
        code, data = self._bytes(lambda d, n: self._c.fl_analyze(session, name, len(name), request, len(request), d, n))
        if code != 0:
            raise exception(data)
        return data

    def ddl_to_json(self, ddl: str) -> str:
        """The JSON form of a type or schema written as DDL."""
        return self.analyze(0, "ddl_parse", ddl.encode()).decode()

    def json_to_ddl(self, schema: str) -> str:
        """The DDL form of a schema written as JSON."""
        return self.analyze(0, "json_to_ddl", schema.encode()).decode()

    def execute(self, session: int, plan: bytes, operation_id: str) -> Operation:
        """Start a plan in the background."""
        name = operation_id.encode()
        handle, data = self._bytes(lambda d, n: self._c.fl_execute(session, plan, len(plan), name, len(name), d, n))
        if handle == 0:
            raise exception(data)
        return Operation(self, handle, operation_id)


class Operation:
    """A running plan. It is closed when its last batch was taken, on an error, or by close()."""

    def __init__(self, owner: Library, handle: int, operation_id: str) -> None:
        self._library = owner
        self._handle = handle
        self.operation_id = operation_id
        self.on_progress: Callable[[dict[str, Any]], None] | None = None
        self.on_close: Callable[[], None] | None = None

    def cancel(self) -> None:
        """Stop the operation; whoever waits for it gets an error."""
        self._library._c.fl_cancel(self._handle)

    def wait(self) -> bool:
        """Wait for the next batch: True when there is one, False at the end."""
        while True:
            try:
                self._library.check_process()
                status = self._library._c.fl_wait(self._handle, _SLICE_MILLIS)
                if self.on_progress is not None:
                    self.on_progress(self.progress())
            except KeyboardInterrupt:
                self.cancel()
                self.close()
                raise
            if status == READY:
                return True
            if status == FINISHED:
                return False
            if status == FAILED:
                _, data = self._read("fl_error")
                self.close()
                raise exception(data)

    def _read(self, name: str) -> tuple[int, bytes]:
        function = getattr(self._library._c, name)
        return self._library._bytes(lambda d, n: function(self._handle, d, n))

    def schema_json(self) -> str:
        """The schema of the result as JSON; valid after the first wait."""
        code, data = self._read("fl_schema")
        if code != 0:
            raise exception(data)
        return data.decode()

    def info(self) -> dict[str, Any]:
        """What kind of result it is, observed metrics and counts; valid after the first wait."""
        code, data = self._read("fl_result_info")
        if code != 0:
            raise exception(data)
        return dict(json.loads(data))

    def progress(self) -> dict[str, Any]:
        """How far the operation is."""
        _, data = self._read("fl_progress")
        return dict(json.loads(data)) if data else {}

    def stream(self) -> ArrowArrayStream:
        """The result as an Arrow C stream, which the caller releases."""
        made = ArrowArrayStream()
        if self._library._c.fl_stream(self._handle, c.addressof(made)) != 0:
            _, data = self._read("fl_error")
            raise exception(data)
        return made

    def batches(self, at_end: Callable[[], None] | None = None) -> Iterator[tuple[ArrowSchema, ArrowArray]]:
        """The batches one by one; each is released after the loop's body unless the body moved it away.

        at_end is called after the last batch, while the operation can still be asked about its metrics.
        """
        more = self.wait()
        stream = self.stream()
        schema = ArrowSchema()
        try:
            stream.check(stream.get_schema(c.byref(stream), c.byref(schema)))
            while more:
                array = ArrowArray()
                stream.check(stream.get_next(c.byref(stream), c.byref(array)))
                if not array.release:
                    break
                try:
                    yield schema, array
                finally:
                    array.drop()
                more = self.wait()
            if at_end is not None:
                at_end()
        finally:
            schema.drop()
            stream.drop()
            self.close()

    def close(self) -> None:
        """Give up the operation and its memory."""
        if self.on_close is not None:
            self.on_close()
            self.on_close = None
        if self._handle and os.getpid() == self._library._pid:
            self._library._c.fl_close(self._handle)
        self._handle = 0

    def __del__(self) -> None:
        if getattr(self, "_handle", 0):
            self.close()
