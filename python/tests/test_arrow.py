"""Local data as IPC and arrays as Python values, against pyarrow."""

from __future__ import annotations

import ctypes
import datetime as dt
import decimal
from typing import Any

import pytest

from flintlake._arrow import cdata, ipc, read
from flintlake.errors import ArithmeticException
from flintlake.sql.types import (
    ArrayType,
    BinaryType,
    BooleanType,
    ByteType,
    DataType,
    DateType,
    DayTimeIntervalType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerType,
    LongType,
    MapType,
    NullType,
    ShortType,
    StringType,
    StructField,
    StructType,
    TimestampNTZType,
    TimestampType,
    TimeType,
)

pa = pytest.importorskip("pyarrow")

COLUMNS: list[tuple[DataType, list[Any]]] = [
    (BooleanType(), [True, None, False, True, True, False, None, True, True]),
    (ByteType(), [-128, 127, None]),
    (ShortType(), [-32768, None, 1]),
    (IntegerType(), [-(1 << 31), None, (1 << 31) - 1]),
    (LongType(), [-(1 << 63), None, (1 << 63) - 1]),
    (FloatType(), [1.5, None, float("inf")]),
    (DoubleType(), [0.1, None, -0.0]),
    (StringType(), ["", None, "é", "a" * 100, "😀"]),
    (BinaryType(), [b"", None, b"\x00\xff"]),
    (DecimalType(38, 18), [decimal.Decimal("12345678901234567890.123456789012345678"), None, decimal.Decimal("-1E-18")]),
    (DecimalType(5, 2), [decimal.Decimal("-999.99"), None, decimal.Decimal("1.50")]),
    (DateType(), [dt.date(1, 1, 1), None, dt.date(1582, 10, 10), dt.date(9999, 12, 31)]),
    (
        TimestampType(),
        [dt.datetime(1, 1, 1), None, dt.datetime(2024, 2, 29, 12, 30, 0, 123456), dt.datetime(9999, 12, 31, 23, 59)],
    ),
    (TimestampNTZType(), [dt.datetime(1, 1, 1), None, dt.datetime(9999, 12, 31, 23, 59, 59, 999999)]),
    (TimeType(), [dt.time(0), None, dt.time(23, 59, 59, 999999)]),
    (DayTimeIntervalType(), [dt.timedelta(days=-1, microseconds=1), None]),
    (NullType(), [None, None]),
    (ArrayType(LongType()), [[1, None], None, [], [2]]),
    (ArrayType(ArrayType(StringType())), [[["a"], None, []], None, []]),
    (MapType(StringType(), DoubleType()), [{"a": 1.0, "b": None}, None, {}]),
]


def batch(rows: list[tuple[Any, ...]], schema: StructType) -> Any:
    table = pa.ipc.open_stream(ipc.write(rows, schema)).read_all()
    table.validate(full=True)
    return table


def values(column: Any, kind: DataType, start: int = 0, count: int | None = None) -> list[Any]:
    array, schema = cdata.ArrowArray(), cdata.ArrowSchema()
    column._export_to_c(ctypes.addressof(array), ctypes.addressof(schema))
    try:
        return read.values(array, kind, start, count)
    finally:
        array.drop()
        schema.drop()


@pytest.mark.parametrize("kind,items", COLUMNS, ids=lambda x: str(x)[:40])
def test_round_trip(kind: DataType, items: list[Any]) -> None:
    table = batch([(v,) for v in items], StructType([StructField("x", kind)]))
    (column,) = table.column(0).chunks
    assert values(column, kind) == items
    # a slice that starts in the middle of a byte of the bitmap
    assert values(column.slice(1), kind) == items[1:]
    assert values(column, kind, 1, len(items) - 2) == items[1:-1]


def test_what_pyarrow_reads() -> None:
    struct = StructType([StructField("a", IntegerType(), False), StructField("b", StringType())])
    schema = StructType([StructField("s", struct), StructField("v", ArrayType(struct))])
    table = batch([((1, "x"), [(2, None), None]), (None, None), ({"a": 3}, [])], schema)
    assert table.to_pylist() == [
        {"s": {"a": 1, "b": "x"}, "v": [{"a": 2, "b": None}, None]},
        {"s": None, "v": None},
        {"s": {"a": 3, "b": None}, "v": []},
    ]
    (column,) = table.column(0).chunks
    assert values(column, struct) == [(1, "x"), None, (3, None)]


def test_timestamps_with_a_zone() -> None:
    zone = dt.timezone(dt.timedelta(hours=2))
    table = batch([(dt.datetime(2024, 1, 1, 12, tzinfo=zone),)], StructType([StructField("t", TimestampType())]))
    assert table.to_pylist()[0]["t"].astimezone(dt.timezone.utc) == dt.datetime(2024, 1, 1, 10, tzinfo=dt.timezone.utc)


def test_no_rows_and_no_columns() -> None:
    assert batch([], StructType([StructField("a", MapType(StringType(), LongType()))])).num_rows == 0
    assert pa.ipc.open_stream(ipc.write([(), ()], StructType([]))).read_next_batch().num_rows == 2


def test_decimal_that_does_not_fit() -> None:
    with pytest.raises(ArithmeticException, match=r"decimal\(3,2\)"):
        ipc.write([(decimal.Decimal("10.00"),)], StructType([StructField("d", DecimalType(3, 2))]))
