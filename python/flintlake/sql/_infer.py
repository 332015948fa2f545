"""Schemas from Python values, and the check of values against a schema: what createDataFrame needs."""

from __future__ import annotations

import ctypes
import datetime
import decimal
from array import array
from collections.abc import Callable
from functools import reduce
from typing import Any

from flintlake.errors import PySparkException, PySparkTypeError, PySparkValueError
from flintlake.sql.types import (
    ArrayType,
    AtomicType,
    BinaryType,
    BooleanType,
    ByteType,
    CharType,
    DataType,
    DateType,
    DayTimeIntervalType,
    DecimalType,
    DoubleType,
    FloatType,
    Geography,
    GeographyType,
    Geometry,
    GeometryType,
    IntegerType,
    LongType,
    MapType,
    NullType,
    ShortType,
    StringType,
    StructField,
    StructType,
    TimestampNTZType,
    TimestampType,
    TimeType,
    UserDefinedType,
    VarcharType,
    VariantType,
    VariantVal,
)

_TYPES: dict[type, Callable[[], DataType]] = {
    type(None): NullType,
    bool: BooleanType,
    int: LongType,
    float: DoubleType,
    str: StringType,
    bytearray: BinaryType,
    bytes: BinaryType,
    decimal.Decimal: lambda: DecimalType(38, 18),
    datetime.date: DateType,
    datetime.datetime: TimestampType,
    datetime.time: TimeType,
    datetime.timedelta: DayTimeIntervalType,
    VariantVal: VariantType,
}


class Inference:
    """How values become types: the settings of the session that PySpark reads for it."""

    def __init__(
        self,
        dict_as_struct: bool = False,
        array_from_first: bool = False,
        map_from_first: bool = False,
        prefer_ntz: bool = False,
    ) -> None:
        self.dict_as_struct = dict_as_struct
        self.array_from_first = array_from_first
        self.map_from_first = map_from_first
        self.prefer_ntz = prefer_ntz

    def type_of(self, obj: Any) -> DataType:
        """The type of one value."""
        if hasattr(obj, "__UDT__"):
            return obj.__UDT__  # type: ignore[no-any-return]
        if self.prefer_ntz and type(obj) is datetime.datetime and obj.tzinfo is None:
            return TimestampNTZType()
        simple = _TYPES.get(type(obj))
        if simple is not None:
            return simple()
        if isinstance(obj, Geography):
            return GeographyType(obj.srid)
        if isinstance(obj, Geometry):
            return GeometryType(obj.srid)
        if isinstance(obj, dict):
            return self._dict(obj)
        if isinstance(obj, list):
            return self._list(obj)
        if isinstance(obj, array):
            return _array(obj.typecode)
        scalar = numpy_type(getattr(obj, "dtype", None)) if hasattr(obj, "dtype") else None
        if scalar is not None:
            return scalar
        try:
            return self.schema_of(obj)
        except TypeError:
            raise PySparkTypeError(
                errorClass="UNSUPPORTED_DATA_TYPE", messageParameters={"data_type": type(obj).__name__}
            ) from None

    def _dict(self, obj: dict[Any, Any]) -> DataType:
        if self.dict_as_struct:
            known = [(k, v) for k, v in obj.items() if k is not None and v is not None]
            return StructType([StructField(k, self.type_of(v)) for k, v in known])
        key: DataType = NullType()
        value: DataType = NullType()
        for k, v in obj.items():
            if self.map_from_first:
                if k is not None and v is not None:
                    return MapType(self.type_of(k), self.type_of(v), True)
                continue
            if k is not None:
                key = merge_type(key, self.type_of(k))
            if v is not None:
                value = merge_type(value, self.type_of(v))
        return MapType(key, value, True)

    def _list(self, obj: list[Any]) -> DataType:
        if not obj:
            return ArrayType(NullType(), True)
        if self.array_from_first:
            return ArrayType(self.type_of(obj[0]), True)
        return ArrayType(reduce(merge_type, (self.type_of(v) for v in obj)), True)

    def schema_of(self, row: Any, names: list[str] | None = None) -> StructType:
        """The schema of one row: a dict, tuple, list, Row, named tuple or object."""
        if isinstance(row, dict):
            items = sorted(row.items())
        elif isinstance(row, (tuple, list)):
            fields = getattr(row, "__fields__", None) or getattr(row, "_fields", None)
            if fields is None:
                fields = list(names or [])
                fields += [f"_{i}" for i in range(len(fields) + 1, len(row) + 1)]
            items = list(zip(fields, tuple(row)))
        elif hasattr(row, "__dict__"):
            items = sorted(row.__dict__.items())
        else:
            raise PySparkTypeError(
                errorClass="CANNOT_INFER_SCHEMA_FOR_TYPE",
                messageParameters={"data_type": type(row).__name__},
            )
        out = []
        for name, value in items:
            try:
                out.append(StructField(name, self.type_of(value), True))
            except TypeError:
                raise PySparkTypeError(errorClass="CANNOT_INFER_TYPE_FOR_FIELD", messageParameters={"field_name": name}) from None
        return StructType(out)


