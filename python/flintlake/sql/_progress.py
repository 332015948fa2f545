"""A line on stderr that tells how far a long action is; spark.ui.showConsoleProgress switches it on."""

from __future__ import annotations

import sys
import time
from typing import Any, TextIO

_PATIENCE = 1.0  # seconds before the line appears


class ProgressLine:
    """The line of one action: written over and over, and wiped at the end."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stderr
        self._began = time.monotonic()
        self._width = 0

    def update(self, progress: dict[str, Any]) -> None:
        """Show the progress, once the action takes longer than a moment."""
        seconds = time.monotonic() - self._began
        if seconds < _PATIENCE:
            return
        known = {**(progress.get("metrics") or {}), "rows": progress.get("rows")}
        counts = [f"{value:,} {name.replace('_', ' ')}" for name, value in sorted(known.items()) if _is_count(value)]
        text = ", ".join([f"running {seconds:.0f} s", *counts])
        self._write(text)

    def _write(self, text: str) -> None:
        self._out.write("\r" + text.ljust(self._width))
        self._out.flush()
        self._width = len(text)

    def close(self) -> None:
        """Wipe the line."""
        if self._width:
            self._write("")
            self._out.write("\r")
            self._out.flush()
            self._width = 0


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0
