"""The workloads in PySpark calls: for flintlake and for Spark with delta-spark."""
import os
from workloads import merge_sql


def rows(df):
    return [[str(c) for c in r] for r in df.collect()]


def prepare(w, ctx):
    spark, k, src = ctx.state, w["kind"], ctx.src
    tbl = lambda path: f"delta.`{path}`"

    def read(path):
        r = spark.read.format("delta")
        (r.option("versionAsOf", w["version"]) if "version" in w else r).load(path).createOrReplaceTempView("tgt")
        return spark.sql(w["sql"])

    def do_merge(path):
        spark.read.parquet(src).createOrReplaceTempView("src")
        return rows(spark.sql(merge_sql(w, tbl(path), f"({w['src_sql']})" if w["src_sql"] else "src")))

    return {
        "merge": do_merge,
        "update": lambda p: rows(spark.sql(f"UPDATE {tbl(p)} SET {', '.join(f'{c} = {e}' for c, e in w['set'].items())} WHERE {w['where']}")),
        "delete": lambda p: rows(spark.sql(f"DELETE FROM {tbl(p)} WHERE {w['where']}")),
        "optimize": lambda p: spark.sql(f"OPTIMIZE {tbl(p)}").collect() and None,
        "append": lambda p: spark.read.parquet(src).write.format("delta").mode("append").save(p),
        "replace_where": lambda p: spark.read.parquet(src).write.format("delta").mode("overwrite").option("replaceWhere", w["where"]).save(p),
        "dedupe": lambda p: read(p).write.format("delta").save(os.environ["PB_OUT"]),
        "read": lambda p: rows(read(p)),
    }[k]
