"""Functions whose arguments need more than a table: lambdas, options, CASE, sort orders, windows of time."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from flintlake._plan import expression as e
from flintlake.errors import PySparkValueError
from flintlake.errors.exceptions.base import not_expected_type, unsupported
from flintlake.sql.column import Column
from flintlake.sql.functions.calls import (
    ColumnOrName,
    by_name,
    call,
    column,
    constant,
    lambda_of,
    options_map,
    to_column,
)
from flintlake.sql.functions.calls import lit as lit
from flintlake.sql.types import DataType, StringType

__all__ = [
    "ArrowUDFType",
    "PandasUDFType",
    "aggregate",
    "array_sort",
    "arrow_udf",
    "arrow_udtf",
    "asc",
    "asc_nulls_first",
    "asc_nulls_last",
    "broadcast",
    "call_function",
    "call_udf",
    "col",
    "count",
    "countDistinct",
    "count_distinct",
    "desc",
    "desc_nulls_first",
    "desc_nulls_last",
    "exists",
    "expr",
    "filter",
    "forall",
    "from_csv",
    "from_json",
    "from_xml",
    "greatest",
    "json_tuple",
    "least",
    "lit",
    "log",
    "ltrim",
    "make_timestamp",
    "make_timestamp_ntz",
    "map_filter",
    "map_zip_with",
    "pandas_udf",
    "reduce",
    "rtrim",
    "schema_of_csv",
    "schema_of_json",
    "schema_of_xml",
    "session_window",
    "sha2",
    "to_csv",
    "to_json",
    "to_xml",
    "transform",
    "transform_keys",
    "transform_values",
    "trim",
    "try_make_timestamp",
    "try_make_timestamp_ntz",
    "udf",
    "udtf",
    "unix_timestamp",
    "when",
    "window",
    "zip_with",
]

if TYPE_CHECKING:
    from flintlake.sql.dataframe import DataFrame


def col(col: str) -> Column:
    """The column of this name."""
    return by_name(col)


def expr(str: str) -> Column:
    """The expression that SQL text means."""
    return Column(e.sql(str))


def broadcast(df: DataFrame) -> DataFrame:
    """The DataFrame, marked as small enough to be sent whole to each side of a join."""
    from flintlake.sql.dataframe import DataFrame

    if not isinstance(df, DataFrame):
        raise not_expected_type("DataFrame", "df", df)
    return df.hint("broadcast")


def when(condition: Column, value: Any) -> Column:
    """The first branch of a CASE; add others with when and otherwise on the column."""
    if not isinstance(condition, Column):
        raise not_expected_type("Column", "condition", condition)
    return Column(e.case_when([condition._expr, constant(value)]))


def asc(col: ColumnOrName) -> Column:
    """Ascending, NULL first."""
    return to_column(col).asc()


def asc_nulls_first(col: ColumnOrName) -> Column:
    """Ascending, NULL first."""
    return to_column(col).asc_nulls_first()


def asc_nulls_last(col: ColumnOrName) -> Column:
    """Ascending, NULL last."""
    return to_column(col).asc_nulls_last()


def desc(col: ColumnOrName) -> Column:
    """Descending, NULL last."""
    return to_column(col).desc()


def desc_nulls_first(col: ColumnOrName) -> Column:
    """Descending, NULL first."""
    return to_column(col).desc_nulls_first()


def desc_nulls_last(col: ColumnOrName) -> Column:
    """Descending, NULL last."""
    return to_column(col).desc_nulls_last()


def count(col: ColumnOrName) -> Column:
    """The number of rows where the value is not NULL; of all rows for `*`."""
    if isinstance(col, Column) and col._expr.kind == "unresolved_star":
        return call("count", constant(1))
    return call("count", column(col))


def count_distinct(col: ColumnOrName, *cols: ColumnOrName) -> Column:
    """The number of different values without NULL."""
    return call("count", *[column(c) for c in (col, *cols)], distinct=True)


def countDistinct(col: ColumnOrName, *cols: ColumnOrName) -> Column:
    """The number of different values without NULL."""
    return count_distinct(col, *cols)


def _at_least_two(name: str, cols: tuple[ColumnOrName, ...]) -> Column:
    if len(cols) < 2:
        raise PySparkValueError(errorClass="WRONG_NUM_COLUMNS", messageParameters={"func_name": name, "num_cols": "2"})
    return call(name, *[column(c) for c in cols])


def greatest(*cols: ColumnOrName) -> Column:
    """The largest of the values, NULL left aside."""
    return _at_least_two("greatest", cols)


def least(*cols: ColumnOrName) -> Column:
    """The smallest of the values, NULL left aside."""
    return _at_least_two("least", cols)


def log(arg1: ColumnOrName | float, arg2: ColumnOrName | None = None) -> Column:
    """The natural logarithm of arg1, or the logarithm of arg2 to the base arg1."""
    if arg2 is None:
        return call("ln", column(arg1))
    return call("log", constant(arg1), column(arg2))


def sha2(col: ColumnOrName, numBits: int) -> Column:
    """The SHA-2 hash as hexadecimal text, of 224, 256 (or 0), 384 or 512 bits."""
    if numBits not in (0, 224, 256, 384, 512):
        raise PySparkValueError(
            errorClass="VALUE_NOT_ALLOWED",
            messageParameters={"arg_name": "numBits", "allowed_values": "[0, 224, 256, 384, 512]"},
        )
    return call("sha2", column(col), constant(numBits))


def _trim(name: str, col: ColumnOrName, characters: ColumnOrName | None) -> Column:
    return call(name, column(characters) if characters is not None else None, column(col))


def trim(col: ColumnOrName, trim: ColumnOrName | None = None) -> Column:
    """The text without spaces, or these characters, at both ends."""
    return _trim("trim", col, trim)


def ltrim(col: ColumnOrName, trim: ColumnOrName | None = None) -> Column:
    """The text without spaces, or these characters, at its start."""
    return _trim("ltrim", col, trim)


def rtrim(col: ColumnOrName, trim: ColumnOrName | None = None) -> Column:
    """The text without spaces, or these characters, at its end."""
    return _trim("rtrim", col, trim)


def unix_timestamp(timestamp: ColumnOrName | None = None, format: str = "yyyy-MM-dd HH:mm:ss") -> Column:
    """Seconds since 1970 of a time, or of now."""
    if timestamp is None:
        return call("unix_timestamp")
    return call("unix_timestamp", column(timestamp), constant(format))


def json_tuple(col: ColumnOrName, *fields: str) -> Column:
    """Several fields of JSON text as columns."""
    if not fields:
        raise PySparkValueError(errorClass="CANNOT_BE_EMPTY", messageParameters={"item": "field"})
    return call("json_tuple", column(col), *[constant(f) for f in fields])


def window(
    timeColumn: ColumnOrName, windowDuration: str, slideDuration: str | None = None, startTime: str | None = None
) -> Column:
    """The windows of time that a time falls into."""
    given = {"windowDuration": windowDuration, "slideDuration": slideDuration, "startTime": startTime}
    for name, value in given.items():
        if not isinstance(value, str) and (value is not None or name == "windowDuration"):
            raise not_expected_type("str", name, value)
    slide = slideDuration if slideDuration is not None or startTime is None else windowDuration
    rest = [constant(v) for v in (slide, startTime) if v is not None]
    return call("window", column(timeColumn), constant(windowDuration), *rest)


def session_window(timeColumn: ColumnOrName, gapDuration: Column | str) -> Column:
    """The window of activity that a time falls into; it ends with a gap."""
    if not isinstance(gapDuration, (Column, str)):
        raise not_expected_type("Column or str", "gapDuration", gapDuration)
    return call("session_window", column(timeColumn), constant(gapDuration))


def _timestamp(
    name: str,
    parts: dict[str, ColumnOrName | None],
    zone: ColumnOrName | None,
    date: ColumnOrName | None,
    time: ColumnOrName | None,
) -> Column:
    from_parts = any(v is not None for v in parts.values())
    if from_parts and (date is not None or time is not None):
        raise PySparkValueError(
            errorClass="CANNOT_SET_TOGETHER",
            messageParameters={"arg_list": "years|months|days|hours|mins|secs and date|time"},
        )
    given = dict(parts) if parts["years"] is not None else {"date": date, "time": time}
    for value in given.values():
        if not isinstance(value, (Column, str)):
            raise not_expected_type("Column or str", "arg", value)
    last = column(zone) if zone is not None else None
    return call(name, *[column(v) for v in given.values()], last)


def make_timestamp(
    years: ColumnOrName | None = None,
    months: ColumnOrName | None = None,
    days: ColumnOrName | None = None,
    hours: ColumnOrName | None = None,
    mins: ColumnOrName | None = None,
    secs: ColumnOrName | None = None,
    timezone: ColumnOrName | None = None,
    date: ColumnOrName | None = None,
    time: ColumnOrName | None = None,
) -> Column:
    """A timestamp from its parts, or from a date and a time."""
    parts = {"years": years, "months": months, "days": days, "hours": hours, "mins": mins, "secs": secs}
    return _timestamp("make_timestamp", parts, timezone, date, time)


def try_make_timestamp(
    years: ColumnOrName | None = None,
    months: ColumnOrName | None = None,
    days: ColumnOrName | None = None,
    hours: ColumnOrName | None = None,
    mins: ColumnOrName | None = None,
    secs: ColumnOrName | None = None,
    timezone: ColumnOrName | None = None,
    date: ColumnOrName | None = None,
    time: ColumnOrName | None = None,
) -> Column:
    """make_timestamp with NULL instead of an error."""
    parts = {"years": years, "months": months, "days": days, "hours": hours, "mins": mins, "secs": secs}
    return _timestamp("try_make_timestamp", parts, timezone, date, time)


def make_timestamp_ntz(
    years: ColumnOrName | None = None,
    months: ColumnOrName | None = None,
    days: ColumnOrName | None = None,
    hours: ColumnOrName | None = None,
    mins: ColumnOrName | None = None,
    secs: ColumnOrName | None = None,
    date: ColumnOrName | None = None,
    time: ColumnOrName | None = None,
) -> Column:
    """A timestamp without a zone from its parts, or from a date and a time."""
    parts = {"years": years, "months": months, "days": days, "hours": hours, "mins": mins, "secs": secs}
    return _timestamp("make_timestamp_ntz", parts, None, date, time)


def try_make_timestamp_ntz(
    years: ColumnOrName | None = None,
    months: ColumnOrName | None = None,
    days: ColumnOrName | None = None,
    hours: ColumnOrName | None = None,
    mins: ColumnOrName | None = None,
    secs: ColumnOrName | None = None,
    date: ColumnOrName | None = None,
    time: ColumnOrName | None = None,
) -> Column:
    """make_timestamp_ntz with NULL instead of an error."""
    parts = {"years": years, "months": months, "days": days, "hours": hours, "mins": mins, "secs": secs}
    return _timestamp("try_make_timestamp_ntz", parts, None, date, time)


def _with_options(name: str, *arguments: e.Expression, options: Mapping[str, Any] | None) -> Column:
    return call(name, *arguments, options_map(options.items()) if options is not None else None)


def _schema(schema: Any, expected: str) -> e.Expression:
    if isinstance(schema, DataType) and "Type" in expected:
        return constant(schema.json())
    if isinstance(schema, (Column, str)):
        return constant(schema)
    raise not_expected_type(expected, "schema", schema)


def from_json(col: ColumnOrName, schema: DataType | Column | str, options: Mapping[str, str] | None = None) -> Column:
    """The value of JSON text, of this type."""
    return _with_options("from_json", column(col), _schema(schema, "Column, str or DataType"), options=options)


def from_csv(col: ColumnOrName, schema: Column | str, options: Mapping[str, str] | None = None) -> Column:
    """The struct of a line of CSV text."""
    return _with_options("from_csv", column(col), _schema(schema, "Column or str"), options=options)


def from_xml(col: ColumnOrName, schema: DataType | Column | str, options: Mapping[str, str] | None = None) -> Column:
    """The struct of XML text."""
    return _with_options("from_xml", column(col), _schema(schema, "StructType, Column or str"), options=options)


def _sample(value: Any, name: str) -> e.Expression:
    if not isinstance(value, (str, Column)):
        raise not_expected_type("Column or str", name, value)
    return constant(value)


def schema_of_json(json: Column | str, options: Mapping[str, str] | None = None) -> Column:
    """The type of JSON text, as DDL."""
    return _with_options("schema_of_json", _sample(json, "json"), options=options)


def schema_of_csv(csv: Column | str, options: Mapping[str, str] | None = None) -> Column:
    """The type of a line of CSV text, as DDL."""
    return _with_options("schema_of_csv", _sample(csv, "csv"), options=options)


def schema_of_xml(xml: Column | str, options: Mapping[str, str] | None = None) -> Column:
    """The type of XML text, as DDL."""
    return _with_options("schema_of_xml", _sample(xml, "xml"), options=options)


def to_json(col: ColumnOrName, options: Mapping[str, str] | None = None) -> Column:
    """A struct, array, map or variant as JSON text."""
    return _with_options("to_json", column(col), options=options)


def to_csv(col: ColumnOrName, options: Mapping[str, str] | None = None) -> Column:
    """A struct as a line of CSV text."""
    return _with_options("to_csv", column(col), options=options)


def to_xml(col: ColumnOrName, options: Mapping[str, str] | None = None) -> Column:
    """A struct as XML text."""
    return _with_options("to_xml", column(col), options=options)


# functions that take a function
def transform(col: ColumnOrName, f: Callable[..., Column]) -> Column:
    """f of each element; f may take the position as well."""
    return call("transform", column(col), lambda_of(f))


def exists(col: ColumnOrName, f: Callable[[Column], Column]) -> Column:
    """Whether f holds for an element."""
    return call("exists", column(col), lambda_of(f))


def forall(col: ColumnOrName, f: Callable[[Column], Column]) -> Column:
    """Whether f holds for every element."""
    return call("forall", column(col), lambda_of(f))


def filter(col: ColumnOrName, f: Callable[..., Column]) -> Column:
    """The elements for which f holds; f may take the position as well."""
    return call("filter", column(col), lambda_of(f))


def aggregate(
    col: ColumnOrName,
    initialValue: ColumnOrName,
    merge: Callable[[Column, Column], Column],
    finish: Callable[[Column], Column] | None = None,
) -> Column:
    """The elements merged into one value."""
    last = lambda_of(finish) if finish is not None else None
    return call("aggregate", column(col), column(initialValue), lambda_of(merge), last)


def reduce(
    col: ColumnOrName,
    initialValue: ColumnOrName,
    merge: Callable[[Column, Column], Column],
    finish: Callable[[Column], Column] | None = None,
) -> Column:
    """The elements merged into one value."""
    last = lambda_of(finish) if finish is not None else None
    return call("reduce", column(col), column(initialValue), lambda_of(merge), last)


def array_sort(col: ColumnOrName, comparator: Callable[[Column, Column], Column] | None = None) -> Column:
    """The elements in order, NULL last; a comparator gives a negative, zero or positive number."""
    return call("array_sort", column(col), lambda_of(comparator) if comparator is not None else None)


def zip_with(left: ColumnOrName, right: ColumnOrName, f: Callable[[Column, Column], Column]) -> Column:
    """f of the elements of two arrays, one by one."""
    return call("zip_with", column(left), column(right), lambda_of(f))


def transform_keys(col: ColumnOrName, f: Callable[[Column, Column], Column]) -> Column:
    """The map with f of key and value as key."""
    return call("transform_keys", column(col), lambda_of(f))


def transform_values(col: ColumnOrName, f: Callable[[Column, Column], Column]) -> Column:
    """The map with f of key and value as value."""
    return call("transform_values", column(col), lambda_of(f))


def map_filter(col: ColumnOrName, f: Callable[[Column, Column], Column]) -> Column:
    """The entries of a map for which f of key and value holds."""
    return call("map_filter", column(col), lambda_of(f))


def map_zip_with(col1: ColumnOrName, col2: ColumnOrName, f: Callable[[Column, Column, Column], Column]) -> Column:
    """One map of two: f of the key and both values."""
    return call("map_zip_with", column(col1), column(col2), lambda_of(f))


# functions of the user
def call_function(funcName: str, *cols: ColumnOrName) -> Column:
    """Call a built-in or user-defined function by its name."""
    return Column(e.call_function(funcName, [column(c) for c in cols]))


def call_udf(udfName: str, *cols: ColumnOrName) -> Column:
    """Call a registered function by its name."""
    return call(udfName, *[column(c) for c in cols])


def udf(f: Any = None, returnType: Any = StringType(), *, useArrow: bool | None = None) -> Any:
    """Make a function of columns from a Python function."""
    from flintlake.sql.udf import UserDefinedFunction

    if f is None or isinstance(f, (str, DataType)):
        return functools.partial(udf, returnType=f or returnType, useArrow=useArrow)
    return functools.wraps(f)(UserDefinedFunction(f, returnType)._wrapped())


def pandas_udf(f: Any = None, returnType: Any = None, functionType: Any = None) -> Any:
    """Make a function of pandas series; not there yet."""
    raise unsupported("pandas_udf")


def arrow_udf(f: Any = None, returnType: Any = None, functionType: Any = None) -> Any:
    """Make a function of Arrow arrays; not there yet."""
    raise unsupported("arrow_udf")


def udtf(cls: Any = None, *, returnType: Any = None, useArrow: bool | None = None) -> Any:
    """Make a table function from a Python class; not there yet."""
    raise unsupported("udtf")


def arrow_udtf(cls: Any = None, *, returnType: Any = None) -> Any:
    """Make a table function of Arrow batches; not there yet."""
    raise unsupported("arrow_udtf")


class PandasUDFType:
    """Kinds of functions of pandas."""

    SCALAR = 200
    SCALAR_ITER = 204
    GROUPED_MAP = 201
    GROUPED_AGG = 202
    GROUPED_AGG_ITER = 216


class ArrowUDFType:
    """Kinds of functions of Arrow."""

    SCALAR = 250
    SCALAR_ITER = 251
    GROUPED_AGG = 252
    GROUPED_AGG_ITER = 254
