"""Write and read tables through PySpark's API: by real Spark with Delta, or by Flintlake.

    python through_spark.py write|read ENGINE FOLDER ANSWERS     ENGINE: spark or flintlake
"""

import glob
import os
import sys

import tables
from features import FEATURES


def session(engine):
    if engine == "flintlake":
        from flintlake.sql import SparkSession

        return SparkSession.builder.config("spark.sql.session.timeZone", "UTC").getOrCreate()
    from pyspark.sql import SparkSession

    jars = ",".join(glob.glob(os.path.join(os.environ["ORACLE_SPARK"], "jars", "*.jar")))
    builder = SparkSession.builder.master("local[1]").config("spark.jars", jars)
    for k, v in {
        "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension",
        "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.databricks.delta.snapshotPartitions": "1",
        "spark.sql.shuffle.partitions": "1",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.codegen.wholeStage": "false",
    }.items():
        builder = builder.config(k, v)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    return spark


def write(spark, engine, folder, answers):
    """Each feature's table, and how its writer reads it."""
    for feature, statements in FEATURES.items():
        path = os.path.join(folder, feature.replace(" ", "_"))
        try:
            for s in statements:
                spark.sql(s.replace("{t}", f"delta.`{path}`"))
            tables.tell(answers, writer=engine, feature=feature, path=path, reader=engine, ok=tables.spark_answer(spark, path))
        except Exception as e:
            tables.tell(answers, writer=engine, feature=feature, path=path, reader=engine, refused=tables.reason(e))


def read(spark, engine, folder, answers):
    for path in sorted(glob.glob(os.path.join(folder, "*"))):
        line = {"writer": os.path.basename(folder), "feature": os.path.basename(path).replace("_", " "), "reader": engine}
        try:
            tables.tell(answers, **line, ok=tables.spark_answer(spark, path))
        except Exception as e:
            tables.tell(answers, **line, refused=tables.reason(e))


if __name__ == "__main__":
    what, engine, folder, answers = sys.argv[1:]
    spark = session(engine)
    {"write": write, "read": read}[what](spark, engine, folder, answers)
    if engine == "spark":
        spark.stop()
