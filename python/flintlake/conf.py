"""SparkConf: settings before a session."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["SparkConf"]


class SparkConf:
    """A collection of settings for SparkSession.builder.config(conf=…)."""

    def __init__(self, loadDefaults: bool = True) -> None:
        self._values: dict[str, str] = {}

    def set(self, key: str, value: object) -> SparkConf:
        """Add a setting."""
        self._values[key] = str(value)
        return self

    def setIfMissing(self, key: str, value: object) -> SparkConf:
        """Add a setting that is not there."""
        self._values.setdefault(key, str(value))
        return self

    def setMaster(self, value: str) -> SparkConf:
        """Where to run."""
        return self.set("spark.master", value)

    def setAppName(self, value: str) -> SparkConf:
        """A name for the program."""
        return self.set("spark.app.name", value)

    def setAll(self, pairs: Iterable[tuple[str, str]]) -> SparkConf:
        """Add several settings."""
        for key, value in pairs:
            self.set(key, value)
        return self

    def get(self, key: str, defaultValue: str | None = None) -> str | None:
        """The value of a setting."""
        return self._values.get(key, defaultValue)

    def getAll(self) -> list[tuple[str, str]]:
        """All settings."""
        return list(self._values.items())

    def contains(self, key: str) -> bool:
        """Whether a setting is there."""
        return key in self._values

    def toDebugString(self) -> str:
        """All settings as text."""
        return "\n".join(f"{k}={v}" for k, v in self._values.items())
