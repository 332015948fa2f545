"""A DataFrame as argument of a table function."""

from __future__ import annotations

from typing import Any

from flintlake._plan import expression as e
from flintlake._plan.expression import Expression
from flintlake._plan.relation import Plan
from flintlake.errors import IllegalArgumentException

__all__ = ["TableArg"]


class TableValuedFunctionArgument:
    """Something that a table function takes."""


class TableArg(TableValuedFunctionArgument):
    """A table with its partitioning and order."""

    def __init__(self, plan: Plan, partition: Any = (), order: Any = (), single: bool | None = None) -> None:
        self._plan, self._partition, self._order, self._single = plan, list(partition), list(order), single

    def _refuse_twice(self) -> None:
        if self._partition or self._single is not None:
            raise IllegalArgumentException("partitionBy() and withSinglePartition() can be called once, and not both.")

    def partitionBy(self, *cols: Any) -> TableArg:
        """Call the function for each group of rows."""
        from flintlake.sql.window import _expressions

        self._refuse_twice()
        return TableArg(self._plan, _expressions(cols), self._order, self._single)

    def orderBy(self, *cols: Any) -> TableArg:
        """The order of the rows in a group."""
        from flintlake.sql.window import _orders

        if not self._partition and not self._single:
            raise IllegalArgumentException("Call partitionBy() or withSinglePartition() before orderBy().")
        return TableArg(self._plan, self._partition, [*self._order, *_orders(cols)], self._single)

    def withSinglePartition(self) -> TableArg:
        """Call the function once for all rows."""
        self._refuse_twice()
        return TableArg(self._plan, self._partition, self._order, True)

    def _expression(self) -> Expression:
        options = {
            "partition_spec": [x.data for x in self._partition],
            "order_spec": [x.body for x in self._order],
            "with_single_partition": self._single,
        }
        return e.subquery(self._plan, "TABLE_ARG", (), options)
