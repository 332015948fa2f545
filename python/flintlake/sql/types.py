"""Spark's data types, schemas and rows, named as in pyspark.sql.types."""

from __future__ import annotations

import calendar
import datetime
import decimal
import json
import os
import re
import time
from collections.abc import Iterator
from typing import Any, ClassVar, cast, overload

from flintlake.errors import (
    IllegalArgumentException,
    PySparkIndexError,
    PySparkKeyError,
    PySparkNotImplementedError,
    PySparkRuntimeError,
    PySparkTypeError,
    PySparkValueError,
)
from flintlake.errors.exceptions.base import not_expected_type
from flintlake.sql._row import Row as Row
from flintlake.sql._row import make_row
from flintlake.sql._values import Geography as Geography
from flintlake.sql._values import Geometry as Geometry
from flintlake.sql._values import VariantVal as VariantVal

__all__ = [
    "ArrayType",
    "BinaryType",
    "BooleanType",
    "ByteType",
    "CalendarIntervalType",
    "CharType",
    "DataType",
    "DateType",
    "DayTimeIntervalType",
    "DecimalType",
    "DoubleType",
    "FloatType",
    "Geography",
    "GeographyType",
    "Geometry",
    "GeometryType",
    "IntegerType",
    "LongType",
    "MapType",
    "NullType",
    "Row",
    "ShortType",
    "StringType",
    "StructField",
    "StructType",
    "TimeType",
    "TimestampNTZType",
    "TimestampType",
    "VarcharType",
    "VariantType",
    "VariantVal",
    "YearMonthIntervalType",
]

_UNLIMITED = (1 << 31) - 1
_COLLATIONS = "__COLLATIONS"


class DataType:
    """Base of all data types."""

    def __repr__(self) -> str:
        return type(self).__name__ + "()"

    def __hash__(self) -> int:
        return hash(str(self))

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, type(self)) and self.__dict__ == other.__dict__

    def __ne__(self, other: Any) -> bool:
        return not self == other

    @classmethod
    def typeName(cls) -> str:
        """The name of the type in JSON schemas."""
        return cls.__name__[:-4].lower()

    def simpleString(self) -> str:
        """The type as SQL writes it."""
        return self.typeName()

    def jsonValue(self) -> Any:
        """The type as a value for json.dumps."""
        return self.typeName()

    def json(self) -> str:
        """The type as JSON text."""
        return json.dumps(self.jsonValue(), separators=(",", ":"), sort_keys=True)

    def needConversion(self) -> bool:
        """Whether values of this type differ inside and outside of the engine."""
        return False

    def toInternal(self, obj: Any) -> Any:
        """A Python value as the number or tuple that stands for it inside."""
        return obj

    def fromInternal(self, obj: Any) -> Any:
        """The inverse of toInternal."""
        return obj

    def _as_nullable(self) -> DataType:
        return self

    @classmethod
    def fromDDL(cls, ddl: str) -> DataType:
        """The type that SQL text means: `a INT, b STRING` is a struct."""
        return _parse_datatype_string(ddl)

    def _tree_name(self) -> str:
        return self.typeName()

    def _tree(self, prefix: str, depth: int, out: list[str]) -> None:
        """Add the lines of the children; only nested types have some."""


class _Single(type):
    """Types without parameters have one instance."""

    _made: ClassVar[dict[type, Any]] = {}

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        if args or kwargs:
            return super().__call__(*args, **kwargs)
        made = _Single._made.get(cls)
        if made is None:
            made = _Single._made[cls] = super().__call__()
        return made


DataTypeSingleton = _Single


class NullType(DataType, metaclass=_Single):
    """The type of NULL without a type."""

    @classmethod
    def typeName(cls) -> str:
        """The name of the type: void."""
        return "void"


class AtomicType(DataType):
    """Base of all types but null, arrays, maps and structs."""


class NumericType(AtomicType):
    """Base of the numbers."""


class IntegralType(NumericType, metaclass=_Single):
    """Base of the whole numbers."""


class FractionalType(NumericType):
    """Base of the numbers with a fraction."""


class StringType(AtomicType):
    """Text, with the collation by which it compares."""

    providerSpark = "spark"
    providerICU = "icu"
    providers: ClassVar[list[str]] = ["spark", "icu"]

    def __init__(self, collation: str = "UTF8_BINARY") -> None:
        self.collation = collation

    @classmethod
    def collationProvider(cls, collationName: str) -> str:
        """Who defines a collation: spark or icu."""
        return cls.providerSpark if collationName.startswith("UTF8") else cls.providerICU

    def simpleString(self) -> str:
        """The type as SQL writes it."""
        return "string" if self.isUTF8BinaryCollation() else f"string collate {self.collation}"

    def jsonValue(self) -> str:
        """The type as a value for json.dumps."""
        return self.simpleString()

    def __repr__(self) -> str:
        return "StringType()" if self.isUTF8BinaryCollation() else f"StringType('{self.collation}')"

    def isUTF8BinaryCollation(self) -> bool:
        """Whether the text compares byte by byte."""
        return self.collation == "UTF8_BINARY"