def _array(code: str) -> DataType:
    if code == "u":
        return ArrayType(StringType(), False)
    if code == "f":
        return ArrayType(FloatType(), False)
    if code == "d":
        return ArrayType(DoubleType(), False)
    signed = {"b": ctypes.c_byte, "h": ctypes.c_short, "i": ctypes.c_int, "l": ctypes.c_long}
    unsigned = {"B": ctypes.c_ubyte, "H": ctypes.c_ushort, "I": ctypes.c_uint, "L": ctypes.c_ulong}
    size = 99
    if code in signed:
        size = ctypes.sizeof(signed[code]) * 8
    elif code in unsigned:
        size = ctypes.sizeof(unsigned[code]) * 8 + 1
    for bits, kind in ((8, ByteType), (16, ShortType), (32, IntegerType), (64, LongType)):
        if size <= bits:
            return ArrayType(kind(), False)
    raise PySparkTypeError(errorClass="UNSUPPORTED_DATA_TYPE", messageParameters={"data_type": f"array({code})"})


def numpy_type(dtype: Any) -> DataType | None:
    """The type of a numpy dtype, None when there is none."""
    kinds: dict[str, type[DataType]] = {
        "bool": BooleanType,
        "int8": ByteType,
        "int16": ShortType,
        "int32": IntegerType,
        "int64": LongType,
        "float32": FloatType,
        "float64": DoubleType,
    }
    name = getattr(dtype, "name", "")
    if name in kinds:
        return kinds[name]()
    return StringType() if getattr(dtype, "kind", "") == "U" else None


def merge_type(a: DataType, b: DataType, name: str | None = None) -> DataType:
    """The type that holds the values of both, or CANNOT_MERGE_TYPE."""
    if isinstance(a, NullType):
        return b
    if isinstance(b, NullType):
        return a
    if isinstance(a, TimestampType) and isinstance(b, TimestampNTZType):
        return a
    if isinstance(a, TimestampNTZType) and isinstance(b, TimestampType):
        return b
    if isinstance(a, GeometryType) and isinstance(b, GeometryType) and a.srid != b.srid:
        return GeometryType("ANY")
    if isinstance(a, GeographyType) and isinstance(b, GeographyType) and a.srid != b.srid:
        return GeographyType("ANY")
    if isinstance(b, StringType) and isinstance(a, AtomicType):
        return b
    if isinstance(a, StringType) and isinstance(b, AtomicType):
        return a
    if type(a) is not type(b):
        raise PySparkTypeError(
            errorClass="CANNOT_MERGE_TYPE",
            messageParameters={"data_type1": type(a).__name__, "data_type2": type(b).__name__},
        )
    if isinstance(a, StructType) and isinstance(b, StructType):
        return _merge_struct(a, b)
    if isinstance(a, ArrayType) and isinstance(b, ArrayType):
        return ArrayType(merge_type(a.elementType, b.elementType), True)
    if isinstance(a, MapType) and isinstance(b, MapType):
        return MapType(merge_type(a.keyType, b.keyType), merge_type(a.valueType, b.valueType), True)
    return a


def _merge_struct(a: StructType, b: StructType) -> StructType:
    others = {f.name: f.dataType for f in b.fields}
    fields = [StructField(f.name, merge_type(f.dataType, others.get(f.name, NullType()))) for f in a.fields]
    have = {f.name for f in fields}
    fields += [StructField(n, t) for n, t in others.items() if n not in have]
    return StructType(fields)


def has_null_type(kind: DataType) -> bool:
    """Whether a part of the type is still unknown."""
    if isinstance(kind, StructType):
        return any(has_null_type(f.dataType) for f in kind.fields)
    if isinstance(kind, ArrayType):
        return has_null_type(kind.elementType)
    if isinstance(kind, MapType):
        return has_null_type(kind.keyType) or has_null_type(kind.valueType)
    return isinstance(kind, NullType)


