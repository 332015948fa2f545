"""The names and parameters of PySpark's public API. What is missing on purpose is listed here with its reason."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

SURFACE = Path(os.environ.get("FLINTLAKE_SURFACE", ""))
if not SURFACE.is_file():
    SURFACE = Path(__file__).parents[3] / "shared/surface/pyspark-4.2.0-delta-4.4.0.json"
# whole modules that are not there yet
LATER = {"pyspark.sql.datasource", "pyspark.sql.plot"}
LATER_PREFIX = "pyspark.sql.streaming"
# classes that pass everything on to a session, names that modules import for themselves, texts that look like parameters, RDDs
NOT_MEANT = re.compile(
    r"(SQLContext|HiveContext)\.|\.(since|dispatch_table_arg_method|main|rdd|PySparkTypeError|TableValuedFunctionArgument)$"
    r"|\((True|False|geography|geometry)\)$|QueryContextType\.|pyspark\.sql\.catalog\.(DataFrame|SparkSession)$|delta\.tables\.is_remote"
)


def ours(name: str) -> str:
    return "flintlake" + name.removeprefix("pyspark") if name.startswith("pyspark") else "flintlake." + name


def parameters(signature: str) -> list[str]:
    inside = re.sub(r"\[[^\[\]]*\]", "", signature)
    while re.search(r"\[[^\[\]]*\]", inside):
        inside = re.sub(r"\[[^\[\]]*\]", "", inside)
    inside = inside[inside.find("(") + 1 : inside.rfind(")") if "->" not in inside else inside.find(") ->")]
    names = [re.split(r"[:=]", p)[0].strip().lstrip("*") for p in inside.split(",")]
    return [n for n in names if re.fullmatch(r"\w+", n) and n != "self"]


def missing() -> list[str]:
    found = []
    for module, names in json.loads(SURFACE.read_text()).items():
        if module in LATER or module.startswith(LATER_PREFIX):
            continue
        try:
            here = importlib.import_module(ours(module))
        except ImportError:
            found.append(module)
            continue
        for name, entry in names.items():
            if not hasattr(here, name):
                found.append(f"{module}.{name}")
            elif isinstance(entry, dict) and entry.get("class"):
                found += members(f"{module}.{name}", getattr(here, name), entry["members"])
            elif isinstance(entry, str) and entry.startswith("("):
                found += differences(f"{module}.{name}", getattr(here, name), entry)
    return [f for f in found if not NOT_MEANT.search(f)]


def members(path: str, cls: Any, theirs: dict[str, str]) -> list[str]:
    found = []
    for name, signature in theirs.items():
        if name.startswith("_"):
            continue
        if not hasattr(cls, name) and not hasattr(getattr(cls, "__dataclass_fields__", {}), name):
            if name not in getattr(cls, "__dataclass_fields__", {}):
                found.append(f"{path}.{name}")
        elif signature.startswith("("):
            found += differences(f"{path}.{name}", inspect.getattr_static(cls, name), signature)
    return found


def differences(path: str, function: Any, signature: str) -> list[str]:
    """Parameters of theirs that ours does not take by that name."""
    function = getattr(function, "__func__", function)
    if not inspect.isfunction(function):
        return []
    have = inspect.signature(function).parameters
    if any(p.kind is p.VAR_KEYWORD for p in have.values()):
        return []
    return [f"{path}({n})" for n in parameters(signature) if n not in have and n not in ("cls", "kwargs", "args")]


def test_surface(capsys: pytest.CaptureFixture[str]) -> None:
    if not SURFACE.is_file():
        pytest.skip("the recorded surface is not here")
    found = missing()
    with capsys.disabled():
        print("\nnot there: " + (", ".join(sorted(found)) or "nothing"))
    assert found == []
