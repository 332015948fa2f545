"""The structs of the Arrow C data and stream interface."""

from __future__ import annotations

import ctypes as c
from typing import Any


class ArrowSchema(c.Structure):
    """A type with its name and children."""

    release: Any

    def drop(self) -> None:
        """Release the schema if it was not moved away."""
        if self.release:
            self.release(c.byref(self))


class ArrowArray(c.Structure):
    """A column, or a batch as a struct of columns."""

    length: int
    null_count: int
    offset: int
    n_buffers: int
    n_children: int
    buffers: Any
    children: Any
    release: Any

    def drop(self) -> None:
        """Release the array if it was not moved away."""
        if self.release:
            self.release(c.byref(self))

    def buffer(self, i: int) -> int:
        """The address of a buffer, 0 when it is missing."""
        return int(self.buffers[i] or 0)

    def child(self, i: int) -> ArrowArray:
        """A child array."""
        found = self.children[i].contents
        assert isinstance(found, ArrowArray)
        return found


class ArrowArrayStream(c.Structure):
    """A stream of batches."""

    get_schema: Any
    get_next: Any
    get_last_error: Any
    release: Any

    def check(self, code: int) -> None:
        """Raise when a callback failed."""
        if code != 0:
            text = self.get_last_error(c.byref(self))
            raise OSError(code, text.decode() if text else "Arrow stream failed")

    def drop(self) -> None:
        """Release the stream if it was not moved away."""
        if self.release:
            self.release(c.byref(self))


ArrowSchema._fields_ = [
    ("format", c.c_char_p),
    ("name", c.c_char_p),
    ("metadata", c.c_void_p),
    ("flags", c.c_int64),
    ("n_children", c.c_int64),
    ("children", c.POINTER(c.POINTER(ArrowSchema))),
    ("dictionary", c.POINTER(ArrowSchema)),
    ("release", c.CFUNCTYPE(None, c.POINTER(ArrowSchema))),
    ("private_data", c.c_void_p),
]
ArrowArray._fields_ = [
    ("length", c.c_int64),
    ("null_count", c.c_int64),
    ("offset", c.c_int64),
    ("n_buffers", c.c_int64),
    ("n_children", c.c_int64),
    ("buffers", c.POINTER(c.c_void_p)),
    ("children", c.POINTER(c.POINTER(ArrowArray))),
    ("dictionary", c.POINTER(ArrowArray)),
    ("release", c.CFUNCTYPE(None, c.POINTER(ArrowArray))),
    ("private_data", c.c_void_p),
]
ArrowArrayStream._fields_ = [
    ("get_schema", c.CFUNCTYPE(c.c_int, c.POINTER(ArrowArrayStream), c.POINTER(ArrowSchema))),
    ("get_next", c.CFUNCTYPE(c.c_int, c.POINTER(ArrowArrayStream), c.POINTER(ArrowArray))),
    ("get_last_error", c.CFUNCTYPE(c.c_char_p, c.POINTER(ArrowArrayStream))),
    ("release", c.CFUNCTYPE(None, c.POINTER(ArrowArrayStream))),
    ("private_data", c.c_void_p),
]
