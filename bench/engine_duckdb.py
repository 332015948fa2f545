"""DuckDB without its Delta extension: the table is plain Parquet files, a change rewrites all of them into a new folder."""
import os
import duckdb
import driver
from driver import Refused
from workloads import ORD


def setup(a):
    c = duckdb.connect()
    c.sql("SET TimeZone='UTC'")
    return c


def prepare(w, ctx):
    c, k = ctx.state, w["kind"]
    cols = ", ".join(w["cols"])

    def views(p):
        c.sql(f"CREATE OR REPLACE VIEW tgt AS SELECT * FROM read_parquet('{p}/**/*.parquet')")
        if os.path.exists(ctx.src):
            c.sql(f"CREATE OR REPLACE VIEW src AS SELECT * FROM read_parquet('{ctx.src}')")

    def rewrite(p, sql):
        views(p)
        c.sql(f"COPY ({sql}) TO '{os.environ['PB_OUT']}' (FORMAT parquet, PER_THREAD_OUTPUT true)")

    def read(p):
        views(p)
        return [[str(x) for x in r] for r in c.sql(w["sql"]).fetchall()]

    if k == "merge":
        if w["cols"] is not ORD or "order_date" in w["on"]:
            raise Refused("not written for DuckDB")
        s = f"({w['src_sql']})" if w["src_sql"] else "src"
        keep = f"SELECT {cols} FROM tgt ANTI JOIN {s} s USING (order_id)"
        acts = [(when, act) for when, _, act in w["clauses"]]
        if acts[0][0] == "not_matched":             # insert only
            return lambda p: rewrite(p, f"SELECT {cols} FROM tgt UNION ALL SELECT {cols} FROM {s} s ANTI JOIN tgt USING (order_id)")
        if acts[-1][0] == "by_source":              # the source is the result
            return lambda p: rewrite(p, f"SELECT {cols} FROM src")
        live = " WHERE op <> 'D'" if w["src_sql"] else ""
        return lambda p: rewrite(p, f"{keep} UNION ALL SELECT {cols} FROM {s} s{live}")
    if k == "delete":
        return lambda p: rewrite(p, f"SELECT {cols} FROM tgt WHERE NOT ({w['where']})")
    if k == "dedupe":
        return lambda p: rewrite(p, w["sql"])
    if k == "append":
        return lambda p: rewrite(p, f"SELECT {cols} FROM src")
    if k == "read":
        return read
    raise Refused("not written for DuckDB")


driver.main("duckdb", prepare, setup)
