"""Write every table and source of the benchmark: seeded, engine-neutral (pyarrow files + a hand-written Delta log).

usage: gen.py DATA_DIR [--scale 1.0]
"""
import argparse, datetime as dt, json, os, shutil, uuid
import numpy as np, pyarrow as pa, pyarrow.compute as pc, pyarrow.parquet as pq

DAYS, DAY0 = 60, dt.date(2026, 1, 1)
EPOCH_DAY0 = (DAY0 - dt.date(1970, 1, 1)).days
STATUS = pa.array(["new", "paid", "packed", "shipped", "delivered", "returned", "refunded", "cancelled"])
SPARK = {pa.int64(): "long", pa.int32(): "integer", pa.string(): "string", pa.float64(): "double",
         pa.date32(): "date", pa.bool_(): "boolean", pa.timestamp("us", "UTC"): "timestamp"}


def strings(rng, n, width):
    """n random lowercase strings of one width, built straight from buffers."""
    data = rng.integers(97, 123, size=n * width, dtype=np.uint8)
    off = np.arange(n + 1, dtype=np.int32) * width
    return pa.StringArray.from_buffers(n, pa.py_buffer(off), pa.py_buffer(data))


def cents(values, precision=12):
    """int64 cents -> decimal(precision, 2)"""
    low = np.zeros((len(values), 2), dtype=np.int64)
    low[:, 0] = values
    low[:, 1] = np.where(values < 0, -1, 0)
    return pa.Array.from_buffers(pa.decimal128(precision, 2), len(values), [None, pa.py_buffer(low)])


