"""Make RESULT.md of the answers, and fail when a reader read other rows than the writer: python result.py ANSWERS RESULT.md"""

import json
import sys


def main(answers, target):
    lines = [json.loads(x) for x in open(answers, encoding="utf-8")]
    own = {(x["writer"], x["feature"]): x for x in lines if x["reader"] == x["writer"]}
    reference = {k: x["ok"] for k, x in own.items() if "ok" in x}
    for x in lines:  # the Go writer is read through the wheel first
        if "ok" in x and x["reader"] == "flintlake":
            reference.setdefault((x["writer"], x["feature"]), x["ok"])
    readers = ["flintlake", "spark", "delta-rs", "DuckDB", "Polars"]
    cells, notes, wrong = {}, [], 0
    for x in lines:
        key = (x["writer"], x["feature"])
        want = reference.get(key)
        if "refused" in x:
            text = "refused"
            notes.append(f"* {x['writer']}, {x['feature']}, {x['reader']}: {x['refused']}")
        elif want is None:
            text = "ok?"
        elif x["ok"]["rows"] != want["rows"] or x["ok"]["columns"] != want["columns"]:
            text, wrong = "OTHER ROWS", wrong + 1
            notes.append(f"* {x['writer']}, {x['feature']}, {x['reader']}: {x['ok']['rows'][:3]} instead of {want['rows'][:3]}")
        elif x["reader"] in ("spark", "flintlake") and x["ok"].get("history") != want.get("history"):
            text, wrong = "OTHER HISTORY", wrong + 1
            notes.append(f"* {x['writer']}, {x['feature']}, {x['reader']}: {x['ok']['history']} instead of {want['history']}")
        else:
            text = "ok"
        cells.setdefault(key, {})[x["reader"]] = text
    with open(target, "w", encoding="utf-8") as f:
        f.write("# Tables read by others\n\nMade by `make interop`. A reader is compared with the writer's own reading: the same columns and rows, and for\n"
                "Spark and Flintlake the same history. refused: the reader says that it cannot (reasons below).\n"
                "–: not run (DuckDB needs an extension that this machine could not fetch).\n\n")
        f.write("| writer | feature | " + " | ".join(readers) + " |\n|" + " --- |" * (2 + len(readers)) + "\n")
        for (writer, feature), row in cells.items():
            f.write(f"| {writer} | {feature} | " + " | ".join(row.get(r, "–") for r in readers) + " |\n")
        f.write("\n## Reasons\n\n" + "\n".join(notes) + "\n")
    print(f"{sum(t == 'ok' for r in cells.values() for t in r.values())} ok, "
          f"{sum(t == 'refused' for r in cells.values() for t in r.values())} refused, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
