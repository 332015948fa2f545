"""createDataFrame: local data as a relation."""

from __future__ import annotations

import sys
from functools import reduce
from typing import TYPE_CHECKING, Any

from flintlake._arrow import ipc
from flintlake._plan.relation import relation
from flintlake.errors import IllegalArgumentException, PySparkTypeError, PySparkValueError
from flintlake.errors.exceptions.base import not_expected_type
from flintlake.sql._infer import Inference, has_null_type, merge_type, numpy_type, verifier
from flintlake.sql.types import DataType, StructField, StructType, VariantVal, _parse_datatype_string

if TYPE_CHECKING:
    from flintlake.sql.dataframe import DataFrame
    from flintlake.sql.session import SparkSession


def create(session: SparkSession, data: Any, schema: Any, verify: bool) -> DataFrame:
    """The DataFrame of local data."""
    if isinstance(schema, str):
        schema = _parse_datatype_string(schema)
    elif isinstance(schema, (list, tuple)):
        schema = [n.decode() if isinstance(n, bytes) else n for n in schema]
    elif schema is not None and not isinstance(schema, DataType):
        raise not_expected_type("list, None or StructType", "schema", schema)
    kind = _kind(data)
    if kind == "pandas":
        return _from_pandas(session, data, schema, verify)
    if kind == "pyarrow":
        return _from_arrow(session, data, schema)
    if kind == "polars":
        return _from_arrow(session, data.to_arrow(), schema)
    if kind == "numpy":
        data, schema = _from_numpy(data, schema)
    rows, struct = _rows(session, data, schema, verify)
    return _frame(session, ipc.write(rows, struct), struct)


def _kind(data: Any) -> str:
    """The package that the data belongs to, without importing any."""
    for package, names in (
        ("pandas", ("DataFrame",)),
        ("pyarrow", ("Table",)),
        ("polars", ("DataFrame",)),
        ("numpy", ("ndarray",)),
    ):
        module = sys.modules.get(package)
        if module is not None and any(isinstance(data, getattr(module, n)) for n in names):
            return package
    return ""


def _frame(session: SparkSession, data: bytes, schema: StructType) -> DataFrame:
    from flintlake.sql.dataframe import DataFrame

    plan = relation("local_relation", "LocalRelation", {"data": data, "schema": schema.json()})
    made = DataFrame(plan, session)
    made._schema = schema
    return made


def inference(session: SparkSession) -> Inference:
    """How this session infers types."""
    get = session._client.conf_lookup
    return Inference(
        get("spark.sql.pyspark.inferNestedDictAsStruct.enabled") == "true",
        get("spark.sql.pyspark.legacy.inferArrayTypeFromFirstElement.enabled") == "true",
        get("spark.sql.pyspark.legacy.inferMapTypeFromFirstPair.enabled") == "true",
        get("spark.sql.timestampType") == "TIMESTAMP_NTZ",
    )


def _rows(session: SparkSession, data: Any, schema: Any, verify: bool) -> tuple[list[Any], StructType]:
    """Rows as tuples, and their schema."""
    items = list(data)
    if any(isinstance(d, VariantVal) for d in items):
        raise PySparkValueError("Rows cannot be of type VariantVal")
    if isinstance(schema, StructType):
        check = verifier(schema) if verify else _nothing
        for item in items:
            check(item)
        return [_plain(item, schema, verify) for item in items], schema
    if isinstance(schema, DataType):
        check = verifier(schema, name="field value") if verify else _nothing
        for item in items:
            check(item)
        return [(item,) for item in items], StructType([StructField("value", schema)])
    struct = infer(session, items, schema)
    rows = [ipc.tuple_of(_wide(item, struct), struct) for item in items]
    if schema is not None:
        for i, name in enumerate(schema):
            struct.fields[i].name = name  # an IndexError when there are more names than values, as in PySpark
        struct = StructType(struct.fields)
    return rows, struct


def _nothing(item: Any) -> None:
    """The check of verifySchema=False."""


def _plain(item: Any, schema: StructType, verify: bool) -> Any:
    if not verify and isinstance(item, (tuple, list)) and len(item) < len(schema.fields):
        return [*item, *[None] * (len(schema.fields) - len(item))]
    return ipc.tuple_of(item, schema)


def _wide(item: Any, struct: StructType) -> Any:
    """A row of the merged schema; one with fewer values is refused."""
    if isinstance(item, (tuple, list)) and len(item) != len(struct.fields):
        raise IllegalArgumentException(
            errorClass="STRUCT_ARRAY_LENGTH_MISMATCH",
            messageParameters={"expected": str(len(struct.fields)), "actual": str(len(item))},
            sqlState="2201E",
        )
    return item


