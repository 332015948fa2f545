"""Readers and writers of DataFrames, named as in pyspark.sql.readwriter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from flintlake._plan import encode
from flintlake._plan.relation import Plan, command, relation
from flintlake.errors import PySparkTypeError, PySparkValueError
from flintlake.errors.exceptions.base import not_expected_type, unsupported
from flintlake.sql.column import Column
from flintlake.sql.types import StructType, _parse_datatype_string

if TYPE_CHECKING:
    from flintlake.sql.dataframe import DataFrame
    from flintlake.sql.session import SparkSession

__all__ = ["DataFrameReader", "DataFrameWriter", "DataFrameWriterV2"]


def to_text(value: Any) -> str | None:
    """An option as text: true and false in lower case; None stays None and means the default."""
    if value is None:
        return None
    return str(value).lower() if isinstance(value, bool) else str(value)


class _Options:
    _options: dict[str, str]

    def _set(self, options: Mapping[str, Any]) -> None:
        for key, value in options.items():
            text = to_text(value)
            if text is not None:
                self._options[key] = text


class DataFrameReader(_Options):
    """Reads files and tables: spark.read."""

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        self._format: str | None = None
        self._schema = ""
        self._options = {}

    def format(self, source: str) -> DataFrameReader:
        """The format of the files: delta, parquet, csv, json …"""
        self._format = source
        return self

    def schema(self, schema: StructType | str) -> DataFrameReader:
        """The schema of the data, so that none is inferred."""
        if isinstance(schema, StructType):
            self._schema = schema.json()
        elif isinstance(schema, str):
            _parse_datatype_string(schema)  # a mistake is reported here
            self._schema = schema
        else:
            raise not_expected_type("str or struct type", "schema", schema)
        return self

    def option(self, key: str, value: Any) -> DataFrameReader:
        """An option of the format."""
        self._set({key: value})
        return self

    def options(self, **options: Any) -> DataFrameReader:
        """Options of the format."""
        self._set(options)
        return self

    def _frame(self, plan: Plan) -> DataFrame:
        from flintlake.sql.dataframe import DataFrame

        return DataFrame(plan, self._spark)

    def load(
        self,
        path: Any = None,
        format: str | None = None,
        schema: StructType | str | None = None,
        **options: Any,
    ) -> DataFrame:
        """The data at a path or several."""
        if format is not None:
            self.format(format)
        if schema is not None:
            self.schema(schema)
        self._set(options)
        paths = [path] if isinstance(path, str) else path
        if paths is not None and not (isinstance(paths, list) and all(isinstance(p, str) for p in paths)):
            raise not_expected_type("str or list[str]", "path", path)
        return self._read(paths)

    def _read(self, paths: list[str] | None = None, predicates: list[str] | None = None) -> DataFrame:
        source = {
            "format": self._format,
            "schema": self._schema,
            "options": self._options,
            "paths": paths or [],
            "predicates": predicates or [],
        }
        return self._frame(relation("read", "Read", {"data_source": source}))

    def table(self, tableName: str) -> DataFrame:
        """A table or view by its name."""
        if not isinstance(tableName, str):
            raise not_expected_type("str", "tableName", tableName)
        named = {"unparsed_identifier": tableName, "options": self._options}
        return self._frame(relation("read", "Read", {"named_table": named}))

    def changes(self, tableName: str) -> DataFrame:
        """The changes of a table between two versions."""
        values = {"unparsed_identifier": tableName, "options": self._options}
        return self._frame(relation("relation_changes", "RelationChanges", values))

    def _texts(self, kind: str, path: Any, schema: Any, options: Mapping[str, Any]) -> DataFrame:
        """Files of text, or texts in the only column of a DataFrame."""
        from flintlake.sql.dataframe import DataFrame

        if schema is not None:
            self.schema(schema)
        self._set(options)
        if isinstance(path, DataFrame):
            return self._parse(kind, path)
        if not isinstance(path, (str, list)):
            raise not_expected_type("str or list[str]", "path", path)
        return self.format(kind.lower()).load(path)

    def _parse(self, kind: str, texts: DataFrame) -> DataFrame:
        from flintlake._plan.datatype import data_type

        schema = None
        if self._schema:
            is_json = self._schema.startswith("{")
            parsed = StructType.fromDDL(self._schema) if not is_json else _from_json(self._schema)
            schema = data_type(parsed)
        values = {"format": "PARSE_FORMAT_" + kind, "schema": schema, "options": self._options}
        return texts._derive("parse", "Parse", values)

    def parquet(self, *paths: str, **options: Any) -> DataFrame:
        """Parquet files."""
        self._set(options)
        return self.format("parquet").load(list(paths))

    def text(
        self,
        paths: Any,
        wholetext: bool = False,
        lineSep: str | None = None,
        pathGlobFilter: Any = None,
        recursiveFileLookup: Any = None,
        modifiedBefore: Any = None,
        modifiedAfter: Any = None,
    ) -> DataFrame:
        """Files of text, a row for each line."""
        self._set(
            {
                "wholetext": wholetext,
                "lineSep": lineSep,
                "pathGlobFilter": pathGlobFilter,
                "recursiveFileLookup": recursiveFileLookup,
                "modifiedBefore": modifiedBefore,
                "modifiedAfter": modifiedAfter,
            }
        )
        return self.format("text").load(paths)

    def csv(
        self,
        path: Any,
        schema: StructType | str | None = None,
        sep: Any = None,
        encoding: Any = None,
        quote: Any = None,
        escape: Any = None,
        comment: Any = None,
        header: Any = None,
        inferSchema: Any = None,
        ignoreLeadingWhiteSpace: Any = None,
        ignoreTrailingWhiteSpace: Any = None,
        nullValue: Any = None,
        nanValue: Any = None,
        positiveInf: Any = None,
        negativeInf: Any = None,
        dateFormat: Any = None,
        timestampFormat: Any = None,
        maxColumns: Any = None,
        maxCharsPerColumn: Any = None,
        maxMalformedLogPerPartition: Any = None,
        mode: Any = None,
        columnNameOfCorruptRecord: Any = None,
        multiLine: Any = None,
        charToEscapeQuoteEscaping: Any = None,
        samplingRatio: Any = None,
        enforceSchema: Any = None,
        emptyValue: Any = None,
        locale: Any = None,
        lineSep: Any = None,
        pathGlobFilter: Any = None,
        recursiveFileLookup: Any = None,
        modifiedBefore: Any = None,
        modifiedAfter: Any = None,
        unescapedQuoteHandling: Any = None,
    ) -> DataFrame:
        """CSV files, or CSV text in a DataFrame; the parameters are Spark's options."""
        return self._texts(
            "CSV",
            path,
            schema,
            dict(
                sep=sep,
                encoding=encoding,
                quote=quote,
                escape=escape,
                comment=comment,
                header=header,
                inferSchema=inferSchema,
                ignoreLeadingWhiteSpace=ignoreLeadingWhiteSpace,
                ignoreTrailingWhiteSpace=ignoreTrailingWhiteSpace,
                nullValue=nullValue,
                nanValue=nanValue,
                positiveInf=positiveInf,
                negativeInf=negativeInf,
                dateFormat=dateFormat,
                timestampFormat=timestampFormat,
                maxColumns=maxColumns,
                maxCharsPerColumn=maxCharsPerColumn,
                maxMalformedLogPerPartition=maxMalformedLogPerPartition,
                mode=mode,
                columnNameOfCorruptRecord=columnNameOfCorruptRecord,
                multiLine=multiLine,
                charToEscapeQuoteEscaping=charToEscapeQuoteEscaping,
                samplingRatio=samplingRatio,
                enforceSchema=enforceSchema,
                emptyValue=emptyValue,
                locale=locale,
                lineSep=lineSep,
                pathGlobFilter=pathGlobFilter,
                recursiveFileLookup=recursiveFileLookup,
                modifiedBefore=modifiedBefore,
                modifiedAfter=modifiedAfter,
                unescapedQuoteHandling=unescapedQuoteHandling,
            ),
        )

    def json(
        self,
        path: Any,
        schema: StructType | str | None = None,
        primitivesAsString: Any = None,
        prefersDecimal: Any = None,
        allowComments: Any = None,
        allowUnquotedFieldNames: Any = None,
        allowSingleQuotes: Any = None,
        allowNumericLeadingZero: Any = None,
        allowBackslashEscapingAnyCharacter: Any = None,
        mode: Any = None,
        columnNameOfCorruptRecord: Any = None,
        dateFormat: Any = None,
        timestampFormat: Any = None,
        multiLine: Any = None,
        allowUnquotedControlChars: Any = None,
        lineSep: Any = None,
        samplingRatio: Any = None,
        dropFieldIfAllNull: Any = None,
        encoding: Any = None,
        locale: Any = None,
        pathGlobFilter: Any = None,
        recursiveFileLookup: Any = None,
        modifiedBefore: Any = None,
        modifiedAfter: Any = None,
        allowNonNumericNumbers: Any = None,
        useUnsafeRow: Any = None,
    ) -> DataFrame:
        """JSON files, or JSON text in a DataFrame; the parameters are Spark's options."""
        return self._texts(
            "JSON",
            path,
            schema,
            dict(
                primitivesAsString=primitivesAsString,
                prefersDecimal=prefersDecimal,
                allowComments=allowComments,
                allowUnquotedFieldNames=allowUnquotedFieldNames,
                allowSingleQuotes=allowSingleQuotes,
                allowNumericLeadingZero=allowNumericLeadingZero,
                allowBackslashEscapingAnyCharacter=allowBackslashEscapingAnyCharacter,
                mode=mode,
                columnNameOfCorruptRecord=columnNameOfCorruptRecord,
                dateFormat=dateFormat,
                timestampFormat=timestampFormat,
                multiLine=multiLine,
                allowUnquotedControlChars=allowUnquotedControlChars,
                lineSep=lineSep,
                samplingRatio=samplingRatio,
                dropFieldIfAllNull=dropFieldIfAllNull,
                encoding=encoding,
                locale=locale,
                pathGlobFilter=pathGlobFilter,
                recursiveFileLookup=recursiveFileLookup,
                modifiedBefore=modifiedBefore,
                modifiedAfter=modifiedAfter,
                allowNonNumericNumbers=allowNonNumericNumbers,
                useUnsafeRow=useUnsafeRow,
            ),
        )

    def xml(
        self,
        path: Any,
        rowTag: Any = None,
        schema: StructType | str | None = None,
        excludeAttribute: Any = None,
        attributePrefix: Any = None,
        valueTag: Any = None,
        ignoreSurroundingSpaces: Any = None,
        rowValidationXSDPath: Any = None,
        ignoreNamespace: Any = None,
        wildcardColName: Any = None,
        encoding: Any = None,
        inferSchema: Any = None,
        nullValue: Any = None,
        dateFormat: Any = None,
        timestampFormat: Any = None,
        mode: Any = None,
        columnNameOfCorruptRecord: Any = None,
        multiLine: Any = None,
        samplingRatio: Any = None,
        locale: Any = None,
    ) -> DataFrame:
        """XML files, or XML text in a DataFrame; the parameters are Spark's options."""
        return self._texts(
            "XML",
            path,
            schema,
            dict(
                rowTag=rowTag,
                excludeAttribute=excludeAttribute,
                attributePrefix=attributePrefix,
                valueTag=valueTag,
                ignoreSurroundingSpaces=ignoreSurroundingSpaces,
                rowValidationXSDPath=rowValidationXSDPath,
                ignoreNamespace=ignoreNamespace,
                wildcardColName=wildcardColName,
                encoding=encoding,
                inferSchema=inferSchema,
                nullValue=nullValue,
                dateFormat=dateFormat,
                timestampFormat=timestampFormat,
                mode=mode,
                columnNameOfCorruptRecord=columnNameOfCorruptRecord,
                multiLine=multiLine,
                samplingRatio=samplingRatio,
                locale=locale,
            ),
        )

    def orc(
        self,
        path: Any,
        mergeSchema: bool | None = None,
        pathGlobFilter: Any = None,
        recursiveFileLookup: Any = None,
        modifiedBefore: Any = None,
        modifiedAfter: Any = None,
    ) -> DataFrame:
        """ORC files."""
        self._set({"mergeSchema": mergeSchema, "pathGlobFilter": pathGlobFilter})
        return self.format("orc").load(path)

    def jdbc(
        self,
        url: str,
        table: str,
        column: str | None = None,
        lowerBound: Any = None,
        upperBound: Any = None,
        numPartitions: int | None = None,
        predicates: list[str] | None = None,
        properties: dict[str, str] | None = None,
    ) -> DataFrame:
        """There is no JDBC here."""
        raise unsupported("JDBC")


