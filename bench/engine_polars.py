"""Polars: its own readers and sorts; every Delta write and merge goes through deltalake."""
import os
import polars as pl
import driver
from driver import Refused
from workloads import ORD


def prepare(w, ctx):
    k, src = w["kind"], ctx.src
    scan = lambda p: pl.scan_delta(p, version=w.get("version"))

    def merge(p):
        if w["src_sql"]:
            raise Refused("not written for Polars")
        m = pl.read_parquet(src).write_delta(p, mode="merge", delta_merge_options={
            "predicate": w["on"], "source_alias": "s", "target_alias": "t"})
        for when, cond, act in w["clauses"]:
            m = (m.when_not_matched_by_source_delete(cond) if when == "by_source" else
                 m.when_matched_delete(cond) if act == "delete" else
                 m.when_matched_update(act[1], cond) if when == "matched" else m.when_not_matched_insert(act[1], cond))
        return m.execute()

    def dedupe(p):
        (scan(p).sort("updated_at", "order_id", descending=True).unique("customer_id", keep="first", maintain_order=True)
         .select(ORD).sink_delta(os.environ["PB_OUT"]))

    def read(p):
        c = pl.SQLContext(tgt=scan(p))
        return [[str(x) for x in r] for r in c.execute(w["sql"], eager=True).rows()]

    ops = {"merge": merge, "dedupe": dedupe, "read": read,
           "append": lambda p: pl.scan_parquet(src).sink_delta(p, mode="append")}
    if k not in ops:
        raise Refused("Polars has no such operation of its own")
    return ops[k]


driver.main("polars", prepare)
