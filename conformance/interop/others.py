"""Read tables with delta-rs, DuckDB and Polars: python others.py FOLDER ANSWERS"""

import glob
import os
import sys

import tables


def delta_rs(path):
    import deltalake
    import pyarrow

    table = deltalake.DeltaTable(path)
    data = pyarrow.table(deltalake.QueryBuilder().register("t", table).execute("SELECT * FROM t"))
    out = tables.rows(data.column_names, zip(*[c.to_pylist() for c in data.columns]))
    out["history"] = sorted([h["version"], h["operation"]] for h in table.history())
    return out


def duckdb(path):
    import duckdb

    with duckdb.connect() as db:
        db.sql("INSTALL delta; LOAD delta; SET TimeZone = 'UTC'")
        data = db.sql(f"SELECT * FROM delta_scan('file://{path}')").arrow()
        data = data.read_all() if hasattr(data, "read_all") else data
        return tables.rows(data.column_names, zip(*[c.to_pylist() for c in data.columns]))


def polars(path):
    import polars

    data = polars.scan_delta(path).collect().to_arrow()
    return tables.rows(data.column_names, zip(*[c.to_pylist() for c in data.columns]))


def available():
    """The readers that this machine has: DuckDB needs an extension from its own server."""
    import duckdb as engine

    try:
        with engine.connect() as db:
            db.sql("INSTALL delta; LOAD delta")
    except engine.Error as e:
        print("DuckDB is left out:", tables.reason(e), file=sys.stderr)
        return {"delta-rs": delta_rs, "Polars": polars}
    return {"delta-rs": delta_rs, "DuckDB": duckdb, "Polars": polars}


def main(folder, answers):
    readers = available()
    for path in sorted(glob.glob(os.path.join(folder, "*"))):
        for reader, read in readers.items():
            line = {"writer": os.path.basename(folder), "feature": os.path.basename(path).replace("_", " "), "reader": reader}
            try:
                tables.tell(answers, **line, ok=read(path))
            except Exception as e:
                tables.tell(answers, **line, refused=tables.reason(e))


if __name__ == "__main__":
    main(*sys.argv[1:])
