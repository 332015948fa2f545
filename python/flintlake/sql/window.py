"""Windows: over which rows a function is computed."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

from flintlake._plan import expression as e
from flintlake._plan.expression import Expression
from flintlake.errors import PySparkValueError

__all__ = ["Window", "WindowSpec"]


def _expressions(cols: Sequence[Any]) -> list[Expression]:
    from flintlake.sql.functions import _to_col

    if len(cols) == 1 and isinstance(cols[0], list):
        cols = cols[0]
    return [_to_col(c)._expr for c in cols]


def _orders(cols: Sequence[Any]) -> list[Expression]:
    return [x if x.kind == "sort_order" else e.sort_order(x, True, True) for x in _expressions(cols)]


class Window:
    """Starts window specifications: Window.partitionBy("key").orderBy("time")."""

    _PRECEDING_THRESHOLD = -(1 << 63) + 1
    _FOLLOWING_THRESHOLD = (1 << 63) - 1

    unboundedPreceding: int = -(1 << 63)
    unboundedFollowing: int = (1 << 63) - 1
    currentRow: int = 0

    @staticmethod
    def partitionBy(*cols: Any) -> WindowSpec:
        """Rows with equal values belong together."""
        return WindowSpec([], [], None).partitionBy(*cols)

    @staticmethod
    def orderBy(*cols: Any) -> WindowSpec:
        """The order of the rows in a window."""
        return WindowSpec([], [], None).orderBy(*cols)

    @staticmethod
    def rowsBetween(start: int, end: int) -> WindowSpec:
        """From start to end rows away from the current one."""
        return WindowSpec([], [], None).rowsBetween(start, end)

    @staticmethod
    def rangeBetween(start: int, end: int) -> WindowSpec:
        """Rows whose order value is from start to end away from the current one."""
        return WindowSpec([], [], None).rangeBetween(start, end)


class WindowSpec:
    """Partition, order and frame of a window."""

    def __init__(
        self,
        partitionSpec: Sequence[Expression],
        orderSpec: Sequence[Expression],
        frame: tuple[bool, int, int] | None,
    ) -> None:
        self._partition = list(partitionSpec)
        self._order = list(orderSpec)
        self._frame = frame

    def partitionBy(self, *cols: Any) -> WindowSpec:
        """Rows with equal values belong together."""
        return WindowSpec(_expressions(cols), self._order, self._frame)

    def orderBy(self, *cols: Any) -> WindowSpec:
        """The order of the rows in a window."""
        return WindowSpec(self._partition, _orders(cols), self._frame)

    def rowsBetween(self, start: int, end: int) -> WindowSpec:
        """From start to end rows away from the current one; negative is before."""
        return WindowSpec(self._partition, self._order, (True, *_bounds(start, end)))

    def rangeBetween(self, start: int, end: int) -> WindowSpec:
        """Rows whose order value is from start to end away from the current one."""
        return WindowSpec(self._partition, self._order, (False, *_bounds(start, end)))

    def _apply(self, function: Expression) -> Expression:
        if not self._partition:
            warnings.warn("This window has no partitionBy: all rows are handled as one partition.", stacklevel=3)
        return e.window(function, self._partition, self._order, self._frame_values(), str(self))

    def _frame_values(self) -> dict[str, Any] | None:
        if self._frame is None:
            return None
        rows, start, end = self._frame
        return {
            "frame_type": "FRAME_TYPE_ROW" if rows else "FRAME_TYPE_RANGE",
            "lower": _boundary("start", start, Window.unboundedPreceding, rows),
            "upper": _boundary("end", end, Window.unboundedFollowing, rows),
        }

    def __repr__(self) -> str:
        parts = []
        if self._partition:
            parts.append(f"PARTITION BY {', '.join(map(str, self._partition))}")
        if self._order:
            parts.append(f"ORDER BY {', '.join(map(str, self._order))}")
        if self._frame:
            rows, start, end = self._frame
            parts.append(f"WindowFrame({'ROW' if rows else 'RANGE'}_FRAME, {start}, {end})")
        return f"WindowSpec({', '.join(parts)})"


def _bounds(start: int, end: int) -> tuple[int, int]:
    if start <= Window._PRECEDING_THRESHOLD:
        start = Window.unboundedPreceding
    if end >= Window._FOLLOWING_THRESHOLD:
        end = Window.unboundedFollowing
    return start, end


def _boundary(name: str, value: int, unbounded: int, rows: bool) -> dict[str, Any]:
    if value == 0:
        return {"current_row": True}
    if value == unbounded:
        return {"unbounded": True}
    if not rows:
        return {"value": {"literal": {"long": value}}}
    if not e.INT_MIN <= value <= e.INT_MAX:
        raise PySparkValueError(
            errorClass="VALUE_NOT_BETWEEN",
            messageParameters={"arg_name": name, "min": str(e.INT_MIN), "max": str(e.INT_MAX)},
        )
    return {"value": {"literal": {"integer": value}}}
