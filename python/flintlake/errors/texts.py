"""Texts and SQLSTATEs of the errors that the Python side raises by itself. Those of the engine bring their own."""

from __future__ import annotations

import re

SQL_STATES = {
    "ATTRIBUTE_NOT_SUPPORTED": "0A000",
    "CANNOT_INFER_EMPTY_SCHEMA": "42K09",
    "CANNOT_INFER_SCHEMA_FOR_TYPE": "42K09",
    "CANNOT_INFER_TYPE_FOR_FIELD": "42K09",
    "CANNOT_MERGE_TYPE": "42K09",
    "CLASSIC_OPERATION_NOT_SUPPORTED_ON_DF": "0A000",
    "JVM_ATTRIBUTE_NOT_SUPPORTED": "0A000",
    "LOCAL_RELATION_SIZE_LIMIT_EXCEEDED": "54000",
    "NEAREST_BY_JOIN": "42604",
    "NOT_EXPECTED_TYPE": "42K09",
    "NOT_IMPLEMENTED": "0A000",
    "NOT_ITERABLE": "42K09",
    "NOT_NUMERIC_COLUMNS": "42K09",
    "NOT_SAME_TYPE": "42K09",
    "NO_ACTIVE_OR_DEFAULT_SESSION": "08003",
    "NO_ACTIVE_SESSION": "08003",
    "ONLY_SUPPORTED_WITH_SPARK_CONNECT": "0A000",
    "SESSION_ALREADY_EXIST": "08002",
    "ST_INVALID_ALGORITHM_VALUE": "22023",
    "ST_INVALID_CRS_VALUE": "22023",
    "ST_INVALID_SRID_VALUE": "22023",
    "UNSUPPORTED_FEATURE": "0A000",
}

