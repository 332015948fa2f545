"""Missing values and statistics of a DataFrame."""

from __future__ import annotations

import random
import sys
import warnings
from typing import TYPE_CHECKING, Any

from flintlake._plan import expression as e
from flintlake._plan.relation import Plan, relation
from flintlake.errors import PySparkTypeError, PySparkValueError
from flintlake.errors.exceptions.base import not_expected_type
from flintlake.sql.column import Column

if TYPE_CHECKING:
    from flintlake.sql.dataframe import DataFrame
    from flintlake.sql.session import SparkSession


class _NoValue:
    def __repr__(self) -> str:
        return "<no value>"


_NO_VALUE = _NoValue()


def _plain_literal(value: Any) -> dict[str, Any]:
    if isinstance(value, bool):
        return {"boolean": value}
    if isinstance(value, int):
        return {"long": value}
    return {"double": value} if isinstance(value, float) else {"string": value}


def _strings(cols: Any, arg: str, expected: str) -> None:
    for c in cols:
        if not isinstance(c, str):
            raise not_expected_type(expected, arg, c)


class Statistics:
    """The methods of DataFrame for missing values and statistics."""

    _plan: Plan
    _session: SparkSession

    def _derived(self, kind: str, message: str, values: dict[str, Any]) -> DataFrame:
        from flintlake.sql.dataframe import DataFrame

        made = relation(kind, message, {"input": self._plan.data, **values}, inputs=(self._plan,))
        return DataFrame(made, self._session)

    def fillna(self, value: Any, subset: Any = None) -> DataFrame:
        """NULL replaced by a value, or by a value for each column of a dict."""
        if not isinstance(value, (float, int, str, bool, dict)):
            raise not_expected_type("bool, dict, float, int or str", "value", value)
        if isinstance(value, dict):
            if not value:
                raise PySparkValueError(errorClass="CANNOT_BE_EMPTY", messageParameters={"item": "value"})
            for c, v in value.items():
                if not isinstance(c, str):
                    raise not_expected_type("str", "key type of dict", c)
                if not isinstance(v, (bool, int, float, str)):
                    raise not_expected_type("bool, float, int or str", "value type of dict", v)
            cols, values = list(value), list(value.values())
        else:
            cols, values = self._subset_names(subset, "list or tuple"), [value]
        return self._derived("fill_na", "NAFill", {"cols": cols, "values": [_plain_literal(v) for v in values]})

    def _subset_names(self, subset: Any, expected: str = "list, str or tuple") -> list[str]:
        if subset is None:
            return []
        if isinstance(subset, str):
            return [subset]
        if not isinstance(subset, (list, tuple)):
            raise not_expected_type(expected, "subset", subset)
        _strings(subset, "cols", "list, str or tuple")
        return list(subset)

    def dropna(self, how: str = "any", thresh: int | None = None, subset: Any = None) -> DataFrame:
        """Without rows that have NULL in any or all of the columns, or fewer than thresh other values."""
        minimum: int | None = None
        if how is not None:
            if not isinstance(how, str):
                raise not_expected_type("str", "how", how)
            assert how in ("all", "any"), f"how ('{how}') should be 'any' or 'all'"
            minimum = 1 if how == "all" else None
        if thresh is not None:
            if not isinstance(thresh, int):
                raise not_expected_type("int", "thresh", thresh)
            minimum = thresh
        values = {"cols": self._subset_names(subset), "min_non_nulls": minimum}
        return self._derived("drop_na", "NADrop", values)

    def replace(self, to_replace: Any, value: Any = _NO_VALUE, subset: Any = None) -> DataFrame:
        """Values replaced by others."""
        pairs = _replacements(to_replace, value)
        if not (subset is None or isinstance(subset, (list, tuple, str))):
            raise not_expected_type("list, str or tuple", "subset", subset)
        cols = [subset] if isinstance(subset, str) else subset
        items = [{"old_value": e.literal(k).body, "new_value": e.literal(v).body} for k, v in pairs]
        return self._derived("replace", "NAReplace", {"cols": cols, "replacements": items})

    def summary(self, *statistics: str) -> DataFrame:
        """Statistics of each column as rows of text."""
        items = list(statistics[0]) if len(statistics) == 1 and isinstance(statistics[0], list) else list(statistics)
        _strings(items, "statistics", "list[str]")
        return self._derived("summary", "StatSummary", {"statistics": items})

    def describe(self, *cols: Any) -> DataFrame:
        """Count, mean, deviation, minimum and maximum of columns as rows of text."""
        names: list[str] = []
        for c in cols:
            names += [c] if isinstance(c, str) else list(c)
        return self._derived("describe", "StatDescribe", {"cols": names})

    def cov(self, col1: str, col2: str) -> float:
        """The sample covariance of two columns."""
        _two(col1, col2)
        return float(self._session._client.scalar(self._derived("cov", "StatCov", {"col1": col1, "col2": col2})._plan))

    def corr(self, col1: str, col2: str, method: str | None = None) -> float:
        """Pearson's correlation of two columns."""
        _two(col1, col2)
        method = method or "pearson"
        if method != "pearson":
            raise PySparkValueError(errorClass="VALUE_NOT_PEARSON", messageParameters={"arg_name": "method", "arg_value": method})
        values = {"col1": col1, "col2": col2, "method": method}
        return float(self._session._client.scalar(self._derived("corr", "StatCorr", values)._plan))

    def approxQuantile(self, col: Any, probabilities: Any, relativeError: float) -> Any:
        """Approximate quantiles of numeric columns."""
        if not isinstance(col, (str, list, tuple)):
            raise not_expected_type("list, str or tuple", "col", col)
        cols = [col] if isinstance(col, str) else list(col)
        _strings(cols, "columns", "list[str]")
        if not isinstance(probabilities, (list, tuple)):
            raise not_expected_type("list or tuple", "probabilities", probabilities)
        for p in probabilities:
            if not isinstance(p, (float, int)) or not 0 <= p <= 1:
                raise not_expected_type("list[float, int]", "probabilities", p)
        if not isinstance(relativeError, (float, int)):
            raise not_expected_type("float or int", "relativeError", relativeError)
        if relativeError < 0:
            raise PySparkValueError(
                errorClass="NEGATIVE_VALUE",
                messageParameters={"arg_name": "relativeError", "arg_value": str(relativeError)},
            )
        values = {"cols": cols, "probabilities": list(probabilities), "relative_error": float(relativeError)}
        plan = self._derived("approx_quantile", "StatApproxQuantile", values)._plan
        found = [list(q) for q in self._session._client.scalar(plan)]
        return found[0] if isinstance(col, str) else found

    def crosstab(self, col1: str, col2: str) -> DataFrame:
        """How often pairs of values occur, as a table."""
        _two(col1, col2)
        return self._derived("crosstab", "StatCrosstab", {"col1": col1, "col2": col2})

    def freqItems(self, cols: Any, support: float | None = None) -> DataFrame:
        """Values that occur often, perhaps with some that do not."""
        if not isinstance(cols, (list, tuple)):
            raise not_expected_type("list or tuple", "cols", cols)
        return self._derived("freq_items", "StatFreqItems", {"cols": list(cols), "support": support or 0.01})

    def sampleBy(self, col: Any, fractions: dict[Any, float], seed: int | None = None) -> DataFrame:
        """A random part of the rows, by a fraction for each value of a column."""
        from flintlake.sql.functions import _to_col

        if not isinstance(col, (str, Column)):
            raise not_expected_type("Column or str", "col", col)
        if not isinstance(fractions, dict):
            raise not_expected_type("dict", "fractions", fractions)
        items = []
        for k, v in fractions.items():
            if not isinstance(k, (float, int, str)):
                raise PySparkTypeError(
                    errorClass="DISALLOWED_TYPE_FOR_CONTAINER",
                    messageParameters={
                        "arg_name": "fractions",
                        "arg_type": type(fractions).__name__,
                        "allowed_types": "float, int, str",
                        "item_type": type(k).__name__,
                    },
                )
            items.append({"stratum": e.literal(k).body, "fraction": float(v)})
        values = {
            "col": _to_col(col)._expr.data,
            "fractions": items,
            "seed": seed if seed is not None else random.randint(0, sys.maxsize),
        }
        return self._derived("sample_by", "StatSampleBy", values)


