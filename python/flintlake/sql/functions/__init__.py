"""Functions of columns, named as in pyspark.sql.functions."""

from flintlake.sql.functions.builtin import *  # noqa: F403
from flintlake.sql.functions.calls import to_column
from flintlake.sql.functions.special import col
from flintlake.sql.udf import UserDefinedFunction as UserDefinedFunction
from flintlake.sql.udtf import (
    AnalyzeArgument as AnalyzeArgument,
)
from flintlake.sql.udtf import (
    AnalyzeResult as AnalyzeResult,
)
from flintlake.sql.udtf import (
    OrderingColumn as OrderingColumn,
)
from flintlake.sql.udtf import (
    PartitioningColumn as PartitioningColumn,
)
from flintlake.sql.udtf import (
    SelectedColumn as SelectedColumn,
)
from flintlake.sql.udtf import (
    SkipRestOfInputTableException as SkipRestOfInputTableException,
)
from flintlake.sql.udtf import (
    UserDefinedTableFunction as UserDefinedTableFunction,
)

_to_col = to_column
column = col
