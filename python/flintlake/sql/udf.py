"""Functions of the user. Python functions inside a query are not there yet and say so."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from flintlake.errors import PySparkTypeError
from flintlake.errors.exceptions.base import not_expected_type, unsupported
from flintlake.sql.types import DataType, StringType

if TYPE_CHECKING:
    from flintlake.sql.column import Column
    from flintlake.sql.session import SparkSession

__all__ = ["UDFRegistration", "UserDefinedFunction"]


class UserDefinedFunction:
    """A Python function that may be called on columns."""

    def __init__(
        self,
        func: Callable[..., Any],
        returnType: DataType | str = StringType(),
        name: str | None = None,
        evalType: int = 100,
        deterministic: bool = True,
    ) -> None:
        if not callable(func):
            raise not_expected_type("callable", "func", func)
        if not isinstance(returnType, (DataType, str)):
            raise not_expected_type("DataType or str", "returnType", returnType)
        self.func = func
        self._return_type = returnType
        self._name = name or getattr(func, "__name__", type(func).__name__)
        self.evalType = evalType
        self.deterministic = deterministic

    @property
    def returnType(self) -> DataType:
        """The type of the result."""
        if isinstance(self._return_type, str):
            return DataType.fromDDL(self._return_type)
        return self._return_type

    def __call__(self, *args: Any, **kwargs: Any) -> Column:
        """Call the function on columns."""
        from flintlake.sql.functions.calls import to_column

        for arg in [*args, *kwargs.values()]:
            to_column(arg)
        raise unsupported(f"Python functions in queries ({self._name})")

    def asNondeterministic(self) -> UserDefinedFunction:
        """Mark that equal arguments may give different results."""
        self.deterministic = False
        return self

    def _wrapped(self) -> Callable[..., Any]:
        def function(*args: Any, **kwargs: Any) -> Column:
            return self(*args, **kwargs)

        function.func = self.func  # type: ignore[attr-defined]
        function.returnType = self._return_type  # type: ignore[attr-defined]
        function.evalType = self.evalType  # type: ignore[attr-defined]
        function.deterministic = self.deterministic  # type: ignore[attr-defined]
        function.asNondeterministic = self.asNondeterministic  # type: ignore[attr-defined]
        return function


class UDFRegistration:
    """Registers functions by name: spark.udf."""

    def __init__(self, sparkSession: SparkSession) -> None:
        self.sparkSession = sparkSession

    def register(self, name: str, f: Any, returnType: DataType | str | None = None) -> Any:
        """Make a Python function known to SQL; not there yet."""
        if hasattr(f, "asNondeterministic"):
            if returnType is not None:
                raise PySparkTypeError(
                    errorClass="CANNOT_SPECIFY_RETURN_TYPE_FOR_UDF",
                    messageParameters={"arg_name": "f", "return_type": str(returnType)},
                )
        else:
            UserDefinedFunction(f, returnType or StringType(), name)
        raise unsupported("spark.udf.register")

    def registerJavaFunction(self, name: str, javaClassName: str, returnType: Any = None) -> None:
        """There is no JVM here."""
        raise unsupported("Java functions")

    def registerJavaUDAF(self, name: str, javaClassName: str) -> None:
        """There is no JVM here."""
        raise unsupported("Java functions")
