"""Errors of the engine, which cross the C ABI as JSON, as exceptions."""

from __future__ import annotations

import json

from flintlake import errors
from flintlake.errors.exceptions.base import PySparkException, QueryContext


def exception(data: bytes) -> PySparkException:
    """The exception that PySpark raises for this error."""
    e = json.loads(data)
    context = e.get("context")
    contexts = []
    if context:
        contexts.append(
            QueryContext(context["fragment"], context["start"], context["stop"], context["line"], context["position"])
        )
    made = _class(e["class"])(
        message=e.get("message") or e.get("text") or "",
        errorClass=e["condition"],
        messageParameters=dict(e.get("parameters") or {}),
        contexts=contexts,
        sqlState=e["sqlState"] or None,
    )
    made._text = e.get("text") or ""  # type: ignore[attr-defined]
    return made


def _class(name: str) -> type[PySparkException]:
    found = getattr(errors, name, None)
    if found is None:
        from flintlake.delta import exceptions

        found = getattr(exceptions, name, PySparkException)
    assert isinstance(found, type)
    return found