def _from_json(text: str) -> StructType:
    from flintlake.sql.types import _parse_datatype_json_string

    parsed = _parse_datatype_json_string(text)
    assert isinstance(parsed, StructType)
    return parsed


_MODES = {
    "append": "SAVE_MODE_APPEND",
    "overwrite": "SAVE_MODE_OVERWRITE",
    "error": "SAVE_MODE_ERROR_IF_EXISTS",
    "errorifexists": "SAVE_MODE_ERROR_IF_EXISTS",
    "default": "SAVE_MODE_ERROR_IF_EXISTS",
    "ignore": "SAVE_MODE_IGNORE",
}


def _names(cols: Any, arg: str) -> list[str]:
    """Column names given one by one or as one list."""
    if len(cols) == 1 and isinstance(cols[0], (list, tuple)):
        cols = cols[0]
    for c in cols:
        if not isinstance(c, str):
            raise not_expected_type("str", arg, c)
    return list(cols)


class DataFrameWriter(_Options):
    """Writes to files and tables: df.write."""

    def __init__(self, df: DataFrame) -> None:
        self._df = df
        self._options = {}
        self._values: dict[str, Any] = {}

    def mode(self, saveMode: str | None) -> DataFrameWriter:
        """What to do when data is there: append, overwrite, error or ignore."""
        if saveMode:
            name = saveMode.lower()
            if name not in _MODES:
                from flintlake.errors import AnalysisException

                raise AnalysisException(
                    errorClass="INVALID_SAVE_MODE", messageParameters={"mode": f'"{saveMode}"'}, sqlState="42000"
                )
            self._values["mode"] = _MODES[name]
        return self

    def format(self, source: str) -> DataFrameWriter:
        """The format of the files."""
        self._values["source"] = source
        return self

    def option(self, key: str, value: Any) -> DataFrameWriter:
        """An option of the format."""
        self._set({key: value})
        return self

    def options(self, **options: Any) -> DataFrameWriter:
        """Options of the format."""
        self._set(options)
        return self

    def partitionBy(self, *cols: Any) -> DataFrameWriter:
        """A folder for each value of these columns."""
        self._values["partitioning_columns"] = _names(cols, "cols")
        return self

    def clusterBy(self, *cols: Any) -> DataFrameWriter:
        """Keep rows with near values of these columns together."""
        self._values["clustering_columns"] = _names(cols, "cols")
        return self

    def bucketBy(self, numBuckets: int, col: Any, *cols: Any) -> DataFrameWriter:
        """A number of files by hash of columns."""
        if not isinstance(numBuckets, int):
            raise not_expected_type("int", "numBuckets", numBuckets)
        if isinstance(col, (list, tuple)) and cols:
            raise PySparkValueError(
                errorClass="CANNOT_SET_TOGETHER", messageParameters={"arg_list": f"`col` of type {type(col).__name__} and `cols`"}
            )
        names = _names([col, *cols], "cols")
        self._values["bucket_by"] = {"bucket_column_names": names, "num_buckets": numBuckets}
        return self

    def sortBy(self, col: Any, *cols: Any) -> DataFrameWriter:
        """The order of the rows in a bucket."""
        if isinstance(col, (list, tuple)) and cols:
            raise PySparkValueError(
                errorClass="CANNOT_SET_TOGETHER", messageParameters={"arg_list": f"`col` of type {type(col).__name__} and `cols`"}
            )
        self._values["sort_column_names"] = _names([col, *cols], "cols")
        return self

    def _all(self, format: str | None, mode: str | None, partitionBy: Any, options: Mapping[str, Any]) -> None:
        self.mode(mode)
        self._set(options)
        if partitionBy is not None:
            self.partitionBy(partitionBy)
        if format is not None:
            self.format(format)

    def _write(self, **target: Any) -> None:
        values = {"input": self._df._plan.data, **self._values, "options": self._options, **target}
        body = encode("WriteOperation", values)
        self._df._session._client.command(command("write_operation", body), self._df._plan)

    def save(
        self,
        path: str | None = None,
        format: str | None = None,
        mode: str | None = None,
        partitionBy: Any = None,
        **options: Any,
    ) -> None:
        """Write to a path."""
        self._all(format, mode, partitionBy, options)
        self._write(path=path)

    def saveAsTable(
        self,
        name: str,
        format: str | None = None,
        mode: str | None = None,
        partitionBy: Any = None,
        **options: Any,
    ) -> None:
        """Write to a table, which is made when it is not there."""
        self._all(format, mode, partitionBy, options)
        self._write(table={"table_name": name, "save_method": "TABLE_SAVE_METHOD_SAVE_AS_TABLE"})

    def insertInto(self, tableName: str, overwrite: bool | None = None) -> None:
        """Add the rows to a table, columns by position."""
        if overwrite is not None:
            self.mode("overwrite" if overwrite else "append")
        self._write(table={"table_name": tableName, "save_method": "TABLE_SAVE_METHOD_INSERT_INTO"})

    def _files(self, kind: str, path: str, mode: str | None, options: Mapping[str, Any], by: Any = None) -> None:
        self._all(kind, mode, by, options)
        self._write(path=path)

    def parquet(self, path: str, mode: str | None = None, partitionBy: Any = None, compression: str | None = None) -> None:
        """Write Parquet files."""
        self._files("parquet", path, mode, {"compression": compression}, partitionBy)

    def orc(self, path: str, mode: str | None = None, partitionBy: Any = None, compression: str | None = None) -> None:
        """Write ORC files."""
        self._files("orc", path, mode, {"compression": compression}, partitionBy)

    def text(self, path: str, compression: str | None = None, lineSep: str | None = None) -> None:
        """Write text, a line for each row."""
        self._files("text", path, None, {"compression": compression, "lineSep": lineSep})

    def jdbc(self, url: str, table: str, mode: str | None = None, properties: dict[str, str] | None = None) -> None:
        """There is no JDBC here."""
        raise unsupported("JDBC")

    def csv(
        self,
        path: str,
        mode: str | None = None,
        compression: Any = None,
        sep: Any = None,
        quote: Any = None,
        escape: Any = None,
        header: Any = None,
        nullValue: Any = None,
        escapeQuotes: Any = None,
        quoteAll: Any = None,
        dateFormat: Any = None,
        timestampFormat: Any = None,
        ignoreLeadingWhiteSpace: Any = None,
        ignoreTrailingWhiteSpace: Any = None,
        charToEscapeQuoteEscaping: Any = None,
        encoding: Any = None,
        emptyValue: Any = None,
        lineSep: Any = None,
    ) -> None:
        """Write CSV files; the parameters are Spark's options."""
        self._files(
            "csv",
            path,
            mode,
            dict(
                compression=compression,
                sep=sep,
                quote=quote,
                escape=escape,
                header=header,
                nullValue=nullValue,
                escapeQuotes=escapeQuotes,
                quoteAll=quoteAll,
                dateFormat=dateFormat,
                timestampFormat=timestampFormat,
                ignoreLeadingWhiteSpace=ignoreLeadingWhiteSpace,
                ignoreTrailingWhiteSpace=ignoreTrailingWhiteSpace,
                charToEscapeQuoteEscaping=charToEscapeQuoteEscaping,
                encoding=encoding,
                emptyValue=emptyValue,
                lineSep=lineSep,
            ),
        )

    def json(
        self,
        path: str,
        mode: str | None = None,
        compression: Any = None,
        dateFormat: Any = None,
        timestampFormat: Any = None,
        lineSep: Any = None,
        encoding: Any = None,
        ignoreNullFields: Any = None,
    ) -> None:
        """Write JSON files; the parameters are Spark's options."""
        self._files(
            "json",
            path,
            mode,
            dict(
                compression=compression,
                dateFormat=dateFormat,
                timestampFormat=timestampFormat,
                lineSep=lineSep,
                encoding=encoding,
                ignoreNullFields=ignoreNullFields,
            ),
        )

    def xml(
        self,
        path: str,
        rowTag: Any = None,
        mode: str | None = None,
        attributePrefix: Any = None,
        valueTag: Any = None,
        rootTag: Any = None,
        declaration: Any = None,
        arrayElementName: Any = None,
        nullValue: Any = None,
        dateFormat: Any = None,
        timestampFormat: Any = None,
        compression: Any = None,
        encoding: Any = None,
        validateName: Any = None,
    ) -> None:
        """Write XML files; the parameters are Spark's options."""
        self._files(
            "xml",
            path,
            mode,
            dict(
                rowTag=rowTag,
                attributePrefix=attributePrefix,
                valueTag=valueTag,
                rootTag=rootTag,
                declaration=declaration,
                arrayElementName=arrayElementName,
                nullValue=nullValue,
                dateFormat=dateFormat,
                timestampFormat=timestampFormat,
                compression=compression,
                encoding=encoding,
                validateName=validateName,
            ),
        )