class _Sized(AtomicType):
    _word: ClassVar[str]

    def __init__(self, length: int) -> None:
        self.length = length

    def simpleString(self) -> str:
        """The type as SQL writes it."""
        return f"{self._word}({self.length})"

    def jsonValue(self) -> str:
        """The type as a value for json.dumps."""
        return self.simpleString()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.length})"

    def _tree_name(self) -> str:
        return self.simpleString()


class CharType(_Sized):
    """Text of exactly this many characters, padded."""

    _word = "char"


class VarcharType(_Sized):
    """Text of at most this many characters."""

    _word = "varchar"


class BinaryType(AtomicType, metaclass=_Single):
    """Bytes."""


class BooleanType(AtomicType, metaclass=_Single):
    """True or false."""


class DatetimeType(AtomicType):
    """Base of dates and times."""


class DateType(DatetimeType, metaclass=_Single):
    """A day of the proleptic Gregorian calendar."""

    EPOCH_ORDINAL = datetime.date(1970, 1, 1).toordinal()

    def needConversion(self) -> bool:
        """Days since 1970 inside, datetime.date outside."""
        return True

    def toInternal(self, d: datetime.date | None) -> int | None:
        """Days since 1970."""
        return None if d is None else d.toordinal() - self.EPOCH_ORDINAL

    def fromInternal(self, v: int | None) -> datetime.date | None:
        """The day as datetime.date."""
        return None if v is None else datetime.date.fromordinal(v + self.EPOCH_ORDINAL)


class AnyTimeType(DatetimeType):
    """Base of times of the day."""


