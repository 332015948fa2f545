"""assertDataFrameEqual and assertSchemaEqual."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from itertools import zip_longest
from typing import Any

from flintlake.errors import PySparkAssertionError
from flintlake.errors.exceptions.base import not_expected_type
from flintlake.sql.dataframe import DataFrame
from flintlake.sql.types import ArrayType, DataType, MapType, Row, StructField, StructType


def _comparable(kind: DataType, nullable: bool, names: bool) -> Any:
    """A type as a value that is equal for types that count as equal."""
    if isinstance(kind, StructType):
        return [
            (f.name if names else "", f.nullable if nullable else True, _comparable(f.dataType, nullable, names))
            for f in kind.fields
        ]
    if isinstance(kind, ArrayType):
        return ("array", kind.containsNull if nullable else True, _comparable(kind.elementType, nullable, names))
    if isinstance(kind, MapType):
        inside = [_comparable(k, nullable, names) for k in (kind.keyType, kind.valueType)]
        return ("map", kind.valueContainsNull if nullable else True, inside)
    return kind.simpleString()


def assertSchemaEqual(
    actual: StructType,
    expected: StructType,
    ignoreNullable: bool = True,
    ignoreColumnOrder: bool = False,
    ignoreColumnName: bool = False,
) -> None:
    """Raise when two schemas differ."""
    for name, schema in (("actual", actual), ("expected", expected)):
        if not isinstance(schema, StructType):
            raise not_expected_type("StructType", name, schema)

    def fields(schema: StructType) -> Any:
        found: Sequence[StructField] = schema.fields
        if ignoreColumnOrder:
            found = sorted(found, key=lambda f: f.name)
        return _comparable(StructType(list(found)), not ignoreNullable, not ignoreColumnName)

    if fields(actual) != fields(expected):
        text = f"actual:   {actual.simpleString()}\nexpected: {expected.simpleString()}"
        raise PySparkAssertionError(errorClass="DIFFERENT_SCHEMA", messageParameters={"error_msg": text})


def _equal(a: Any, b: Any, rtol: float, atol: float) -> bool:
    if isinstance(a, float) and isinstance(b, float):
        if math.isnan(a) or math.isnan(b):
            return math.isnan(a) and math.isnan(b)
        return a == b or abs(a - b) <= atol + rtol * abs(b)
    if isinstance(a, Decimal) and isinstance(b, Decimal):
        return abs(a - b) < Decimal(atol) or a == b
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(_equal(x, y, rtol, atol) for x, y in zip(a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_equal(v, b[k], rtol, atol) for k, v in a.items())
    return bool(a == b)


def _rows(data: Any, name: str) -> list[Any]:
    if isinstance(data, DataFrame):
        return list(data.collect())
    if isinstance(data, list):
        return list(data)
    if hasattr(data, "itertuples"):
        return [Row(**r) for r in data.to_dict("records")]
    raise not_expected_type("DataFrame, pandas.DataFrame or list of Row", name, data)


def assertDataFrameEqual(
    actual: Any,
    expected: Any,
    checkRowOrder: bool = False,
    rtol: float = 1e-5,
    atol: float = 1e-8,
    ignoreNullable: bool = True,
    ignoreColumnOrder: bool = False,
    ignoreColumnName: bool = False,
    ignoreColumnType: bool = False,
    maxErrors: int | None = None,
    showOnlyDiff: bool = False,
    includeDiffRows: bool = False,
) -> None:
    """Raise when two DataFrames (or lists of rows) differ; the order of rows counts only with checkRowOrder."""
    if isinstance(actual, DataFrame) and isinstance(expected, DataFrame):
        if ignoreColumnOrder:
            actual, expected = actual.select(*sorted(actual.columns)), expected.select(*sorted(expected.columns))
        if not ignoreColumnType:
            assertSchemaEqual(actual.schema, expected.schema, ignoreNullable, ignoreColumnOrder, ignoreColumnName)
    left, right = _rows(actual, "actual"), _rows(expected, "expected")
    if not checkRowOrder:
        left, right = sorted(left, key=str), sorted(right, key=str)
    pairs = list(zip_longest(left, right))
    different = [(a, b) for a, b in pairs if a is None or b is None or not _equal(a, b, rtol, atol)]
    if different:
        shown = different[:maxErrors] if maxErrors else different
        lines = [f"- {a}\n+ {b}" for a, b in shown]
        text = f"{len(different)} of {len(pairs)} rows\n" + "\n".join(lines)
        data = different if includeDiffRows else None
        raise PySparkAssertionError(errorClass="DIFFERENT_ROWS", messageParameters={"error_msg": text}, data=data)
