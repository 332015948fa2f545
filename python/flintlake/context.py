"""A stand-in for SparkContext: enough for programs that set the log level or ask for the parallelism."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from flintlake.errors.exceptions.base import unsupported

if TYPE_CHECKING:
    from flintlake.sql.session import SparkSession

__all__ = ["SparkContext"]


class SparkContext:
    """The context of a session, without RDDs."""

    _active: ClassVar[SparkContext | None] = None

    def __init__(
        self,
        master: str | None = None,
        appName: str | None = None,
        conf: Any = None,
        session: SparkSession | None = None,
        **kwargs: Any,
    ) -> None:
        if session is None:
            from flintlake.sql.session import SparkSession

            builder = SparkSession.builder
            if master:
                builder = builder.master(master)
            if appName:
                builder = builder.appName(appName)
            session = builder.config(conf=conf).getOrCreate()
        self._session = session
        SparkContext._active = self

    @classmethod
    def getOrCreate(cls, conf: Any = None) -> SparkContext:
        """The context of the active session."""
        return cls._active or cls(conf=conf)

    def setLogLevel(self, logLevel: str) -> None:
        """Accepted: the engine does not log to the console."""

    @property
    def version(self) -> str:
        """The version of Spark whose behaviour this is."""
        return self._session.version

    @property
    def appName(self) -> str:
        """The name of the program."""
        return self._session._options.get("spark.app.name", "flintlake")

    @property
    def master(self) -> str:
        """Where the engine runs: here."""
        return self._session._options.get("spark.master", "local[*]")

    @property
    def applicationId(self) -> str:
        """An id of this session."""
        return "local-" + self._session._client.session_id

    @property
    def defaultParallelism(self) -> int:
        """The number of threads."""
        import os

        found = self._session._client.conf_lookup("spark.flintlake.threads")
        return int(found) if found and int(found) > 0 else os.cpu_count() or 1

    @property
    def uiWebUrl(self) -> str | None:
        """There is no web page."""
        return None

    def stop(self) -> None:
        """End the session."""
        SparkContext._active = None
        self._session.stop()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        raise unsupported(f"SparkContext.{name} (the RDD API)")