class TimeType(AnyTimeType):
    """A time of the day, to a number of digits after the second."""

    def __init__(self, precision: int = 6) -> None:
        self.precision = precision

    def needConversion(self) -> bool:
        """Nanoseconds inside, datetime.time outside."""
        return True

    def toInternal(self, t: datetime.time | None) -> int | None:
        """Nanoseconds since midnight."""
        if t is None:
            return None
        return ((t.hour * 60 + t.minute) * 60 + t.second) * 1_000_000_000 + t.microsecond * 1000

    def fromInternal(self, nano: int | None) -> datetime.time | None:
        """The time as datetime.time."""
        if nano is None:
            return None
        seconds, rest = divmod(nano, 1_000_000_000)
        return datetime.time(seconds // 3600, seconds // 60 % 60, seconds % 60, rest // 1000)

    def simpleString(self) -> str:
        """The type as SQL writes it."""
        return f"time({self.precision})"

    def jsonValue(self) -> str:
        """The type as a value for json.dumps."""
        return self.simpleString()

    def __repr__(self) -> str:
        return f"TimeType({self.precision})"

    def _tree_name(self) -> str:
        return self.simpleString()


class TimestampType(DatetimeType, metaclass=_Single):
    """An instant, to the microsecond; shown in the time zone of the session."""

    def needConversion(self) -> bool:
        """Microseconds inside, datetime in local time outside."""
        return True

    def toInternal(self, dt: datetime.datetime | None) -> int | None:
        """Microseconds since 1970; a naive datetime is local time."""
        if dt is None:
            return None
        seconds = calendar.timegm(dt.utctimetuple()) if dt.tzinfo else int(time.mktime(dt.timetuple()))
        return seconds * 1_000_000 + dt.microsecond

    def fromInternal(self, ts: int | None) -> datetime.datetime | None:
        """The instant as a naive datetime in local time."""
        if ts is None:
            return None
        seconds, micros = divmod(ts, 1_000_000)
        try:
            return datetime.datetime.fromtimestamp(seconds).replace(microsecond=micros)
        except (ValueError, OverflowError):  # at the edges of the calendar, where Python looks a day further
            return _EPOCH + datetime.timedelta(seconds=seconds + time.localtime(seconds).tm_gmtoff, microseconds=micros)


_EPOCH = datetime.datetime(1970, 1, 1)


class TimestampNTZType(DatetimeType, metaclass=_Single):
    """Date and time without a zone, to the microsecond."""

    @classmethod
    def typeName(cls) -> str:
        """The name of the type: timestamp_ntz."""
        return "timestamp_ntz"

    def needConversion(self) -> bool:
        """Microseconds inside, naive datetime outside."""
        return True

    def toInternal(self, dt: datetime.datetime | None) -> int | None:
        """Microseconds since 1970, as if the clock showed UTC."""
        if dt is None:
            return None
        return calendar.timegm(dt.timetuple()) * 1_000_000 + dt.microsecond

    def fromInternal(self, ts: int | None) -> datetime.datetime | None:
        """The naive datetime."""
        return None if ts is None else _EPOCH + datetime.timedelta(microseconds=ts)


class DecimalType(FractionalType):
    """A number with this many digits, some of them after the point."""

    def __init__(self, precision: int = 10, scale: int = 0) -> None:
        self.precision = precision
        self.scale = scale
        self.hasPrecisionInfo = True

    def simpleString(self) -> str:
        """The type as SQL writes it."""
        return f"decimal({self.precision},{self.scale})"

    def jsonValue(self) -> str:
        """The type as a value for json.dumps."""
        return self.simpleString()

    def __repr__(self) -> str:
        return f"DecimalType({self.precision},{self.scale})"

    def _tree_name(self) -> str:
        return self.simpleString()


class DoubleType(FractionalType, metaclass=_Single):
    """A 64-bit float."""


class FloatType(FractionalType, metaclass=_Single):
    """A 32-bit float."""


class ByteType(IntegralType):
    """An 8-bit whole number."""

    def simpleString(self) -> str:
        """The type as SQL writes it."""
        return "tinyint"


class ShortType(IntegralType):
    """A 16-bit whole number."""

    def simpleString(self) -> str:
        """The type as SQL writes it."""
        return "smallint"


class IntegerType(IntegralType):
    """A 32-bit whole number."""

    def simpleString(self) -> str:
        """The type as SQL writes it."""
        return "int"


class LongType(IntegralType):
    """A 64-bit whole number."""

    def simpleString(self) -> str:
        """The type as SQL writes it."""
        return "bigint"


class SpatialType(AtomicType):
    """Base of geometry and geography; a type for values of mixed reference systems has SRID -1."""

    MIXED_SRID = -1
    MIXED_CRS = "SRID:ANY"
    DEFAULT_CRS = "OGC:CRS84"
    DEFAULT_SRID = 4326
    _systems: ClassVar[dict[int, str]]

    def __init__(self, srid: int | str) -> None:
        if srid == "ANY":
            self.srid, self._crs = self.MIXED_SRID, self.MIXED_CRS
        elif isinstance(srid, int) and srid in self._systems:
            self.srid, self._crs = srid, self._systems[srid]
        else:
            raise IllegalArgumentException(errorClass="ST_INVALID_SRID_VALUE", messageParameters={"srid": str(srid)})

    @classmethod
    def _srid_of(cls, crs: str) -> int | str:
        if crs.lower() == cls.MIXED_CRS.lower():
            return "ANY"
        for srid, name in cls._systems.items():
            if name == crs or f"SRID:{srid}" == crs or f"EPSG:{srid}" == crs:
                return srid
        raise IllegalArgumentException(errorClass="ST_INVALID_CRS_VALUE", messageParameters={"crs": crs})

    def simpleString(self) -> str:
        """The type as SQL writes it."""
        return f"{self.typeName()}({'any' if self.srid == self.MIXED_SRID else self.srid})"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({'ANY' if self.srid == self.MIXED_SRID else self.srid})"

    def needConversion(self) -> bool:
        """A struct of SRID and bytes inside, an object outside."""
        return True

    def toInternal(self, obj: Any) -> Any:
        """SRID and well-known binary."""
        return None if obj is None else {"srid": obj.srid, "wkb": obj.wkb}


class GeographyType(SpatialType):
    """Shapes on the globe."""

    DEFAULT_ALG = "SPHERICAL"
    _systems = {4326: "OGC:CRS84"}

    def __init__(self, srid: int | str) -> None:
        super().__init__(srid)
        self._alg = self.DEFAULT_ALG

    def jsonValue(self) -> str:
        """The type as a value for json.dumps."""
        return f"geography({self._crs}, {self._alg})"

    def fromInternal(self, obj: Any) -> Geography | None:
        """The shape as an object."""
        return None if obj is None else Geography(obj["bytes"], obj["srid"])


class GeometryType(SpatialType):
    """Shapes on a plane."""

    _systems = {0: "SRID:0", 3857: "EPSG:3857", 4326: "OGC:CRS84"}

    def jsonValue(self) -> str:
        """The type as a value for json.dumps."""
        return f"geometry({self._crs})"

    def fromInternal(self, obj: Any) -> Geometry | None:
        """The shape as an object."""
        return None if obj is None else Geometry(obj["bytes"], obj["srid"])


class AnsiIntervalType(AtomicType):
    """Base of the intervals of SQL."""

    _fields: ClassVar[dict[int, str]]

    def __init__(self, startField: int | None = None, endField: int | None = None) -> None:
        if startField is None and endField is None:
            startField, endField = min(self._fields), max(self._fields)
        elif endField is None:
            endField = startField
        if startField not in self._fields or endField not in self._fields:
            raise PySparkRuntimeError(
                errorClass="INVALID_INTERVAL_CASTING",
                messageParameters={"start_field": str(startField), "end_field": str(endField)},
            )
        self.startField = startField
        self.endField = endField

    def simpleString(self) -> str:
        """The type as SQL writes it."""
        start, end = self._fields[self.startField], self._fields[self.endField]
        return f"interval {start}" if start == end else f"interval {start} to {end}"

    def jsonValue(self) -> str:
        """The type as a value for json.dumps."""
        return self.simpleString()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.startField}, {self.endField})"

    def _tree_name(self) -> str:
        return self.simpleString()


