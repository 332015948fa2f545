"""Rows as an Arrow IPC stream, written without pyarrow: what a LocalRelation carries."""

from __future__ import annotations

import datetime
import decimal
import struct
from array import array
from collections.abc import Callable, Sequence
from typing import Any

from flintlake._arrow.flatbuffer import Builder
from flintlake.errors import ArithmeticException, PySparkTypeError, PySparkValueError
from flintlake.sql import types as t

_V5 = 4  # MetadataVersion
_SCHEMA, _BATCH = 1, 3  # MessageHeader
_END = struct.pack("<II", 0xFFFFFFFF, 0)


class Column:
    """The nodes and buffers of one column, in the order in which a record batch lists them."""

    def __init__(self) -> None:
        self.nodes: list[tuple[int, int]] = []
        self.buffers: list[bytes] = []


def write(rows: Sequence[Sequence[Any]], schema: t.StructType) -> bytes:
    """An IPC stream with one batch; rows hold values as PySpark's users give them."""
    columns = list(zip(*rows)) if rows else [() for _ in schema.fields]
    out = Column()
    for field, values in zip(schema.fields, columns):
        _write(field.dataType, list(values), out)
    return _schema_message(schema) + _batch_message(len(rows), out) + _END


# messages


def _message(header: int, kind: int, b: Builder, body: bytes) -> bytes:
    root = b.table([(0, "h", _V5), (1, "B", kind), (2, "ref", header), (3, "q", len(body))])
    metadata = b.finish(root)
    metadata += bytes(-len(metadata) % 8)
    return struct.pack("<II", 0xFFFFFFFF, len(metadata)) + metadata + body


def _schema_message(schema: t.StructType) -> bytes:
    b = Builder()
    fields = b.refs([_field(b, f.name, f.dataType, f.nullable) for f in schema.fields])
    return _message(b.table([(1, "ref", fields)]), _SCHEMA, b, b"")


def _batch_message(rows: int, columns: Column) -> bytes:
    body = bytearray()
    places = []
    for data in columns.buffers:
        places.append(struct.pack("<qq", len(body), len(data)))
        body += data
        body += bytes(-len(body) % 8)
    b = Builder()
    buffers = b.structs(b"".join(places), len(places))
    nodes = b.structs(b"".join([struct.pack("<qq", *n) for n in columns.nodes]), len(columns.nodes))
    header = b.table([(0, "q", rows), (1, "ref", nodes), (2, "ref", buffers)])
    return _message(header, _BATCH, b, bytes(body))


def _field(b: Builder, name: str, kind: t.DataType, nullable: bool) -> int:
    number, table, children = _type(b, kind)
    kids = b.refs([_field(b, *child) for child in children])
    label = b.string(name)
    return b.table([(0, "ref", label), (1, "B", nullable), (2, "B", number), (3, "ref", table), (5, "ref", kids)])


Child = tuple[str, t.DataType, bool]
_BITS: dict[type[t.DataType], int] = {t.ByteType: 8, t.ShortType: 16, t.IntegerType: 32, t.LongType: 64}


def _type(b: Builder, kind: t.DataType) -> tuple[int, int, list[Child]]:
    """Number in the union Type, the table, the children."""
    bits = _BITS.get(type(kind))
    if bits:
        return 2, b.table([(0, "i", bits), (1, "B", True)]), []
    if isinstance(kind, t.NullType):
        return 1, b.table([]), []
    if isinstance(kind, (t.FloatType, t.DoubleType)):
        return 3, b.table([(0, "h", 1 if isinstance(kind, t.FloatType) else 2)]), []
    if isinstance(kind, t.BinaryType):
        return 4, b.table([]), []
    if isinstance(kind, (t.StringType, t.CharType, t.VarcharType)):
        return 5, b.table([]), []
    if isinstance(kind, t.BooleanType):
        return 6, b.table([]), []
    if isinstance(kind, t.DecimalType):
        return 7, b.table([(0, "i", kind.precision), (1, "i", kind.scale), (2, "i", 128)]), []
    if isinstance(kind, t.DateType):
        return 8, b.table([(0, "h", 0)]), []
    if isinstance(kind, t.TimeType):
        return 9, b.table([(0, "h", 3), (1, "i", 64)]), []
    if isinstance(kind, t.TimestampType):
        zone = b.string("UTC")
        return 10, b.table([(0, "h", 2), (1, "ref", zone)]), []
    if isinstance(kind, t.TimestampNTZType):
        return 10, b.table([(0, "h", 2)]), []
    if isinstance(kind, t.YearMonthIntervalType):
        return 11, b.table([(0, "h", 0)]), []
    if isinstance(kind, t.DayTimeIntervalType):
        return 18, b.table([(0, "h", 2)]), []
    if isinstance(kind, t.ArrayType):
        return 12, b.table([]), [("element", kind.elementType, kind.containsNull)]
    if isinstance(kind, t.StructType):
        return 13, b.table([]), [(f.name, f.dataType, f.nullable) for f in kind.fields]
    if isinstance(kind, t.MapType):
        return 17, b.table([(0, "B", False)]), [("entries", _entries(kind), False)]
    if isinstance(kind, t.VariantType):
        return 13, b.table([]), [("value", t.BinaryType(), False), ("metadata", t.BinaryType(), False)]
    if isinstance(kind, t.UserDefinedType):
        return _type(b, kind.sqlType())
    raise PySparkTypeError(errorClass="UNSUPPORTED_DATA_TYPE_FOR_ARROW_CONVERSION", messageParameters={"data_type": str(kind)})


