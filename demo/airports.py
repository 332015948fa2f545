"""The main job on real data: eight snapshots of the world's airports, kept in three Delta tables.

    python demo/airports.py [--folder DIR] [--snapshots DIR]

1. ``airports_scd1``  SCD type 1: the latest version of every airport ever seen
2. ``airports_sync``  full sync: what is not in the snapshot is deleted
3. ``airports_scd2``  SCD type 2: every version of every airport with the dates between which it held

The snapshots are published versions of the PyPI package ``airportsdata``; pip fetches them (``--snapshots`` takes a folder
that holds the wheels already). The third of them brings a new column, so the merges evolve the schema.
"""

from __future__ import annotations

import argparse
import datetime as dt
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

from flintlake.delta.tables import DeltaTable
from flintlake.sql import DataFrame, SparkSession
from flintlake.sql import functions as F

VERSIONS = ["20220107", "20221105.1", "20230509", "20240119", "20241001", "20250706", "20260315", "20260905"]
KEY = "icao"

# What the snapshots differ by, counted with the csv module alone: inserted, changed, vanished.
EXPECTED = {
    "20221105.1": (29, 1940, 10),
    "20230509": (2111, 10855, 2874),
    "20240119": (17, 1355, 13),
    "20241001": (267, 27546, 170),
    "20250706": (38, 107, 46),
    "20260315": (537, 12933, 335),
    "20260905": (166, 262, 294),
}


def date_of(version: str) -> dt.date:
    return dt.datetime.strptime(version[:8], "%Y%m%d").date()


def fetch(wheels: Path, out: Path) -> dict[str, Path]:
    """Downloads the wheels that are missing and takes ``airports.csv`` out of each."""
    files = {}
    for version in VERSIONS:
        if not list(wheels.glob(f"airportsdata-{version}-*.whl")):
            subprocess.run(
                [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                 f"airportsdata=={version}", "-d", str(wheels)],
                check=True,
            )
        wheel = next(wheels.glob(f"airportsdata-{version}-*.whl"))
        files[version] = out / f"{version}.csv"
        files[version].write_bytes(zipfile.ZipFile(wheel).read("airportsdata/airports.csv"))
    return files


def differs(columns: list[str]) -> str:
    """A null-safe condition that is true when any of the columns changed."""
    return "NOT (" + " AND ".join(f"t.`{c}` <=> s.`{c}`" for c in columns) + ")"


def shared(target: DataFrame, source: DataFrame) -> tuple[list[str], list[str]]:
    """Columns that both sides have, and those that only the source has; the key is in neither."""
    both = [c for c in source.columns if c in target.columns and c != KEY]
    new = [c for c in source.columns if c not in target.columns]
    return both, new


def backfill(table: DeltaTable, source: DataFrame, new: list[str]) -> None:
    """Fills columns that a merge has just added, for rows that it had no other reason to touch."""
    condition = differs(new)
    (table.alias("t")
        .merge(source.alias("s"), f"t.{KEY} = s.{KEY}")
        .whenMatchedUpdate(condition=condition, set={c: f"s.`{c}`" for c in new})
        .execute())


def upsert(spark: SparkSession, path: str, source: DataFrame, sync: bool) -> None:
    table = DeltaTable.forPath(spark, path)
    both, new = shared(table.toDF(), source)
    merge = (table.alias("t")
        .merge(source.alias("s"), f"t.{KEY} = s.{KEY}")
        .withSchemaEvolution()
        .whenMatchedUpdateAll(condition=differs(both))
        .whenNotMatchedInsertAll())
    if sync:
        merge = merge.whenNotMatchedBySourceDelete()
    merge.execute()


