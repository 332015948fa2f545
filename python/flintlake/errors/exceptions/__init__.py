"""Modules of exceptions, laid out as in pyspark.errors.exceptions."""
