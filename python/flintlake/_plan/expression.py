"""Expressions: encoded when made, with the text that a Column shows and the plans of the subqueries inside."""

from __future__ import annotations

import datetime
import decimal
import enum
import itertools
import json
from collections.abc import Sequence
from typing import Any

from flintlake._plan.datatype import data_type
from flintlake._plan.relation import Plan
from flintlake._plan.wire import encode
from flintlake.errors import PySparkTypeError, PySparkValueError
from flintlake.sql import types as t

INT_MIN, INT_MAX = -(1 << 31), (1 << 31) - 1
LONG_MIN, LONG_MAX = -(1 << 63), (1 << 63) - 1

_variables = itertools.count()


class Expression:
    """An Expression message.

    body is the message inside, of the given kind (its field in Expression); parts are the expressions that a caller
    may still need: the branches of a CASE, the arguments of a function.
    """

    __slots__ = ("body", "data", "kind", "name", "parts", "references", "text")

    def __init__(
        self,
        kind: str,
        message: str,
        values: dict[str, Any],
        text: str,
        parts: Sequence[Expression] = (),
        references: tuple[Plan, ...] = (),
        name: str = "",
    ) -> None:
        self.kind = kind
        self.body = encode(message, values)
        self.data = encode("Expression", {kind: self.body})
        self.text = text
        self.parts = tuple(parts)
        self.references = references
        self.name = name
        for part in parts:
            if part.references:
                self.references += part.references

    def __str__(self) -> str:
        return self.text


def _datas(expressions: Sequence[Expression]) -> list[bytes]:
    return [e.data for e in expressions]


def attribute(name: str, plan_id: int | None = None, metadata: bool = False) -> Expression:
    """A column by its name, of the plan with this id if there is one."""
    values = {"unparsed_identifier": name, "plan_id": plan_id, "is_metadata_column": metadata}
    return Expression("unresolved_attribute", "Expression.UnresolvedAttribute", values, name, name=name)


def star(target: str | None = None, plan_id: int | None = None) -> Expression:
    """All columns, of everything or of `target.*`."""
    values = {"unparsed_target": target, "plan_id": plan_id}
    return Expression("unresolved_star", "Expression.UnresolvedStar", values, f"unresolvedstar({target or ''})")


def sql(text: str) -> Expression:
    """SQL text."""
    return Expression("expression_string", "Expression.ExpressionString", {"expression": text}, text)


def regex(pattern: str, plan_id: int | None = None) -> Expression:
    """The columns whose names match."""
    values = {"col_name": pattern, "plan_id": plan_id}
    return Expression("unresolved_regex", "Expression.UnresolvedRegex", values, f"UnresolvedRegex({pattern})")


def function(name: str, arguments: Sequence[Expression], distinct: bool = False) -> Expression:
    """A call of a function or operator."""
    values = {"function_name": name, "arguments": _datas(arguments), "is_distinct": distinct}
    text = f"{name}({'distinct ' if distinct else ''}{', '.join([a.text for a in arguments])})"
    return Expression("unresolved_function", "Expression.UnresolvedFunction", values, text, arguments, name=name)


def is_case(x: Expression, ended: bool = False) -> bool:
    """Whether an expression is a CASE that may be continued, or one that an ELSE ended."""
    return x.kind == "unresolved_function" and x.name == ("case else" if ended else "case")


def call_function(name: str, arguments: Sequence[Expression]) -> Expression:
    """A call of a function by a name that may have several parts."""
    values = {"function_name": name, "arguments": _datas(arguments)}
    text = f"CallFunction('{name}'{''.join([', ' + a.text for a in arguments])})"
    return Expression("call_function", "CallFunction", values, text, arguments)


def named_argument(key: str, value: Expression) -> Expression:
    """An argument by name."""
    values = {"key": key, "value": value.data}
    return Expression("named_argument_expression", "NamedArgumentExpression", values, f"{key} => {value}", [value])


def case_when(branches: Sequence[Expression], otherwise: Expression | None = None) -> Expression:
    """CASE WHEN; branches are condition, value, condition, value …"""
    arguments = list(branches) + ([otherwise] if otherwise is not None else [])
    text = "CASE"
    for condition, value in zip(branches[::2], branches[1::2]):
        text += f" WHEN {condition} THEN {value}"
    text += f" ELSE {otherwise} END" if otherwise is not None else " END"
    values = {"function_name": "when", "arguments": _datas(arguments), "is_distinct": False}
    name = "case" if otherwise is None else "case else"
    return Expression("unresolved_function", "Expression.UnresolvedFunction", values, text, arguments, name=name)


