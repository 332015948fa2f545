"""What makes a DataFrame run: rows, frames of pandas and Arrow, texts."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from flintlake._plan import decode
from flintlake._plan import expression as e
from flintlake._plan.relation import Plan, relation, root
from flintlake.errors import IllegalArgumentException, PySparkTypeError, PySparkValueError
from flintlake.errors.exceptions.base import not_expected_type, unsupported
from flintlake.sql.types import CalendarIntervalType, Row, StructType, YearMonthIntervalType
from flintlake.storagelevel import StorageLevel

if TYPE_CHECKING:
    from flintlake.sql.dataframe import DataFrame
    from flintlake.sql.session import SparkSession


class Output:
    """The actions of DataFrame."""

    _plan: Plan
    _session: SparkSession
    _schema: StructType | None

    # schema

    @property
    def schema(self) -> StructType:
        """The schema, as the analyzer finds it."""
        if self._schema is None:
            self._schema = self._session._client.schema(self._plan)
        import copy

        return copy.deepcopy(self._schema)

    def _known_schema(self) -> StructType:
        if self._schema is None:
            self._schema = self._session._client.schema(self._plan)
        return self._schema

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._known_schema().names)

    @property
    def dtypes(self) -> list[tuple[str, str]]:
        """Names and types."""
        return [(f.name, f.dataType.simpleString()) for f in self._known_schema().fields]

    def printSchema(self, level: int | None = None) -> None:
        """Print the schema as a tree."""
        print(self._known_schema().treeString(level) if level else self._known_schema().treeString())

    # rows

    def collect(self) -> list[Row]:
        """All rows."""
        return list(self._session._client.rows(self._plan))

    def toLocalIterator(self, prefetchPartitions: bool = False) -> Iterator[Row]:
        """The rows one by one."""
        return self._session._client.rows(self._plan)

    def _limited(self, kind: str, message: str, num: int) -> list[Row]:
        plan = relation(kind, message, {"input": self._plan.data, "limit": num}, inputs=(self._plan,))
        return list(self._session._client.rows(plan))

    def take(self, num: int) -> list[Row]:
        """The first rows."""
        return self._limited("limit", "Limit", num)

    def tail(self, num: int) -> list[Row]:
        """The last rows."""
        return self._limited("tail", "Tail", num)

    def head(self, n: int | None = None) -> Any:
        """The first row, or the first n as a list."""
        if n is None:
            rows = self.take(1)
            return rows[0] if rows else None
        return self.take(n)

    def first(self) -> Row | None:
        """The first row, None when there is none."""
        rows = self.take(1)
        return rows[0] if rows else None

    def count(self) -> int:
        """The number of rows."""
        one = e.function("count", [e.literal(1)])
        values = {
            "input": self._plan.data,
            "group_type": "GROUP_TYPE_GROUPBY",
            "aggregate_expressions": [one.data],
        }
        return int(self._session._client.scalar(relation("aggregate", "Aggregate", values, inputs=(self._plan,))))

    def isEmpty(self) -> bool:
        """Whether there is no row."""
        return not self.take(1)

    def foreach(self, f: Callable[[Row], None]) -> None:
        """Call f with each row, in this process."""
        for row in self.toLocalIterator():
            f(row)

    def foreachPartition(self, f: Callable[[Iterator[Row]], Any]) -> None:
        """Call f with an iterator over all rows, in this process."""
        f(self.toLocalIterator())

    # frames

    def toArrow(self) -> Any:
        """All rows as a pyarrow Table."""
        pa = _require("pyarrow", "11.0.0")
        for field in self._known_schema().fields:
            if isinstance(field.dataType, (YearMonthIntervalType, CalendarIntervalType)):
                raise PySparkTypeError(
                    errorClass="UNSUPPORTED_DATA_TYPE_FOR_ARROW_CONVERSION",
                    messageParameters={"data_type": str(field.dataType)},
                )
        batches = []
        schema = None
        for _, arrow_schema, array in self._session._client.batches(self._plan):
            if array is None:
                continue
            if schema is None:
                schema = _import_schema(pa, arrow_schema)
            batches.append(pa.RecordBatch._import_from_c(ctypes.addressof(array), schema))
        if schema is None:
            schema = self._arrow_schema(pa)
        return pa.Table.from_batches(batches, schema)

    def _arrow_schema(self, pa: Any) -> Any:
        """The Arrow schema of a result without rows."""
        from flintlake._arrow import ipc

        return pa.ipc.open_stream(ipc.write([], self._known_schema())).schema

    def toPandas(self) -> Any:
        """All rows as a pandas DataFrame."""
        from flintlake.sql._pandas import to_pandas

        return to_pandas(self)

    def toPolars(self) -> Any:
        """All rows as a polars DataFrame, without a copy of the data where polars allows it."""
        return _require("polars", "1.0.0").from_arrow(self.toArrow())

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The rows for any library that speaks the Arrow PyCapsule protocol."""
        return self.toArrow().__arrow_c_stream__(requested_schema)

    def mapInPandas(self, func: Any, schema: Any, barrier: bool = False, profile: Any = None) -> DataFrame:
        """Python functions inside a query are not there yet."""
        raise unsupported("mapInPandas")

    def mapInArrow(self, func: Any, schema: Any, barrier: bool = False, profile: Any = None) -> DataFrame:
        """Python functions inside a query are not there yet."""
        raise unsupported("mapInArrow")

    def pandas_api(self, index_col: Any = None) -> Any:
        """The pandas API on Spark is not there."""
        raise unsupported("pandas_api")

    # texts

    def _show_string(self, n: int = 20, truncate: bool | int = True, vertical: bool = False) -> str:
        if not isinstance(n, int) or isinstance(n, bool):
            raise not_expected_type("int", "n", n)
        if not isinstance(vertical, bool):
            raise not_expected_type("bool", "vertical", vertical)
        if isinstance(truncate, bool):
            width = 20 if truncate else 0
        else:
            try:
                width = int(truncate)
            except ValueError:
                raise not_expected_type("bool", "truncate", truncate) from None
        values = {"input": self._plan.data, "num_rows": n, "truncate": width, "vertical": vertical}
        plan = relation("show_string", "ShowString", values, inputs=(self._plan,))
        return str(self._session._client.scalar(plan))

    def show(self, n: int = 20, truncate: bool | int = True, vertical: bool = False) -> None:
        """Print the first rows as a table."""
        print(self._show_string(n, truncate, vertical))

    def _eager(self) -> tuple[bool, int, int]:
        client = self._session._client
        prefix = "spark.sql.repl.eagerEval."
        enabled = (client.conf_lookup(prefix + "enabled") or "false") == "true"
        rows = int(client.conf_lookup(prefix + "maxNumRows") or "20")
        return enabled, rows, int(client.conf_lookup(prefix + "truncate") or "20")

    def __repr__(self) -> str:
        enabled, rows, truncate = self._eager()
        if enabled:
            return self._show_string(rows, truncate)
        return f"DataFrame[{', '.join(f'{n}: {t}' for n, t in self.dtypes)}]"

    def _repr_html_(self) -> str | None:
        enabled, rows, truncate = self._eager()
        if not enabled:
            return None
        values = {"input": self._plan.data, "num_rows": rows, "truncate": truncate}
        plan = relation("html_string", "HtmlString", values, inputs=(self._plan,))
        return str(self._session._client.scalar(plan))

    def _explain_string(self, extended: Any = None, mode: str | None = None) -> str:
        if extended is not None and mode is not None:
            raise PySparkValueError(errorClass="CANNOT_SET_TOGETHER", messageParameters={"arg_list": "extended and mode"})
        wrong = [a for a in (extended, mode) if a is not None and not isinstance(a, (bool, str))]
        if wrong or isinstance(mode, bool):
            raise PySparkTypeError(
                errorClass="NOT_EXPECTED_TYPE",
                messageParameters={
                    "expected_type": "bool or str",
                    "arg_name": "extended (optional) and mode (optional)",
                    "arg_type": str(type(extended if extended is not None else mode)),
                },
            )
        if isinstance(extended, str):
            mode = extended
        elif mode is None:
            mode = "extended" if extended else "simple"
        modes = {"simple", "extended", "codegen", "cost", "formatted"}
        if mode not in modes:
            raise IllegalArgumentException(f"unknown explain mode: {mode}")
        request = mode.encode() + b"\n" + root(self._plan)
        return self._session._client.ask("explain", request).decode()

    def explain(self, extended: Any = None, mode: str | None = None) -> None:
        """Print how the DataFrame is computed."""
        print(self._explain_string(extended, mode))

    # questions about the plan

    def isLocal(self) -> bool:
        """Whether the rows are local data already."""
        return "cached_remote_relation" in decode("Relation", self._plan.data)

    @property
    def isStreaming(self) -> bool:
        """Whether a stream is read: there are none yet."""
        return False

    def inputFiles(self) -> list[str]:
        """The files that are read; not there yet."""
        raise unsupported("inputFiles")

    def _canonical(self) -> str:
        """The optimized plan as text, with numbers instead of the ids of columns."""
        import re

        numbers: dict[str, str] = {}
        text = self._explain_string(mode="extended")
        return re.sub(r"#\d+", lambda m: numbers.setdefault(m.group(0), f"#{len(numbers)}"), text)

    def sameSemantics(self, other: DataFrame) -> bool:
        """Whether both are computed the same way."""
        if not isinstance(other, Output):
            raise not_expected_type("DataFrame", "other", other)
        return self._canonical() == other._canonical()

    def semanticHash(self) -> int:
        """Equal for DataFrames that are computed the same way."""
        import zlib

        return zlib.crc32(self._canonical().encode()) - (1 << 31)

    # caching

    def cache(self) -> DataFrame:
        """Ask for the rows to be kept in memory; see persist."""
        return self.persist()

    def persist(self, storageLevel: StorageLevel = StorageLevel.MEMORY_AND_DISK_DESER) -> DataFrame:
        """Ask for the rows to be kept. For now this is remembered, but the rows are computed each time."""
        self._session._client.persisted.setdefault(self._plan.data, storageLevel)
        return self  # type: ignore[return-value]

    def unpersist(self, blocking: bool = False) -> DataFrame:
        """Take back persist."""
        self._session._client.persisted.pop(self._plan.data, None)
        return self  # type: ignore[return-value]

    @property
    def storageLevel(self) -> StorageLevel:
        """Where rows are kept."""
        return self._session._client.persisted.get(self._plan.data, StorageLevel.NONE)

    @property
    def is_cached(self) -> bool:
        """Whether persist was called."""
        return self.storageLevel != StorageLevel.NONE

    def checkpoint(self, eager: bool = True) -> DataFrame:
        """The rows computed once, without the plan that made them; see localCheckpoint."""
        return self.localCheckpoint(eager)

    def localCheckpoint(self, eager: bool = True, storageLevel: StorageLevel | None = None) -> DataFrame:
        """The rows computed once and kept in memory, without the plan that made them. They are computed now, eager or not."""
        from flintlake._arrow import ipc
        from flintlake.sql import _local

        schema = self._session._client.schema(self._plan)
        rows = list(self._session._client.rows(self._plan))
        return _local._frame(self._session, ipc.write(rows, schema), schema)

    @property
    def executionInfo(self) -> Any:
        """Metrics of the last execution; None for now."""
        return None

    @property
    def plot(self) -> Any:
        """Plots are not there yet."""
        raise unsupported("plot")


def _require(package: str, minimum: str) -> Any:
    import importlib

    from flintlake.errors import PySparkImportError

    try:
        return importlib.import_module(package)
    except ImportError:
        raise PySparkImportError(
            errorClass="PACKAGE_NOT_INSTALLED",
            messageParameters={"package_name": package, "minimum_version": minimum},
        ) from None


def _import_schema(pa: Any, arrow_schema: Any) -> Any:
    """The Arrow schema from its C struct; the struct is copied first, since an import takes it away."""
    fields = [
        pa.Field._import_from_c(ctypes.addressof(arrow_schema.children[i].contents)) for i in range(arrow_schema.n_children)
    ]
    return pa.schema(fields)
