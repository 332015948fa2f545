"""Kinds and conditions of joins."""

from __future__ import annotations

import functools
from typing import Any

from flintlake._plan.expression import Expression
from flintlake.errors import AnalysisException
from flintlake.sql.column import Column

_TYPES = {
    "inner": "INNER",
    "outer": "FULL_OUTER",
    "full": "FULL_OUTER",
    "fullouter": "FULL_OUTER",
    "leftouter": "LEFT_OUTER",
    "left": "LEFT_OUTER",
    "rightouter": "RIGHT_OUTER",
    "right": "RIGHT_OUTER",
    "leftsemi": "LEFT_SEMI",
    "semi": "LEFT_SEMI",
    "leftanti": "LEFT_ANTI",
    "anti": "LEFT_ANTI",
    "cross": "CROSS",
}
_NAMES = (
    "inner outer full fullouter full_outer leftouter left left_outer rightouter right right_outer "
    "leftsemi left_semi semi leftanti left_anti anti cross"
).split()
_LATERAL = "inner leftouter left left_outer cross".split()


def _unsupported(how: str, names: list[str]) -> AnalysisException:
    supported = ", ".join(f"'{n}'" for n in names)
    return AnalysisException(errorClass="UNSUPPORTED_JOIN_TYPE", messageParameters={"typ": how, "supported": supported})


def join_type(how: Any) -> str:
    """The enum name of a kind of join."""
    if how is None:
        return "JOIN_TYPE_INNER"
    assert isinstance(how, str), "how should be a string"
    plain = how.lower().replace("_", "")
    if plain not in _TYPES:
        raise _unsupported(plain, _NAMES)
    return "JOIN_TYPE_" + _TYPES[plain]


def lateral_type(how: str | None) -> str:
    """The enum name of a kind of lateral join."""
    plain = (how or "inner").lower().replace("_", "")
    if plain not in _LATERAL:
        error = _unsupported(plain, _LATERAL)
        error._sqlState = "0A000"
        raise error
    return "JOIN_TYPE_" + _TYPES[plain]


def condition(on: Any) -> tuple[Expression | None, list[str]]:
    """The condition or the names that `on` of a join means."""
    if on is None:
        return None, []
    items = list(on) if isinstance(on, (list, tuple)) else [on]
    if not items:
        return None, []
    if all(isinstance(i, str) for i in items):
        return None, items
    if all(isinstance(i, Column) for i in items):
        return functools.reduce(lambda a, b: a & b, items)._expr, []
    raise AssertionError("on should be a name, a Column, or a list of one of them")


def check_nearest(results: int, kind: str, mode: str, direction: str) -> None:
    """Refuse arguments of nearestByJoin that the engine would refuse as well."""
    problems = [
        (not 1 <= results <= 100_000, "NUM_RESULTS_OUT_OF_RANGE", {"numResults": str(results), "min": "1", "max": "100000"}),
        (
            kind.lower().replace("_", "") not in ("inner", "leftouter", "left"),
            "UNSUPPORTED_JOIN_TYPE",
            {"joinType": kind, "supported": "'inner', 'left', 'leftouter', 'left_outer'"},
        ),
        (mode.lower() not in ("approx", "exact"), "UNSUPPORTED_MODE", {"mode": mode, "supported": "'approx', 'exact'"}),
        (
            direction.lower() not in ("distance", "similarity"),
            "UNSUPPORTED_DIRECTION",
            {"direction": direction, "supported": "'distance', 'similarity'"},
        ),
    ]
    for wrong, name, parameters in problems:
        if wrong:
            raise AnalysisException(errorClass=f"NEAREST_BY_JOIN.{name}", messageParameters=parameters)
