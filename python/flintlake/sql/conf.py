"""Settings of a session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flintlake.errors.exceptions.base import not_expected_type
from flintlake.sql._stat import _NO_VALUE

if TYPE_CHECKING:
    from flintlake.sql._client import Client

__all__ = ["RuntimeConfig"]


class RuntimeConfig:
    """Reads and changes settings: spark.conf."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def set(self, key: str, value: str | int | bool) -> None:
        """Change a setting."""
        if isinstance(value, bool):
            value = str(value).lower()
        elif isinstance(value, int):
            value = str(value)
        if not isinstance(value, str):
            raise not_expected_type("str, bool or int", "value", value)
        self._client.conf_set(key, value)

    def get(self, key: str, default: Any = _NO_VALUE) -> str | None:
        """The value of a setting, or the default when it has none."""
        if not isinstance(key, str):
            raise not_expected_type("str", "key", key)
        if default is _NO_VALUE:
            return self._client.conf_get(key)
        if default is not None and not isinstance(default, str):
            raise not_expected_type("str", "default", default)
        found = self._client.conf_lookup(key)
        return default if found is None else found

    @property
    def getAll(self) -> dict[str, str]:
        """All settings that have a value."""
        return self._client.conf_all()

    def unset(self, key: str) -> None:
        """Give a setting its default back."""
        self._client.conf_unset(key)

    def isModifiable(self, key: str) -> bool:
        """Whether a setting can be changed while the session runs."""
        return self._client.conf_is_modifiable(key)