class DayTimeIntervalType(AnsiIntervalType):
    """A length of time in days to seconds."""

    DAY, HOUR, MINUTE, SECOND = 0, 1, 2, 3
    _fields = {0: "day", 1: "hour", 2: "minute", 3: "second"}

    def needConversion(self) -> bool:
        """Microseconds inside, timedelta outside."""
        return True

    def toInternal(self, dt: datetime.timedelta | None) -> int | None:
        """Microseconds."""
        return None if dt is None else (dt.days * 86400 + dt.seconds) * 1_000_000 + dt.microseconds

    def fromInternal(self, micros: int | None) -> datetime.timedelta | None:
        """The length as timedelta."""
        return None if micros is None else datetime.timedelta(microseconds=micros)


class YearMonthIntervalType(AnsiIntervalType):
    """A length of time in years and months, for which Python has no value."""

    YEAR, MONTH = 0, 1
    _fields = {0: "year", 1: "month"}

    def needConversion(self) -> bool:
        """False when PYSPARK_YM_INTERVAL_LEGACY=1 asks for plain months."""
        return os.environ.get("PYSPARK_YM_INTERVAL_LEGACY") != "1"

    def toInternal(self, obj: Any) -> Any:
        """There is none."""
        raise _not_implemented("YearMonthIntervalType.toInternal")

    def fromInternal(self, obj: Any) -> Any:
        """There is none."""
        raise _not_implemented("YearMonthIntervalType.fromInternal")


class CalendarIntervalType(DataType, metaclass=_Single):
    """Months, days and microseconds, for which Python has no value."""

    @classmethod
    def typeName(cls) -> str:
        """The name of the type: interval."""
        return "interval"

    def needConversion(self) -> bool:
        """True: there is no Python value."""
        return True

    def toInternal(self, obj: Any) -> Any:
        """There is none."""
        raise _not_implemented("CalendarIntervalType.toInternal")

    def fromInternal(self, obj: Any) -> Any:
        """There is none."""
        raise _not_implemented("CalendarIntervalType.fromInternal")


def _not_implemented(feature: str) -> PySparkNotImplementedError:
    return PySparkNotImplementedError(errorClass="NOT_IMPLEMENTED", messageParameters={"feature": feature})


class ArrayType(DataType):
    """A list of values of one type."""

    def __init__(self, elementType: DataType, containsNull: bool = True) -> None:
        assert isinstance(elementType, DataType), f"elementType must be a DataType, not {elementType!r}"
        self.elementType = elementType
        self.containsNull = containsNull

    def simpleString(self) -> str:
        """The type as SQL writes it."""
        return f"array<{self.elementType.simpleString()}>"

    def _as_nullable(self) -> ArrayType:
        return ArrayType(self.elementType._as_nullable(), True)

    def toNullable(self) -> ArrayType:
        """The same type with nulls allowed everywhere."""
        return self._as_nullable()

    def __repr__(self) -> str:
        return f"ArrayType({self.elementType}, {self.containsNull})"

    def jsonValue(self) -> dict[str, Any]:
        """The type as a value for json.dumps."""
        return {
            "type": "array",
            "elementType": self.elementType.jsonValue(),
            "containsNull": self.containsNull,
        }

    @classmethod
    def fromJson(cls, json: dict[str, Any], fieldPath: str = "", collationsMap: dict[str, str] | None = None) -> ArrayType:
        """The type that jsonValue gave."""
        path = f"{fieldPath}.element" if fieldPath else "element"
        element = _parse_datatype_json_value(json["elementType"], path, collationsMap)
        return ArrayType(element, json["containsNull"])

    def needConversion(self) -> bool:
        """Whether the elements need one."""
        return self.elementType.needConversion()

    def toInternal(self, obj: Any) -> Any:
        """The elements converted."""
        return [self.elementType.toInternal(v) for v in obj] if obj and self.needConversion() else obj

    def fromInternal(self, obj: Any) -> Any:
        """The elements converted back."""
        return [self.elementType.fromInternal(v) for v in obj] if obj and self.needConversion() else obj

    def _tree(self, prefix: str, depth: int, out: list[str]) -> None:
        if depth > 0:
            _line(out, prefix, "element", self.elementType, f" (containsNull = {_lower(self.containsNull)})")
            self.elementType._tree(prefix + "    |", depth - 1, out)


