"""Observation: aggregates that are computed beside a query."""

from __future__ import annotations

import decimal
import threading
import uuid
from typing import Any

from flintlake.errors import PySparkAssertionError, PySparkValueError
from flintlake.errors.exceptions.base import not_expected_type

__all__ = ["Observation"]


class Observation:
    """Receives the metrics of DataFrame.observe when the DataFrame is first computed."""

    def __init__(self, name: str | None = None) -> None:
        if name is not None:
            if not isinstance(name, str):
                raise not_expected_type("str", "name", name)
            if name == "":
                raise PySparkValueError(
                    errorClass="VALUE_NOT_NON_EMPTY_STR", messageParameters={"arg_name": "name", "arg_value": name}
                )
        self._name = name or str(uuid.uuid4())
        self._used = False
        self._done = threading.Event()
        self._result: dict[str, Any] = {}
        self._names: list[str] = []

    def _use(self, names: list[str]) -> str:
        if self._used:
            raise PySparkAssertionError(errorClass="REUSE_OBSERVATION", messageParameters={})
        self._used = True
        self._names = names
        return self._name

    def _deliver(self, metrics: list[Any]) -> None:
        if not self._done.is_set():
            self._result = dict(zip(self._names, map(_value, metrics)))
            self._done.set()

    @property
    def get(self) -> dict[str, Any]:
        """The metrics; waits until the DataFrame was computed."""
        if not self._used:
            raise PySparkAssertionError(errorClass="NO_OBSERVE_BEFORE_GET", messageParameters={})
        while not self._done.wait(0.1):
            pass
        return dict(self._result)


def _value(metric: Any) -> Any:
    """A metric that crossed the C ABI as JSON."""
    if isinstance(metric, dict):
        return decimal.Decimal(metric["decimal"]) if "decimal" in metric else float(metric["float"])
    return metric
