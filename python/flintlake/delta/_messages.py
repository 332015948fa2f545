"""Delta's messages: relations and commands that travel as extensions of the plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flintlake._plan import encode
from flintlake._plan.expression import Expression
from flintlake._plan.relation import Plan, command, relation

_RELATION = "type.googleapis.com/delta.connect.DeltaRelation"
_COMMAND = "type.googleapis.com/delta.connect.DeltaCommand"


def delta_relation(
    kind: str, values: Mapping[str, Any], inputs: Sequence[Plan] = (), expressions: Sequence[Expression] = ()
) -> Plan:
    """A relation of Delta: a scan, a history, or a change that returns counts."""
    body = encode("delta.DeltaRelation", {kind: values})
    message = {"type_url": _RELATION, "value": body}
    references = [r for x in expressions for r in x.references]
    return relation("extension", "google.protobuf.Any", message, inputs=inputs, references=references)


def delta_command(kind: str, values: Mapping[str, Any]) -> bytes:
    """A Plan message with a command of Delta."""
    body = encode("delta.DeltaCommand", {kind: values})
    return command("extension", {"type_url": _COMMAND, "value": body})
