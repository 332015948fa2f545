"""What it costs to begin: importing the package, a small MERGE in a fresh process, the size of the wheel."""
import os, statistics, subprocess, sys, time
from pathlib import Path

LIMITS = {"import over bare Python, ms": 30, "process start to result of a small MERGE, ms": 300, "wheel, MiB": 16}

MERGE = {
    "flintlake": """
import sys
from flintlake.delta.tables import DeltaTable
from flintlake.sql import SparkSession
spark = SparkSession.builder.getOrCreate()
(DeltaTable.forPath(spark, sys.argv[1]).alias("t").merge(spark.read.parquet(sys.argv[2]).alias("s"), "t.order_id = s.order_id")
    .whenMatchedUpdateAll().whenNotMatchedInsertAll().execute())
print(spark.read.format("delta").load(sys.argv[1]).count())
""",
    "deltalake": """
import sys
import pyarrow.parquet as pq
from deltalake import DeltaTable
(DeltaTable(sys.argv[1]).merge(pq.read_table(sys.argv[2]), "t.order_id = s.order_id", source_alias="s", target_alias="t")
    .when_matched_update_all().when_not_matched_insert_all().execute())
print(DeltaTable(sys.argv[1]).to_pyarrow_dataset().count_rows())
""",
}


def wall(*argv):
    t = time.perf_counter()
    out = subprocess.run([sys.executable, *map(str, argv)], check=True, capture_output=True, text=True).stdout
    return (time.perf_counter() - t) * 1000, out.strip()


def imports(n=15):
    """The two are timed in turns, since a machine's speed drifts; the median of the pairs' differences."""
    pairs = [(wall("-c", "import flintlake")[0], wall("-c", "pass")[0]) for _ in range(n)]
    return statistics.median(a - b for a, b in pairs)


def merges(data, work, n=5):
    """Milliseconds by engine: a process starts, merges 1,000 rows into a table of 10,000 and counts it."""
    from driver import clone
    took = {e: [] for e in MERGE}
    for _ in range(n):
        for engine, program in MERGE.items():
            table = os.path.join(work, "start")
            clone(os.path.join(data, "small"), table)
            ms, rows = wall("-c", program, table, os.path.join(data, "src", "m17.parquet"))
            assert rows == "10200", f"{engine}: {rows} rows"
            took[engine].append(ms)
    return {e: statistics.median(v) for e, v in took.items()}


def wheel(dist):
    newest = max(Path(dist).glob("*.whl"), key=os.path.getmtime, default=None)
    return newest and newest.stat().st_size / 2**20


def measure(data, work, dist):
    """Rows of (what, value, limit, note)."""
    took = merges(data, work)
    values = dict(zip(LIMITS, (imports(), took["flintlake"], wheel(dist))))
    notes = dict.fromkeys(LIMITS, "")
    notes["process start to result of a small MERGE, ms"] = f"deltalake {took['deltalake']:.0f}"
    return [(what, v, LIMITS[what], notes[what]) for what, v in values.items() if v is not None]