_TEXTS = {
    "ARGUMENT_REQUIRED": "<arg_name> must be given when <condition>.",
    "ATTRIBUTE_NOT_SUPPORTED": "There is no attribute <attr_name>.",
    "CANNOT_APPLY_IN_FOR_COLUMN": "A column has no `in`: use contains() for text, array_contains() for an array.",
    "CANNOT_BE_EMPTY": "Give at least one of <item>.",
    "CANNOT_BE_NONE": "<arg_name> must not be None.",
    "CANNOT_CONVERT_COLUMN_INTO_BOOL": (
        "A column has no truth value: write & for and, | for or, ~ for not in conditions."
    ),
    "CANNOT_CONVERT_TYPE": "A value of <from_type> does not become a <to_type>.",
    "CANNOT_DETERMINE_TYPE": "Some types stay unknown: every value seen was None. Pass a schema.",
    "CANNOT_INFER_ARRAY_ELEMENT_TYPE": "The type of the elements is unknown: the first one is missing or None.",
    "CANNOT_INFER_EMPTY_SCHEMA": "No rows, so no schema can be inferred. Pass one.",
    "CANNOT_INFER_SCHEMA_FOR_TYPE": "A schema cannot be inferred from a <data_type>.",
    "CANNOT_INFER_TYPE_FOR_FIELD": "The type of the field <field_name> cannot be inferred.",
    "CANNOT_MERGE_TYPE": "The same field holds <data_type1> in one row and <data_type2> in another.",
    "CANNOT_PARSE_DATATYPE": "This is not a data type: <msg>.",
    "CANNOT_PROVIDE_METADATA": "Metadata can be given for one column only.",
    "CANNOT_SET_TOGETHER": "Not together: <arg_list>.",
    "COLUMN_IN_LIST": "<func_name> takes no list that holds columns.",
    "DIFFERENT_ROWS": "The rows differ:\n<error_msg>",
    "DIFFERENT_SCHEMA": "The schemas differ:\n<error_msg>",
    "DISALLOWED_TYPE_FOR_CONTAINER": "<arg_name> holds a <item_type>; allowed are <allowed_types>.",
    "FIELD_DATA_TYPE_UNACCEPTABLE": "<obj> (<obj_type>) does not fit <data_type>.",
    "FIELD_DATA_TYPE_UNACCEPTABLE_WITH_NAME": "<field_name>: <obj> (<obj_type>) does not fit <data_type>.",
    "FIELD_NOT_NULLABLE": "None in a field that is not nullable.",
    "FIELD_NOT_NULLABLE_WITH_NAME": "<field_name>: None, but the field is not nullable.",
    "FIELD_STRUCT_LENGTH_MISMATCH": "<object_length> values for <field_length> fields.",
    "FIELD_STRUCT_LENGTH_MISMATCH_WITH_NAME": "<field_name>: <object_length> values for <field_length> fields.",
    "FIELD_TYPE_MISMATCH": "<obj> is no <data_type>.",
    "FIELD_TYPE_MISMATCH_WITH_NAME": "<field_name>: <obj> is no <data_type>.",
    "HIGHER_ORDER_FUNCTION_SHOULD_RETURN_COLUMN": "<func_name> must return a Column, not <return_type>.",
    "INDEX_NOT_POSITIVE": "An ordinal starts at 1, not <index>.",
    "INDEX_OUT_OF_RANGE": "<arg_name> has no index <index>.",
    "INVALID_ITEM_FOR_CONTAINER": "<arg_name> takes <allowed_types>, not <item_type>.",
    "INVALID_TYPENAME_CALL": "A StructField has no type name: ask its dataType.",
    "INVALID_WHEN_USAGE": "when() follows only when(), and not after otherwise().",
    "JVM_ATTRIBUTE_NOT_SUPPORTED": "There is no JVM here, so no attribute <attr_name>.",
    "KEY_NOT_EXISTS": "There is no field <key>.",
    "LENGTH_SHOULD_BE_THE_SAME": "<arg1> has <arg1_length> items, <arg2> has <arg2_length>.",
    "MIXED_TYPE_REPLACEMENT": "Replacements must be all booleans, all numbers or all strings.",
    "NEGATIVE_VALUE": "<arg_name> must not be negative: <arg_value>.",
    "NOT_EXPECTED_TYPE": "<arg_name> must be <expected_type>, not <arg_type>.",
    "NOT_IMPLEMENTED": "<feature> is not implemented.",
    "NOT_ITERABLE": "A <objectName> cannot be iterated.",
    "NOT_NUMERIC_COLUMNS": "Not numeric: <invalid_columns>.",
    "NOT_SAME_TYPE": "<arg_name1> is <arg_type1> but <arg_name2> is <arg_type2>.",
    "NO_ACTIVE_OR_DEFAULT_SESSION": "There is no session: make one with SparkSession.builder.getOrCreate().",
    "NO_ACTIVE_SESSION": "There is no session: make one with SparkSession.builder.getOrCreate().",
    "NO_OBSERVE_BEFORE_GET": "Use the observation with DataFrame.observe before get.",
    "ONLY_ALLOWED_FOR_SINGLE_COLUMN": "<arg_name> goes with one name only.",
    "PACKAGE_NOT_INSTALLED": "<package_name> is needed here (version <minimum_version> or later): pip install it.",
    "REUSE_OBSERVATION": "An observation serves one DataFrame only.",
    "SESSION_NOT_SAME": "Both DataFrames must come from the same session.",
    "SLICE_WITH_STEP": "A slice of a column has no step.",
    "UNSUPPORTED_DATA_TYPE": "The type <data_type> is not supported.",
    "UNSUPPORTED_DATA_TYPE_FOR_ARROW_CONVERSION": "<data_type> has no Arrow type.",
    "UNSUPPORTED_FEATURE": "Not supported yet: <feature>.",
    "UNSUPPORTED_JOIN_TYPE": "<typ> is no join type; there are <supported>.",
    "UNSUPPORTED_OPERATION": "<operation> is not supported.",
    "UNSUPPORTED_PARAM_TYPE_FOR_HIGHER_ORDER_FUNCTION": "<func_name> must take positional arguments only.",
    "VALUE_NOT_ANY_OR_ALL": "<arg_name> is `any` or `all`, not <arg_value>.",
    "VALUE_NOT_BETWEEN": "<arg_name> must be between <min> and <max>.",
    "VALUE_NOT_PEARSON": "<arg_name> is `pearson`, not <arg_value>.",
    "VALUE_NOT_POSITIVE": "<arg_name> must be positive, not <arg_value>.",
    "VALUE_OUT_OF_BOUNDS": "<arg_name> must be between <lower_bound> and <upper_bound>, not <actual>.",
    "WRONG_NUM_ARGS_FOR_HIGHER_ORDER_FUNCTION": "<func_name> must take one to three arguments, not <num_args>.",
    "WRONG_NUM_COLUMNS": "<func_name> takes at least <num_cols> columns.",
}


def text(condition: str, parameters: dict[str, str]) -> str:
    """The sentence for a condition; one without a sentence shows its parameters."""
    template = _TEXTS.get(condition)
    if template is None:
        return ", ".join(f"{k}: {v}" for k, v in parameters.items())
    return re.sub(r"<(\w+)>", lambda m: str(parameters.get(m.group(1), m.group(0))), template)
