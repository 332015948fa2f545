"""deltalake (delta-rs). Sources are read with pyarrow, or DuckDB where the source is a query."""
import os
import duckdb, pyarrow as pa, pyarrow.dataset as ds, pyarrow.parquet as pq
from deltalake import DeltaTable, QueryBuilder, write_deltalake
import driver


def source(w, src):
    if w.get("src_sql"):
        c = duckdb.connect()
        c.sql("SET TimeZone='UTC'")
        c.sql(f"CREATE VIEW src AS SELECT * FROM read_parquet('{src}')")
        return c.sql(w["src_sql"]).to_arrow_table()
    if os.path.getsize(src) > 64 << 20:
        return ds.dataset(src).scanner().to_reader()
    return pq.read_table(src)


def merge(w, path, src):
    m = DeltaTable(path).merge(source(w, src), w["on"], source_alias="s", target_alias="t")
    for when, cond, act in w["clauses"]:
        if when == "matched":
            m = m.when_matched_delete(cond) if act == "delete" else m.when_matched_update(act[1], cond)
        elif when == "not_matched":
            m = m.when_not_matched_insert(act[1], cond)
        else:
            m = m.when_not_matched_by_source_delete(cond)
    return m.execute()


def query(path, sql, version=None):
    return QueryBuilder().register("tgt", DeltaTable(path, version=version)).execute(sql)


def prepare(w, ctx):
    src = ctx.src

    def dedupe(p):
        write_deltalake(os.environ["PB_OUT"], query(p, w["sql"]))

    def read(p):
        return [[str(x) for x in r.values()] for r in pa.table(query(p, w["sql"], w.get("version"))).to_pylist()]

    return {
        "merge": lambda p: merge(w, p, src),
        "update": lambda p: DeltaTable(p).update(updates=w["set"], predicate=w["where"]),
        "delete": lambda p: DeltaTable(p).delete(w["where"]),
        "optimize": lambda p: DeltaTable(p).optimize.compact(),
        "append": lambda p: write_deltalake(p, pq.read_table(src), mode="append"),
        "replace_where": lambda p: write_deltalake(p, pq.read_table(src), mode="overwrite", predicate=w["where"]),
        "dedupe": dedupe, "read": read,
    }[w["kind"]]


driver.main("deltalake", prepare)
