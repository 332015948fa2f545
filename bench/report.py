"""Results as Markdown and as a picture."""


def num(x):
    return "–" if x is None else f"{x:.3f}" if x < 1 else f"{x:.2f}" if x < 10 else f"{x:.1f}"


def seconds(r):
    """A result's warm median, or its only run."""
    return r and (r.get("median") or r.get("first"))


def table(head, rows):
    return "\n".join(["| " + " | ".join(map(str, r)) + " |" for r in (head, ["---"] * len(head), *rows)])


def markdown(results, engines, start, machine):
    """results: {(id, engine): result}"""
    ids = list(dict.fromkeys(i for i, _ in results))
    get = lambda i, e: results.get((i, e), {})
    peers = [e for e in engines if e != "flintlake"]

    def cell(r):
        if "refused" in r or not r:
            return "–"
        return num(seconds(r)) if seconds(r) else "error"

    def ratio(i, e):
        a, b = seconds(get(i, "flintlake")), seconds(get(i, e))
        return f"{b / a:.1f}×" if a and b else "–"

    parts = ["# Benchmark", machine]
    if start:
        parts += ["## To begin with", table(["what", "value", "at most", "beside it"],
                  [(w, f"{v:.1f}", limit, note) for w, v, limit, note in start])]
    parts += ["## Seconds, warm median; the ratio is a peer's time over Flintlake's",
              table(["id", "flintlake", *[x for e in peers for x in (e, "ratio")], "results"],
                    [(i, cell(get(i, "flintlake")), *[x for e in peers for x in (cell(get(i, e)), ratio(i, e))], agreement(i, results)) for i in ids]),
              "## First run in a process, seconds",
              table(["id", *engines], [(i, *[num(get(i, e).get("first")) for e in engines]) for i in ids]),
              "## Peak memory, MiB",
              table(["id", *engines], [(i, *[f"{get(i, e)['peak_mib']:.0f}" if "first" in get(i, e) else "–" for e in engines]) for i in ids])]
    failed = [f"* {i} {e}: {r['error'][:300]}" for (i, e), r in results.items() if "error" in r]
    if failed:
        parts += ["## Errors", "\n".join(failed)]
    return "\n\n".join(parts) + "\n"


def answer(r):
    """What engines must agree on: rows and hash of the table, or the rows that were read."""
    return (r["rows"], r["sum"]) if "rows" in r else str(r.get("value")).replace("+00:00", "")


def agreement(i, results):
    answers = {e: answer(r) for (x, e), r in results.items() if x == i and "first" in r and "check_error" not in r}
    if len(answers) < 2:
        return "alone"
    return "equal" if len(set(answers.values())) == 1 else "DIFFERENT: " + ", ".join(answers)


def draw(results, engines, path):
    """Times relative to Flintlake, one group of bars a workload."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    ids = [i for i in dict.fromkeys(i for i, _ in results) if seconds(results.get((i, "flintlake"), {}))]
    if not ids:
        return
    colours = {"flintlake": "#264653", "deltalake": "#e76f51", "duckdb": "#e9c46a", "polars": "#2a9d8f", "spark": "#8d99ae"}
    fig, axis = plt.subplots(figsize=(max(7, 0.75 * len(ids) + 2), 4.2), layout="constrained")
    width = 0.8 / len(engines)
    for k, e in enumerate(engines):
        points = [(n + (k - (len(engines) - 1) / 2) * width, seconds(results.get((i, e), {}))) for n, i in enumerate(ids)]
        points = [p for p in points if p[1]]
        axis.bar([x for x, _ in points], [y for _, y in points], width, label=e, color=colours.get(e))
    axis.set_yscale("log")
    axis.set_xticks(range(len(ids)), ids)
    axis.set_ylabel("seconds, warm (log scale)")
    axis.set_title("The same work on the same tables, one run")
    axis.legend(ncols=len(engines), frameon=False, fontsize=8)
    axis.spines[["top", "right"]].set_visible(False)
    fig.savefig(path, dpi=120)
