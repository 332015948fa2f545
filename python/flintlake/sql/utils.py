"""Names that programs import from pyspark.sql.utils."""

from flintlake.errors import *  # noqa: F403
from flintlake.errors import AnalysisException as AnalysisException


def is_remote() -> bool:
    """Whether a remote cluster is used."""
    return False
