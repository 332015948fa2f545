"""All functions in one module, as pyspark.sql.functions.builtin has them."""

from flintlake.sql.functions.calls import lit as lit
from flintlake.sql.functions.calls import to_column as _to_col  # noqa: F401
from flintlake.sql.functions.special import *  # noqa: F403
from flintlake.sql.functions.special import column_ as column  # noqa: F401
from flintlake.sql.functions.zz_functions import *  # noqa: F403
