"""Assertions for tests of programs, named as in pyspark.testing."""

from flintlake.testing.utils import assertDataFrameEqual, assertSchemaEqual

__all__ = ["assertDataFrameEqual", "assertSchemaEqual"]