class DataFrameWriterV2(_Options):
    """Creates, appends to and overwrites tables: df.writeTo."""

    def __init__(self, df: DataFrame, table: str) -> None:
        self._df = df
        self._table = table
        self._options = {}
        self._properties: dict[str, str] = {}
        self._values: dict[str, Any] = {}

    def using(self, provider: str) -> DataFrameWriterV2:
        """The format of a new table."""
        self._values["provider"] = provider
        return self

    def option(self, key: str, value: Any) -> DataFrameWriterV2:
        """An option of the write."""
        self._set({key: value})
        return self

    def options(self, **options: Any) -> DataFrameWriterV2:
        """Options of the write."""
        self._set(options)
        return self

    def tableProperty(self, property: str, value: str) -> DataFrameWriterV2:
        """A property of a new table."""
        self._properties[property] = value
        return self

    def partitionedBy(self, col: Any, *cols: Any) -> DataFrameWriterV2:
        """The partitioning of a new table."""
        from flintlake.sql.functions import _to_col

        self._values["partitioning_columns"] = [_to_col(c)._expr.data for c in (col, *cols)]
        return self

    def clusterBy(self, col: str, *cols: str) -> DataFrameWriterV2:
        """The clustering of a new table."""
        self._values["clustering_columns"] = [col, *cols]
        return self

    def _write(self, mode: str, condition: Any = None) -> None:
        values = {
            "input": self._df._plan.data,
            "table_name": self._table,
            **self._values,
            "options": self._options,
            "table_properties": self._properties,
            "mode": "MODE_" + mode,
            "overwrite_condition": condition,
        }
        body = encode("WriteOperationV2", values)
        self._df._session._client.command(command("write_operation_v2", body), self._df._plan)

    def create(self) -> None:
        """Make a table of the rows."""
        self._write("CREATE")

    def replace(self) -> None:
        """Replace a table that is there."""
        self._write("REPLACE")

    def createOrReplace(self) -> None:
        """Make or replace a table."""
        self._write("CREATE_OR_REPLACE")

    def append(self) -> None:
        """Add the rows to a table."""
        self._write("APPEND")

    def overwrite(self, condition: Any) -> None:
        """Replace the rows for which the condition holds."""
        if not isinstance(condition, (Column, str)):
            raise PySparkTypeError(
                errorClass="NOT_EXPECTED_TYPE",
                messageParameters={
                    "expected_type": "Column or str",
                    "arg_name": "condition",
                    "arg_type": type(condition).__name__,
                },
            )
        from flintlake.sql.functions import _to_col

        self._write("OVERWRITE", _to_col(condition)._expr.data)

    def overwritePartitions(self) -> None:
        """Replace the partitions that the rows belong to."""
        self._write("OVERWRITE_PARTITIONS")
