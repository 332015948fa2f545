"""Python values of the types that Python has no class for."""

from __future__ import annotations

from typing import Any


class VariantVal:
    """A value of type VARIANT: its value and metadata bytes."""

    def __init__(self, value: bytes, metadata: bytes) -> None:
        self.value = value
        self.metadata = metadata

    def __str__(self) -> str:
        return self.toJson()

    def __repr__(self) -> str:
        return f"VariantVal({self.value!r}, {self.metadata!r})"

    def toPython(self) -> Any:
        """The value as dicts, lists and plain values."""
        from flintlake.sql import _variant

        return _variant.to_python(self.value, self.metadata)

    def toJson(self, zone_id: str = "UTC") -> str:
        """The value as JSON text."""
        from flintlake.sql import _variant

        return str(_variant.to_json(self.value, self.metadata, zone_id))

    @classmethod
    def parseJson(cls, json_str: str) -> VariantVal:
        """The variant that JSON text means."""
        from flintlake.sql import _variant

        return VariantVal(*_variant.parse_json(json_str))


class _Shape:
    """Well-known binary with the number of its reference system."""

    def __init__(self, wkb: bytes, srid: int) -> None:
        self.wkb = wkb
        self.srid = srid

    def __str__(self) -> str:
        return f"{type(self).__name__}({self.wkb!r}, {self.srid})"

    __repr__ = __str__

    def getSrid(self) -> int:
        """The number of the reference system."""
        return self.srid

    def getBytes(self) -> bytes:
        """The shape as well-known binary."""
        return self.wkb

    def __eq__(self, other: Any) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return bool(self.wkb == other.wkb and self.srid == other.srid)

    def __hash__(self) -> int:
        return hash((self.wkb, self.srid))


class Geography(_Shape):
    """A shape on the globe."""

    @classmethod
    def fromWKB(cls, wkb: bytes, srid: int) -> Geography:
        """The shape of well-known binary."""
        return cls(wkb, srid)


class Geometry(_Shape):
    """A shape on a plane."""

    @classmethod
    def fromWKB(cls, wkb: bytes, srid: int) -> Geometry:
        """The shape of well-known binary."""
        return cls(wkb, srid)
