"""A session of the engine: runs plans, answers questions about them, keeps the settings."""

from __future__ import annotations

import json
import threading
import uuid
from collections.abc import Callable, Iterator
from typing import Any

from flintlake import _native
from flintlake._arrow import read
from flintlake._native import Operation
from flintlake._plan.relation import Plan, root
from flintlake.errors import PySparkRuntimeError
from flintlake.sql._progress import ProgressLine
from flintlake.sql._row import Row
from flintlake.sql.types import StructType, _parse_datatype_json_string
from flintlake.storagelevel import StorageLevel

ProgressHandler = Callable[..., None]


class Client:
    """One session of the engine. It is safe to use from several threads."""

    def __init__(self, options: dict[str, str]) -> None:
        self._library = _native.library()
        self._handle = self._library.session_new(options)
        self.session_id = str(uuid.uuid4())
        self.progress_handlers: list[ProgressHandler] = []
        self.persisted: dict[bytes, StorageLevel] = {}
        self.cached_tables: set[str] = set()
        self._running: dict[str, tuple[Operation, frozenset[str]]] = {}
        self._tags = threading.local()

    def close(self) -> None:
        """End the session."""
        if self._handle:
            self._library.session_close(self._handle)
            self._handle = 0

    @property
    def is_closed(self) -> bool:
        """Whether the session was stopped."""
        return self._handle == 0

    def _open(self) -> int:
        self._library.check_process()
        if not self._handle:
            raise PySparkRuntimeError("the session was stopped", errorClass="FLINTLAKE_SESSION_STOPPED")
        return self._handle

    # running plans

    def start(self, plan: bytes) -> Operation:
        """Start the bytes of a Plan message."""
        operation = self._library.execute(self._open(), plan, str(uuid.uuid4()))
        line = ProgressLine() if self.conf_lookup("spark.ui.showConsoleProgress") == "true" else None
        if self.progress_handlers or line is not None:
            operation.on_progress = lambda p: self._report(operation.operation_id, p, line)
            operation.on_close = line.close if line is not None else None
        self._running[operation.operation_id] = (operation, frozenset(self.tags))
        return operation

    def _report(self, operation_id: str, progress: dict[str, Any], line: ProgressLine | None) -> None:
        if line is not None:
            line.update(progress)
        for handler in list(self.progress_handlers):
            handler(stages=[], inflight_tasks=0, operation_id=operation_id, done=False, **{"progress": progress})

    def _finished(self, operation: Operation) -> None:
        self._running.pop(operation.operation_id, None)
        operation.close()

    def batches(self, plan: Plan) -> Iterator[tuple[StructType, Any, Any]]:
        """Schema, Arrow schema and Arrow array of each batch of a relation."""
        operation = self.start(root(plan))
        try:
            operation.wait()
            schema = _parse_datatype_json_string(operation.schema_json())
            assert isinstance(schema, StructType)
            yield schema, None, None
            at_end = (lambda: _deliver(plan, operation.info().get("observed") or {})) if plan.observations else None
            for arrow_schema, array in operation.batches(at_end):
                yield schema, arrow_schema, array
        finally:
            self._finished(operation)

    def rows(self, plan: Plan) -> Iterator[Row]:
        """The rows of a relation."""
        for schema, _, array in self.batches(plan):
            if array is not None:
                yield from read.rows(array, schema)

    def command(self, message: bytes, plan: Plan | None = None) -> tuple[list[Row], dict[str, Any]]:
        """Run the bytes of a Plan message with a command: its rows and what the engine tells of it.

        plan is the relation that the command reads, whose observations get their metrics.
        """
        operation = self.start(message)
        try:
            operation.wait()
            info = operation.info()
            if info.get("query"):
                return [], info
            schema = _parse_datatype_json_string(operation.schema_json())
            assert isinstance(schema, StructType)
            rows: list[Row] = []
            for _, array in operation.batches():
                rows.extend(read.rows(array, schema))
            if plan is not None and plan.observations:
                _deliver(plan, info.get("observed") or {})
            return rows, info
        finally:
            self._finished(operation)

    def scalar(self, plan: Plan) -> Any:
        """The first value of the first row of a relation."""
        return next(iter(list(self.rows(plan))))[0]

    # questions

    def ask(self, kind: str, request: bytes = b"") -> bytes:
        """The answer to a question about a plan."""
        return self._library.analyze(self._open(), kind, request)

    def schema(self, plan: Plan) -> StructType:
        """The schema of a relation."""
        schema = _parse_datatype_json_string(self.ask("schema", root(plan)).decode())
        assert isinstance(schema, StructType)
        return schema

    # settings

    def conf_get(self, key: str) -> str | None:
        """The value of a setting, None when it has none; an unknown key is an error."""
        value = json.loads(self.ask("conf_get", key.encode()))
        return None if value is None else str(value)

    def conf_lookup(self, key: str) -> str | None:
        """The value of a setting, None when it has none or the key is unknown."""
        value = json.loads(self.ask("conf_lookup", key.encode()))
        return None if value is None else str(value)

    def conf_set(self, key: str, value: str) -> None:
        """Change a setting."""
        self.ask("conf_set", json.dumps([key, value]).encode())

    def conf_unset(self, key: str) -> None:
        """Give a setting its default back."""
        self.ask("conf_unset", key.encode())

    def conf_all(self) -> dict[str, str]:
        """All settings that have a value."""
        return dict(json.loads(self.ask("conf_all")))

    def conf_is_modifiable(self, key: str) -> bool:
        """Whether a setting can be changed while the session runs."""
        return bool(json.loads(self.ask("conf_is_modifiable", key.encode())))

    # interruption

    @property
    def tags(self) -> set[str]:
        """The tags that this thread's operations get."""
        if not hasattr(self._tags, "set"):
            self._tags.set = set()
        found: set[str] = self._tags.set
        return found

    def interrupt(self, wanted: Callable[[str, frozenset[str]], bool]) -> list[str]:
        """Cancel running operations by id and tags."""
        found = [(i, o) for i, (o, tags) in list(self._running.items()) if wanted(i, tags)]
        for _, operation in found:
            operation.cancel()
        return [i for i, _ in found]


def _deliver(plan: Plan, observed: dict[str, Any]) -> None:
    """Hand observed metrics to the observations of the plan."""
    for name, observation in plan.observations.items():
        if name in observed:
            observation._deliver(observed[name])
