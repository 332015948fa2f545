"""Flintlake, through its Python wheel."""
import driver, pyspark_ops


def setup(a):
    from flintlake.sql import SparkSession
    return SparkSession.builder.config("spark.sql.session.timeZone", "UTC").getOrCreate()


driver.main("flintlake", pyspark_ops.prepare, setup)
