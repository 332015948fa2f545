"""Through the engine's library: results, errors, interruption, forks, aliases. Skipped where the library is not built."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from flintlake import _native
from flintlake.delta import DeltaTable
from flintlake.errors import AnalysisException, ParseException, PySparkRuntimeError, UnsupportedOperationException
from flintlake.sql import Row, SparkSession, Window
from flintlake.sql import functions as F
from flintlake.sql.types import IntegerType, StructType, VariantVal

if not Path(_native._path()).exists():
    pytest.skip("the engine's library is not built", allow_module_level=True)


@pytest.fixture(scope="module")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Any:
    warehouse = tmp_path_factory.mktemp("warehouse")
    session = SparkSession.builder.config("spark.sql.warehouse.dir", str(warehouse)).getOrCreate()
    yield session
    session.stop()


def program(text: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run a Python program in a process of its own, with this package on its path."""
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    command = [sys.executable, *options, "-c" if not options else "/dev/stdin"]
    if options:
        return subprocess.run(command, input=textwrap.dedent(text), env=env, capture_output=True, text=True, timeout=60)
    return subprocess.run([*command, textwrap.dedent(text)], env=env, capture_output=True, text=True, timeout=60)


def test_rows(spark: Any) -> None:
    df = spark.createDataFrame([(1, "Ann"), (2, None)], "id int, name string")
    assert df.collect() == [Row(id=1, name="Ann"), Row(id=2, name=None)]
    assert df.filter(F.col("id") > 1).first().id == 2 and df.count() == 2
    assert spark.range(20000).agg(F.sum("id")).collect()[0][0] == 19999 * 10000
    assert [r.id for r in spark.range(20000).toLocalIterator()] == list(range(20000))


def test_window(spark: Any) -> None:
    df = spark.createDataFrame([("a", 1), ("a", 2), ("b", 3)], ["k", "v"])
    latest = F.row_number().over(Window.partitionBy("k").orderBy(F.col("v").desc()))
    assert sorted(df.withColumn("n", latest).filter("n = 1").drop("n").collect()) == [("a", 2), ("b", 3)]


def test_merge_and_history(spark: Any) -> None:
    spark.sql("CREATE TABLE people (id INT, name STRING) USING delta")
    spark.sql("INSERT INTO people VALUES (1, 'a'), (2, 'b')")
    source = spark.createDataFrame([(2, "B"), (3, "C")], "id int, name string")
    table = DeltaTable.forName(spark, "people")
    merge = table.alias("t").merge(source.alias("s"), "t.id = s.id")
    counts = merge.whenMatchedUpdateAll().whenNotMatchedInsertAll().execute().collect()
    assert counts == [Row(num_affected_rows=2, num_updated_rows=1, num_deleted_rows=0, num_inserted_rows=1)]
    assert sorted(table.toDF().collect()) == [(1, "a"), (2, "B"), (3, "C")]
    assert table.history(1).select("operation").first()[0] == "MERGE"
    twice = source.union(source)
    with pytest.raises(UnsupportedOperationException) as e:
        table.alias("t").merge(twice.alias("s"), "t.id = s.id").whenMatchedUpdateAll().execute()
    assert e.value.getCondition() == "DELTA_MULTIPLE_SOURCE_ROW_MATCHING_TARGET_ROW_IN_MERGE"
    assert e.value.getSqlState() == "21506"


def test_errors(spark: Any) -> None:
    with pytest.raises(AnalysisException) as e:
        spark.range(1).select("nosuch").collect()
    assert e.value.getCondition() == "UNRESOLVED_COLUMN.WITH_SUGGESTION" and e.value.getSqlState() == "42703"
    with pytest.raises(ParseException) as p:
        spark.sql("SELEC 1")
    assert p.value.getCondition() == "PARSE_SYNTAX_ERROR"
    with pytest.raises(AnalysisException):
        DeltaTable.forName(spark, "not_there")
    with pytest.raises(UnsupportedOperationException):
        SparkSession.builder.remote("sc://localhost").create()


def test_schema_text(spark: Any) -> None:
    schema = StructType.fromDDL("a INT NOT NULL, b ARRAY<STRING>")
    assert schema["a"].dataType == IntegerType() and not schema["a"].nullable
    assert StructType.fromDDL(schema.toDDL()) == schema


