"""DataFrame: a relation that is computed when it is asked for."""

from __future__ import annotations

import random
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from flintlake._plan import encode
from flintlake._plan import expression as e
from flintlake._plan.expression import Expression
from flintlake._plan.relation import Plan, command, relation
from flintlake.errors import (
    AnalysisException,
    IllegalArgumentException,
    ParseException,
    PySparkAttributeError,
    PySparkIndexError,
    PySparkTypeError,
    PySparkValueError,
    SessionNotSameException,
)
from flintlake.errors.exceptions.base import not_expected_type
from flintlake.sql import _joins
from flintlake.sql import functions as F  # noqa: N812
from flintlake.sql._output import Output
from flintlake.sql._stat import DataFrameNaFunctions as DataFrameNaFunctions
from flintlake.sql._stat import DataFrameStatFunctions as DataFrameStatFunctions
from flintlake.sql._stat import Statistics
from flintlake.sql.column import Column
from flintlake.sql.types import StructType

if TYPE_CHECKING:
    from flintlake.sql.group import GroupedData
    from flintlake.sql.merge import MergeIntoWriter
    from flintlake.sql.observation import Observation
    from flintlake.sql.readwriter import DataFrameWriter, DataFrameWriterV2
    from flintlake.sql.session import SparkSession
    from flintlake.sql.table_arg import TableArg

__all__ = ["DataFrame", "DataFrameNaFunctions", "DataFrameStatFunctions"]


