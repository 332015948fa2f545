"""DataFrames and SQL, named as in pyspark.sql. Submodules are loaded when a name is first used."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flintlake.sql.catalog import Catalog as Catalog
    from flintlake.sql.column import Column as Column
    from flintlake.sql.dataframe import DataFrame as DataFrame
    from flintlake.sql.dataframe import DataFrameNaFunctions as DataFrameNaFunctions
    from flintlake.sql.dataframe import DataFrameStatFunctions as DataFrameStatFunctions
    from flintlake.sql.group import GroupedData as GroupedData
    from flintlake.sql.merge import MergeIntoWriter as MergeIntoWriter
    from flintlake.sql.observation import Observation as Observation
    from flintlake.sql.readwriter import DataFrameReader as DataFrameReader
    from flintlake.sql.readwriter import DataFrameWriter as DataFrameWriter
    from flintlake.sql.readwriter import DataFrameWriterV2 as DataFrameWriterV2
    from flintlake.sql.session import SparkSession as SparkSession
    from flintlake.sql.types import Row as Row
    from flintlake.sql.types import VariantVal as VariantVal
    from flintlake.sql.udf import UDFRegistration as UDFRegistration
    from flintlake.sql.udtf import UDTFRegistration as UDTFRegistration
    from flintlake.sql.window import Window as Window
    from flintlake.sql.window import WindowSpec as WindowSpec

_HOMES = {
    "Catalog": "catalog",
    "Column": "column",
    "DataFrame": "dataframe",
    "DataFrameNaFunctions": "dataframe",
    "DataFrameReader": "readwriter",
    "DataFrameStatFunctions": "dataframe",
    "DataFrameWriter": "readwriter",
    "DataFrameWriterV2": "readwriter",
    "Geography": "types",
    "Geometry": "types",
    "GroupedData": "group",
    "HiveContext": "context",
    "MergeIntoWriter": "merge",
    "Observation": "observation",
    "PandasCogroupedOps": "group",
    "Row": "types",
    "SQLContext": "context",
    "SparkSession": "session",
    "UDFRegistration": "udf",
    "UDTFRegistration": "udtf",
    "VariantVal": "types",
    "Window": "window",
    "WindowSpec": "window",
    "is_remote": "utils",
}
_MODULES = {"functions", "types", "window", "catalog", "column", "dataframe", "session", "utils", "conf", "streaming"}

__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is not None:
        value = getattr(importlib.import_module(f"flintlake.sql.{home}"), name)
    elif name in _MODULES:
        value = importlib.import_module(f"flintlake.sql.{name}")
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES, *_MODULES})
