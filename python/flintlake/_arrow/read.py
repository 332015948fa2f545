"""Columns of the C data interface as Python values, by the Spark type of the column."""

from __future__ import annotations

import ctypes as c
import datetime
import decimal
from collections.abc import Callable, Iterator
from typing import Any

from flintlake._arrow.cdata import ArrowArray
from flintlake.sql import types as t
from flintlake.sql._row import Row, make_row

_EPOCH = datetime.datetime(1970, 1, 1)
_DAY = datetime.date(1970, 1, 1).toordinal()
_WIDE = decimal.Context(prec=60)

# memoryview code and width of the fixed-width types
_FIXED: dict[type[t.DataType], tuple[str, int]] = {
    t.ByteType: ("b", 1),
    t.ShortType: ("h", 2),
    t.IntegerType: ("i", 4),
    t.LongType: ("q", 8),
    t.FloatType: ("f", 4),
    t.DoubleType: ("d", 8),
    t.DateType: ("i", 4),
    t.TimestampType: ("q", 8),
    t.TimestampNTZType: ("q", 8),
    t.TimeType: ("q", 8),
    t.DayTimeIntervalType: ("q", 8),
    t.YearMonthIntervalType: ("i", 4),
}


def _memory(address: int, size: int) -> bytes:
    return c.string_at(address, size) if address and size else b""


