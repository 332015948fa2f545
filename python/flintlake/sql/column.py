"""Column: an expression that is built by Python's operators."""

from __future__ import annotations

import datetime
import decimal
import enum
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from flintlake._plan import expression as e
from flintlake._plan.expression import Expression
from flintlake.errors import IllegalArgumentException, PySparkAttributeError, PySparkTypeError, PySparkValueError
from flintlake.errors.exceptions.base import not_expected_type
from flintlake.sql.types import DataType

if TYPE_CHECKING:
    from flintlake.sql.window import WindowSpec

__all__ = ["Column"]

_LITERALS = (bool, float, int, str, datetime.datetime, datetime.date, datetime.time, decimal.Decimal)


def expression_of(value: Any) -> Expression:
    """The expression of a column, or of a value as a constant."""
    return value._expr if isinstance(value, Column) else e.literal(value)


def _operand(value: Any) -> Expression:
    if isinstance(value, enum.Enum):
        value = value.value
    if isinstance(value, Column):
        return value._expr
    if value is None or isinstance(value, _LITERALS) or hasattr(value, "dtype"):
        return e.literal(value)
    raise not_expected_type("Column, bool, float, int, str, date, datetime or Decimal", "other", value)


class Column:
    """A column of a DataFrame, or an expression of columns."""

    def __init__(self, expr: Expression) -> None:
        if not isinstance(expr, Expression):
            raise not_expected_type("Expression", "expr", expr)
        self._expr = expr

    def _binary(self, name: str, other: Any) -> Column:
        return Column(e.function(name, [self._expr, _operand(other)]))

    def _reverse(self, name: str, other: Any) -> Column:
        return Column(e.function(name, [_operand(other), self._expr]))

    def _unary(self, name: str) -> Column:
        return Column(e.function(name, [self._expr]))

    # arithmetic
    def __neg__(self) -> Column:
        return self._unary("negative")

    def __add__(self, other: Any) -> Column:
        return self._binary("+", other)

    def __sub__(self, other: Any) -> Column:
        return self._binary("-", other)

    def __mul__(self, other: Any) -> Column:
        return self._binary("*", other)

    def __div__(self, other: Any) -> Column:
        return self._binary("/", other)

    def __truediv__(self, other: Any) -> Column:
        return self._binary("/", other)

    def __mod__(self, other: Any) -> Column:
        return self._binary("%", other)

    def __pow__(self, other: Any) -> Column:
        return self._binary("power", other)

    def __radd__(self, other: Any) -> Column:
        return self._binary("+", other)

    def __rsub__(self, other: Any) -> Column:
        return self._reverse("-", other)

    def __rmul__(self, other: Any) -> Column:
        return self._binary("*", other)

    def __rdiv__(self, other: Any) -> Column:
        return self._reverse("/", other)

    def __rtruediv__(self, other: Any) -> Column:
        return self._reverse("/", other)

    def __rmod__(self, other: Any) -> Column:
        return self._reverse("%", other)

    def __rpow__(self, other: Any) -> Column:
        return self._reverse("power", other)

    # comparison
    def __eq__(self, other: Any) -> Column:  # type: ignore[override]
        return self._binary("==", other)

    def __ne__(self, other: Any) -> Column:  # type: ignore[override]
        return self._binary("==", other)._unary("not")

    def __lt__(self, other: Any) -> Column:
        return self._binary("<", other)

    def __le__(self, other: Any) -> Column:
        return self._binary("<=", other)

    def __ge__(self, other: Any) -> Column:
        return self._binary(">=", other)

    def __gt__(self, other: Any) -> Column:
        return self._binary(">", other)

    __hash__ = None  # type: ignore[assignment]

    def eqNullSafe(self, other: Any) -> Column:
        """Equal, where NULL equals NULL: `<=>`."""
        return self._binary("<=>", other)

    # logic
    def __and__(self, other: Any) -> Column:
        return self._binary("and", other)

    def __or__(self, other: Any) -> Column:
        return self._binary("or", other)

    def __invert__(self) -> Column:
        return self._unary("not")

    def __rand__(self, other: Any) -> Column:
        return self._binary("and", other)

    def __ror__(self, other: Any) -> Column:
        return self._binary("or", other)

    def __contains__(self, item: Any) -> None:
        raise PySparkValueError(errorClass="CANNOT_APPLY_IN_FOR_COLUMN", messageParameters={})

    def bitwiseOR(self, other: Any) -> Column:
        """Bitwise or."""
        return self._binary("|", other)

    def bitwiseAND(self, other: Any) -> Column:
        """Bitwise and."""
        return self._binary("&", other)

    def bitwiseXOR(self, other: Any) -> Column:
        """Bitwise exclusive or."""
        return self._binary("^", other)

    def isNull(self) -> Column:
        """Whether the value is NULL."""
        return self._unary("isNull")

    def isNotNull(self) -> Column:
        """Whether the value is not NULL."""
        return self._unary("isNotNull")

    def isNaN(self) -> Column:
        """Whether the value is NaN."""
        return self._unary("isNaN")

    # text
    def contains(self, other: Any) -> Column:
        """Whether the text contains another."""
        return self._binary("contains", other)

    def startswith(self, other: Any) -> Column:
        """Whether the text starts with another."""
        return self._binary("startsWith", other)

    def endswith(self, other: Any) -> Column:
        """Whether the text ends with another."""
        return self._binary("endsWith", other)

    def like(self, other: str) -> Column:
        """Whether the text matches a pattern of LIKE."""
        return self._binary("like", other)

    def rlike(self, other: str) -> Column:
        """Whether a regular expression is found in the text."""
        return self._binary("rlike", other)

    def ilike(self, other: str) -> Column:
        """LIKE regardless of case."""
        return self._binary("ilike", other)

    def substr(self, startPos: Any, length: Any) -> Column:
        """The part of the text from startPos (the first is 1) of this length; both int or both Column."""
        if type(startPos) is not type(length):
            raise PySparkTypeError(
                errorClass="NOT_SAME_TYPE",
                messageParameters={
                    "arg_name1": "startPos",
                    "arg_name2": "length",
                    "arg_type1": type(startPos).__name__,
                    "arg_type2": type(length).__name__,
                },
            )
        if not isinstance(length, (Column, int)):
            raise not_expected_type("Column or int", "startPos", length)
        return Column(e.function("substr", [self._expr, expression_of(startPos), expression_of(length)]))

    # CASE
    def when(self, condition: Column, value: Any) -> Column:
        """One more branch of a CASE that functions.when began."""
        if not isinstance(condition, Column):
            raise not_expected_type("Column", "condition", condition)
        if not e.is_case(self._expr):
            raise IllegalArgumentException("when() follows only when(), and not after otherwise()")
        return Column(e.case_when([*self._expr.parts, condition._expr, expression_of(value)]))

    def otherwise(self, value: Any) -> Column:
        """The value where no branch of a CASE holds."""
        if e.is_case(self._expr, ended=True):
            raise IllegalArgumentException("otherwise() can be called once on a column that when() made")
        if not e.is_case(self._expr):
            raise IllegalArgumentException("otherwise() can be called only on a column that when() made")
        return Column(e.case_when(self._expr.parts, expression_of(value)))

    # names and types
    def alias(self, *alias: str, **kwargs: Any) -> Column:
        """The column under another name; several names for a generator."""
        metadata = kwargs.pop("metadata", None)
        assert not kwargs, f"Unexpected kwargs where passed: {kwargs}"
        if len(alias) > 1 and metadata is not None:
            raise PySparkValueError(errorClass="ONLY_ALLOWED_FOR_SINGLE_COLUMN", messageParameters={"arg_name": "metadata"})
        return Column(e.alias(self._expr, alias, metadata))

    name = alias

    def cast(self, dataType: DataType | str) -> Column:
        """The value as another type; a value that does not fit is an error."""
        if not isinstance(dataType, (DataType, str)):
            raise not_expected_type("DataType or str", "dataType", dataType)
        return Column(e.cast(self._expr, dataType))

    astype = cast

    def try_cast(self, dataType: DataType | str) -> Column:
        """The value as another type, NULL where it does not fit."""
        if not isinstance(dataType, (DataType, str)):
            raise not_expected_type("DataType or str", "dataType", dataType)
        return Column(e.cast(self._expr, dataType, attempt=True))

    # order
    def asc(self) -> Column:
        """Ascending, NULL first."""
        return Column(e.sort_order(self._expr, True, True))

    def asc_nulls_first(self) -> Column:
        """Ascending, NULL first."""
        return Column(e.sort_order(self._expr, True, True))

    def asc_nulls_last(self) -> Column:
        """Ascending, NULL last."""
        return Column(e.sort_order(self._expr, True, False))

    def desc(self) -> Column:
        """Descending, NULL last."""
        return Column(e.sort_order(self._expr, False, False))

    def desc_nulls_first(self) -> Column:
        """Descending, NULL first."""
        return Column(e.sort_order(self._expr, False, True))

    def desc_nulls_last(self) -> Column:
        """Descending, NULL last."""
        return Column(e.sort_order(self._expr, False, False))

    def over(self, window: WindowSpec) -> Column:
        """The function over a window."""
        from flintlake.sql.window import WindowSpec

        if not isinstance(window, WindowSpec):
            raise not_expected_type("WindowSpec", "window", window)
        return Column(window._apply(self._expr))

    def transform(self, f: Callable[[Column], Column]) -> Column:
        """f of this column."""
        return f(self)

    def outer(self) -> Column:
        """The column of the query around a subquery."""
        return Column(self._expr)

    def isin(self, *cols: Any) -> Column:
        """Whether the value is one of these, or of a DataFrame's only column."""
        from flintlake.sql.dataframe import DataFrame

        if len(cols) == 1 and isinstance(cols[0], DataFrame):
            is_struct = self._expr.kind == "unresolved_function" and self._expr.name == "struct"
            values = self._expr.parts if is_struct else [self._expr]
            return Column(e.subquery(cols[0]._plan, "IN", values))
        items = list(cols[0]) if len(cols) == 1 and isinstance(cols[0], (list, set)) else list(cols)
        return Column(e.function("in", [self._expr, *map(expression_of, items)]))

    def between(self, lowerBound: Any, upperBound: Any) -> Column:
        """Whether the value is within both bounds, themselves included."""
        return self._binary(">=", lowerBound)._binary("and", self._binary("<=", upperBound))

    # parts
    def getItem(self, key: Any) -> Column:
        """An element by ordinal (the first is 0) or the value of a key."""
        if isinstance(key, Column):
            warnings.warn("A column as key is deprecated: write column[key].", FutureWarning, stacklevel=2)
        return self[key]

    def getField(self, name: Any) -> Column:
        """A field of a struct."""
        if isinstance(name, Column):
            warnings.warn("A column as name is deprecated: write column[name].", FutureWarning, stacklevel=2)
        return self[name]

    def withField(self, fieldName: str, col: Column) -> Column:
        """The struct with a field added or replaced."""
        if not isinstance(fieldName, str):
            raise not_expected_type("str", "fieldName", fieldName)
        if not isinstance(col, Column):
            raise not_expected_type("Column", "col", col)
        return Column(e.update_field(self._expr, fieldName, col._expr))

    def dropFields(self, *fieldNames: str) -> Column:
        """The struct without some fields."""
        if not fieldNames:
            raise PySparkValueError(errorClass="CANNOT_BE_EMPTY", messageParameters={"item": "dropFields"})
        made = self._expr
        for name in fieldNames:
            if not isinstance(name, str):
                raise not_expected_type("str", "fieldName", name)
            made = e.update_field(made, name, None)
        return Column(made)

    def __getattr__(self, item: Any) -> Column:
        if item == "_jc":
            raise PySparkAttributeError(errorClass="JVM_ATTRIBUTE_NOT_SUPPORTED", messageParameters={"attr_name": "_jc"})
        if item.startswith("__"):
            raise PySparkAttributeError(errorClass="ATTRIBUTE_NOT_SUPPORTED", messageParameters={"attr_name": item})
        return self[item]

    def __getitem__(self, k: Any) -> Column:
        if isinstance(k, slice):
            if k.step is not None:
                raise PySparkValueError(errorClass="SLICE_WITH_STEP", messageParameters={})
            return self.substr(k.start, k.stop)
        return Column(e.extract_value(self._expr, expression_of(k)))

    def __iter__(self) -> Any:
        raise PySparkTypeError(errorClass="NOT_ITERABLE", messageParameters={"objectName": "Column"})

    def __bool__(self) -> bool:
        raise PySparkValueError(errorClass="CANNOT_CONVERT_COLUMN_INTO_BOOL", messageParameters={})

    __nonzero__ = __bool__

    def __repr__(self) -> str:
        return f"Column<'{self._expr.text}'>"