def alias(child: Expression, names: Sequence[str], metadata: Any = None) -> Expression:
    """A name, or several for a generator."""
    values = {
        "expr": child.data,
        "name": list(names),
        "metadata": json.dumps(metadata) if metadata is not None else None,
    }
    text = f"{child} AS {','.join(names)}"
    return Expression("alias", "Expression.Alias", values, text, [child], name=",".join(names))


def cast(child: Expression, kind: t.DataType | str, attempt: bool = False) -> Expression:
    """A cast to a type or to SQL text that names one; attempt gives NULL instead of an error."""
    values: dict[str, Any] = {"expr": child.data}
    if isinstance(kind, str):
        values["type_str"] = kind
        name = kind.upper()
    else:
        values["type"] = data_type(kind)
        name = kind.simpleString().upper()
    if attempt:
        values["eval_mode"] = "EVAL_MODE_TRY"
    text = f"{'TRY_' if attempt else ''}CAST({child} AS {name})"
    return Expression("cast", "Expression.Cast", values, text, [child])


def sort_order(child: Expression, ascending: bool, nulls_first: bool) -> Expression:
    """An item of ORDER BY."""
    values = {
        "child": child.data,
        "direction": "SORT_DIRECTION_ASCENDING" if ascending else "SORT_DIRECTION_DESCENDING",
        "null_ordering": "SORT_NULLS_FIRST" if nulls_first else "SORT_NULLS_LAST",
    }
    text = f"{child} {'ASC' if ascending else 'DESC'} NULLS {'FIRST' if nulls_first else 'LAST'}"
    return Expression("sort_order", "Expression.SortOrder", values, text, [child])


def extract_value(child: Expression, extraction: Expression) -> Expression:
    """A field, an element or the value of a key."""
    values = {"child": child.data, "extraction": extraction.data}
    return Expression(
        "unresolved_extract_value",
        "Expression.UnresolvedExtractValue",
        values,
        f"{child}['{extraction}']",
        [child, extraction],
    )


def update_field(child: Expression, name: str, value: Expression | None) -> Expression:
    """A struct with a field set, or dropped when there is no value."""
    values = {
        "struct_expression": child.data,
        "field_name": name,
        "value_expression": value.data if value is not None else None,
    }
    text = f"update_field({child}, {name}, {value})" if value is not None else f"drop_field({child}, {name})"
    parts = [child] if value is None else [child, value]
    return Expression("update_fields", "Expression.UpdateFields", values, text, parts)


def lambda_variable(hint: str) -> Expression:
    """A variable of a lambda with a name of its own."""
    name = f"{hint}_{next(_variables)}"
    kind = "unresolved_named_lambda_variable"
    return Expression(kind, "Expression.UnresolvedNamedLambdaVariable", {"name_parts": [name]}, name)


def lambda_function(body: Expression, arguments: Sequence[Expression]) -> Expression:
    """A function of variables."""
    values = {"function": body.data, "arguments": [a.body for a in arguments]}
    text = f"LambdaFunction({body}, {', '.join([a.text for a in arguments])})"
    return Expression("lambda_function", "Expression.LambdaFunction", values, text, [body, *arguments])


def window(
    value: Expression,
    partition: Sequence[Expression],
    order: Sequence[Expression],
    frame: dict[str, Any] | None,
    text: str,
) -> Expression:
    """A function over a window; order are sort orders."""
    values = {
        "window_function": value.data,
        "partition_spec": _datas(partition),
        "order_spec": [o.body for o in order],
        "frame_spec": frame,
    }
    shown = f"WindowExpression({value}, ({text}))"
    return Expression("window", "Expression.Window", values, shown, [value, *partition, *order])


def subquery(plan: Plan, kind: str, values: Sequence[Expression] = (), options: dict[str, Any] | None = None) -> Expression:
    """A subquery: kind is SCALAR, EXISTS, TABLE_ARG or IN; its plan travels as a reference."""
    fields = {
        "plan_id": plan.plan_id,
        "subquery_type": "SUBQUERY_TYPE_" + kind,
        "table_arg_options": options,
        "in_subquery_values": _datas(values),
    }
    text = f"SubqueryExpression({plan.plan_id}, {kind.lower()})"
    return Expression("subquery_expression", "SubqueryExpression", fields, text, values, (plan,))


def merge_action(kind: str, condition: Expression | None, assignments: Sequence[tuple[Expression, Expression]]) -> Expression:
    """A clause of DataFrame.mergeInto."""
    values = {
        "action_type": "ACTION_TYPE_" + kind,
        "condition": condition.data if condition is not None else None,
        "assignments": [{"key": k.data, "value": v.data} for k, v in assignments],
    }
    parts = ([condition] if condition is not None else []) + [e for pair in assignments for e in pair]
    return Expression("merge_action", "MergeAction", values, f"MergeAction({kind})", parts)


