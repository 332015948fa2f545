"""python -m flintlake program.py [arguments]: run a program that was written for PySpark, unmodified."""

from __future__ import annotations

import os
import runpy
import sys

from flintlake._alias import activate


def main(arguments: list[str]) -> int:
    """Run a program with pyspark and delta meaning this engine."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print("usage: python -m flintlake PROGRAM [ARGUMENT…]\n       python -m flintlake -m MODULE [ARGUMENT…]")
        return 0 if arguments else 2
    activate()
    if arguments[0] == "-m" and len(arguments) > 1:
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        return 0
    sys.argv = arguments
    sys.path.insert(0, os.path.dirname(os.path.abspath(arguments[0])))
    runpy.run_path(arguments[0], run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
