"""The binary form of VARIANT: values of basic types, short strings, objects and arrays over a dictionary of keys.

Follows the Variant Binary Encoding of Parquet. A header byte has the basic type in its low two bits.
"""

from __future__ import annotations

import datetime
import decimal
import json
import struct
import zoneinfo
from typing import Any

_PRIMITIVE, _SHORT, _OBJECT, _ARRAY = range(4)
_INTS = {3: 1, 4: 2, 5: 4, 6: 8}  # type id: bytes
_DECIMALS = {8: 4, 9: 8, 10: 16}
_EPOCH = datetime.datetime(1970, 1, 1)


def to_python(value: bytes, metadata: bytes) -> Any:
    """The value as dicts, lists and plain values."""
    return _read(value, 0, _keys(metadata))


def to_json(value: bytes, metadata: bytes, zone_id: str = "UTC") -> str:
    """The value as JSON text without spaces; times as text in a zone."""
    return _json(to_python(value, metadata), zone_id)


def parse_json(text: str) -> tuple[bytes, bytes]:
    """Value and metadata bytes of JSON text."""
    parsed = json.loads(text, parse_float=decimal.Decimal)
    keys: dict[str, int] = {}
    _collect(parsed, keys)
    value = _write(parsed, keys)
    return value, _metadata(list(keys))


def _number(data: bytes, at: int, size: int) -> int:
    return int.from_bytes(data[at : at + size], "little")


def _keys(metadata: bytes) -> list[str]:
    size = (metadata[0] >> 6) + 1
    count = _number(metadata, 1, size)
    offsets = [_number(metadata, 1 + size * (i + 1), size) for i in range(count + 1)]
    start = 1 + size * (count + 2)
    return [metadata[start + a : start + b].decode() for a, b in zip(offsets, offsets[1:])]


def _read(data: bytes, at: int, keys: list[str]) -> Any:
    basic, info = data[at] & 3, data[at] >> 2
    if basic == _SHORT:
        return data[at + 1 : at + 1 + info].decode()
    if basic == _PRIMITIVE:
        return _primitive(data, at + 1, info)
    offset_size = (info & 3) + 1
    if basic == _ARRAY:
        count_size, id_size = (4 if info >> 2 & 1 else 1), 0
    else:
        count_size, id_size = (4 if info >> 4 & 1 else 1), (info >> 2 & 3) + 1
    count = _number(data, at + 1, count_size)
    ids = at + 1 + count_size
    offsets = ids + count * id_size
    start = offsets + (count + 1) * offset_size
    items = [_read(data, start + _number(data, offsets + i * offset_size, offset_size), keys) for i in range(count)]
    if basic == _ARRAY:
        return items
    return {keys[_number(data, ids + i * id_size, id_size)]: v for i, v in enumerate(items)}


def _primitive(data: bytes, at: int, kind: int) -> Any:
    if kind <= 2:
        return (None, True, False)[kind]
    if kind in _INTS:
        return int.from_bytes(data[at : at + _INTS[kind]], "little", signed=True)
    if kind in _DECIMALS:
        unscaled = int.from_bytes(data[at + 1 : at + 1 + _DECIMALS[kind]], "little", signed=True)
        return decimal.Decimal(unscaled).scaleb(-data[at], decimal.Context(prec=60))
    if kind == 7:
        return struct.unpack_from("<d", data, at)[0]
    if kind == 14:
        return struct.unpack_from("<f", data, at)[0]
    if kind == 11:
        return datetime.date(1970, 1, 1) + datetime.timedelta(days=struct.unpack_from("<i", data, at)[0])
    if kind in (12, 13):
        moment = _EPOCH + datetime.timedelta(microseconds=struct.unpack_from("<q", data, at)[0])
        return moment.replace(tzinfo=datetime.timezone.utc) if kind == 12 else moment
    if kind in (15, 16):
        size = _number(data, at, 4)
        raw = data[at + 4 : at + 4 + size]
        return bytes(raw) if kind == 15 else raw.decode()
    from flintlake.errors import PySparkValueError

    raise PySparkValueError(errorClass="MALFORMED_VARIANT", messageParameters={})


