"""Delta's exceptions of concurrent changes, named as in delta.exceptions."""

from flintlake.errors import PySparkException


class DeltaConcurrentModificationException(PySparkException):
    """Another transaction committed in between and conflicts with this one."""


class ConcurrentWriteException(PySparkException):
    """Another transaction wrote data after this one read the table."""


class MetadataChangedException(PySparkException):
    """Another transaction changed the schema or the properties of the table."""


class ProtocolChangedException(PySparkException):
    """Another transaction changed the protocol of the table."""


class ConcurrentAppendException(PySparkException):
    """Another transaction added files that this one should have read."""


class ConcurrentDeleteReadException(PySparkException):
    """Another transaction deleted files that this one read."""


class ConcurrentDeleteDeleteException(PySparkException):
    """Another transaction deleted files that this one deletes as well."""


class ConcurrentTransactionException(PySparkException):
    """Two streaming queries use the same application id or checkpoint."""
