"""DeltaTable and its builders, named as in delta.tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from flintlake._plan import expression as e
from flintlake._plan.datatype import data_type, unparsed
from flintlake._plan.expression import Expression
from flintlake._plan.relation import Plan, relation, root
from flintlake.delta._messages import delta_command, delta_relation
from flintlake.sql._local import _frame
from flintlake.sql.column import Column
from flintlake.sql.dataframe import DataFrame
from flintlake.sql.session import SparkSession
from flintlake.sql.types import DataType, StructField, StructType

__all__ = [
    "DeltaMergeBuilder",
    "DeltaOptimizeBuilder",
    "DeltaTable",
    "DeltaTableBuilder",
    "IdentityGenerator",
]

Assignments = list[tuple[Expression, Expression]]


def _condition(condition: Any, name: str = "'condition'") -> Expression | None:
    if condition is None:
        return None
    if isinstance(condition, Column):
        return condition._expr
    if isinstance(condition, str):
        return e.sql(condition)
    raise TypeError(
        f"{name} must be a Spark SQL Column or a string (expression in SQL syntax), found to be of type {type(condition)}"
    )


def _assignments(mapping: Any, name: str) -> Assignments:
    if mapping is None:
        raise ValueError(f"{name} cannot be None")
    if type(mapping) is not dict:
        raise TypeError(f"{name} must be a dict, found to be {type(mapping)}")
    out: Assignments = []
    for field, value in mapping.items():
        if type(field) is not str:
            raise TypeError(
                f"Keys of dict in {name} must contain only strings with column names, found '{field}' of type '{type(field)}"
            )
        if isinstance(value, Column):
            made = value._expr
        elif isinstance(value, str):
            made = e.sql(value)
        else:
            raise TypeError(
                f"Values of dict in {name} must contain only Spark SQL Columns or strings "
                f"(expressions in SQL syntax) as values, found '{value}' of type '{type(value)}'"
            )
        out.append((e.attribute(field), made))
    return out


def _messages(assignments: Assignments) -> list[dict[str, bytes]]:
    return [{"field": field.data, "value": value.data} for field, value in assignments]


def _expressions(assignments: Assignments, *conditions: Expression | None) -> list[Expression]:
    return [value for _, value in assignments] + [c for c in conditions if c is not None]


def _data(condition: Expression | None) -> bytes | None:
    return condition.data if condition is not None else None


def _run(spark: SparkSession, plan: Plan) -> DataFrame:
    """Run a change once and keep its row of counts."""
    from flintlake._arrow import ipc

    operation = spark._client.start(root(plan))
    try:
        operation.wait()
        schema = StructType.fromJson(_json(operation.schema_json()))
        from flintlake._arrow import read

        rows = [r for _, array in operation.batches() for r in read.rows(array, schema)]
    finally:
        spark._client._finished(operation)
    return _frame(spark, ipc.write(rows, schema), schema)


def _json(text: str) -> dict[str, Any]:
    import json

    return dict(json.loads(text))


def _check(name: str, value: Any, kind: type) -> None:
    if type(value) is not kind:
        raise ValueError(f"{name} needs to be a {kind.__name__} but got '{type(value)}'.")


class DeltaTable:
    """A Delta table that can be changed: merge, update, delete, and its history.

    DeltaTable.forPath(spark, "/data/people") or DeltaTable.forName(spark, "people") finds one.
    """

    def __init__(
        self,
        spark: SparkSession,
        path: str | None = None,
        tableOrViewName: str | None = None,
        hadoopConf: Mapping[str, str] | None = None,
        plan: Plan | None = None,
    ) -> None:
        self._spark = spark
        self._path = path
        self._name = tableOrViewName
        self._plan = plan or delta_relation("scan", {"table": self._table()})

    def _table(self) -> dict[str, Any]:
        if self._path is not None:
            return {"path": {"path": self._path}}
        return {"table_or_view_name": self._name}

    # finding tables

    @classmethod
    def forPath(cls, sparkSession: SparkSession, path: str, hadoopConf: dict[str, str] | None = None) -> DeltaTable:
        """The table at a path; an error when there is none."""
        assert sparkSession is not None
        made = cls(sparkSession, path=path, hadoopConf=hadoopConf)
        sparkSession._client.schema(made._plan)
        return made

    @classmethod
    def forName(cls, sparkSession: SparkSession, tableOrViewName: str) -> DeltaTable:
        """The table of this name; an error when there is none."""
        assert sparkSession is not None
        made = cls(sparkSession, tableOrViewName=tableOrViewName)
        sparkSession._client.schema(made._plan)
        return made

    @classmethod
    def isDeltaTable(cls, sparkSession: SparkSession, identifier: str) -> bool:
        """Whether there is a Delta table at a path."""
        assert sparkSession is not None
        return bool(sparkSession._client.scalar(delta_relation("is_delta_table", {"path": identifier})))

    @classmethod
    def convertToDelta(
        cls, sparkSession: SparkSession, identifier: str, partitionSchema: str | StructType | None = None
    ) -> DeltaTable:
        """Make a folder of Parquet files (parquet.`/path`) a Delta table."""
        assert sparkSession is not None
        values: dict[str, Any] = {"identifier": identifier}
        if isinstance(partitionSchema, str):
            values["partition_schema_string"] = partitionSchema
        elif partitionSchema is not None:
            values["partition_schema_struct"] = data_type(partitionSchema)
        name = sparkSession._client.scalar(delta_relation("convert_to_delta", values))
        return cls.forName(sparkSession, str(name))

    @classmethod
    def create(cls, sparkSession: SparkSession | None = None) -> DeltaTableBuilder:
        """Define a table that is not there yet."""
        return DeltaTableBuilder(sparkSession, "MODE_CREATE")

    @classmethod
    def createIfNotExists(cls, sparkSession: SparkSession | None = None) -> DeltaTableBuilder:
        """Define a table, made only when it is not there."""
        return DeltaTableBuilder(sparkSession, "MODE_CREATE_IF_NOT_EXISTS")

    @classmethod
    def replace(cls, sparkSession: SparkSession | None = None) -> DeltaTableBuilder:
        """Define a table that replaces one."""
        return DeltaTableBuilder(sparkSession, "MODE_REPLACE")

    @classmethod
    def createOrReplace(cls, sparkSession: SparkSession | None = None) -> DeltaTableBuilder:
        """Define a table, made or replaced."""
        return DeltaTableBuilder(sparkSession, "MODE_CREATE_OR_REPLACE")

    # reading

    def toDF(self) -> DataFrame:
        """The rows of the table."""
        return DataFrame(self._plan, self._spark)

    def alias(self, aliasName: str) -> DeltaTable:
        """The table under a name for conditions and assignments."""
        values = {"input": self._plan.data, "alias": aliasName}
        plan = relation("subquery_alias", "SubqueryAlias", values, inputs=(self._plan,))
        return DeltaTable(self._spark, self._path, self._name, plan=plan)

    def history(self, limit: int | None = None) -> DataFrame:
        """The commits of the table, the latest first."""
        df = DataFrame(delta_relation("describe_history", {"table": self._table()}), self._spark)
        return df if limit is None else df.limit(limit)

    def detail(self) -> DataFrame:
        """Format, location, size, protocol and properties of the table."""
        return DataFrame(delta_relation("describe_detail", {"table": self._table()}), self._spark)

    # changing rows

    def delete(self, condition: Any = None) -> DataFrame:
        """Delete the rows for which the condition holds, all without one."""
        made = _condition(condition)
        values = {"target": self._plan.data, "condition": _data(made)}
        used = _expressions([], made)
        return _run(self._spark, delta_relation("delete_from_table", values, (self._plan,), used))

    def update(self, condition: Any = None, set: Any = None) -> DataFrame:
        """Set columns of the rows for which the condition holds, of all without one."""
        assignments = _assignments(set, "'set'")
        made = _condition(condition)
        values = {"target": self._plan.data, "condition": _data(made), "assignments": _messages(assignments)}
        used = _expressions(assignments, made)
        return _run(self._spark, delta_relation("update_table", values, (self._plan,), used))

    def merge(self, source: DataFrame, condition: Any) -> DeltaMergeBuilder:
        """Merge the rows of a DataFrame into the table, matched by a condition."""
        if source is None:
            raise ValueError("'source' in merge cannot be None")
        if not isinstance(source, DataFrame):
            raise TypeError(f"Type of 'source' in merge must be DataFrame, found {type(source)}")
        if condition is None:
            raise ValueError("'condition' in merge cannot be None")
        made = _condition(condition)
        assert made is not None
        return DeltaMergeBuilder(self._spark, self._plan, source._plan, made)

    # maintaining

    def _command(self, kind: str, **values: Any) -> DataFrame:
        from flintlake._arrow import ipc

        message = delta_command(kind, {"table": self._table(), **values})
        self._spark._client.command(message)
        empty = StructType([])
        return _frame(self._spark, ipc.write([], empty), empty)

    def vacuum(self, retentionHours: float | None = None) -> DataFrame:
        """Delete files that no version of the last hours (168 by default) needs."""
        hours = float(retentionHours) if retentionHours is not None else None
        return self._command("vacuum_table", retention_hours=hours)

    def optimize(self) -> DeltaOptimizeBuilder:
        """Make few large files of many small ones."""
        return DeltaOptimizeBuilder(self._spark, self)

    def generate(self, mode: str) -> None:
        """Write manifests for other engines (symlink_format_manifest)."""
        self._command("generate", mode=mode)

    def upgradeTableProtocol(self, readerVersion: int, writerVersion: int) -> None:
        """Raise the protocol of the table."""
        for name, value in (("readerVersion", readerVersion), ("writerVersion", writerVersion)):
            if not isinstance(value, int):
                raise ValueError(f"The {name} needs to be an integer but got '{type(value)}'.")
        self._command("upgrade_table_protocol", reader_version=readerVersion, writer_version=writerVersion)

    def addFeatureSupport(self, featureName: str) -> None:
        """Allow a table feature."""
        _check("featureName", featureName, str)
        self._command("add_feature_support", feature_name=featureName)

    def dropFeatureSupport(self, featureName: str, truncateHistory: bool | None = None) -> None:
        """Forbid a table feature again."""
        _check("featureName", featureName, str)
        if truncateHistory is not None:
            _check("truncateHistory", truncateHistory, bool)
        self._command("drop_feature_support", feature_name=featureName, truncate_history=truncateHistory)

    def restoreToVersion(self, version: int) -> DataFrame:
        """Bring the table back to a version."""
        _check("version", version, int)
        return _run(self._spark, delta_relation("restore_table", {"table": self._table(), "version": version}))

    def restoreToTimestamp(self, timestamp: str) -> DataFrame:
        """Bring the table back to a time."""
        _check("timestamp", timestamp, str)
        return _run(self._spark, delta_relation("restore_table", {"table": self._table(), "timestamp": timestamp}))

    def _clone(self, target: Any, isShallow: Any, replace: Any, properties: Any, **at: Any) -> DeltaTable:
        _check("target", target, str)
        _check("isShallow", isShallow, bool)
        _check("replace", replace, bool)
        if properties is not None:
            _check("properties", properties, dict)
            for key, value in properties.items():
                _check("All property keys including", key, str)
                _check("All property values including", value, str)
        values = {"target": target, "is_shallow": isShallow, "replace": replace, "properties": properties or {}}
        self._command("clone_table", **values, **at)
        return DeltaTable.forName(self._spark, target)

    def clone(
        self, target: str, isShallow: bool = False, replace: bool = False, properties: dict[str, str] | None = None
    ) -> DeltaTable:
        """Copy the table."""
        return self._clone(target, isShallow, replace, properties)

    def cloneAtVersion(
        self,
        version: int,
        target: str,
        isShallow: bool = False,
        replace: bool = False,
        properties: dict[str, str] | None = None,
    ) -> DeltaTable:
        """Copy the table as of a version."""
        _check("version", version, int)
        return self._clone(target, isShallow, replace, properties, version=version)

    def cloneAtTimestamp(
        self,
        timestamp: str,
        target: str,
        isShallow: bool = False,
        replace: bool = False,
        properties: dict[str, str] | None = None,
    ) -> DeltaTable:
        """Copy the table as of a time."""
        _check("timestamp", timestamp, str)
        return self._clone(target, isShallow, replace, properties, timestamp=timestamp)


class DeltaMergeBuilder:
    """Collects the clauses of a merge; execute runs it."""

    def __init__(self, spark: SparkSession, target: Plan, source: Plan, condition: Expression) -> None:
        self._spark = spark
        self._target = target
        self._source = source
        self._condition = condition
        self._actions: dict[str, list[dict[str, Any]]] = {
            "matched_actions": [],
            "not_matched_actions": [],
            "not_matched_by_source_actions": [],
        }
        self._used = [condition]
        self._evolve = False

    def _add(self, where: str, kind: str, condition: Any, assignments: Assignments | None = None) -> DeltaMergeBuilder:
        made = _condition(condition)
        body = {"assignments": _messages(assignments)} if assignments is not None else {}
        self._actions[where].append({"condition": _data(made), kind: body})
        self._used += _expressions(assignments or [], made)
        return self

    def whenMatchedUpdate(self, condition: Any = None, set: Any = None) -> DeltaMergeBuilder:
        """Set columns of a matched row."""
        assignments = _assignments(set, "'set' in whenMatchedUpdate")
        return self._add("matched_actions", "update_action", condition, assignments)

    def whenMatchedUpdateAll(self, condition: Any = None) -> DeltaMergeBuilder:
        """Set every column of a matched row to that of the source."""
        return self._add("matched_actions", "update_star_action", condition)

    def whenMatchedDelete(self, condition: Any = None) -> DeltaMergeBuilder:
        """Delete a matched row."""
        return self._add("matched_actions", "delete_action", condition)

    def whenNotMatchedInsert(self, condition: Any = None, values: Any = None) -> DeltaMergeBuilder:
        """Insert a row of the source that matches nothing."""
        assignments = _assignments(values, "'values' in whenNotMatchedInsert")
        return self._add("not_matched_actions", "insert_action", condition, assignments)

    def whenNotMatchedInsertAll(self, condition: Any = None) -> DeltaMergeBuilder:
        """Insert every column of a row of the source that matches nothing."""
        return self._add("not_matched_actions", "insert_star_action", condition)

    def whenNotMatchedBySourceUpdate(self, condition: Any = None, set: Any = None) -> DeltaMergeBuilder:
        """Set columns of a row of the table that matches nothing."""
        assignments = _assignments(set, "'set' in whenNotMatchedBySourceUpdate")
        return self._add("not_matched_by_source_actions", "update_action", condition, assignments)

    def whenNotMatchedBySourceDelete(self, condition: Any = None) -> DeltaMergeBuilder:
        """Delete a row of the table that matches nothing."""
        return self._add("not_matched_by_source_actions", "delete_action", condition)

    def withSchemaEvolution(self) -> DeltaMergeBuilder:
        """Add columns that only the source has."""
        self._evolve = True
        return self

    def _plan(self) -> Plan:
        values = {
            "target": self._target.data,
            "source": self._source.data,
            "condition": self._condition.data,
            **self._actions,
            "with_schema_evolution": self._evolve,
        }
        return delta_relation("merge_into_table", values, (self._target, self._source), self._used)

    def execute(self) -> DataFrame:
        """Run the merge; a row with the numbers of affected, updated, deleted and inserted rows."""
        return _run(self._spark, self._plan())


@dataclass
class IdentityGenerator:
    """Numbers for an identity column."""

    start: int = 1
    step: int = 1

    def __post_init__(self) -> None:
        for name in ("start", "step"):
            if not isinstance(getattr(self, name), int):
                raise TypeError(f"{name} must be an int, found {type(getattr(self, name))}")


def _type_error(message: str, objects: Sequence[Any]) -> NoReturn:
    found = "".join(f" Found {o} with type {type(o)}" for o in objects)
    raise TypeError(message + found)


def _strings(cols: Any, what: str) -> list[str]:
    if len(cols) == 1 and isinstance(cols[0], (list, tuple)):
        cols = cols[0]
    for c in cols:
        if type(c) is not str:
            _type_error(f"{what} must be str.", [c])
    return list(cols)


class DeltaTableBuilder:
    """Defines a new table; execute makes it."""

    def __init__(self, spark: SparkSession | None, mode: str) -> None:
        self._spark = spark or SparkSession.active()
        self._values: dict[str, Any] = {"mode": mode}
        self._columns: list[dict[str, Any]] = []
        self._properties: dict[str, str] = {}
        self._partitions: list[str] = []
        self._clusters: list[str] = []

    def _text(self, key: str, value: Any, what: str) -> DeltaTableBuilder:
        if type(value) is not str:
            _type_error(f"{what} must be str.", [value])
        self._values[key] = value
        return self

    def tableName(self, identifier: str) -> DeltaTableBuilder:
        """The name of the table."""
        return self._text("table_name", identifier, "Identifier")

    def location(self, location: str) -> DeltaTableBuilder:
        """The folder of the table."""
        return self._text("location", location, "Location")

    def comment(self, comment: str) -> DeltaTableBuilder:
        """What the table is about."""
        return self._text("comment", comment, "Table comment")

    def addColumn(
        self,
        colName: str,
        dataType: str | DataType,
        nullable: bool = True,
        generatedAlwaysAs: str | IdentityGenerator | None = None,
        generatedByDefaultAs: IdentityGenerator | None = None,
        comment: str | None = None,
    ) -> DeltaTableBuilder:
        """A column, perhaps computed or numbered."""
        if type(colName) is not str:
            _type_error("Column name must be str.", [colName])
        if not isinstance(dataType, (str, DataType)):
            _type_error("Column data type must be str or DataType.", [dataType])
        if type(nullable) is not bool:
            _type_error("Column nullable must be bool.", [nullable])
        if generatedAlwaysAs is not None and generatedByDefaultAs is not None:
            raise ValueError("generatedByDefaultAs and generatedAlwaysAs cannot both be set.")
        if generatedAlwaysAs is not None and not isinstance(generatedAlwaysAs, (str, IdentityGenerator)):
            _type_error("Generated always as expression must be str or IdentityGenerator.", [generatedAlwaysAs])
        if generatedByDefaultAs is not None and not isinstance(generatedByDefaultAs, IdentityGenerator):
            _type_error("Generated by default expression must be IdentityGenerator.", [generatedByDefaultAs])
        if comment is not None and type(comment) is not str:
            _type_error("Comment must be str or None.", [comment])
        column: dict[str, Any] = {
            "name": colName,
            "data_type": unparsed(dataType) if isinstance(dataType, str) else data_type(dataType),
            "nullable": nullable,
            "comment": comment,
        }
        if isinstance(generatedAlwaysAs, str):
            column["generated_always_as"] = generatedAlwaysAs
        elif generatedAlwaysAs is not None:
            column["identity_info"] = _identity(generatedAlwaysAs, False)
        elif generatedByDefaultAs is not None:
            column["identity_info"] = _identity(generatedByDefaultAs, True)
        self._columns.append(column)
        return self

    def addColumns(self, cols: StructType | list[StructField]) -> DeltaTableBuilder:
        """The columns of a schema."""
        if isinstance(cols, list):
            for field in cols:
                if type(field) is not StructField:
                    _type_error("Column in existing schema must be StructField.", [field])
            cols = StructType(cols)
        if type(cols) is not StructType:
            _type_error("Schema must be StructType or a list of StructField.", [cols])
        for field in cols:
            self.addColumn(field.name, field.dataType, field.nullable)
        return self

    def partitionedBy(self, *cols: Any) -> DeltaTableBuilder:
        """A folder for each value of these columns."""
        self._partitions += _strings(cols, "Partitioning column")
        return self

    def clusterBy(self, *cols: Any) -> DeltaTableBuilder:
        """Keep rows with near values of these columns together."""
        self._clusters += _strings(cols, "Clustering column")
        return self

    def property(self, key: str, value: str) -> DeltaTableBuilder:
        """A property of the table."""
        if type(key) is not str or type(value) is not str:
            _type_error("Key and value of property must be string.", [key, value])
        self._properties[key] = value
        return self

    def execute(self) -> DeltaTable:
        """Make the table."""
        values = {
            **self._values,
            "columns": self._columns,
            "partitioning_columns": self._partitions,
            "properties": self._properties,
            "clustering_columns": self._clusters,
        }
        self._spark._client.command(delta_command("create_delta_table", values))
        name = self._values.get("table_name")
        if name is not None:
            return DeltaTable.forName(self._spark, name)
        return DeltaTable.forPath(self._spark, self._values["location"])


def _identity(generator: IdentityGenerator, explicit: bool) -> dict[str, Any]:
    if generator.step == 0:
        raise ValueError("Column identity generation requires step to be non-zero.")
    return {"start": generator.start, "step": generator.step, "allow_explicit_insert": explicit}


class DeltaOptimizeBuilder:
    """Rewrites files of a table: to fewer ones, or sorted along a curve."""

    def __init__(self, spark: SparkSession, table: DeltaTable) -> None:
        self._spark = spark
        self._table = table
        self._filters: list[str] = []

    def where(self, partitionFilter: str) -> DeltaOptimizeBuilder:
        """Only these partitions."""
        self._filters.append(partitionFilter)
        return self

    def _execute(self, cols: list[str]) -> DataFrame:
        values = {
            "table": self._table._table(),
            "partition_filters": self._filters,
            "zorder_columns": cols,
        }
        return _run(self._spark, delta_relation("optimize_table", values))

    def executeCompaction(self) -> DataFrame:
        """Make large files of small ones."""
        return self._execute([])

    def executeZOrderBy(self, *cols: Any) -> DataFrame:
        """Bring rows with near values of these columns together."""
        return self._execute(_strings(cols, "Z-order column"))