class MapType(DataType):
    """Keys of one type with values of one type."""

    def __init__(self, keyType: DataType, valueType: DataType, valueContainsNull: bool = True) -> None:
        assert isinstance(keyType, DataType), f"keyType must be a DataType, not {keyType!r}"
        assert isinstance(valueType, DataType), f"valueType must be a DataType, not {valueType!r}"
        self.keyType = keyType
        self.valueType = valueType
        self.valueContainsNull = valueContainsNull

    def simpleString(self) -> str:
        """The type as SQL writes it."""
        return f"map<{self.keyType.simpleString()},{self.valueType.simpleString()}>"

    def _as_nullable(self) -> MapType:
        return MapType(self.keyType._as_nullable(), self.valueType._as_nullable(), True)

    def toNullable(self) -> MapType:
        """The same type with nulls allowed everywhere."""
        return self._as_nullable()

    def __repr__(self) -> str:
        return f"MapType({self.keyType}, {self.valueType}, {self.valueContainsNull})"

    def jsonValue(self) -> dict[str, Any]:
        """The type as a value for json.dumps."""
        return {
            "type": "map",
            "keyType": self.keyType.jsonValue(),
            "valueType": self.valueType.jsonValue(),
            "valueContainsNull": self.valueContainsNull,
        }

    @classmethod
    def fromJson(cls, json: dict[str, Any], fieldPath: str = "", collationsMap: dict[str, str] | None = None) -> MapType:
        """The type that jsonValue gave."""
        dot = f"{fieldPath}." if fieldPath else ""
        key = _parse_datatype_json_value(json["keyType"], dot + "key", collationsMap)
        value = _parse_datatype_json_value(json["valueType"], dot + "value", collationsMap)
        return MapType(key, value, json["valueContainsNull"])

    def needConversion(self) -> bool:
        """Whether keys or values need one."""
        return self.keyType.needConversion() or self.valueType.needConversion()

    def toInternal(self, obj: Any) -> Any:
        """Keys and values converted."""
        if not obj or not self.needConversion():
            return obj
        return {self.keyType.toInternal(k): self.valueType.toInternal(v) for k, v in obj.items()}

    def fromInternal(self, obj: Any) -> Any:
        """Keys and values converted back."""
        if not obj or not self.needConversion():
            return obj
        return {self.keyType.fromInternal(k): self.valueType.fromInternal(v) for k, v in obj.items()}

    def _tree(self, prefix: str, depth: int, out: list[str]) -> None:
        if depth > 0:
            _line(out, prefix, "key", self.keyType, "")
            self.keyType._tree(prefix + "    |", depth - 1, out)
            _line(out, prefix, "value", self.valueType, f" (valueContainsNull = {_lower(self.valueContainsNull)})")
            self.valueType._tree(prefix + "    |", depth - 1, out)


def _lower(b: bool) -> str:
    return str(bool(b)).lower()


def _line(out: list[str], prefix: str, name: str, kind: DataType, suffix: str) -> None:
    out.append(f"{prefix}-- {name}: {kind._tree_name()}{suffix}\n")


class StructField(DataType):
    """A named field of a struct."""

    def __init__(self, name: str, dataType: DataType, nullable: bool = True, metadata: dict[str, Any] | None = None) -> None:
        assert isinstance(dataType, DataType), f"dataType must be a DataType, not {dataType!r}"
        assert isinstance(name, str), f"the name of a field must be a str, not {name!r}"
        self.name = name
        self.dataType = dataType
        self.nullable = nullable
        self.metadata = metadata or {}

    def simpleString(self) -> str:
        """Name and type."""
        return f"{self.name}:{self.dataType.simpleString()}"

    def __repr__(self) -> str:
        return f"StructField('{self.name}', {self.dataType}, {self.nullable})"

    def jsonValue(self) -> dict[str, Any]:
        """The field as a value for json.dumps; collations go into its metadata."""
        collations = self.getCollationMetadata()
        return {
            "name": self.name,
            "type": (_without_collations(self.dataType) if collations else self.dataType).jsonValue(),
            "nullable": self.nullable,
            "metadata": {**self.metadata, _COLLATIONS: collations} if collations else self.metadata,
        }

    @classmethod
    def fromJson(cls, json: dict[str, Any]) -> StructField:
        """The field that jsonValue gave."""
        metadata = dict(json.get("metadata") or {})
        collations = {path: _collation_name(v) for path, v in metadata.pop(_COLLATIONS, {}).items()}
        kind = _parse_datatype_json_value(json["type"], json["name"], collations)
        return StructField(json["name"], kind, json.get("nullable", True), metadata)

    def getCollationsMap(self, metadata: dict[str, Any]) -> dict[str, str]:
        """Path to collation from the metadata of a field."""
        return {path: _collation_name(v) for path, v in (metadata or {}).get(_COLLATIONS, {}).items()}

    def getCollationMetadata(self) -> dict[str, str]:
        """Path to provider.collation for the collated strings of this field."""
        found: dict[str, str] = {}
        _find_collations(self.dataType, self.name, found)
        return found

    def schemaCollationValue(self, dt: DataType) -> str:
        """Provider and name of a collated string."""
        assert isinstance(dt, StringType)
        return f"{StringType.collationProvider(dt.collation)}.{dt.collation}"

    def needConversion(self) -> bool:
        """Whether its type needs one."""
        return self.dataType.needConversion()

    def toInternal(self, obj: Any) -> Any:
        """The value converted."""
        return self.dataType.toInternal(obj)

    def fromInternal(self, obj: Any) -> Any:
        """The value converted back."""
        return self.dataType.fromInternal(obj)

    def typeName(self) -> str:  # type: ignore[override]
        """A field has no type name; its dataType has one."""
        raise PySparkTypeError(errorClass="INVALID_TYPENAME_CALL", messageParameters={})

    def _tree(self, prefix: str, depth: int, out: list[str]) -> None:
        if depth > 0:
            _line(out, prefix, _escape(self.name), self.dataType, f" (nullable = {_lower(self.nullable)})")
            self.dataType._tree(prefix + "    |", depth - 1, out)


