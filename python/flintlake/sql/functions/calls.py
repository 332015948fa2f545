"""How arguments of functions become expressions."""

from __future__ import annotations

import decimal
import enum
import inspect
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Union

from flintlake._plan import expression as e
from flintlake._plan.expression import Expression
from flintlake.errors import PySparkTypeError, PySparkValueError
from flintlake.errors.exceptions.base import not_expected_type
from flintlake.sql.column import Column

ColumnOrName = Union[Column, str]
DECIMAL_ZERO = decimal.Decimal(0)


def by_name(name: str) -> Column:
    """The column of this name; `*` and `t.*` are all columns."""
    if name == "*":
        return Column(e.star())
    if name.endswith(".*"):
        return Column(e.star(name))
    return Column(e.attribute(name))


def to_column(value: Any, argument: str = "col") -> Column:
    """A column from a column or a name."""
    if isinstance(value, Column):
        return value
    if isinstance(value, str):
        return by_name(value)
    raise not_expected_type("Column or str", argument, value)


def lit(col: Any) -> Column:
    """A constant; a list becomes an array."""
    if isinstance(col, Column):
        return col
    if isinstance(col, list):
        if any(isinstance(c, Column) for c in col):
            raise PySparkValueError(errorClass="COLUMN_IN_LIST", messageParameters={"func_name": "lit"})
        return call("array", *[constant(c) for c in col])
    if getattr(col, "ndim", 0) == 1 and hasattr(col, "dtype"):
        return _numpy_array(col)
    if hasattr(col, "dtype") and getattr(col, "ndim", 1) == 0:
        col = col.item()
    return Column(e.literal(col))


def _numpy_array(col: Any) -> Column:
    from flintlake.sql._infer import numpy_type
    from flintlake.sql.types import ArrayType

    kind = numpy_type(col.dtype)
    if kind is None:
        raise PySparkTypeError(errorClass="UNSUPPORTED_NUMPY_ARRAY_SCALAR", messageParameters={"dtype": col.dtype.name})
    return call("array", *[e.typed_literal(c.item(), kind) for c in col]).cast(ArrayType(kind))


def column(value: Any) -> Expression:
    """The expression of a column or of a name."""
    return to_column(value)._expr


def constant(value: Any) -> Expression:
    """The expression of a constant; a column stays what it is."""
    if isinstance(value, tuple):
        value = list(value)
    return lit(value)._expr


def column_or_number(value: Any) -> Expression:
    """A number is a constant, text is a name."""
    if isinstance(value, enum.Enum):
        value = value.value
    if isinstance(value, (int, float)):
        return e.literal(value)
    return column(value)


def columns(values: Sequence[Any]) -> list[Expression]:
    """Columns given one by one or as one list."""
    if len(values) == 1 and isinstance(values[0], (list, set, tuple)):
        values = list(values[0])
    return [column(v) for v in values]


def seed_or_random(seed: Any) -> Any:
    """The seed, or one drawn now, so that a plan gives the same answer each time it runs."""
    return random.randint(0, sys.maxsize) if seed is None else seed


def call(name: str, *arguments: Expression | None, distinct: bool = False) -> Column:
    """A call; arguments that are None are left out."""
    return Column(e.function(name, [a for a in arguments if a is not None], distinct))


def options_map(options: Iterable[tuple[str, Any]]) -> Expression:
    """Options as a map of constants."""
    pairs: list[Expression] = []
    for key, value in options:
        pairs += [constant(str(key)), constant(str(value))]
    return e.function("map", pairs)


def lambda_of(function: Callable[..., Column]) -> Expression:
    """The lambda that a Python function of columns stands for."""
    parameters = list(inspect.signature(function).parameters.values())
    name = getattr(function, "__name__", "lambda")
    if not 1 <= len(parameters) <= 3:
        raise PySparkValueError(
            errorClass="WRONG_NUM_ARGS_FOR_HIGHER_ORDER_FUNCTION",
            messageParameters={"func_name": name, "num_args": str(len(parameters))},
        )
    allowed = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.POSITIONAL_ONLY)
    if any(p.kind not in allowed for p in parameters):
        raise PySparkValueError(
            errorClass="UNSUPPORTED_PARAM_TYPE_FOR_HIGHER_ORDER_FUNCTION", messageParameters={"func_name": name}
        )
    variables = [e.lambda_variable(n) for n in "xyz"[: len(parameters)]]
    body = function(*[Column(v) for v in variables])
    if not isinstance(body, Column):
        raise PySparkValueError(
            errorClass="HIGHER_ORDER_FUNCTION_SHOULD_RETURN_COLUMN",
            messageParameters={"func_name": name, "return_type": type(body).__name__},
        )
    return e.lambda_function(body._expr, variables)
