"""Spark types of pyarrow schemas, and tables cast to what the engine reads."""

from __future__ import annotations

from typing import Any

from flintlake.errors import PySparkTypeError
from flintlake.sql import types as t


def schema_of(schema: Any, prefer_ntz: bool) -> t.StructType:
    """The Spark schema of an Arrow schema."""
    return t.StructType([t.StructField(f.name, type_of(f.type, prefer_ntz), f.nullable) for f in schema])


def type_of(kind: Any, prefer_ntz: bool) -> t.DataType:
    """The Spark type of an Arrow type; prefer_ntz makes timestamps without a zone TIMESTAMP_NTZ."""
    import pyarrow.types as p

    simple: list[tuple[Any, type[t.DataType]]] = [
        (p.is_boolean, t.BooleanType),
        (p.is_int8, t.ByteType),
        (p.is_int16, t.ShortType),
        (p.is_int32, t.IntegerType),
        (p.is_int64, t.LongType),
        (p.is_float16, t.FloatType),
        (p.is_float32, t.FloatType),
        (p.is_float64, t.DoubleType),
        (p.is_string, t.StringType),
        (p.is_large_string, t.StringType),
        (p.is_string_view, t.StringType),
        (p.is_binary, t.BinaryType),
        (p.is_large_binary, t.BinaryType),
        (p.is_binary_view, t.BinaryType),
        (p.is_fixed_size_binary, t.BinaryType),
        (p.is_date, t.DateType),
        (p.is_time, t.TimeType),
        (p.is_duration, t.DayTimeIntervalType),
        (p.is_null, t.NullType),
    ]
    for test, made in simple:
        if test(kind):
            return made()
    if p.is_decimal(kind):
        return t.DecimalType(kind.precision, kind.scale)
    if p.is_timestamp(kind):
        return t.TimestampNTZType() if kind.tz is None and prefer_ntz else t.TimestampType()
    if p.is_list(kind) or p.is_large_list(kind) or p.is_fixed_size_list(kind):
        return t.ArrayType(type_of(kind.value_type, prefer_ntz), kind.value_field.nullable)
    if p.is_map(kind):
        key, item = type_of(kind.key_type, prefer_ntz), type_of(kind.item_type, prefer_ntz)
        return t.MapType(key, item, kind.item_field.nullable)
    if p.is_struct(kind):
        return schema_of([kind.field(i) for i in range(kind.num_fields)], prefer_ntz)
    if p.is_dictionary(kind):
        return type_of(kind.value_type, prefer_ntz)
    raise PySparkTypeError(errorClass="UNSUPPORTED_DATA_TYPE_FOR_ARROW_CONVERSION", messageParameters={"data_type": str(kind)})


def cast_table(table: Any, schema: t.StructType, zone: str) -> Any:
    """The table in the layout that the engine reads, under the names of the schema.

    Times without a zone that become TIMESTAMP are taken as times of the given zone.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    from flintlake._arrow import ipc

    target = pa.ipc.open_stream(ipc.write([], schema)).schema
    columns = []
    for column, field in zip(table.columns, target):
        kind = column.type
        if pa.types.is_timestamp(kind) and kind.tz is None and getattr(field.type, "tz", None) is not None:
            column = pc.assume_timezone(column.cast(pa.timestamp("us"), safe=False), zone)
        if pa.types.is_dictionary(kind):
            column = column.cast(kind.value_type)
        safe = not pa.types.is_timestamp(kind)
        columns.append(column.cast(field.type, safe=safe))
    return pa.Table.from_arrays(columns, schema=target)
