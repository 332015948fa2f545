"""Names that programs import from pyspark.errors.exceptions.captured."""

from flintlake.errors import *  # noqa: F403
from flintlake.errors.exceptions.base import PySparkException as CapturedException  # noqa: F401
