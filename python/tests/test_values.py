"""Values of every type through the engine and back: in as IPC, out through the C data interface, whole and filtered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from flintlake import _native
from flintlake.sql import SparkSession
from flintlake.sql import functions as F
from flintlake.sql.types import IntegerType, NullType, StructField, StructType

if not Path(_native._path()).exists():
    pytest.skip("the engine's library is not built", allow_module_level=True)
pytest.importorskip("pyarrow")

from test_arrow import COLUMNS

KINDS = [(k, v) for k, v in COLUMNS if not isinstance(k, NullType)]


@pytest.fixture(scope="module")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Any:
    session = SparkSession.builder.config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("w"))).getOrCreate()
    yield session
    session.stop()


@pytest.mark.parametrize("kind,items", KINDS, ids=lambda x: str(x)[:40])
def test_values(spark: Any, kind: Any, items: list[Any]) -> None:
    schema = StructType([StructField("i", IntegerType(), False), StructField("x", kind)])
    rows = list(enumerate(items))
    df = spark.createDataFrame(rows, schema)
    assert df.schema == schema
    assert [tuple(r) for r in df.collect()] == rows
    assert [r.x for r in df.filter("i % 2 = 1").collect()] == items[1::2]
    assert [r.x for r in df.select(F.col("x")).limit(2).collect()] == items[:2]
    nested = df.select(F.struct("i", "x").alias("s")).collect()
    assert [tuple(r.s) for r in nested] == rows
    lists = df.select(F.array("x", "x").alias("a")).filter(F.col("a")[0].isNotNull()).collect()
    assert [r.a for r in lists] == [[v, v] for v in items if v is not None]


def test_constants_and_dictionaries(spark: Any) -> None:
    df = spark.range(5).select(F.lit("x").alias("c"), F.lit(None).cast("array<int>").alias("n"), F.lit(1.5).alias("d"))
    assert [tuple(r) for r in df.collect()] == [("x", None, 1.5)] * 5
    table = df.toArrow()
    assert table.num_rows == 5 and table.column("c").to_pylist() == ["x"] * 5
    table.validate(full=True)
