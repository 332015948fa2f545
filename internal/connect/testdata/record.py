"""Records the plan bytes that PySpark's own Connect client builds for the programs below, without a server.

    pip install pyspark==4.2.0 delta-spark==4.4.0 grpcio grpcio-status protobuf pandas pyarrow
    python record.py > plans.txt

Each line is: name, kind (relation or command), bytes in base64 with tabs between them.
"""

import base64
import datetime
import decimal
import sys

from pyspark.sql.connect import functions as F
from pyspark.sql.connect import proto
from pyspark.sql.connect.session import SparkSession
from pyspark.sql.connect.window import Window
from pyspark.sql.types import (
    ArrayType, DoubleType, IntegerType, LongType, MapType, StringType, StructField, StructType, DecimalType, ShortType,
)
import delta.connect.proto as delta_proto
from delta.connect.tables import DeltaTable

spark = SparkSession("sc://localhost:1")
recorded = {}


def stop(*args, **kwargs):
    raise RuntimeError("no server")


class Captured(Exception):
    pass


def capture(request, *args, **kwargs):
    raise Captured(getattr(request, "plan", request))


# Execution and analysis never reach a server: what would be sent is kept.
def execute_command(command, *args, **kwargs):
    plan = proto.Plan()
    plan.command.CopyFrom(command)
    raise Captured(plan)


spark.client.execute_command = execute_command
spark.client._execute_and_fetch = capture
spark.client.to_table = capture
spark.client._analyze = stop
spark.client.get_config_dict = lambda *keys: {k: None for k in keys}


def config(*keys):
    known = {
        "spark.sql.timestampType": "TIMESTAMP_LTZ", "spark.sql.session.timeZone": "UTC",
        "spark.sql.session.localRelationCacheThreshold": "1048576", "spark.sql.session.localRelationChunkSizeRows": "10000",
        "spark.sql.session.localRelationChunkSizeBytes": "16777216", "spark.sql.session.localRelationBatchOfChunksSizeBytes": "1073741824",
        "spark.sql.pyspark.inferNestedDictAsStruct.enabled": "false", "spark.sql.execution.pandas.inferPandasDictAsMap": "false",
        "spark.sql.pyspark.legacy.inferArrayTypeFromFirstElement.enabled": "false",
        "spark.sql.pyspark.legacy.inferMapTypeFromFirstPair.enabled": "false",
        "spark.sql.execution.arrow.useLargeVarTypes": "false", "spark.sql.execution.pandas.convertToArrowArraySafely": "false",
    }
    return tuple(known.get(k, "1073741824" if "localRelation" in k else "false") for k in keys)


spark.client.get_configs = config
spark.client.get_config_dict = lambda *keys: dict(zip(keys, config(*keys)))


def relation(name, build):
    add(name, build()._plan.to_proto(spark.client))


def command(name, run):
    try:
        run()
    except Captured as c:
        add(name, c.args[0])
        return
    raise AssertionError(name + " ran nothing")


def strip(message):
    """Origins hold paths of this machine: only whether there is one stays."""
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        if field.message_type.name == "PythonOrigin":
            value.call_site = "program.py:1"
        elif field.message_type.name == "Any":
            inner = {"DeltaRelation": delta_proto.DeltaRelation, "DeltaCommand": delta_proto.DeltaCommand}[value.type_url.rsplit(".", 1)[1]]()
            value.Unpack(inner)
            strip(inner)
            value.value = inner.SerializeToString(deterministic=True)
        elif field.is_repeated:
            if field.message_type.GetOptions().map_entry:
                if field.message_type.fields_by_name["value"].message_type is not None:
                    for v in value.values():
                        strip(v)
            else:
                for v in value:
                    strip(v)
        else:
            strip(value)


def add(name, plan):
    assert name not in recorded, name
    strip(plan)
    kind = "relation" if plan.WhichOneof("op_type") == "root" else "command"
    recorded[name] = (kind, plan.SerializeToString(deterministic=True))


t, u = spark.read.table("t"), spark.read.table("db.u")

# sources
relation("table", lambda: t)
relation("table with options", lambda: spark.read.option("versionAsOf", 3).table("db.`my table`"))
relation("load path", lambda: spark.read.format("delta").option("versionAsOf", "1").load("/data/t"))
relation("csv with schema", lambda: spark.read.schema("a INT, b STRING").option("header", True).csv(["/a.csv", "/b.csv"]))
relation("json with struct schema", lambda: spark.read.schema(StructType([StructField("a", LongType(), False, {"comment": "x"})])).json("/j"))
relation("parquet", lambda: spark.read.parquet("/p1", "/p2"))
relation("range", lambda: spark.range(10))
relation("range full", lambda: spark.range(2, 20, 3, 4))
relation("local rows", lambda: spark.createDataFrame([(1, "a"), (2, None)], StructType([StructField("id", IntegerType()), StructField("s", StringType())])))
relation("local struct schema", lambda: spark.createDataFrame([(1, [1, 2], {"k": 1.5})], StructType([
    StructField("i", IntegerType()), StructField("a", ArrayType(IntegerType())), StructField("m", MapType(StringType(), DoubleType()))])))
