"""The progress line."""

from __future__ import annotations

import io

import pytest

from flintlake.sql import _progress


def test_quiet_for_a_moment() -> None:
    out = io.StringIO()
    line = _progress.ProgressLine(out)
    line.update({"rows": 1})
    line.close()
    assert out.getvalue() == ""


def test_line_is_written_over_and_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_progress, "_PATIENCE", 0.0)
    out = io.StringIO()
    line = _progress.ProgressLine(out)
    line.update({"rows": 12345, "metrics": {"spilled_bytes": 0}})
    line.update({"rows": 7})
    line.close()
    assert out.getvalue() == "\rrunning 0 s, 12,345 rows\rrunning 0 s, 7 rows     \r" + " " * 19 + "\r"