def test_show(spark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    spark.range(3).show(2)
    assert capsys.readouterr().out == "+---+\n| id|\n+---+\n|  0|\n|  1|\n+---+\nonly showing top 2 rows\n"


def test_frames(spark: Any) -> None:
    pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    df = spark.createDataFrame([(1, "é", 1.5), (2, None, None)], "id int, s string, x double")
    assert df.toArrow().to_pylist() == [{"id": 1, "s": "é", "x": 1.5}, {"id": 2, "s": None, "x": None}]
    frame = df.toPandas()
    assert list(frame["id"]) == [1, 2] and str(frame["id"].dtype) == "int32"
    assert spark.createDataFrame(frame[["id"]]).collect() == [Row(id=1), Row(id=2)]
    assert spark.createDataFrame(df.toArrow()).collect() == df.collect()
    assert df.filter("id > 5").toArrow().num_rows == 0


def test_interrupt(spark: Any) -> None:
    slow = spark.range(1 << 24).crossJoin(spark.range(1 << 20)).agg(F.count("*"))
    main = threading.main_thread().ident
    assert main is not None
    timer = threading.Timer(0.5, lambda: signal.pthread_kill(main, signal.SIGINT))
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        slow.collect()
    timer.join()
    assert time.monotonic() - began < 20
    assert spark.range(2).count() == 2


def test_after_fork(spark: Any) -> None:
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:  # the child must fail at once, and must not run the parent's tests
        text = b"no error"
        try:
            spark.range(1).collect()
        except PySparkRuntimeError as e:
            text = (e.getCondition() or "").encode()
        os.write(write, text)
        os._exit(0)
    os.close(write)
    os.waitpid(pid, 0)
    assert os.read(read, 100) == b"FLINTLAKE_SESSION_AFTER_FORK"


PYSPARK_PROGRAM = """
    from delta import DeltaTable, configure_spark_with_delta_pip
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as F
    from pyspark.sql.types import StructType
    from pyspark.sql.utils import AnalysisException
    import pyspark, sys
    builder = SparkSession.builder.appName("x").master("local[2]")
    spark = configure_spark_with_delta_pip(builder).getOrCreate()
    print(spark.range(3).select(F.sum("id")).first()[0], pyspark.__name__, spark.version)
"""


def test_activate() -> None:
    done = program("import flintlake; flintlake.activate()\n" + textwrap.dedent(PYSPARK_PROGRAM))
    assert done.stdout.split() == ["3", "flintlake", "4.2.0"], done.stderr


def test_run_as_module(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(textwrap.dedent(PYSPARK_PROGRAM) + "print(sys.argv[1:], __name__)\n")
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    command = [sys.executable, "-m", "flintlake", str(file), "a", "-b"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, cwd=tmp_path)
    assert done.stdout.splitlines() == ["3 flintlake 4.2.0", "['a', '-b'] __main__"], done.stderr


def test_import_is_light() -> None:
    done = program(
        "import sys, flintlake; print(sum(m.split('.')[0] == 'flintlake' for m in sys.modules), 'ctypes' in sys.modules)"
    )
    assert done.stdout.split() == ["1", "False"]


def test_checkpoint_and_cache(spark: Any) -> None:
    df = spark.createDataFrame([(1, ["a"]), (2, None)], "id int, tags array<string>")
    kept = df.localCheckpoint()
    assert kept.collect() == df.collect() and kept.schema == df.schema
    random = spark.range(3).select(F.rand().alias("r")).checkpoint()
    assert random.collect() == random.collect()
    df.createOrReplaceTempView("cached_view")
    spark.catalog.cacheTable("cached_view")
    assert spark.catalog.isCached("cached_view")
    spark.catalog.uncacheTable("cached_view")
    assert not spark.catalog.isCached("cached_view")
    with pytest.raises(AnalysisException):
        spark.catalog.isCached("not_there")


def test_variants_of_rows(spark: Any) -> None:
    df = spark.createDataFrame([(VariantVal.parseJson('{"a": [1, 2]}'),), (None,)], "v variant")
    assert df.schema.simpleString() == "struct<v:variant>"
    values = [r.v for r in df.collect()]
    assert values[0].toPython() == {"a": [1, 2]} and values[1] is None


INTERRUPTED_PROGRAM = """
    from flintlake.sql import SparkSession
    from flintlake.sql import functions as F
    spark = SparkSession.builder.config("spark.ui.showConsoleProgress", "true").getOrCreate()
    slow = spark.range(1 << 24).crossJoin(spark.range(1 << 20)).agg(F.count("*"))
    print("ready", flush=True)
    try:
        slow.collect()
    except KeyboardInterrupt:
        print("interrupted", spark.range(3).count())
"""


def test_interrupted_program(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    command = [sys.executable, "-c", textwrap.dedent(INTERRUPTED_PROGRAM)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, cwd=tmp_path, env=env) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(1.6)  # long enough for the progress line
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=30)
    assert out == "interrupted 3\n", err
    assert "running 1 s" in err and err.splitlines()[-1].strip() == ""