relation("local empty", lambda: spark.createDataFrame([], StructType([StructField("a", IntegerType())])))
relation("table function", lambda: spark.tvf.explode(F.array(F.lit(1), F.lit(2))))

# projections and filters
relation("select names", lambda: t.select("a", "b.c", "`d.e`", "*", "t.*"))
relation("select columns", lambda: t.select(t.a, t["b"].alias("x"), F.col("c") + 1, (-F.col("d")).alias("neg")))
relation("select expr", lambda: t.selectExpr("a AS x", "count(*)", "*"))
relation("filter column", lambda: t.filter((t.a > 1) & ~(t.b == "x") | t.c.isNull()))
relation("where text", lambda: t.where("a > 1 AND b <=> NULL"))
relation("operators", lambda: t.select(F.col("a") % 2, F.col("a") / 2, 1 - F.col("a"), F.col("a") != 3, F.col("a").eqNullSafe(None),
    F.col("a").bitwiseAND(3), F.col("a").bitwiseOR(3), F.col("a").bitwiseXOR(3), F.col("a") ** 2))
relation("predicates", lambda: t.select(F.col("a").isin(1, 2, 3), F.col("a").between(1, 5), F.col("s").like("a%"), F.col("s").rlike("^a"),
    F.col("s").ilike("A%"), F.col("s").contains("x"), F.col("s").startswith("x"), F.col("s").endswith("x"), F.col("s").isNotNull()))
relation("case", lambda: t.select(F.when(t.a == 1, "one").when(t.a == 2, "two").otherwise("many"), F.when(t.a > 0, 1)))
relation("casts", lambda: t.select(F.col("a").cast("bigint"), F.col("a").cast(IntegerType()), F.col("a").try_cast("date"),
    F.col("a").cast(DecimalType(10, 2)), F.col("a").astype("array<struct<x:int>>")))
relation("fields", lambda: t.select(F.col("s").getField("x"), F.col("a").getItem(0), F.col("m")["k"], F.col("s").withField("y", F.lit(1)), F.col("s").dropFields("x", "z.q")))
relation("substr", lambda: t.select(F.col("s").substr(1, 3), F.substring("s", 1, 2)))
relation("literals", lambda: spark.range(1).select(F.lit(None), F.lit(True), F.lit(1), F.lit(2**40), F.lit(1.5), F.lit("s"), F.lit(b"\x00\xff"),
    F.lit(decimal.Decimal("12.340")), F.lit(datetime.date(2024, 2, 29)), F.lit(datetime.datetime(2024, 2, 29, 12, 30, 0, 5)),
    F.lit(datetime.timedelta(days=1, seconds=3)), F.lit(datetime.time(12, 30, 5))))
relation("literal arrays", lambda: spark.range(1).select(F.lit([1, 2, 3]), F.lit(["a", "b"]), F.lit([[1], [2]]), F.lit([1.5, 2.5]), F.lit([])))
relation("typed nulls", lambda: spark.range(1).select(F.lit(None).cast("string"), F.lit(None).cast("array<int>")))
relation("with column", lambda: t.withColumn("x", F.col("a") + 1))
relation("with columns", lambda: t.withColumns({"x": F.lit(1), "y": F.upper("s")}))
relation("renamed", lambda: t.withColumnRenamed("a", "b").withColumnsRenamed({"c": "d", "e": "f"}))
relation("drop", lambda: t.drop("a", "b").drop(F.col("c")))
relation("to df", lambda: t.toDF("x", "y"))
relation("alias", lambda: t.alias("q").select("q.a"))
relation("with metadata", lambda: t.withMetadata("a", {"comment": "x", "n": 1}))
relation("metadata column", lambda: t.select(t.metadataColumn("_metadata")))
relation("col regex", lambda: t.select(t.colRegex("`a.*`")))
relation("transform lambda", lambda: t.select(F.transform("arr", lambda x: x + 1), F.aggregate("arr", F.lit(0), lambda acc, x: acc + x),
    F.filter("arr", lambda x, i: i > 0), F.map_filter("m", lambda k, v: v > 1)))
relation("call function", lambda: t.select(F.call_function("db.f", F.col("a")), F.expr("a + 1 AS b"), F.call_udf("g", "a")))
relation("to schema", lambda: t.to(StructType([StructField("a", ShortType())])))

