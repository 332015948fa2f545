"""pandas frames from results, with the dtypes that PySpark gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flintlake.sql import types as t

if TYPE_CHECKING:
    from flintlake.sql._output import Output

_NUMPY: dict[type[t.DataType], str] = {
    t.BooleanType: "bool",
    t.ByteType: "int8",
    t.ShortType: "int16",
    t.IntegerType: "int32",
    t.LongType: "int64",
    t.FloatType: "float32",
    t.DoubleType: "float64",
}
_TIMES = (t.TimestampType, t.TimestampNTZType, t.DayTimeIntervalType)


def to_pandas(df: Output) -> Any:
    """All rows as a pandas DataFrame."""
    from flintlake._arrow import read
    from flintlake.sql._output import _require

    pd = _require("pandas", "2.2.0")
    schema: t.StructType | None = None
    columns: list[list[Any]] = []
    count = 0
    for found, _, array in df._session._client.batches(df._plan):
        if schema is None:
            schema = found
            columns = [[] for _ in schema.fields]
        if array is None:
            continue
        count += array.length
        for i, field in enumerate(schema.fields):
            columns[i].extend(read.values(array.child(i), field.dataType, array.offset, array.length))
    assert schema is not None
    zone = df._session._client.conf_lookup("spark.sql.session.timeZone")
    series = [_series(pd, values, f.dataType, zone) for values, f in zip(columns, schema.fields)]
    if not series:
        return pd.DataFrame(index=range(count))
    out = pd.concat(series, axis=1)
    out.columns = pd.Index(schema.names)
    return out


def _series(pd: Any, values: list[Any], kind: t.DataType, zone: str | None) -> Any:
    if isinstance(kind, _TIMES):
        return _times(pd, values, kind, zone)
    if isinstance(kind, (t.StringType, t.CharType, t.VarcharType)):
        return pd.Series(values, dtype="str" if _modern(pd) else object)
    if isinstance(kind, (t.ArrayType, t.MapType, t.StructType)):
        return pd.Series([_nested(v, kind) for v in values], dtype=object)
    name = _NUMPY.get(type(kind))
    if name is not None and any(v is None for v in values):
        name = {"float32": "float32", "float64": "float64", "bool": None}.get(name, "float64")
    return pd.Series(values, dtype=name or object)


def _modern(pd: Any) -> bool:
    """Whether text has a dtype of its own and times are in microseconds: pandas 3."""
    return int(pd.__version__.split(".")[0]) >= 3


def _times(pd: Any, values: list[Any], kind: t.DataType, zone: str | None) -> Any:
    """Times; a TIMESTAMP, which is in local time here, becomes naive time of the session's zone, as in PySpark."""
    unit = "us" if _modern(pd) else "ns"
    try:
        if isinstance(kind, t.DayTimeIntervalType):
            return pd.Series(values, dtype=f"timedelta64[{unit}]")
        if isinstance(kind, t.TimestampType):
            local = pd.Series([None if v is None else v.astimezone() for v in values], dtype=object)
            made = pd.to_datetime(local, utc=True).dt.tz_convert(zone or "UTC").dt.tz_localize(None)
            return made.astype(f"datetime64[{unit}]")
        return pd.Series(values, dtype=f"datetime64[{unit}]")
    except (ValueError, OverflowError, pd.errors.OutOfBoundsDatetime):
        return pd.Series(values, dtype=object)


def _nested(value: Any, kind: t.DataType) -> Any:
    """Arrays as numpy arrays, maps and structs as dicts."""
    if value is None:
        return None
    if isinstance(kind, t.ArrayType):
        import numpy as np

        items = [_nested(v, kind.elementType) for v in value]
        name = _NUMPY.get(type(kind.elementType))
        if name is not None and None not in items:
            return np.array(items, dtype=name)
        out = np.empty(len(items), dtype=object)
        for i, v in enumerate(items):
            out[i] = v
        return out
    if isinstance(kind, t.MapType):
        return {_nested(k, kind.keyType): _nested(v, kind.valueType) for k, v in value.items()}
    if isinstance(kind, t.StructType):
        return {f.name: _nested(v, f.dataType) for f, v in zip(kind.fields, value)}
    return value
