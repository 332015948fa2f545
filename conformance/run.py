"""Run the recorded answers of Spark and Delta, and print one line an area: `AREA: N passed, N failed`.

    python conformance/run.py --cases DIR [--areas A,B] [--only TEXT] [--failures DIR] [--update] [--go-only]

DIR has the layout of ../shared (oracle/, golden/, sparksql/), or is the folder oracle itself; areas that it does not hold are left out.
SQL, golden tables and the documents of Delta run in the Go runner (conformance/runner); programs run through the installed wheel, with the
checkers that come with the recordings. A case that is run in both ways passes when it passes in both.

A run of everything on ../shared fails when an area passes fewer cases than conformance/baseline.json says; --update raises the baseline.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
SHARED = ROOT.parent / "shared"
BASELINE = HERE / "baseline.json"
AREAS = ["golden", "functions", "sql", "frames", "delta/articles", "delta/merge", "delta/commands", "delta/conflicts", "sparksql"]
IN_GO = {"golden", "functions", "sql", "delta/merge", "delta/commands", "delta/conflicts"}
SUMMARY = re.compile(r"^(\d+) passed, (\d+) failed$", re.M)
SECONDS = 900  # of one process of a checker


class Result:
    """Passed and failed cases of an area; details holds the text for the list of failures."""

    def __init__(self, passed=0, failed=0, details=""):
        self.passed, self.failed, self.details = passed, failed, details

    def __add__(self, other):
        return Result(self.passed + other.passed, self.failed + other.failed, self.details + other.details)


class Cases:
    """Where the recordings and their checkers are."""

    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()
        self.oracle = self.root / "oracle" if (self.root / "oracle").is_dir() else self.root

    def is_shared(self):
        return self.root in (SHARED.resolve(), (SHARED / "oracle").resolve())

    def checker(self, *parts):
        """A checker beside the cases, or the one of ../shared when the folder holds cases only."""
        for base in (self.oracle, SHARED / "oracle"):
            if (base.joinpath(*parts)).is_file():
                return base.joinpath(*parts)
        return None


def build_runner():
    target = ROOT / "build" / "conformance-runner"
    target.parent.mkdir(exist_ok=True)
    subprocess.run(["go", "build", "-o", str(target), "./conformance/runner"], cwd=ROOT, check=True)
    return target


def go_area(runner, area, o, failures):
    """The result of the Go runner, or None when the folder does not hold the area."""
    done = subprocess.run([str(runner), "-cases", str(o.cases.root), "-areas", area, "-only", o.only, "-failures", str(failures)],
                          stdout=subprocess.PIPE, text=True, check=True)
    found = re.search(r": (\d+) passed, (\d+) failed$", done.stdout, re.M)
    if not found:
        return None
    details = (failures / (area.replace("/", "-") + ".txt")).read_text(encoding="utf-8")
    return Result(int(found[1]), int(found[2]), details)


def python(script, *args, seconds=SECONDS):
    """Run a checker with this Python in an empty folder; its output, also when it dies."""
    with tempfile.TemporaryDirectory(prefix="conformance-") as work:
        env = dict(os.environ, PYTHONDONTWRITEBYTECODE="1", TZ="UTC")
        try:
            done = subprocess.run([sys.executable, str(script), *map(str, args)], cwd=work, env=env, timeout=seconds,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
            return done.stdout
        except subprocess.TimeoutExpired as e:
            out = e.stdout or b""
            return (out if isinstance(out, str) else out.decode("utf-8", "replace")) + "\nTIMEOUT\n"


def checked(total, output):
    """A checker's result; cases that it did not reach (it died) count as failed."""
    found = SUMMARY.findall(output)
    if found:
        return Result(int(found[-1][0]), int(found[-1][1]), output)
    tail = "\n".join(output.splitlines()[-15:])
    return Result(0, total, output + "\nended early:\n" + tail + "\n")


def frames(o):
    root, script = o.cases.oracle / "frames", o.cases.checker("check_frames.py")
    if not root.is_dir() or script is None:
        return None
    total = Result()
    for folder in sorted(p for p in root.iterdir() if p.is_dir()):
        programs = [p for p in folder.glob("*.py") if p.with_suffix(".json").exists() and o.only in folder.name + "/" + p.stem]
        if programs:
            total += one_by_one(script, root, folder.name, sorted(programs), o)
    return total


def one_by_one(script, root, area, programs, o):
    """All programs of an area in one process; when that dies, each in a process of its own."""
    output = python(script, "--engine", "flintlake", "--as-pyspark", "--root", root, "--areas", area, "--only", o.only)
    if SUMMARY.search(output):
        return checked(len(programs), output)
    total = Result()
    for p in programs:
        only = area + "/" + p.stem
        output = python(script, "--engine", "flintlake", "--as-pyspark", "--root", root, "--areas", area, "--only", only, seconds=60)
        passed = f"FAIL {only}:" not in output and SUMMARY.search(output) is not None
        total += Result(int(passed), int(not passed), "" if passed else output if "FAIL" in output else f"FAIL {only}: died: {output[-300:]}\n")
    return total


