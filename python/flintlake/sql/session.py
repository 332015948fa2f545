"""SparkSession: where everything starts."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from flintlake._plan import encode
from flintlake._plan.relation import Plan, command, relation
from flintlake.errors import AnalysisException, IllegalArgumentException, PySparkRuntimeError, PySparkTypeError, PySparkValueError
from flintlake.errors.exceptions.base import unsupported
from flintlake.sql import _local
from flintlake.sql._client import Client
from flintlake.sql.dataframe import DataFrame
from flintlake.sql.types import StructType

if TYPE_CHECKING:
    from flintlake.context import SparkContext
    from flintlake.sql.catalog import Catalog
    from flintlake.sql.conf import RuntimeConfig
    from flintlake.sql.readwriter import DataFrameReader
    from flintlake.sql.tvf import TableValuedFunction
    from flintlake.sql.udf import UDFRegistration
    from flintlake.sql.udtf import UDTFRegistration

__all__ = ["SparkSession"]


class _Property:
    """A property of the class: SparkSession.builder makes a new builder each time."""

    def __init__(self, make: Any) -> None:
        self._make = make

    def __get__(self, instance: Any, owner: type) -> Any:
        return self._make(owner)


class SparkSession:
    """A session: settings, temporary views, and the way to all data.

    SparkSession.builder.getOrCreate() gives the session of the process, or makes it.
    """

    _default: ClassVar[SparkSession | None] = None
    _active: ClassVar[threading.local] = threading.local()
    _lock: ClassVar[threading.RLock] = threading.RLock()

    class Builder:
        """Collects settings and makes a session."""

        def __init__(self) -> None:
            self._options: dict[str, str] = {}

        def config(
            self, key: str | None = None, value: Any = None, conf: Any = None, *, map: Mapping[str, Any] | None = None
        ) -> SparkSession.Builder:
            """Add a setting, those of a SparkConf, or those of a map."""
            from flintlake.sql.readwriter import to_text

            given: dict[str, Any] = dict(map or {})
            if conf is not None:
                given.update(dict(conf.getAll()))
            if key is not None:
                given[key] = value
            for k, v in given.items():
                self._options[str(k)] = to_text(v) or ""
            return self

        def appName(self, name: str) -> SparkSession.Builder:
            """A name for the program."""
            return self.config("spark.app.name", name)

        def master(self, master: str) -> SparkSession.Builder:
            """local[n] sets the number of threads; any other master is accepted and means this machine."""
            return self.config("spark.master", master)

        def remote(self, url: str) -> SparkSession.Builder:
            """Use a Spark cluster (sc://host:port); local means this engine."""
            return self.config("spark.remote", url)

        def enableHiveSupport(self) -> SparkSession.Builder:
            """Accepted: tables persist without Hive."""
            return self

        def getOrCreate(self) -> SparkSession:
            """The session of the process with these settings applied, or a new one."""
            with SparkSession._lock:
                self._check_remote()
                session = SparkSession.getActiveSession() or SparkSession._default
                if session is None or session._client.is_closed:
                    return self.create()
                for key, value in self._options.items():
                    with contextlib.suppress(AnalysisException):  # static settings stay as they are
                        session.conf.set(key, value)
                return session

        def create(self) -> SparkSession:
            """A new session with these settings."""
            self._check_remote()
            session = SparkSession(dict(self._options))
            with SparkSession._lock:
                if SparkSession._default is None or SparkSession._default._client.is_closed:
                    SparkSession._default = session
                SparkSession._active.session = session
            return session

        def _check_remote(self) -> None:
            url = self._options.get("spark.remote", "")
            if url.startswith("sc://"):
                raise unsupported("remote clusters (sc://)")

    builder: ClassVar[Any] = _Property(lambda owner: owner.Builder())

    def __init__(self, sparkContext: Any = None, jsparkSession: Any = None, options: Mapping[str, Any] | None = None) -> None:
        given = sparkContext if isinstance(sparkContext, Mapping) else options or {}
        self._options = {str(k): str(v) for k, v in given.items()}
        self._client = Client({k: v for k, v in self._options.items() if k != "spark.remote"})
        self._context: SparkContext | None = None

    def __repr__(self) -> str:
        return f"<flintlake.sql.session.SparkSession object at {hex(id(self))}>"

    def __enter__(self) -> SparkSession:
        return self

    def __exit__(self, *exc: Any) -> None:
        self.stop()

    # the session itself

    @classmethod
    def getActiveSession(cls) -> SparkSession | None:
        """The session of this thread, else the default one; None when there is none."""
        session = getattr(cls._active, "session", None) or cls._default
        return None if session is None or session._client.is_closed else session

    @classmethod
    def active(cls) -> SparkSession:
        """The session of this thread, else the default one."""
        session = cls.getActiveSession()
        if session is None:
            raise PySparkRuntimeError(errorClass="NO_ACTIVE_OR_DEFAULT_SESSION", messageParameters={})
        return session

    def newSession(self) -> SparkSession:
        """A session with its own settings and views over the same tables."""
        return SparkSession(dict(self._options))

    def stop(self) -> None:
        """End the session."""
        with SparkSession._lock:
            self._client.close()
            if SparkSession._default is self:
                SparkSession._default = None
            if getattr(SparkSession._active, "session", None) is self:
                SparkSession._active.session = None

    @property
    def version(self) -> str:
        """The version of Spark whose behaviour this is."""
        from flintlake import __spark_version__

        return __spark_version__

    @property
    def conf(self) -> RuntimeConfig:
        """The settings."""
        from flintlake.sql.conf import RuntimeConfig

        return RuntimeConfig(self._client)

    @property
    def catalog(self) -> Catalog:
        """Tables, views, databases and functions by name."""
        from flintlake.sql.catalog import Catalog

        return Catalog(self)

    @property
    def sparkContext(self) -> SparkContext:
        """A stand-in for the context of Spark's RDD API, which is not there."""
        from flintlake.context import SparkContext

        if self._context is None:
            self._context = SparkContext(session=self)
        return self._context

    @property
    def client(self) -> Client:
        """The engine behind the session."""
        return self._client

    # making DataFrames

    @property
    def read(self) -> DataFrameReader:
        """Read files and tables."""
        from flintlake.sql.readwriter import DataFrameReader

        return DataFrameReader(self)

    @property
    def readStream(self) -> Any:
        """Streaming is not there yet."""
        raise unsupported("readStream")

    @property
    def streams(self) -> Any:
        """Streaming is not there yet."""
        raise unsupported("streams")

    @property
    def tvf(self) -> TableValuedFunction:
        """Table functions."""
        from flintlake.sql.tvf import TableValuedFunction

        return TableValuedFunction(self)

    @property
    def udf(self) -> UDFRegistration:
        """Register functions."""
        from flintlake.sql.udf import UDFRegistration

        return UDFRegistration(self)

    @property
    def udtf(self) -> UDTFRegistration:
        """Register table functions."""
        from flintlake.sql.udtf import UDTFRegistration

        return UDTFRegistration(self)

    @property
    def dataSource(self) -> Any:
        """Data sources in Python are not there yet."""
        raise unsupported("dataSource")

    @property
    def profile(self) -> Any:
        """Profiles of Python functions are not there yet."""
        raise unsupported("profile")

    def table(self, tableName: str) -> DataFrame:
        """A table or view by its name."""
        return self.read.table(tableName)

    def range(self, start: int, end: int | None = None, step: int = 1, numPartitions: int | None = None) -> DataFrame:
        """A column id with the numbers from start (0 when only one is given) to end."""
        first, last = (0, start) if end is None else (start, end)
        if step == 0:
            raise IllegalArgumentException("requirement failed: step (0) cannot be 0")
        values = {
            "start": int(first),
            "end": int(last),
            "step": int(step),
            "num_partitions": int(numPartitions) if numPartitions is not None else None,
        }
        return DataFrame(relation("range", "Range", values), self)

    def createDataFrame(
        self,
        data: Any,
        schema: Any = None,
        samplingRatio: float | None = None,
        verifySchema: bool = True,
    ) -> DataFrame:
        """A DataFrame of rows, dicts, tuples, a pandas or Arrow frame or a numpy array."""
        if isinstance(data, DataFrame):
            raise PySparkTypeError(errorClass="INVALID_TYPE", messageParameters={"arg_name": "data", "arg_type": "DataFrame"})
        return _local.create(self, data, schema, verifySchema)

    def emptyDataFrame(self, schema: StructType | str) -> DataFrame:
        """A DataFrame without rows."""
        return self.createDataFrame([], schema)

    def sql(self, sqlQuery: str, args: Any = None, **kwargs: Any) -> DataFrame:
        """Run a statement, or make a DataFrame of a query.

        args are values for :name (a dict) or ? (a list); kwargs are for {name} in the text, DataFrames among them.
        """
        from flintlake.sql.functions import lit

        named: dict[str, bytes] = {}
        positional: list[bytes] = []
        if isinstance(args, dict):
            named = {k: lit(v)._expr.data for k, v in args.items()}
        elif isinstance(args, (list, tuple)):
            positional = [lit(v)._expr.data for v in args]
        elif args is not None:
            raise PySparkTypeError(
                errorClass="INVALID_TYPE", messageParameters={"arg_name": "args", "arg_type": type(args).__name__}
            )
        views: list[Plan] = []
        if kwargs:
            from flintlake.sql._format import SQLFormatter

            formatter = SQLFormatter()
            sqlQuery = formatter.format(sqlQuery, **kwargs)
            views = formatter.views
        values = {"query": sqlQuery, "pos_arguments": positional, "named_arguments": named}
        query = relation("sql", "SQL", values, references=views)
        _, info = self._client.command(command("sql_command", encode("SqlCommand", {"input": query.data})), query)
        if info.get("query"):
            return DataFrame(query, self)
        plan = relation("cached_remote_relation", "CachedRemoteRelation", {"relation_id": info["relation_id"]})
        return DataFrame(plan, self)

    # running operations

    def addTag(self, tag: str) -> None:
        """Give the operations of this thread a tag, by which they can be interrupted."""
        if not tag or "," in tag:
            raise PySparkValueError(f"a tag is not empty and has no comma: {tag!r}")
        self._client.tags.add(tag)

    def removeTag(self, tag: str) -> None:
        """Take a tag away."""
        self._client.tags.discard(tag)

    def getTags(self) -> set[str]:
        """The tags of this thread."""
        return set(self._client.tags)

    def clearTags(self) -> None:
        """Take all tags away."""
        self._client.tags.clear()

    def interruptAll(self) -> list[str]:
        """Cancel all running operations."""
        return self._client.interrupt(lambda i, tags: True)

    def interruptTag(self, tag: str) -> list[str]:
        """Cancel the running operations with a tag."""
        return self._client.interrupt(lambda i, tags: tag in tags)

    def interruptOperation(self, op_id: str) -> list[str]:
        """Cancel an operation."""
        return self._client.interrupt(lambda i, tags: i == op_id)

    def registerProgressHandler(self, handler: Any) -> None:
        """Call a function with the progress of running operations."""
        self._client.progress_handlers.append(handler)

    def removeProgressHandler(self, handler: Any) -> None:
        """Stop calling a function with progress."""
        self._client.progress_handlers.remove(handler)

    def clearProgressHandlers(self) -> None:
        """Stop calling all functions with progress."""
        self._client.progress_handlers.clear()

    def addArtifacts(self, *path: str, pyfile: bool = False, archive: bool = False, file: bool = False) -> None:
        """Files for Python functions; those are not there yet."""
        raise unsupported("addArtifacts")

    addArtifact = addArtifacts

    def copyFromLocalToFs(self, local_path: str, dest_path: str) -> None:
        """Copy a file; both sides are this machine."""
        import shutil

        shutil.copyfile(local_path, dest_path)
