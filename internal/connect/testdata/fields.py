"""Prints the fields of Spark Connect's and Delta Connect's messages: message, field, number, kind.

    pip install pyspark==4.2.0 delta-spark==4.4.0 grpcio grpcio-status protobuf
    python fields.py > fields.txt
"""

from google.protobuf import descriptor
from pyspark.sql.connect.proto import base_pb2, catalog_pb2, commands_pb2, common_pb2, expressions_pb2, relations_pb2, types_pb2
from delta.connect.proto import base_pb2 as d1, commands_pb2 as d2, relations_pb2 as d3

KINDS = {v: k[5:].lower() for k, v in vars(descriptor.FieldDescriptor).items() if k.startswith("TYPE_")}


def short(name):
    return name.split(".", 2)[2] if name.startswith(("spark.connect.", "delta.connect.")) else name


def walk(message):
    if message.GetOptions().map_entry:
        return
    for f in message.fields:
        kind = KINDS[f.type]
        if f.message_type is not None and not f.message_type.GetOptions().map_entry:
            kind += " " + short(f.message_type.full_name)
        elif f.message_type is not None:
            kind = "map"
        if f.enum_type is not None:
            kind += " " + short(f.enum_type.full_name)
        oneof = f.containing_oneof.name if f.containing_oneof is not None and not f.containing_oneof.name.startswith("_") else ""
        print(short(message.full_name), f.name, f.number, ("repeated " if f.is_repeated and kind != "map" else "") + kind, oneof, sep="\t")
    for e in message.enum_types:
        for v in e.values:
            print(short(e.full_name), v.name, v.number, "enum value", "", sep="\t")
    for n in message.nested_types:
        walk(n)


for module in (types_pb2, common_pb2, expressions_pb2, relations_pb2, catalog_pb2, commands_pb2, base_pb2, d1, d2, d3):
    for m in module.DESCRIPTOR.message_types_by_name.values():
        walk(m)