# limits, order, sets
relation("limit offset tail", lambda: t.limit(5).offset(2))
relation("sort", lambda: t.sort("a", F.desc("b"), F.col("c").asc_nulls_last()))
relation("order ascending list", lambda: t.orderBy(["a", "b"], ascending=[True, False]))
relation("sort within partitions", lambda: t.sortWithinPartitions("a"))
relation("union", lambda: t.union(u))
relation("union by name", lambda: t.unionByName(u, allowMissingColumns=True))
relation("intersect except", lambda: t.intersect(u).exceptAll(u).subtract(t).intersectAll(u))
relation("distinct", lambda: t.distinct())
relation("drop duplicates", lambda: t.dropDuplicates(["a", "b"]))
relation("repartition", lambda: t.repartition(4).coalesce(1).repartition("a").repartition(3, "a", F.col("b")).repartitionByRange(2, "a", F.desc("b")))
relation("sample", lambda: t.sample(0.5, seed=3).sample(True, 0.1, 7))
relation("hint", lambda: t.hint("broadcast").hint("repartition", 10, "a"))

# joins
relation("join using", lambda: t.join(u, "id").join(u, ["a", "b"], "left"))
relation("join condition", lambda: t.join(u, t.id == u.id, "full_outer"))
relation("join several conditions", lambda: t.alias("l").join(u.alias("r"), [F.col("l.a") == F.col("r.a"), F.col("l.b") < F.col("r.b")], "left_anti"))
relation("self join", lambda: t.join(t.alias("o"), t["id"] == F.col("o.id"), "semi").crossJoin(u))
relation("lateral join", lambda: t.lateralJoin(spark.tvf.explode(F.col("arr").outer()), how="left"))

# aggregation
relation("group by", lambda: t.groupBy("a", F.col("b") % 2).agg(F.sum("x").alias("s"), F.count("*"), F.countDistinct("y", "z"), {"c": "max"}["c"] and F.max("c")))
relation("group by map", lambda: t.groupBy("a").agg({"x": "sum", "*": "count"}))
relation("group shortcuts", lambda: t.groupBy("a").count())
relation("global agg", lambda: t.agg(F.avg("x"), F.collect_list("y"), F.first("z", ignorenulls=True), F.approx_count_distinct("x", 0.1)))
relation("rollup cube", lambda: t.rollup("a", "b").agg(F.sum("x")).cube("a").count())
relation("grouping sets", lambda: t.groupingSets([["a"], ["a", "b"], []], "a", "b").agg(F.sum("x")))
relation("pivot", lambda: t.groupBy("a").pivot("b", ["x", "y"]).agg(F.sum("v")))

# windows
w = Window.partitionBy("k").orderBy(F.col("ts").desc(), "n")
relation("row number", lambda: t.withColumn("rn", F.row_number().over(w)).filter("rn = 1").drop("rn"))
relation("frames", lambda: t.select(F.sum("v").over(w.rowsBetween(-2, Window.currentRow)), F.sum("v").over(w.rangeBetween(Window.unboundedPreceding, 5)),
    F.lag("v", 1, 0).over(w), F.sum("v").over(Window.partitionBy())))

# na, stat, reshape
relation("fillna", lambda: t.fillna(0).fillna("x", ["s"]).fillna({"a": 1, "b": "z"}))
relation("dropna", lambda: t.dropna().dropna("all").dropna(thresh=2, subset=["a", "b"]))
relation("replace", lambda: t.replace(1, 2).replace(["a", "b"], ["c", "d"], ["s"]).replace({"x": None}))
relation("describe summary", lambda: t.describe("a"))
relation("summary", lambda: t.summary("min", "50%"))
relation("crosstab", lambda: t.crosstab("a", "b"))
relation("freq items", lambda: t.freqItems(["a"], 0.4))
relation("sample by", lambda: t.sampleBy("a", {1: 0.5, 2: 0.25}, 3))
relation("unpivot", lambda: t.unpivot("id", ["a", "b"], "k", "v"))
relation("unpivot all", lambda: t.unpivot(["id"], None, "k", "v"))
relation("transpose", lambda: t.transpose())
relation("observe", lambda: t.observe("m", F.count(F.lit(1)).alias("n"), F.max("a")))
relation("watermark", lambda: t.withWatermark("ts", "10 minutes"))
relation("deep chain", lambda: __import__("functools").reduce(lambda d, i: d.withColumn(f"c{i}", F.lit(i)), range(40), t))

# subqueries
relation("scalar subquery", lambda: t.filter(F.col("a") == u.select(F.max("a")).scalar()))
relation("exists", lambda: t.where(u.where(F.col("x") == F.col("y").outer()).exists()))
relation("in subquery", lambda: t.where(F.col("a").isin(u.select("a"))))

