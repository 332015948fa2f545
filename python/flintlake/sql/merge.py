"""DataFrame.mergeInto."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flintlake._plan import encode
from flintlake._plan import expression as e
from flintlake._plan.expression import Expression
from flintlake._plan.relation import command
from flintlake.sql.column import Column

if TYPE_CHECKING:
    from flintlake.sql.dataframe import DataFrame

__all__ = ["MergeIntoWriter"]


class _When:
    _list: str

    def __init__(self, writer: MergeIntoWriter, condition: Column | None) -> None:
        self.writer = writer
        self._condition = condition

    def _add(self, kind: str, assignments: dict[str, Column] | None = None) -> MergeIntoWriter:
        pairs = [(e.sql(k), v._expr) for k, v in (assignments or {}).items()]
        condition = self._condition._expr if self._condition is not None else None
        self.writer._actions[self._list].append(e.merge_action(kind, condition, pairs))
        return self.writer


class _Changing(_When):
    def updateAll(self) -> MergeIntoWriter:
        """Set every column to that of the source."""
        return self._add("UPDATE_STAR")

    def update(self, assignments: dict[str, Column]) -> MergeIntoWriter:
        """Set these columns."""
        return self._add("UPDATE", assignments)

    def delete(self) -> MergeIntoWriter:
        """Delete the row."""
        return self._add("DELETE")


class MergeIntoWriter:
    """Merges the rows of a DataFrame into a table."""

    class WhenMatched(_Changing):
        """What to do with rows of the table that match."""

        _list = "match_actions"

    class WhenNotMatched(_When):
        """What to do with rows of the source that match nothing."""

        _list = "not_matched_actions"

        def insertAll(self) -> MergeIntoWriter:
            """Insert every column."""
            return self._add("INSERT_STAR")

        def insert(self, assignments: dict[str, Column]) -> MergeIntoWriter:
            """Insert these columns."""
            return self._add("INSERT", assignments)

    class WhenNotMatchedBySource(_Changing):
        """What to do with rows of the table that match nothing."""

        _list = "not_matched_by_source_actions"

    def __init__(self, df: DataFrame, table: str, condition: Column) -> None:
        self._df = df
        self._table = table
        self._condition = condition
        self._evolve = False
        self._actions: dict[str, list[Expression]] = {
            "match_actions": [],
            "not_matched_actions": [],
            "not_matched_by_source_actions": [],
        }

    def whenMatched(self, condition: Column | None = None) -> MergeIntoWriter.WhenMatched:
        """Rows of the table that match."""
        return self.WhenMatched(self, condition)

    def whenNotMatched(self, condition: Column | None = None) -> MergeIntoWriter.WhenNotMatched:
        """Rows of the source that match nothing."""
        return self.WhenNotMatched(self, condition)

    def whenNotMatchedBySource(self, condition: Column | None = None) -> MergeIntoWriter.WhenNotMatchedBySource:
        """Rows of the table that match nothing."""
        return self.WhenNotMatchedBySource(self, condition)

    def withSchemaEvolution(self) -> MergeIntoWriter:
        """Add columns that only the source has."""
        self._evolve = True
        return self

    def merge(self) -> None:
        """Run the merge."""
        values = {
            "target_table_name": self._table,
            "source_table_plan": self._df._plan.data,
            "merge_condition": self._condition._expr.data,
            **{name: [a.data for a in actions] for name, actions in self._actions.items()},
            "with_schema_evolution": self._evolve,
        }
        body = encode("MergeIntoTableCommand", values)
        self._df._session._client.command(command("merge_into_table_command", body), self._df._plan)
