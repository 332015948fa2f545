"""Make conformance/cases: a compact selection of the recordings in ../shared, with their lines and files unchanged.

    python conformance/choose.py [--cases DIR] [--into DIR]

The choice goes by a hash of each record, the same for everybody, and spreads over all areas, topics and functions. Golden tables are left
out: they are other projects' data under licences of their own, and stay in ../shared.
"""

import argparse
import hashlib
import pathlib
import shutil

HERE = pathlib.Path(__file__).resolve().parent
# One record in so many is chosen, and at least so many of each file.
LINES = {"functions": (28, 1), "sql": (6, 6), "delta/merge": (16, 6), "delta/commands": (5, 2)}
PROGRAMS = 12
MOST_BYTES = 3_000_000


def chosen(text, one_in):
    return hashlib.sha256(text.encode()).digest()[0] * 256 + hashlib.sha256(text.encode()).digest()[1] < 65536 // one_in


def lines(source, target, one_in, least):
    every = [line for line in source.read_text(encoding="utf-8").splitlines(keepends=True) if len(line) < 20_000]
    kept = [line for line in every if chosen(line, one_in)]
    kept += [line for line in every if line not in kept][: max(0, least - len(kept))]
    if kept:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("".join(line for line in every if line in kept), encoding="utf-8")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--cases", type=pathlib.Path, default=HERE.parent.parent / "shared")
    p.add_argument("--into", type=pathlib.Path, default=HERE / "cases")
    o = p.parse_args()
    source, target = o.cases / "oracle", o.into / "oracle"
    shutil.rmtree(target, ignore_errors=True)
    for area, (one_in, least) in LINES.items():
        for path in sorted((source / area).rglob("*.jsonl")):
            if path.name != "NOTES.jsonl":
                lines(path, target / path.relative_to(source), one_in, least)
    shutil.copyfile(source / "delta" / "conflicts.jsonl", target / "delta" / "conflicts.jsonl")
    for answer in sorted((source / "frames").rglob("*.json")):
        if chosen(answer.stem, PROGRAMS) and answer.stat().st_size < 20_000:
            copy(source, target, answer, answer.with_suffix(".py"))
    for answer in sorted((source / "delta" / "articles").glob("*.json"))[::5]:
        copy(source, target, answer, answer.with_suffix(".py"), answer.with_suffix(".sql"))
    size = sum(f.stat().st_size for f in o.into.rglob("*") if f.is_file())
    print(f"{size:,} bytes")
    assert size <= MOST_BYTES, "too much"


def copy(source, target, *files):
    for f in files:
        if f.exists():
            to = target / f.relative_to(source)
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(f.read_bytes())


if __name__ == "__main__":
    main()
