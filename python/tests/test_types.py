"""Types, rows, inference and verification; the JSON forms are PySpark's where it is installed."""

from __future__ import annotations

import datetime as dt
import decimal
import pickle
from typing import Any

import pytest

from flintlake.errors import PySparkTypeError, PySparkValueError
from flintlake.sql import types as t
from flintlake.sql._infer import Inference, merge_type, verifier

SCHEMA = t.StructType(
    [
        t.StructField("a", t.LongType(), False, {"k": [1, "x"]}),
        t.StructField("b", t.ArrayType(t.MapType(t.StringType(), t.DecimalType(10, 2), False), False)),
        t.StructField("c", t.StructType([t.StructField("d e", t.VarcharType(3)), t.StructField("f", t.CharType(2))])),
        t.StructField("g", t.DayTimeIntervalType(0, 2)),
        t.StructField("h", t.YearMonthIntervalType(1)),
        t.StructField("i", t.TimeType(3)),
        t.StructField("j", t.ArrayType(t.StringType("UTF8_LCASE"))),
        t.StructField("k", t.GeometryType(4326)),
        t.StructField("l", t.GeographyType("ANY")),
        t.StructField("m", t.VariantType()),
        t.StructField("n", t.TimestampNTZType()),
        t.StructField("o", t.NullType()),
    ]
)


def test_json_round_trip() -> None:
    again = t._parse_datatype_json_string(SCHEMA.json())
    assert again == SCHEMA and repr(again) == repr(SCHEMA)
    assert pickle.loads(pickle.dumps(SCHEMA)) == SCHEMA


def test_same_as_pyspark() -> None:
    theirs = pytest.importorskip("pyspark.sql.types")
    other = theirs._parse_datatype_json_string(SCHEMA.json())
    for name in ("json", "simpleString", "treeString", "__repr__"):
        assert getattr(SCHEMA, name)() == getattr(other, name)()


def test_tree_to_a_depth() -> None:
    assert SCHEMA.treeString(1).count("\n") == len(SCHEMA) + 1


def test_row() -> None:
    row = t.Row(name="Ann", age=11)
    assert row == ("Ann", 11) and row.name == "Ann" and row["age"] == 11 and "age" in row
    assert repr(row) == "Row(name='Ann', age=11)" and row.asDict() == {"name": "Ann", "age": 11}
    person = t.Row("name", "age")
    assert repr(person("Bob", 5)) == "Row(name='Bob', age=5)" and repr(person) == "<Row('name', 'age')>"
    assert pickle.loads(pickle.dumps(row)).age == 11
    assert t.Row(a=[t.Row(b=1)]).asDict(True) == {"a": [{"b": 1}]}
    with pytest.raises(AttributeError):
        _ = row.other
    with pytest.raises(ValueError):
        _ = row["other"]


@pytest.mark.parametrize(
    "value,simple",
    [
        ({"b": 1, "a": "x"}, "struct<a:string,b:bigint>"),
        ((1, 2.0, None), "struct<_1:bigint,_2:double,_3:void>"),
        (t.Row(z=True, y=b"x"), "struct<z:boolean,y:binary>"),
        (([1, None], {"k": dt.date(2024, 1, 1)}), "struct<_1:array<bigint>,_2:map<string,date>>"),
        ((decimal.Decimal(1), dt.timedelta(1)), "struct<_1:decimal(38,18),_2:interval day to second>"),
    ],
)
def test_inference(value: Any, simple: str) -> None:
    assert Inference().schema_of(value).simpleString() == simple


def test_merging() -> None:
    assert merge_type(t.LongType(), t.StringType()) == t.StringType()
    with pytest.raises(PySparkTypeError) as e:
        merge_type(t.LongType(), t.DoubleType())
    assert e.value.getCondition() == "CANNOT_MERGE_TYPE" and e.value.getSqlState() == "42K09"


@pytest.mark.parametrize(
    "value,condition",
    [
        (("x",), "FIELD_DATA_TYPE_UNACCEPTABLE_WITH_NAME"),
        ((1 << 40,), "VALUE_OUT_OF_BOUNDS"),
        ((None,), "FIELD_NOT_NULLABLE_WITH_NAME"),
        ((1, 2), "FIELD_STRUCT_LENGTH_MISMATCH"),
        (7, "FIELD_DATA_TYPE_UNACCEPTABLE"),
    ],
)
def test_verification(value: Any, condition: str) -> None:
    check = verifier(t.StructType([t.StructField("a", t.IntegerType(), False)]))
    check((1,))
    check({"a": 1})
    with pytest.raises((PySparkTypeError, PySparkValueError)) as e:
        check(value)
    assert e.value.getCondition() == condition
