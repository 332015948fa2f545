"""Data types as DataType messages, and back."""

from __future__ import annotations

import json
from typing import Any

from flintlake._plan.wire import decode, encode
from flintlake.errors import PySparkValueError
from flintlake.sql import types as t

_PLAIN: dict[type[t.DataType], str] = {
    t.NullType: "null",
    t.BooleanType: "boolean",
    t.BinaryType: "binary",
    t.ByteType: "byte",
    t.ShortType: "short",
    t.IntegerType: "integer",
    t.LongType: "long",
    t.FloatType: "float",
    t.DoubleType: "double",
    t.DateType: "date",
    t.TimestampType: "timestamp",
    t.TimestampNTZType: "timestamp_ntz",
    t.CalendarIntervalType: "calendar_interval",
    t.VariantType: "variant",
}


def unparsed(ddl: str) -> bytes:
    """A type as SQL text, which the engine parses."""
    return encode("DataType", {"unparsed": {"data_type_string": ddl}})


def data_type(kind: t.DataType) -> bytes:
    """The DataType message of a type."""
    return encode("DataType", _fields(kind))


def _fields(kind: t.DataType) -> dict[str, Any]:
    plain = _PLAIN.get(type(kind))
    if plain is not None:
        return {plain: {}}
    if isinstance(kind, t.CharType):
        return {"char": {"length": kind.length}}
    if isinstance(kind, t.VarcharType):
        return {"var_char": {"length": kind.length}}
    if isinstance(kind, t.StringType):
        return {"string": {"collation": kind.collation}}
    if isinstance(kind, t.DecimalType):
        return {"decimal": {"scale": kind.scale, "precision": kind.precision}}
    if isinstance(kind, t.TimeType):
        return {"time": {"precision": kind.precision}}
    if isinstance(kind, t.DayTimeIntervalType):
        return {"day_time_interval": {"start_field": kind.startField, "end_field": kind.endField}}
    if isinstance(kind, t.YearMonthIntervalType):
        return {"year_month_interval": {"start_field": kind.startField, "end_field": kind.endField}}
    if isinstance(kind, t.StructType):
        return {"struct": {"fields": [_field(f) for f in kind.fields]}}
    if isinstance(kind, t.ArrayType):
        element = data_type(kind.elementType)
        return {"array": {"element_type": element, "contains_null": kind.containsNull}}
    if isinstance(kind, t.MapType):
        key, value = data_type(kind.keyType), data_type(kind.valueType)
        return {"map": {"key_type": key, "value_type": value, "value_contains_null": kind.valueContainsNull}}
    if isinstance(kind, t.GeometryType):
        return {"geometry": {"srid": kind.srid}}
    if isinstance(kind, t.GeographyType):
        return {"geography": {"srid": kind.srid}}
    raise PySparkValueError(errorClass="UNSUPPORTED_OPERATION", messageParameters={"operation": f"data type {kind}"})


def _field(field: t.StructField) -> dict[str, Any]:
    metadata = json.dumps(field.metadata) if field.metadata else None
    return {
        "name": field.name,
        "data_type": data_type(field.dataType),
        "nullable": field.nullable,
        "metadata": metadata,
    }


def parse_data_type(data: bytes) -> t.DataType:
    """The type of a DataType message."""
    ((name, body),) = decode("DataType", data).items()
    for cls, plain in _PLAIN.items():
        if plain == name:
            return cls()
    if name == "string":
        return t.StringType(decode("DataType.String", body).get("collation") or "UTF8_BINARY")
    if name == "char":
        return t.CharType(decode("DataType.Char", body)["length"])
    if name == "var_char":
        return t.VarcharType(decode("DataType.VarChar", body)["length"])
    if name == "decimal":
        d = decode("DataType.Decimal", body)
        return t.DecimalType(d.get("precision", 10), d.get("scale", 0))
    if name == "array":
        d = decode("DataType.Array", body)
        return t.ArrayType(parse_data_type(d["element_type"]), bool(d.get("contains_null", 0)))
    if name == "map":
        d = decode("DataType.Map", body)
        key, value = parse_data_type(d["key_type"]), parse_data_type(d["value_type"])
        return t.MapType(key, value, bool(d.get("value_contains_null", 0)))
    if name == "struct":
        return t.StructType([_parse_field(f) for f in decode("DataType.Struct", body).get("fields", [])])
    raise PySparkValueError(errorClass="UNSUPPORTED_OPERATION", messageParameters={"operation": f"data type {name}"})


def _parse_field(data: bytes) -> t.StructField:
    d = decode("DataType.StructField", data)
    metadata = json.loads(d["metadata"]) if d.get("metadata") else None
    return t.StructField(d.get("name", ""), parse_data_type(d["data_type"]), bool(d.get("nullable", 0)), metadata)