def orders(rng, order_id, span):
    """rows of the orders table for the given keys; order_date follows the key, span = largest key + 1"""
    n = len(order_id)
    day = (EPOCH_DAY0 + order_id * DAYS // span).astype(np.int32)
    sku = pc.binary_join_element_wise("SKU", pa.array(rng.integers(0, 50_000, n)).cast(pa.string()), "-")
    return pa.table({
        "order_id": order_id, "customer_id": rng.integers(0, span // 8, n),
        "status": STATUS.take(pa.array(rng.integers(0, 8, n))), "amount": cents(rng.integers(100, 10_000_000, n)),
        "qty": rng.integers(1, 100, n).astype(np.int32), "discount": np.round(rng.random(n), 4),
        "order_date": pa.array(day).cast(pa.date32()),
        "updated_at": pa.array((day.astype(np.int64) * 86400 + rng.integers(0, 86400, n)) * 1_000_000).cast(pa.timestamp("us", "UTC")),
        "sku": sku, "note": strings(rng, n, 20)})


def changed(rng, rows):
    """the same keys, other status/amount/qty and a later updated_at"""
    n = len(rows)
    new = {"status": STATUS.take(pa.array(rng.integers(0, 8, n))), "amount": cents(rng.integers(100, 10_000_000, n)),
           "qty": pa.array(rng.integers(100, 200, n).astype(np.int32)),
           "updated_at": pa.array(rows["updated_at"].cast(pa.int64()).to_numpy() + 90 * 86400 * 1_000_000).cast(pa.timestamp("us", "UTC"))}
    for name, col in new.items():
        rows = rows.set_column(rows.schema.get_field_index(name), name, col)
    return rows


def spark_type(t):
    return f"decimal({t.precision},{t.scale})" if pa.types.is_decimal(t) else SPARK[t]


def stat(v):
    if isinstance(v, dt.datetime):
        return v.strftime("%Y-%m-%dT%H:%M:%S.000Z")
    return str(v) if isinstance(v, dt.date) else float(v) if type(v).__name__ == "Decimal" else v


def write_parquet(rows, path):
    pq.write_table(rows, path, compression="snappy", row_group_size=1 << 20, store_decimal_as_integer=True)


def add_action(rows, root, rel, partition=None):
    os.makedirs(os.path.dirname(os.path.join(root, rel)), exist_ok=True)
    write_parquet(rows, os.path.join(root, rel))
    mm = {c: pc.min_max(rows[c]).as_py() for c in rows.column_names if rows.schema.field(c).type != pa.bool_()}
    stats = {"numRecords": len(rows), "minValues": {c: stat(m["min"]) for c, m in mm.items() if m["min"] is not None},
             "maxValues": {c: stat(m["max"]) for c, m in mm.items() if m["max"] is not None},
             "nullCount": {c: rows[c].null_count for c in rows.column_names}}
    return {"add": {"path": rel, "partitionValues": partition or {}, "size": os.path.getsize(os.path.join(root, rel)),
                    "modificationTime": 1767225600000, "dataChange": True, "stats": json.dumps(stats)}}


def commit(root, version, actions):
    log = os.path.join(root, "_delta_log")
    os.makedirs(log, exist_ok=True)
    info = {"commitInfo": {"timestamp": 1767225600000 + version * 1000, "operation": "WRITE", "operationParameters": {}}}
    with open(os.path.join(log, f"{version:020d}.json"), "w") as f:
        f.writelines(json.dumps(a) + "\n" for a in [info, *actions])


def header(schema, partition=(), dv=False):
    protocol = {"minReaderVersion": 1, "minWriterVersion": 2}
    if dv:
        protocol = {"minReaderVersion": 3, "minWriterVersion": 7, "readerFeatures": ["deletionVectors"],
                    "writerFeatures": ["deletionVectors", "appendOnly", "invariants"]}
    fields = [{"name": f.name, "type": spark_type(f.type), "nullable": True, "metadata": {}} for f in schema]
    return [{"protocol": protocol},
            {"metaData": {"id": str(uuid.UUID(int=len(fields))), "format": {"provider": "parquet", "options": {}},
                          "schemaString": json.dumps({"type": "struct", "fields": fields}), "partitionColumns": list(partition),
                          "configuration": {"delta.enableDeletionVectors": "true"} if dv else {}, "createdTime": 1767225600000}}]


def delta(rows, root, files, dv_twin=None):
    step = -(-len(rows) // files)
    adds = [add_action(rows.slice(i * step, step), root, f"part-{i:05d}.snappy.parquet") for i in range(files)]
    commit(root, 0, header(rows.schema) + adds)
    if dv_twin:
        os.makedirs(dv_twin)
        for a in adds:
            os.link(os.path.join(root, a["add"]["path"]), os.path.join(dv_twin, a["add"]["path"]))
        commit(dv_twin, 0, header(rows.schema, dv=True) + adds)
    return adds


def web_returns(rng, order_number):
    n = len(order_number)
    cols = {"wr_returned_date_sk": 1000, "wr_returned_time_sk": 86400}
    t = {c: rng.integers(0, hi, n).astype(np.int32) for c, hi in cols.items()}
    t["wr_item_sk"] = (order_number % 18_000).astype(np.int32)
    for c in ["refunded_customer_sk", "refunded_cdemo_sk", "refunded_hdemo_sk", "refunded_addr_sk", "returning_customer_sk",
              "web_page_sk", "reason_sk"]:
        t["wr_" + c] = rng.integers(0, 100_000, n).astype(np.int32)
    t["wr_order_number"] = order_number
    t["wr_return_quantity"] = rng.integers(1, 100, n).astype(np.int32)
    for c in ["return_amt", "return_tax", "return_amt_inc_tax", "fee", "return_ship_cost", "refunded_cash", "reversed_charge", "net_loss"]:
        t["wr_" + c] = cents(rng.integers(0, 99_999, n), 7)
    return pa.table(t)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("data"); p.add_argument("--scale", type=float, default=1.0)
    a = p.parse_args()
    generate(a.data, a.scale)


def generate(data, scale):
    """all tables and sources; the folder is emptied first"""
    from workloads import GRID
    shutil.rmtree(data, ignore_errors=True)
    D = lambda *x: os.path.join(data, *x)
    os.makedirs(D("src"))
    rng = np.random.default_rng(42)
    N = int(6_000_000 * scale)
    span = 2 * N                                   # even keys exist, odd keys are free
    base = orders(rng, 2 * np.arange(N, dtype=np.int64), span)
    src = lambda name, rows: write_parquet(rows, D("src", name + ".parquet"))
    shuffled = lambda rows: rows.take(pa.array(rng.permutation(len(rows))))

    def upsert(n, lo, hi, new=0.2):
        """n rows, the share `new` of them with free keys, all keys of rows lo..hi"""
        fresh = int(n * new)
        old = base.take(pa.array(lo + rng.choice(hi - lo, n - fresh, replace=False)))
        ins = orders(rng, 2 * (lo + rng.choice(hi - lo, fresh, replace=False)).astype(np.int64) + 1, span)
        return shuffled(pa.concat_tables([changed(rng, old), ins]))

    adds = delta(base, D("orders"), 24, dv_twin=D("orders_dv"))
    os.makedirs(D("orders_tt"))                    # version 1 drops the first file again
    for x in adds:
        os.link(D("orders", x["add"]["path"]), D("orders_tt", x["add"]["path"]))
    commit(D("orders_tt"), 0, header(base.schema) + adds)
    commit(D("orders_tt"), 1, [{"remove": {"path": adds[0]["add"]["path"], "deletionTimestamp": 1767225600000, "dataChange": True}}])

    parts, per_day = [], N // DAYS
    for d in range(DAYS):
        day = str(DAY0 + dt.timedelta(days=d))
        parts.append(add_action(base.slice(d * per_day, per_day).drop_columns(["order_date"]), D("orders_part"),
                                f"order_date={day}/part-00000.snappy.parquet", {"order_date": day}))
    commit(D("orders_part"), 0, header(base.schema, ["order_date"]) + parts)

    src("m1", upsert(N // 100, 0, N))
    src("m2", upsert(N // 100, N - N // 8, N))
    src("m3", upsert(N // 10, 0, N))
    dirty, gone, n4 = N * 3 // 200, N // 200, N - N // 200
    keep = rng.permutation(N)[:n4]
    src("m4", pa.concat_tables([changed(rng, base.take(pa.array(keep[:dirty]))), base.take(pa.array(np.sort(keep[dirty:]))),
                                orders(rng, 2 * rng.choice(N, gone, replace=False).astype(np.int64) + 1, span)]))
    src("m5", upsert(N // 100, N - 3 * per_day, N))
    src("m8", pa.concat_tables([changed(rng, base.take(pa.array(rng.choice(N, N // 20, replace=False)))),
                                orders(rng, 2 * rng.choice(N, N // 20, replace=False).astype(np.int64) + 1, span)]))

    full = base.slice(0, int(3_030_000 * scale))
    delta(full, D("full"), 12)
    keep = np.sort(rng.permutation(len(full))[: int(3_000_000 * scale)])
    flip = rng.random(len(keep)) < 0.01
    src("m7", pa.concat_tables([full.take(pa.array(keep[~flip])), changed(rng, full.take(pa.array(keep[flip])))]))

    nev = int(100_000 * scale)                   # CDC: 100k keys, 150k events, the last one by seq wins
    old = rng.choice(N, nev * 8 // 10, replace=False)
    ev = pa.concat_tables([changed(rng, base.take(pa.array(old))), orders(rng, 2 * rng.choice(N, nev - len(old), replace=False).astype(np.int64) + 1, span)])
    op = np.where(np.arange(nev) >= len(old), "I", np.where(np.arange(nev) < nev // 5, "D", "U"))
    ev = ev.append_column("op", pa.array(op)).append_column("seq", pa.array(np.arange(nev, dtype=np.int64) + 10 * nev))
    early = changed(rng, ev.take(pa.array(rng.choice(nev, nev // 2, replace=False))))
    early = early.set_column(early.schema.get_field_index("seq"), "seq", pa.array(np.arange(len(early), dtype=np.int64)))
    early = early.set_column(early.schema.get_field_index("op"), "op", pa.array(["U"] * len(early)))
    src("m9", shuffled(pa.concat_tables([ev, early])))

    src("m12", changed(rng, base.slice((DAYS - 1) * per_day, per_day)))
    src("m15", orders(rng, 2 * (N + np.arange(int(1_000_000 * scale), dtype=np.int64)), span + 2 * int(1_000_000 * scale)))
    delta(base.slice(0, N // 3), D("small_files"), 200)
    delta(base.slice(0, 10_000), D("small"), 1)
    old = changed(rng, base.take(pa.array(rng.choice(10_000, 800, replace=False))))
    src("m17", shuffled(pa.concat_tables([old, orders(rng, 2 * rng.choice(10_000, 200, replace=False).astype(np.int64) + 1, span)])))

    nd = int(2_000_000 * scale)
    ids = np.arange(nd, dtype=np.int64)
    city = pa.array([f"city-{i}" for i in range(500)])
    dim = pa.table({"customer_id": ids, "name": strings(rng, nd, 16), "city": city.take(pa.array(rng.integers(0, 500, nd))),
                    "segment": STATUS.take(pa.array(rng.integers(0, 8, nd))), "balance": cents(rng.integers(0, 1_000_000, nd)),
                    "valid_from": pa.array(np.full(nd, EPOCH_DAY0, np.int32)).cast(pa.date32()),
                    "valid_to": pa.nulls(nd, pa.date32()), "is_current": pa.array(np.ones(nd, bool))})
    delta(dim, D("dim"), 8)
    hit = pa.array(rng.choice(nd, int(100_000 * scale), replace=False))
    up = dim.take(hit).select(["customer_id", "name", "segment", "balance"])
    src("m6", up.append_column("city", city.take(pa.array(rng.integers(0, 500, len(up)))))
        .append_column("eff", pa.array(np.full(len(up), EPOCH_DAY0 + 60, np.int32)).cast(pa.date32())))

    nw, fw = int(2_000_000 * scale), 20          # merge grid: keys in no order, so no file can be skipped by min/max
    wr = web_returns(rng, 4 * rng.permutation(nw).astype(np.int64))
    delta(wr, D("web_returns"), fw)
    step = nw // fw
    for name, _, fm, rm, rn in GRID:
        files = rng.choice(fw, max(1, round(fm * fw)), replace=False)
        rows = np.concatenate([f * step + rng.choice(step, int(step * rm), replace=False) for f in files]).astype(np.int64)
        fresh = web_returns(rng, 4 * rng.choice(nw, int(nw * rn), replace=False).astype(np.int64) + 3)
        old = wr.take(pa.array(rows))
        old = old.set_column(old.schema.get_field_index("wr_return_quantity"), "wr_return_quantity", pa.array(np.full(len(rows), 777, np.int32)))
        src(name, shuffled(pa.concat_tables([old, fresh])))


if __name__ == "__main__":
    main()
