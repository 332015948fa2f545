"""Relations and commands: bytes with the id by which attributes refer to them."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from flintlake._plan.wire import delimited, encode

if TYPE_CHECKING:
    from flintlake.sql.observation import Observation

_ids = itertools.count()


def fresh_plan_id() -> int:
    """A number that no other relation of this process has."""
    return next(_ids)


class Plan:
    """An encoded Relation, its plan id and the observations that wait for its execution."""

    __slots__ = ("data", "observations", "plan_id")

    def __init__(self, data: bytes, plan_id: int, observations: Mapping[str, Observation] | None = None) -> None:
        self.data = data
        self.plan_id = plan_id
        self.observations: dict[str, Observation] = dict(observations) if observations else {}


def relation(
    kind: str,
    message: str,
    values: Mapping[str, Any],
    *,
    inputs: Sequence[Plan] = (),
    references: Sequence[Plan] = (),
) -> Plan:
    """A relation of one kind (the name of the field in Relation) with a fresh plan id.

    References are the plans of subqueries in the expressions: they travel beside the relation in a WithRelations,
    and the outer plan id is then that of the wrapper.
    """
    root_id = fresh_plan_id()
    outer_id = fresh_plan_id() if references else root_id
    data = with_id(root_id, kind, encode(message, values))
    if references:
        wrapped = encode("WithRelations", {"root": data, "references": [r.data for r in references]})
        data = with_id(outer_id, "with_relations", wrapped)
    observations: dict[str, Observation] = {}
    for plan in (*inputs, *references):
        observations.update(plan.observations)
    return Plan(data, outer_id, observations)


def with_id(plan_id: int, kind: str, body: bytes) -> bytes:
    """A Relation message with its common part."""
    return encode("Relation", {"common": {"plan_id": plan_id}, kind: body})


def root(plan: Plan) -> bytes:
    """A Plan message that computes a relation."""
    return delimited(1, plan.data)


def command(kind: str, value: bytes | Mapping[str, Any]) -> bytes:
    """A Plan message that runs a command."""
    return delimited(2, encode("Command", {kind: value}))
