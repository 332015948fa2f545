"""Table functions of the user. They are not there yet and say so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from flintlake.errors.exceptions.base import unsupported
from flintlake.sql.types import DataType, StructType

if TYPE_CHECKING:
    from flintlake.sql.session import SparkSession

__all__ = [
    "AnalyzeArgument",
    "AnalyzeResult",
    "OrderingColumn",
    "PartitioningColumn",
    "SelectedColumn",
    "SkipRestOfInputTableException",
    "UDTFRegistration",
]


@dataclass(frozen=True)
class AnalyzeArgument:
    """An argument as the analyze method of a table function sees it."""

    dataType: DataType
    value: Any | None
    isTable: bool
    isConstantExpression: bool


@dataclass(frozen=True)
class PartitioningColumn:
    """A column by which the input is split."""

    name: str


@dataclass(frozen=True)
class OrderingColumn:
    """A column by which the input is sorted."""

    name: str
    ascending: bool = True
    overrideNullsFirst: bool | None = None


@dataclass(frozen=True)
class SelectedColumn:
    """A column of the input that the function wants."""

    name: str
    alias: str = ""


@dataclass
class AnalyzeResult:
    """What the analyze method of a table function answers."""

    schema: StructType
    withSinglePartition: bool = False
    partitionBy: Sequence[PartitioningColumn] = field(default_factory=tuple)
    orderBy: Sequence[OrderingColumn] = field(default_factory=tuple)
    select: Sequence[SelectedColumn] = field(default_factory=tuple)


class SkipRestOfInputTableException(Exception):
    """Raised by a table function that wants no more input."""


class UserDefinedTableFunction:
    """A Python class that gives rows."""

    def __init__(
        self,
        func: type,
        returnType: StructType | str | None,
        name: str | None = None,
        evalType: int = 300,
        deterministic: bool = False,
    ) -> None:
        raise unsupported("Python table functions")

    @property
    def returnType(self) -> StructType | None:
        """The type of the rows."""
        raise unsupported("Python table functions")

    def asDeterministic(self) -> UserDefinedTableFunction:
        """Mark that equal arguments give equal rows."""
        raise unsupported("Python table functions")


class UDTFRegistration:
    """Registers table functions by name: spark.udtf."""

    def __init__(self, sparkSession: SparkSession) -> None:
        self.sparkSession = sparkSession

    def register(self, name: str, f: Any) -> Any:
        """Make a table function known to SQL; not there yet."""
        raise unsupported("spark.udtf.register")
