"""Databases, tables, columns and functions by name: spark.catalog."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from flintlake._plan.relation import relation
from flintlake.errors.exceptions.base import not_expected_type
from flintlake.sql.types import Row, StructType
from flintlake.storagelevel import StorageLevel

if TYPE_CHECKING:
    from flintlake.sql.dataframe import DataFrame
    from flintlake.sql.session import SparkSession

__all__ = ["Catalog", "CatalogMetadata", "Column", "Database", "Function", "Table", "TablePartition"]


class CatalogMetadata(NamedTuple):
    """A catalog."""

    name: str
    description: str | None


class Database(NamedTuple):
    """A database."""

    name: str
    catalog: str | None
    description: str | None
    locationUri: str


class _TableFields(NamedTuple):
    name: str
    catalog: str | None
    namespace: list[str] | None
    description: str | None
    tableType: str
    isTemporary: bool


class Table(_TableFields):
    """A table or view."""

    @property
    def database(self) -> str | None:
        """The database, when the namespace has one part."""
        return self.namespace[0] if self.namespace is not None and len(self.namespace) == 1 else None


class Column(NamedTuple):
    """A column of a table."""

    name: str
    description: str | None
    dataType: str
    nullable: bool
    isPartition: bool
    isBucket: bool
    isCluster: bool


class Function(NamedTuple):
    """A function."""

    name: str
    catalog: str | None
    namespace: list[str] | None
    description: str | None
    className: str
    isTemporary: bool


class TablePartition(NamedTuple):
    """A partition of a table."""

    partition: str


class Catalog:
    """What the session knows by name."""

    def __init__(self, sparkSession: SparkSession) -> None:
        self._sparkSession = sparkSession

    def _rows(self, kind: str, **values: Any) -> list[Row]:
        plan = relation("catalog", "Catalog", {kind: values})
        return list(self._sparkSession._client.rows(plan))

    def _value(self, kind: str, **values: Any) -> Any:
        return self._rows(kind, **values)[0][0]

    # catalogs and databases

    def currentCatalog(self) -> str:
        """The name of the current catalog."""
        return str(self._value("current_catalog"))

    def setCurrentCatalog(self, catalogName: str) -> None:
        """Change the current catalog."""
        self._rows("set_current_catalog", catalog_name=catalogName)

    def listCatalogs(self, pattern: str | None = None) -> list[CatalogMetadata]:
        """All catalogs."""
        return [CatalogMetadata(*r[:2]) for r in self._rows("list_catalogs", pattern=pattern)]

    def currentDatabase(self) -> str:
        """The name of the current database."""
        return str(self._value("current_database"))

    def setCurrentDatabase(self, dbName: str) -> None:
        """Change the current database."""
        self._rows("set_current_database", db_name=dbName)

    def listDatabases(self, pattern: str | None = None) -> list[Database]:
        """All databases."""
        return [Database(*r[:4]) for r in self._rows("list_databases", pattern=pattern)]

    def getDatabase(self, dbName: str) -> Database:
        """A database."""
        return Database(*self._rows("get_database", db_name=dbName)[0][:4])

    def databaseExists(self, dbName: str) -> bool:
        """Whether a database is there."""
        return bool(self._value("database_exists", db_name=dbName))

    def createDatabase(self, dbName: str, ifNotExists: bool = False, properties: dict[str, str] | None = None) -> None:
        """Make a database."""
        self._rows("create_database", db_name=dbName, if_not_exists=ifNotExists, properties=properties or {})

    def dropDatabase(self, dbName: str, ifExists: bool = False, cascade: bool = False) -> None:
        """Remove a database."""
        self._rows("drop_database", db_name=dbName, if_exists=ifExists, cascade=cascade)

    # tables

    def listTables(self, dbName: str | None = None, pattern: str | None = None) -> list[Table]:
        """Tables and views of a database, and temporary views."""
        return [_table(r) for r in self._rows("list_tables", db_name=dbName, pattern=pattern)]

    def listViews(self, dbName: str | None = None, pattern: str | None = None) -> list[Table]:
        """Views of a database, and temporary views."""
        return [_table(r) for r in self._rows("list_views", db_name=dbName, pattern=pattern)]

    def getTable(self, tableName: str) -> Table:
        """A table or view."""
        return _table(self._rows("get_table", table_name=tableName)[0])

    def tableExists(self, tableName: str, dbName: str | None = None) -> bool:
        """Whether a table or view is there."""
        return bool(self._value("table_exists", table_name=tableName, db_name=dbName))

    def listColumns(self, tableName: str, dbName: str | None = None) -> list[Column]:
        """The columns of a table."""
        return [Column(*r[:7]) for r in self._rows("list_columns", table_name=tableName, db_name=dbName)]

    def createTable(
        self,
        tableName: str,
        path: str | None = None,
        source: str | None = None,
        schema: StructType | None = None,
        description: str | None = None,
        **options: str,
    ) -> DataFrame:
        """Make a table."""
        from flintlake._plan.datatype import data_type

        if schema is not None and not isinstance(schema, StructType):
            raise not_expected_type("StructType", "schema", schema)
        if path is not None:
            options["path"] = path
        self._rows(
            "create_table",
            table_name=tableName,
            path=path,
            source=source,
            description=description or "",
            schema=data_type(schema) if schema is not None else None,
            options=options,
        )
        return self._sparkSession.table(tableName)

    def createExternalTable(
        self,
        tableName: str,
        path: str | None = None,
        source: str | None = None,
        schema: StructType | None = None,
        **options: str,
    ) -> DataFrame:
        """Old name of createTable."""
        import warnings

        warnings.warn("createExternalTable is deprecated, use createTable.", FutureWarning, stacklevel=2)
        return self.createTable(tableName, path, source, schema, **options)

    def dropTable(self, tableName: str, ifExists: bool = False, purge: bool = False) -> None:
        """Remove a table."""
        self._rows("drop_table", table_name=tableName, if_exists=ifExists, purge=purge)

    def dropView(self, viewName: str, ifExists: bool = False) -> None:
        """Remove a view."""
        self._rows("drop_view", view_name=viewName, if_exists=ifExists)

    def dropTempView(self, viewName: str) -> bool:
        """Remove a temporary view; whether it was there."""
        return bool(self._value("drop_temp_view", view_name=viewName))

    def dropGlobalTempView(self, viewName: str) -> bool:
        """Remove a global temporary view; whether it was there."""
        return bool(self._value("drop_global_temp_view", view_name=viewName))

    def truncateTable(self, tableName: str) -> None:
        """Remove all rows of a table."""
        self._rows("truncate_table", table_name=tableName)

    def analyzeTable(self, tableName: str, noScan: bool = False) -> None:
        """Compute statistics of a table."""
        self._rows("analyze_table", table_name=tableName, no_scan=noScan)

    def getTableProperties(self, tableName: str) -> dict[str, str]:
        """The properties of a table."""
        return {str(r[0]): str(r[1]) for r in self._rows("get_table_properties", table_name=tableName)}

    def getCreateTableString(self, tableName: str, asSerde: bool = False) -> str:
        """The statement that would make a table."""
        return str(self._value("get_create_table_string", table_name=tableName, as_serde=asSerde))

    def listPartitions(self, tableName: str) -> list[TablePartition]:
        """The partitions of a table."""
        return [TablePartition(str(r[0])) for r in self._rows("list_partitions", table_name=tableName)]

    def recoverPartitions(self, tableName: str) -> None:
        """Find partitions that were added as folders."""
        self._rows("recover_partitions", table_name=tableName)

    def refreshTable(self, tableName: str) -> None:
        """Forget what is remembered of a table."""
        self._rows("refresh_table", table_name=tableName)

    def refreshByPath(self, path: str) -> None:
        """Forget what is remembered of files."""
        self._rows("refresh_by_path", path=path)

    # caching

    def isCached(self, tableName: str) -> bool:
        """Whether the rows of a table are kept in memory."""
        return self._cached(tableName) in self._sparkSession._client.cached_tables

    def _cached(self, table: str) -> str:
        """The name under which a cached table is remembered; a table that is not there is an error."""
        self._sparkSession.table(table).schema  # noqa: B018
        if "." in table or self.getTable(table).isTemporary:
            return table.lower()
        return f"{self.currentDatabase()}.{table}".lower()

    def cacheTable(self, tableName: str, storageLevel: StorageLevel | None = None) -> None:
        """Ask for the rows of a table to be kept; as with DataFrame.persist, this is remembered for now."""
        self._sparkSession._client.cached_tables.add(self._cached(tableName))

    def uncacheTable(self, tableName: str) -> None:
        """Forget the kept rows of a table."""
        self._sparkSession._client.cached_tables.discard(self._cached(tableName))

    def clearCache(self) -> None:
        """Forget all kept rows."""
        self._sparkSession._client.cached_tables.clear()
        self._sparkSession._client.persisted.clear()

    # functions

    def listFunctions(self, dbName: str | None = None, pattern: str | None = None) -> list[Function]:
        """All functions."""
        return [Function(*r[:6]) for r in self._rows("list_functions", db_name=dbName, pattern=pattern)]

    def functionExists(self, functionName: str, dbName: str | None = None) -> bool:
        """Whether a function is there."""
        return bool(self._value("function_exists", function_name=functionName, db_name=dbName))

    def getFunction(self, functionName: str) -> Function:
        """A function."""
        return Function(*self._rows("get_function", function_name=functionName)[0][:6])

    def registerFunction(self, name: str, f: Callable[..., Any], returnType: Any = None) -> Any:
        """Old name of spark.udf.register."""
        return self._sparkSession.udf.register(name, f, returnType)


def _table(row: Row) -> Table:
    values = list(row[:6])
    if isinstance(values[2], str):
        values[2] = json.loads(values[2])
    return Table(*values)