def partition_id(child: Expression) -> Expression:
    """The number of the partition that a row goes to."""
    kind = "direct_shuffle_partition_id"
    return Expression(kind, "Expression.DirectShufflePartitionID", {"child": child.data}, f"{child}", [child])


def literal(value: Any) -> Expression:
    """A constant of the type that Python's value suggests."""
    if isinstance(value, enum.Enum):
        value = value.value
    return typed_literal(value, literal_type(value))


def literal_type(value: Any) -> t.DataType:
    """The type of a constant."""
    if value is None:
        return t.NullType()
    if isinstance(value, (bytes, bytearray)):
        return t.BinaryType()
    if isinstance(value, bool):
        return t.BooleanType()
    if hasattr(value, "dtype"):
        from flintlake.sql._infer import numpy_type

        found = numpy_type(value.dtype)
        if found is not None:
            return found
    if isinstance(value, int):
        if INT_MIN <= value <= INT_MAX:
            return t.IntegerType()
        if LONG_MIN <= value <= LONG_MAX:
            return t.LongType()
        raise PySparkValueError(
            errorClass="VALUE_NOT_BETWEEN",
            messageParameters={"arg_name": "value", "min": str(LONG_MIN), "max": "32767"},
        )
    simple: list[tuple[type, type[t.DataType]]] = [
        (float, t.DoubleType),
        (str, t.StringType),
        (datetime.datetime, t.TimestampType),
        (datetime.date, t.DateType),
        (datetime.time, t.TimeType),
        (datetime.timedelta, t.DayTimeIntervalType),
    ]
    for cls, kind in simple:
        if isinstance(value, cls):
            return kind()
    if isinstance(value, decimal.Decimal):
        return _decimal_type(value)
    if isinstance(value, list):
        if not value or value[0] is None:
            raise PySparkTypeError(errorClass="CANNOT_INFER_ARRAY_ELEMENT_TYPE", messageParameters={})
        return t.ArrayType(literal_type(value[0]), True)
    raise PySparkTypeError(errorClass="UNSUPPORTED_DATA_TYPE", messageParameters={"data_type": type(value).__name__})


def _decimal_type(value: decimal.Decimal) -> t.DecimalType:
    """The type with just the digits of a decimal; one that needs more than 38 is left to the engine to refuse."""
    _, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):  # NaN and infinity
        return t.DecimalType()
    scale = max(0, -exponent)
    return t.DecimalType(max(len(digits) + max(0, exponent), scale, 1), scale)


_LITERAL_FIELDS: dict[type[t.DataType], str] = {
    t.BinaryType: "binary",
    t.BooleanType: "boolean",
    t.ByteType: "byte",
    t.ShortType: "short",
    t.IntegerType: "integer",
    t.LongType: "long",
    t.FloatType: "float",
    t.DoubleType: "double",
    t.StringType: "string",
    t.DateType: "date",
    t.TimestampType: "timestamp",
    t.TimestampNTZType: "timestamp_ntz",
    t.DayTimeIntervalType: "day_time_interval",
}


def literal_fields(value: Any, kind: t.DataType) -> dict[str, Any]:
    """The fields of the Literal message of a constant."""
    if value is None:
        return {"null": data_type(kind)}
    field = _LITERAL_FIELDS.get(type(kind))
    if field is not None:
        if kind.needConversion():
            value = kind.toInternal(value)
        elif hasattr(value, "dtype"):
            value = value.item()
        return {field: bytes(value) if field == "binary" else value}
    if isinstance(kind, t.DecimalType):
        return {"decimal": {"value": str(value), "precision": kind.precision, "scale": kind.scale}}
    if isinstance(kind, t.TimeType):
        return {"time": {"precision": kind.precision, "nano": kind.toInternal(value)}}
    if isinstance(kind, t.ArrayType):
        elements = [literal_fields(v, kind.elementType) for v in value]
        return {"array": {"element_type": data_type(kind.elementType), "elements": elements}}
    raise PySparkTypeError(errorClass="UNSUPPORTED_DATA_TYPE", messageParameters={"data_type": str(kind)})


def typed_literal(value: Any, kind: t.DataType) -> Expression:
    """A constant of a given type."""
    fields = literal_fields(value, kind)
    return Expression("literal", "Expression.Literal", fields, _literal_text(value, kind))


def _literal_text(value: Any, kind: t.DataType) -> str:
    if value is None:
        return "NULL"
    if isinstance(kind, (t.TimestampType, t.TimestampNTZType)):
        local = kind.fromInternal(kind.toInternal(value))
        assert local is not None
        return str(local.strftime("%Y-%m-%d %H:%M:%S.%f"))
    if isinstance(kind, t.DateType):
        return str(value.strftime("%Y-%m-%d"))
    if isinstance(kind, t.TimeType):
        return str(value.strftime("%H:%M:%S.%f"))
    return str(value)
