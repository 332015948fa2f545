"""Where cached rows are kept."""

from __future__ import annotations

from typing import Any, ClassVar

__all__ = ["StorageLevel"]


class StorageLevel:
    """Flags of a place for cached rows, named as in pyspark.StorageLevel."""

    NONE: ClassVar[StorageLevel]
    DISK_ONLY: ClassVar[StorageLevel]
    DISK_ONLY_2: ClassVar[StorageLevel]
    DISK_ONLY_3: ClassVar[StorageLevel]
    MEMORY_ONLY: ClassVar[StorageLevel]
    MEMORY_ONLY_2: ClassVar[StorageLevel]
    MEMORY_AND_DISK: ClassVar[StorageLevel]
    MEMORY_AND_DISK_2: ClassVar[StorageLevel]
    OFF_HEAP: ClassVar[StorageLevel]
    MEMORY_AND_DISK_DESER: ClassVar[StorageLevel]

    def __init__(self, useDisk: bool, useMemory: bool, useOffHeap: bool, deserialized: bool, replication: int = 1) -> None:
        self.useDisk = useDisk
        self.useMemory = useMemory
        self.useOffHeap = useOffHeap
        self.deserialized = deserialized
        self.replication = replication

    def _fields(self) -> dict[str, Any]:
        return {
            "use_disk": self.useDisk,
            "use_memory": self.useMemory,
            "use_off_heap": self.useOffHeap,
            "deserialized": self.deserialized,
            "replication": self.replication,
        }

    def __repr__(self) -> str:
        flags = ", ".join(str(v) for v in self._fields().values())
        return f"StorageLevel({flags})"

    def __str__(self) -> str:
        words = "Disk " * self.useDisk + "Memory " * self.useMemory + "OffHeap " * self.useOffHeap
        words += "Deserialized " if self.deserialized else "Serialized "
        return f"{words}{self.replication}x Replicated"

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, StorageLevel) and self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash(tuple(self._fields().values()))


StorageLevel.NONE = StorageLevel(False, False, False, False)
StorageLevel.DISK_ONLY = StorageLevel(True, False, False, False)
StorageLevel.DISK_ONLY_2 = StorageLevel(True, False, False, False, 2)
StorageLevel.DISK_ONLY_3 = StorageLevel(True, False, False, False, 3)
StorageLevel.MEMORY_ONLY = StorageLevel(False, True, False, False)
StorageLevel.MEMORY_ONLY_2 = StorageLevel(False, True, False, False, 2)
StorageLevel.MEMORY_AND_DISK = StorageLevel(True, True, False, False)
StorageLevel.MEMORY_AND_DISK_2 = StorageLevel(True, True, False, False, 2)
StorageLevel.OFF_HEAP = StorageLevel(True, True, True, False, 1)
StorageLevel.MEMORY_AND_DISK_DESER = StorageLevel(True, True, False, True)
