"""A small writer of flatbuffers: tables, vectors of tables or structs, strings. Enough for Arrow's messages."""

from __future__ import annotations

import struct
from collections.abc import Sequence

Field = tuple[int, str, object]
"""Slot number, kind and value. Kinds: a struct code (b, B, h, i, q), or "ref" for the position of an object."""


class Builder:
    """Writes from the end to the start, as flatbuffers are built; a position is counted from the end."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0
        self._align = 4

    def _put(self, data: bytes) -> int:
        self._parts.append(data)
        self._size += len(data)
        return self._size

    def _pad(self, size: int, align: int) -> None:
        """Pad so that after `size` more bytes the position is aligned."""
        self._align = max(self._align, align)
        rest = -(self._size + size) % align
        if rest:
            self._put(bytes(rest))

    def string(self, text: str) -> int:
        """A string."""
        data = text.encode() + b"\0"
        self._pad(len(data) + 4, 4)
        return self._put(struct.pack("<I", len(data) - 1) + data)

    def refs(self, positions: Sequence[int]) -> int:
        """A vector of references."""
        self._pad(4 * len(positions) + 4, 4)
        # the i-th element ends up at this position, counted from the end
        end = self._size + 4 * len(positions)
        data = b"".join([struct.pack("<I", end - 4 * i - p) for i, p in enumerate(positions)])
        self._put(data)
        return self._put(struct.pack("<I", len(positions)))

    def structs(self, data: bytes, count: int, align: int = 8) -> int:
        """A vector of structs, packed already."""
        self._pad(len(data), align)
        self._pad(len(data) + 4, 4)
        self._pad(len(data), align)
        self._put(data)
        return self._put(struct.pack("<I", count))

    def table(self, fields: Sequence[Field]) -> int:
        """A table; fields that are None are left out."""
        given = [(slot, kind, value) for slot, kind, value in fields if value is not None]
        sizes = {"b": 1, "B": 1, "h": 2, "i": 4, "q": 8, "ref": 4}
        # largest first, so that everything is aligned when the table itself is
        order = sorted(given, key=lambda f: (-sizes[f[1]], f[0]))
        offset = 4
        places: dict[int, int] = {}
        for slot, kind, _ in order:
            size = sizes[kind]
            offset += -offset % size
            places[slot] = offset
            offset += size
        length = offset + -offset % 4
        align = max([4] + [sizes[kind] for _, kind, _ in order])
        self._pad(length, align)
        start = self._size + length  # position of the table
        body = bytearray(length)
        for slot, kind, value in order:
            at = places[slot]
            if kind == "ref":
                assert isinstance(value, int)
                struct.pack_into("<I", body, at, start - at - value)
            else:
                struct.pack_into("<" + kind, body, at, value)
        slots = max(places) + 1 if places else 0
        vtable = struct.pack("<HH", 4 + 2 * slots, length)
        vtable += b"".join([struct.pack("<H", places.get(s, 0)) for s in range(slots)])
        struct.pack_into("<i", body, 0, len(vtable) + -len(vtable) % 2)
        self._put(bytes(body))
        self._put(vtable)
        return start

    def finish(self, root: int) -> bytes:
        """The buffer with its root table."""
        self._pad(4, self._align)
        self._put(struct.pack("<I", self._size + 4 - root))
        return b"".join(reversed(self._parts))