def keep_history(spark: SparkSession, path: str, source: DataFrame, date: dt.date) -> None:
    """SCD type 2 in one MERGE: changed rows are staged twice, once under a NULL key that never matches."""
    table = DeltaTable.forPath(spark, path)
    current = table.toDF().filter("is_current")
    both, new = shared(current, source)
    changed_if = differs(both)
    if new:  # a value in a column that the table does not have yet is a change too
        changed_if = f"({changed_if} OR " + " OR ".join(f"s.`{c}` IS NOT NULL" for c in new) + ")"
    changed = (source.alias("s")
        .join(current.alias("t"), F.expr(f"s.{KEY} = t.{KEY}"))
        .where(changed_if)
        .select("s.*"))
    staged = (changed.withColumn("merge_key", F.lit(None).cast("string"))
        .unionByName(source.withColumn("merge_key", F.col(KEY))))
    day = F.lit(date)
    values = {c: F.col(f"s.{c}") for c in source.columns}
    values |= {"is_current": F.lit(True), "start_date": day, "end_date": F.lit(None).cast("date")}
    close = {"is_current": F.lit(False), "end_date": day}
    (table.alias("t")
        .merge(staged.alias("s"), f"t.{KEY} = s.merge_key AND t.is_current = true")
        .withSchemaEvolution()
        .whenMatchedUpdate(condition=changed_if, set=close)
        .whenNotMatchedInsert(values=values)
        .whenNotMatchedBySourceUpdate(condition="t.is_current = true", set=close)
        .execute())


def metrics(spark: SparkSession, path: str) -> dict[str, int]:
    row = DeltaTable.forPath(spark, path).history(1).select("operationMetrics").first()
    return {k: int(v) for k, v in row[0].items() if v.isdigit()}


def counts(m: dict[str, int]) -> tuple[int, int, int]:
    return m["numTargetRowsInserted"], m["numTargetRowsUpdated"], m["numTargetRowsDeleted"]


def same_rows(a: DataFrame, b: DataFrame) -> bool:
    columns = sorted(a.columns)
    a, b = a.select(*columns), b.select(*columns)
    return a.exceptAll(b).isEmpty() and b.exceptAll(a).isEmpty()


def as_of(history: DataFrame, date: dt.date) -> DataFrame:
    """The dimension as it was on a day."""
    day = F.lit(date)
    return history.where((F.col("start_date") <= day) & (F.col("end_date").isNull() | (F.col("end_date") > day)))


class Bar:
    """One line that fills while the work goes on."""

    def __init__(self, total: int) -> None:
        self.total, self.done = total, 0

    def step(self, text: str) -> None:
        self.done += 1
        filled = 30 * self.done // self.total
        end = "\n" if self.done == self.total else ""
        if sys.stdout.isatty():
            print(f"\r[{'█' * filled}{'·' * (30 - filled)}] {self.done}/{self.total} {text:<32}", end=end, flush=True)
        else:
            print(f"[{'#' * filled}{'.' * (30 - filled)}] {self.done}/{self.total} {text}", flush=True)