# sql
command("sql", lambda: spark.sql("SELECT 1"))
command("sql named args", lambda: spark.sql("SELECT :a, :b", args={"a": 1, "b": "x"}))
command("sql positional args", lambda: spark.sql("SELECT ?", args=[1.5]))
command("sql with frames", lambda: spark.sql("SELECT * FROM {d}", d=t))

# writes
command("write save", lambda: t.write.format("delta").mode("append").option("mergeSchema", True).partitionBy("p").save("/out"))
command("save as table", lambda: t.write.format("parquet").mode("overwrite").bucketBy(4, "a").sortBy("b").saveAsTable("db.x"))
command("insert into", lambda: t.write.insertInto("x", overwrite=True))
command("write v2", lambda: t.writeTo("cat.db.x").using("delta").tableProperty("k", "v").partitionedBy("a", F.years("ts")).createOrReplace())
command("write v2 overwrite", lambda: t.writeTo("x").overwrite(F.col("a") == 1))
command("temp view", lambda: t.createOrReplaceTempView("v"))
command("global view", lambda: t.createGlobalTempView("v"))
command("merge into", lambda: t.mergeInto("x", F.expr("t.id = x.id")).whenMatched(F.col("t.op") == "d").delete().whenMatched().updateAll()
    .whenNotMatched().insert({"id": F.col("t.id")}).whenNotMatchedBySource().update({"a": F.lit(0)}).withSchemaEvolution().merge())

# catalog
c = spark.catalog
command("catalog list tables", lambda: c.listTables("db", "a*"))
command("catalog table exists", lambda: c.tableExists("t"))
command("catalog create table", lambda: c.createTable("t", "/p", "parquet", StructType([StructField("a", IntegerType())]), "d", k="v"))
command("catalog current", lambda: c.currentDatabase())
command("catalog cache", lambda: c.cacheTable("t"))

# delta
d, n = DeltaTable.forPath(spark, "/d"), DeltaTable.forName(spark, "db.t")
relation("delta to df", lambda: d.toDF())
relation("delta history", lambda: d.history())
relation("delta history limit", lambda: d.history(2))
relation("delta detail", lambda: n.detail())


def delta(name, run):
    command("delta " + name, run)


delta("delete", lambda: d.delete("a = 1"))
delta("delete all", lambda: n.delete())
delta("update", lambda: d.update(condition=F.col("a") == 1, set={"b": F.lit(2), "`c.d`": "b + 1"}))
s = spark.range(3).alias("s")
delta("merge", lambda: d.alias("t").merge(s, "t.id = s.id").whenMatchedUpdate("t.v < s.v", {"v": "s.v"}).whenMatchedDelete(F.col("t.x"))
    .whenNotMatchedInsert(values={"id": "s.id", "v": F.lit(1)}).whenNotMatchedBySourceDelete("t.old")
    .whenNotMatchedBySourceUpdate(set={"v": "0"}).withSchemaEvolution().execute())
delta("merge all", lambda: n.alias("t").merge(s, F.col("t.id").eqNullSafe(F.col("s.id"))).whenMatchedUpdateAll().whenNotMatchedInsertAll().execute())
delta("vacuum", lambda: d.vacuum(168))
delta("optimize", lambda: d.optimize().where("p = 'a'").where("q = 1").executeZOrderBy("x", "y.z"))
delta("compact", lambda: n.optimize().executeCompaction())
delta("restore version", lambda: d.restoreToVersion(3))
delta("restore timestamp", lambda: d.restoreToTimestamp("2024-01-01"))
delta("generate", lambda: d.generate("symlink_format_manifest"))
delta("upgrade", lambda: d.upgradeTableProtocol(2, 5))
delta("feature", lambda: d.addFeatureSupport("deletionVectors"))
delta("drop feature", lambda: d.dropFeatureSupport("deletionVectors", True))
delta("create", lambda: DeltaTable.createIfNotExists(spark).tableName("db.x").location("/x").comment("c").addColumn("a", "INT", nullable=False, comment="k")
    .addColumn("b", "BIGINT", generatedAlwaysAs="a * 2").partitionedBy("b").property("p", "v").execute())
delta("create clustered", lambda: DeltaTable.createOrReplace(spark).location("/y").addColumns(StructType([StructField("a", LongType())])).clusterBy("a").execute())
delta("convert", lambda: DeltaTable.convertToDelta(spark, "parquet.`/p`", "p STRING"))
delta("is delta", lambda: DeltaTable.isDeltaTable(spark, "/p"))

for name, (kind, data) in recorded.items():
    sys.stdout.write(f"{name}\t{kind}\t{base64.b64encode(data).decode()}\n")
