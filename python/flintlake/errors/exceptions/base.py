"""The exception classes, named as in pyspark.errors."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from enum import Enum
from pickle import PicklingError
from typing import Any

from flintlake.errors.texts import SQL_STATES, text


class QueryContextType(Enum):
    """Where a query context points to."""

    SQL = 0
    DataFrame = 1


class QueryContext:
    """The piece of SQL text that an error is about."""

    def __init__(self, fragment: str, start: int, stop: int, line: int = -1, position: int = -1) -> None:
        self._fragment, self._start, self._stop = fragment, start, stop
        self._line, self._position = line, position

    def contextType(self) -> QueryContextType:
        """Whether the error is in SQL text or in a DataFrame call."""
        return QueryContextType.SQL

    def objectType(self) -> str:
        """The kind of the object whose text it is, such as VIEW; empty for a query."""
        return ""

    def objectName(self) -> str:
        """The name of that object."""
        return ""

    def startIndex(self) -> int:
        """The first character of the fragment in the text."""
        return self._start

    def stopIndex(self) -> int:
        """The last character of the fragment in the text."""
        return self._stop

    def fragment(self) -> str:
        """The text in question."""
        return self._fragment

    def callSite(self) -> str:
        """The call of the DataFrame API; empty for SQL."""
        return ""

    def summary(self) -> str:
        """Line, position and fragment in words."""
        where = f" (line {self._line}, position {self._position})" if self._line >= 0 else ""
        return f"== SQL{where} ==\n{self._fragment}"


class PySparkException(Exception):
    """Base of all errors: a condition, its SQLSTATE, parameters and a text."""

    def __init__(
        self,
        message: str | None = None,
        errorClass: str | None = None,
        messageParameters: dict[str, str] | None = None,
        contexts: list[QueryContext] | None = None,
        sqlState: str | None = None,
    ) -> None:
        self._message = text(errorClass or "", messageParameters or {}) if message is None else message
        self._errorClass = errorClass
        self._messageParameters = messageParameters
        self._contexts = contexts or []
        self._sqlState = sqlState
        super().__init__(self._message)

    def getCondition(self) -> str | None:
        """The name of the error condition, such as UNRESOLVED_COLUMN.WITH_SUGGESTION."""
        return self._errorClass

    def getErrorClass(self) -> str | None:
        """Deprecated name of getCondition."""
        warnings.warn("Deprecated in 4.0.0, use getCondition instead.", FutureWarning, stacklevel=2)
        return self.getCondition()

    def getMessageParameters(self) -> dict[str, str] | None:
        """The values that belong to the condition."""
        return self._messageParameters

    def getSqlState(self) -> str | None:
        """The five-character SQLSTATE."""
        if self._sqlState is not None or self._errorClass is None:
            return self._sqlState
        return SQL_STATES.get(self._errorClass) or SQL_STATES.get(self._errorClass.split(".")[0])

    def getMessage(self) -> str:
        """Condition and text."""
        return f"[{self.getCondition()}] {self._message}"

    def getBreakingChangeInfo(self) -> dict[str, Any] | None:
        """How to migrate where the error comes from a change of Spark; always None here."""
        return None

    def getQueryContext(self) -> list[QueryContext]:
        """Where in the SQL text the error arose."""
        return self._contexts

    def __str__(self) -> str:
        return self.getMessage() if self.getCondition() is not None else self._message


class AnalysisException(PySparkException):
    """A query that cannot be analysed."""


class SessionNotSameException(PySparkException):
    """Two DataFrames of different sessions were combined."""


class TempTableAlreadyExistsException(AnalysisException):
    """A temporary view of that name exists."""


class ParseException(AnalysisException):
    """SQL text that does not parse."""


class IllegalArgumentException(PySparkException):
    """An argument that is not allowed."""


class ArithmeticException(PySparkException):
    """Overflow or division by zero."""


class UnsupportedOperationException(PySparkException):
    """Something that is not supported."""


class ArrayIndexOutOfBoundsException(PySparkException):
    """An array index outside of the array."""


class DateTimeException(PySparkException):
    """A date or time that does not exist or parse."""


class NumberFormatException(IllegalArgumentException):
    """Text that is not a number."""


class StreamingQueryException(PySparkException):
    """A streaming query that failed."""


class StreamingPythonRunnerInitializationException(PySparkException):
    """A streaming Python worker that did not start."""


class QueryExecutionException(PySparkException):
    """A query that failed while it ran."""


class PythonException(PySparkException):
    """An error in a Python function of the user."""


class SparkRuntimeException(PySparkException):
    """An error while a query runs."""


class SparkUpgradeException(PySparkException):
    """A result that differs between versions of Spark."""


class SparkNoSuchElementException(PySparkException):
    """A key that is not there."""


class UnknownException(PySparkException):
    """An error without a class of its own."""


class PySparkValueError(PySparkException, ValueError):
    """A ValueError with a condition."""


class PySparkTypeError(PySparkException, TypeError):
    """A TypeError with a condition."""


class PySparkIndexError(PySparkException, IndexError):
    """An IndexError with a condition."""


class PySparkAttributeError(PySparkException, AttributeError):
    """An AttributeError with a condition."""


class PySparkRuntimeError(PySparkException, RuntimeError):
    """A RuntimeError with a condition."""


class PySparkAssertionError(PySparkException, AssertionError):
    """A failed comparison of DataFrames or schemas."""

    def __init__(
        self,
        message: str | None = None,
        errorClass: str | None = None,
        messageParameters: dict[str, str] | None = None,
        data: Iterable[Any] | None = None,
    ) -> None:
        super().__init__(message, errorClass, messageParameters)
        self.data = data


class PySparkNotImplementedError(PySparkException, NotImplementedError):
    """A part of the API that is not there."""


class PySparkPicklingError(PySparkException, PicklingError):
    """An object that cannot be pickled."""


class PySparkKeyError(PySparkException, KeyError):
    """A KeyError with a condition."""


class PySparkImportError(PySparkException, ImportError):
    """A package that is missing."""


class PickleException(PySparkException):
    """A pickle that cannot be read."""


def not_expected_type(expected: str, arg: str, value: Any) -> PySparkTypeError:
    """The error for an argument of a wrong type."""
    return PySparkTypeError(
        errorClass="NOT_EXPECTED_TYPE",
        messageParameters={"expected_type": expected, "arg_name": arg, "arg_type": type(value).__name__},
    )


def unsupported(feature: str) -> UnsupportedOperationException:
    """The error for a feature that this engine does not have yet."""
    return UnsupportedOperationException(
        errorClass="UNSUPPORTED_FEATURE", messageParameters={"feature": feature}, sqlState="0A000"
    )
