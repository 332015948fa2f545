"""The plan messages are those that PySpark's own Connect client writes. Needs pyspark[connect] in the environment."""

from __future__ import annotations

import datetime
import types as pytypes
import warnings
from typing import Any

import pytest

warnings.simplefilter("ignore")
pytest.importorskip("pyspark.sql.connect.proto")

import pyspark.sql.connect.functions.builtin as their_functions  # noqa: E402
from google.protobuf.message import Message  # noqa: E402
from pyspark.sql import types as their_types  # noqa: E402
from pyspark.sql.connect import plan as their_plan  # noqa: E402
from pyspark.sql.connect.dataframe import DataFrame as TheirDataFrame  # noqa: E402
from pyspark.sql.connect.proto import base_pb2, relations_pb2  # noqa: E402
from pyspark.sql.connect.readwriter import DataFrameReader as TheirReader  # noqa: E402
from pyspark.sql.connect.window import Window as TheirWindow  # noqa: E402

from flintlake._plan.relation import relation  # noqa: E402
from flintlake.sql import functions as our_functions  # noqa: E402
from flintlake.sql import types as our_types  # noqa: E402
from flintlake.sql.dataframe import DataFrame  # noqa: E402
from flintlake.sql.readwriter import DataFrameReader  # noqa: E402
from flintlake.sql.window import Window  # noqa: E402


class OurClient:
    """Remembers the last command."""

    def command(self, message: bytes, plan: Any = None) -> tuple[list[Any], dict[str, Any]]:
        self.last = message
        return [], {}

    def schema(self, plan: Any) -> our_types.StructType:
        return our_types.StructType([])


class OurSession:
    def __init__(self) -> None:
        self._client = OurClient()

    def frame(self) -> DataFrame:
        return DataFrame(relation("range", "Range", {"start": 0, "end": 9, "step": 1}), self)  # type: ignore[arg-type]


class TheirClient:
    """Remembers the last command; everything else is not asked."""

    def execute_command(self, command: Message, observations: Any = None) -> tuple[Any, Any, Any]:
        self.last = base_pb2.Plan()
        self.last.command.CopyFrom(command)
        return None, {}, None

    def _set_relation_in_plan(self, plan: Message, relation: Message) -> None:
        plan.root.CopyFrom(relation)  # type: ignore[attr-defined]


class TheirSession:
    session_id = "x"
    is_mock_session = True

    def __init__(self) -> None:
        self._client = self.client = TheirClient()

    def frame(self) -> Any:
        return TheirDataFrame(their_plan.Range(0, 9, 1), self)


def normal(message: Message) -> str:
    """The message as text, without origins, and with ids numbered by their first use."""
    ids: dict[int, int] = {}
    names: dict[str, int] = {}

    def walk(m: Message) -> None:
        for field, value in sorted(m.ListFields(), key=lambda f: f[0].number):
            name = field.name
            if name == "common" and field.message_type.name == "ExpressionCommon":
                m.ClearField("common")
            elif name == "plan_id":
                setattr(m, name, ids.setdefault(value, len(ids)))
            elif name == "name_parts":  # x_17: a number that counts the lambdas of the process
                value[0] = value[0][0] + str(names.setdefault(value[0], len(names)))
            elif field.message_type is not None and field.message_type.GetOptions().map_entry:
                for v in value.values():
                    if isinstance(v, Message):
                        walk(v)
            elif field.message_type is not None:
                for v in value if field.is_repeated else [value]:
                    walk(v)

    walk(message)
    return str(message)


def both(program: Any) -> tuple[str, str]:
    """The plans that a program makes of our and of their DataFrame."""
    ours, theirs = OurSession(), TheirSession()
    context = [
        pytypes.SimpleNamespace(df=ours.frame(), other=ours.frame(), F=our_functions, T=our_types, W=Window),
        pytypes.SimpleNamespace(df=theirs.frame(), other=theirs.frame(), F=their_functions, T=their_types, W=TheirWindow),
    ]
    context[0].read, context[1].read = DataFrameReader(ours), TheirReader(theirs)  # type: ignore[arg-type]
    made = [program(c) for c in context]
    our_message, their_message = base_pb2.Plan(), base_pb2.Plan()
    if made[0] is None:
        our_message.ParseFromString(ours._client.last)
        their_message = theirs.client.last
    else:
        our_relation = relations_pb2.Relation()
        our_relation.ParseFromString(made[0]._plan.data)
        our_message.root.CopyFrom(our_relation)
        their_message.root.CopyFrom(made[1]._plan.plan(theirs.client))
    return normal(our_message), normal(their_message)


