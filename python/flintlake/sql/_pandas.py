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
    t.TimestampType: "datetime64[ns]",
    t.TimestampNTZType: "datetime64[ns]",
    t.DayTimeIntervalType: "timedelta64[ns]",
}


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
    series = [_series(pd, values, f, zone) for values, f in zip(columns, schema.fields)]
    if not series:
        return pd.DataFrame(index=range(count))
    out = pd.concat(series, axis=1)
    out.columns = pd.Index(schema.names)
    return out


def _series(pd: Any, values: list[Any], field: t.StructField, zone: str | None) -> Any:
    kind = field.dataType
    name = _NUMPY.get(type(kind))
    missing = any(v is None for v in values)
    if isinstance(kind, t.TimestampType):
        return _session_time(pd, values, zone)
    if isinstance(kind, (t.ByteType, t.ShortType, t.IntegerType, t.LongType)) and missing:
        name = "float64"
    if isinstance(kind, t.BooleanType) and missing:
        name = None
    if name is None:
        return pd.Series(values, dtype=object)
    try:
        return pd.Series(values, dtype=name)
    except (ValueError, OverflowError, pd.errors.OutOfBoundsDatetime):
        return pd.Series(values, dtype=object)


def _session_time(pd: Any, values: list[Any], zone: str | None) -> Any:
    """Naive local times as naive times of the session's zone, as PySpark's toPandas gives them."""
    try:
        local = pd.Series([None if v is None else v.astimezone() for v in values], dtype=object)
        made = pd.to_datetime(local, utc=True)
        return made.dt.tz_convert(zone or "UTC").dt.tz_localize(None).astype("datetime64[ns]")
    except (ValueError, OverflowError, pd.errors.OutOfBoundsDatetime):
        return pd.Series(values, dtype=object)