class DataFrame(Output, Statistics):
    """Rows of named columns. Transformations make new DataFrames; actions run them."""

    def __init__(self, plan: Plan, session: SparkSession) -> None:
        self._plan = plan
        self._session = session
        self._schema: StructType | None = None

    # making relations

    def _derive(
        self,
        kind: str,
        message: str,
        values: Mapping[str, Any],
        expressions: Sequence[Expression] = (),
        inputs: Sequence[Plan] = (),
    ) -> DataFrame:
        """The relation over this one; values get it as input unless they name their inputs."""
        references = [r for x in expressions for r in x.references]
        made = {"input": self._plan.data, **values} if not inputs else values
        plan = relation(kind, message, made, inputs=inputs or (self._plan,), references=references)
        return DataFrame(plan, self._session)

    def _keep_schema(self, other: DataFrame) -> DataFrame:
        other._schema = self._schema
        return other

    def _columns_of(self, cols: Sequence[Any], arg: str = "cols", ordinal: bool = False, sort: bool = False) -> list[Column]:
        if len(cols) == 1 and isinstance(cols[0], (list, tuple)):
            cols = cols[0]
        out = []
        for item in cols:
            if isinstance(item, Column):
                made = item
            elif isinstance(item, str):
                made = F.col(item)
            elif ordinal and isinstance(item, int) and not isinstance(item, bool):
                if item < 1:
                    raise PySparkIndexError(errorClass="INDEX_NOT_POSITIVE", messageParameters={"index": str(item)})
                made = self[item - 1]
            else:
                raise not_expected_type("Column or str", "col" if arg == "cols" else arg, item)
            out.append(made.asc() if sort and made._expr.kind != "sort_order" else made)
        return out

    def _same_session(self, other: Any) -> DataFrame:
        if not isinstance(other, DataFrame):
            raise not_expected_type("DataFrame", "other", other)
        if other._session._client is not self._session._client:
            raise SessionNotSameException(errorClass="SESSION_NOT_SAME", messageParameters={})
        return other

    # choosing columns

    def select(self, *cols: Any) -> DataFrame:
        """These columns only."""
        made = [c._expr for c in self._columns_of(cols)]
        return self._derive("project", "Project", {"expressions": [x.data for x in made]}, made)

    def selectExpr(self, *expr: Any) -> DataFrame:
        """Columns from SQL text."""
        texts: list[str] = []
        for item in expr:
            texts += [item] if isinstance(item, str) else list(item)
        return self._derive("project", "Project", {"expressions": [e.sql(t).data for t in texts]})

    def withColumn(self, colName: str, col: Column) -> DataFrame:
        """A column added, or replaced when the name is there."""
        if not isinstance(col, Column):
            raise not_expected_type("Column", "col", col)
        return self.withColumns({colName: col})

    def withColumns(self, *colsMap: dict[str, Column]) -> DataFrame:
        """Several columns added or replaced at once."""
        assert len(colsMap) == 1, "withColumns takes one dict"
        given = colsMap[0]
        if not isinstance(given, dict):
            raise not_expected_type("dict", "colsMap", given)
        for name, col in given.items():
            if not isinstance(col, Column):
                raise not_expected_type("Column", f"value of {name}", col)
        aliases = [{"expr": c._expr.data, "name": [n]} for n, c in given.items()]
        return self._derive("with_columns", "WithColumns", {"aliases": aliases}, [c._expr for c in given.values()])

    def withMetadata(self, columnName: str, metadata: dict[str, Any]) -> DataFrame:
        """The column with this metadata."""
        import json

        if not isinstance(metadata, dict):
            raise not_expected_type("dict", "metadata", metadata)
        alias = {"expr": self[columnName]._expr.data, "name": [columnName], "metadata": json.dumps(metadata)}
        return self._derive("with_columns", "WithColumns", {"aliases": [alias]})

    def withColumnRenamed(self, existing: str, new: str) -> DataFrame:
        """The column under a new name; nothing happens when it is not there."""
        return self.withColumnsRenamed({existing: new})

    def withColumnsRenamed(self, colsMap: dict[str, str]) -> DataFrame:
        """Columns under new names."""
        if not isinstance(colsMap, dict):
            raise not_expected_type("dict", "colsMap", colsMap)
        renames = [{"col_name": k, "new_col_name": v} for k, v in colsMap.items()]
        return self._derive("with_columns_renamed", "WithColumnsRenamed", {"renames": renames})

    def drop(self, *cols: Any) -> DataFrame:
        """All columns but these; names that are not there are ignored."""
        for c in cols:
            if not isinstance(c, (str, Column)):
                raise not_expected_type("Column or str", "col", c)
        made = [c._expr for c in cols if isinstance(c, Column)]
        names = [c for c in cols if isinstance(c, str)]
        return self._derive("drop", "Drop", {"columns": [x.data for x in made], "column_names": names}, made)

    def toDF(self, *cols: str) -> DataFrame:
        """The same columns under these names."""
        for c in cols:
            if not isinstance(c, str):
                raise not_expected_type("list[str]", "cols", c)
        return self._derive("to_df", "ToDF", {"column_names": list(cols)})

    def to(self, schema: StructType) -> DataFrame:
        """The columns in the order and with the types of a schema."""
        from flintlake._plan.datatype import data_type

        assert schema is not None
        made = self._derive("to_schema", "ToSchema", {"schema": data_type(schema)})
        made._schema = schema
        return made

    def colRegex(self, colName: str) -> Column:
        """The columns whose names match a regular expression in back-ticks."""
        if not isinstance(colName, str):
            raise not_expected_type("str", "colName", colName)
        return Column(e.regex(colName, self._plan.plan_id))

    def metadataColumn(self, colName: str) -> Column:
        """A hidden column, such as _metadata."""
        if not isinstance(colName, str):
            raise not_expected_type("str", "colName", colName)
        return Column(e.attribute(colName, self._plan.plan_id, True))

    # choosing rows

    def filter(self, condition: Any) -> DataFrame:
        """The rows for which the condition (a Column or SQL text) holds."""
        if isinstance(condition, str):
            made = e.sql(condition)
        elif isinstance(condition, Column):
            made = condition._expr
        else:
            raise not_expected_type("Column or str", "condition", condition)
        return self._keep_schema(self._derive("filter", "Filter", {"condition": made.data}, [made]))

    where = filter

    def limit(self, num: int) -> DataFrame:
        """At most this many rows."""
        if not isinstance(num, int) or isinstance(num, bool):
            raise not_expected_type("int", "num", num)
        return self._keep_schema(self._derive("limit", "Limit", {"limit": num}))

    def offset(self, num: int) -> DataFrame:
        """The rows after the first ones."""
        return self._keep_schema(self._derive("offset", "Offset", {"offset": num}))

    def distinct(self) -> DataFrame:
        """Each row once."""
        return self._deduplicate({"all_columns_as_keys": True, "within_watermark": False})

    def dropDuplicates(self, subset: list[str] | None = None) -> DataFrame:
        """One row for each combination of values of these columns, all by default."""
        return self._deduplicate(self._subset(subset, False))

    drop_duplicates = dropDuplicates

    def dropDuplicatesWithinWatermark(self, subset: list[str] | None = None) -> DataFrame:
        """dropDuplicates that forgets keys older than the watermark."""
        return self._deduplicate(self._subset(subset, True))

    def _subset(self, subset: Any, within_watermark: bool) -> dict[str, Any]:
        if subset is None:
            return {"all_columns_as_keys": True, "within_watermark": within_watermark}
        if not isinstance(subset, (list, tuple)):
            raise not_expected_type("list or tuple", "subset", subset)
        for c in subset:
            if not isinstance(c, str):
                raise not_expected_type("str", "subset", c)
        return {
            "column_names": list(subset),
            "all_columns_as_keys": False,
            "within_watermark": within_watermark,
        }

    def _deduplicate(self, values: dict[str, Any]) -> DataFrame:
        return self._keep_schema(self._derive("deduplicate", "Deduplicate", values))

    def sample(self, withReplacement: Any = None, fraction: Any = None, seed: int | None = None) -> DataFrame:
        """A random part of the rows."""
        if isinstance(withReplacement, float) and not isinstance(withReplacement, bool):
            fraction, seed = withReplacement, fraction if fraction is not None else seed
            withReplacement = None
        if not isinstance(fraction, (float, int)) or isinstance(fraction, bool):
            given = [type(a).__name__ for a in (withReplacement, fraction, seed)]
            raise PySparkTypeError(
                errorClass="NOT_EXPECTED_TYPE",
                messageParameters={
                    "expected_type": "bool, float or int",
                    "arg_name": "withReplacement (optional), fraction (required) and seed (optional)",
                    "arg_type": ", ".join(given),
                },
            )
        if fraction < 0 or (fraction > 1 and not withReplacement):
            raise IllegalArgumentException(
                f"requirement failed: Sampling fraction ({float(fraction)}) must be on interval [0, 1] without replacement"
            )
        values = {
            "lower_bound": 0.0,
            "upper_bound": float(fraction),
            "with_replacement": bool(withReplacement),
            "seed": int(seed) if seed is not None else random.randint(0, sys.maxsize),
            "deterministic_order": False,
        }
        return self._keep_schema(self._derive("sample", "Sample", values))

    def randomSplit(self, weights: list[float], seed: int | None = None) -> list[DataFrame]:
        """The rows dealt out at random in proportion to the weights."""
        for w in weights:
            if w < 0.0:
                raise PySparkValueError(
                    errorClass="VALUE_NOT_POSITIVE", messageParameters={"arg_name": "weights", "arg_value": str(w)}
                )
        total = sum(weights)
        if total <= 0:
            raise PySparkValueError(
                errorClass="VALUE_NOT_POSITIVE",
                messageParameters={"arg_name": "sum(weights)", "arg_value": str(total)},
            )
        seed = seed if seed is not None else random.randint(0, sys.maxsize)
        out, lower = [], 0.0
        for w in weights:
            upper = lower + w / total
            values = {
                "lower_bound": lower,
                "upper_bound": upper,
                "with_replacement": False,
                "seed": int(seed),
                "deterministic_order": True,
            }
            out.append(self._keep_schema(self._derive("sample", "Sample", values)))
            lower = upper
        return out

    # order and partitions

    def sort(self, *cols: Any, **kwargs: Any) -> DataFrame:
        """The rows in order of these columns; ascending=False or a list of booleans turns it."""
        return self._sort(cols, kwargs, True)

    orderBy = sort

    def sortWithinPartitions(self, *cols: Any, **kwargs: Any) -> DataFrame:
        """The rows in order inside of each partition."""
        return self._sort(cols, kwargs, False)

    def _sort(self, cols: Sequence[Any], kwargs: dict[str, Any], is_global: bool) -> DataFrame:
        if not cols:
            raise PySparkValueError(errorClass="CANNOT_BE_EMPTY", messageParameters={"item": "cols"})
        if len(cols) == 1 and isinstance(cols[0], list):
            cols = cols[0]
        items = []
        for c in cols:
            if isinstance(c, int) and not isinstance(c, bool):
                if c == 0:
                    raise PySparkIndexError(errorClass="ZERO_INDEX", messageParameters={})
                made = self[abs(c) - 1]
                items.append(made.desc() if c < 0 else made)
            elif isinstance(c, (Column, str)):
                items.append(F.col(c) if isinstance(c, str) else c)
            else:
                raise not_expected_type("Column, int or str", "cols", c)
        ascending = kwargs.get("ascending", True)
        if isinstance(ascending, (bool, int)):
            if not ascending:
                items = [c.desc() for c in items]
        elif isinstance(ascending, list):
            items = [c if asc else c.desc() for asc, c in zip(ascending, items)]
        else:
            raise not_expected_type("bool or list", "ascending", ascending)
        orders = [c._expr if c._expr.kind == "sort_order" else c.asc()._expr for c in items]
        values = {"order": [x.body for x in orders], "is_global": is_global}
        return self._keep_schema(self._derive("sort", "Sort", values, orders))

    def coalesce(self, numPartitions: int) -> DataFrame:
        """At most this many partitions."""
        _positive("numPartitions", numPartitions)
        values = {"num_partitions": numPartitions, "shuffle": False}
        return self._keep_schema(self._derive("repartition", "Repartition", values))

    def repartition(self, numPartitions: Any, *cols: Any) -> DataFrame:
        """The rows in this many partitions, or in partitions by columns."""
        if isinstance(numPartitions, int):
            _positive("numPartitions", numPartitions)
            if not cols:
                values = {"num_partitions": numPartitions, "shuffle": True}
                return self._keep_schema(self._derive("repartition", "Repartition", values))
            return self._repartition_by(numPartitions, self._columns_of(cols))
        if isinstance(numPartitions, (str, Column)):
            return self._repartition_by(None, self._columns_of((numPartitions, *cols)))
        raise not_expected_type("Column or str", "numPartitions", numPartitions)

    def repartitionByRange(self, numPartitions: Any, *cols: Any) -> DataFrame:
        """Partitions by ranges of columns."""
        if isinstance(numPartitions, int):
            _positive("numPartitions", numPartitions)
            if not cols:
                raise PySparkValueError(errorClass="CANNOT_BE_EMPTY", messageParameters={"item": "cols"})
            return self._repartition_by(numPartitions, self._columns_of(cols, sort=True))
        if isinstance(numPartitions, (str, Column)):
            return self._repartition_by(None, self._columns_of((numPartitions, *cols), sort=True))
        raise not_expected_type("Column, int or str", "numPartitions", numPartitions)

    def repartitionById(self, numPartitions: int, partitionIdCol: Any) -> DataFrame:
        """Partitions by the number in a column."""
        if not isinstance(numPartitions, int) or isinstance(numPartitions, bool):
            raise not_expected_type("int", "numPartitions", numPartitions)
        _positive("numPartitions", numPartitions)
        made = Column(e.partition_id(F._to_col(partitionIdCol)._expr))
        return self._repartition_by(numPartitions, [made])

    def _repartition_by(self, partitions: int | None, cols: Sequence[Column]) -> DataFrame:
        made = [c._expr for c in cols]
        values = {"partition_exprs": [x.data for x in made], "num_partitions": partitions}
        return self._keep_schema(self._derive("repartition_by_expression", "RepartitionByExpression", values, made))

    # groups

    def _group(self, kind: str, cols: Sequence[Any]) -> GroupedData:
        from flintlake.sql.group import GroupedData

        return GroupedData(self, kind, self._columns_of(cols, ordinal=True))

    def groupBy(self, *cols: Any) -> GroupedData:
        """Groups of rows with equal values of these columns."""
        return self._group("GROUPBY", cols)

    groupby = groupBy

    def rollup(self, *cols: Any) -> GroupedData:
        """groupBy with subtotals from right to left."""
        return self._group("ROLLUP", cols)

    def cube(self, *cols: Any) -> GroupedData:
        """groupBy with subtotals of every combination."""
        return self._group("CUBE", cols)

    def groupingSets(self, groupingSets: Sequence[Sequence[Any]], *cols: Any) -> GroupedData:
        """groupBy with the combinations given."""
        from flintlake.sql.group import GroupedData

        sets = [self._columns_of([list(s)], "groupingSets", ordinal=True) for s in groupingSets]
        return GroupedData(self, "GROUPING_SETS", self._columns_of(cols, ordinal=True), sets=sets)

    def agg(self, *exprs: Any) -> DataFrame:
        """Aggregates over all rows."""
        return self.groupBy().agg(*exprs)

    # combining

    def join(self, other: DataFrame, on: Any = None, how: str | None = None) -> DataFrame:
        """Join with another DataFrame on column names, a condition or a list of them."""
        other = self._same_session(other)
        condition, names = _joins.condition(on)
        values = {
            "left": self._plan.data,
            "right": other._plan.data,
            "join_condition": condition.data if condition is not None else None,
            "using_columns": names,
            "join_type": _joins.join_type(how),
        }
        used = [condition] if condition is not None else []
        return self._derive("join", "Join", values, used, inputs=(self._plan, other._plan))

    def crossJoin(self, other: DataFrame) -> DataFrame:
        """Each row with each row of another DataFrame."""
        return self.join(other, None, "cross")

    def lateralJoin(self, other: DataFrame, on: Column | None = None, how: str | None = None) -> DataFrame:
        """Join with a DataFrame that may refer to columns of this one by outer()."""
        other = self._same_session(other)
        values = {
            "left": self._plan.data,
            "right": other._plan.data,
            "join_condition": on._expr.data if on is not None else None,
            "join_type": _joins.lateral_type(how),
        }
        used = [on._expr] if on is not None else []
        return self._derive("lateral_join", "LateralJoin", values, used, inputs=(self._plan, other._plan))

    def nearestByJoin(
        self,
        other: DataFrame,
        rankingExpression: Column,
        numResults: int,
        mode: str,
        direction: str,
        *,
        joinType: str = "inner",
    ) -> DataFrame:
        """Join each row with the nearest ones by a ranking expression."""
        other = self._same_session(other)
        _joins.check_nearest(numResults, joinType, mode, direction)
        values = {
            "left": self._plan.data,
            "right": other._plan.data,
            "ranking_expression": rankingExpression._expr.data,
            "num_results": int(numResults),
            "join_type": joinType,
            "mode": mode,
            "direction": direction,
        }
        inputs = (self._plan, other._plan)
        return self._derive("nearest_by_join", "NearestByJoin", values, [rankingExpression._expr], inputs)

    def _set_operation(
        self, other: Any, kind: str, is_all: bool, by_name: bool = False, allow_missing: bool = False
    ) -> DataFrame:
        other = self._same_session(other)
        values = {
            "left_input": self._plan.data,
            "right_input": other._plan.data,
            "set_op_type": "SET_OP_TYPE_" + kind,
            "is_all": is_all,
            "by_name": by_name,
            "allow_missing_columns": allow_missing,
        }
        return self._derive("set_op", "SetOperation", values, inputs=(self._plan, other._plan))

    def union(self, other: DataFrame) -> DataFrame:
        """The rows of both, columns matched by position."""
        return self._set_operation(other, "UNION", True)

    unionAll = union

    def unionByName(self, other: DataFrame, allowMissingColumns: bool = False) -> DataFrame:
        """The rows of both, columns matched by name."""
        return self._set_operation(other, "UNION", True, True, allowMissingColumns)

    def intersect(self, other: DataFrame) -> DataFrame:
        """Rows in both, each once."""
        return self._set_operation(other, "INTERSECT", False)

    def intersectAll(self, other: DataFrame) -> DataFrame:
        """Rows in both, as often as in both."""
        return self._set_operation(other, "INTERSECT", True)

    def subtract(self, other: DataFrame) -> DataFrame:
        """Rows that the other does not have, each once."""
        return self._set_operation(other, "EXCEPT", False)

    def exceptAll(self, other: DataFrame) -> DataFrame:
        """Rows minus those of the other, duplicates kept."""
        return self._set_operation(other, "EXCEPT", True)

    # shapes

    def unpivot(self, ids: Any, values: Any, variableColumnName: str, valueColumnName: str) -> DataFrame:
        """Columns turned into rows of name and value."""
        assert ids is not None, "ids must not be None"

        def listed(cols: Any) -> list[Expression]:
            items = cols if isinstance(cols, (list, tuple)) else [cols]
            return [F._to_col(c)._expr for c in items]

        kept = listed(ids)
        turned = listed(values) if values is not None else None
        fields = {
            "ids": [x.data for x in kept],
            "values": {"values": [x.data for x in turned]} if turned is not None else None,
            "variable_column_name": variableColumnName,
            "value_column_name": valueColumnName,
        }
        return self._derive("unpivot", "Unpivot", fields, kept + (turned or []))

    melt = unpivot

    def transpose(self, indexColumn: Any = None) -> DataFrame:
        """Rows and columns exchanged."""
        made = [F._to_col(indexColumn)._expr] if indexColumn is not None else []
        return self._derive("transpose", "Transpose", {"index_columns": [x.data for x in made]}, made)

    def alias(self, alias: str) -> DataFrame:
        """The DataFrame under a name that qualifies its columns."""
        assert isinstance(alias, str), "alias should be a string"
        return self._keep_schema(self._derive("subquery_alias", "SubqueryAlias", {"alias": alias}))

    def transform(self, func: Callable[..., DataFrame], *args: Any, **kwargs: Any) -> DataFrame:
        """func of this DataFrame."""
        result = func(self, *args, **kwargs)
        assert isinstance(result, DataFrame), f"func must return a DataFrame, not {type(result)}"
        return result

    def hint(self, name: str, *parameters: Any) -> DataFrame:
        """A hint for the optimizer."""
        if len(parameters) == 1 and isinstance(parameters[0], list):
            parameters = tuple(parameters[0])
        if not isinstance(name, str):
            raise not_expected_type("str", "name", name)
        for p in parameters:
            if not isinstance(p, (str, float, int, Column, list)):
                raise _bad_hint(type(p).__name__)
            if isinstance(p, list) and not all(isinstance(i, (str, float, int)) for i in p):
                raise _bad_hint(f"list[{type(p[0]).__name__}]")
        made = [F.lit(p)._expr for p in parameters]
        values = {"name": name, "parameters": [x.data for x in made]}
        return self._keep_schema(self._derive("hint", "Hint", values, made))

    def withWatermark(self, eventTime: str, delayThreshold: str) -> DataFrame:
        """How late data of a stream may be."""
        for arg, value in (("eventTime", eventTime), ("delayThreshold", delayThreshold)):
            if not value or type(value) is not str:
                raise not_expected_type("str", arg, value)
        values = {"event_time": eventTime, "delay_threshold": delayThreshold}
        return self._derive("with_watermark", "WithWatermark", values)

    def observe(self, observation: Observation | str, *exprs: Column) -> DataFrame:
        """Compute aggregates beside the rows while they pass."""
        from flintlake.sql.observation import Observation

        if not exprs:
            raise PySparkValueError(errorClass="CANNOT_BE_EMPTY", messageParameters={"item": "exprs"})
        if not all(isinstance(c, Column) for c in exprs):
            raise not_expected_type("list[Column]", "exprs", exprs)
        if isinstance(observation, Observation):
            name = observation._use([c._expr.name if c._expr.kind == "alias" else c._expr.text for c in exprs])
        elif isinstance(observation, str):
            name = observation
        else:
            raise not_expected_type("Observation or str", "observation", observation)
        made = [c._expr for c in exprs]
        values = {"name": name, "metrics": [x.data for x in made]}
        out = self._keep_schema(self._derive("collect_metrics", "CollectMetrics", values, made))
        if isinstance(observation, Observation):
            out._plan.observations[name] = observation
        return out

    def zipWithIndex(self, indexColName: str = "index") -> DataFrame:
        """A column with the number of each row."""
        return self.select(F.col("*"), Column(e.function("distributed_sequence_id", [])).alias(indexColName))

    def toJSON(self, use_unicode: bool = True) -> DataFrame:
        """Each row as JSON text in the column value."""
        return self.select(F.to_json(F.struct(F.col("*"))).alias("value"))

    # subqueries

    def scalar(self) -> Column:
        """The single value of this DataFrame as a column."""
        return Column(e.subquery(self._plan, "SCALAR"))

    def exists(self) -> Column:
        """Whether this DataFrame has a row."""
        return Column(e.subquery(self._plan, "EXISTS"))

    def asTable(self) -> TableArg:
        """Return this DataFrame as argument of a table function."""
        from flintlake.sql.table_arg import TableArg

        return TableArg(self._plan)

    # columns as attributes and items

    def __getattr__(self, name: str) -> Column:
        if name in ("_jseq", "_jdf", "_jmap", "_jcols", "rdd"):
            raise PySparkAttributeError(errorClass="JVM_ATTRIBUTE_NOT_SUPPORTED", messageParameters={"attr_name": name})
        if name.startswith("_") or name not in self.columns:
            raise PySparkAttributeError(errorClass="ATTRIBUTE_NOT_SUPPORTED", messageParameters={"attr_name": name})
        return self._column(name)

    def __getitem__(self, item: Any) -> Any:
        if isinstance(item, str):
            if item == "*":
                return Column(e.star(None, self._plan.plan_id))
            self._check_name(item)
            return self._column(item)
        if isinstance(item, Column):
            return self.filter(item)
        if isinstance(item, (list, tuple)):
            return self.select(*item)
        if isinstance(item, int):
            return F.col(_quoted(self.columns[item]))
        raise not_expected_type("Column, float, integer, list or string", "item", item)

    def _check_name(self, name: str) -> None:
        """Refuse a column that is not there at once, as classic PySpark does; the engine decides in doubt."""
        if name.lower() not in {c.lower() for c in self._known_schema().names}:
            self._session._client.schema(self.select(name)._plan)

    def _column(self, name: str) -> Column:
        return Column(e.attribute(name, self._plan.plan_id))

    def __dir__(self) -> list[str]:
        names = set(super().__dir__())
        names.update(c for c in self.columns if c.isidentifier())
        return sorted(names)

    def _ipython_key_completions_(self) -> list[str]:
        return self.columns

    # views and writers

    def _create_view(self, name: str, is_global: bool, replace: bool) -> None:
        if not isinstance(name, str):
            raise not_expected_type("str", "name", name)
        values = {"input": self._plan.data, "name": name, "is_global": is_global, "replace": replace}
        body = encode("CreateDataFrameViewCommand", values)
        try:
            self._session._client.command(command("create_dataframe_view", body))
        except ParseException:
            raise AnalysisException(errorClass="_LEGACY_ERROR_TEMP_1321", messageParameters={"viewName": name}) from None

    def createTempView(self, name: str) -> None:
        """Name the DataFrame for SQL; the name must be free."""
        self._create_view(name, False, False)

    def createOrReplaceTempView(self, name: str) -> None:
        """Name the DataFrame for SQL."""
        self._create_view(name, False, True)

    def createGlobalTempView(self, name: str) -> None:
        """Name the DataFrame in global_temp; the name must be free."""
        self._create_view(name, True, False)

    def createOrReplaceGlobalTempView(self, name: str) -> None:
        """Name the DataFrame in global_temp."""
        self._create_view(name, True, True)

    def registerTempTable(self, name: str) -> None:
        """Old name of createOrReplaceTempView."""
        warnings.warn("Deprecated in 2.0, use createOrReplaceTempView instead.", FutureWarning, stacklevel=2)
        self.createOrReplaceTempView(name)

    @property
    def write(self) -> DataFrameWriter:
        """Save the rows to files or a table."""
        from flintlake.sql.readwriter import DataFrameWriter

        return DataFrameWriter(self)

    def writeTo(self, table: str) -> DataFrameWriterV2:
        """Create, append to or overwrite a table."""
        from flintlake.sql.readwriter import DataFrameWriterV2

        return DataFrameWriterV2(self, table)

    def mergeInto(self, table: str, condition: Column) -> MergeIntoWriter:
        """Merge the rows into a table."""
        from flintlake.sql.merge import MergeIntoWriter

        return MergeIntoWriter(self, table, condition)

    @property
    def writeStream(self) -> Any:
        """Write a stream; this DataFrame is not one."""
        raise AnalysisException(errorClass="WRITE_STREAM_NOT_ALLOWED", messageParameters={}, sqlState="42601")

    @property
    def sparkSession(self) -> SparkSession:
        """The session of this DataFrame."""
        return self._session

    @property
    def na(self) -> DataFrameNaFunctions:
        """Functions for missing values."""
        return DataFrameNaFunctions(self)

    @property
    def stat(self) -> DataFrameStatFunctions:
        """Statistics."""
        return DataFrameStatFunctions(self)


def _positive(arg: str, value: Any) -> None:
    if not value > 0:
        raise IllegalArgumentException(f"{arg} must be positive, not {value}")


def _bad_hint(item_type: str) -> PySparkTypeError:
    return PySparkTypeError(
        errorClass="INVALID_ITEM_FOR_CONTAINER",
        messageParameters={
            "arg_name": "parameters",
            "allowed_types": "str, float, int, Column, list[str], list[float], list[int]",
            "item_type": item_type,
        },
    )


def _quoted(name: str) -> str:
    return name if name.isidentifier() else "`" + name.replace("`", "``") + "`"