def _two(col1: Any, col2: Any) -> None:
    for name, value in (("col1", col1), ("col2", col2)):
        if not isinstance(value, str):
            raise not_expected_type("str", name, value)


def _replacements(to_replace: Any, value: Any) -> list[tuple[Any, Any]]:
    plain = (bool, float, int, str, list, tuple)
    if value is _NO_VALUE:
        if not isinstance(to_replace, dict):
            raise PySparkTypeError(
                errorClass="ARGUMENT_REQUIRED",
                messageParameters={"arg_name": "value", "condition": "`to_replace` is dict"},
            )
        value = None
    if not isinstance(to_replace, (*plain, dict)):
        raise not_expected_type("bool, dict, float, int, str or tuple", "to_replace", to_replace)
    if not isinstance(value, plain) and value is not None and not isinstance(to_replace, dict):
        raise not_expected_type("bool, float, int, list, None, str or tuple", "value", value)
    if isinstance(to_replace, (list, tuple)) and isinstance(value, (list, tuple)) and len(to_replace) != len(value):
        raise PySparkValueError(
            errorClass="LENGTH_SHOULD_BE_THE_SAME",
            messageParameters={
                "arg1": "to_replace",
                "arg2": "value",
                "arg1_length": str(len(to_replace)),
                "arg2_length": str(len(value)),
            },
        )
    if isinstance(to_replace, dict):
        if value is not None:
            warnings.warn("to_replace is a dict, so value is ignored.", stacklevel=4)
        pairs = dict(to_replace)
    else:
        old = list(to_replace) if isinstance(to_replace, (list, tuple)) else [to_replace]
        new = list(value) if isinstance(value, (list, tuple)) else [value] * len(old)
        pairs = dict(zip(old, new))
    _one_kind(pairs)
    return [(_as_float(k), _as_float(v)) for k, v in pairs.items()]


