"""PySpark's DataFrame API and Delta Lake without a JVM.

    from flintlake.sql import SparkSession
    from flintlake.delta import DeltaTable

or, with programs written for Spark left as they are, `flintlake.activate()` before their imports, or
`python -m flintlake program.py`.
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # typing.TYPE_CHECKING, without the cost of importing typing
if TYPE_CHECKING:
    from typing import Any

    from flintlake._alias import activate as activate
    from flintlake.conf import SparkConf as SparkConf
    from flintlake.context import SparkContext as SparkContext
    from flintlake.storagelevel import StorageLevel as StorageLevel

__version__ = "0.1.0"
__spark_version__ = "4.2.0"

_HOMES = {
    "Row": "sql.types",
    "SparkConf": "conf",
    "SparkContext": "context",
    "StorageLevel": "storagelevel",
    "activate": "_alias",
}
_MODULES = {"sql", "delta", "errors", "testing"}

__all__ = ["SparkConf", "SparkContext", "StorageLevel", "activate"]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is not None:
        value = getattr(importlib.import_module(f"flintlake.{home}"), name)
    elif name in _MODULES:
        value = importlib.import_module(f"flintlake.{name}")
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value
