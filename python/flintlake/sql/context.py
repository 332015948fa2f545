"""SQLContext, the entry point of old programs."""

from __future__ import annotations

from typing import Any

from flintlake.sql.session import SparkSession

__all__ = ["HiveContext", "SQLContext"]


class SQLContext:
    """A session under an old name; everything is passed on to it."""

    def __init__(self, sparkContext: Any = None, sparkSession: SparkSession | None = None, jsqlContext: Any = None) -> None:
        self.sparkSession = sparkSession or SparkSession.builder.getOrCreate()

    @classmethod
    def getOrCreate(cls, sc: Any = None) -> SQLContext:
        """The context of the active session."""
        return cls(sc)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.sparkSession, name)


class HiveContext(SQLContext):
    """The same; tables persist without Hive."""
