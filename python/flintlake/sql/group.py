"""Groups of rows and their aggregates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from flintlake._plan import expression as e
from flintlake._plan.expression import Expression
from flintlake.errors import AnalysisException, UnsupportedOperationException
from flintlake.errors.exceptions.base import not_expected_type, unsupported
from flintlake.sql.column import Column
from flintlake.sql.types import NumericType

if TYPE_CHECKING:
    from flintlake.sql.dataframe import DataFrame

__all__ = ["GroupedData"]


class GroupedData:
    """Rows grouped by columns: what groupBy, rollup and cube give."""

    def __init__(
        self,
        df: DataFrame,
        kind: str,
        cols: Sequence[Column],
        pivot: tuple[Column, Sequence[Any] | None] | None = None,
        sets: Sequence[Sequence[Column]] | None = None,
    ) -> None:
        self._df = df
        self._kind = kind
        self._cols = list(cols)
        self._pivot = pivot
        self._sets = sets

    def _aggregate(self, aggregates: Sequence[Expression]) -> DataFrame:
        grouping = [c._expr for c in self._cols]
        used = [*grouping, *aggregates]
        values: dict[str, Any] = {
            "group_type": "GROUP_TYPE_" + self._kind,
            "grouping_expressions": [x.data for x in grouping],
            "aggregate_expressions": [x.data for x in aggregates],
        }
        if self._pivot is not None:
            col, items = self._pivot
            literals = [e.literal(v).body for v in items] if items else []
            values["pivot"] = {"col": col._expr.data, "values": literals}
            used.append(col._expr)
        if self._sets is not None:
            values["grouping_sets"] = [{"grouping_set": [c._expr.data for c in s]} for s in self._sets]
            used += [c._expr for s in self._sets for c in s]
        return self._df._derive("aggregate", "Aggregate", values, used)

    def agg(self, *exprs: Any) -> DataFrame:
        """Aggregates of each group: columns, or a dict of column name to function name."""
        assert exprs, "exprs should not be empty"
        if len(exprs) == 1 and isinstance(exprs[0], dict):
            from flintlake.sql.functions import col, count

            made = []
            for name, function in exprs[0].items():
                if function == "count":
                    made.append(count(col(name))._expr)
                else:
                    made.append(e.function(function, [col(name)._expr]))
            return self._aggregate(made)
        assert all(isinstance(c, Column) for c in exprs), "all exprs should be Column"
        return self._aggregate([c._expr for c in exprs])

    def _numeric(self, function: str, cols: Sequence[str]) -> DataFrame:
        numeric = [f.name for f in self._df._known_schema().fields if isinstance(f.dataType, NumericType)]
        if cols:
            lower = {n.lower() for n in numeric}
            known = {n.lower() for n in self._df.columns}
            wrong = [c for c in cols if c.lower() in known and c.lower() not in lower]
            if wrong:
                raise AnalysisException(errorClass="_LEGACY_ERROR_TEMP_1323", messageParameters={"colName": wrong[0]})
        else:
            grouped = {c._expr.name for c in self._cols}
            cols = [n for n in numeric if n not in grouped]
        return self._aggregate([e.function(function, [e.attribute(c)]) for c in cols])

    def count(self) -> DataFrame:
        """The number of rows of each group."""
        return self._aggregate([e.alias(e.function("count", [e.literal(1)]), ["count"])])

    def mean(self, *cols: str) -> DataFrame:
        """The average of numeric columns."""
        return self._numeric("avg", cols)

    def avg(self, *cols: str) -> DataFrame:
        """The average of numeric columns."""
        return self._numeric("avg", cols)

    def max(self, *cols: str) -> DataFrame:
        """The largest value of numeric columns."""
        return self._numeric("max", cols)

    def min(self, *cols: str) -> DataFrame:
        """The smallest value of numeric columns."""
        return self._numeric("min", cols)

    def sum(self, *cols: str) -> DataFrame:
        """The sum of numeric columns."""
        return self._numeric("sum", cols)

    def pivot(self, pivot_col: str, values: list[Any] | None = None) -> GroupedData:
        """A column for each value of pivot_col."""
        if self._kind != "GROUPBY":
            raise _pivot_again(self._kind)
        if not isinstance(pivot_col, (str, Column)):
            raise not_expected_type("str", "pivot_col", pivot_col)
        for v in values or []:
            if v is not None and not isinstance(v, (bool, float, int, str)):
                raise not_expected_type("bool, float, int or str", "value", v)
        col = self._df[pivot_col] if isinstance(pivot_col, str) else pivot_col
        return GroupedData(self._df, "PIVOT", self._cols, (col, values))

    def __repr__(self) -> str:
        cols = ", ".join(str(c._expr) for c in self._cols)
        kind = {"GROUPBY": "GroupBy", "ROLLUP": "RollUp", "CUBE": "Cube", "GROUPING_SETS": "GroupingSets"}
        values = ", ".join(f"{n}: {t}" for n, t in self._df.dtypes)
        return f"GroupedData[grouping expressions: [{cols}], value: [{values}], type: {kind.get(self._kind, 'Pivot')}]"

    def apply(self, udf: Any) -> DataFrame:
        """Python functions inside a query are not there yet."""
        raise unsupported("GroupedData.apply")

    def applyInPandas(self, func: Any, schema: Any) -> DataFrame:
        """Python functions inside a query are not there yet."""
        raise unsupported("applyInPandas")

    def applyInArrow(self, func: Any, schema: Any) -> DataFrame:
        """Python functions inside a query are not there yet."""
        raise unsupported("applyInArrow")

    def applyInPandasWithState(self, *args: Any, **kwargs: Any) -> DataFrame:
        """Streaming is not there yet."""
        raise unsupported("applyInPandasWithState")

    def transformWithState(self, *args: Any, **kwargs: Any) -> DataFrame:
        """Streaming is not there yet."""
        raise unsupported("transformWithState")

    def transformWithStateInPandas(self, *args: Any, **kwargs: Any) -> DataFrame:
        """Streaming is not there yet."""
        raise unsupported("transformWithStateInPandas")

    def cogroup(self, other: GroupedData) -> PandasCogroupedOps:
        """Two groupings side by side."""
        return PandasCogroupedOps(self, other)


def _pivot_again(kind: str) -> UnsupportedOperationException:
    if kind == "PIVOT":
        return UnsupportedOperationException(
            errorClass="REPEATED_CLAUSE", messageParameters={"clause": "PIVOT", "operation": "SUBQUERY"}, sqlState="42614"
        )
    return UnsupportedOperationException(
        errorClass="UNSUPPORTED_FEATURE.PIVOT_AFTER_GROUP_BY", messageParameters={}, sqlState="0A000"
    )


class PandasCogroupedOps:
    """Two groupings side by side; functions over them are not there yet."""

    def __init__(self, gd1: GroupedData, gd2: GroupedData) -> None:
        self._gd1, self._gd2 = gd1, gd2

    def applyInPandas(self, func: Any, schema: Any) -> DataFrame:
        """Python functions inside a query are not there yet."""
        raise unsupported("applyInPandas")

    def applyInArrow(self, func: Any, schema: Any) -> DataFrame:
        """Python functions inside a query are not there yet."""
        raise unsupported("applyInArrow")