PROGRAMS = {
    "select": lambda c: c.df.select("id", c.F.col("id").alias("x"), "*"),
    "attribute": lambda c: c.df.select(c.df["id"], c.df["*"]),
    "selectExpr": lambda c: c.df.selectExpr("id + 1", "a as b"),
    "filter": lambda c: c.df.filter(c.F.col("id") > 3).where("id < 5"),
    "operators": lambda c: c.df.select(
        c.F.col("a") + 1,
        2 - c.F.col("a"),
        c.F.col("a") * 1.5,
        c.F.col("a") / 2,
        c.F.col("a") % 2,
        c.F.col("a") ** 2,
        2 ** c.F.col("a"),
        -c.F.col("a"),
        ~(c.F.col("a") == 1),
        c.F.col("a") != 2,
        c.F.col("a").eqNullSafe(None),
        (c.F.col("a") > 1) & (c.F.col("b") >= 2) | (c.F.col("c") < 3),
        c.F.col("a").bitwiseAND(3),
        c.F.col("a").isNull(),
        c.F.col("a").isNotNull(),
        c.F.col("s").contains("x"),
        c.F.col("s").startswith("y"),
        c.F.col("s").like("%z"),
        c.F.col("s").rlike("q"),
        c.F.col("s").ilike("w"),
        c.F.col("s").substr(1, 2),
        c.F.col("a").isin(1, 2),
        c.F.col("a").isin([1, "b"]),
        c.F.col("a").between(1, 9),
    ),
    "parts": lambda c: c.df.select(
        c.F.col("s")["x"],
        c.F.col("s").getItem(0),
        c.F.col("s").getField("f"),
        c.F.col("s").x,
        c.F.col("s")[1:3],
        c.F.col("s").withField("n", c.F.lit(1)),
        c.F.col("s").dropFields("a", "b"),
    ),
    "casts": lambda c: c.df.select(
        c.F.col("a").cast("int"),
        c.F.col("a").cast(c.T.DecimalType(10, 2)),
        c.F.col("a").try_cast("date"),
        c.F.col("a").astype(c.T.ArrayType(c.T.MapType(c.T.StringType(), c.T.LongType(), False), False)),
        c.F.col("a").cast(c.T.StructType([c.T.StructField("x", c.T.TimestampType(), False, {"k": 1})])),
        c.F.col("a").cast(c.T.VarcharType(3)),
        c.F.col("a").cast(c.T.DayTimeIntervalType(0, 1)),
        c.F.col("a").cast(c.T.YearMonthIntervalType()),
        c.F.col("a").cast(c.T.TimestampNTZType()),
    ),
    "alias": lambda c: c.df.select(c.F.col("a").alias("b", metadata={"k": 1}), c.F.explode("m").alias("k", "v")),
    "literals": lambda c: c.df.select(
        *[
            c.F.lit(v)
            for v in (
                None,
                True,
                1,
                -1,
                1 << 40,
                1.5,
                float("inf"),
                "é",
                b"\x00\xff",
                bytearray(b"x"),
                datetime.date(2024, 2, 29),
                datetime.datetime(2024, 2, 29, 12, 30, 1, 5),
                datetime.time(1, 2, 3, 4),
                datetime.timedelta(days=-1, microseconds=1),
                [1, 2],
                ["a", None],
            )
        ]
    ),
    "case": lambda c: c.df.select(c.F.when(c.F.col("a") > 1, 2).when(c.F.col("a") > 3, c.F.col("b")).otherwise(None)),
    "withColumn": lambda c: c.df.withColumn("x", c.F.col("id")).withColumns({"y": c.F.lit(1), "z": c.F.lit("a")}),
    "renamed": lambda c: c.df.withColumnRenamed("id", "x").withColumnsRenamed({"x": "y", "a": "b"}),
    "drop": lambda c: c.df.drop("id", "x").drop(c.F.col("y")),
    "toDF": lambda c: c.df.toDF("a").alias("t"),
    "limit": lambda c: c.df.limit(3).offset(2),
    "sort": lambda c: c.df.orderBy("a", c.F.col("b").desc(), c.F.asc_nulls_last("c")).sortWithinPartitions(c.F.desc("x")),
    "sort ascending": lambda c: c.df.sort("a", "b", ascending=[True, False]),
    "distinct": lambda c: c.df.distinct().dropDuplicates(["a"]).dropDuplicates(),
    "join using": lambda c: c.df.join(c.other, "id").join(c.other, ["id", "x"], "left_outer"),
    "join on": lambda c: c.df.join(c.other, c.df["id"] == c.other["id"], "full"),
    "join list": lambda c: c.df.join(c.other, [c.F.col("a") == 1, c.F.col("b") == 2], "left_anti").crossJoin(c.other),
    "lateral": lambda c: c.df.lateralJoin(c.other.filter(c.F.col("a").outer() == c.F.col("b")), how="left"),
    "union": lambda c: c.df.union(c.other).unionByName(c.other, True).intersect(c.other).intersectAll(c.other),
    "except": lambda c: c.df.subtract(c.other).exceptAll(c.other),
    "group": lambda c: c.df.groupBy("a", c.F.col("b")).agg(c.F.sum("x").alias("s"), c.F.count("*"), c.F.count_distinct("y")),
    "group dict": lambda c: c.df.groupBy("a").agg({"x": "max"}),
    "group count": lambda c: c.df.groupBy().count(),
    "rollup": lambda c: c.df.rollup("a", "b").count(),
    "cube": lambda c: c.df.cube("a").agg(c.F.avg("x")),
    "sets": lambda c: c.df.groupingSets([["a"], ["a", "b"], []], "a", "b").agg(c.F.sum("x")),
    "pivot": lambda c: c.df.groupBy("a").pivot("b", ["x", "y"]).agg(c.F.sum("v")),
    "window": lambda c: c.df.select(
        c.F.row_number().over(c.W.partitionBy("k").orderBy(c.F.col("t").desc(), "u")),
        c.F.sum("v").over(c.W.partitionBy("k").orderBy("t").rowsBetween(c.W.unboundedPreceding, 0)),
        c.F.sum("v").over(c.W.partitionBy("k").orderBy("t").rangeBetween(-5, 5)),
        c.F.lag("v", 2, 0).over(c.W.partitionBy("k").orderBy("t")),
    ),
    "lambdas": lambda c: c.df.select(
        c.F.transform("a", lambda x: x + 1),
        c.F.filter("a", lambda x, i: x > i),
        c.F.exists("a", lambda x: x.isNull()),
        c.F.aggregate("a", c.F.lit(0), lambda acc, x: acc + x, lambda acc: acc * 2),
        c.F.zip_with("a", "b", lambda x, y: x),
        c.F.transform_values("m", lambda k, v: v),
        c.F.map_zip_with("m", "n", lambda k, a, b: a),
        c.F.array_sort("a", lambda x, y: x - y),
    ),
    "repartition": lambda c: c.df.repartition(3).coalesce(1).repartition("a").repartition(2, "b").repartitionByRange(4, "c"),
    "sample": lambda c: c.df.sample(0.5, 7).sample(True, 0.25, 3).randomSplit([1.0, 3.0], 5)[1],
    "hint": lambda c: c.df.hint("broadcast").hint("rebalance", 3, "a"),
    "unpivot": lambda c: c.df.unpivot("id", ["a", "b"], "k", "v").unpivot(["id"], None, "k", "v"),
    "transpose": lambda c: c.df.transpose("id").transpose(),
    "na": lambda c: c.df.fillna(0).na.fill({"a": 1.5, "b": "x"}).dropna("all", subset=["a"]).replace([1, 2], [3, 4], "a"),
    "replace dict": lambda c: c.df.replace({"a": None, "b": "c"}),
    "stat": lambda c: c.df.describe("a").summary("min").freqItems(["a"]).crosstab("a", "b").sampleBy("a", {1: 0.5}, 3),
    "observe": lambda c: c.df.observe("o", c.F.count(c.F.lit(1)).alias("n")),
    "watermark": lambda c: c.df.withWatermark("t", "1 minute"),
    "regex": lambda c: c.df.select(c.df.colRegex("`a.*`"), c.df.metadataColumn("_metadata")),
    "to": lambda c: c.df.to(c.T.StructType([c.T.StructField("a", c.T.IntegerType())])),
    "metadata": lambda c: c.df.withMetadata("id", {"k": "v"}),
    "subquery": lambda c: c.df.filter(c.other.select("x").exists()).select(c.other.select("y").scalar()),
    "in subquery": lambda c: c.df.filter(c.F.col("id").isin(c.other.select("id"))),
    "read": lambda c: c.read.format("delta").option("versionAsOf", 3).load("/x"),
    "read table": lambda c: c.read.option("a", True).table("t.u"),
    "read csv": lambda c: c.read.csv(
        ["/a", "/b"], header=True, schema=c.T.StructType([c.T.StructField("a", c.T.LongType())]), sep=";"
    ),
    "read json": lambda c: c.read.schema(c.T.StructType([])).json("/a", multiLine=True),
    "read parquet": lambda c: c.read.parquet("/a", "/b"),
    "write": lambda c: c.df.write.format("delta").mode("append").option("mergeSchema", True).partitionBy("a", "b").save("/x"),
    "write table": lambda c: c.df.write.mode("overwrite").saveAsTable("t", format="delta"),
    "write bucket": lambda c: c.df.write.bucketBy(4, "a").sortBy("b").saveAsTable("t"),
    "write insert": lambda c: c.df.write.insertInto("t", overwrite=True),
    "write csv": lambda c: c.df.write.csv("/x", header=True, mode="ignore"),
    "write v2": lambda c: c.df.writeTo("t").using("delta").tableProperty("k", "v").partitionedBy("a").createOrReplace(),
    "write v2 overwrite": lambda c: c.df.writeTo("t").option("x", 1).overwrite(c.F.col("a") == 1),
    "write v2 append": lambda c: c.df.writeTo("t").append(),
    "view": lambda c: c.df.createOrReplaceTempView("v"),
    "global view": lambda c: c.df.createGlobalTempView("v"),
    "mergeInto": lambda c: (
        c.df.mergeInto("t", c.F.expr("t.a = s.a"))
        .whenMatched(c.F.col("x") > 1)
        .updateAll()
        .whenMatched()
        .delete()
        .whenNotMatched()
        .insert({"a": c.F.col("s.a")})
        .whenNotMatchedBySource()
        .update({"b": c.F.lit(1)})
        .withSchemaEvolution()
        .merge()
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_same_messages(name: str) -> None:
    ours, theirs = both(PROGRAMS[name])
    assert ours == theirs


def test_every_generated_function() -> None:
    """Each function of the table, called with as many columns as it has parameters, and without the optional ones."""
    import inspect
    import json
    from pathlib import Path

    spec = json.loads((Path(__file__).parent.parent / "tools/functions.json").read_text())
    different = []
    for name, entry in spec.items():
        if "decimal" in str(entry):  # a decimal literal has its own digits here, always (10, 0) there
            continue
        given = [p for p in entry["params"] if not p.get("seed")]
        required = [p for p in given if "default" not in p]
        for chosen in (required, given):
            arguments = ["a" if p["kind"] in ("c", "m") or p["kind"][0] == "*" else 3 for p in chosen]

            def program(c: Any, name: str = name, arguments: list[Any] = arguments) -> Any:
                return c.df.select(getattr(c.F, name)(*arguments))

            try:
                ours, theirs = both(program)
            except Exception:  # their function wants other values; what ours does then is tested elsewhere
                assert inspect.isfunction(getattr(our_functions, name))
                continue
            if "seed" not in str(entry) and ours != theirs:
                different.append(name)
    assert different == []


def test_long_chains_need_no_recursion() -> None:
    session = OurSession()
    df = session.frame()
    for i in range(300):
        df = df.withColumn(f"c{i}", our_functions.lit(i))
    condition = our_functions.col("id") == 0
    for i in range(2000):
        condition = condition | (our_functions.col("id") == i)
    many = df.filter(condition)
    for _ in range(500):
        df = df.unionByName(session.frame())
    assert len(many._plan.data) > 50_000 and len(df._plan.data) > 10_000