def _escape(name: str) -> str:
    for char, text in (("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t"), ("\f", "\\f"), ("\b", "\\b"), ("\v", "\\v"), ("\a", "\\a")):
        name = name.replace(char, text)
    return name


def _collation_name(value: str) -> str:
    provider, name = value.split(".")
    if provider.lower() not in StringType.providers:
        raise PySparkValueError(
            errorClass="COLLATION_INVALID_PROVIDER",
            messageParameters={"provider": provider, "supportedProviders": ", ".join(StringType.providers)},
        )
    return name


def _find_collations(kind: DataType, path: str, found: dict[str, str]) -> None:
    if isinstance(kind, StringType):
        if not kind.isUTF8BinaryCollation():
            found[path] = f"{StringType.collationProvider(kind.collation)}.{kind.collation}"
    elif isinstance(kind, ArrayType):
        _find_collations(kind.elementType, path + ".element", found)
    elif isinstance(kind, MapType):
        _find_collations(kind.keyType, path + ".key", found)
        _find_collations(kind.valueType, path + ".value", found)


def _without_collations(kind: DataType) -> DataType:
    if isinstance(kind, StringType):
        return StringType()
    if isinstance(kind, ArrayType):
        return ArrayType(_without_collations(kind.elementType), kind.containsNull)
    if isinstance(kind, MapType):
        key, value = _without_collations(kind.keyType), _without_collations(kind.valueType)
        return MapType(key, value, kind.valueContainsNull)
    return kind


