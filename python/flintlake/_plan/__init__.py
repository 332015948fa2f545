"""Plans as bytes: a table-driven writer of Spark Connect messages.

A relation or an expression is written as soon as it is made and kept as bytes; a larger message splices the bytes of
its parts. So a chain of hundreds of transformations needs no recursion, and executing a plan costs no encoding.

    encode("Filter", {"input": relation_bytes, "condition": expression_bytes})
"""

from flintlake._plan.relation import Plan, command, fresh_plan_id, relation
from flintlake._plan.wire import decode, encode

__all__ = ["Plan", "command", "decode", "encode", "fresh_plan_id", "relation"]