def _json(value: Any, zone: str) -> str:
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(k, ensure_ascii=False)}:{_json(v, zone)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(_json(v, zone) for v in value) + "]"
    if isinstance(value, decimal.Decimal):
        return format(value, "f")
    if isinstance(value, datetime.datetime):
        if value.tzinfo is not None:
            value = value.astimezone(zoneinfo.ZoneInfo(zone))
        return json.dumps(value.isoformat(sep=" "))
    if isinstance(value, datetime.date):
        return json.dumps(value.isoformat())
    if isinstance(value, bytes):
        import base64

        return json.dumps(base64.b64encode(value).decode())
    return json.dumps(value, ensure_ascii=False)


def _collect(value: Any, keys: dict[str, int]) -> None:
    if isinstance(value, dict):
        for k, v in value.items():
            keys.setdefault(k, len(keys))
            _collect(v, keys)
    elif isinstance(value, list):
        for v in value:
            _collect(v, keys)


def _size(n: int) -> int:
    return max(1, (n.bit_length() + 7) // 8)


def _metadata(keys: list[str]) -> bytes:
    texts = [k.encode() for k in keys]
    total = sum(map(len, texts))
    size = _size(max(total, len(keys)))
    out = bytes([1 | (size - 1) << 6]) + len(keys).to_bytes(size, "little")
    at = 0
    for text in [*texts, b""]:
        out += at.to_bytes(size, "little")
        at += len(text)
    return out + b"".join(texts)


def _write(value: Any, keys: dict[str, int]) -> bytes:
    if value is None or isinstance(value, bool):
        return bytes([(0 if value is None else 1 if value else 2) << 2])
    if isinstance(value, int):
        for kind, size in _INTS.items():
            if -(1 << (8 * size - 1)) <= value < 1 << (8 * size - 1):
                return bytes([kind << 2]) + value.to_bytes(size, "little", signed=True)
        value = decimal.Decimal(value)
    if isinstance(value, decimal.Decimal):
        return _decimal(value)
    if isinstance(value, float):
        return bytes([7 << 2]) + struct.pack("<d", value)
    if isinstance(value, str):
        text = value.encode()
        if len(text) < 64:
            return bytes([len(text) << 2 | _SHORT]) + text
        return bytes([16 << 2]) + len(text).to_bytes(4, "little") + text
    if isinstance(value, list):
        return _container(_ARRAY, [], [_write(v, keys) for v in value])
    fields = sorted(value.items())
    return _container(_OBJECT, [keys[k] for k, _ in fields], [_write(v, keys) for _, v in fields])


def _decimal(value: decimal.Decimal) -> bytes:
    exponent = value.as_tuple().exponent
    scale = max(0, -int(exponent))
    unscaled = int(value.scaleb(scale, decimal.Context(prec=60)))
    if scale > 38 or len(str(abs(unscaled))) > 38:
        return bytes([7 << 2]) + struct.pack("<d", float(value))
    for kind, precision in ((8, 9), (9, 18), (10, 38)):
        if max(len(str(abs(unscaled))), scale) <= precision:
            return bytes([kind << 2, scale]) + unscaled.to_bytes(_DECIMALS[kind], "little", signed=True)
    return bytes([7 << 2]) + struct.pack("<d", float(value))


def _container(basic: int, ids: list[int], items: list[bytes]) -> bytes:
    total = sum(map(len, items))
    large = len(items) > 255
    offset_size = _size(total)
    id_size = _size(max(ids, default=0)) if basic == _OBJECT else 1
    info = (offset_size - 1) | ((id_size - 1) << 2 | large << 4 if basic == _OBJECT else large << 2)
    out = bytes([info << 2 | basic]) + len(items).to_bytes(4 if large else 1, "little")
    out += b"".join(i.to_bytes(id_size, "little") for i in ids)
    at = 0
    for item in [*items, b""]:
        out += at.to_bytes(offset_size, "little")
        at += len(item)
    return out + b"".join(items)