def _entries(kind: t.MapType) -> t.StructType:
    key = t.StructField("key", kind.keyType, False)
    return t.StructType([key, t.StructField("value", kind.valueType, kind.valueContainsNull)])


# columns


def _write(kind: t.DataType, values: list[Any], out: Column) -> None:
    if isinstance(kind, t.NullType):
        out.nodes.append((len(values), len(values)))
        return
    if isinstance(kind, t.UserDefinedType):
        _write(kind.sqlType(), [None if v is None else kind.serialize(v) for v in values], out)
        return
    if isinstance(kind, t.DecimalType):
        values = [None if isinstance(v, decimal.Decimal) and v.is_nan() else v for v in values]
    elif isinstance(kind, t.LongType):
        values = [None if v is None or not -(1 << 63) <= v < 1 << 63 else v for v in values]
    nulls = values.count(None) if not _has_eq(values) else sum(v is None for v in values)
    out.nodes.append((len(values), nulls))
    out.buffers.append(_bitmap([v is not None for v in values]) if nulls else b"")
    _WRITERS[type(kind)](kind, values, out)


def _has_eq(values: list[Any]) -> bool:
    """Whether comparing a value with None may do more than compare (numpy, columns)."""
    return bool(values) and hasattr(next((v for v in values if v is not None), None), "dtype")