def draw(rows: list[tuple[str, int, int, int]], out: Path) -> None:
    """Changes per snapshot as a picture."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    labels = [str(date_of(r[0])) for r in rows]
    fig, axis = plt.subplots(figsize=(9, 4.2), layout="constrained")
    width = 0.27
    series = [("inserted", 1, "#2a9d8f"), ("changed", 2, "#e9c46a"), ("vanished", 3, "#e76f51")]
    for k, (name, column, colour) in enumerate(series):
        xs = [i + (k - 1) * width for i in range(len(rows))]
        bars = axis.bar(xs, [r[column] for r in rows], width, label=name, color=colour)
        axis.bar_label(bars, fmt="{:,.0f}", fontsize=7, padding=1)
    axis.set_yscale("log")
    axis.set_ylim(bottom=5, top=100_000)
    axis.set_xticks(range(len(rows)), labels)
    axis.set_ylabel("airports (log scale)")
    axis.yaxis.set_major_formatter("{x:,.0f}")
    axis.set_title("What each snapshot of the world's airports changed in airports_sync")
    axis.legend(ncols=3, frameon=False, loc="upper right")
    axis.spines[["top", "right"]].set_visible(False)
    fig.savefig(out, dpi=150)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, default=Path("build/demo"), help="where tables and the picture go")
    parser.add_argument("--snapshots", type=Path, help="a folder with the wheels (default: FOLDER/wheels)")
    args = parser.parse_args()
    folder = args.folder.resolve()
    wheels = (args.snapshots or folder / "wheels").resolve()
    tables = folder / "tables"
    shutil.rmtree(tables, ignore_errors=True)
    (folder / "csv").mkdir(parents=True, exist_ok=True)
    wheels.mkdir(parents=True, exist_ok=True)
    print(f"fetching {len(VERSIONS)} published snapshots of airportsdata ...")
    files = fetch(wheels, folder / "csv")

    started = time.perf_counter()
    spark = SparkSession.builder.appName("airports").getOrCreate()
    read = lambda version: spark.read.option("header", True).csv(str(files[version]))
    scd1, sync, scd2 = (str(tables / f"airports_{n}") for n in ("scd1", "sync", "scd2"))

    first = read(VERSIONS[0])
    for path in (scd1, sync):
        first.write.format("delta").save(path)
    (first.withColumn("is_current", F.lit(True)).withColumn("start_date", F.lit(date_of(VERSIONS[0])))
        .withColumn("end_date", F.lit(None).cast("date")).write.format("delta").save(scd2))
    print(f"{VERSIONS[0]}: {first.count():,} airports, three tables created")

    bar, report, drawn = Bar(3 * (len(VERSIONS) - 1)), [], []
    for version in VERSIONS[1:]:
        source = read(version).cache()
        line = [version, f"{source.count():,}"]
        new = shared(DeltaTable.forPath(spark, sync).toDF(), source)[1]
        for name, path in (("scd1", scd1), ("sync", sync), ("scd2", scd2)):
            t = time.perf_counter()
            if name == "scd2":
                keep_history(spark, path, source, date_of(version))
            else:
                upsert(spark, path, source, sync=name == "sync")
            seconds = time.perf_counter() - t
            got = counts(metrics(spark, path))
            line.append("%d / %d / %d  %.2f s" % (*got, seconds))
            bar.step(f"{version} {name} {seconds:.2f} s")
            if name == "sync":
                assert got == EXPECTED[version], f"{version}: {got} instead of {EXPECTED[version]}"
                drawn.append((version, *got))
            if new and name != "scd2":
                backfill(DeltaTable.forPath(spark, path), source, new)
        report.append(line)

    print("\nrows inserted / updated / deleted and seconds, as the tables' history has them")
    head = ["snapshot", "rows", "SCD 1", "full sync", "SCD 2"]
    widths = [max(len(r[i]) for r in [head, *report]) for i in range(5)]
    for r in [head, *report]:
        print("  ".join(c.ljust(w) for c, w in zip(r, widths)).rstrip())

    print("\nDESCRIBE HISTORY airports_sync")
    spark.sql(f"DESCRIBE HISTORY delta.`{sync}`").select(
        "version", "operation",
        F.col("operationMetrics.numTargetRowsInserted").alias("inserted"),
        F.col("operationMetrics.numTargetRowsUpdated").alias("updated"),
        F.col("operationMetrics.numTargetRowsDeleted").alias("deleted"),
        F.col("operationMetrics.numTargetFilesAdded").alias("filesAdded"),
        F.col("operationMetrics.executionTimeMs").alias("ms"),
    ).show(truncate=False)

    check(spark, read, scd1, sync, scd2)
    picture = folder / "changes.png"
    draw(drawn, picture)
    print(f"picture: {picture}")
    print(f"all done in {time.perf_counter() - started:.1f} s (fetching not counted)")
    spark.stop()


def check(spark: SparkSession, read, scd1: str, sync: str, scd2: str) -> None:  # type: ignore[no-untyped-def]
    """The three promises of the module's docstring; an assertion fails when one is broken."""
    latest: DataFrame | None = None
    for version in VERSIONS:
        snapshot = read(version)
        if "lid" not in snapshot.columns:
            snapshot = snapshot.withColumn("lid", F.lit(None).cast("string"))
        if latest is None:
            latest = snapshot
        else:
            latest = snapshot.unionByName(latest.join(snapshot.select(KEY), KEY, "left_anti").select(*latest.columns))
    load = spark.read.format("delta").load
    assert latest is not None
    assert same_rows(load(scd1), latest), "SCD 1 is not the latest version of every airport"
    print(f"checked: airports_scd1 holds the latest version of all {load(scd1).count():,} airports ever seen")
    assert same_rows(load(sync), read(VERSIONS[-1])), "the synced table is not the last snapshot"
    print("checked: airports_sync equals the last snapshot")
    history = load(scd2)
    for version in VERSIONS:
        snapshot = read(version)
        then = as_of(history, date_of(version)).select(*snapshot.columns)
        assert same_rows(then, snapshot), f"SCD 2 as of {version} is not that snapshot"
    print(f"checked: airports_scd2 ({history.count():,} versions) gives back each of the {len(VERSIONS)} snapshots by date")


if __name__ == "__main__":
    main()
