"""Writes the four files beside it: invented airports of four days; the third day brings the column lid."""

import csv
import random
from pathlib import Path

rng = random.Random(7)
syll = ["ka", "lo", "mi", "ne", "ru", "sa", "to", "ve", "wi", "xan", "yor", "zel", "bar", "dun", "fel", "gor"]
name = lambda: "".join(rng.sample(syll, rng.choice([2, 3]))).capitalize()
zones = ["Europe/Oslo", "America/Lima", "Asia/Tokyo", "Africa/Cairo", "Pacific/Auckland", "UTC"]


def airport(i):
    city = name()
    return {
        "icao": "ZZ%s%s" % ("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i // 26 % 26], "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i % 26]),
        "iata": "" if rng.random() < 0.6 else "".join(rng.sample("ABCDEFGHJKLMNPRSTUVWXYZ", 3)),
        "name": rng.choice(
            [f"{city} Airport", f"{city} Municipal Field", f"{city}, Old Aerodrome", f'{city} "{name()}" Airstrip']
        ),
        "city": city,
        "country": rng.choice(["NO", "PE", "JP", "EG", "NZ"]),
        "elevation": str(round(rng.uniform(-10, 9000), 1)),
        "lat": f"{rng.uniform(-80, 80):.5f}",
        "lon": f"{rng.uniform(-180, 180):.5f}",
        "tz": rng.choice(zones),
    }


rows = {a["icao"]: a for a in (airport(i) for i in range(400))}
extra = iter([airport(i) for i in range(400, 520)])


def step(rows, change, gone, new, lid=False):
    out = {k: dict(v) for k, v in rows.items()}
    keys = sorted(out)
    picked = rng.sample(keys, change + gone)
    for k in picked[:gone]:
        del out[k]
    for k in picked[gone:]:
        c = rng.choice(["name", "elevation", "tz", "iata"])
        out[k][c] = {
            "name": out[k]["name"] + " II",
            "elevation": str(round(rng.uniform(0, 9000), 1)),
            "tz": "Etc/GMT",
            "iata": "".join(rng.sample("QWXYZ", 3)),
        }[c]
    for _ in range(new):
        a = next(extra)
        out[a["icao"]] = a
    if lid:
        for a in out.values():
            a["lid"] = "".join(rng.sample("0123456789AB", 3)) if rng.random() < 0.3 else ""
    return out


v1 = rows
v2 = step(v1, 40, 6, 12)
v3 = step(v2, 90, 15, 25, lid=True)
v4 = step(v3, 5, 9, 3)
for day, v in zip(["20240101", "20240401", "20240701", "20241001"], [v1, v2, v3, v4]):
    cols = ["icao", "iata", "name", "city", "country", "elevation", "lat", "lon", "tz"] + (["lid"] if day >= "20240701" else [])
    with open(Path(__file__).with_name(f"{day}.csv"), "w", newline="") as f:
        w = csv.DictWriter(f, cols, lineterminator="\n")
        w.writeheader()
        w.writerows(v[k] for k in sorted(v))
