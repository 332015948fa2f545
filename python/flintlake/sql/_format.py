"""{name} in the text of spark.sql: DataFrames, columns and values by name."""

from __future__ import annotations

import string
import uuid
from typing import Any

from flintlake._plan.relation import Plan, relation
from flintlake.sql.column import Column


class SQLFormatter(string.Formatter):
    """Puts values into SQL text; a DataFrame becomes a view that exists for this statement only."""

    def __init__(self) -> None:
        self.views: list[Plan] = []
        self._names: dict[int, str] = {}

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> Any:
        """The value of a field, as text of SQL."""
        value, key = super().get_field(field_name, args, kwargs)
        return self._text(value, field_name), key

    def _text(self, value: Any, field_name: str) -> str:
        from flintlake.sql.dataframe import DataFrame

        if isinstance(value, DataFrame):
            if id(value) not in self._names:
                name = "_flintlake_" + uuid.uuid4().hex
                self._names[id(value)] = name
                values = {"input": value._plan.data, "alias": name}
                self.views.append(relation("subquery_alias", "SubqueryAlias", values, inputs=(value._plan,)))
            return self._names[id(value)]
        if isinstance(value, Column):
            return value._expr.name or value._expr.text
        if isinstance(value, str):
            escaped = value.replace("\\", "\\\\").replace("'", "\\'")
            return f"'{escaped}'"
        if isinstance(value, (list, tuple)):
            return "(" + ", ".join(self._text(v, field_name) for v in value) + ")"
        return str(value)
