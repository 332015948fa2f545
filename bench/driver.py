"""The loop that all engines share. An engine gives prepare(w, ctx), which returns run(table_path) -> value or None.

usage: engine_X.py ID [ID ...] --data DIR --work DIR [--n 3] [--budget 75]
Each ID runs once cold and then up to n times warm, each on a fresh hard-linked copy of its table,
until its budget of seconds is spent. One JSON line per run on stdout; "end" is the wall clock for the cold start.
"""
import argparse, json, os, shutil, sys, time, traceback
from types import SimpleNamespace
from workloads import W


class Refused(Exception):
    """the engine has no such operation"""


def clone(src, dst):
    shutil.rmtree(dst, ignore_errors=True)
    shutil.copytree(src, dst, copy_function=os.link)


def cpu():
    """CPU seconds of this process and all its descendants (the JVM), which other load on the machine disturbs less"""
    procs = {}
    for d in os.listdir("/proc"):
        if d.isdigit():
            try:
                f = open(f"/proc/{d}/stat").read().rpartition(")")[2].split()
                procs[int(d)] = int(f[1]), int(f[11]) + int(f[12])
            except OSError:
                pass
    mine = {os.getpid()}
    while more := {p for p, (parent, _) in procs.items() if parent in mine} - mine:
        mine |= more
    return sum(procs[p][1] for p in mine if p in procs) / os.sysconf("SC_CLK_TCK")


def say(**kw):
    print(json.dumps(kw, default=str), flush=True)


def main(engine, prepare, setup=lambda a: None):
    p = argparse.ArgumentParser()
    p.add_argument("ids", nargs="+"); p.add_argument("--data", required=True); p.add_argument("--work", required=True)
    p.add_argument("--n", type=int, default=3); p.add_argument("--budget", type=float, default=75)
    a = p.parse_args()
    state = setup(a)
    for wid in a.ids:
        try:
            one(engine, wid, a, prepare, state)
        except Refused as e:
            say(id=wid, refused=str(e))
        except BaseException as e:                 # an engine's panic is a result too
            traceback.print_exc(file=sys.stderr)
            say(id=wid, error=f"{type(e).__name__}: {str(e)[:1500]}")
    os._exit(0)                                    # no engine's shutdown is measured


def one(engine, wid, a, prepare, state):
    spent = 0.0
    w = W[wid]
    ctx = SimpleNamespace(data=a.data, state=state, src=os.path.join(a.data, "src", f"{w.get('src')}.parquet"))
    run = prepare(w, ctx)
    for i in range(a.n + 1):
        table = None
        if w["kind"] in ("read", "dedupe"):
            table = os.path.join(a.data, w["table"])
        else:
            table = os.path.join(a.work, engine, wid)
            clone(os.path.join(a.data, w["table"]), table)
        out = os.path.join(a.work, engine, wid + "_out")
        shutil.rmtree(out, ignore_errors=True)
        os.makedirs(os.path.dirname(out), exist_ok=True)
        os.environ["PB_OUT"] = out                 # where dedupe and rewriting engines put a new table
        c, t = cpu(), time.perf_counter()
        value = run(table)
        s, end = time.perf_counter() - t, time.time()
        spent += s
        say(id=wid, run=i, s=round(s, 4), cpu=round(cpu() - c, 2), end=end, value=value, table=out if os.path.isdir(out) else table)
        if spent + s > a.budget and i > 0 or spent > a.budget:
            break
