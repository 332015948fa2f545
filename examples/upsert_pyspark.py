"""The upsert of the articles, in plain PySpark: customers kept up to date from a feed of changes.

    python -m flintlake examples/upsert_pyspark.py FOLDER     on this engine, unmodified
    python examples/upsert_pyspark.py FOLDER                  on Spark with delta-spark

The table FOLDER/customers gets three versions: the first load, a feed of changes, and a full snapshot.
"""

import sys

from delta import configure_spark_with_delta_pip
from delta.tables import DeltaTable
from pyspark.sql import SparkSession, Window
from pyspark.sql import functions as F

CUSTOMERS = "customer_id bigint, name string, email string, tier string, updated_at string"
FIRST = [
    (1, "Ada", "ada@example.com", "gold", "2026-03-01 08:00:00"),
    (2, "Ben", "ben@example.com", "silver", "2026-03-01 08:00:00"),
    (3, "Cleo", None, "bronze", "2026-03-01 08:00:00"),
    (4, "Dora", "dora@example.com", "bronze", "2026-03-01 08:00:00"),
    (5, "Emil", "emil@example.com", "silver", "2026-03-01 08:00:00"),
    (6, "Fay", "fay@example.com", "closed", "2026-03-01 08:00:00"),
]
FEED = [  # customer 2 comes twice, 3 gets an address, 4 leaves, 5 is as it was, 7 is new, 8 has left before it came
    (2, "Ben", "ben@old.example.com", "silver", "2026-03-02 09:00:00", "U"),
    (2, "Ben", "ben@new.example.com", "gold", "2026-03-03 09:00:00", "U"),
    (3, "Cleo", "cleo@example.com", "bronze", "2026-03-02 09:00:00", "U"),
    (4, "Dora", "dora@example.com", "bronze", "2026-03-02 09:00:00", "D"),
    (5, "Emil", "emil@example.com", "silver", "2026-03-02 09:00:00", "U"),
    (7, "Gus", "gus@example.com", None, "2026-03-03 09:00:00", "I"),
    (8, "Hal", "hal@example.com", "bronze", "2026-03-03 09:00:00", "D"),
]
SNAPSHOT = [  # 5 and 6 are not in it: 5 is marked, 6 goes, since it was closed already
    (1, "Ada", "ada@example.com", "platinum", "2026-03-04 10:00:00"),
    (2, "Ben", "ben@new.example.com", "gold", "2026-03-03 09:00:00"),
    (3, "Cleo", "cleo@example.com", "bronze", "2026-03-02 09:00:00"),
    (7, "Gus", "gus@example.com", None, "2026-03-03 09:00:00"),
    (9, "Ida", "ida@example.com", "silver", "2026-03-04 10:00:00"),
]


def hashed(df):
    """The rows with a hash of what may change; a NULL counts as an empty text."""
    attributes = [F.coalesce(F.col(c), F.lit("")) for c in ("name", "email", "tier")]
    return df.withColumn("updated_at", F.col("updated_at").cast("timestamp")).withColumn(
        "row_hash", F.sha2(F.concat_ws("||", *attributes), 256)
    )


def main(folder):
    builder = (
        SparkSession.builder.appName("upsert")
        .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
        .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
        .config("spark.sql.session.timeZone", "UTC")
    )
    spark = configure_spark_with_delta_pip(builder).getOrCreate()
    path = folder + "/customers"

    hashed(spark.createDataFrame(FIRST, CUSTOMERS)).write.format("delta").save(path)
    customers = DeltaTable.forPath(spark, path)

    # Two rows of the feed have the same key. A MERGE cannot know which of them is right, so it refuses.
    feed = hashed(spark.createDataFrame(FEED, CUSTOMERS + ", op string"))
    try:
        (customers.alias("t")
            .merge(feed.alias("s"), "t.customer_id = s.customer_id")
            .whenMatchedUpdate(set={"email": "s.email", "tier": "s.tier"})
            .execute())
        raise SystemExit("the duplicate keys went unnoticed")
    except Exception as e:
        assert "DELTA_MULTIPLE_SOURCE_ROW_MATCHING_TARGET_ROW_IN_MERGE" in str(e), e
        print("refused: several rows of the feed match one customer")

    # The newest row of each key; then unchanged rows are left alone by their hash.
    newest = Window.partitionBy("customer_id").orderBy(F.col("updated_at").desc())
    latest = feed.withColumn("rn", F.row_number().over(newest)).filter("rn = 1").drop("rn")
    values = {c: f"s.{c}" for c in ("customer_id", "name", "email", "tier", "updated_at", "row_hash")}
    (customers.alias("t")
        .merge(latest.alias("s"), "t.customer_id = s.customer_id")
        .whenMatchedDelete(condition="s.op = 'D'")
        .whenMatchedUpdate(condition="t.row_hash <> s.row_hash", set=values)
        .whenNotMatchedInsert(condition="s.op <> 'D'", values=values)
        .execute())

    # A full snapshot: who is not in it is marked as closed, and deleted the next time.
    snapshot = hashed(spark.createDataFrame(SNAPSHOT, CUSTOMERS))
    (customers.alias("t")
        .merge(snapshot.alias("s"), "t.customer_id = s.customer_id")
        .whenMatchedUpdateAll(condition="t.row_hash <> s.row_hash")
        .whenNotMatchedInsertAll()
        .whenNotMatchedBySourceDelete(condition="t.tier = 'closed'")
        .whenNotMatchedBySourceUpdate(set={"tier": F.lit("closed")})
        .execute())

    for version in range(3):
        print("customers, version", version)
        then = spark.read.format("delta").option("versionAsOf", version).load(path)
        then.drop("row_hash").orderBy("customer_id").show(truncate=False)
    metric = lambda name: F.col("operationMetrics")[name].alias(name)
    (customers.history()
        .select("version", "operation", *map(metric, ("numTargetRowsInserted", "numTargetRowsUpdated", "numTargetRowsDeleted")))
        .orderBy("version").show(truncate=False))


main(sys.argv[1])