def articles(o):
    folder, script = o.cases.oracle / "delta", o.cases.checker("delta", "check_delta.py")
    if not (folder / "articles").is_dir() or script is None:
        return None
    total = 2 * len(list((folder / "articles").glob("*.json")))
    return checked(total, python(script, "--engine", "flintlake", "--kind", "articles", "--answers", folder, "--only", o.only, "-v"))


def documents(o, kind):
    """Lines of the documents of a kind, decoded."""
    for path in sorted((o.cases.oracle / "delta" / kind).glob("*.jsonl")):
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                if line.strip() and o.only in (doc := json.loads(line))["id"]:
                    yield doc, line


def through_the_wheel(o, lines):
    """Run documents with check_delta.py; the ids that fail, and the text."""
    script = o.cases.checker("delta", "check_delta.py")
    if script is None or not lines:
        return set(), ""
    with tempfile.TemporaryDirectory(prefix="conformance-") as work:
        path = pathlib.Path(work) / "cases.jsonl"
        path.write_text("".join(line for _, line in lines), encoding="utf-8")
        output = python(script, "--engine", "flintlake", "--form", "recorded", "-v", path)
    passed = set(re.findall(r"^ok   (\S+)", output, re.M))
    return {doc["id"] for doc, _ in lines} - passed, output


def merges(o, in_go):
    """The SQL form of every case ran in Go; those recorded in builder form must also pass in that."""
    built = [(d, line) for d, line in documents(o, "merge") if d["answer"].get("recorded_by") == "builder"]
    failed, output = through_the_wheel(o, built)
    failed_in_go = set(re.findall(r"^FAIL (\S+)", in_go.details, re.M))
    both = len(failed - failed_in_go)
    return Result(in_go.passed - both, in_go.failed + both, in_go.details + "\nthrough the wheel\n" + output)


def commands(o, in_go):
    """Documents with steps of the DataFrame or DeltaTable API run through the wheel, the others ran in Go."""
    chained = [(d, line) for d, line in documents(o, "commands") if any(s["op"] == "chain" for s in d["steps"])]
    failed, output = through_the_wheel(o, chained)
    return in_go + Result(len(chained) - len(failed), len(failed), "\nthrough the wheel\n" + output)


def sparksql(o):
    """Spark's own golden files, which are fetched with Maven; without it the area is left out."""
    folder = o.cases.root / "sparksql"
    script = folder / "sparksql.py"
    if not script.is_file():
        return None
    tests = [] if not (folder / "sql-tests").is_dir() else ["--tests", folder]
    if not tests:
        if shutil.which("mvn") is None:
            print("sparksql: left out, Maven is not there to fetch the golden files", file=sys.stderr)
            return None
        tests = ["--fetch"]
    return checked(1, python(script, *tests, "--engine", "flintlake", "--jobs", "2", seconds=3 * SECONDS))


def measure(area, runner, o, failures):
    if area in IN_GO:
        result = go_area(runner, area, o, failures)
        if result is None or o.go_only:
            return result
        return {"delta/merge": merges, "delta/commands": commands}.get(area, lambda _, r: r)(o, result)
    return None if o.go_only else {"frames": frames, "delta/articles": articles, "sparksql": sparksql}[area](o)


def below(results):
    """Areas that fell below the baseline."""
    base = json.loads(BASELINE.read_text(encoding="utf-8")) if BASELINE.exists() else {}
    return [f"{a}: {r.passed} passed, the baseline is {base[a]}" for a, r in results.items() if r.passed < base.get(a, 0)]


def raise_baseline(results):
    base = json.loads(BASELINE.read_text(encoding="utf-8")) if BASELINE.exists() else {}
    for area, r in results.items():
        base[area] = max(base.get(area, 0), r.passed)
    BASELINE.write_text(json.dumps({a: base[a] for a in AREAS if a in base}, indent=2) + "\n", encoding="utf-8")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--cases", type=Cases, default=Cases(SHARED))
    p.add_argument("--areas", default=",".join(AREAS))
    p.add_argument("--only", default="", help="only cases whose id holds this text")
    p.add_argument("--failures", type=pathlib.Path, default=ROOT / "build" / "failures", help="folder for the lists of failures")
    p.add_argument("--update", action="store_true", help="raise the baseline")
    p.add_argument("--go-only", action="store_true", help="leave out what needs Python")
    o = p.parse_args()
    runner = build_runner()
    failures = o.failures.resolve()
    failures.mkdir(parents=True, exist_ok=True)
    results = {}
    for area in (a for a in AREAS if a in o.areas.split(",")):
        r = measure(area, runner, o, failures)
        if r is None:
            continue
        results[area] = r
        (failures / (area.replace("/", "-") + ".txt")).write_text(r.details, encoding="utf-8")
        print(f"{area}: {r.passed} passed, {r.failed} failed", flush=True)
    if not results:
        sys.exit(f"{o.cases.root} holds no cases")
    if not o.cases.is_shared() or o.only or o.go_only:
        return
    if o.update:
        raise_baseline(results)
    if fallen := below(results):
        sys.exit("below conformance/baseline.json\n" + "\n".join(fallen))


if __name__ == "__main__":
    main()
