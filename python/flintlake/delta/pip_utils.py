"""configure_spark_with_delta_pip, which has nothing to do here."""

from __future__ import annotations

from flintlake.sql.session import SparkSession


def configure_spark_with_delta_pip(
    spark_session_builder: SparkSession.Builder, extra_packages: list[str] | None = None
) -> SparkSession.Builder:
    """The builder as it is: Delta Lake is built in."""
    if not isinstance(spark_session_builder, SparkSession.Builder):
        raise TypeError(f"spark_session_builder must be a SparkSession builder, not {type(spark_session_builder).__name__}")
    return spark_session_builder
