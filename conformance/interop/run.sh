#!/usr/bin/env bash
# Tables written by Flintlake (wheel and Go) read by Spark with Delta, delta-rs, DuckDB and Polars, and Spark's tables read here.
#   ORACLE_SPARK=DIR   an installation of real Spark (oracle/spark/setup.sh); without it Spark's part is left out
#   PYTHON=FILE        a Python with the wheel; build/venv otherwise
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
python=${PYTHON:-$root/build/venv/bin/python}
work=$root/build/interop
rm -rf "$work"
mkdir -p "$work/flintlake" "$work/go" "$work/spark"
answers=$work/answers.jsonl
: >"$answers"
"$python" -m pip install --quiet -r "$here/requirements.txt"
cd "$here"
"$python" through_spark.py write flintlake "$work/flintlake" "$answers"
(cd "$root" && go run ./conformance/interop/gowriter "$work/go")
"$python" through_spark.py read flintlake "$work/go" "$answers"
for tables in flintlake go; do "$python" others.py "$work/$tables" "$answers"; done
if [ -n "${ORACLE_SPARK:-}" ]; then
  spark=$ORACLE_SPARK/venv/bin/python
  for tables in flintlake go; do "$spark" through_spark.py read spark "$work/$tables" "$answers"; done
  "$spark" through_spark.py write spark "$work/spark" "$answers"
  "$python" through_spark.py read flintlake "$work/spark" "$answers"
fi
"$python" result.py "$answers" "$here/RESULT.md"
