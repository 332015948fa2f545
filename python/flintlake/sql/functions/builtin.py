"""All functions in one module, as pyspark.sql.functions.builtin has them."""

from flintlake.sql.functions.calls import lit as lit
from flintlake.sql.functions.calls import to_column
from flintlake.sql.functions.special import *  # noqa: F403
from flintlake.sql.functions.special import col
from flintlake.sql.functions.zz_functions import *  # noqa: F403

_to_col = to_column
column = col
