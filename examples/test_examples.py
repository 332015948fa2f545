"""The four forms of the upsert end with the same table, at every version."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from flintlake.delta.tables import DeltaTable
from flintlake.sql import SparkSession

HERE = Path(__file__).parent
WANT = json.loads((HERE / "expected.json").read_text())
REFUSED = "DELTA_MULTIPLE_SOURCE_ROW_MATCHING_TARGET_ROW_IN_MERGE"


@pytest.fixture(scope="module")
def spark():
    session = SparkSession.builder.config("spark.sql.session.timeZone", "UTC").getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="module")
def flintlake(tmp_path_factory):
    """The command line, built from this tree."""
    program = tmp_path_factory.mktemp("bin") / "flintlake"
    subprocess.run([shutil.which("go"), "build", "-o", program, "./cmd/flintlake"], cwd=HERE.parent, check=True)
    return program


def run(*command, status=0):
    """What a command prints, both streams."""
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, cwd=HERE.parent, env=os.environ | {"TZ": "UTC"})
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


def table(spark, path):
    """The rows of every version as texts, and what the history says of the merges."""
    texts = [f"CAST({c} AS STRING)" for c in WANT["columns"]]
    versions = []
    for version in range(3):
        then = spark.read.format("delta").option("versionAsOf", version).load(str(path))
        versions.append([list(r) for r in then.orderBy("customer_id").selectExpr(*texts).collect()])
    history = DeltaTable.forPath(spark, str(path)).history().orderBy("version").collect()
    names = WANT["merges"][0].keys()
    return {
        "columns": WANT["columns"],
        "versions": versions,
        "merges": [{n: h.operationMetrics[n] for n in names} for h in history if h.operation == "MERGE"],
    }


def test_python(spark, tmp_path):
    out = run(sys.executable, HERE / "upsert_flintlake.py", tmp_path)
    assert REFUSED in out and "customer_id = 2" in out
    assert table(spark, tmp_path / "customers") == WANT


def test_pyspark_program_unmodified(spark, tmp_path):
    out = run(sys.executable, "-m", "flintlake", HERE / "upsert_pyspark.py", tmp_path)
    assert "refused" in out
    assert table(spark, tmp_path / "customers") == WANT


def test_command_line(spark, flintlake, tmp_path):
    run(flintlake, "--warehouse", tmp_path, "sql", "-f", HERE / "upsert.sql")
    assert table(spark, tmp_path / "customers") == WANT
    out = run(flintlake, "--warehouse", tmp_path, "sql", "-f", HERE / "upsert_duplicates.sql", status=1)
    assert REFUSED in out and "21506" in out and "customer_id = 2" in out
    out = run(flintlake, "--warehouse", tmp_path, "sql", "--format", "csv", "-e", "SELECT count(*) AS n FROM customers")
    assert out.split() == ["n", "6"], "a refused MERGE leaves the table as it was"


def test_sql_in_python(tmp_path):
    """upsert.sql through spark.sql, in a process of its own: the warehouse is an option of the session."""
    program = (
        "import sys, pathlib\n"
        "from flintlake.sql import SparkSession\n"
        "spark = SparkSession.builder.config('spark.sql.warehouse.dir', sys.argv[2]).getOrCreate()\n"
        "text = ''.join(x for x in open(sys.argv[1]) if not x.startswith('--'))\n"
        "for statement in text.split(';\\n'):\n"
        "    if statement.strip():\n"
        "        spark.sql(statement).show()\n"
    )
    run(sys.executable, "-c", program, HERE / "upsert.sql", tmp_path)
    spark = SparkSession.builder.config("spark.sql.session.timeZone", "UTC").getOrCreate()
    assert table(spark, tmp_path / "customers") == WANT


def test_go(spark, tmp_path):
    out = run(shutil.which("go"), "run", "./examples", tmp_path)
    assert "customer_id = 2" in out
    assert table(spark, tmp_path / "customers") == WANT
