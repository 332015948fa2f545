"""Names that programs import from pyspark.errors.exceptions.connect."""

from flintlake.errors import *  # noqa: F403
from flintlake.errors.exceptions.base import PySparkException as SparkConnectException  # noqa: F401
