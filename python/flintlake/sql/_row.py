"""Row: a tuple whose values have names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flintlake.errors import (
    PySparkAttributeError,
    PySparkKeyError,
    PySparkRuntimeError,
    PySparkTypeError,
    PySparkValueError,
)


class Row(tuple[Any, ...]):
    """A row: its values by position, by name as attribute and by name as key.

    Row(name="Ann", age=11) makes a row; Row("name", "age") makes something like a class, to be called with values.
    """

    __fields__: Any

    def __new__(cls, *args: Any, **kwargs: Any) -> Row:
        if args and kwargs:
            raise PySparkValueError(errorClass="CANNOT_SET_TOGETHER", messageParameters={"arg_list": "args and kwargs"})
        if kwargs:
            return make_row(list(kwargs), tuple(kwargs.values()))
        return tuple.__new__(cls, args)

    def asDict(self, recursive: bool = False) -> dict[str, Any]:
        """The row as a dict; recursive turns rows inside into dicts too."""
        if not hasattr(self, "__fields__"):
            raise PySparkTypeError(errorClass="CANNOT_CONVERT_TYPE", messageParameters={"from_type": "Row", "to_type": "dict"})
        return dict(zip(self.__fields__, map(_plain, self) if recursive else self))

    def __contains__(self, item: Any) -> bool:
        return item in self.__fields__ if hasattr(self, "__fields__") else super().__contains__(item)

    def __call__(self, *args: Any) -> Row:
        """A row with this row's values as names."""
        if len(args) > len(self):
            raise PySparkValueError(
                errorClass="TOO_MANY_VALUES",
                messageParameters={"expected": str(len(self)), "item": "fields", "actual": str(len(args))},
            )
        return make_row(self, args)

    def __getitem__(self, item: Any) -> Any:
        if isinstance(item, (int, slice)):
            return super().__getitem__(item)
        try:
            return super().__getitem__(self.__fields__.index(item))
        except IndexError:
            raise PySparkKeyError(errorClass="KEY_NOT_EXISTS", messageParameters={"key": str(item)}) from None
        except ValueError:
            raise PySparkValueError(item) from None

    def __getattr__(self, item: str) -> Any:
        if not item.startswith("__"):
            try:
                return super().__getitem__(self.__fields__.index(item))
            except (IndexError, ValueError):
                pass
        raise PySparkAttributeError(errorClass="ATTRIBUTE_NOT_SUPPORTED", messageParameters={"attr_name": item})

    def __setattr__(self, key: str, value: Any) -> None:
        if key != "__fields__":
            raise PySparkRuntimeError(errorClass="READ_ONLY", messageParameters={"object": "Row"})
        self.__dict__[key] = value

    def __reduce__(self) -> Any:
        if hasattr(self, "__fields__"):
            return (make_row, (self.__fields__, tuple(self)))
        return (Row, tuple(self))

    def __repr__(self) -> str:
        if hasattr(self, "__fields__"):
            return f"Row({', '.join(f'{k}={v!r}' for k, v in zip(self.__fields__, tuple(self)))})"
        return f"<Row({', '.join(repr(field) for field in self)})>"


def make_row(fields: Sequence[str], values: Sequence[Any]) -> Row:
    """A row from names and values."""
    row = tuple.__new__(Row, values)
    row.__dict__["__fields__"] = fields
    return row


def _plain(value: Any) -> Any:
    if isinstance(value, Row):
        return value.asDict(True)
    if isinstance(value, list):
        return [_plain(v) for v in value]
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    return value