_ACCEPTED: dict[type, tuple[type, ...]] = {
    BooleanType: (bool,),
    ByteType: (int,),
    ShortType: (int,),
    IntegerType: (int,),
    LongType: (int,),
    FloatType: (float,),
    DoubleType: (float,),
    DecimalType: (decimal.Decimal,),
    BinaryType: (bytearray, bytes),
    DateType: (datetime.date, datetime.datetime),
    TimeType: (datetime.time,),
    TimestampType: (datetime.datetime,),
    TimestampNTZType: (datetime.datetime,),
    DayTimeIntervalType: (datetime.timedelta,),
    ArrayType: (list, tuple, array),
    MapType: (dict,),
    GeometryType: (Geometry,),
    GeographyType: (Geography,),
}
_BOUNDS: dict[type, int] = {ByteType: 1 << 7, ShortType: 1 << 15, IntegerType: 1 << 31, LongType: 1 << 63}


def verifier(kind: DataType, nullable: bool = True, name: str | None = None) -> Callable[[Any], None]:
    """A function that raises when a value does not fit the type."""
    check = _value_verifier(kind, name)

    def verify(obj: Any) -> None:
        if obj is None or (isinstance(obj, decimal.Decimal) and obj.is_nan()):
            if not nullable:
                raise _named(PySparkValueError, "FIELD_NOT_NULLABLE", name, {})
        else:
            check(obj)

    return verify


def _value_verifier(kind: DataType, name: str | None) -> Callable[[Any], None]:
    if isinstance(kind, (StringType, CharType, VarcharType, VariantType)):
        return lambda obj: None
    if isinstance(kind, UserDefinedType):
        return _udt_verifier(kind, name)
    if isinstance(kind, StructType):
        return _struct_verifier(kind, name)

    def acceptable(obj: Any) -> None:
        assert type(kind) in _ACCEPTED, f"{name}: unknown datatype: {kind} for object {obj!r}"
        if type(obj) not in _ACCEPTED[type(kind)]:
            raise _unacceptable(kind, obj, name)

    bound = _BOUNDS.get(type(kind))
    if bound is not None:

        def whole(obj: Any) -> None:
            acceptable(obj)
            if not -bound <= obj < bound:
                raise PySparkValueError(
                    errorClass="VALUE_OUT_OF_BOUNDS",
                    messageParameters={
                        "arg_name": "obj",
                        "lower_bound": str(-bound),
                        "upper_bound": str(bound - 1),
                        "actual": str(obj),
                    },
                )

        return whole
    if isinstance(kind, ArrayType):
        element = verifier(kind.elementType, kind.containsNull, f"element in array {name}")

        def each(obj: Any) -> None:
            acceptable(obj)
            for v in obj:
                element(v)

        return each
    if isinstance(kind, MapType):
        key = verifier(kind.keyType, False, f"key of map {name}")
        value = verifier(kind.valueType, kind.valueContainsNull, f"value of map {name}")

        def pairs(obj: Any) -> None:
            acceptable(obj)
            for k, v in obj.items():
                key(k)
                value(v)

        return pairs
    return acceptable


def _udt_verifier(kind: UserDefinedType, name: str | None) -> Callable[[Any], None]:
    stored = verifier(kind.sqlType(), name=name)

    def verify(obj: Any) -> None:
        if getattr(obj, "__UDT__", None) != kind:
            raise _named(PySparkValueError, "FIELD_TYPE_MISMATCH", name, {"obj": str(obj), "data_type": str(kind)})
        stored(kind.toInternal(obj))

    return verify


def _struct_verifier(kind: StructType, name: str | None) -> Callable[[Any], None]:
    where = f" in {name}" if name is not None else ""
    checks = [(f.name, verifier(f.dataType, f.nullable, f"field {f.name}{where}")) for f in kind.fields]

    def verify(obj: Any) -> None:
        if isinstance(obj, dict):
            for field, check in checks:
                check(obj.get(field))
        elif isinstance(obj, (tuple, list)):
            if len(obj) != len(checks):
                sizes = {"object_length": str(len(obj)), "field_length": str(len(checks))}
                raise _named(PySparkValueError, "FIELD_STRUCT_LENGTH_MISMATCH", name, sizes)
            for v, (_, check) in zip(obj, checks):
                check(v)
        elif hasattr(obj, "__dict__"):
            for field, check in checks:
                check(obj.__dict__.get(field))
        else:
            raise _unacceptable(kind, obj, name)

    return verify


def _unacceptable(kind: DataType, obj: Any, name: str | None) -> PySparkException:
    parameters = {"data_type": str(kind), "obj": repr(obj), "obj_type": str(type(obj))}
    return _named(PySparkTypeError, "FIELD_DATA_TYPE_UNACCEPTABLE", name, parameters)


def _named(cls: type[PySparkException], condition: str, name: str | None, parameters: dict[str, str]) -> PySparkException:
    if name is not None:
        condition, parameters = condition + "_WITH_NAME", {"field_name": name, **parameters}
    return cls(errorClass=condition, messageParameters=parameters)
