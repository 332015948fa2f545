"""Rows and history of a table as text, the same from every reader; and the JSON lines in which the steps of run.sh talk."""

import datetime
import decimal
import json
import math


def cell(v):
    """One value: what readers hand out in different Python types becomes one text."""
    if v is None:
        return None
    if isinstance(v, bool):
        return v
    if isinstance(v, float):
        return "NaN" if math.isnan(v) else repr(v)
    if isinstance(v, decimal.Decimal):
        return format(v, "f")
    if isinstance(v, datetime.datetime):
        return (v.astimezone(datetime.timezone.utc) if v.tzinfo else v).strftime("%Y-%m-%d %H:%M:%S.%f")
    if isinstance(v, datetime.date):
        return v.isoformat()
    if isinstance(v, (bytes, bytearray)):
        return bytes(v).hex()
    if hasattr(v, "asDict"):
        v = v.asDict()
    if isinstance(v, dict):
        return sorted([[str(k), cell(x)] for k, x in v.items()], key=str)
    if isinstance(v, (list, tuple)):
        if v and all(isinstance(x, tuple) and len(x) == 2 for x in v):  # a map of Arrow
            return sorted([[str(k), cell(x)] for k, x in v], key=str)
        return [cell(x) for x in v]
    return v


def rows(columns, data):
    """Rows as a sorted list of texts, columns in the order of the table."""
    return {"columns": list(columns), "rows": sorted(json.dumps([cell(v) for v in r], ensure_ascii=False) for r in data)}


def spark_answer(spark, path):
    """Rows and history through PySpark's API."""
    frame = spark.read.format("delta").load(path)
    out = rows(frame.columns, [tuple(r) for r in frame.collect()])
    history = spark.sql(f"DESCRIBE HISTORY delta.`{path}`").collect()
    out["history"] = sorted([r["version"], r["operation"]] for r in history)
    return out


def tell(file, **line):
    """Append one line to a file of answers."""
    with open(file, "a", encoding="utf-8") as f:
        f.write(json.dumps(line, ensure_ascii=False) + "\n")


def reason(e):
    """Why a reader refuses, on one line without paths."""
    text = " ".join(str(e).split())
    return f"{type(e).__name__}: {text}"[:160].replace("|", "/")