def infer(session: SparkSession, items: list[Any], names: list[str] | None) -> StructType:
    """The schema that fits all items."""
    if not items:
        raise PySparkValueError(errorClass="CANNOT_INFER_EMPTY_SCHEMA", messageParameters={})
    how = inference(session)
    schemas: list[DataType] = [how.schema_of(item, names) for item in items]
    merged = reduce(merge_type, schemas)
    if has_null_type(merged):
        raise PySparkValueError(errorClass="CANNOT_DETERMINE_TYPE", messageParameters={})
    assert isinstance(merged, StructType)
    return merged


def _from_numpy(data: Any, schema: Any) -> tuple[list[Any], Any]:
    if data.ndim not in (1, 2):
        raise PySparkValueError(errorClass="INVALID_NDARRAY_DIMENSION", messageParameters={"dimensions": "1 or 2"})
    width = 1 if data.ndim == 1 else data.shape[1]
    if schema is None:
        names = ["value"] if width == 1 else [f"_{i + 1}" for i in range(width)]
    else:
        names = schema.names if isinstance(schema, StructType) else list(schema)
    kind = numpy_type(data.dtype)
    if kind is None:
        raise PySparkTypeError(errorClass="UNSUPPORTED_NUMPY_ARRAY_SCALAR", messageParameters={"dtype": data.dtype.name})
    rows = [(v,) for v in data.tolist()] if data.ndim == 1 else [tuple(r) for r in data.tolist()]
    if isinstance(schema, StructType):
        return rows, schema
    return rows, StructType([StructField(n, kind) for n in names])


def _from_pandas(session: SparkSession, data: Any, schema: Any, verify: bool) -> DataFrame:
    """From pandas through pyarrow where it is installed, which is fast; else value by value."""
    import importlib.util

    if importlib.util.find_spec("pyarrow") is not None:
        import pyarrow as pa

        names = [str(c) for c in data.columns]
        plain = data.copy(deep=False)
        plain.columns = names
        try:
            table = pa.Table.from_pandas(plain, preserve_index=False)
        except (pa.ArrowInvalid, pa.ArrowTypeError):
            table = None  # mixed values: let the slow way say what is wrong
        if schema is None and not (len(data) and len(data.columns)):
            raise PySparkValueError(errorClass="CANNOT_INFER_EMPTY_SCHEMA", messageParameters={})
        if table is not None:
            try:
                return _from_arrow(session, table, schema, session._client.conf_lookup("spark.sql.session.timeZone"))
            except pa.ArrowNotImplementedError:
                pass  # dicts of pandas are structs in Arrow, and may be asked for as maps: value by value
    rows = [tuple(None if _missing(v) else _python(v) for v in r) for r in data.itertuples(index=False, name=None)]
    if schema is None:
        schema = [str(c) for c in data.columns]
    items, struct = _rows(session, rows, schema, verify)
    return _frame(session, ipc.write(items, struct), struct)


def _missing(value: Any) -> bool:
    return value is None or type(value).__name__ in ("NaTType", "NAType")


def _python(value: Any) -> Any:
    if hasattr(value, "to_pydatetime"):
        return value.to_pydatetime()
    if hasattr(value, "to_pytimedelta"):
        return value.to_pytimedelta()
    return value.item() if hasattr(value, "item") else value


def _from_arrow(session: SparkSession, table: Any, schema: Any, naive_zone: str | None = None) -> DataFrame:
    """From a pyarrow Table; naive_zone is where naive times belong (those of pandas)."""
    import pyarrow as pa

    from flintlake._arrow.pyarrow_types import cast_table, schema_of

    prefer_ntz = inference(session).prefer_ntz
    struct = schema if isinstance(schema, StructType) else schema_of(table.schema, prefer_ntz)
    if isinstance(schema, (list, tuple)):
        names = list(schema) + [f"_{i + 1}" for i in range(len(schema), table.num_columns)]
        struct = StructType([StructField(n, f.dataType, f.nullable) for n, f in zip(names, struct.fields)])
    if len(struct.fields) != table.num_columns:
        raise PySparkValueError(
            errorClass="AXIS_LENGTH_MISMATCH",
            messageParameters={
                "expected_length": str(len(struct.fields)),
                "actual_length": str(table.num_columns),
            },
        )
    zone = naive_zone or session._client.conf_lookup("spark.sql.session.timeZone") or "UTC"
    table = cast_table(table, struct, zone)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return _frame(session, sink.getvalue().to_pybytes(), struct)