class StructType(DataType):
    """A sequence of named fields: a schema, or the type of a nested row."""

    def __init__(self, fields: list[StructField] | None = None) -> None:
        self.fields: list[StructField] = fields or []
        self.names = [f.name for f in self.fields]
        assert all(isinstance(f, StructField) for f in self.fields), "fields must be a list of StructField"

    @overload
    def add(
        self,
        field: str,
        data_type: str | DataType,
        nullable: bool = True,
        metadata: dict[str, Any] | None = None,
    ) -> StructType: ...

    @overload
    def add(self, field: StructField) -> StructType: ...

    def add(
        self,
        field: str | StructField,
        data_type: str | DataType | None = None,
        nullable: bool = True,
        metadata: dict[str, Any] | None = None,
    ) -> StructType:
        """Append a field and return this struct."""
        if not isinstance(field, StructField):
            if data_type is None:
                raise PySparkValueError(
                    errorClass="ARGUMENT_REQUIRED",
                    messageParameters={
                        "arg_name": "data_type",
                        "condition": "passing name of struct_field to create",
                    },
                )
            kind = _parse_datatype_json_value(data_type) if isinstance(data_type, str) else data_type
            field = StructField(field, kind, nullable, metadata)
        self.fields.append(field)
        self.names.append(field.name)
        return self

    def __iter__(self) -> Iterator[StructField]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            for field in self.fields:
                if field.name == key:
                    return field
            raise PySparkKeyError(errorClass="KEY_NOT_EXISTS", messageParameters={"key": key})
        if isinstance(key, int):
            try:
                return self.fields[key]
            except IndexError:
                raise PySparkIndexError(
                    errorClass="INDEX_OUT_OF_RANGE",
                    messageParameters={"arg_name": "StructType", "index": str(key)},
                ) from None
        if isinstance(key, slice):
            return StructType(self.fields[key])
        raise not_expected_type("int, slice or str", "key", key)

    def simpleString(self) -> str:
        """The type as SQL writes it."""
        return f"struct<{','.join(f.simpleString() for f in self.fields)}>"

    def _as_nullable(self) -> StructType:
        return StructType([StructField(f.name, f.dataType._as_nullable(), True, f.metadata) for f in self.fields])

    def toNullable(self) -> StructType:
        """The same type with nulls allowed everywhere."""
        return self._as_nullable()

    def __repr__(self) -> str:
        return f"StructType([{', '.join(str(f) for f in self.fields)}])"

    def jsonValue(self) -> dict[str, Any]:
        """The type as a value for json.dumps."""
        return {"type": "struct", "fields": [f.jsonValue() for f in self.fields]}

    @classmethod
    def fromJson(cls, json: dict[str, Any]) -> StructType:
        """The type that jsonValue gave."""
        return StructType([StructField.fromJson(f) for f in json["fields"]])

    @classmethod
    def fromDDL(cls, ddl: str) -> StructType:
        """The schema that SQL text means, such as `a INT, b STRING`."""
        return cast(StructType, _parse_datatype_string(ddl))

    def fieldNames(self) -> list[str]:
        """The names of the fields."""
        return list(self.names)

    def needConversion(self) -> bool:
        """Tuples inside, rows outside."""
        return True

    def toInternal(self, obj: Any) -> Any:
        """A row, dict, tuple or object as a tuple."""
        if obj is None:
            return None
        if isinstance(obj, dict):
            values = [obj.get(n) for n in self.names]
        elif isinstance(obj, (tuple, list)):
            values = list(obj)
        elif hasattr(obj, "__dict__") and not isinstance(obj, VariantVal):
            values = [obj.__dict__.get(n) for n in self.names]
        else:
            raise PySparkValueError(errorClass="UNEXPECTED_TUPLE_WITH_STRUCT", messageParameters={"tuple": str(obj)})
        return tuple(f.dataType.toInternal(v) if f.dataType.needConversion() else v for f, v in zip(self.fields, values))

    def fromInternal(self, obj: Any) -> Any:
        """A tuple as a Row."""
        if obj is None or isinstance(obj, Row):
            return obj
        values = [f.dataType.fromInternal(v) if f.dataType.needConversion() else v for f, v in zip(self.fields, obj)]
        return make_row(self.names, values)

    def _tree(self, prefix: str, depth: int, out: list[str]) -> None:
        for field in self.fields:
            field._tree(prefix, depth, out)

    def treeString(self, maxDepth: int = _UNLIMITED) -> str:
        """The schema as printSchema shows it."""
        out = ["root\n"]
        self._tree(" |", maxDepth if maxDepth > 0 else _UNLIMITED, out)
        return "".join(out)

    def toDDL(self) -> str:
        """The schema as SQL text."""
        from flintlake import _native

        return _native.library().json_to_ddl(self.json())


class VariantType(AtomicType):
    """A value of any type, in the binary form of Spark's VARIANT."""

    def needConversion(self) -> bool:
        """Two byte strings inside, VariantVal outside."""
        return True

    def fromInternal(self, obj: Any) -> VariantVal | None:
        """The value as VariantVal."""
        return None if obj is None else VariantVal(obj["value"], obj["metadata"])

    def toInternal(self, variant: VariantVal | None) -> Any:
        """Its two byte strings."""
        return None if variant is None else {"value": variant.value, "metadata": variant.metadata}


class UserDefinedType(DataType):
    """A type of the user on top of a type of SQL."""

    @classmethod
    def typeName(cls) -> str:
        """The name of the class."""
        return cls.__name__.lower()

    @classmethod
    def sqlType(cls) -> DataType:
        """The type that the values are stored as."""
        raise _not_implemented("sqlType()")

    @classmethod
    def module(cls) -> str:
        """The module of the class."""
        raise _not_implemented("module()")

    @classmethod
    def scalaUDT(cls) -> str:
        """The twin class in Scala; there is none."""
        return ""

    def needConversion(self) -> bool:
        """True: serialize and deserialize convert."""
        return True

    def toInternal(self, obj: Any) -> Any:
        """The value serialized."""
        return None if obj is None else self.sqlType().toInternal(self.serialize(obj))

    def fromInternal(self, obj: Any) -> Any:
        """The value deserialized."""
        v = self.sqlType().fromInternal(obj)
        return None if v is None else self.deserialize(v)

    def serialize(self, obj: Any) -> Any:
        """An object as a value of sqlType."""
        raise _not_implemented("toInternal()")

    def deserialize(self, datum: Any) -> Any:
        """A value of sqlType as an object."""
        raise _not_implemented("fromInternal()")

    def simpleString(self) -> str:
        """The type in schemas: udt."""
        return "udt"

    def jsonValue(self) -> dict[str, Any]:
        """The type as a value for json.dumps."""
        name = f"{self.module()}.{type(self).__name__}"
        return {"type": "udt", "pyClass": name, "sqlType": self.sqlType().jsonValue()}

    @classmethod
    def fromJson(cls, json: dict[str, Any]) -> UserDefinedType:
        """The type that jsonValue gave; its class must be importable."""
        import importlib

        module, _, name = str(json["pyClass"]).rpartition(".")
        made = getattr(importlib.import_module(module), name)()
        assert isinstance(made, UserDefinedType)
        return made