def _one_kind(pairs: dict[Any, Any]) -> None:
    values = [*pairs.keys(), *(v for v in pairs.values() if v is not None)]
    kinds: tuple[Any, ...] = (bool, str, (float, int))
    if not any(all(isinstance(v, kind) for v in values) for kind in kinds):
        raise PySparkValueError(errorClass="MIXED_TYPE_REPLACEMENT", messageParameters={})


def _as_float(value: Any) -> Any:
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


class DataFrameNaFunctions:
    """Functions for missing values: df.na."""

    def __init__(self, df: DataFrame) -> None:
        self.df = df

    def fill(self, value: Any, subset: Any = None) -> DataFrame:
        """See DataFrame.fillna."""
        return self.df.fillna(value, subset)

    def drop(self, how: str = "any", thresh: int | None = None, subset: Any = None) -> DataFrame:
        """See DataFrame.dropna."""
        return self.df.dropna(how, thresh, subset)

    def replace(self, to_replace: Any, value: Any = _NO_VALUE, subset: Any = None) -> DataFrame:
        """See DataFrame.replace."""
        return self.df.replace(to_replace, value, subset)


class DataFrameStatFunctions:
    """Statistics: df.stat."""

    def __init__(self, df: DataFrame) -> None:
        self.df = df

    def approxQuantile(self, col: Any, probabilities: Any, relativeError: float) -> Any:
        """See DataFrame.approxQuantile."""
        return self.df.approxQuantile(col, probabilities, relativeError)

    def corr(self, col1: str, col2: str, method: str | None = None) -> float:
        """See DataFrame.corr."""
        return self.df.corr(col1, col2, method)

    def cov(self, col1: str, col2: str) -> float:
        """See DataFrame.cov."""
        return self.df.cov(col1, col2)

    def crosstab(self, col1: str, col2: str) -> DataFrame:
        """See DataFrame.crosstab."""
        return self.df.crosstab(col1, col2)

    def freqItems(self, cols: Any, support: float | None = None) -> DataFrame:
        """See DataFrame.freqItems."""
        return self.df.freqItems(cols, support)

    def sampleBy(self, col: Any, fractions: dict[Any, float], seed: int | None = None) -> DataFrame:
        """See DataFrame.sampleBy."""
        return self.df.sampleBy(col, fractions, seed)