def _bitmap(flags: list[Any]) -> bytes:
    bits = "".join(["1" if f else "0" for f in reversed(flags)])
    return int(bits, 2).to_bytes((len(flags) + 7) // 8, "little") if bits else b""


def _booleans(kind: t.DataType, values: list[Any], out: Column) -> None:
    out.buffers.append(_bitmap(values))


def _numbers(code: str, convert: Callable[[Any], Any] | None = None) -> Callable[[t.DataType, list[Any], Column], None]:
    def write(kind: t.DataType, values: list[Any], out: Column) -> None:
        if convert is None:
            plain = [0 if v is None else v for v in values]
        else:
            plain = [0 if v is None else convert(v) for v in values]
        out.buffers.append(array(code, plain).tobytes())

    return write


def _texts(kind: t.DataType, values: list[Any], out: Column) -> None:
    _pieces([b"" if v is None else _text(v).encode("utf-8", "surrogatepass") for v in values], out)


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return str(value).lower() if isinstance(value, bool) else str(value)


def _binaries(kind: t.DataType, values: list[Any], out: Column) -> None:
    _pieces([b"" if v is None else bytes(v) for v in values], out)


def _pieces(pieces: list[bytes], out: Column) -> None:
    out.buffers.append(_offsets([len(p) for p in pieces]))
    out.buffers.append(b"".join(pieces))


def _offsets(sizes: list[int]) -> bytes:
    offsets, end = array("i", [0]), 0
    for size in sizes:
        end += size
        offsets.append(end)
    return offsets.tobytes()


def _decimals(kind: t.DataType, values: list[Any], out: Column) -> None:
    assert isinstance(kind, t.DecimalType)
    step = decimal.Decimal(1).scaleb(-kind.scale)
    context = decimal.Context(prec=60, rounding=decimal.ROUND_HALF_UP)
    limit = 10**kind.precision
    parts = []
    for v in values:
        n = 0
        if v is not None:
            n = int(decimal.Decimal(v).quantize(step, context=context).scaleb(kind.scale, context))
            if abs(n) >= limit:
                raise ArithmeticException(
                    errorClass="NUMERIC_VALUE_OUT_OF_RANGE.WITHOUT_SUGGESTION",
                    messageParameters={
                        "roundedValue": format(v.quantize(step, context=context), "f"),
                        "originalValue": format(v, "f"),
                        "precision": str(kind.precision),
                        "scale": str(kind.scale),
                    },
                    message=f"{v} does not fit {kind.simpleString()}.",
                    sqlState="22003",
                )
        parts.append(n.to_bytes(16, "little", signed=True))
    out.buffers.append(b"".join(parts))


def _timestamp(value: datetime.datetime) -> int:
    made = t.TimestampType().toInternal(value)
    assert made is not None
    return made


def _day(value: datetime.date) -> int:
    return value.toordinal() - t.DateType.EPOCH_ORDINAL


def _lists(kind: t.DataType, values: list[Any], out: Column) -> None:
    assert isinstance(kind, t.ArrayType)
    out.buffers.append(_offsets([0 if v is None else len(v) for v in values]))
    _write(kind.elementType, [item for v in values if v is not None for item in v], out)


def _maps(kind: t.DataType, values: list[Any], out: Column) -> None:
    assert isinstance(kind, t.MapType)
    out.buffers.append(_offsets([0 if v is None else len(v) for v in values]))
    _write(_entries(kind), [pair for v in values if v is not None for pair in v.items()], out)


def _structs(kind: t.DataType, values: list[Any], out: Column) -> None:
    assert isinstance(kind, t.StructType)
    rows = [tuple_of(v, kind) for v in values]
    for i, field in enumerate(kind.fields):
        _write(field.dataType, [r[i] for r in rows], out)


def tuple_of(value: Any, kind: t.StructType) -> Sequence[Any]:
    """The values of a row, dict, tuple, list or object in the order of the fields."""
    if value is None:
        return [None] * len(kind.fields)
    if isinstance(value, dict):
        return [value.get(n) for n in kind.names]
    if isinstance(value, (tuple, list)):
        if len(value) != len(kind.fields):
            raise PySparkValueError(
                errorClass="AXIS_LENGTH_MISMATCH",
                messageParameters={
                    "expected_length": str(len(kind.fields)),
                    "actual_length": str(len(value)),
                },
            )
        return value
    if hasattr(value, "__dict__") and not isinstance(value, t.VariantVal):
        return [value.__dict__.get(n) for n in kind.names]
    raise PySparkValueError(errorClass="UNEXPECTED_TUPLE_WITH_STRUCT", messageParameters={"tuple": str(value)})


def _variants(kind: t.DataType, values: list[Any], out: Column) -> None:
    for v in values:
        if v is not None and not isinstance(v, t.VariantVal):
            raise PySparkValueError(errorClass="MALFORMED_VARIANT", messageParameters={})
    # the two fields of the struct are never null
    _write(t.BinaryType(), [b"" if v is None else v.value for v in values], out)
    _write(t.BinaryType(), [b"" if v is None else v.metadata for v in values], out)


_WRITERS: dict[type[t.DataType], Callable[[t.DataType, list[Any], Column], None]] = {
    t.BooleanType: _booleans,
    t.ByteType: _numbers("b"),
    t.ShortType: _numbers("h"),
    t.IntegerType: _numbers("i"),
    t.LongType: _numbers("q"),
    t.FloatType: _numbers("f"),
    t.DoubleType: _numbers("d"),
    t.StringType: _texts,
    t.CharType: _texts,
    t.VarcharType: _texts,
    t.BinaryType: _binaries,
    t.DecimalType: _decimals,
    t.DateType: _numbers("i", _day),
    t.TimestampType: _numbers("q", _timestamp),
    t.TimestampNTZType: _numbers("q", lambda v: t.TimestampNTZType().toInternal(v)),
    t.TimeType: _numbers("q", lambda v: t.TimeType().toInternal(v)),
    t.DayTimeIntervalType: _numbers("q", lambda v: t.DayTimeIntervalType().toInternal(v)),
    t.YearMonthIntervalType: _numbers("i"),
    t.ArrayType: _lists,
    t.MapType: _maps,
    t.StructType: _structs,
    t.VariantType: _variants,
}
