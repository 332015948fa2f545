"""Spark with delta-spark, local[2]. ORACLE_SPARK is a folder with jars/ that hold Delta."""
import glob, os
import driver, pyspark_ops


def setup(a):
    from pyspark.sql import SparkSession
    w = os.path.join(a.work, "spark")
    s = (SparkSession.builder.master("local[2]").appName("bench")
         .config("spark.jars", ",".join(glob.glob(os.path.join(os.environ["ORACLE_SPARK"], "jars", "*.jar"))))
         .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
         .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
         .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
         .config("spark.driver.memory", os.environ.get("SPARK_MEM", "8g")).config("spark.sql.shuffle.partitions", "4")
         .config("spark.databricks.delta.snapshotPartitions", "2").config("spark.sql.session.timeZone", "UTC")
         .config("spark.local.dir", os.path.join(w, "tmp")).config("spark.sql.warehouse.dir", os.path.join(w, "wh"))
         .config("spark.driver.extraJavaOptions", f"-Dderby.system.home={w}/derby").getOrCreate())
    s.sparkContext.setLogLevel("OFF")
    return s


driver.main("spark", pyspark_ops.prepare, setup)
