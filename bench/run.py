"""Measures Flintlake beside its peers in one run, checks that all end with the same table, and writes a report.

usage: run.py [--scale 1.0] [--ids M1,M17] [--engines flintlake,deltalake] [--n 3] [--data DIR] [--work DIR] [--out DIR]

Every engine runs a workload in a process of its own, one engine after the other, so that drifts of the machine meet all of them. Spark takes
part when ORACLE_SPARK names a folder with its jars and SPARK_PYTHON a Python that has pyspark.
"""
import argparse, json, os, platform, shutil, statistics, subprocess, sys, tempfile, threading, time
import psutil
import gen, report, start
from check import check
from workloads import W

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
IDS = "M1,M1_dv,M2,M3,M4,M5,M6,M7,M8,M9,M10,M11u,M11d,M12,M14,M15,M16count,M16group,M16point,M16tt,M17"


class Watch(threading.Thread):
    """Peak resident memory of a process tree, sampled every 50 ms."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.root, self.peak, self.stop = psutil.Process(pid), 0, False
        self.start()

    def run(self):
        while not self.stop:
            rss = 0
            try:
                for p in [self.root, *self.root.children(recursive=True)]:
                    rss += p.memory_info().rss
            except psutil.Error:
                pass
            self.peak = max(self.peak, rss)
            time.sleep(0.05)


def drive(engine, wid, a):
    """One workload on one engine: {first, warm, median, peak_mib, rows, sum, files, did, value} or {error} or {refused}."""
    python = os.environ.get("SPARK_PYTHON", sys.executable) if engine == "spark" else sys.executable
    argv = [python, os.path.join(HERE, f"engine_{engine}.py"), wid, "--data", a.data, "--work", a.work, "--n", str(a.n), "--budget", str(a.budget)]
    with tempfile.TemporaryFile("w+") as err:
        p = subprocess.Popen(argv, cwd=HERE, stdout=subprocess.PIPE, stderr=err, text=True)
        watch = Watch(p.pid)
        late = threading.Timer(a.timeout, p.kill)
        late.start()
        lines = [json.loads(x) for x in p.stdout if x.startswith("{")]
        p.wait()
        late.cancel()
        watch.stop = True
        err.seek(0)
        tail = err.read()[-600:]
    r = {"peak_mib": watch.peak / 2**20}
    for x in lines:
        r |= {k: x[k] for k in ("error", "refused") if k in x}
    runs = [x for x in lines if "run" in x]
    if runs:
        r |= {"first": runs[0]["s"], "warm": [x["s"] for x in runs[1:]], "value": runs[-1]["value"]}
        if r["warm"]:
            r["median"] = statistics.median(r["warm"])
        if W[wid]["kind"] != "read":
            try:
                r["rows"], r["sum"], r["files"], r["did"] = check(runs[-1]["table"], W[wid]["cols"])
            except Exception as e:  # a table that cannot be read back is a result too
                r["error"] = f"check: {e}"
    elif not lines:
        r["error"] = f"exit {p.returncode}: {tail}"
    shutil.rmtree(os.path.join(a.work, engine), ignore_errors=True)
    return r


def data(a):
    """The tables, made once for a scale."""
    mark = os.path.join(a.data, "scale")
    if os.path.isfile(mark) and float(open(mark).read()) == a.scale or a.made:
        return
    print(f"making the data at scale {a.scale:g} ...", flush=True)
    gen.generate(a.data, a.scale)
    with open(mark, "w") as f:
        f.write(str(a.scale))


def machine(a):
    memory = psutil.virtual_memory().total / 2**30
    return (f"{os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} {platform.machine()}, Python {platform.python_version()}; "
            f"scale {a.scale:g} ({6 * a.scale:g} M rows in `orders`); {time.strftime('%Y-%m-%d')}. Workloads: `bench/workloads.py`.")


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--scale", type=float, default=1.0)
    p.add_argument("--ids", default=IDS)
    p.add_argument("--engines", default="flintlake,deltalake,duckdb,polars" + (",spark" if os.environ.get("ORACLE_SPARK") else ""))
    p.add_argument("--n", type=int, default=3, help="warm runs of each")
    p.add_argument("--budget", type=float, default=20, help="seconds after which no further warm run begins")
    p.add_argument("--timeout", type=float, default=240)
    p.add_argument("--data", default=os.path.join(ROOT, "build", "bench", "data"))
    p.add_argument("--work", default=os.path.join(ROOT, "build", "bench", "work"), help="must be on the same disk as the data")
    p.add_argument("--out", default=os.path.join(ROOT, "build", "bench"))
    p.add_argument("--made", action="store_true", help="take the data as they are")
    p.add_argument("--no-start", action="store_true", help="leave out the times of starting")
    a = p.parse_args()
    engines = a.engines.split(",")
    for d in (a.work, a.out):
        os.makedirs(d, exist_ok=True)
    data(a)
    begin = [] if a.no_start else start.measure(a.data, a.work, os.path.join(ROOT, "dist"))
    for what, value, limit, note in begin:
        print(f"{what}: {value:.1f} (at most {limit}) {note}", flush=True)
    results = {}
    for wid in a.ids.split(","):
        for engine in engines:
            r = results[wid, engine] = drive(engine, wid, a)
            text = r.get("error") or r.get("refused") or f"{report.num(report.seconds(r))} s, first {report.num(r['first'])} s, {r['peak_mib']:.0f} MiB"
            print(f"{wid:9} {engine:10} {text[:150]}", flush=True)
    text = report.markdown(results, engines, begin, machine(a))
    with open(os.path.join(a.out, "report.md"), "w") as f:
        f.write(text)
    with open(os.path.join(a.out, "results.json"), "w") as f:
        json.dump([{"id": i, "engine": e, **r} for (i, e), r in results.items()], f, indent=1, default=str)
    report.draw(results, engines, os.path.join(a.out, "report.png"))
    print("\n" + text)
    wrong = [i for i in dict.fromkeys(i for i, _ in results) if report.agreement(i, results).startswith("DIFFERENT")]
    broken = [i for (i, e), r in results.items() if e == "flintlake" and "error" in r]
    sys.exit(f"results differ: {wrong}; flintlake failed: {broken}" if wrong or broken else 0)


if __name__ == "__main__":
    main()
