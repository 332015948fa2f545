"""Delta Lake tables, named as in the package delta."""

from flintlake.delta.pip_utils import configure_spark_with_delta_pip
from flintlake.delta.tables import DeltaTable

__all__ = ["DeltaTable", "configure_spark_with_delta_pip"]
