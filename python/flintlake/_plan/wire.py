"""The protobuf wire format, driven by the tables of zz_tables."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from typing import Any

from flintlake._plan.zz_tables import ENUMS, MESSAGES

_DOUBLE = struct.Struct("<d").pack
_FLOAT = struct.Struct("<f").pack


def varint(n: int) -> bytes:
    """A whole number as a varint; negative ones take ten bytes."""
    if 0 <= n < 128:
        return bytes((n,))
    n &= 0xFFFFFFFFFFFFFFFF
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def delimited(tag: int, data: bytes) -> bytes:
    """A length-delimited field."""
    return varint(tag << 3 | 2) + varint(len(data)) + data


def encode(message: str, values: Mapping[str, Any]) -> bytes:
    """The bytes of a message.

    A value that is None is not set. A field that holds a message takes bytes, written before, or a mapping. A field
    without presence is left out when it has its default value, as proto3 demands.
    """
    fields = MESSAGES[message]
    parts: list[tuple[int, bytes]] = []
    for name, value in values.items():
        if value is None:
            continue
        number, kind, repeated, presence, of = fields[name]
        if kind == "k":
            parts.append((number, b"".join(delimited(number, _entry(of, k, v)) for k, v in value.items())))
        elif repeated:
            parts.append((number, _repeated(number, kind, of, value)))
        else:
            parts.append((number, _single(number, kind, of, value, presence)))
    if len(parts) > 1:
        parts.sort(key=_number)
    return b"".join([p for _, p in parts])


def _number(part: tuple[int, bytes]) -> int:
    return part[0]


def _entry(of: str, key: Any, value: Any) -> bytes:
    """A map entry: both of its fields are written even when they are empty."""
    out = b""
    for name, v in (("key", key), ("value", value)):
        number, kind, _, _, inner = MESSAGES[of][name]
        out += _single(number, kind, inner, v, True)
    return out


def _repeated(number: int, kind: str, of: str, values: Iterable[Any]) -> bytes:
    if kind in "msb":
        return b"".join([_single(number, kind, of, v, True) for v in values])
    if kind == "d":
        data = b"".join([_DOUBLE(v) for v in values])
    elif kind == "f":
        data = b"".join([_FLOAT(v) for v in values])
    else:
        data = b"".join([varint(int(v)) for v in values])
    return delimited(number, data) if data else b""


def _single(number: int, kind: str, of: str, value: Any, presence: bool) -> bytes:
    if kind == "m":
        data = value if isinstance(value, bytes) else encode(of, value)
        return delimited(number, data)
    if kind == "s":
        data = value.encode("utf-8", "surrogatepass")
        return delimited(number, data) if data or presence else b""
    if kind == "b":
        return delimited(number, bytes(value)) if value or presence else b""
    if kind == "d":
        return varint(number << 3 | 1) + _DOUBLE(value) if value or presence else b""
    if kind == "f":
        return varint(number << 3 | 5) + _FLOAT(value) if value or presence else b""
    n = ENUMS[of][value] if isinstance(value, str) else int(value)
    return varint(number << 3) + varint(n) if n or presence else b""


def decode(message: str, data: bytes) -> dict[str, Any]:
    """The set fields of a message; messages in it stay bytes. Unknown fields are left out."""
    by_number = {row[0]: (name, row) for name, row in MESSAGES[message].items()}
    out: dict[str, Any] = {}
    pos = 0
    while pos < len(data):
        tag, pos = _read_varint(data, pos)
        wire = tag & 7
        raw: Any
        if wire == 0:
            raw, pos = _read_varint(data, pos)
            raw = raw - (1 << 64) if raw >> 63 else raw
        elif wire == 2:
            size, pos = _read_varint(data, pos)
            raw, pos = data[pos : pos + size], pos + size
        elif wire == 1:
            raw, pos = struct.unpack_from("<d", data, pos)[0], pos + 8
        else:
            raw, pos = struct.unpack_from("<f", data, pos)[0], pos + 4
        found = by_number.get(tag >> 3)
        if found is None:
            continue
        name, (_, kind, repeated, _, of) = found
        if kind == "s":
            raw = raw.decode("utf-8")
        if kind == "k":
            pair = decode(of, raw)
            out.setdefault(name, {})[pair.get("key", "")] = pair.get("value", "")
        elif repeated:
            out.setdefault(name, []).append(raw)
        else:
            out[name] = raw
    return out


def _read_varint(data: bytes, pos: int) -> tuple[int, int]:
    n = shift = 0
    while True:
        b = data[pos]
        pos += 1
        n |= (b & 127) << shift
        if b < 128:
            return n, pos
        shift += 7