def _valid(array: ArrowArray, start: int, count: int) -> list[bool] | None:
    """Which slots are not null; None when all of them are."""
    address = array.buffer(0) if array.n_buffers else 0
    if not address or array.null_count == 0:
        return None
    bits = int.from_bytes(_memory(address + start // 8, (start % 8 + count + 7) // 8), "little") >> (start % 8)
    text = bin(bits | 1 << count)[:2:-1]  # from the last slot to the first, without the guard bit
    return [b == "1" for b in text]


def values(array: ArrowArray, kind: t.DataType, start: int = 0, count: int | None = None) -> list[Any]:
    """The values of an array, or of a part of it (counted after its own offset)."""
    if count is None:
        count = array.length - start
    start += array.offset
    if count == 0:
        return []
    if isinstance(kind, t.NullType):
        return [None] * count
    out = _READERS.get(type(kind), _unknown)(array, kind, start, count)
    valid = _valid(array, start, count)
    if valid is not None:
        out = [v if ok else None for v, ok in zip(out, valid)]
    return out


def _unknown(array: ArrowArray, kind: t.DataType, start: int, count: int) -> list[Any]:
    if isinstance(kind, t.UserDefinedType):
        inner = values(array, kind.sqlType(), start - array.offset, count)
        return [None if v is None else kind.deserialize(v) for v in inner]
    kind.fromInternal(0)  # raises where Python has no value
    raise TypeError(f"no Python values for {kind}")


def _numbers(array: ArrowArray, kind: t.DataType, start: int, count: int) -> list[Any]:
    code, width = _FIXED[type(kind)]
    data = _memory(array.buffer(1) + start * width, count * width)
    return list(memoryview(data).cast(code).tolist())  # type: ignore[call-overload]


def _booleans(array: ArrowArray, kind: t.DataType, start: int, count: int) -> list[Any]:
    data = _memory(array.buffer(1) + start // 8, (start % 8 + count + 7) // 8)
    bits = int.from_bytes(data, "little") >> (start % 8)
    return [b == "1" for b in bin(bits & ((1 << count) - 1) | 1 << count)[:2:-1]]


def _offsets(array: ArrowArray, start: int, count: int) -> list[int]:
    return memoryview(_memory(array.buffer(1) + start * 4, (count + 1) * 4)).cast("i").tolist()


def _pieces(array: ArrowArray, start: int, count: int) -> tuple[bytes, list[int]]:
    offsets = _offsets(array, start, count)
    first = offsets[0]
    data = _memory(array.buffer(2) + first, offsets[-1] - first)
    return data, [o - first for o in offsets] if first else offsets


def _strings(array: ArrowArray, kind: t.DataType, start: int, count: int) -> list[Any]:
    data, offsets = _pieces(array, start, count)
    if data.isascii():
        text = data.decode("ascii")
        return [text[a:b] for a, b in zip(offsets, offsets[1:])]
    return [data[a:b].decode("utf-8", "replace") for a, b in zip(offsets, offsets[1:])]


def _binaries(array: ArrowArray, kind: t.DataType, start: int, count: int) -> list[Any]:
    data, offsets = _pieces(array, start, count)
    return [data[a:b] for a, b in zip(offsets, offsets[1:])]


def _decimals(array: ArrowArray, kind: t.DataType, start: int, count: int) -> list[Any]:
    assert isinstance(kind, t.DecimalType)
    data = _memory(array.buffer(1) + start * 16, count * 16)
    places = -kind.scale
    number, whole = decimal.Decimal, int.from_bytes
    return [number(whole(data[i : i + 16], "little", signed=True)).scaleb(places, _WIDE) for i in range(0, count * 16, 16)]


def _dates(array: ArrowArray, kind: t.DataType, start: int, count: int) -> list[Any]:
    valid = _valid(array, start, count)
    days = _numbers(array, kind, start, count)
    if valid is not None:
        days = [d if ok else 0 for d, ok in zip(days, valid)]
    make = datetime.date.fromordinal
    return [make(d + _DAY) for d in days]


def _converted(convert: Callable[[int], Any]) -> Callable[[ArrowArray, t.DataType, int, int], list[Any]]:
    def read(array: ArrowArray, kind: t.DataType, start: int, count: int) -> list[Any]:
        valid = _valid(array, start, count)
        numbers = _numbers(array, kind, start, count)
        if valid is not None:
            return [convert(n) if ok else None for n, ok in zip(numbers, valid)]
        return [convert(n) for n in numbers]

    return read


def _micros(n: int) -> datetime.datetime:
    return _EPOCH + datetime.timedelta(microseconds=n)


def _intervals(array: ArrowArray, kind: t.DataType, start: int, count: int) -> list[Any]:
    months = _numbers(array, kind, start, count)
    return [kind.fromInternal(m) for m in months] if kind.needConversion() else months


def _lists(array: ArrowArray, kind: t.DataType, start: int, count: int) -> list[Any]:
    assert isinstance(kind, t.ArrayType)
    offsets = _offsets(array, start, count)
    first = offsets[0]
    items = values(array.child(0), kind.elementType, first, offsets[-1] - first)
    return [items[a - first : b - first] for a, b in zip(offsets, offsets[1:])]


def _maps(array: ArrowArray, kind: t.DataType, start: int, count: int) -> list[Any]:
    assert isinstance(kind, t.MapType)
    offsets = _offsets(array, start, count)
    first, size = offsets[0], offsets[-1] - offsets[0]
    entries = array.child(0)
    keys = values(entries.child(0), kind.keyType, first + entries.offset, size)
    items = values(entries.child(1), kind.valueType, first + entries.offset, size)
    pairs = list(zip([_hashable(k) for k in keys], items))
    return [dict(pairs[a - first : b - first]) for a, b in zip(offsets, offsets[1:])]


def _hashable(key: Any) -> Any:
    return tuple(key) if isinstance(key, list) else key


def _structs(array: ArrowArray, kind: t.DataType, start: int, count: int) -> list[Any]:
    assert isinstance(kind, t.StructType)
    fields = [values(array.child(i), f.dataType, start, count) for i, f in enumerate(kind.fields)]
    names = kind.names
    if not fields:
        return [make_row(names, ()) for _ in range(count)]
    return [make_row(names, row) for row in zip(*fields)]


def _variants(array: ArrowArray, kind: t.DataType, start: int, count: int) -> list[Any]:
    value = values(array.child(0), t.BinaryType(), start, count)
    metadata = values(array.child(1), t.BinaryType(), start, count)
    return [t.VariantVal(v, m) for v, m in zip(value, metadata)]


_READERS: dict[type[t.DataType], Callable[[ArrowArray, t.DataType, int, int], list[Any]]] = {
    t.BooleanType: _booleans,
    t.ByteType: _numbers,
    t.ShortType: _numbers,
    t.IntegerType: _numbers,
    t.LongType: _numbers,
    t.FloatType: _numbers,
    t.DoubleType: _numbers,
    t.StringType: _strings,
    t.CharType: _strings,
    t.VarcharType: _strings,
    t.BinaryType: _binaries,
    t.DecimalType: _decimals,
    t.DateType: _dates,
    t.TimestampType: _converted(lambda n: t.TimestampType().fromInternal(n)),
    t.TimestampNTZType: _converted(_micros),
    t.TimeType: _converted(lambda n: t.TimeType().fromInternal(n)),
    t.DayTimeIntervalType: _converted(lambda n: datetime.timedelta(microseconds=n)),
    t.YearMonthIntervalType: _intervals,
    t.ArrayType: _lists,
    t.MapType: _maps,
    t.StructType: _structs,
    t.VariantType: _variants,
}


def rows(batch: ArrowArray, schema: t.StructType) -> Iterator[Row]:
    """The rows of a batch."""
    return iter(_structs(batch, schema, batch.offset, batch.length))
