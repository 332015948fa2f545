"""Table functions: spark.tvf."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flintlake._plan.relation import relation
from flintlake.sql.column import Column

if TYPE_CHECKING:
    from flintlake.sql.dataframe import DataFrame
    from flintlake.sql.session import SparkSession

__all__ = ["TableValuedFunction"]


class TableValuedFunction:
    """Functions that give rows."""

    def __init__(self, sparkSession: SparkSession) -> None:
        self._session = sparkSession

    def _call(self, name: str, *args: Column) -> DataFrame:
        from flintlake.sql.dataframe import DataFrame

        made = [a._expr for a in args]
        values = {"function_name": name, "arguments": [x.data for x in made]}
        references = [r for x in made for r in x.references]
        message = "UnresolvedTableValuedFunction"
        plan = relation("unresolved_table_valued_function", message, values, references=references)
        return DataFrame(plan, self._session)

    def range(self, start: int, end: int | None = None, step: int = 1, numPartitions: int | None = None) -> DataFrame:
        """Numbers from start to end."""
        return self._session.range(start, end, step, numPartitions)

    def explode(self, collection: Column) -> DataFrame:
        """A row for each element or entry."""
        return self._call("explode", collection)

    def explode_outer(self, collection: Column) -> DataFrame:
        """A row for each element or entry, one with NULL when there is none."""
        return self._call("explode_outer", collection)

    def inline(self, input: Column) -> DataFrame:
        """A row for each struct of an array."""
        return self._call("inline", input)

    def inline_outer(self, input: Column) -> DataFrame:
        """A row for each struct of an array, one with NULL when there is none."""
        return self._call("inline_outer", input)

    def json_tuple(self, input: Column, *fields: Column) -> DataFrame:
        """Fields of JSON text."""
        from flintlake.errors import PySparkValueError

        if not fields:
            raise PySparkValueError(errorClass="CANNOT_BE_EMPTY", messageParameters={"item": "field"})
        return self._call("json_tuple", input, *fields)

    def posexplode(self, collection: Column) -> DataFrame:
        """A row with the position of each element or entry."""
        return self._call("posexplode", collection)

    def posexplode_outer(self, collection: Column) -> DataFrame:
        """posexplode with one row of NULL when there is no element."""
        return self._call("posexplode_outer", collection)

    def stack(self, n: Column, *fields: Column) -> DataFrame:
        """Values as n rows."""
        return self._call("stack", n, *fields)

    def collations(self) -> DataFrame:
        """All collations."""
        return self._call("collations")

    def sql_keywords(self) -> DataFrame:
        """The keywords of SQL."""
        return self._call("sql_keywords")

    def variant_explode(self, input: Column) -> DataFrame:
        """A row for each element of a variant."""
        return self._call("variant_explode", input)

    def variant_explode_outer(self, input: Column) -> DataFrame:
        """variant_explode with one row of NULL when there is no element."""
        return self._call("variant_explode_outer", input)

    def python_worker_logs(self) -> DataFrame:
        """Logs of Python workers."""
        return self._call("python_worker_logs")