_BY_NAME: dict[str, type[DataType]] = {
    "string": StringType,
    "binary": BinaryType,
    "boolean": BooleanType,
    "decimal": DecimalType,
    "float": FloatType,
    "double": DoubleType,
    "byte": ByteType,
    "short": ShortType,
    "integer": IntegerType,
    "long": LongType,
    "date": DateType,
    "timestamp": TimestampType,
    "timestamp_ntz": TimestampNTZType,
    "void": NullType,
    "variant": VariantType,
    "interval": CalendarIntervalType,
}
_PATTERNS: list[tuple[re.Pattern[str], Any]] = [
    (re.compile(r"decimal\(\s*(\d+)\s*,\s*(-?\d+)\s*\)"), lambda p, s: DecimalType(int(p), int(s))),
    (re.compile(r"time\(\s*(\d+)\s*\)"), lambda p: TimeType(int(p))),
    (re.compile(r"char\(\s*(\d+)\s*\)"), lambda n: CharType(int(n))),
    (re.compile(r"varchar\(\s*(\d+)\s*\)"), lambda n: VarcharType(int(n))),
    (re.compile(r"string\s+collate\s+(\w+)"), StringType),
    (
        re.compile(r"interval (day|hour|minute|second)(?: to (day|hour|minute|second))?"),
        lambda a, b: _interval(DayTimeIntervalType, a, b),
    ),
    (
        re.compile(r"interval (year|month)(?: to (year|month))?"),
        lambda a, b: _interval(YearMonthIntervalType, a, b),
    ),
    (
        re.compile(r"geometry(?:\(\s*([\w]+:-?[\w]+)\s*\))?"),
        lambda crs: GeometryType(GeometryType._srid_of(crs or GeometryType.DEFAULT_CRS)),
    ),
    (
        re.compile(r"geography(?:\(\s*([\w]+:-?[\w]+)\s*(?:,\s*\w+\s*)?\)|\(\s*\w+\s*\))?"),
        lambda crs: GeographyType(GeographyType._srid_of(crs or GeographyType.DEFAULT_CRS)),
    ),
]


def _interval(cls: type[AnsiIntervalType], start: str, end: str | None) -> DataType:
    numbers = {name: number for number, name in cls._fields.items()}
    return cls(numbers[start], numbers[end] if end else None)


def _parse_datatype_string(s: str) -> DataType:
    """Type or schema from SQL text."""
    from flintlake import _native

    return _parse_datatype_json_string(_native.library().ddl_to_json(s))


def _parse_datatype_json_string(json_string: str) -> DataType:
    return _parse_datatype_json_value(json.loads(json_string))


def _parse_datatype_json_value(json_value: Any, fieldPath: str = "", collationsMap: dict[str, str] | None = None) -> DataType:
    """Type from a JSON value."""
    if isinstance(json_value, dict):
        kind = json_value["type"]
        if kind == "array":
            return ArrayType.fromJson(json_value, fieldPath, collationsMap)
        if kind == "map":
            return MapType.fromJson(json_value, fieldPath, collationsMap)
        if kind == "struct":
            return StructType.fromJson(json_value)
        if kind == "udt":
            return UserDefinedType.fromJson(json_value)
        raise PySparkValueError(errorClass="UNSUPPORTED_DATA_TYPE", messageParameters={"data_type": str(kind)})
    if collationsMap and fieldPath in collationsMap:
        if json_value != "string":
            raise PySparkTypeError(errorClass="INVALID_JSON_DATA_TYPE_FOR_COLLATIONS", messageParameters={"jsonType": json_value})
        return StringType(collationsMap[fieldPath])
    if json_value in _BY_NAME:
        return _BY_NAME[json_value]()
    for pattern, make in _PATTERNS:
        match = pattern.fullmatch(json_value)
        if match:
            return cast(DataType, make(*match.groups()))
    raise PySparkValueError(errorClass="CANNOT_PARSE_DATATYPE", messageParameters={"msg": str(json_value)})


_create_row = make_row

# PySpark's names for types of Python values, which some programs import.
LiteralValue = bool | int | float | str | decimal.Decimal | datetime.date | datetime.datetime | None
